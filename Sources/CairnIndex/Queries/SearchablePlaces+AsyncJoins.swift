internal import CairnMemory

// Embedded Swift has no tasks without a concurrency runtime.
#if !hasFeature(Embedded)
  extension SearchablePlaces where Self: Sendable, Failure: Sendable, Key: Sendable {
    /// Returns all pairs of a place of this index and a place of another within a distance of each
    /// other, asynchronously; see ``counts(within:ofEach:threads:where:progress:)`` for details.
    ///
    /// ```swift
    /// let near = try await shops.pairs(within: 300, with: stops, threads: 2, progress: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - radius: the radius in meters, inclusive.
    ///   - other: the other index; may be this index itself, which also pairs each place with
    ///     itself.
    ///   - threads: the maximum number of concurrent tasks; the result does not depend on it.
    ///   - isIncluded: a predicate, called once for each pair within the distance, by any of the
    ///     tasks; nil to include all pairs.
    ///   - progress: called with the number of other places that are done, at last with all, before
    ///     the pairs are sorted; nil for no reports.
    /// - Returns: the result of `pairs(within:with:threads:)`.
    /// - Throws: ``BatchError``.
    @inlinable
    @concurrent
    public func pairs<Other: SearchablePlaces & Sendable>(
      within radius: Double, with other: Other, threads: Int = 1,
      where isIncluded: (@Sendable (Element, Other.Element) -> Bool)? = nil,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> [PlacePair<Key, Other.Key>]
    where Other.Failure == Failure, Other.Key: Sendable {
      try await _pairs(
        within: radius, with: other, threads: threads, where: isIncluded, progress: progress
      ) { () throws(Failure) in try other._verify() }
    }

    /// Returns all pairs of a place of this index and a place of another index in memory within a
    /// distance of each other, asynchronously; see ``pairs(within:with:threads:where:progress:)``.
    ///
    /// - Parameters:
    ///   - radius: the radius in meters, inclusive.
    ///   - other: the other index.
    ///   - threads: the maximum number of concurrent tasks; the result does not depend on it.
    ///   - isIncluded: a predicate, called once for each pair within the distance, by any of the
    ///     tasks; nil to include all pairs.
    ///   - progress: called with the number of other places that are done, at last with all, before
    ///     the pairs are sorted; nil for no reports.
    /// - Returns: the pairs, in the same order.
    /// - Throws: ``BatchError``.
    @inlinable
    @concurrent
    @_disfavoredOverload
    public func pairs<Other: SearchablePlaces & Sendable>(
      within radius: Double, with other: Other, threads: Int = 1,
      where isIncluded: (@Sendable (Element, Other.Element) -> Bool)? = nil,
      progress: (@Sendable (BatchProgress) -> Void)?
    ) async throws(BatchError<Failure>) -> [PlacePair<Key, Other.Key>]
    where Other.Failure == Never, Other.Key: Sendable {
      try await _pairs(
        within: radius, with: other, threads: threads, where: isIncluded, progress: progress
      ) { () throws(Failure) in }
    }

    @inlinable
    @concurrent
    internal func _pairs<Other: SearchablePlaces & Sendable>(
      within radius: Double, with other: Other, threads: Int,
      where isIncluded: (@Sendable (Element, Other.Element) -> Bool)?,
      progress: (@Sendable (BatchProgress) -> Void)?,
      verifyOther: @escaping @Sendable () throws(Failure) -> Void
    ) async throws(BatchError<Failure>) -> [PlacePair<Key, Other.Key>] where Other.Key: Sendable {
      let points = other._core.points
      let shares = try await _inShares(points.count, threads: threads, progress: progress) {
        range throws(Failure) in
        let pairs = _core.pairs(
          within: radius, with: _PointList(points, range), threads: 1,
          where: { tag, otherTag in
            guard let isIncluded else { return true }
            return _satisfies(tag) { element in
              other._satisfies(otherTag) { isIncluded(element, $0) }
            }
          }, filtered: isIncluded != nil)
        try verifyOther()
        try _verify()
        return pairs
      }
      guard let pairs = await _TagPair.sortedUnlessCancelled(shares, threads: threads) else {
        throw .cancelled
      }
      let found = _pairs(pairs, with: other, threads: threads)
      if Task.isCancelled { throw .cancelled }
      return found
    }
  }

  extension _TagPair {
    /// Returns the pairs of some lists in order; nil if the calling task is cancelled.
    @usableFromInline
    internal static func sortedUnlessCancelled(
      _ lists: [[_TagPair]], threads: Int
    ) async -> [_TagPair]? {
      let stop = AtomicNumber(0)
      let pairs = await withTaskCancellationHandler {
        sorted(lists, threads: threads) { stop.value != 0 }
      } onCancel: {
        _ = stop.add(1)
      }
      return stop.value == 0 ? pairs : nil
    }
  }
#endif

internal import CairnMemory

// Embedded Swift has no tasks where nothing brings them.
#if !hasFeature(Embedded)
  extension SearchablePlaces where Self: Sendable, Failure: Sendable, Key: Sendable {
    /// All pairs of a place of this index and a place of another within a distance of each other,
    /// without making the caller wait; see ``counts(within:ofEach:threads:where:progress:)`` for
    /// how it runs.
    ///
    /// ```swift
    /// let near = try await shops.pairs(within: 300, with: stops, threads: 2, progress: nil)
    /// ```
    ///
    /// - Parameters:
    ///   - radius: metres; the edge is included.
    ///   - other: the other places; may be this index itself, which also pairs each with itself.
    ///   - threads: how many tasks may work at once; the result does not depend on it.
    ///   - isIncluded: asked once for each pair within the distance, by any of the tasks; nil where
    ///     all count.
    ///   - progress: called now and then with how many of the other places are done, and with all
    ///     before the pairs are put in order; nil for none.
    /// - Returns: what `pairs(within:with:threads:)` gives.
    /// - Throws: ``BatchError/cancelled``, and ``BatchError/failed(_:)`` for a damaged or
    ///   unreadable file.
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

    /// All pairs of a place of this index and a place of another, in memory, within a distance of
    /// each other, without making the caller wait; see
    /// ``pairs(within:with:threads:where:progress:)``.
    ///
    /// - Parameters:
    ///   - radius: metres; the edge is included.
    ///   - other: the other places.
    ///   - threads: how many tasks may work at once; the result does not depend on it.
    ///   - isIncluded: asked once for each pair within the distance, by any of the tasks; nil where
    ///     all count.
    ///   - progress: called now and then with how many of the other places are done, and with all
    ///     before the pairs are put in order; nil for none.
    /// - Returns: the pairs, in the order of that question.
    /// - Throws: ``BatchError/cancelled``, and ``BatchError/failed(_:)`` for a damaged or
    ///   unreadable file.
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
    /// The pairs of some lists in order; nil as soon as the task that asks is cancelled.
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

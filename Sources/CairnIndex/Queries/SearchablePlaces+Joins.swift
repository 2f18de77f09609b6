public import CairnMemory

// A join of two indexes of any kind. Either can be a file; both can fail only if both fail alike,
// so for a join of a file with an index in memory the file is asked.

extension SearchablePlaces {
  /// All pairs of a place of this index and a place of another within a distance of each other.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places; may be this index itself, which also pairs each with itself.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: the pairs, ordered by when the first and then the second came. The distance is
  ///   that from the other place to the one of this index.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int = 1
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Failure {
    let pairs = _pairs(within: radius, with: other, threads: threads)
    try other._verify()
    try _verify()
    return pairs
  }

  /// All pairs of a place of this index and a place of another, in memory, within a distance of
  /// each other; see ``pairs(within:with:threads:)``.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  /// - Returns: the pairs, in the order of that question.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  @_disfavoredOverload
  public func pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int = 1
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Never {
    let pairs = _pairs(within: radius, with: other, threads: threads)
    try _verify()
    return pairs
  }

  @inlinable
  internal func _pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int
  ) -> [PlacePair<Key, Other.Key>] {
    _pairs(
      _core.pairs(
        within: radius, with: other._core.points, threads: threads, where: { _, _ in true },
        filtered: false), with: other, threads: threads)
  }

  @inlinable
  internal func _pairs<Other: SearchablePlaces>(
    _ pairs: [_TagPair], with other: Other, threads: Int
  ) -> [PlacePair<Key, Other.Key>] {
    [PlacePair<Key, Other.Key>](count: pairs.count, threads: threads) { place in
      let pair = pairs[place]
      return PlacePair(
        key: _key(pair.tag), otherKey: other._key(pair.other), distance: pair.distance)
    }
  }
}

// The same with a condition, which several threads may ask at once.
extension SearchablePlaces where Element: Sendable {
  /// All pairs of a place of this index and a place of another within a distance of each other
  /// that satisfy a condition.
  ///
  /// ```swift
  /// // Every pair of cities of two countries once.
  /// cities.pairs(within: 50_000, with: cities) { $0.country < $1.country }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places; may be this index itself.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each pair within the distance, on any of the threads.
  /// - Returns: the pairs, ordered by when the first and then the second came. The distance is
  ///   that from the other place to the one of this index.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int = 1,
    where isIncluded: @Sendable (Element, Other.Element) -> Bool
  ) throws(Failure) -> [PlacePair<Key, Other.Key>]
  where Other.Failure == Failure, Other.Element: Sendable {
    let pairs = _pairs(within: radius, with: other, threads: threads, where: isIncluded)
    try other._verify()
    try _verify()
    return pairs
  }

  /// All pairs of a place of this index and a place of another, in memory, within a distance of
  /// each other that satisfy a condition; see ``pairs(within:with:threads:where:)``.
  ///
  /// - Parameters:
  ///   - radius: metres; the edge is included.
  ///   - other: the other places.
  ///   - threads: how many threads may work on it; the result does not depend on it.
  ///   - isIncluded: asked once for each pair within the distance, on any of the threads.
  /// - Returns: the pairs, in the order of that question.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  @_disfavoredOverload
  public func pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int = 1,
    where isIncluded: @Sendable (Element, Other.Element) -> Bool
  ) throws(Failure) -> [PlacePair<Key, Other.Key>]
  where Other.Failure == Never, Other.Element: Sendable {
    let pairs = _pairs(within: radius, with: other, threads: threads, where: isIncluded)
    try _verify()
    return pairs
  }

  @inlinable
  internal func _pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int,
    where isIncluded: @Sendable (Element, Other.Element) -> Bool
  ) -> [PlacePair<Key, Other.Key>] {
    _pairs(
      _core.pairs(
        within: radius, with: other._core.points, threads: threads,
        where: { tag, otherTag in
          _satisfies(tag) { element in
            other._satisfies(otherTag) { isIncluded(element, $0) }
          }
        }, filtered: true), with: other, threads: threads)
  }
}

public import CairnMemory

// Joins of two indexes of any kind. Both indexes must have the same `Failure`, or the other one
// must be in memory; so call the join on the file to join a file with an index in memory.

extension SearchablePlaces {
  /// Returns all pairs of a place of this index and a place of another within a distance of each
  /// other.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - other: the other index; may be this index itself, which also pairs each place with itself.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the pairs, by input order of the first and then of the second place. The distance
  ///   is measured from the other place to the place of this index.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func pairs<Other: SearchablePlaces>(
    within radius: Double, with other: Other, threads: Int = 1
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Failure {
    let pairs = _pairs(within: radius, with: other, threads: threads)
    try other._verify()
    try _verify()
    return pairs
  }

  /// Returns all pairs of a place of this index and a place of another index in memory within a
  /// distance of each other; see ``pairs(within:with:threads:)``.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - other: the other index.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  /// - Returns: the pairs, in the same order.
  /// - Throws: ``SearchablePlaces/Failure``.
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

// The same with a predicate, which several threads may call concurrently.
extension SearchablePlaces where Element: Sendable {
  /// Returns all pairs of a place of this index and a place of another within a distance of each
  /// other that satisfy a condition.
  ///
  /// ```swift
  /// // Every pair of cities of two countries once.
  /// cities.pairs(within: 50_000, with: cities) { $0.country < $1.country }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - other: the other index; may be this index itself.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isIncluded: a predicate, called once for each pair within the distance, on any of the
  ///     threads.
  /// - Returns: the pairs, by input order of the first and then of the second place. The distance
  ///   is measured from the other place to the place of this index.
  /// - Throws: ``SearchablePlaces/Failure``.
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

  /// Returns all pairs of a place of this index and a place of another index in memory within a
  /// distance of each other that satisfy a condition; see ``pairs(within:with:threads:where:)``.
  ///
  /// - Parameters:
  ///   - radius: the radius in meters, inclusive.
  ///   - other: the other index.
  ///   - threads: the maximum number of threads; the result does not depend on it.
  ///   - isIncluded: a predicate, called once for each pair within the distance, on any of the
  ///     threads.
  /// - Returns: the pairs, in the same order.
  /// - Throws: ``SearchablePlaces/Failure``.
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

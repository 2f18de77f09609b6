public import CairnIndex

// Joins with places and with shapes. Either index can be a file; if both can fail, their `Failure`
// must be the same.

extension SearchableShapes {
  /// Returns all pairs of a shape of this index and a place of another index that it contains.
  ///
  /// ```swift
  /// for pair in zones.pairs(with: stops) {
  ///   print(zones.elements[pair.key].name, stops.elements[pair.otherKey].name)
  /// }
  /// ```
  ///
  /// The places are searched as by ``SearchablePlaces/keys(in:limit:)``. A line contains no place.
  ///
  /// - Parameter places: an index of places of any kind.
  /// - Returns: the pairs, by input order of the shape and then of the place; their distance is 0.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Failure) -> [PlacePair<Key, Places.Key>] where Places.Failure == Failure {
    let pairs = try _pairs(with: places)
    try _verify()
    return pairs
  }

  /// Returns all pairs of a shape of this index and a place of an index in memory that it contains;
  /// see ``pairs(with:)``.
  ///
  /// - Parameter places: an index of places in memory.
  /// - Returns: the pairs, in the same order.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  @_disfavoredOverload
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Failure) -> [PlacePair<Key, Places.Key>] where Places.Failure == Never {
    let pairs = _pairs(with: places)
    try _verify()
    return pairs
  }

  @inlinable
  internal func _pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Places.Failure) -> [PlacePair<Key, Places.Key>] {
    var pairs: [PlacePair<Key, Places.Key>] = []
    for tag in _core.tags {
      guard let shape = _core.shape(tag) else { continue }
      let key = _key(tag)
      for other in try places.keys(in: shape) {
        pairs.append(PlacePair(key: key, otherKey: other, distance: 0))
      }
    }
    return pairs
  }

  /// Returns all pairs of a shape of this index and one of another within a distance of each other.
  ///
  /// ```swift
  /// for pair in closures.pairs(within: 0, with: routes) { print(pair.key, pair.otherKey) }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters between the nearest points of two shapes; 0 for
  ///     touching shapes.
  ///   - other: the other index; may be this index itself, which also pairs each shape with itself.
  /// - Returns: the pairs with their distances, by input order of the first and then of the second
  ///   shape.
  /// - Throws: ``SearchableShapes/Failure``.
  /// - Complexity: that of `within(_:of:)` for each shape of this index.
  @inlinable
  public func pairs<Other: SearchableShapes>(
    within radius: Double, with other: Other
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Failure {
    try pairs(within: radius, with: other) { _, _ in true }
  }

  /// Returns all pairs of a shape of this index and one of another within a distance of each other
  /// that satisfy a condition.
  ///
  /// ```swift
  /// // Every pair of zones that overlap once.
  /// zones.pairs(within: 0, with: zones) { $0.id < $1.id }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: the maximum distance in meters between the nearest points of two shapes; 0 for
  ///     touching shapes.
  ///   - other: the other index; may be this index itself.
  ///   - isIncluded: a predicate, called once for each pair within the distance, in the order of
  ///     the pairs.
  /// - Returns: the pairs, in the order of ``pairs(within:with:)``.
  /// - Throws: ``SearchableShapes/Failure``.
  @inlinable
  public func pairs<Other: SearchableShapes>(
    within radius: Double, with other: Other, where isIncluded: (Element, Other.Element) -> Bool
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Failure {
    var pairs: [PlacePair<Key, Other.Key>] = []
    for pair in _core.pairs(within: radius, with: other._core)
    where _satisfies(
      pair.tag,
      { element in other._satisfies(pair.other.tag) { isIncluded(element, $0) } })
    {
      pairs.append(
        PlacePair(
          key: _key(pair.tag), otherKey: other._key(pair.other.tag), distance: pair.other.distance))
    }
    try _verify()
    try other._verify()
    return pairs
  }
}

extension SearchableShapes where Failure == Never {
  /// Returns all pairs of a shape of this index and a place of a file that it contains; see
  /// ``pairs(with:)``.
  ///
  /// - Parameter places: an index of places of any kind.
  /// - Returns: the pairs, in the same order.
  /// - Throws: any error of the index of places.
  @inlinable
  @_disfavoredOverload
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Places.Failure) -> [PlacePair<Key, Places.Key>] {
    try _pairs(with: places)
  }
}

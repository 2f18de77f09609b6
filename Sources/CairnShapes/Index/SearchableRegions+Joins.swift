public import CairnIndex

// Joins with places and with shapes. Either side can be a file; both can fail only if both fail
// alike.

extension SearchableRegions {
  /// All pairs of a shape of this index and a place of another index that it contains.
  ///
  /// ```swift
  /// for pair in zones.pairs(with: stops) {
  ///   print(zones.elements[pair.key].name, stops.elements[pair.otherKey].name)
  /// }
  /// ```
  ///
  /// The places are searched as ``SearchablePlaces/keys(in:limit:)`` does. A line contains no
  /// place.
  ///
  /// - Parameter places: an index of places, of any kind.
  /// - Returns: the pairs, ordered by when the shape and then the place came; their distance is 0.
  /// - Throws: a damaged or unreadable file; in memory nothing.
  @inlinable
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Failure) -> [PlacePair<Key, Places.Key>] where Places.Failure == Failure {
    let pairs = try _pairs(with: places)
    try _verify()
    return pairs
  }

  /// All pairs of a shape of this index and a place of an index in memory that it contains; see
  /// ``pairs(with:)``.
  ///
  /// - Parameter places: an index of places in memory.
  /// - Returns: the pairs, in the order of that question.
  /// - Throws: a damaged or unreadable file; in memory nothing.
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

  /// All pairs of a shape of this index and one of another within a distance of each other.
  ///
  /// ```swift
  /// for pair in closures.pairs(within: 0, with: routes) { print(pair.key, pair.otherKey) }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres between the nearest points of the two; 0 for shapes that touch.
  ///   - other: the other shapes; may be this index itself, which also pairs each with itself.
  /// - Returns: the pairs with their distances, ordered by when the first and then the second came.
  /// - Throws: a damaged or unreadable file; in memory nothing.
  /// - Complexity: what `within(_:of:)` takes for each shape of this index.
  @inlinable
  public func pairs<Other: SearchableRegions>(
    within radius: Double, with other: Other
  ) throws(Failure) -> [PlacePair<Key, Other.Key>] where Other.Failure == Failure {
    try pairs(within: radius, with: other) { _, _ in true }
  }

  /// All pairs of a shape of this index and one of another within a distance of each other that
  /// satisfy a condition.
  ///
  /// ```swift
  /// // Every pair of zones that overlap once.
  /// zones.pairs(within: 0, with: zones) { $0.id < $1.id }
  /// ```
  ///
  /// - Parameters:
  ///   - radius: metres between the nearest points of the two; 0 for shapes that touch.
  ///   - other: the other shapes; may be this index itself.
  ///   - isIncluded: asked once for each pair within the distance, in the order of the pairs.
  /// - Returns: the pairs, in the order of ``pairs(within:with:)``.
  /// - Throws: a damaged or unreadable file; in memory nothing.
  @inlinable
  public func pairs<Other: SearchableRegions>(
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

extension SearchableRegions where Failure == Never {
  /// All pairs of a shape of this index and a place of a file that it contains; see
  /// ``pairs(with:)``.
  ///
  /// - Parameter places: an index of places of any kind.
  /// - Returns: the pairs, in the order of that question.
  /// - Throws: what the places' index throws.
  @inlinable
  @_disfavoredOverload
  public func pairs<Places: SearchablePlaces>(
    with places: Places
  ) throws(Places.Failure) -> [PlacePair<Key, Places.Key>] {
    try _pairs(with: places)
  }
}

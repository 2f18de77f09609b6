// Region queries. A predicate is called at most once for each place in the region, in input order
// if the result is ordered, and only until the result is known.

extension SearchablePlaces {
  /// Returns the places in a region, in input order.
  ///
  /// These are exactly the places for which ``PlaceRegion/contains(_:)`` of the region is true,
  /// which also decides about places on a bound, an edge or a border. Boxes may cross the
  /// antimeridian, and a box that reaches a pole contains it.
  ///
  /// ```swift
  /// index.elements(in: BoundingBox(south: 40, west: 140, north: 60, east: -140))
  /// index.elements(in: park)               // a GeoPolygon
  /// index.elements(in: viewport, limit: 200)
  /// ```
  ///
  /// Nodes of the tree that no border touches are included or skipped as a whole.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: the maximum number of results, the first in input order: an index of places in
  ///     order of importance returns the most important ones. 0 or less returns none.
  /// - Complexity: O(√n + k) for k places in a box or cap; for polygons, times the number of edges
  ///   near a place.
  /// - Returns: the places in input order, or in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func elements(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(Failure) -> [Element] {
    let tags = _core.tags(in: region._outline, limit: limit)
    try _verify()
    return try tags.map { tag throws(Failure) in try _element(tag) }
  }

  /// Returns the places in a region that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place in the region, in input order, until
  ///     the limit is reached.
  /// - Returns: the places in input order, or in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func elements(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Element] {
    var found: [Element] = []
    guard limit > 0 else { return found }
    let tags = _core.tags(in: region._outline, limit: .max)
    try _verify()
    for tag in tags {
      let element = try _element(tag)
      guard isIncluded(element) else { continue }
      found.append(element)
      if found.count == limit { break }
    }
    return found
  }

  /// Returns the keys of the places in a region, in input order: offsets or IDs.
  ///
  /// For a file, no records are read.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  /// - Returns: offsets in ascending order, or IDs in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func keys(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(Failure) -> [Key] {
    let tags = _core.tags(in: region._outline, limit: limit)
    try _verify()
    return tags.map { _key($0) }
  }

  /// Returns the keys of the places in a region that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: the maximum number of results, the first in input order; 0 or less returns none.
  ///   - isIncluded: a predicate, called once for each place in the region, in input order, until
  ///     the limit is reached.
  /// - Returns: offsets in ascending order, or IDs in insertion order.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func keys(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> [Key] {
    var found: [Key] = []
    guard limit > 0 else { return found }
    let tags = _core.tags(in: region._outline, limit: .max)
    try _verify()
    for tag in tags where _satisfies(tag, isIncluded) {
      found.append(_key(tag))
      if found.count == limit { break }
    }
    try _verify()
    return found
  }

  /// Returns the number of places in a region.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Complexity: O(√n) at worst for a box or a cap; for polygons, times the number of edges near
  ///   a place.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(in region: some PlaceRegion) throws(Failure) -> Int {
    let count = _core.count(in: region._outline)
    try _verify()
    return count
  }

  /// Returns the number of places in a region that satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: a predicate, called once for each place in the region, in an unspecified
  ///     order.
  /// - Returns: the number of places.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func count(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Int {
    var count = 0
    _core.forEachRun(in: region._outline) { run in
      count &+= run.count { _satisfies($0, isIncluded) }
      return true
    }
    try _verify()
    return count
  }

  /// Whether any place is in a region.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(in region: some PlaceRegion) throws(Failure) -> Bool {
    let found = _core.containsAny(in: region._outline)
    try _verify()
    return found
  }

  /// Whether any place in a region satisfies a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: a predicate, called in an unspecified order until it returns true.
  /// - Returns: whether there is at least one.
  /// - Throws: ``SearchablePlaces/Failure``.
  @inlinable
  public func containsAny(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) throws(Failure) -> Bool {
    var found = false
    _core.forEachTag(in: region._outline) { tag in
      found = _satisfies(tag, isIncluded)
      return !found
    }
    try _verify()
    return found
  }

  /// Calls a closure for each place in a region, in an unspecified order, without creating an
  /// array.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - body: called once for each place with its key: its offset or its ID.
  /// - Throws: any error of the index; the places passed before are valid.
  @inlinable
  public func forEach(
    in region: some PlaceRegion, _ body: (_ key: Key, Element) -> Void
  ) throws(Failure) {
    var failure: Failure?
    _core.forEachTag(in: region._outline) { tag in
      do throws(Failure) {
        body(_key(tag), try _element(tag))
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try _verify()
  }

  /// Returns the number of places in each area of a partition.
  public func _counts(in partition: _Partition) throws(Failure) -> [Int] {
    let counts = _core.counts(in: partition)
    try _verify()
    return counts
  }
}

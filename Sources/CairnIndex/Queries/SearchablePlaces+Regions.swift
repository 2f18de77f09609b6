// What is in a region. A condition is asked once for each place in it, in input order where there
// is an order, and until there is an answer.

extension SearchablePlaces {
  /// The places in a region, in input order.
  ///
  /// Exactly those for which the region's ``PlaceRegion/contains(_:)`` holds: a bound, an edge or
  /// a border belongs to a region as that says, boxes may cross the antimeridian, and a box that
  /// reaches a pole contains it.
  ///
  /// ```swift
  /// index.elements(in: BoundingBox(south: 40, west: 140, north: 60, east: -140))
  /// index.elements(in: park)               // a GeoPolygon
  /// index.elements(in: viewport, limit: 200)
  /// ```
  ///
  /// Nodes of the tree that no border touches are taken or left as a whole.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order, so that an index of places in order
  ///     of importance gives the most important ones. None for 0 or less.
  /// - Complexity: O(√n + k) for k places in a box or cap; for polygons times the number of edges
  ///   near a place.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func elements(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(Failure) -> [Element] {
    let tags = _core.tags(in: region._outline, limit: limit)
    try _verify()
    return try tags.map { tag throws(Failure) in try _element(tag) }
  }

  /// The places in a region that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place in it, in input order, until there are enough.
  /// - Returns: the places in input order, or in that of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// What the index knows the places in a region by, in input order: offsets or IDs.
  ///
  /// Of a file no record is read.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  /// - Returns: offsets in ascending order, or IDs in the order of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func keys(
    in region: some PlaceRegion, limit: Int = .max
  ) throws(Failure) -> [Key] {
    let tags = _core.tags(in: region._outline, limit: limit)
    try _verify()
    return tags.map { _key($0) }
  }

  /// What the index knows the places in a region by that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place in it, in input order, until there are enough.
  /// - Returns: offsets in ascending order, or IDs in the order of insertion.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// How many places are in a region, without listing them.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Complexity: O(√n) at worst for a box or a cap; for polygons times the number of edges near
  ///   a place.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
  @inlinable
  public func count(in region: some PlaceRegion) throws(Failure) -> Int {
    let count = _core.count(in: region._outline)
    try _verify()
    return count
  }

  /// How many places in a region satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked once for each place in it, in an unspecified order.
  /// - Returns: the number of places.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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
  ///   - isIncluded: asked in an unspecified order until it first holds.
  /// - Returns: whether there is at least one.
  /// - Throws: a damaged or unreadable file, as ``IndexFileError``; an index in memory throws
  ///   nothing.
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

  /// Calls a closure for each place in a region, without making a list, in an unspecified order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - body: called once for each place, with what the index knows it by: its offset or its ID.
  /// - Throws: what the index throws; the places handed out before are right.
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

  /// How many places lie in each area of a partition.
  public func _counts(in partition: _Partition) throws(Failure) -> [Int] {
    let counts = _core.counts(in: partition)
    try _verify()
    return counts
  }
}

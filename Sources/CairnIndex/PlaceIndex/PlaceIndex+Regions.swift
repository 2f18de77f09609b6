// What is in a region. A condition is asked once for each place in it, in input order where there
// is an order, and until there is an answer.

extension PlaceIndex {
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
  @inlinable
  public func elements(in region: some PlaceRegion, limit: Int = .max) -> [Element] {
    offsets(in: region, limit: limit).map { elements[$0] }
  }

  /// The places in a region that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first in input order; none for 0 or less.
  ///   - isIncluded: asked once for each place in it, in input order, until there are enough.
  @inlinable
  public func elements(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    offsets(in: region, limit: limit, where: isIncluded).map { elements[$0] }
  }

  /// The offsets of the places in a region, ascending.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the least; none for 0 or less.
  @inlinable
  public func offsets(in region: some PlaceRegion, limit: Int = .max) -> [Int] {
    core.offsets(in: region._outline, limit: limit)
  }

  /// The offsets of the places in a region that satisfy a condition, ascending.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the least; none for 0 or less.
  ///   - isIncluded: asked once for each place in it, in input order, until there are enough.
  @inlinable
  public func offsets(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) -> [Int] {
    var found: [Int] = []
    guard limit > 0 else { return found }
    for offset in core.offsets(in: region._outline, limit: .max)
    where isIncluded(elements[offset]) {
      found.append(offset)
      if found.count == limit { break }
    }
    return found
  }

  /// How many places are in a region, without listing them.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Complexity: O(√n) at worst for a box or a cap; for polygons times the number of edges near
  ///   a place.
  @inlinable
  public func count(in region: some PlaceRegion) -> Int {
    core.count(in: region._outline)
  }

  /// How many places in a region satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked once for each place in it, in an unspecified order.
  @inlinable
  public func count(in region: some PlaceRegion, where isIncluded: (Element) -> Bool) -> Int {
    var count = 0
    core.forEachOffset(in: region._outline) { offset in
      if isIncluded(elements[offset]) { count &+= 1 }
      return true
    }
    return count
  }

  /// Whether any place is in a region.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  @inlinable
  public func containsAny(in region: some PlaceRegion) -> Bool {
    core.containsAny(in: region._outline)
  }

  /// Whether any place in a region satisfies a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  @inlinable
  public func containsAny(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) -> Bool {
    var found = false
    core.forEachOffset(in: region._outline) { offset in
      found = isIncluded(elements[offset])
      return !found
    }
    return found
  }

  /// Calls a closure for each place in a region, without making a list, in an unspecified order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - body: called once for each place.
  @inlinable
  public func forEach(
    in region: some PlaceRegion, _ body: (_ offset: Int, Element) -> Void
  ) {
    core.forEachOffset(in: region._outline) { offset in
      body(offset, elements[offset])
      return true
    }
  }
}

extension DynamicPlaceIndex {
  /// The elements in a region, in the order in which they came.
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
  /// - Complexity: O(√n + k log k) for k elements in a box or cap; for polygons times the number of edges
  ///   near a place.
  @inlinable
  public func elements(in region: some PlaceRegion, limit: Int = .max) -> [Element] {
    core.slots(in: region._outline, limit: limit).compactMap { entries[$0]?.element }
  }

  /// The elements in a region that satisfy a condition, in the order in which they came.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - limit: how many at most: the first to come; none for 0 or less.
  ///   - isIncluded: asked once for each element in it, in that order, until there are enough.
  @inlinable
  public func elements(
    in region: some PlaceRegion, limit: Int = .max, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    var found: [Element] = []
    guard limit > 0 else { return found }
    for slot in core.slots(in: region._outline, limit: .max) {
      guard let entry = entries[slot], isIncluded(entry.element) else { continue }
      found.append(entry.element)
      if found.count == limit { break }
    }
    return found
  }

  /// How many elements are in a region, without listing them.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  /// - Complexity: O(√n) at worst for a box or a cap; for polygons times the number of edges near
  ///   a place.
  @inlinable
  public func count(in region: some PlaceRegion) -> Int {
    core.count(in: region._outline)
  }

  /// How many elements in a region satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked once for each element in it, in an unspecified order.
  @inlinable
  public func count(in region: some PlaceRegion, where isIncluded: (Element) -> Bool) -> Int {
    var count = 0
    core.forEachSlot(in: region._outline) { slot in
      if satisfies(slot, isIncluded) { count &+= 1 }
      return true
    }
    return count
  }

  /// Whether any element is in a region.
  ///
  /// - Parameter region: a box, a cap, a polygon, several polygons, or a region of your own.
  @inlinable
  public func containsAny(in region: some PlaceRegion) -> Bool {
    core.containsAny(in: region._outline)
  }

  /// Whether any element in a region satisfies a condition.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - isIncluded: asked in an unspecified order until it first holds.
  @inlinable
  public func containsAny(
    in region: some PlaceRegion, where isIncluded: (Element) -> Bool
  ) -> Bool {
    var found = false
    core.forEachSlot(in: region._outline) { slot in
      found = satisfies(slot, isIncluded)
      return !found
    }
    return found
  }

  /// Calls a closure for each element in a region, without making a list, in an unspecified order.
  ///
  /// - Parameters:
  ///   - region: a box, a cap, a polygon, several polygons, or a region of your own.
  ///   - body: called once for each element.
  @inlinable
  public func forEach(
    in region: some PlaceRegion, _ body: (Element) -> Void
  ) {
    core.forEachSlot(in: region._outline) { slot in
      if let entry = entries[slot] { body(entry.element) }
      return true
    }
  }
}

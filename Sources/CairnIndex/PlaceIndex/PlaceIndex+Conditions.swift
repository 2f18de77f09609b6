public import CairnGeodesy

// Queries of regions with a condition; each place of the region is asked once, in input order.

extension PlaceIndex {
  /// The places in a box that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - box: where to look; it may cross the antimeridian.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func elements(
    in box: BoundingBox, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(at: core.offsets(in: box), where: isIncluded)
  }

  /// How many places in a box satisfy a condition.
  ///
  /// - Parameters:
  ///   - box: where to look; it may cross the antimeridian.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func count(
    in box: BoundingBox, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(at: core.offsets(in: box), where: isIncluded)
  }

  /// The places in a cap that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - cap: where to look; its edge is included.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func elements(
    in cap: Cap, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(at: core.offsets(in: cap), where: isIncluded)
  }

  /// How many places in a cap satisfy a condition.
  ///
  /// - Parameters:
  ///   - cap: where to look; its edge is included.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func count(
    in cap: Cap, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(at: core.offsets(in: cap), where: isIncluded)
  }

  /// The places in a polygon that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - polygon: where to look.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func elements(
    in polygon: GeoPolygon, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(at: core.offsets(in: [polygon]), where: isIncluded)
  }

  /// How many places in a polygon satisfy a condition.
  ///
  /// - Parameters:
  ///   - polygon: where to look.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func count(
    in polygon: GeoPolygon, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(at: core.offsets(in: [polygon]), where: isIncluded)
  }

  /// The places in a region of several polygons that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - region: where to look.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func elements(
    in region: GeoMultiPolygon, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(at: core.offsets(in: region.polygons), where: isIncluded)
  }

  /// How many places in a region of several polygons satisfy a condition.
  ///
  /// - Parameters:
  ///   - region: where to look.
  ///   - isIncluded: asked once for each place in it.
  @inlinable
  public func count(
    in region: GeoMultiPolygon, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(at: core.offsets(in: region.polygons), where: isIncluded)
  }

  /// The places within a distance of a path that satisfy a condition, in input order.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each place along it.
  @inlinable
  public func elements(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) -> [Element] {
    elements(at: core.offsets(within: distance, of: path), where: isIncluded)
  }

  /// How many places within a distance of a path satisfy a condition.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  ///   - isIncluded: asked once for each place along it.
  @inlinable
  public func count(
    within distance: Double, of path: GeoPath, where isIncluded: (Element) -> Bool
  ) -> Int {
    count(at: core.offsets(within: distance, of: path), where: isIncluded)
  }

  @inlinable
  internal func elements(at offsets: [Int], where isIncluded: (Element) -> Bool) -> [Element] {
    var found: [Element] = []
    for offset in offsets where isIncluded(elements[offset]) { found.append(elements[offset]) }
    return found
  }

  @inlinable
  internal func count(at offsets: [Int], where isIncluded: (Element) -> Bool) -> Int {
    var count = 0
    for offset in offsets where isIncluded(elements[offset]) { count &+= 1 }
    return count
  }
}

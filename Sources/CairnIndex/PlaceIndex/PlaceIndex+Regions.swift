public import CairnGeodesy

extension PlaceIndex {
  /// The places in a polygon, in input order: those for which ``GeoPolygon/contains(_:)`` holds.
  ///
  /// Nodes of the tree that no border touches are taken or left as a whole.
  @inlinable
  public func elements(in polygon: GeoPolygon) -> [Element] {
    core.offsets(in: [polygon]).map { elements[$0] }
  }

  /// The offsets of the places in a polygon, ascending.
  @inlinable
  public func offsets(in polygon: GeoPolygon) -> [Int] {
    core.offsets(in: [polygon])
  }

  /// How many places are in a polygon, without listing them.
  @inlinable
  public func count(in polygon: GeoPolygon) -> Int {
    core.count(in: [polygon])
  }

  /// The places in a region of several polygons, in input order: those for which
  /// ``GeoMultiPolygon/contains(_:)`` holds.
  @inlinable
  public func elements(in region: GeoMultiPolygon) -> [Element] {
    core.offsets(in: region.polygons).map { elements[$0] }
  }

  /// The offsets of the places in a region of several polygons, ascending.
  @inlinable
  public func offsets(in region: GeoMultiPolygon) -> [Int] {
    core.offsets(in: region.polygons)
  }

  /// How many places are in a region of several polygons, without listing them.
  @inlinable
  public func count(in region: GeoMultiPolygon) -> Int {
    core.count(in: region.polygons)
  }

  /// The places along a route, in input order: those within a distance of a path.
  ///
  /// Exactly those for which ``GeoPath/distance(to:on:)`` on the mean sphere is at most the
  /// distance. Nothing is found along a path without vertices or with an invalid one.
  ///
  /// ```swift
  /// let chargers = index.elements(within: 2_000, of: route)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func elements(within distance: Double, of path: GeoPath) -> [Element] {
    core.offsets(within: distance, of: path).map { elements[$0] }
  }

  /// The offsets of the places within a distance of a path, ascending.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func offsets(within distance: Double, of path: GeoPath) -> [Int] {
    core.offsets(within: distance, of: path)
  }

  /// How many places are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) -> Int {
    core.count(within: distance, of: path)
  }
}

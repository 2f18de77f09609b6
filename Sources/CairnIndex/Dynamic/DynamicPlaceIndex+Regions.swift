public import CairnGeodesy

extension DynamicPlaceIndex {
  /// The elements in a polygon, in the order in which they came: those for which
  /// ``GeoPolygon/contains(_:)`` holds.
  ///
  /// Nodes of the tree that no border touches are taken or left as a whole.
  @inlinable
  public func elements(in polygon: GeoPolygon) -> [Element] {
    core.slots(in: [polygon]).compactMap { entries[$0]?.element }
  }

  /// How many elements are in a polygon, without listing them.
  @inlinable
  public func count(in polygon: GeoPolygon) -> Int {
    core.count(in: [polygon])
  }

  /// The elements in a region of several polygons, in the order in which they came: those for
  /// which ``GeoMultiPolygon/contains(_:)`` holds.
  @inlinable
  public func elements(in region: GeoMultiPolygon) -> [Element] {
    core.slots(in: region.polygons).compactMap { entries[$0]?.element }
  }

  /// How many elements are in a region of several polygons, without listing them.
  @inlinable
  public func count(in region: GeoMultiPolygon) -> Int {
    core.count(in: region.polygons)
  }

  /// The elements along a route, in the order in which they came: those within a distance of a
  /// path.
  ///
  /// Exactly those for which ``GeoPath/distance(to:on:)`` on the mean sphere is at most the
  /// distance. Nothing is found along a path without vertices or with an invalid one, nor within
  /// a distance that is negative or NaN.
  ///
  /// ```swift
  /// let taxis = index.elements(within: 500, of: route)
  /// ```
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func elements(within distance: Double, of path: GeoPath) -> [Element] {
    core.slots(within: distance, of: path).compactMap { entries[$0]?.element }
  }

  /// How many elements are within a distance of a path, without listing them.
  ///
  /// - Parameters:
  ///   - distance: metres from the path; the edge is included.
  ///   - path: a route or a track.
  @inlinable
  public func count(within distance: Double, of path: GeoPath) -> Int {
    core.count(within: distance, of: path)
  }
}

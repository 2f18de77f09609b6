/// A region of several polygons, such as a country with its islands.
///
/// ```swift
/// let islands = GeoMultiPolygon([north, south])
/// islands.contains(Coordinate(latitude: -36.85, longitude: 174.76))
/// ```
public struct GeoMultiPolygon: Hashable, Sendable {
  /// The polygons; they should not overlap.
  public let polygons: [GeoPolygon]

  /// Makes a region of polygons.
  @inlinable
  public init(_ polygons: [GeoPolygon]) {
    self.polygons = polygons
  }

  /// Whether a coordinate lies in one of the polygons; see ``GeoPolygon/contains(_:)``.
  public func contains(_ coordinate: Coordinate) -> Bool {
    polygons.contains { $0.contains(coordinate) }
  }
}

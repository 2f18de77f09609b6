/// A line over the Earth through coordinates, joined by great-circle arcs: a route or a track.
///
/// Each edge is the shorter great-circle arc between its ends. Edges may cross the antimeridian
/// and the poles. An edge between two antipodes has no shortest way; do not build one.
public struct GeoPath: Hashable, Sendable {
  /// The vertices in order.
  public var coordinates: [Coordinate]

  /// Makes a path from its vertices.
  ///
  /// - Parameter coordinates: the vertices in order; there may be none, or only one.
  @inlinable
  public init(_ coordinates: [Coordinate]) {
    self.coordinates = coordinates
  }

  /// The path in the other direction.
  ///
  /// - Complexity: O(*n*).
  public func reversed() -> GeoPath {
    GeoPath(coordinates.reversed())
  }
}

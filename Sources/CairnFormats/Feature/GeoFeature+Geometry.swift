public import CairnGeodesy

extension GeoFeature {
  /// The shape of a feature: the seven geometries of the simple-feature model (ISO 19125).
  ///
  /// Positions stand as the source gave them: rings keep their direction and their closing
  /// position, lines across the antimeridian keep their longitudes.
  public enum Geometry: Hashable, Sendable {
    /// One position.
    case point(Position)
    /// Any number of positions.
    case multiPoint([Position])
    /// A line through positions.
    case lineString([Position])
    /// Any number of lines.
    case multiLineString([[Position]])
    /// A ring and the rings of its holes; none for an empty polygon.
    case polygon([[Position]])
    /// Any number of polygons.
    case multiPolygon([[[Position]]])
    /// Any number of geometries of any kind.
    case collection([Geometry])
  }

  /// A place of a geometry: a coordinate and, where known, its elevation.
  public struct Position: Hashable, Sendable {
    /// Latitude and longitude in degrees.
    public var coordinate: Coordinate
    /// Metres above the level that the source counts from; nil where unknown.
    public var elevation: Double?

    /// Makes a position.
    ///
    /// - Parameters:
    ///   - coordinate: latitude and longitude in degrees.
    ///   - elevation: metres above the level that the source counts from; nil where unknown.
    public init(_ coordinate: Coordinate, elevation: Double? = nil) {
      self.coordinate = coordinate
      self.elevation = elevation
    }
  }
}

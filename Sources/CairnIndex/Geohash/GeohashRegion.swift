public import CairnGeodesy

/// What a cover or a query by geohash is asked about.
///
/// ```swift
/// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
/// let cover = try GeohashCover(.cap(Cap(center: oslo, radius: 2_000)), precision: 6)
/// ```
public enum GeohashRegion: Sendable {
  /// The box with its four bounds.
  case box(BoundingBox)
  /// The circle with its edge.
  case cap(Cap)
  /// The inside of a polygon; edges are great-circle arcs.
  case polygon(GeoPolygon)
  /// The inside of any of the polygons.
  case multiPolygon(GeoMultiPolygon)
  /// The places within a distance in metres of a path, edge included: those along a route.
  ///
  /// Empty when the distance is negative or NaN, or the path has no vertex or an invalid one.
  case corridor(GeoPath, distance: Double)

  /// Whether a coordinate lies in the region, exactly as the shape itself says.
  ///
  /// - Complexity: that of the shape's `contains`.
  public func contains(_ coordinate: Coordinate) -> Bool {
    switch self {
    case .box(let box): box.contains(coordinate)
    case .cap(let cap): cap.contains(coordinate)
    case .polygon(let polygon): polygon.contains(coordinate)
    case .multiPolygon(let polygons): polygons.contains(coordinate)
    case .corridor(let path, let distance): path.distance(to: coordinate) <= distance
    }
  }
}

/// How a cell lies to a region.
internal enum GeohashRelation {
  /// No point of the cell is in the region.
  case outside
  /// The cell may have points inside and outside.
  case crossing
  /// Every point of the cell is in the region.
  case inside
}

/// A region that can say how a cell lies to it, and what of it matters within that cell.
internal protocol GeohashShape {
  /// What a cell hands down to its halves: the parts of the region that touch it.
  associatedtype Parts

  /// All parts.
  var parts: Parts { get }

  /// A box with all of the region in it; nil to look at the whole Earth.
  var bounds: BoundingBox? { get }

  /// How a cell lies to the region, and the parts that touch it.
  ///
  /// It may say `crossing` when in doubt, and never `outside` of a cell that holds a point of the
  /// region.
  func relation(of cell: GeohashCell, parts: Parts) -> (GeohashRelation, Parts)
}

extension GeohashRegion {
  /// Calls the body with the region as a shape; nil when it is empty.
  internal func withShape<Result, Failure: Error>(
    _ body: (any GeohashShape) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    switch self {
    case .box(let box): box.isEmpty ? nil : try body(GeohashBoxShape(box))
    case .cap(let cap): cap.isEmpty ? nil : try body(GeohashCapShape(cap))
    case .polygon(let polygon): try body(GeohashPolygonShape([polygon]))
    case .multiPolygon(let polygons): try body(GeohashPolygonShape(polygons.polygons))
    case .corridor(let path, let distance):
      if let shape = GeohashCorridorShape(path, distance: distance) { try body(shape) } else { nil }
    }
  }
}

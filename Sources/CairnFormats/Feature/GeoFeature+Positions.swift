internal import CairnGeodesy

extension GeoFeature.Geometry {
  /// What GeoJSON calls this kind of geometry: `Point`, `MultiLineString`, `GeometryCollection`.
  public var name: String {
    switch self {
    case .point: "Point"
    case .multiPoint: "MultiPoint"
    case .lineString: "LineString"
    case .multiLineString: "MultiLineString"
    case .polygon: "Polygon"
    case .multiPolygon: "MultiPolygon"
    case .collection: "GeometryCollection"
    }
  }

  /// Calls a closure with each position, in order; an empty point has none.
  public func forEachPosition<E: Error>(
    _ body: (GeoFeature.Position) throws(E) -> Void
  ) throws(E) {
    switch self {
    case .point(let position): if !position.isNowhere { try body(position) }
    case .multiPoint(let positions), .lineString(let positions):
      for position in positions { try body(position) }
    case .multiLineString(let lines), .polygon(let lines):
      for line in lines { for position in line { try body(position) } }
    case .multiPolygon(let polygons):
      for rings in polygons { for ring in rings { for position in ring { try body(position) } } }
    case .collection(let members):
      for member in members { try member.forEachPosition(body) }
    }
  }

  /// The first position that a closure accepts.
  internal func firstPosition(
    where isWanted: (GeoFeature.Position) -> Bool
  ) -> GeoFeature.Position? {
    struct Found: Error { let position: GeoFeature.Position }
    do throws(Found) {
      try forEachPosition { position throws(Found) in
        if isWanted(position) { throw Found(position: position) }
      }
      return nil
    } catch {
      return error.position
    }
  }

  /// Whether a position has an elevation.
  internal var hasElevation: Bool { firstPosition { $0.elevation != nil } != nil }

  /// Whether all positions are finite.
  internal var isFinite: Bool {
    firstPosition {
      !($0.coordinate.latitude.isFinite && $0.coordinate.longitude.isFinite
        && ($0.elevation ?? 0).isFinite)
    } == nil
  }
}

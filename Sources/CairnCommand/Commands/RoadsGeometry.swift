internal import CairnFormats
internal import CairnGeodesy

/// Lines and areas of roads as GeoJSON, cut at 180 degrees (RFC 7946, section 3.1.9).
enum RoadsGeometry {
  /// The polygons of a region, cut at 180 degrees, with closed rings.
  static func polygons(_ area: GeoMultiPolygon) -> [[[Coordinate]]] {
    let polygons = area.polygons.map { polygon -> [[GeoFeature.Position]] in
      let start = polygon.outer.first?.longitude ?? 0
      return ([polygon.outer] + polygon.holes).map { ring in
        unrolled(ring + ring.prefix(1), from: start).map { GeoFeature.Position($0) }
      }
    }
    guard
      case .multiPolygon(let parts) = GeoFeature.Geometry.multiPolygon(polygons)
        .cutAtAntimeridian()
    else { return [] }
    return parts.map { $0.map { $0.map(\.coordinate) } }
  }

  /// The parts of a line, cut at 180 degrees; one part for most lines.
  static func lines(_ line: [Coordinate]) -> [[Coordinate]] {
    guard zip(line, line.dropFirst()).contains(where: { crosses($0, $1) }) else { return [line] }
    switch GeoFeature.Geometry.lineString(line.map { GeoFeature.Position($0) })
      .cutAtAntimeridian()
    {
    case .lineString(let line): return [line.map(\.coordinate)]
    case .multiLineString(let lines): return lines.map { $0.map(\.coordinate) }
    default: return [line]
    }
  }

  private static func crosses(_ start: Coordinate, _ end: Coordinate) -> Bool {
    (end.longitude - start.longitude).magnitude > 180
  }

  /// The same ring with longitudes beyond 180 degrees where it crosses them: edges take the shorter
  /// way, but those of GeoJSON follow the longitudes numerically.
  private static func unrolled(_ ring: [Coordinate], from start: Double) -> [Coordinate] {
    var before = start
    return ring.map { corner in
      let turns = ((before - corner.longitude) / 360).rounded()
      before = turns == 0 ? corner.longitude : corner.longitude + 360 * turns
      return Coordinate(latitude: corner.latitude, longitude: before)
    }
  }

  /// Writes a feature with a line, or with several if it crosses 180 degrees.
  static func feature(
    line: [Coordinate], to json: inout JSONWriter, properties: (inout JSONWriter) -> Void
  ) {
    let lines = lines(line)
    guard lines.count > 1 else {
      return RoadsOutput.feature("LineString", to: &json) { json in
        RoadsOutput.write(line, to: &json)
      } properties: {
        properties(&$0)
      }
    }
    RoadsOutput.feature("MultiLineString", to: &json) { json in
      json.beginArray()
      for line in lines { RoadsOutput.write(line, to: &json) }
      json.endArray()
    } properties: {
      properties(&$0)
    }
  }
}

public import CairnGeodesy

extension CountryAtlas {
  /// The outline of a country, its parts with their holes.
  ///
  /// The edges follow the boundaries, which are straight in degrees; vertices are added on long
  /// edges as ``CairnGeodesy/GeoPolygon/init(straightInDegrees:holes:tolerance:)`` does. Without
  /// simplification the polygons hold the places that ``landOnly`` finds, up to ten metres at
  /// such edges. Parts may cross the antimeridian, and Antarctica holds its pole.
  ///
  /// - Parameters:
  ///   - country: a country that has land in this atlas; others give no polygon.
  ///   - tolerance: metres by which the outline may deviate, for drawing; 0 for every vertex.
  ///     Neighbours simplified by the same tolerance still share their border.
  /// - Complexity: O(*n*) in the number of all vertices of the atlas.
  public func outline(of country: Country, tolerance: Double = 0) -> GeoMultiPolygon {
    outline(of: [country], tolerance: tolerance)
  }

  /// The outline of several countries together, without the borders between them.
  ///
  /// See ``outline(of:tolerance:)``.
  public func outline(of countries: Set<Country>, tolerance: Double = 0) -> GeoMultiPolygon {
    let outlines = AreaOutlines(arcs: borders.arcs)
    let rings = outlines.rings(tolerance: tolerance) { area in
      country(ofArea: area).map(countries.contains) ?? false
    }
    // Land is at the left of a ring: counterclockwise rings are parts, clockwise ones holes.
    var parts: [(polygon: GeoPolygon, ring: [Coordinate], holes: [[Coordinate]])] = []
    var holes: [[Coordinate]] = []
    for ring in rings {
      if GeoPolygon(ring).isCounterclockwise {
        parts.append((GeoPolygon(straightTheShorterWay: ring), ring, []))
      } else {
        holes.append(ring)
      }
    }
    for hole in holes {
      // The smallest part around it; a hole may touch the part in some of its corners.
      let around = parts.indices.filter { part in
        hole.prefix(64).filter { parts[part].polygon.contains($0) }.count * 2
          > min(hole.count, 64)
      }
      let smallest = around.min { parts[$0].polygon.area() < parts[$1].polygon.area() }
      if let smallest { parts[smallest].holes.append(hole) }
    }
    return GeoMultiPolygon(
      parts.map { part in
        part.holes.isEmpty
          ? part.polygon : GeoPolygon(straightTheShorterWay: part.ring, holes: part.holes)
      })
  }
}

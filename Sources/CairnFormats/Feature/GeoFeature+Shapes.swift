public import CairnGeodesy

extension GeoFeature.Geometry {
  /// Creates a point without elevation.
  public init(_ coordinate: Coordinate) {
    self = .point(GeoFeature.Position(coordinate))
  }

  /// Creates a line that follows a path, whose edges are great circles.
  ///
  /// Adds vertices until straight lines in degrees follow the great circles.
  ///
  /// - Parameters:
  ///   - path: the path; its coordinates should be valid.
  ///   - tolerance: the maximum deviation in meters, at least 1; infinity adds no vertices.
  public init(_ path: GeoPath, tolerance: Double = 10) {
    self = .lineString(greatCircles(path.coordinates, tolerance: tolerance))
  }

  /// Creates a polygon that follows another one, whose edges are great circles.
  ///
  /// Adds vertices until straight lines in degrees follow the great circles. Longitudes continue
  /// beyond 180 degrees where a ring crosses it; a ring around a pole is closed along the pole, and
  /// a region that contains both poles becomes the whole map with a hole.
  ///
  /// - Parameters:
  ///   - polygon: the region; its coordinates should be valid.
  ///   - tolerance: the maximum deviation in meters, at least 1; infinity adds no vertices.
  public init(_ polygon: GeoPolygon, tolerance: Double = 10) {
    self = .polygon(Self.rings(of: polygon, tolerance: tolerance))
  }

  /// Creates the polygons of a region; see ``init(_:tolerance:)``.
  public init(_ region: GeoMultiPolygon, tolerance: Double = 10) {
    self = .multiPolygon(region.polygons.map { Self.rings(of: $0, tolerance: tolerance) })
  }

  /// Creates the polygon of a bounding box; without rings if the box is empty.
  public init(_ box: BoundingBox) {
    guard !box.isEmpty else {
      self = .polygon([])
      return
    }
    let sides = [box.west, box.west + box.longitudeSpan]
    let south = sides.map { Coordinate(latitude: box.south, longitude: $0) }
    let north = sides.reversed().map { Coordinate(latitude: box.north, longitude: $0) }
    self = .polygon([(south + north + south.prefix(1)).map { GeoFeature.Position($0) }])
  }

  /// The polygons of the geometry, including those of a collection, as a region.
  ///
  /// Edges are straight in degrees, as in files (RFC 7946, section 3.1.1); see
  /// ``GeoPolygon/init(straightInDegrees:holes:tolerance:)``.
  ///
  /// - Parameter tolerance: the maximum deviation of the region's great circles, in meters.
  /// - Returns: nil if the geometry contains no polygon.
  public func region(tolerance: Double = 10) -> GeoMultiPolygon? {
    let polygons = polygonRings.map { rings in
      GeoPolygon(
        straightInDegrees: rings.first ?? [], holes: Array(rings.dropFirst()),
        tolerance: tolerance)
    }
    return polygons.isEmpty ? nil : GeoMultiPolygon(polygons)
  }

  /// The rings of each polygon of the geometry, including those of a collection.
  public var polygonRings: [[[Coordinate]]] {
    switch self {
    case .polygon(let rings): return rings.isEmpty ? [] : [rings.map { $0.map(\.coordinate) }]
    case .multiPolygon(let polygons):
      return polygons.filter { !$0.isEmpty }.map { $0.map { $0.map(\.coordinate) } }
    case .collection(let members): return members.flatMap(\.polygonRings)
    case .point, .multiPoint, .lineString, .multiLineString: return []
    }
  }

  /// The lines of the geometry, including those of a collection.
  public var paths: [GeoPath] {
    switch self {
    case .lineString(let line): return [GeoPath(line.map(\.coordinate))]
    case .multiLineString(let lines): return lines.map { GeoPath($0.map(\.coordinate)) }
    case .collection(let members): return members.flatMap(\.paths)
    case .point, .multiPoint, .polygon, .multiPolygon: return []
    }
  }

  private static func rings(
    of polygon: GeoPolygon, tolerance: Double
  ) -> [[GeoFeature.Position]] {
    polygon.ringsOnMap { start, end in
      greatCircles([start, end], tolerance: tolerance).dropFirst().map(\.coordinate)
    }.map { $0.map { GeoFeature.Position($0) } }
  }
}

/// The vertices of a line that follows great circles, straight in degrees.
private func greatCircles(
  _ line: [Coordinate], tolerance: Double
) -> [GeoFeature.Position] {
  guard var last = line.first else { return [] }
  var result = [GeoFeature.Position(last)]
  let limit = max(tolerance, 1)
  for next in line.dropFirst() {
    if last.isValid, next.isValid, limit.isFinite {
      let turn = (next.longitude - last.longitude).remainder(dividingBy: 360)
      if turn.magnitude == 180, last.latitude.magnitude != 90, next.latitude.magnitude != 90 {
        // The edge passes over a pole: in degrees, a step along the pole's parallel.
        let pole = last.latitude + next.latitude < 0 ? -90.0 : 90
        for corner in [last, next] {
          result.append(.init(Coordinate(latitude: pole, longitude: corner.longitude)))
        }
      } else {
        addGreatCircle(from: last, to: next, limit: limit, depth: 12, &result)
      }
    }
    result.append(GeoFeature.Position(next))
    last = next
  }
  return result
}

/// Adds vertices between two places, bisecting until the great circle is straight enough in
/// degrees.
private func addGreatCircle(
  from start: Coordinate, to end: Coordinate, limit: Double, depth: Int,
  _ result: inout [GeoFeature.Position]
) {
  guard depth > 0 else { return }
  let width = (end.longitude - start.longitude).remainder(dividingBy: 360)
  // Tested at three points: at the midpoint alone, a line across the equator may be straight by
  // chance.
  let isStraight = [0.25, 0.5, 0.75].allSatisfy { fraction in
    let place = start.interpolated(to: end, fraction: fraction)
    guard width != 0, place.latitude.magnitude < 90 else { return true }
    let ahead = (place.longitude - start.longitude).remainder(dividingBy: 360)
    let straight = Coordinate(
      latitude: start.latitude + (end.latitude - start.latitude) * (ahead / width),
      longitude: place.longitude)
    return straight.isValid && place.distance(to: straight) <= limit
  }
  if isStraight { return }
  let middle = start.interpolated(to: end, fraction: 0.5)
  addGreatCircle(from: start, to: middle, limit: limit, depth: depth - 1, &result)
  result.append(GeoFeature.Position(middle))
  addGreatCircle(from: middle, to: end, limit: limit, depth: depth - 1, &result)
}

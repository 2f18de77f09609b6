public import CairnGeodesy

extension GeoFeature.Geometry {
  /// A point without elevation.
  public init(_ coordinate: Coordinate) {
    self = .point(GeoFeature.Position(coordinate))
  }

  /// A line that follows a path, whose edges are great circles.
  ///
  /// Vertices are added until straight lines in degrees follow the great circles.
  ///
  /// - Parameters:
  ///   - path: the way; its coordinates should be valid.
  ///   - tolerance: the greatest deviation in metres, at least a metre; an infinite one adds none.
  public init(_ path: GeoPath, tolerance: Double = 10) {
    self = .lineString(greatCircles(path.coordinates, tolerance: tolerance))
  }

  /// A polygon that follows another, whose edges are great circles.
  ///
  /// Vertices are added until straight lines in degrees follow the great circles. Longitudes go on
  /// beyond 180 degrees where a ring crosses it; a ring around a pole is closed along the pole, and
  /// a region with both poles inside becomes the whole map with a hole.
  ///
  /// - Parameters:
  ///   - polygon: the region; its coordinates should be valid.
  ///   - tolerance: the greatest deviation in metres, at least a metre; an infinite one adds none.
  public init(_ polygon: GeoPolygon, tolerance: Double = 10) {
    self = .polygon(Self.rings(of: polygon, tolerance: tolerance))
  }

  /// The polygons of a region; see ``init(_:tolerance:)``.
  public init(_ region: GeoMultiPolygon, tolerance: Double = 10) {
    self = .multiPolygon(region.polygons.map { Self.rings(of: $0, tolerance: tolerance) })
  }

  /// A polygon of the places in a box; without rings for an empty box.
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

  /// The polygons of the geometry, also those of a collection, as a region.
  ///
  /// Edges are straight in degrees, as files mean them (RFC 7946, section 3.1.1); see
  /// ``GeoPolygon/init(straightInDegrees:holes:tolerance:)``.
  ///
  /// - Parameter tolerance: the greatest deviation of the region's great circles, in metres.
  /// - Returns: nil for a geometry without a polygon.
  public func region(tolerance: Double = 10) -> GeoMultiPolygon? {
    let polygons = polygonRings.map { rings in
      GeoPolygon(
        straightInDegrees: rings.first ?? [], holes: Array(rings.dropFirst()),
        tolerance: tolerance)
    }
    return polygons.isEmpty ? nil : GeoMultiPolygon(polygons)
  }

  /// The rings of each polygon of the geometry, also of those in a collection.
  public var polygonRings: [[[Coordinate]]] {
    switch self {
    case .polygon(let rings): return rings.isEmpty ? [] : [rings.map { $0.map(\.coordinate) }]
    case .multiPolygon(let polygons):
      return polygons.filter { !$0.isEmpty }.map { $0.map { $0.map(\.coordinate) } }
    case .collection(let members): return members.flatMap(\.polygonRings)
    case .point, .multiPoint, .lineString, .multiLineString: return []
    }
  }

  /// The lines of the geometry, also those of a collection.
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

/// A line in degrees along great circles.
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
        // Straight over a pole, which in degrees is a step along it.
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

/// Adds what lies between two places, halving until the great circle is straight enough.
private func addGreatCircle(
  from start: Coordinate, to end: Coordinate, limit: Double, depth: Int,
  _ result: inout [GeoFeature.Position]
) {
  guard depth > 0 else { return }
  let width = (end.longitude - start.longitude).remainder(dividingBy: 360)
  // In the middle alone a line that crosses the equator may be straight by chance.
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

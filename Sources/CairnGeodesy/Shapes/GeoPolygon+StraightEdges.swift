extension GeoPolygon {
  /// Makes a polygon whose edges are straight in degrees, as on a map in longitude and latitude.
  ///
  /// This is how GeoJSON means its edges (RFC 7946, section 3.1.1), and how borders along a
  /// parallel are recorded with vertices far apart: a great circle between two points of the 49th
  /// parallel runs up to hundreds of kilometres north of it. Vertices are added on long edges
  /// until the great-circle edges of the result follow the straight ones to the tolerance; short
  /// edges get none. The added vertices do not depend on the direction of the edge, so polygons
  /// that shared a border still share it.
  ///
  /// An edge runs from longitude to longitude as the numbers say: from 170 to -170 over Greenwich,
  /// from 170 to 190 across the antimeridian, from -180 to 180 once around the Earth. The inside is
  /// what the ring encloses on the map, whichever way it runs and however large it is, and a
  /// pole is inside where the ring goes along it, as that of Antarctica does, closed along 90°S.
  ///
  /// ```swift
  /// let ring = [(-80, -170), (-80, 170), (80, 170), (80, -170)].map {
  ///   Coordinate(latitude: $0.0, longitude: $0.1)
  /// }
  /// GeoPolygon(straightInDegrees: ring).contains(paris)   // true: all but a strip at 180 degrees
  /// GeoPolygon(ring).contains(paris)                      // false: the strip, between great circles
  /// ```
  ///
  /// For a region of more than half the Earth ``outer`` runs counterclockwise and ``interior`` is
  /// ``Interior/leftOfRing``. Near the poles, where straight lines in degrees are spirals, an edge
  /// gets at most 10,000 parts. Longitudes more than ten turns apart count modulo 360.
  ///
  /// - Parameters:
  ///   - outer: the vertices of the outer ring.
  ///   - holes: the rings of the holes.
  ///   - tolerance: the greatest deviation of an edge in metres, at least a millimetre; an infinite
  ///     one and NaN add only what keeps long edges from going the other way around.
  public init(
    straightInDegrees outer: [Coordinate], holes: [[Coordinate]] = [], tolerance: Double = 10
  ) {
    self.init(
      ringOnSphere(outer, tolerance: tolerance),
      holes: holes.map { ringOnSphere($0, tolerance: tolerance) })
  }

  /// Makes a polygon of straight edges in degrees, each the shorter way around in longitude.
  package init(
    straightTheShorterWay outer: [Coordinate], holes: [[Coordinate]] = [], tolerance: Double = 10
  ) {
    func following(_ ring: [Coordinate]) -> [Coordinate] {
      followingStraightLines(ring, tolerance: tolerance, takesShorterWay: true)
    }
    self.init(following(outer), holes: holes.map(following))
  }
}

/// A ring of a map on the sphere, with the side that it encloses on the map.
private func ringOnSphere(
  _ ring: [Coordinate], tolerance: Double
) -> (ring: [Coordinate], interior: GeoPolygon.Interior) {
  let line = followingStraightLines(ring, tolerance: tolerance, takesShorterWay: false)
  // Near the half of the Earth the smaller side would depend on the rounding.
  let area = areaOnMap(ring)
  guard abs(area) > 2 * .pi - 1e-3 else { return (line, .smallerSide) }
  return (area > 0 ? line : line.reversed(), .leftOfRing)
}

/// The area in steradians that a ring of straight edges in degrees encloses, positive when it runs
/// counterclockwise: minus the integral of the latitude's sine over the longitude.
private func areaOnMap(_ ring: [Coordinate]) -> Double {
  guard let last = ring.last else { return 0 }
  var sum = 0.0
  var start = (longitude: last.longitude, latitude: last.latitude)
  for vertex in ring {
    let width = edgeWidth(from: start.longitude, to: vertex.longitude)
    if width != 0 {
      // The mean of the sine between two latitudes.
      let rise = (vertex.latitude - start.latitude) / 2 * (.pi / 180)
      let middle = sineAndCosine(degrees: (vertex.latitude + start.latitude) / 2).sine
      let spread = abs(rise) < 1e-4 ? 1 : sineAndCosine(radians: rise).sine / rise
      sum -= width * (.pi / 180) * middle * spread
    }
    start = (vertex.longitude, vertex.latitude)
  }
  return sum
}

/// The degrees eastwards that an edge runs, as the numbers say.
private func edgeWidth(from start: Double, to end: Double) -> Double {
  let width = end - start
  return abs(width) <= 3_600 ? width : width.remainder(dividingBy: 360)
}

/// A ring with vertices added along its straight edges.
private func followingStraightLines(
  _ ring: [Coordinate], tolerance: Double, takesShorterWay: Bool
) -> [Coordinate] {
  guard let last = ring.last, ring.allSatisfy({ $0.isValid }) else { return ring }
  var result: [Coordinate] = []
  result.reserveCapacity(ring.count)
  var start = last
  for end in ring {
    let width = takesShorterWay ? nil : edgeWidth(from: start.longitude, to: end.longitude)
    addPoints(between: start, and: end, width: width, tolerance: tolerance, to: &result)
    result.append(end)
    start = end
  }
  return result
}

/// Adds points along an edge that runs so many degrees eastwards, or the shorter way around.
private func addPoints(
  between start: Coordinate, and end: Coordinate, width given: Double?, tolerance: Double,
  to result: inout [Coordinate]
) {
  let a = longitudeRange(start.longitude)
  let b = longitudeRange(end.longitude)
  // From west to east whatever the direction, so that both neighbours get the same points.
  let isForwards = given.map { $0 >= 0 } ?? (eastward(from: a, to: b) <= eastward(from: b, to: a))
  let (west, east) = isForwards ? (start, end) : (end, start)
  let origin = isForwards ? a : b
  var width = isForwards ? eastward(from: a, to: b) : eastward(from: b, to: a)
  if let given, abs(given) > 180 { width = abs(given) }
  let rise = east.latitude - west.latitude
  // All of a pole is one place.
  let isAtPole = rise == 0 && abs(west.latitude) == 90
  // An edge of the sphere is less than half a turn long.
  let least = isAtPole ? 1 : abs(rise) == 180 ? 2 : width > 150 ? (width / 120).rounded(.up) : 1
  if isAtPole || (width == 0 && least == 1) { return }

  // A great circle has latitude'' = -(sin cos + 2 tan latitude'^2) by longitude, a straight line
  // none; between common ends they part by an eighth of that times the width squared.
  let steepest = max(abs(west.latitude), abs(east.latitude))
  let bend = sineAndCosine(degrees: min(steepest, 89.9))
  let middle = sineAndCosine(
    degrees: min(max(45, min(abs(west.latitude), abs(east.latitude))), steepest))
  let radian = Double.pi / 180
  let curve =
    max(abs(bend.sine * bend.cosine), abs(middle.sine * middle.cosine)) * width * width
    + 2 * bend.sine / bend.cosine * rise * rise
  let deviation = curve * radian * radian / 8 * Sphere.mean.radius
  let ratio = deviation / max(tolerance, 1e-3)
  // Also false for the NaN of a tolerance that is none.
  let wanted = width > 0 && ratio > 1 ? min(ratio.squareRoot().rounded(.up), 10_000) : 1
  let parts = Int(max(wanted, least))
  guard parts > 1 else { return }
  let indices = Array(1..<parts)
  for index in isForwards ? indices : indices.reversed() {
    let fraction = Double(index) / Double(parts)
    result.append(
      Coordinate(
        latitude: west.latitude + rise * fraction,
        longitude: longitudeRange(origin + width * fraction)))
  }
}

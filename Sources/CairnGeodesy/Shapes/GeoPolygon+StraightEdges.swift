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
  /// An edge takes the shorter way around the Earth in longitude. Near the poles, where straight
  /// lines in degrees are spirals, an edge gets at most 10,000 parts.
  ///
  /// - Parameters:
  ///   - outer: the vertices of the outer ring.
  ///   - holes: the rings of the holes.
  ///   - tolerance: the greatest deviation of an edge in metres, at least a millimetre; NaN adds
  ///     no vertices.
  public init(
    straightInDegrees outer: [Coordinate], holes: [[Coordinate]] = [], tolerance: Double = 10
  ) {
    self.init(
      followingStraightLines(outer, tolerance: tolerance),
      holes: holes.map { followingStraightLines($0, tolerance: tolerance) })
  }
}

/// A ring with vertices added along its straight edges.
private func followingStraightLines(_ ring: [Coordinate], tolerance: Double) -> [Coordinate] {
  guard let last = ring.last, ring.allSatisfy({ $0.isValid }) else { return ring }
  var result: [Coordinate] = []
  result.reserveCapacity(ring.count)
  var start = last
  for end in ring {
    addPoints(between: start, and: end, tolerance: tolerance, to: &result)
    result.append(end)
    start = end
  }
  return result
}

private func addPoints(
  between start: Coordinate, and end: Coordinate, tolerance: Double,
  to result: inout [Coordinate]
) {
  let a = longitudeRange(start.longitude)
  let b = longitudeRange(end.longitude)
  // From west to east whatever the direction, so that both neighbours get the same points.
  let isForwards = eastward(from: a, to: b) <= eastward(from: b, to: a)
  let (west, east) = isForwards ? (start, end) : (end, start)
  let origin = isForwards ? a : b
  let width = isForwards ? eastward(from: a, to: b) : eastward(from: b, to: a)
  let rise = east.latitude - west.latitude
  if width == 0 { return }

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
  guard ratio > 1 else { return }
  let parts = Int(min(ratio.squareRoot().rounded(.up), 10_000))
  let indices = Array(1..<parts)
  for index in isForwards ? indices : indices.reversed() {
    let fraction = Double(index) / Double(parts)
    result.append(
      Coordinate(
        latitude: west.latitude + rise * fraction,
        longitude: longitudeRange(origin + width * fraction)))
  }
}

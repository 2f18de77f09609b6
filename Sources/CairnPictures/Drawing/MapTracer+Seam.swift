internal import CairnGeodesy

// Maps that are cut along a meridian. A path is traced as a curve in the plane of longitude and
// latitude, without wrapping the longitude; the map is the strip from -180 to 180. The visible part
// consists of copies of the curve, shifted by multiples of 360 degrees and cut to the strip.

extension MapTracer {
  /// A ring as closed curves; if it goes around the sphere, it is closed along the edge of the
  /// south pole.
  func seamRing(_ ring: [Coordinate], _ kind: MapEdge.Kind) -> [[PlanePoint]] {
    var curve = seamCurve(ring + ring.prefix(1), kind)
    guard let first = curve.first, let last = curve.last else { return [] }
    if (last.x - first.x).magnitude > 180 {
      curve.append(PlanePoint(x: last.x, y: -90))
      curve.append(PlanePoint(x: first.x, y: -90))
    }
    return strips(curve).compactMap { shift in
      var part = shift == 0 ? curve : curve.map { PlanePoint(x: $0.x + shift, y: $0.y) }
      part = clipped(ring: part, to: HalfPlane(a: 1, b: 0, limit: 180))
      part = clipped(ring: part, to: HalfPlane(a: -1, b: 0, limit: 180))
      guard part.count > 2, let end = part.last else { return nil }
      var pixels: [PlanePoint] = []
      pixels.reserveCapacity(part.count)
      var previous = end
      for point in part {
        // The edge of the map is curved, and a cut may follow it for a long distance.
        let steps = previous.x == point.x ? ((point.y - previous.y) / 2).magnitude.rounded(.up) : 1
        for step in stride(from: 1.0, to: steps, by: 1) {
          let between = previous.interpolated(to: point, fraction: step / steps)
          pixels.append(seamPixel(between.x, between.y))
        }
        pixels.append(seamPixel(point.x, point.y))
        previous = point
      }
      return pixels
    }
  }

  /// A path as lines that end and begin again at the edges of the map.
  func seamLines(_ path: [Coordinate], _ kind: MapEdge.Kind) -> [[PlanePoint]] {
    var lines: [[PlanePoint]] = []
    for part in path.split(whereSeparator: { !$0.isValid }) where part.count > 1 {
      let curve = seamCurve(Array(part), kind)
      for shift in strips(curve) {
        let moved = curve.map { PlanePoint(x: $0.x + shift, y: $0.y) }
        let strip = PixelBox(left: -180, top: -91, right: 180, bottom: 91)
        for cut in clipped(line: moved, to: strip) {
          lines += Self.withoutJumps(cut).map { line in line.map { seamPixel($0.x, $0.y) } }
        }
      }
    }
    return lines.filter { $0.count > 1 }
  }

  /// Splits a line where its longitude jumps, which happens across a pole; the jump is not drawn.
  private static func withoutJumps(_ points: [PlanePoint]) -> [[PlanePoint]] {
    var lines: [[PlanePoint]] = []
    var line: [PlanePoint] = []
    for point in points {
      if let last = line.last, (point.x - last.x).magnitude > 60 {
        lines.append(line)
        line = []
      }
      line.append(point)
    }
    return lines + [line]
  }

  /// The multiples of 360 degrees by which a curve must be shifted to be on the map.
  private func strips(_ curve: [PlanePoint]) -> [Double] {
    var west = Double.infinity
    var east = -Double.infinity
    for point in curve {
      west = min(west, point.x)
      east = max(east, point.x)
    }
    guard west <= east else { return [] }
    let first = ((-180 - east) / 360).rounded(.up)
    let last = ((180 - west) / 360).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * 360 }
  }

  /// The curve in latitudes and unwrapped longitudes from the central meridian.
  private func seamCurve(_ path: [Coordinate], _ kind: MapEdge.Kind) -> [PlanePoint] {
    guard let first = path.first else { return [] }
    let middle = frame.projection.center.longitude
    var curve = [
      PlanePoint(
        x: (first.longitude - middle).remainder(dividingBy: 360), y: first.latitude)
    ]
    curve.reserveCapacity(path.count)
    for (start, end) in zip(path, path.dropFirst()) where start != end {
      let edge = MapEdge(start, end, kind)
      let from = curve[curve.count - 1]
      append(edge, 0, 1, from, seamPixel(from.x, from.y), depth: 0, to: &curve)
    }
    return curve
  }

  /// Appends a part of an edge, subdivided until its pieces look straight.
  private func append(
    _ edge: MapEdge, _ first: Double, _ last: Double, _ start: PlanePoint,
    _ startPixel: PlanePoint, depth: Int, to curve: inout [PlanePoint]
  ) {
    let end = seamPoint(edge.coordinate(at: last), near: start)
    let endPixel = seamPixel(end.x, end.y)
    let isLong = edge.isLong(from: first, to: last)
    if depth < 16, isLong || startPixel.distance(to: endPixel) > 3 {
      let half = (first + last) / 2
      let middle = seamPoint(edge.coordinate(at: half), near: start)
      let chord = startPixel.interpolated(to: endPixel, fraction: 0.5)
      if isLong || seamPixel(middle.x, middle.y).distance(to: chord) > tolerance / 2 {
        append(edge, first, half, start, startPixel, depth: depth + 1, to: &curve)
        let next = curve[curve.count - 1]
        append(
          edge, half, last, next, seamPixel(next.x, next.y), depth: depth + 1, to: &curve)
        return
      }
    }
    curve.append(end)
  }

  /// A coordinate with its longitude unwrapped to the value nearest to a point of the curve.
  private func seamPoint(_ coordinate: Coordinate, near point: PlanePoint) -> PlanePoint {
    let eastward = coordinate.longitude - frame.projection.center.longitude
    return PlanePoint(
      x: point.x + (eastward - point.x).remainder(dividingBy: 360), y: coordinate.latitude)
  }
}

/// Cuts lines at 180 degrees (RFC 7946, section 3.1.9).
internal enum LineCut {
  /// The parts of a line, each from -180 to 180 degrees; one part for a line that does not cross.
  ///
  /// - Complexity: O(*n*).
  internal static func parts(_ line: [GeoFeature.Position]) -> [[GeoFeature.Position]] {
    let unrolled = UnrolledLine(line)
    guard unrolled.crosses, let first = unrolled.vertices.first else {
      return [unrolled.vertices.map { $0.position() }]
    }
    // The map of an end on a seam is the one that the line goes on to.
    let inner = unrolled.vertices.first { $0.x != first.x } ?? first
    var strip = strip(of: first, towards: inner)
    var parts: [[GeoFeature.Position]] = []
    var part = [first]
    func close() {
      if part.count > 1 {
        parts.append(part.map { $0.position(movedBy: -360 * Double(strip)) })
      }
    }
    for vertex in unrolled.vertices.dropFirst() {
      while true {
        let east = MapStrip.east(of: strip)
        let seam = vertex.x > east ? east : vertex.x < east - 360 ? east - 360 : nil
        guard let seam, let before = part.last else { break }
        let crossing = before.crossing(vertex, at: seam)
        if crossing != before { part.append(crossing) }
        close()
        strip += vertex.x > east ? 1 : -1
        part = [crossing]
      }
      part.append(vertex)
    }
    close()
    return parts
  }

  private static func strip(of vertex: MapVertex, towards next: MapVertex) -> Int {
    let strips = MapStrip.strips(from: min(vertex.x, next.x), to: max(vertex.x, next.x))
    return next.x < vertex.x ? strips.upperBound : strips.lowerBound
  }
}

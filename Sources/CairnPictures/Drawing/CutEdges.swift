internal import CairnGeodesy

/// The edges along 180 degrees at which a file cuts an area into parts.
///
/// GeoJSON represents an area across 180 degrees as two parts, and one around a pole as a ring
/// along 180 degrees, the pole and 180 degrees again. The area continues on the other side of such
/// an edge, so the edge is not a part of its outline.
internal struct CutEdges: Sendable {
  /// The latitudes along 180 degrees where the area continues on the other side, sorted: those that
  /// an even number of edges passes.
  private let gaps: [ClosedRange<Double>]

  /// Finds the edges of the rings of one area.
  ///
  /// - Complexity: O(*n* + *m* log *m*) for *n* vertices and *m* edges along 180 degrees.
  init(_ rings: [[Coordinate]]) {
    var ends: [(latitude: Double, change: Int)] = []
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
      where Self.isAlong(start, end) {
        ends.append((min(start.latitude, end.latitude), 1))
        ends.append((max(start.latitude, end.latitude), -1))
      }
    }
    ends.sort { $0.latitude < $1.latitude }
    var gaps: [ClosedRange<Double>] = []
    var count = 0
    for (end, next) in zip(ends, ends.dropFirst()) {
      count += end.change
      guard count > 0, count % 2 == 0, end.latitude < next.latitude else { continue }
      if let last = gaps.last, last.upperBound == end.latitude {
        gaps[gaps.count - 1] = last.lowerBound...next.latitude
      } else {
        gaps.append(end.latitude...next.latitude)
      }
    }
    self.gaps = gaps
  }

  /// The outline along a ring, which may be open or closed: one closed line, or the lines between
  /// the edges at which the area is cut.
  ///
  /// - Complexity: O(*n* log *m*) for *n* vertices and *m* edges along 180 degrees.
  func outline(of ring: [Coordinate]) -> [[Coordinate]] {
    let closed = ring.first == ring.last ? ring : ring + ring.prefix(1)
    guard !gaps.isEmpty else { return [closed] }
    var lines: [[Coordinate]] = []
    var line = Array(closed.prefix(1))
    for (start, end) in zip(closed, closed.dropFirst()) {
      for (first, last) in Self.isAlong(start, end) ? gaps(from: start, to: end) : [] {
        lines.append(line + [Coordinate(latitude: first, longitude: 180)])
        line = [Coordinate(latitude: last, longitude: 180)]
      }
      line.append(end)
    }
    // Neighboring cut edges leave lines without length.
    return (lines + [line]).filter { line in
      line.contains { $0.latitude != line[0].latitude || !Self.isAt180($0) }
    }
  }

  /// Whether an edge runs along 180 degrees.
  private static func isAlong(_ start: Coordinate, _ end: Coordinate) -> Bool {
    isAt180(start) && isAt180(end) && start.latitude != end.latitude
  }

  private static func isAt180(_ place: Coordinate) -> Bool { place.longitude.magnitude == 180 }

  /// The parts of an edge along 180 degrees that are cut, in its direction.
  private func gaps(
    from start: Coordinate, to end: Coordinate
  ) -> [(first: Double, last: Double)] {
    let (south, north) = (min(start.latitude, end.latitude), max(start.latitude, end.latitude))
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].upperBound <= south { low = middle + 1 } else { high = middle }
    }
    let found = gaps[low...].prefix { $0.lowerBound < north }
      .map { $0.clamped(to: south...north) }
    return start.latitude < end.latitude
      ? found.map { ($0.lowerBound, $0.upperBound) }
      : found.reversed().map { ($0.upperBound, $0.lowerBound) }
  }
}

internal import CairnGeodesy

/// The sea in a box, from coastlines, which have the sea on their right.
struct CoastLines {
  /// A coastline with the identifiers of its ends.
  struct Way: Sendable {
    var first: Int64
    var last: Int64
    var line: [Coordinate]
  }

  /// A point in degrees; longitudes are at most 180 degrees from the middle of the box.
  private struct Point: Hashable {
    var x: Double
    var y: Double
  }

  /// The rings of the sea, for the nonzero rule; empty if the box is land; nil if a coastline ends
  /// within the box, so that the sides are not known.
  let sea: [[Coordinate]]?

  init(_ ways: [Way], in box: BoundingBox) {
    let middle = box.center.longitude
    let half = box.longitudeSpan / 2
    func point(_ place: Coordinate) -> Point {
      Point(
        x: middle + (place.longitude - middle).remainder(dividingBy: 360), y: place.latitude)
    }
    let frame = Frame(
      west: middle - half, south: box.south, east: middle + half, north: box.north)
    var rings: [[Point]] = []
    var pieces: [[Point]] = []
    var isBroken = false
    for chain in Self.joined(ways) {
      let line = chain.map(point)
      if line.count > 3, line.first == line.last, line.allSatisfy(frame.contains) {
        rings.append(line)
        continue
      }
      // A ring is cut where it is outside, so that a piece does not begin within the box.
      for piece in frame.clipped(Self.rotated(line, frame)) {
        guard let first = piece.first, let last = piece.last else { continue }
        if !frame.isOnEdge(first) || !frame.isOnEdge(last) { isBroken = true }
        pieces.append(piece)
      }
    }
    guard !isBroken else {
      sea = nil
      return
    }
    var found = frame.closed(pieces)
    // Islands only: the box is in the sea.
    if pieces.isEmpty, rings.contains(where: { Self.area($0) > 0 }) {
      found.append(frame.corners.map { $0 })
    }
    sea = (found + rings).map { ring in
      ring.map { Coordinate(latitude: $0.y, longitude: $0.x.remainder(dividingBy: 360)) }
    }
  }

  /// Joins coastlines at their common nodes.
  private static func joined(_ ways: [Way]) -> [[Coordinate]] {
    var starts: [Int64: Int] = [:]
    var isStarted: Set<Int64> = []
    for (number, way) in ways.enumerated() {
      starts[way.first] = number
      isStarted.insert(way.last)
    }
    var isUsed = [Bool](repeating: false, count: ways.count)
    var chains: [[Coordinate]] = []
    // Chains with a free start first, then the rings.
    let order = ways.indices.filter { !isStarted.contains(ways[$0].first) } + ways.indices
    for start in order where !isUsed[start] {
      isUsed[start] = true
      var chain = ways[start].line
      var end = ways[start].last
      while end != ways[start].first, let next = starts[end], !isUsed[next] {
        isUsed[next] = true
        chain += ways[next].line.dropFirst()
        end = ways[next].last
      }
      chains.append(chain)
    }
    return chains
  }

  /// A ring that begins outside of the box; other lines are unchanged.
  private static func rotated(_ line: [Point], _ frame: Frame) -> [Point] {
    guard line.count > 3, line.first == line.last,
      let start = line.firstIndex(where: { !frame.contains($0) })
    else { return line }
    return Array(line[start...]) + line[..<start].dropFirst() + [line[start]]
  }

  private static func area(_ ring: [Point]) -> Double {
    guard var before = ring.last else { return 0 }
    var sum = 0.0
    for point in ring {
      sum += before.x * point.y - point.x * before.y
      before = point
    }
    return sum / 2
  }

  /// The box in degrees.
  private struct Frame {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    /// The corners clockwise from the northwest.
    var corners: [Point] {
      [
        Point(x: west, y: north), Point(x: east, y: north), Point(x: east, y: south),
        Point(x: west, y: south),
      ]
    }

    func contains(_ point: Point) -> Bool {
      point.x > west && point.x < east && point.y > south && point.y < north
    }

    func isOnEdge(_ point: Point) -> Bool {
      point.x == west || point.x == east || point.y == south || point.y == north
    }

    /// The distance along the edge, clockwise from the northwest: one for each side.
    func position(_ point: Point) -> Double {
      if point.y == north { return (point.x - west) / (east - west) }
      if point.x == east { return 1 + (north - point.y) / (north - south) }
      if point.y == south { return 2 + (east - point.x) / (east - west) }
      return 3 + (point.y - south) / (north - south)
    }

    /// The parts of a line within the box, cut exactly at its edge.
    func clipped(_ line: [Point]) -> [[Point]] {
      var parts: [[Point]] = []
      var part: [Point] = []
      func end() {
        if part.count > 1 { parts.append(part) }
        part = []
      }
      for (start, stop) in zip(line, line.dropFirst()) {
        guard let (first, last) = clipped(start, stop) else {
          end()
          continue
        }
        if part.isEmpty || first != start { end() }
        if part.isEmpty { part.append(first) }
        if first != last { part.append(last) }
        if last != stop { end() }
      }
      end()
      return parts
    }

    /// The part of a segment within the box; nil if it is outside.
    ///
    /// Source: Y.-D. Liang and B. A. Barsky, doi:10.1145/357332.357333.
    private func clipped(_ start: Point, _ stop: Point) -> (Point, Point)? {
      let (dx, dy) = (stop.x - start.x, stop.y - start.y)
      var first = (share: 0.0, point: start)
      var last = (share: 1.0, point: stop)
      let sides: [(Double, Double, Double, Bool)] = [
        (-dx, start.x - west, west, true), (dx, east - start.x, east, true),
        (-dy, start.y - south, south, false), (dy, north - start.y, north, false),
      ]
      for (step, room, edge, isAcross) in sides {
        if step == 0 {
          if room < 0 { return nil }
          continue
        }
        let share = room / step
        // Set the coordinate of the edge exactly, so that ends are recognized.
        let point =
          isAcross
          ? Point(x: edge, y: start.y + share * dy) : Point(x: start.x + share * dx, y: edge)
        if step < 0, share > first.share { first = (share, point) }
        if step > 0, share < last.share { last = (share, point) }
      }
      return first.share < last.share ? (first.point, last.point) : nil
    }

    /// Closes lines from edge to edge along the edge, clockwise, since the sea is on their right.
    func closed(_ pieces: [[Point]]) -> [[Point]] {
      let entries = pieces.indices.map { (position: position(pieces[$0][0]), piece: $0) }
        .sorted { $0.position < $1.position }
      var isUsed = [Bool](repeating: false, count: pieces.count)
      var rings: [[Point]] = []
      for start in pieces.indices where !isUsed[start] {
        var ring: [Point] = []
        var next = start
        repeat {
          isUsed[next] = true
          ring += pieces[next]
          let exit = position(pieces[next][pieces[next].count - 1])
          guard let entry = entries.first(where: { $0.position >= exit }) ?? entries.first else {
            break
          }
          let ahead = entry.position >= exit ? entry.position : entry.position + 4
          var corner = Int(exit) + 1
          while Double(corner) < ahead {
            ring.append(corners[corner % 4])
            corner += 1
          }
          next = entry.piece
        } while !isUsed[next]
        rings.append(ring)
      }
      return rings
    }
  }
}

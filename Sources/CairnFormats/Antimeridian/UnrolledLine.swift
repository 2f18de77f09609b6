internal import CairnGeodesy

/// A vertex on a map that extends beyond 180 degrees: *x* is a longitude plus whole turns.
internal struct MapVertex: Equatable {
  internal var x: Double
  internal var y: Double
  internal var elevation: Double?
  internal var measure: Double?

  internal init(x: Double, y: Double, elevation: Double? = nil, measure: Double? = nil) {
    self.x = x
    self.y = y
    self.elevation = elevation
    self.measure = measure
  }

  /// The vertex of a position at the given *x*.
  internal init(_ position: GeoFeature.Position, x: Double) {
    self.init(
      x: x, y: position.coordinate.latitude, elevation: position.elevation,
      measure: position.measure)
  }

  /// The position, with its longitude shifted by a number of degrees.
  internal func position(movedBy degrees: Double = 0) -> GeoFeature.Position {
    GeoFeature.Position(
      Coordinate(latitude: y, longitude: x + degrees), elevation: elevation, measure: measure)
  }

  /// The point where the edge to another vertex crosses a meridian; identical in both directions.
  internal func crossing(_ other: MapVertex, at x: Double) -> MapVertex {
    if self.x == x { return self }
    if other.x == x { return other }
    let (a, b) = self.x < other.x ? (self, other) : (other, self)
    let fraction = (x - a.x) / (b.x - a.x)
    func between(_ a: Double, _ b: Double) -> Double { a == b ? a : a + (b - a) * fraction }
    func between(_ a: Double?, _ b: Double?) -> Double? {
      guard let a, let b else { return nil }
      return between(a, b)
    }
    return MapVertex(
      x: x, y: between(a.y, b.y), elevation: between(a.elevation, b.elevation),
      measure: between(a.measure, b.measure))
  }
}

/// A line laid out on a map without a seam at 180 degrees.
///
/// Each edge takes the shorter way around the Earth in longitude, as those of a ``GeoPath`` do. If
/// no edge crosses 180 degrees that way, the longitudes are used as they are, within -180 to 180
/// degrees: an edge from -180 to 180 then follows a whole parallel.
internal struct UnrolledLine {
  internal var vertices: [MapVertex]
  /// Whether an edge crosses 180 degrees.
  internal private(set) var crosses = false

  internal init(_ positions: [GeoFeature.Position]) {
    vertices = positions.map { MapVertex($0, x: $0.coordinate.longitude.reducedLongitude) }
    guard let first = vertices.first else { return }
    crosses = zip(vertices, vertices.dropFirst()).contains { Self.isLongWay($1.x - $0.x) }
    guard crosses else { return }
    var turns = 0.0
    var before = first.x
    for index in vertices.indices.dropFirst() {
      let here = vertices[index].x
      turns += Self.turn(here - before)
      before = here
      vertices[index].x += turns
    }
  }

  private static func isLongWay(_ change: Double) -> Bool {
    change.magnitude > 180 && change.magnitude < 360
  }

  /// The degrees to add so that a change of longitude takes the shorter way.
  private static func turn(_ change: Double) -> Double {
    change > 180 ? -360 : change < -180 ? 360 : 0
  }
}

/// A ring laid out on a map without a seam at 180 degrees; the last vertex does not repeat the
/// first.
///
/// Edges follow the longitudes numerically (RFC 7946, section 3.1.1): a ring crosses 180 degrees
/// where its longitudes go beyond it.
internal struct UnrolledRing {
  internal let vertices: [MapVertex]

  /// The greatest extent from west to east in degrees: the widest ring that readers accept.
  internal static let greatestWidth = 1_080.0

  /// Lays out a ring with its western end in -180..<180, unless all of it is in -180...180.
  ///
  /// If the ring is wider than ``greatestWidth`` its longitudes are meaningless; each one is
  /// reduced to -180...180.
  internal init(_ positions: [GeoFeature.Position]) {
    var west = Double.infinity
    var east = -Double.infinity
    for position in positions {
      west = min(west, position.coordinate.longitude)
      east = max(east, position.coordinate.longitude)
    }
    if west >= -180, east <= 180 {
      vertices = positions.map { MapVertex($0, x: $0.coordinate.longitude) }
    } else if east - west <= Self.greatestWidth {
      var start = west.reducedLongitude
      if start == 180 { start = -180 }
      // The western end of most rings does not move, which preserves all digits.
      vertices = positions.map { position in
        let x = position.coordinate.longitude
        return MapVertex(position, x: start == west ? x : start + (x - west))
      }
    } else {
      vertices = positions.map { MapVertex($0, x: $0.coordinate.longitude.reducedLongitude) }
    }
  }
}

/// The consecutive map strips of 360 degrees; strip 0 is the usual map from -180 to 180 degrees.
internal enum MapStrip {
  /// The meridian at the eastern edge of a strip.
  internal static func east(of strip: Int) -> Double { 180 + 360 * Double(strip) }

  /// The strips that an interval of longitudes overlaps; a strip that it only touches is not
  /// included.
  internal static func strips(from west: Double, to east: Double) -> ClosedRange<Int> {
    let low = Int(((west + 180) / 360).rounded(.down))
    let high = Int(((east - 180) / 360).rounded(.up))
    return min(low, max(low, high))...max(low, high)
  }
}

/// Cuts lines at 180 degrees (RFC 7946, section 3.1.9).
internal enum LineCut {
  /// A vertex of a part, and the number of the line's vertex that it is; nil at a cut.
  internal typealias Vertex = (position: GeoFeature.Position, source: Int?)

  /// The parts of a line, each within -180 to 180 degrees; a single part if the line does not cross
  /// 180.
  ///
  /// - Complexity: O(*n*).
  internal static func parts(_ line: [GeoFeature.Position]) -> [[GeoFeature.Position]] {
    cut(line).map { $0.map(\.position) }
  }

  /// The parts of a line, as ``parts(_:)``, with the sources of their vertices.
  internal static func cut(_ line: [GeoFeature.Position]) -> [[Vertex]] {
    let unrolled = UnrolledLine(line)
    guard unrolled.crosses, let first = unrolled.vertices.first else {
      return [unrolled.vertices.indices.map { (unrolled.vertices[$0].position(), $0) }]
    }
    // If the line starts on a seam, the first strip is the one that the line enters.
    let inner = unrolled.vertices.first { $0.x != first.x } ?? first
    var strip = strip(of: first, towards: inner)
    var parts: [[Vertex]] = []
    var part: [(vertex: MapVertex, source: Int?)] = [(first, 0)]
    func close() {
      if part.count > 1 {
        parts.append(
          part.map { ($0.vertex.position(movedBy: -360 * Double(strip)), $0.source) })
      }
    }
    for (number, vertex) in unrolled.vertices.enumerated().dropFirst() {
      while true {
        let east = MapStrip.east(of: strip)
        let seam = vertex.x > east ? east : vertex.x < east - 360 ? east - 360 : nil
        guard let seam, let before = part.last else { break }
        let crossing = before.vertex.crossing(vertex, at: seam)
        let source = crossing == before.vertex ? before.source : nil
        if crossing != before.vertex { part.append((crossing, nil)) }
        close()
        strip += vertex.x > east ? 1 : -1
        part = [(crossing, source)]
      }
      part.append((vertex, number))
    }
    close()
    return parts
  }

  private static func strip(of vertex: MapVertex, towards next: MapVertex) -> Int {
    let strips = MapStrip.strips(from: min(vertex.x, next.x), to: max(vertex.x, next.x))
    return next.x < vertex.x ? strips.upperBound : strips.lowerBound
  }
}

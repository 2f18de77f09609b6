internal import CairnGeodesy

/// Cuts polygons at 180 degrees (RFC 7946, section 3.1.9) and orients their rings by the right-hand
/// rule (section 3.1.6).
internal enum PolygonCut {
  internal typealias Ring = [MapVertex]

  /// The parts of a polygon, each within -180 to 180 degrees, with closed rings: outer rings
  /// counterclockwise, holes clockwise.
  ///
  /// - Parameters:
  ///   - rings: the outer ring, followed by its holes.
  ///   - cuts: false to leave rings that cross 180 degrees in one piece.
  /// - Returns: the rings of each part.
  /// - Complexity: O(*n* log *n*).
  internal static func parts(
    _ rings: [[GeoFeature.Position]], cuts: Bool = true
  ) -> [[[GeoFeature.Position]]] {
    let lines = rings.map { UnrolledRing(open($0)).vertices }
    guard let outer = lines.first else { return [[]] }
    let isPlain = lines.allSatisfy { $0.allSatisfy { $0.x.magnitude <= 180 } }
    if isPlain || !cuts {
      return [lines.enumerated().map { closed(directed($1, isOuter: $0 == 0), strip: 0) }]
    }
    let bounds = extent([outer])
    var all = [directed(outer, isOuter: true)]
    for hole in lines.dropFirst() {
      all += copies(directed(hole, isOuter: false), within: bounds)
    }
    let strips = MapStrip.strips(from: bounds.west, to: bounds.east)
    if lines.count > 1 {
      // Holes may extend beyond the map strips that the outer ring covers.
      let west = MapStrip.east(of: strips.lowerBound - 1)
      all = RingCut.part(all, of: west, isWest: false)
      all = RingCut.part(all, of: MapStrip.east(of: strips.upperBound), isWest: true)
    }
    var parts: [[[GeoFeature.Position]]] = []
    cut(all, strips) { rings, strip in parts += nested(rings, strip: strip) }
    return parts
  }

  /// The ring without the repeated last position.
  private static func open(_ ring: [GeoFeature.Position]) -> [GeoFeature.Position] {
    guard ring.count > 1, ring.first?.coordinate == ring.last?.coordinate else { return ring }
    return Array(ring.dropLast())
  }

  private static func closed(_ ring: Ring, strip: Int) -> [GeoFeature.Position] {
    let turn = -360 * Double(strip)
    return (ring + ring.prefix(1)).map { $0.position(movedBy: turn) }
  }

  /// Twice the signed area in degrees, positive for a counterclockwise ring.
  private static func area(_ ring: Ring) -> Double {
    guard let first = ring.first, var last = ring.last else { return 0 }
    var sum = 0.0
    // Measured relative to the first vertex, so that small rings do not lose precision.
    for vertex in ring {
      sum += (last.x - first.x) * (vertex.y - first.y) - (vertex.x - first.x) * (last.y - first.y)
      last = vertex
    }
    return sum
  }

  private static func directed(_ ring: Ring, isOuter: Bool) -> Ring {
    let area = area(ring)
    guard area != 0, (area > 0) != isOuter, let first = ring.first else { return ring }
    // Keeps the first vertex first.
    return [first] + ring.dropFirst().reversed()
  }

  private static func extent(_ rings: [Ring]) -> (west: Double, east: Double) {
    var bounds = (west: Double.infinity, east: -Double.infinity)
    for ring in rings {
      for vertex in ring {
        bounds = (min(bounds.west, vertex.x), max(bounds.east, vertex.x))
      }
    }
    return bounds.west <= bounds.east ? bounds : (0, 0)
  }

  /// The copies of a ring, shifted by whole turns, that overlap an interval of longitudes.
  private static func copies(_ ring: Ring, within bounds: (west: Double, east: Double)) -> [Ring] {
    let (west, east) = extent([ring])
    let first = Int(((bounds.west - east) / 360).rounded(.down))
    let last = Int(((bounds.east - west) / 360).rounded(.up))
    return (first...max(first, last)).compactMap { turn in
      let shift = 360 * Double(turn)
      guard west + shift < bounds.east, east + shift > bounds.west else { return nil }
      return ring.map { vertex in
        var vertex = vertex
        vertex.x += shift
        return vertex
      }
    }
  }

  /// Distributes the rings among the map strips, bisecting the range of strips.
  private static func cut(
    _ rings: [Ring], _ strips: ClosedRange<Int>, _ body: ([Ring], Int) -> Void
  ) {
    if rings.isEmpty { return }
    guard strips.count > 1 else { return body(rings, strips.lowerBound) }
    let middle = strips.lowerBound + (strips.count - 1) / 2
    let x = MapStrip.east(of: middle)
    cut(RingCut.part(rings, of: x, isWest: true), strips.lowerBound...middle, body)
    cut(RingCut.part(rings, of: x, isWest: false), (middle + 1)...strips.upperBound, body)
  }
}

extension PolygonCut {
  /// Groups the rings of one map strip into polygons: each hole goes to the outer ring that
  /// encloses it.
  private static func nested(_ rings: [Ring], strip: Int) -> [[[GeoFeature.Position]]] {
    var outers: [Ring] = []
    var holes: [Ring] = []
    for ring in rings {
      let area = area(ring)
      if area > 0 { outers.append(ring) } else if area < 0 { holes.append(ring) }
    }
    if outers.isEmpty {
      outers = holes.map { directed($0, isOuter: true) }
      holes = []
    }
    var polygons = outers.map { [$0] }
    for hole in holes {
      let owner = outers.count == 1 ? 0 : outers.firstIndex { encloses($0, hole) }
      if let owner { polygons[owner].append(hole) }
    }
    return polygons.map { rings in rings.map { closed($0, strip: strip) } }
  }

  /// Whether a ring encloses another ring that does not cross it.
  private static func encloses(_ ring: Ring, _ other: Ring) -> Bool {
    // The midpoint of an edge is less likely than a vertex to be on the ring itself.
    guard let a = other.first, let b = other.dropFirst().first, var last = ring.last else {
      return false
    }
    let x = (a.x + b.x) / 2
    let y = (a.y + b.y) / 2
    var isInside = false
    for vertex in ring {
      if (vertex.y > y) != (last.y > y),
        x < (last.x - vertex.x) * (y - vertex.y) / (last.y - vertex.y) + vertex.x
      {
        isInside.toggle()
      }
      last = vertex
    }
    return isInside
  }
}

/// Cuts rings at a meridian of an unrolled map, by the even-odd rule.
internal struct RingCut {
  internal typealias Ring = [MapVertex]

  /// The part of the rings on one side of a meridian, as rings with the original orientation.
  ///
  /// The pieces of rings on that side are joined along the meridian: the region covers the meridian
  /// between the first and second crossing, the third and fourth, and so on.
  ///
  /// - Complexity: O(*n* log *n*) in the number of crossings, O(*n*) in that of vertices.
  internal static func part(_ rings: [Ring], of x: Double, isWest: Bool) -> [Ring] {
    var cut = RingCut(x: x, isWest: isWest)
    for ring in rings { cut.add(ring) }
    return cut.joined()
  }

  private let x: Double
  private let isWest: Bool
  private var whole: [Ring] = []
  private var chains: [Ring] = []
  private var ends: [End] = []

  /// A point where a chain meets the meridian.
  private struct End {
    let y: Double
    let chain: Int
    let isStart: Bool
  }

  private init(x: Double, isWest: Bool) {
    self.x = x
    self.isWest = isWest
  }

  /// Whether a vertex is strictly on the kept side; a vertex on the meridian ends a chain on both
  /// sides.
  private func keeps(_ vertex: MapVertex) -> Bool { isWest ? vertex.x < x : vertex.x > x }

  private mutating func add(_ ring: Ring) {
    guard let outside = ring.firstIndex(where: { !keeps($0) }) else {
      whole.append(ring)
      return
    }
    var chain: Ring = []
    var before = ring[outside]
    for offset in 1...ring.count {
      let vertex = ring[(outside + offset) % ring.count]
      if keeps(vertex) {
        if chain.isEmpty { chain.append(before.crossing(vertex, at: x)) }
        if chain.last != vertex { chain.append(vertex) }
      } else if !chain.isEmpty {
        let end = before.crossing(vertex, at: x)
        if chain.last != end { chain.append(end) }
        close(chain)
        chain = []
      }
      before = vertex
    }
  }

  private mutating func close(_ chain: Ring) {
    guard let first = chain.first, let last = chain.last else { return }
    ends.append(End(y: first.y, chain: chains.count, isStart: true))
    ends.append(End(y: last.y, chain: chains.count, isStart: false))
    chains.append(chain)
  }

  /// Joins the chains along the meridian.
  private func joined() -> [Ring] {
    var ends = ends.sorted { $0.y < $1.y }
    // From south to north, counterclockwise rings first leave the western side and first enter the
    // eastern side. Ends at the same point are reordered to keep that sequence, so that rings that
    // only touch do not cross.
    for index in ends.indices {
      let wantsStart = index.isMultiple(of: 2) != isWest
      guard ends[index].isStart != wantsStart else { continue }
      var other = index + 1
      while other < ends.count, ends[other].y == ends[index].y, other < index + 64 {
        if ends[other].isStart == wantsStart {
          ends.swapAt(index, other)
          break
        }
        other += 1
      }
    }
    var places = [(start: Int, end: Int)](repeating: (0, 0), count: chains.count)
    for (place, end) in ends.enumerated() {
      if end.isStart { places[end.chain].start = place } else { places[end.chain].end = place }
    }
    var used = [Bool](repeating: false, count: chains.count)
    var rings = whole
    for first in chains.indices where !used[first] {
      var ring: Ring = []
      var chain = first
      var isForward = true
      while !used[chain] {
        used[chain] = true
        let vertices = chains[chain]
        for vertex in isForward ? vertices : vertices.reversed() where ring.last != vertex {
          ring.append(vertex)
        }
        // The number of ends is even, two for each chain; consecutive ends are joined in pairs.
        let next = ends[(isForward ? places[chain].end : places[chain].start) ^ 1]
        chain = next.chain
        isForward = next.isStart
      }
      if ring.last == ring.first { ring.removeLast() }
      if ring.count > 2 { rings.append(ring) }
    }
    return rings
  }
}

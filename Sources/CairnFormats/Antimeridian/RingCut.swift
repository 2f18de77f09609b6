/// Cuts rings by a meridian of a map without a seam, by the even-odd rule.
internal struct RingCut {
  internal typealias Ring = [MapVertex]

  /// The part of the rings on one side of a meridian, as rings that run as the old ones do.
  ///
  /// The pieces of rings on that side are joined along the meridian, where the region lies between
  /// the first and the second crossing, the third and the fourth, and so on.
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

  /// Where a chain meets the meridian.
  private struct End {
    let y: Double
    let chain: Int
    let isStart: Bool
  }

  private init(x: Double, isWest: Bool) {
    self.x = x
    self.isWest = isWest
  }

  /// A vertex on the meridian is where a chain ends, on either side.
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
    // Going north, counterclockwise rings leave the west first and enter the east first; among
    // ends in one point that order is kept, so that what touches does not cross.
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
        // The ends are even in number, two for each chain, and joined in pairs.
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

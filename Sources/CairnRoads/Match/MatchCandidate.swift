internal import CairnMemory

/// A position of a layer on an arc, and the best path to it.
///
/// Costs are in centimeters of road.
struct MatchCandidate: BitwiseCopyable {
  /// The cost of a candidate to which no path is known.
  static let unreached = UInt32.max

  var arc: UInt32
  /// The segment of the edge and the position on it, as in ``EdgePosition``.
  var segment: UInt32
  var fraction: Double
  /// The squared distance from the layer's position, in square meters.
  var squaredDistance: Double
  /// The cost from the beginning of the arc to the position.
  var before: UInt32
  /// The cost from the position to the end of the arc.
  var after: UInt32
  /// The cost of the distance from the layer's position.
  var emission: UInt32
  /// The cost of the best path to the candidate, with all emissions, less that of the best
  /// candidate of its layer.
  var score = MatchCandidate.unreached
  /// The candidate before it in the same or the previous layer; -1 at the beginning of a piece.
  var previous: Int32 = -1
  /// The arcs between the arc of the previous candidate and this one; empty with ``isDirect``.
  var firstArc: Int32 = 0
  var arcCount: Int32 = 0
  /// Whether the previous candidate is on the same arc and the path stays on it.
  var isDirect = false
  /// Whether the traveler turned around at the candidate ``previous`` of the same layer.
  var isTurn = false

  /// The position on the edge.
  func position(_ graph: RoadGraphView) -> EdgePosition {
    EdgePosition(
      edge: Int(graph.arcEdges[Int(arc)] >> 1), segment: Int(segment), fraction: fraction,
      squaredDistance: squaredDistance)
  }
}

/// Candidates by arc: a hash table that is cleared between layers.
struct MatchTargets: ~Copyable {
  private let slots: FixedArray<Int32>
  /// The next candidate with the same arc.
  private var nexts = GrowableArray<Int32>(capacity: 64)
  private var used = GrowableArray<Int32>(capacity: 64)
  private let mask: Int

  init() {
    slots = FixedArray(repeating: -1, count: 512)
    mask = 511
  }

  /// Removes all candidates.
  mutating func removeAll() {
    for index in 0..<used.count { slots[Int(used[index])] = -1 }
    used.truncate(0)
    nexts.truncate(0)
  }

  @inline(__always)
  private func slot(_ arc: Int) -> Int { (arc &* 0x9E37_79B1) &>> 7 & mask }

  /// Adds the candidate with the next offset.
  ///
  /// Arcs with the same slot share a list, so a caller compares the arc.
  mutating func append(arc: Int) {
    let slot = slot(arc)
    let first = slots[slot]
    if first < 0 { used.append(Int32(slot)) }
    slots[slot] = Int32(nexts.count)
    nexts.append(first)
  }

  /// The last candidate of a list that contains those on an arc; negative without one.
  @inline(__always)
  func first(arc: Int) -> Int { Int(slots[slot(arc)]) }

  /// The candidate after one in its list.
  @inline(__always)
  func next(_ index: Int) -> Int { Int(nexts[index]) }
}

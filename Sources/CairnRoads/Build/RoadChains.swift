internal import CairnMemory
internal import CairnOSM

/// The edges of a road network before they are numbered: chains of nodes between junctions.
struct RoadChains {
  /// The nodes of all chains, as offsets in the extract's nodes.
  private(set) var nodes: [Int32] = []
  /// The end of each chain in ``nodes``.
  private(set) var ends: [Int32] = []
  /// A way of each chain; chains at turn restrictions have only one.
  private(set) var ways: [Int32] = []

  private let extract: RoadExtract
  /// Nodes at which chains must end although only two roads meet there.
  private var isPinned: [Bool]
  private var pieces: [Piece] = []
  /// The ends of the first two pieces at each node: the piece's offset, doubled, plus 1 for its
  /// end.
  private var firstEnd: [Int32]
  private var secondEnd: [Int32]
  private var endCount: [UInt8]

  /// A part of a way between two nodes that may be junctions: a range of the extract's references.
  private struct Piece {
    var way: Int32
    var start: Int32
    var end: Int32
  }

  init(_ extract: RoadExtract) {
    self.extract = extract
    let count = extract.nodeIDs.count
    isPinned = [Bool](repeating: false, count: count)
    firstEnd = [Int32](repeating: -1, count: count)
    secondEnd = firstEnd
    endCount = [UInt8](repeating: 0, count: count)
    pinNodes()
    split()
    joinPieces()
  }

  /// The number of chains.
  var count: Int { ends.count }

  /// The range of a chain's nodes.
  func range(of chain: Int) -> Range<Int> {
    (chain == 0 ? 0 : Int(ends[chain - 1]))..<Int(ends[chain])
  }

  /// Pins the nodes that cannot be passed, their neighbors, which are dead ends, and the ends and
  /// via nodes of turn restrictions.
  private mutating func pinNodes() {
    var turning: UInt16 = 0
    for (profile, rules) in extract.rules.enumerated() where !rules.profile.turnsRoundAnywhere {
      turning |= 1 << UInt16(profile)
    }
    var restricted: Set<Int64> = []
    for restriction in extract.restrictions {
      restricted.formUnion(restriction.fromWays)
      restricted.formUnion(restriction.toWays)
      restricted.formUnion(restriction.viaWays)
      for node in restriction.viaNodes {
        let found = extract.nodeIDs.withUnsafeSpan { NodeBatch.offset(of: node, in: $0) }
        if let found { isPinned[found] = true }
      }
    }
    for node in extract.blocked.indices where extract.blocked[node] != 0 { isPinned[node] = true }
    for way in extract.wayIDs.indices {
      let range = extract.range(of: way)
      if restricted.contains(extract.wayIDs[way]) {
        isPinned[Int(extract.references[range.lowerBound])] = true
        isPinned[Int(extract.references[range.upperBound - 1])] = true
      }
      for index in range.dropLast() {
        let node = Int(extract.references[index])
        let next = Int(extract.references[index + 1])
        if extract.blocked[node] & turning != 0 { isPinned[next] = true }
        if extract.blocked[next] & turning != 0 { isPinned[node] = true }
      }
    }
  }

  /// Splits the ways at the nodes that they share, at pinned nodes and at missing nodes.
  private mutating func split() {
    var uses = [UInt8](repeating: 0, count: extract.nodeIDs.count)
    for node in extract.references { uses[Int(node)] = min(uses[Int(node)] + 1, 2) }
    for way in extract.wayIDs.indices {
      let range = extract.range(of: way)
      var start = range.lowerBound
      for index in range {
        let node = extract.references[index]
        guard extract.hasLocation(node) else {
          append(way, start, index - 1)
          start = index + 1
          continue
        }
        guard index > start else { continue }
        if index == range.upperBound - 1 || uses[Int(node)] > 1 || isPinned[Int(node)] {
          append(way, start, index)
          start = index
        }
      }
    }
  }

  private mutating func append(_ way: Int, _ start: Int, _ end: Int) {
    guard end > start else { return }
    let first = extract.references[start]
    // A piece of equal nodes has no length.
    guard (start...end).contains(where: { extract.references[$0] != first }) else { return }
    let piece = Int32(pieces.count)
    pieces.append(Piece(way: Int32(way), start: Int32(start), end: Int32(end)))
    note(2 * piece, at: Int(first))
    note(2 * piece + 1, at: Int(extract.references[end]))
  }

  private mutating func note(_ end: Int32, at node: Int) {
    switch endCount[node] {
    case 0: firstEnd[node] = end
    case 1: secondEnd[node] = end
    default: break
    }
    endCount[node] = min(endCount[node] + 1, 3)
  }

  /// Joins pieces of equal class and name where no other road meets them.
  private mutating func joinPieces() {
    var isDone = [Bool](repeating: false, count: pieces.count)
    for piece in pieces.indices where !isDone[piece] {
      var first = Int32(piece) * 2
      while let earlier = continuation(from: first), earlier >> 1 != Int32(piece) {
        first = earlier ^ 1
      }
      // `first` is the end of a piece at which the chain begins.
      var current = first
      appendNodes(of: current, isFirst: true)
      ways.append(pieces[Int(current >> 1)].way)
      isDone[Int(current >> 1)] = true
      while let next = continuation(from: current ^ 1), !isDone[Int(next >> 1)] {
        appendNodes(of: next, isFirst: false)
        isDone[Int(next >> 1)] = true
        current = next
      }
      ends.append(Int32(nodes.count))
    }
  }

  /// The end of the only other piece at the node of an end, if both may be joined.
  private func continuation(from end: Int32) -> Int32? {
    let piece = pieces[Int(end >> 1)]
    let node = Int(extract.references[Int(end & 1 == 0 ? piece.start : piece.end)])
    guard endCount[node] == 2, !isPinned[node] else { return nil }
    let other = firstEnd[node] == end ? secondEnd[node] : firstEnd[node]
    guard other >> 1 != end >> 1 else { return nil }
    let way = Int(piece.way)
    let otherWay = Int(pieces[Int(other >> 1)].way)
    guard extract.classOf[way] == extract.classOf[otherWay],
      extract.nameOf[way] == extract.nameOf[otherWay]
    else { return nil }
    // Two beginnings or two ends meet only if the direction does not matter.
    if end & 1 == other & 1, !extract.classes.classes[Int(extract.classOf[way])].isSymmetric {
      return nil
    }
    return other
  }

  /// Appends the nodes of a piece, beginning at one of its ends.
  private mutating func appendNodes(of end: Int32, isFirst: Bool) {
    let piece = pieces[Int(end >> 1)]
    let range = Int(piece.start)...Int(piece.end)
    var last = isFirst ? Int32(-1) : nodes[nodes.count - 1]
    func add(_ index: Int) {
      let node = extract.references[index]
      guard node != last else { return }
      nodes.append(node)
      last = node
    }
    if end & 1 == 0 {
      for index in range { add(index) }
    } else {
      for index in range.reversed() { add(index) }
    }
  }
}

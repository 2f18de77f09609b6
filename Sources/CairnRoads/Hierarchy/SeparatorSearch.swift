internal import CairnMemory

/// Finds minimum vertex separators between two sets of nodes of an undirected graph.
///
/// Every node has capacity 1, so that a maximum flow is a largest set of disjoint paths from the
/// source nodes to the sink nodes, and by Menger's theorem equals the size of a minimum separator.
/// Source and sink nodes may be in the separator, too. A node is an entrance and an exit, but only
/// exits are visited: an unused node passes the search on to its own exit, and a node on a path
/// passes it back to the exit of its predecessor, which cancels that part of the path.
///
/// Source: E. A. Dinic, "Algorithm for solution of a problem of maximum flow in networks with power
/// estimation", Soviet Mathematics Doklady 11 (1970): shortest augmenting paths in phases.
internal struct SeparatorSearch: ~Copyable {
  /// The sets of nodes.
  internal enum Side {
    static let middle: UInt8 = 0
    static let source: UInt8 = 1
    static let sink: UInt8 = 2
  }

  /// No node.
  private static let none: Int32 = -1
  /// The level of nodes that were visited by the depth-first search of a phase.
  private static let visited: Int32 = -2

  /// The number of nodes of the current graph.
  internal var nodeCount = 0
  /// The offset of the first neighbor of each node, and the number of all.
  internal let firstNeighbor: FixedArray<Int32>
  internal let neighbors: FixedArray<Int32>
  /// The set that a node is in.
  internal let sides: FixedArray<UInt8>

  /// The next and the previous node of the path through a node; a node itself at the ends.
  private let next: FixedArray<Int32>
  private let previous: FixedArray<Int32>
  private let levels: FixedArray<Int32>
  private let queue: FixedArray<Int32>
  private let cursors: FixedArray<Int32>

  /// Allocates memory for graphs up to a size; `neighborCount` counts each edge twice.
  internal init(nodeCount: Int, neighborCount: Int) {
    firstNeighbor = FixedArray(repeating: 0, count: nodeCount + 1)
    neighbors = FixedArray(repeating: 0, count: neighborCount)
    sides = FixedArray(repeating: 0, count: nodeCount)
    next = FixedArray(repeating: 0, count: nodeCount)
    previous = FixedArray(repeating: 0, count: nodeCount)
    levels = FixedArray(repeating: 0, count: nodeCount)
    queue = FixedArray(repeating: 0, count: nodeCount)
    cursors = FixedArray(repeating: 0, count: nodeCount)
  }

  /// Returns the size of a minimum separator of the source and sink nodes, or nil if it is larger
  /// than `limit`.
  ///
  /// - Complexity: O(√n · m) for n nodes and m edges.
  internal func separatorSize(limit: Int) -> Int? {
    for node in 0..<nodeCount {
      next[node] = Self.none
      previous[node] = Self.none
    }
    var flow = 0
    while assignLevels(from: Side.source, through: previous, until: Side.sink) {
      for source in 0..<nodeCount
      where levels[source] == 0 && sides[source] == Side.source && augment(from: source) {
        flow += 1
        if flow > limit { return nil }
      }
    }
    return flow
  }

  /// Assigns levels to all exits that are reachable in the residual graph: the number of steps from
  /// the unused nodes of `start`, or −1.
  ///
  /// - Parameters:
  ///   - start: the set from which the search starts.
  ///   - back: the neighbor of each node on its path in the direction of the start.
  ///   - goal: the set at which it stops.
  /// - Returns: whether an unused node of the goal can be reached.
  private func assignLevels(
    from start: UInt8, through back: borrowing FixedArray<Int32>, until goal: UInt8
  ) -> Bool {
    var tail = 0
    for node in 0..<nodeCount {
      levels[node] = Self.none
      if sides[node] == start && next[node] == Self.none {
        levels[node] = 0
        queue[tail] = Int32(truncatingIfNeeded: node)
        tail &+= 1
      }
    }
    var head = 0
    var goalLevel = Int32.max
    while head < tail {
      let node = Int(queue[head])
      head &+= 1
      let level = levels[node] &+ 1
      if level > goalLevel { break }
      if next[node] != Self.none && sides[node] != start {
        let before = back[node]
        if levels[Int(before)] == Self.none {
          levels[Int(before)] = level
          queue[tail] = before
          tail &+= 1
        }
      }
      for index in Int(firstNeighbor[node])..<Int(firstNeighbor[node &+ 1]) {
        let neighbor = neighbors[index]
        let side = sides[Int(neighbor)]
        if side == start { continue }
        var reached = neighbor
        if next[Int(neighbor)] != Self.none {
          reached = back[Int(neighbor)]
        } else if side == goal {
          goalLevel = level
          continue
        }
        if levels[Int(reached)] == Self.none {
          levels[Int(reached)] = level
          queue[tail] = reached
          tail &+= 1
        }
      }
    }
    return goalLevel < Int32.max
  }

  /// Searches a path from an unused source node to an unused sink node along increasing levels, and
  /// adds it to the flow.
  private func augment(from source: Int) -> Bool {
    var depth = 0
    visit(source, depth: 0)
    while depth >= 0 {
      let node = Int(queue[depth])
      let level = Int32(truncatingIfNeeded: depth &+ 1)
      var reached = Self.none
      while cursors[node] < firstNeighbor[node &+ 1] {
        let cursor = Int(cursors[node])
        // The cursor before the first neighbor is the node's own entrance.
        let isOwn = cursor < Int(firstNeighbor[node])
        if isOwn && (next[node] == Self.none || sides[node] == Side.source) {
          cursors[node] &+= 1
          continue
        }
        let neighbor = isOwn ? node : Int(neighbors[cursor])
        let side = sides[neighbor]
        if side == Side.source && !isOwn {
          cursors[node] &+= 1
          continue
        }
        if next[neighbor] == Self.none {
          if side == Side.sink {
            addPath(depth: depth, to: neighbor)
            return true
          }
          reached = Int32(truncatingIfNeeded: neighbor)
        } else {
          reached = previous[neighbor]
        }
        if levels[Int(reached)] == level { break }
        cursors[node] &+= 1
        reached = Self.none
      }
      if reached == Self.none {
        depth &-= 1
        if depth >= 0 { cursors[Int(queue[depth])] &+= 1 }
      } else {
        depth &+= 1
        visit(Int(reached), depth: depth)
      }
    }
    return false
  }

  /// Puts a node on the stack of the depth-first search, which no other path of the phase may use.
  private func visit(_ node: Int, depth: Int) {
    queue[depth] = Int32(truncatingIfNeeded: node)
    levels[node] = Self.visited
    cursors[node] = firstNeighbor[node] &- 1
  }

  /// Adds the path on the stack, and a last step to a sink node, to the flow.
  private func addPath(depth: Int, to sink: Int) {
    for position in 0...depth {
      let node = Int(queue[position])
      let cursor = Int(cursors[node])
      if cursor < Int(firstNeighbor[node]) {
        next[node] = Self.none
        previous[node] = Self.none
      } else {
        let neighbor = neighbors[cursor]
        next[node] = neighbor
        previous[Int(neighbor)] = Int32(truncatingIfNeeded: node)
      }
    }
    next[sink] = Int32(truncatingIfNeeded: sink)
    let source = Int(queue[0])
    previous[source] = queue[0]
  }

  /// Writes the parts of a minimum separator: 0 and 2 for its two sides and 1 for itself.
  ///
  /// The flow must have been computed by ``separatorSize(limit:)``. Of the two candidates, nearest
  /// to the source and nearest to the sink, the more balanced one is chosen.
  ///
  /// - Returns: the number of nodes of the smaller side.
  internal func writeParts(_ parts: borrowing FixedArray<UInt8>) -> Int {
    _ = assignLevels(from: Side.source, through: previous, until: Side.sink)
    let atSource = writeParts(parts, start: Side.source, near: 0, far: 2)
    _ = assignLevels(from: Side.sink, through: next, until: Side.source)
    let reachedBySink = (0..<nodeCount).reduce(0) { $0 + (levels[$1] == Self.none ? 0 : 1) }
    let separator = (0..<nodeCount).reduce(0) { $0 + (parts[$1] == 1 ? 1 : 0) }
    let atSink = min(reachedBySink, nodeCount - separator - reachedBySink)
    guard atSink > atSource else { return atSource }
    return writeParts(parts, start: Side.sink, near: 2, far: 0)
  }

  /// Writes the parts of the separator nearest to the start of the search that assigned the levels.
  private func writeParts(
    _ parts: borrowing FixedArray<UInt8>, start: UInt8, near: UInt8, far: UInt8
  ) -> Int {
    var nearCount = 0
    var farCount = 0
    for node in 0..<nodeCount {
      if levels[node] != Self.none {
        parts[node] = near
        nearCount += 1
        continue
      }
      // An entrance that is reached while the exit is not is part of the cut.
      var isCut = sides[node] == start
      for index in Int(firstNeighbor[node])..<Int(firstNeighbor[node + 1]) where !isCut {
        isCut = levels[Int(neighbors[index])] != Self.none
      }
      parts[node] = isCut ? 1 : far
      farCount += isCut ? 0 : 1
    }
    return min(nearCount, farCount)
  }
}

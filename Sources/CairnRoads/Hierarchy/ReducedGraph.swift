internal import CairnMemory

/// An undirected graph from which nodes with at most two neighbors are eliminated.
///
/// Eliminating such a node adds at most the edge between its neighbors, which takes its place in
/// their lists. In each round no two neighbors are eliminated, so that the elimination tree of a
/// long path or of a tree is of logarithmic height.
internal struct ReducedGraph: ~Copyable {
  /// Nodes with more neighbors in the input are not searched for a neighbor.
  private static let longestList = 64

  private let nodeCount: Int
  private let firstNeighbor: [UInt32]
  private let neighbors: FixedArray<UInt32>
  /// The number of neighbors that are not eliminated.
  private let degrees: FixedArray<UInt32>
  private let isEliminated: FixedArray<Bool>
  /// The last round in which a neighbor was eliminated, and in which a node was queued.
  private let blocked: FixedArray<Int32>
  private let queued: FixedArray<Int32>

  internal init(_ graph: UndirectedGraph) {
    nodeCount = graph.nodeCount
    firstNeighbor = graph.firstNeighbor
    neighbors = FixedArray(graph.neighbors)
    degrees = FixedArray(repeating: 0, count: nodeCount)
    isEliminated = FixedArray(repeating: false, count: nodeCount)
    blocked = FixedArray(repeating: 0, count: nodeCount)
    queued = FixedArray(repeating: 0, count: nodeCount)
    for node in 0..<nodeCount { degrees[node] = firstNeighbor[node + 1] - firstNeighbor[node] }
  }

  /// Eliminates nodes as long as there are some with at most two neighbors.
  ///
  /// - Returns: the eliminated nodes in order.
  /// - Complexity: O((n + m) log n).
  internal func eliminate() -> [UInt32] {
    var order: [UInt32] = []
    var candidates = (0..<nodeCount).filter { degrees[$0] <= 2 }
    var round: Int32 = 0
    while !candidates.isEmpty {
      round += 1
      var later: [Int] = []
      for node in candidates where !isEliminated[node] {
        if blocked[node] == round {
          queue(node, in: &later, round)
          continue
        }
        let (first, second) = liveNeighbors(of: node)
        if let first, let second, !join(first, second, over: node) { continue }
        isEliminated[node] = true
        order.append(UInt32(truncatingIfNeeded: node))
        for neighbor in [first, second] {
          guard let neighbor else { continue }
          if second == nil { degrees[neighbor] -= 1 }
          blocked[neighbor] = round
          if degrees[neighbor] <= 2 { queue(neighbor, in: &later, round) }
        }
      }
      candidates = later
    }
    return order
  }

  /// Adds a node to the candidates of the next round, once.
  private func queue(_ node: Int, in candidates: inout [Int], _ round: Int32) {
    guard queued[node] != round else { return }
    queued[node] = round
    candidates.append(node)
  }

  /// Returns the neighbors of a node that has at most two.
  private func liveNeighbors(of node: Int) -> (Int?, Int?) {
    var found: (Int?, Int?) = (nil, nil)
    for index in Int(firstNeighbor[node])..<Int(firstNeighbor[node + 1]) {
      let neighbor = Int(neighbors[index])
      if isEliminated[neighbor] { continue }
      if found.0 == nil { found.0 = neighbor } else { found.1 = neighbor }
    }
    return found
  }

  /// Replaces a node by an edge between its neighbors, unless there is one.
  ///
  /// - Returns: false if a list is too long to be searched.
  private func join(_ first: Int, _ second: Int, over node: Int) -> Bool {
    for end in [first, second]
    where firstNeighbor[end + 1] - firstNeighbor[end] > Self.longestList {
      return false
    }
    if index(of: second, in: first) != nil {
      degrees[first] -= 1
      degrees[second] -= 1
      return true
    }
    guard let atFirst = index(of: node, in: first), let atSecond = index(of: node, in: second)
    else { return false }
    neighbors[atFirst] = UInt32(truncatingIfNeeded: second)
    neighbors[atSecond] = UInt32(truncatingIfNeeded: first)
    return true
  }

  private func index(of neighbor: Int, in node: Int) -> Int? {
    for index in Int(firstNeighbor[node])..<Int(firstNeighbor[node + 1])
    where neighbors[index] == neighbor {
      return index
    }
    return nil
  }

  /// Returns the remaining nodes, and their graph with the positions in this list as numbers.
  internal func remainder() -> (nodes: [UInt32], graph: UndirectedGraph) {
    var nodes: [UInt32] = []
    var numbers = [UInt32](repeating: 0, count: nodeCount)
    for node in 0..<nodeCount where !isEliminated[node] {
      numbers[node] = UInt32(truncatingIfNeeded: nodes.count)
      nodes.append(UInt32(truncatingIfNeeded: node))
    }
    var first: [UInt32] = [0]
    var lists: [UInt32] = []
    for node in nodes {
      for index in Int(firstNeighbor[Int(node)])..<Int(firstNeighbor[Int(node) + 1]) {
        let neighbor = Int(neighbors[index])
        if !isEliminated[neighbor] { lists.append(numbers[neighbor]) }
      }
      first.append(UInt32(truncatingIfNeeded: lists.count))
    }
    return (nodes, UndirectedGraph(firstNeighbor: first, neighbors: lists))
  }
}

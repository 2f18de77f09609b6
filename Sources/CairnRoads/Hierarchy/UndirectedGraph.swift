internal import CairnMemory

/// The undirected graph of a directed one: no loops, and each edge once in the list of either end.
internal struct UndirectedGraph {
  /// The offset of the first neighbor of each node, and the number of all.
  internal let firstNeighbor: [UInt32]
  internal let neighbors: [UInt32]

  internal var nodeCount: Int { firstNeighbor.count - 1 }

  /// Drops the directions of arcs.
  ///
  /// - Complexity: O(n + m).
  internal init(_ graph: HierarchyInput) {
    let nodeCount = graph.nodeCount
    var ends = [UInt32](repeating: 0, count: nodeCount + 1)
    var lists = [UInt32](repeating: 0, count: 2 * graph.heads.count)
    ends.withUnsafeBuffer { ends in
      lists.withUnsafeBuffer { lists in
        graph.forEachArc { _, tail, head in
          ends[tail] &+= 1
          ends[head] &+= 1
        }
        for node in 1..<max(nodeCount, 1) { ends[node] &+= ends[node &- 1] }
        ends[nodeCount] = nodeCount == 0 ? 0 : ends[nodeCount &- 1]
        graph.forEachArc { _, tail, head in
          ends[tail] &-= 1
          lists[Int(ends[tail])] = UInt32(truncatingIfNeeded: head)
          ends[head] &-= 1
          lists[Int(ends[head])] = UInt32(truncatingIfNeeded: tail)
        }
      }
    }
    // The ends have become starts. Duplicates are recognized by the node that last had a neighbor.
    var first = [UInt32](repeating: 0, count: nodeCount + 1)
    var lastOwner = [UInt32](repeating: .max, count: nodeCount)
    var count = 0
    for node in 0..<nodeCount {
      first[node] = UInt32(truncatingIfNeeded: count)
      for index in Int(ends[node])..<Int(ends[node + 1]) {
        let neighbor = lists[index]
        if neighbor == node || lastOwner[Int(neighbor)] == node { continue }
        lastOwner[Int(neighbor)] = UInt32(truncatingIfNeeded: node)
        lists[count] = neighbor
        count += 1
      }
    }
    first[nodeCount] = UInt32(truncatingIfNeeded: count)
    lists.removeLast(lists.count - count)
    firstNeighbor = first
    neighbors = lists
  }

  /// Adopts lists that are already symmetric.
  internal init(firstNeighbor: [UInt32], neighbors: [UInt32]) {
    self.firstNeighbor = firstNeighbor
    self.neighbors = neighbors
  }

  /// The neighbors of a node.
  internal subscript(node: Int) -> ArraySlice<UInt32> {
    neighbors[Int(firstNeighbor[node])..<Int(firstNeighbor[node + 1])]
  }
}

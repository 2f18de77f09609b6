internal import CairnMemory

extension HierarchyWeights {
  /// Returns the weights of the shortest paths from several nodes to several nodes.
  ///
  /// A weight equals that of ``path(from:to:)``.
  ///
  /// - Parameters:
  ///   - starts: nodes of the graph, in any order.
  ///   - ends: nodes of the graph, in any order.
  /// - Returns: for each start the weights to all ends, one row after the other; ``infinity`` if
  ///   there is no path.
  /// - Precondition: all are nodes of the graph.
  /// - Complexity: O((s + e) · a + s · e · h) for s starts, e ends, a arcs of the ancestors of a
  ///   node, and the height h of the hierarchy.
  package func matrix(from starts: [Int], to ends: [Int]) -> [UInt32] {
    check(starts)
    check(ends)
    let rows = HierarchyLabels(self, starts, .fromNode)
    let columns = HierarchyLabels(self, ends, .toNode)
    return [UInt32](capacity: starts.count * ends.count) { matrix in
      rows.write(to: columns, matrix)
      return matrix.count
    }
  }

  /// Returns the weights of the shortest paths from a node to all nodes, or in the other direction.
  ///
  /// - Parameters:
  ///   - node: a node of the graph.
  ///   - reversed: whether the paths lead to the node.
  /// - Returns: a weight per node; ``infinity`` if there is no path.
  /// - Precondition: `node` is a node of the graph.
  /// - Complexity: O(a) for a arcs of the hierarchy.
  package func weights(from node: Int, reversed: Bool = false) -> [UInt32] {
    check([node])
    let label = HierarchyLabels(self, [node], reversed ? .toNode : .fromNode)
    let count = hierarchy.nodeCount
    var byRank = [UInt32](repeating: Self.infinity, count: count)
    label.forEachAncestor(of: 0, reversed ? .toNode : .fromNode) { byRank[Int($0)] = $1 }
    let arcWeights = reversed ? up.values : down.values
    let firstUp = hierarchy.firstUp.values
    let heads = hierarchy.heads.values
    byRank.withUnsafeBuffer { byRank in
      for rank in (0..<count).reversed() {
        var least = byRank[rank]
        for arc in Int(firstUp[rank])..<Int(firstUp[rank &+ 1]) {
          let sum = byRank[Int(heads[arc])] &+ arcWeights[arc]
          least = sum < least ? sum : least
        }
        byRank[rank] = least
      }
    }
    return (0..<count).map { byRank[Int(hierarchy.ranks[$0])] }
  }

  internal func check(_ nodes: [Int]) {
    for node in nodes { precondition(node >= 0 && node < hierarchy.nodeCount) }
  }
}

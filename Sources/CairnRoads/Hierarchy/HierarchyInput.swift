/// A directed graph for a hierarchy: the arcs of each node are consecutive.
///
/// Parallel arcs and loops are allowed.
package struct HierarchyInput: Sendable {
  /// The number of the first arc of each node, and the number of arcs.
  package let firstOut: [UInt32]
  /// The node at which each arc ends.
  package let heads: [UInt32]

  /// The number of nodes.
  package var nodeCount: Int { firstOut.count - 1 }
  /// The number of arcs.
  package var arcCount: Int { heads.count }

  /// Checks and adopts the arrays of a graph.
  ///
  /// - Parameters:
  ///   - firstOut: the number of the first arc of each node, and as the last value the number of
  ///     arcs; ascending from 0.
  ///   - heads: the node at which each arc ends.
  /// - Throws: ``HierarchyError`` if the arrays do not describe a graph, or one with more than
  ///   2³¹ − 2 nodes or arcs.
  /// - Complexity: O(n + m).
  package init(firstOut: [UInt32], heads: [UInt32]) throws(HierarchyError) {
    guard let last = firstOut.last else { throw .noFirstOut }
    guard firstOut.count < 1 << 31, heads.count < 1 << 31 - 1 else { throw .tooLarge }
    guard firstOut[0] == 0 else { throw .firstOut(node: 0) }
    for node in 1..<firstOut.count where firstOut[node] < firstOut[node - 1] {
      throw .firstOut(node: node)
    }
    guard Int(last) == heads.count else { throw .firstOut(node: firstOut.count - 1) }
    for (arc, head) in heads.enumerated() where Int(head) >= firstOut.count - 1 {
      throw .head(arc: arc)
    }
    self.firstOut = firstOut
    self.heads = heads
  }

  /// Calls a closure with every arc and its ends.
  @inline(__always)
  internal func forEachArc(_ body: (_ arc: Int, _ tail: Int, _ head: Int) -> Void) {
    for tail in 0..<nodeCount {
      for arc in Int(firstOut[tail])..<Int(firstOut[tail + 1]) { body(arc, tail, Int(heads[arc])) }
    }
  }
}

/// An error in the input of a hierarchy.
package enum HierarchyError: Error, Hashable, Sendable {
  /// The array of first arcs is empty; a graph without nodes has one entry, 0.
  case noFirstOut
  /// The first arc of a node is less than that of the node before, or not the number of arcs at the
  /// end.
  case firstOut(node: Int)
  /// An arc ends at a node that does not exist.
  case head(arc: Int)
  /// The graph, or the graph with the arcs of its hierarchy, has 2³¹ − 1 or more nodes or arcs.
  case tooLarge
  /// An array has a different number of values than the graph has nodes or arcs.
  case count(of: String, expected: Int, actual: Int)
  /// The order is not a permutation of the nodes: a node is missing, or occurs twice.
  case order(node: Int)
  /// A forbidden sequence of arcs has fewer than two, or one does not begin where the last ends.
  case turn(index: Int)
  /// A stored section is damaged.
  case section(String)
}

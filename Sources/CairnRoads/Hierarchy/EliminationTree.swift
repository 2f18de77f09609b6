/// The elimination tree of a graph and an order: the parent of a node is the least of its neighbors
/// after it, once all nodes before it are eliminated.
internal struct EliminationTree {
  /// The parent of each rank, or `UInt32.max` for a root.
  internal let parents: [UInt32]

  /// Computes the tree without the edges that elimination adds.
  ///
  /// Source: J. W. H. Liu, "The role of elimination trees in sparse factorization", SIAM Journal on
  /// Matrix Analysis and Applications 11 (1990), doi:10.1137/0611010.
  ///
  /// - Complexity: O(m log n).
  internal init(_ graph: UndirectedGraph, order: [UInt32]) {
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, node) in order.enumerated() { ranks[Int(node)] = UInt32(truncatingIfNeeded: rank) }
    var parents = [UInt32](repeating: .max, count: order.count)
    var ancestors = parents
    for rank in 0..<order.count {
      let top = UInt32(truncatingIfNeeded: rank)
      for neighbor in graph[Int(order[rank])] {
        var node = ranks[Int(neighbor)]
        if node >= top { continue }
        // Compresses the path to the root of the subtree, which becomes a child.
        while ancestors[Int(node)] != top {
          let next = ancestors[Int(node)]
          ancestors[Int(node)] = top
          if next == .max {
            parents[Int(node)] = top
            break
          }
          node = next
        }
      }
    }
    self.parents = parents
  }

  /// The ranks in postorder: every subtree is consecutive, with its root last.
  internal var postorder: [UInt32] {
    let count = parents.count
    // Children and roots as linked lists, in ascending order.
    var firstChild = [UInt32](repeating: .max, count: count + 1)
    var nextSibling = [UInt32](repeating: .max, count: count)
    for rank in (0..<count).reversed() {
      let parent = parents[rank] == .max ? count : Int(parents[rank])
      nextSibling[rank] = firstChild[parent]
      firstChild[parent] = UInt32(truncatingIfNeeded: rank)
    }
    var order: [UInt32] = []
    order.reserveCapacity(count)
    var stack: [UInt32] = []
    var next = firstChild[count]
    while true {
      while next != .max {
        stack.append(next)
        next = firstChild[Int(next)]
      }
      guard let node = stack.popLast() else { break }
      order.append(node)
      next = nextSibling[Int(node)]
    }
    return order
  }
}

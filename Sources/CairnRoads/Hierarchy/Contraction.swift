internal import CairnMemory

/// The arcs of a hierarchy, computed by eliminating the nodes of a graph in an order.
///
/// The upper neighbors of a node are its own, and those of its children in the elimination tree.
internal struct Contraction {
  /// The number of the first upward arc of each rank, and the number of all.
  internal private(set) var firstUp: [UInt32]
  /// The heads of the upward arcs, ascending for each rank.
  internal private(set) var heads: [UInt32]

  /// Contracts a graph whose ranks are in postorder of the elimination tree.
  ///
  /// - Complexity: O(n + a) for a resulting arcs.
  internal init(
    _ graph: UndirectedGraph, order: [UInt32], arcLimit: Int = .max
  ) throws(HierarchyError) {
    let count = order.count
    var ranks = [UInt32](repeating: 0, count: count)
    for (rank, node) in order.enumerated() { ranks[Int(node)] = UInt32(truncatingIfNeeded: rank) }
    firstUp = [UInt32](repeating: 0, count: count + 1)
    heads = []
    var lists = GrowableArray<UInt32>(capacity: graph.neighbors.count)
    let lastOwner = FixedArray<UInt32>(repeating: .max, count: count)
    // The children of a node as a linked list.
    let firstChild = FixedArray<UInt32>(repeating: .max, count: count)
    let nextSibling = FixedArray<UInt32>(repeating: .max, count: count)
    for rank in 0..<count {
      let owner = UInt32(truncatingIfNeeded: rank)
      let start = lists.count
      lastOwner[rank] = owner
      for neighbor in graph[Int(order[rank])] {
        let head = ranks[Int(neighbor)]
        if head <= owner || lastOwner[Int(head)] == owner { continue }
        lastOwner[Int(head)] = owner
        lists.append(head)
      }
      var child = firstChild[rank]
      while child != .max {
        for index in Int(firstUp[Int(child)])..<Int(firstUp[Int(child) + 1]) {
          let head = lists[index]
          if lastOwner[Int(head)] == owner { continue }
          lastOwner[Int(head)] = owner
          lists.append(head)
        }
        child = nextSibling[Int(child)]
      }
      guard lists.count < min(1 << 31 - 1, arcLimit) else { throw .tooLarge }
      firstUp[rank + 1] = UInt32(truncatingIfNeeded: lists.count)
      var parent = UInt32.max
      for index in start..<lists.count { parent = min(parent, lists[index]) }
      if parent != .max {
        nextSibling[rank] = firstChild[Int(parent)]
        firstChild[Int(parent)] = owner
      }
    }
    heads = lists.withValues { lists in
      Self.sorted(lists, firstUp: firstUp)
    }
  }

  /// The number of pairs of upward arcs of a node.
  internal var triangleCount: Int {
    var count = 0
    for rank in 0..<max(firstUp.count - 1, 0) {
      let degree = Int(firstUp[rank + 1] - firstUp[rank])
      count += degree * (degree - 1) / 2
    }
    return count
  }

  /// Sorts the heads of each rank, by distributing all arcs twice.
  private static func sorted(_ heads: UnsafeBuffer<UInt32>, firstUp: [UInt32]) -> [UInt32] {
    let (firstDown, tails) = transposed(heads.span, first: firstUp)
    return tails.withUnsafeSpan { transposed($0, first: firstDown).lists }
  }

  /// Reverses a graph; its lists become ascending.
  internal static func transposed(
    _ lists: UnsafeSpan<UInt32>, first: [UInt32]
  ) -> (first: [UInt32], lists: [UInt32]) {
    let count = first.count - 1
    var ends = [UInt32](repeating: 0, count: count + 1)
    ends.withUnsafeBuffer { ends in
      for index in 0..<lists.count { ends[Int(lists[index]) &+ 1] &+= 1 }
      for node in 0..<count { ends[node &+ 1] &+= ends[node] }
    }
    var next = ends
    let result = [UInt32](capacity: lists.count) { result in
      next.withUnsafeBuffer { next in
        for node in 0..<count {
          for index in Int(first[node])..<Int(first[node + 1]) {
            let head = Int(lists[index])
            result[Int(next[head])] = UInt32(truncatingIfNeeded: node)
            next[head] &+= 1
          }
        }
      }
      return lists.count
    }
    return (ends, result)
  }
}

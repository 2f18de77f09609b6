internal import CairnMemory

/// A customizable contraction hierarchy: the part that does not depend on weights.
///
/// The nodes of a graph are renumbered by rank, in the order of their contraction, and joined by
/// upward arcs, so that for any weights each shortest path has an equally short one that first goes
/// only up and then only down. The upper neighbors of a node are ancestors of it in the
/// elimination tree, in which the parent is the least of them. One hierarchy serves all weights,
/// see ``customized(_:)``.
///
/// Source: J. Dibbelt, B. Strasser, D. Wagner, "Customizable contraction hierarchies", ACM Journal
/// of Experimental Algorithmics 21 (2016), doi:10.1145/2886843.
package final class RoadHierarchy: Sendable {
  /// The rank of each node.
  internal let ranks: HierarchySection
  /// The number of the first upward arc of each rank, and the number of all.
  internal let firstUp: HierarchySection
  /// The higher ends of the upward arcs, ascending for each rank.
  internal let heads: HierarchySection
  /// The arc of the hierarchy that each arc of the graph belongs to: twice its number, plus 1 if it
  /// points down; `UInt32.max` for a loop.
  internal let arcs: HierarchySection

  // The rest is derived from these sections.

  /// The lower ends of the upward arcs.
  internal let tails: HierarchySection
  /// The offset of the first arc to each rank in `arcsBelow`, and the number of arcs.
  internal let firstBelow: HierarchySection
  /// The numbers of the arcs to each rank, ascending.
  internal let arcsBelow: HierarchySection
  /// The position of each rank on its path to the root, counted so that the root has the last
  /// position of all, `height` − 1.
  internal let slots: HierarchySection
  /// The positions of `heads`.
  internal let headSlots: HierarchySection
  /// The number of nodes of the longest path from a node to a root.
  package let height: Int

  /// The number of nodes of the graph.
  package var nodeCount: Int { ranks.count }
  /// The number of arcs of the graph.
  package var inputArcCount: Int { arcs.count }
  /// The number of upward arcs of the hierarchy.
  package var arcCount: Int { heads.count }

  /// Contracts the nodes of a graph in an order.
  ///
  /// - Throws: ``HierarchyError`` if the order has a different number of nodes than the graph, or
  ///   the result is too large.
  /// - Complexity: O(n + m log m + a) for a upward arcs.
  package convenience init(_ graph: HierarchyInput, order: NodeOrder) throws(HierarchyError) {
    try self.init(graph, order: order, isBounded: false)
  }

  /// Contracts the nodes of a graph in an order.
  ///
  /// - Parameters:
  ///   - graph: the graph.
  ///   - order: an order of its nodes.
  ///   - isBounded: whether to throw ``HierarchyError/tooLarge`` if the hierarchy is much larger
  ///     than that of any road network, because the graph or the order is unsuitable.
  /// - Throws: ``HierarchyError`` as for the other initializer.
  internal init(
    _ graph: HierarchyInput, order: NodeOrder, isBounded: Bool
  ) throws(HierarchyError) {
    guard order.nodes.count == graph.nodeCount else {
      throw .count(of: "nodes of the order", expected: graph.nodeCount, actual: order.nodes.count)
    }
    let undirected = UndirectedGraph(graph)
    let contraction = try Contraction(
      undirected, order: order.nodes,
      arcLimit: isBounded ? Self.arcLimit(nodeCount: graph.nodeCount) : .max)
    if isBounded, contraction.triangleCount > Self.triangleLimit(nodeCount: graph.nodeCount) {
      throw .tooLarge
    }
    var ranks = [UInt32](repeating: 0, count: graph.nodeCount)
    for (rank, node) in order.nodes.enumerated() {
      ranks[Int(node)] = UInt32(truncatingIfNeeded: rank)
    }
    self.ranks = HierarchySection(ranks)
    firstUp = HierarchySection(contraction.firstUp)
    heads = HierarchySection(contraction.heads)
    arcs = HierarchySection(Self.arcs(of: graph, ranks: ranks, contraction))
    let derived = Derived(firstUp: firstUp.values, heads: heads.values)
    tails = HierarchySection(derived.tails)
    firstBelow = HierarchySection(derived.firstBelow)
    arcsBelow = HierarchySection(derived.arcsBelow)
    slots = HierarchySection(derived.slots)
    headSlots = HierarchySection(derived.headSlots)
    height = derived.height
  }

  /// Adopts stored sections, see ``StoredHierarchy``.
  ///
  /// - Parameter stored: the sections; they are verified as a whole, and the rest is derived from
  ///   them.
  /// - Throws: ``HierarchyError/section(_:)`` if they do not describe a hierarchy.
  /// - Complexity: O(n + m + a) for a upward arcs.
  package init(_ stored: StoredHierarchy) throws(HierarchyError) {
    try stored.verify()
    ranks = stored.ranks
    firstUp = stored.firstUp
    heads = stored.heads
    arcs = stored.arcs
    let derived = Derived(firstUp: firstUp.values, heads: heads.values)
    tails = HierarchySection(derived.tails)
    firstBelow = HierarchySection(derived.firstBelow)
    arcsBelow = HierarchySection(derived.arcsBelow)
    slots = HierarchySection(derived.slots)
    headSlots = HierarchySection(derived.headSlots)
    height = derived.height
  }

  /// The maximum number of upward arcs of a bounded hierarchy, and that of triangles.
  ///
  /// A city has about five arcs and tens of triangles per node;
  /// a square grid of a million nodes, which is worse than any country, about a hundred arcs.
  private static func arcLimit(nodeCount: Int) -> Int { 1 << 16 + 128 * nodeCount }
  private static func triangleLimit(nodeCount: Int) -> Int { 1 << 23 + 2000 * nodeCount }

  /// Finds the arc of the hierarchy for each arc of the graph.
  private static func arcs(
    of graph: HierarchyInput, ranks: [UInt32], _ contraction: Contraction
  ) -> [UInt32] {
    var arcs = [UInt32](repeating: .max, count: graph.arcCount)
    let firstUp = contraction.firstUp
    let heads = contraction.heads
    graph.forEachArc { arc, tail, head in
      let from = ranks[tail]
      let to = ranks[head]
      if from == to { return }
      let lower = Int(min(from, to))
      let upper = max(from, to)
      var low = Int(firstUp[lower])
      var high = Int(firstUp[lower + 1])
      while high - low > 1 {
        let middle = (low + high) / 2
        if heads[middle] <= upper { low = middle } else { high = middle }
      }
      arcs[arc] = UInt32(truncatingIfNeeded: 2 * low) | (from > to ? 1 : 0)
    }
    return arcs
  }

  /// The arrays that are derived from the upward arcs.
  internal struct Derived {
    internal var tails: [UInt32] = []
    internal let firstBelow: [UInt32]
    internal var arcsBelow: [UInt32] = []
    internal var slots: [UInt32] = []
    internal var headSlots: [UInt32] = []
    internal var height = 0

    internal init(firstUp: UnsafeSpan<UInt32>, heads: UnsafeSpan<UInt32>) {
      let count = firstUp.count - 1
      var next = [UInt32](repeating: 0, count: count + 1)
      next.withUnsafeBuffer { next in
        for arc in 0..<heads.count { next[Int(heads[arc]) &+ 1] &+= 1 }
        for rank in 0..<count { next[rank &+ 1] &+= next[rank] }
      }
      firstBelow = next
      tails = [UInt32](repeating: 0, count: heads.count)
      arcsBelow = tails
      next.withUnsafeBuffer { next in
        tails.withUnsafeBuffer { tails in
          arcsBelow.withUnsafeBuffer { arcsBelow in
            for rank in 0..<count {
              for arc in Int(firstUp[rank])..<Int(firstUp[rank &+ 1]) {
                tails[arc] = UInt32(truncatingIfNeeded: rank)
                let head = Int(heads[arc])
                arcsBelow[Int(next[head])] = UInt32(truncatingIfNeeded: arc)
                next[head] &+= 1
              }
            }
          }
        }
      }
      // Depths first; the height is known when all are.
      slots = [UInt32](repeating: 0, count: count)
      for rank in (0..<count).reversed() {
        let first = Int(firstUp[rank])
        if first < Int(firstUp[rank + 1]) { slots[rank] = slots[Int(heads[first])] + 1 }
        height = max(height, Int(slots[rank]) + 1)
      }
      for rank in 0..<count { slots[rank] = UInt32(truncatingIfNeeded: height - 1) - slots[rank] }
      headSlots = slots.withUnsafeSpan { slots in
        [UInt32](count: heads.count) { slots[Int(heads[$0])] }
      }
    }
  }
}

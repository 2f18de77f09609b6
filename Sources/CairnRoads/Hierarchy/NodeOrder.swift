/// An order of the nodes of a graph in which they are contracted.
package struct NodeOrder: Hashable, Sendable {
  /// The nodes; the first is contracted first.
  package let nodes: [UInt32]

  /// Checks and adopts an order.
  ///
  /// - Throws: ``HierarchyError/order(node:)`` if it is not a permutation of the numbers from 0.
  package init(nodes: [UInt32]) throws(HierarchyError) {
    var isKnown = [Bool](repeating: false, count: nodes.count)
    for node in nodes {
      guard Int(node) < nodes.count, !isKnown[Int(node)] else { throw .order(node: Int(node)) }
      isKnown[Int(node)] = true
    }
    self.nodes = nodes
  }

  /// Computes an order that gives a small hierarchy for road networks.
  ///
  /// Nodes with at most two neighbors are first, the others are ordered by nested dissection. The
  /// result depends only on the input. Positions that are not finite are replaced by 0; bad
  /// positions make the hierarchy larger, but never wrong.
  ///
  /// - Parameters:
  ///   - graph: the graph; the directions of its arcs do not matter.
  ///   - latitudes: the latitude of each node, in degrees.
  ///   - longitudes: the longitude of each node, in degrees.
  /// - Throws: ``HierarchyError/count(of:expected:actual:)`` if a coordinate is missing.
  package init(
    _ graph: HierarchyInput, latitudes: [Float], longitudes: [Float]
  ) throws(HierarchyError) {
    let count = graph.nodeCount
    for (name, values) in [("latitudes", latitudes), ("longitudes", longitudes)]
    where values.count != count {
      throw .count(of: name, expected: count, actual: values.count)
    }
    let undirected = UndirectedGraph(graph)
    let reduced = ReducedGraph(undirected)
    var order = reduced.eliminate()
    let (nodes, rest) = reduced.remainder()
    let (x, y) = Self.positions(nodes, latitudes, longitudes)
    order += NestedDissection.order(rest, x: x, y: y).map { nodes[Int($0)] }
    let tree = EliminationTree(undirected, order: order)
    self.nodes = tree.postorder.map { order[Int($0)] }
  }

  /// Returns positions on a plane in which both axes have the same scale at the mean latitude.
  private static func positions(
    _ nodes: [UInt32], _ latitudes: [Float], _ longitudes: [Float]
  ) -> (x: [Float], y: [Float]) {
    let y = nodes.map { latitudes[Int($0)] }.map { $0.isFinite ? $0 : 0 }
    let mean = y.reduce(0.0) { $0 + Double($1) } / Double(max(y.count, 1))
    // A rational approximation of the cosine, equal on all platforms.
    let square = min(mean * mean, 8100)
    let scale = Float((32400 - 4 * square) / (32400 + square))
    let x = nodes.map { longitudes[Int($0)] * scale }.map { $0.isFinite ? $0 : 0 }
    return (x, y)
  }
}

extension NodeOrder {
  /// Computes an order from a key of each node: the rank of a node of a smaller graph.
  ///
  /// - Complexity: O((n + m) log n).
  internal init(_ graph: HierarchyInput, byKeys key: (_ node: Int) -> UInt32) {
    let order = (0..<graph.nodeCount).map { UInt64(key($0)) << 32 | UInt64($0) }.sorted()
      .map { UInt32(truncatingIfNeeded: $0) }
    let tree = EliminationTree(UndirectedGraph(graph), order: order)
    nodes = tree.postorder.map { order[Int($0)] }
  }
}

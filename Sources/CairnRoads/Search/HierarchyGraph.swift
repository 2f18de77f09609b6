internal import CairnMemory

/// The graph that the hierarchy of a profile is built from, for measurements.
///
/// Its nodes are junctions, or the roads that lead to them if the profile has rules for turns.
package struct HierarchyGraph: Sendable {
  private let network: RoadNetwork
  private let profile: Int
  private let search: SearchGraph
  /// The latitude of each node in degrees.
  package let latitudes: [Float]
  /// The longitude of each node in degrees.
  package let longitudes: [Float]

  /// The graph; its arcs are roads between junctions, or turns.
  package var graph: HierarchyInput { search.graph }
  /// The time of each arc in milliseconds.
  package var weights: [UInt32] { search.weights }

  fileprivate init(
    _ network: RoadNetwork, _ profile: Int, _ search: SearchGraph
  ) throws(RoadError) {
    self.network = network
    self.profile = profile
    self.search = search
    let graph = try network.graph()
    latitudes = search.junctions.map { Float(graph.latitudes[Int($0)]) / 1e7 }
    longitudes = search.junctions.map { Float(graph.longitudes[Int($0)]) / 1e7 }
  }

  /// Computes the order of contraction, and contracts the graph.
  package func hierarchy() throws -> RoadHierarchy {
    let junctions = try network.computedJunctionOrder(profile)
    let order = try search.order(byJunctions: junctions, junctionCount: network.nodeCount)
    return try RoadHierarchy(graph, order: order)
  }
}

extension RoadNetwork {
  /// The graph that the hierarchy of a profile is built from; nil if it has too many arcs.
  package func hierarchyGraph(_ profile: String) throws(RoadError) -> HierarchyGraph? {
    let index = try profileIndex(profile)
    guard let graph = try hierarchies.graph(self, index)?.graph else { return nil }
    return try HierarchyGraph(self, index, graph)
  }
}

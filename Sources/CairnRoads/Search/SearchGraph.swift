internal import CairnMemory

/// The states of a profile and the steps between them as a graph for a hierarchy.
///
/// States that no road leads to are left out, such as those of private roads. A search that begins
/// there takes the first step itself.
struct SearchGraph: Sendable {
  /// The value of ``nodes`` for states that are left out.
  static let none = UInt32.max

  /// The node of the graph of each state.
  let nodes: [UInt32]
  /// The junction of each node.
  let junctions: [UInt32]
  /// The graph; its arcs are steps of a search.
  let graph: HierarchyInput
  /// The time of each step in milliseconds.
  let weights: [UInt32]
  /// The arc of the road network that is driven in each step.
  let roads: [UInt32]

  /// - Complexity: O(n) for n steps.
  init<Space: RoadSpace>(_ space: Space) throws(HierarchyError) {
    var nodes = [UInt32](repeating: Self.none, count: space.stateCount)
    var states: [Int] = []
    for state in 0..<space.stateCount where space.isSearched(state) {
      nodes[state] = UInt32(truncatingIfNeeded: states.count)
      states.append(state)
    }
    var firstOut: [UInt32] = [0]
    firstOut.reserveCapacity(states.count + 1)
    var heads: [UInt32] = []
    var weights: [UInt32] = []
    var roads: [UInt32] = []
    for state in states {
      space.successors(state) { next, weight, code in
        heads.append(nodes[next])
        weights.append(weight)
        roads.append(UInt32(truncatingIfNeeded: space.stepBack(next, code).arc))
      }
      firstOut.append(UInt32(truncatingIfNeeded: heads.count))
    }
    self.nodes = nodes
    junctions = states.map { UInt32(truncatingIfNeeded: space.node(of: $0)) }
    graph = try HierarchyInput(firstOut: firstOut, heads: heads)
    self.weights = weights
    self.roads = roads
  }

  /// The order in which the nodes are contracted, from that of the junctions.
  ///
  /// Each junction of a separator is replaced by the states at it. In Porto by car, this takes a
  /// hundredth of the time of a search for separators among the states, and the hierarchy has 1.36
  /// times the number of arcs.
  func order(byJunctions order: [UInt32], junctionCount: Int) throws(HierarchyError) -> NodeOrder {
    var ranks = [UInt32](repeating: .max, count: junctionCount)
    for (rank, junction) in order.enumerated() {
      ranks[Int(junction)] = UInt32(truncatingIfNeeded: rank)
    }
    return NodeOrder(graph) { ranks[Int(junctions[$0])] }
  }
}

internal import CairnMemory

/// The hierarchies of the profiles of a network, which are built when they begin to pay off.
final class RoadHierarchies: Sendable {
  private struct Entry {
    /// The searches without a hierarchy so far, in searches of the whole network.
    var work = 0.0
    var graph: ComponentGraph?
    var hierarchy: ProfileHierarchy?
    /// Whether the network is unsuitable, so that no further attempt is made.
    var hasFailed = false
    /// The states that can be reached from the largest component, and from which it can be reached.
    var fromLargest: StateSet?
    var toLargest: StateSet?
  }

  /// The number of searches of the whole network that take about as long as building a hierarchy.
  static let worthwhile = 8.0

  private let entries: [Lock<Entry>]

  init(profileCount: Int) {
    entries = (0..<profileCount).map { _ in Lock(Entry()) }
  }

  /// Returns the hierarchy of a profile, and builds it if it pays off.
  ///
  /// - Parameters:
  ///   - network: the network.
  ///   - profile: the offset of the profile.
  ///   - expected: the number of searches of the whole network that are about to begin.
  /// - Returns: nil if the hierarchy does not pay off yet, or would be too large.
  /// - Throws: ``RoadError`` if the stored order of junctions is damaged.
  func hierarchy(
    _ network: RoadNetwork, _ profile: Int, expected: Double
  ) throws(RoadError) -> ProfileHierarchy? {
    try entries[profile].withLock { entry throws(RoadError) in
      if let hierarchy = entry.hierarchy { return hierarchy }
      guard !entry.hasFailed, entry.work + expected >= Self.worthwhile else { return nil }
      let graph = try Self.graph(network, profile, &entry)
      entry.hierarchy = try ProfileHierarchy(network, profile, graph)
      entry.hasFailed = entry.hierarchy == nil
      return entry.hierarchy
    }
  }

  /// Adds searches without a hierarchy to the work so far.
  func add(_ work: Double, to profile: Int) {
    entries[profile].withLock { $0.work += work }
  }

  /// Returns the graph of a profile, which is built at the first call.
  func graph(_ network: RoadNetwork, _ profile: Int) throws(RoadError) -> ComponentGraph? {
    try entries[profile].withLock { entry throws(RoadError) in
      try Self.graph(network, profile, &entry)
    }
  }

  /// The states that can be reached from the largest component, or from which it can be reached.
  func largestSet(_ profile: Int, isStart: Bool) -> StateSet? {
    entries[profile].withLock { isStart ? $0.fromLargest : $0.toLargest }
  }

  /// Keeps a set for ``largestSet(_:isStart:)``.
  func setLargest(_ set: StateSet, _ profile: Int, isStart: Bool) {
    entries[profile].withLock {
      if isStart { $0.fromLargest = set } else { $0.toLargest = set }
    }
  }

  private static func graph(
    _ network: RoadNetwork, _ profile: Int, _ entry: inout Entry
  ) throws(RoadError) -> ComponentGraph? {
    if let graph = entry.graph { return graph }
    let view = try network.profile(profile)
    let graph = try network.graph()
    entry.graph =
      view.isPlain
      ? ComponentGraph(NodeSpace(graph: graph, profile: view))
      : ComponentGraph(TurnSpace(graph: graph, profile: view))
    return entry.graph
  }
}

/// A graph of a profile, and its strongly connected components.
struct ComponentGraph: Sendable {
  let graph: SearchGraph
  /// The component of each node.
  let components: [UInt32]
  /// The component with the most nodes.
  let largest: UInt32

  /// Nil if the graph has too many steps.
  init?<Space: RoadSpace>(_ space: Space) {
    guard let graph = try? SearchGraph(space) else { return nil }
    self.graph = graph
    let all = StrongComponents(
      firstOut: graph.graph.firstOut, heads: graph.graph.heads, weights: graph.weights)
    components = all.components
    largest = all.isInLargest.firstIndex(of: true).map { all.components[$0] } ?? 0
  }

  /// Whether a state is in the largest component.
  func isInLargest(_ state: Int) -> Bool {
    let node = graph.nodes[state]
    return node != SearchGraph.none && components[Int(node)] == largest
  }
}

/// The hierarchy of a profile with its weights.
final class ProfileHierarchy: Sendable {
  let graph: SearchGraph
  let weights: HierarchyWeights

  /// A wrapper, since a lock protects values that are sent between threads.
  ///
  /// It is removed from the list while a search uses its labels, so that only one thread at a time
  /// refers to them; this justifies `@unchecked Sendable`.
  private struct Item: @unchecked Sendable { let labels: SeededLabels }
  private let pool = Lock<[Item]>([])

  /// Contracts and weighs the graph of a profile.
  ///
  /// Nil if the graph is missing, or if its hierarchy would be too large, which does not happen
  /// with roads on the Earth.
  init?(
    _ network: RoadNetwork, _ profile: Int, _ graph: ComponentGraph?
  ) throws(RoadError) {
    guard let graph = graph?.graph else { return nil }
    let order = try network.junctionOrder(profile)
    self.graph = graph
    do throws(HierarchyError) {
      let nodes = try graph.order(byJunctions: order, junctionCount: network.nodeCount)
      let hierarchy = try RoadHierarchy(graph.graph, order: nodes, isBounded: true)
      weights = try hierarchy.customized(graph.weights)
    } catch {
      return nil
    }
  }

  /// Calls a closure with a search through the hierarchy.
  func withSearch<Result>(_ body: (SeededSearch) -> Result) -> Result {
    let item =
      pool.withLock { $0.popLast() }
      ?? Item(labels: SeededLabels(nodeCount: graph.junctions.count))
    defer { pool.withLock { if $0.count < 16 { $0.append(item) } } }
    return body(SeededSearch(weights, item.labels))
  }
}

extension RoadNetwork {
  /// Builds what fast routes and matrices of a profile need, unless it exists.
  ///
  /// Otherwise this happens during later requests, as soon as it pays off: after some long routes,
  /// or at the first larger matrix. It takes a fraction of a second in a city.
  ///
  /// - Parameter profile: the name of a profile.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  public func prepare(_ profile: String) throws(RoadError) {
    _ = try hierarchies.hierarchy(self, profileIndex(profile), expected: .infinity)
  }

  /// The junctions of a profile in the order of contraction: from the file, or computed.
  func junctionOrder(_ profile: Int) throws(RoadError) -> [UInt32] {
    guard storage.layout.entry(.junctionOrder, profile: profile) != nil else {
      return try computedJunctionOrder(profile)
    }
    let nodeCount = try graph().nodeCount
    let order: UnsafeSpan<UInt32> = try storage.values(.junctionOrder, profile: profile) {
      RoadCheck.distinct($0, below: nodeCount)
    }
    return (0..<order.count).map { order[$0] }
  }

  /// Computes the order of ``junctionOrder(_:)`` without the file.
  func computedJunctionOrder(_ profile: Int) throws(RoadError) -> [UInt32] {
    let graph = try graph()
    let view = try self.profile(profile)
    return JunctionOrder.order(
      firstOut: (0..<graph.firstOut.count).map { graph.firstOut[$0] },
      heads: (0..<graph.heads.count).map { graph.heads[$0] },
      weights: (0..<view.weights.count).map { view.weights[$0] },
      latitudes: (0..<graph.nodeCount).map { graph.latitudes[$0] },
      longitudes: (0..<graph.nodeCount).map { graph.longitudes[$0] })
  }
}

/// The order in which the junctions of a profile are contracted.
enum JunctionOrder {
  /// Computes the order of all junctions with usable arcs.
  ///
  /// Coordinates are in 10⁻⁷ degrees.
  static func order(
    firstOut: [UInt32], heads: [UInt32], weights: [UInt32], latitudes: [Int32], longitudes: [Int32]
  ) -> [UInt32] {
    var isUsed = [Bool](repeating: false, count: latitudes.count)
    for node in latitudes.indices {
      for arc in Int(firstOut[node])..<Int(firstOut[node + 1])
      where weights[arc] < RoadGeometry.impassable {
        isUsed[node] = true
        isUsed[Int(heads[arc])] = true
      }
    }
    var numbers = [UInt32](repeating: 0, count: latitudes.count)
    var nodes: [UInt32] = []
    for node in isUsed.indices where isUsed[node] {
      numbers[node] = UInt32(truncatingIfNeeded: nodes.count)
      nodes.append(UInt32(truncatingIfNeeded: node))
    }
    var first: [UInt32] = [0]
    var ends: [UInt32] = []
    for node in nodes {
      for arc in Int(firstOut[Int(node)])..<Int(firstOut[Int(node) + 1])
      where weights[arc] < RoadGeometry.impassable {
        ends.append(numbers[Int(heads[arc])])
      }
      first.append(UInt32(truncatingIfNeeded: ends.count))
    }
    do throws(HierarchyError) {
      let order = try NodeOrder(
        HierarchyInput(firstOut: first, heads: ends),
        latitudes: nodes.map { Float(latitudes[Int($0)]) / 1e7 },
        longitudes: nodes.map { Float(longitudes[Int($0)]) / 1e7 })
      return order.nodes.map { nodes[Int($0)] }
    } catch {
      // Too many arcs for a hierarchy: any order does, since none is built.
      return nodes
    }
  }
}

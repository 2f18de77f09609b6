import CairnRoads
import TestSupport

/// A graph with positions and weights, and Dijkstra's algorithm as an oracle.
struct GraphSample {
  var nodeCount: Int
  /// The arcs in any order.
  var arcs: [(tail: Int, head: Int, weight: UInt32)] = []
  var latitudes: [Float]
  var longitudes: [Float]

  init(_ nodeCount: Int, arcs: [(tail: Int, head: Int, weight: UInt32)] = []) {
    self.nodeCount = nodeCount
    self.arcs = arcs
    latitudes = (0..<nodeCount).map { Float(41 + Double($0 % 97) / 1000) }
    longitudes = (0..<nodeCount).map { Float(-8 + Double($0 % 89) / 1000) }
  }

  /// Sorts the arcs by tail, keeping the order of those of a node.
  mutating func sort() {
    arcs = arcs.enumerated()
      .sorted { ($0.element.tail, $0.offset) < ($1.element.tail, $1.offset) }.map(\.element)
  }

  /// The graph; the arcs must be sorted.
  func input() throws -> HierarchyInput {
    var first = [UInt32](repeating: 0, count: nodeCount + 1)
    for arc in arcs { first[arc.tail + 1] += 1 }
    for node in 0..<nodeCount { first[node + 1] += first[node] }
    return try HierarchyInput(firstOut: first, heads: arcs.map { UInt32($0.head) })
  }

  var weights: [UInt32] { arcs.map(\.weight) }

  func hierarchy() throws -> RoadHierarchy {
    let input = try input()
    return try RoadHierarchy(
      input, order: NodeOrder(input, latitudes: latitudes, longitudes: longitudes))
  }

  /// The weight of a path that must connect two nodes; nil if it does not.
  func weight(of path: [UInt32], from start: Int, to end: Int) -> UInt64? {
    var node = start
    var sum: UInt64 = 0
    for arc in path {
      guard Int(arc) < arcs.count, arcs[Int(arc)].tail == node else { return nil }
      node = arcs[Int(arc)].head
      sum += UInt64(arcs[Int(arc)].weight)
    }
    return node == end ? sum : nil
  }
}

/// Shortest paths from one node to all by Dijkstra's algorithm.
struct Dijkstra {
  private var first: [Int]
  private let arcs: [(tail: Int, head: Int, weight: UInt32)]

  init(_ graph: GraphSample) {
    first = [Int](repeating: 0, count: graph.nodeCount + 1)
    for arc in graph.arcs { first[arc.tail + 1] += 1 }
    for node in 0..<graph.nodeCount { first[node + 1] += first[node] }
    arcs = graph.arcs
  }

  /// The weights to all nodes; `UInt64.max` if there is no path.
  func weights(from start: Int) -> [UInt64] {
    var best = [UInt64](repeating: .max, count: first.count - 1)
    var heap: [(weight: UInt64, node: Int)] = [(0, start)]
    best[start] = 0
    while let (weight, node) = Self.pop(&heap) {
      if weight > best[node] { continue }
      for arc in arcs[first[node]..<first[node + 1]] where arc.weight < HierarchyWeights.infinity {
        let sum = weight + UInt64(arc.weight)
        guard sum < best[arc.head] else { continue }
        best[arc.head] = sum
        Self.push(&heap, (sum, arc.head))
      }
    }
    return best
  }

  private static func push(
    _ heap: inout [(weight: UInt64, node: Int)], _ item: (weight: UInt64, node: Int)
  ) {
    heap.append(item)
    var child = heap.count - 1
    while child > 0, heap[child].weight < heap[(child - 1) / 2].weight {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private static func pop(
    _ heap: inout [(weight: UInt64, node: Int)]
  ) -> (weight: UInt64, node: Int)? {
    guard let least = heap.first else { return nil }
    let last = heap.removeLast()
    if heap.isEmpty { return least }
    heap[0] = last
    var parent = 0
    while true {
      var child = 2 * parent + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].weight < heap[child].weight { child += 1 }
      if heap[child].weight >= heap[parent].weight { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return least
  }
}

/// Kinds of graphs that are hard for a hierarchy.
enum GraphKind: CaseIterable {
  case sparse, disconnected, dense, grid, oneWayGrid, star, twoHubs, path, cycle, tree, clique
  case zeroWeights, loopsAndParallels, someInfinite, samePosition, noPosition, single, pair

  /// Generates a graph of about `size` nodes.
  func sample(size: Int, using random: inout SeededGenerator) -> GraphSample {
    var graph = shape(size: size, using: &random)
    switch self {
    case .samePosition:
      graph.latitudes = graph.latitudes.map { _ in 1 }
      graph.longitudes = graph.longitudes.map { _ in 2 }
    case .noPosition:
      graph.latitudes = graph.latitudes.enumerated().map { $0.offset % 3 == 0 ? .nan : .infinity }
    default: break
    }
    graph.sort()
    return graph
  }

  private func shape(size: Int, using random: inout SeededGenerator) -> GraphSample {
    var graph = GraphSample(self == .single ? 1 : self == .pair ? 2 : size)
    let count = graph.nodeCount
    func weight() -> UInt32 {
      switch self {
      case .zeroWeights: UInt32(random.integer(in: 0...2)) / 2
      case .someInfinite: random.integer(in: 0...3) == 0 ? .max : UInt32(random.integer(in: 1...9))
      default: UInt32(random.integer(in: 1...1000))
      }
    }
    func connect(_ tail: Int, _ head: Int, bothWays: Bool = true) {
      graph.arcs.append((tail, head, weight()))
      if bothWays { graph.arcs.append((head, tail, weight())) }
    }
    func scatter(_ arcCount: Int, within nodes: Range<Int>) {
      for _ in 0..<arcCount {
        connect(
          random.integer(in: nodes.lowerBound...(nodes.upperBound - 1)),
          random.integer(in: nodes.lowerBound...(nodes.upperBound - 1)), bothWays: false)
      }
    }
    switch self {
    case .sparse, .zeroWeights, .someInfinite, .samePosition, .noPosition:
      scatter(count * 5 / 2, within: 0..<count)
    case .disconnected:
      for part in 0..<4 where count >= 4 {
        scatter(count / 2, within: (count * part / 4)..<(count * (part + 1) / 4))
      }
    case .dense: scatter(count * 8, within: 0..<count)
    case .loopsAndParallels:
      scatter(count * 2, within: 0..<count)
      for node in 0..<count where node % 3 == 0 { connect(node, node) }
      for arc in graph.arcs where arc.tail % 2 == 0 { connect(arc.tail, arc.head, bothWays: false) }
    case .grid, .oneWayGrid:
      let side = max(Int(Double(count).squareRoot()), 1)
      for node in 0..<count {
        graph.latitudes[node] = Float(node / side) / 100
        graph.longitudes[node] = Float(node % side) / 100
        if node % side + 1 < side && node + 1 < count {
          connect(node, node + 1, bothWays: self == .grid || node / side % 4 == 0)
        }
        if node + side < count {
          connect(node + side, node, bothWays: self == .grid || node % side % 4 == 0)
        }
      }
    case .star: for node in 1..<count { connect(0, node) }
    case .twoHubs: for node in 2..<max(count, 2) { for hub in 0..<2 { connect(hub, node) } }
    case .path: for node in 1..<count { connect(node - 1, node, bothWays: node % 5 != 0) }
    case .cycle: for node in 0..<count { connect(node, (node + 1) % count) }
    case .tree: for node in 1..<count { connect(node, random.integer(in: 0...(node - 1))) }
    case .clique:
      for node in 0..<min(count, 40) {
        for other in 0..<node { connect(node, other) }
      }
    case .pair: connect(0, 1, bothWays: false)
    case .single: connect(0, 0)
    }
    return graph
  }
}

import TestSupport
import Testing

@testable import CairnRoads

/// Queries of a hierarchy against Dijkstra's algorithm.
@Suite struct HierarchyQueryTests {
  /// Checks all queries from one node.
  private func check(
    _ graph: GraphSample, _ weights: HierarchyWeights, from start: Int, to ends: [Int],
    _ truth: [UInt64]
  ) {
    let wrong = ends.filter { end in
      let path = weights.path(from: start, to: end)
      guard weights.weight(from: start, to: end) == path?.weight else { return true }
      guard let path else { return truth[end] != .max }
      return UInt64(path.weight) != truth[end]
        || graph.weight(of: path.arcs, from: start, to: end) != truth[end]
    }
    #expect(wrong.isEmpty, "from \(start)")
    #expect(weights.matrix(from: [start], to: ends).map(finite) == ends.map { truth[$0] })
  }

  private func finite(_ weight: UInt32) -> UInt64 {
    weight == HierarchyWeights.infinity ? .max : UInt64(weight)
  }

  @Test(arguments: GraphKind.allCases)
  func allPairsOfSmallGraphs(_ kind: GraphKind) throws {
    var random = SeededGenerator(seed: 41)
    for size in [2, 5, rounds(60, inDebug: 14)] {
      let graph = kind.sample(size: size, using: &random)
      let weights = try graph.hierarchy().customized(graph.weights)
      let perfected = weights.perfected()
      let oracle = Dijkstra(graph)
      let nodes = Array(0..<graph.nodeCount)
      var columns: [[UInt64]] = []
      for start in nodes {
        let truth = oracle.weights(from: start)
        check(graph, weights, from: start, to: nodes, truth)
        check(graph, perfected, from: start, to: nodes, truth)
        #expect(perfected.weights(from: start).map(finite) == truth)
        #expect(weights.weights(from: start).map(finite) == truth)
        columns.append(truth)
      }
      for end in nodes {
        let truth = columns.map { $0[end] }
        #expect(weights.weights(from: end, reversed: true).map(finite) == truth)
      }
      #expect(weights.matrix(from: nodes, to: nodes).map(finite) == columns.flatMap { $0 })
      #expect(perfected.matrix(from: nodes, to: nodes).map(finite) == columns.flatMap { $0 })
    }
  }

  @Test(arguments: GraphKind.allCases)
  func someStartsOfLargerGraphs(_ kind: GraphKind) throws {
    var random = SeededGenerator(seed: 42)
    let graph = kind.sample(size: rounds(500, inDebug: 40), using: &random)
    let weights = try graph.hierarchy().customized(graph.weights)
    let oracle = Dijkstra(graph)
    let last = graph.nodeCount - 1
    for _ in 0..<rounds(20, inDebug: 2) {
      let start = random.integer(in: 0...last)
      let ends = (0..<rounds(50, inDebug: 20)).map { _ in random.integer(in: 0...last) }
      check(graph, weights, from: start, to: ends, oracle.weights(from: start))
    }
  }

  @Test func hundredThousandPairsPerWeightSet() throws {
    var random = SeededGenerator(seed: 43)
    let graph = GraphKind.oneWayGrid.sample(size: rounds(4000, inDebug: 80), using: &random)
    let hierarchy = try graph.hierarchy()
    for _ in 0..<2 {
      var changed = graph
      for arc in changed.arcs.indices {
        changed.arcs[arc].weight = UInt32(random.integer(in: 0...100_000))
      }
      let weights = try hierarchy.customized(changed.weights)
      let oracle = Dijkstra(changed)
      for _ in 0..<rounds(100, inDebug: 2) {
        let start = random.integer(in: 0...(graph.nodeCount - 1))
        let truth = oracle.weights(from: start)
        let ends = (0..<rounds(1000, inDebug: 20)).map { _ in
          random.integer(in: 0...(graph.nodeCount - 1))
        }
        check(changed, weights, from: start, to: ends, truth)
      }
    }
  }

  @Test func pathsNearTheLargestWeight() throws {
    let largest = HierarchyWeights.infinity - 1
    var graph = GraphSample(4, arcs: [(0, 1, largest - 5), (1, 2, 5), (2, 3, 1), (3, 2, .max)])
    graph.sort()
    let weights = try graph.hierarchy().customized(graph.weights)
    #expect(weights.weight(from: 0, to: 2) == largest)
    #expect(weights.path(from: 0, to: 2)?.arcs == [0, 1])
    #expect(weights.weight(from: 0, to: 3) == nil)
    #expect(weights.weight(from: 1, to: 3) == 6)
    #expect(weights.weight(from: 3, to: 2) == nil)
    #expect(
      weights.matrix(from: [0, 1], to: [2, 3]) == [largest, HierarchyWeights.infinity, 5, 6])
  }

  @Test func emptyGraph() throws {
    let graph = GraphSample(0)
    let weights = try graph.hierarchy().customized([])
    #expect(weights.hierarchy.height == 0)
    #expect(weights.matrix(from: [], to: []).isEmpty)
  }
}

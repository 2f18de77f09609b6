import TestSupport
import Testing

@testable import CairnRoads

/// Graphs of turns against a search over all histories of arcs.
@Suite struct TurnGraphTests {
  /// The weights of all arcs after the first on shortest paths from an arc to each arc, by a search
  /// over the last arcs of a path; nil without one.
  private func bruteForce(
    _ graph: GraphSample, from start: Int, _ forbidden: [[UInt32]],
    canFollow: (Int, Int) -> Bool
  ) -> [UInt64?] {
    let length = (forbidden.map(\.count).max() ?? 2) - 1
    var best: [[Int]: UInt64] = [[start]: 0]
    // Histories are queued again when their weights decrease.
    var queue: [[Int]] = [[start]]
    var position = 0
    while position < queue.count {
      let history = queue[position]
      position += 1
      let last = history[history.count - 1]
      for next in graph.arcs.indices where graph.arcs[next].tail == graph.arcs[last].head {
        let extended = history + [next]
        let isForbidden = forbidden.contains { sequence in
          sequence.count <= extended.count
            && extended.suffix(sequence.count).elementsEqual(sequence.map(Int.init))
        }
        guard !isForbidden, canFollow(last, next) else { continue }
        let state = Array(extended.suffix(max(length, 1)))
        let sum = (best[history] ?? 0) + UInt64(graph.arcs[next].weight)
        guard sum < best[state] ?? .max else { continue }
        best[state] = sum
        queue.append(state)
      }
    }
    return graph.arcs.indices.map { arc in
      best.filter { $0.key.last == arc }.map(\.value).min()
    }
  }

  /// Generates a small graph with roads in both directions.
  private func sample(using random: inout SeededGenerator) -> (GraphSample, reverses: [UInt32]) {
    var graph = GraphSample(random.integer(in: 1...6))
    for _ in 0..<random.integer(in: 1...5) {
      let ends = (0..<2).map { _ in random.integer(in: 0...(graph.nodeCount - 1)) }
      graph.arcs.append((ends[0], ends[1], UInt32(random.integer(in: 0...9))))
      if random.integer(in: 0...3) > 0 {
        graph.arcs.append((ends[1], ends[0], UInt32(random.integer(in: 0...9))))
      }
    }
    graph.sort()
    // Any arc that leads back may be the reverse, as of parallel roads.
    let reverses = graph.arcs.map { arc in
      graph.arcs.firstIndex { $0.tail == arc.head && $0.head == arc.tail }
        .map { UInt32($0) } ?? .max
    }
    return (graph, reverses)
  }

  /// Generates a sequence of arcs that follow each other.
  private func sequence(_ graph: GraphSample, using random: inout SeededGenerator) -> [UInt32] {
    var arcs = [random.integer(in: 0...(graph.arcs.count - 1))]
    for _ in 0..<random.integer(in: 1...3) {
      let next = graph.arcs.indices.filter {
        graph.arcs[$0].tail == graph.arcs[arcs[arcs.count - 1]].head
      }
      guard let arc = next.randomElement(using: &random) else { break }
      arcs.append(arc)
    }
    return arcs.map { UInt32($0) }
  }

  @Test func permittedPathsAreThoseOfBruteForce() throws {
    var random = SeededGenerator(seed: 71)
    var changes = 0
    for _ in 0..<rounds(400, inDebug: 12) {
      let (graph, reverses) = sample(using: &random)
      let forbidden = (0..<random.integer(in: 0...5)).map { _ in sequence(graph, using: &random) }
        .filter { $0.count >= 2 }
      let allows = (0..<graph.nodeCount).map { _ in random.integer(in: 0...2) == 0 }
      let input = try graph.input()
      let turns = try TurnGraph(
        input, forbidden: forbidden, reverses: reverses, allowsTurningAround: allows)
      let positions = turns.arcs.map { Float(input.heads[Int($0)]) }
      let hierarchy = try RoadHierarchy(
        turns.graph, order: NodeOrder(turns.graph, latitudes: positions, longitudes: positions))
      let weights = try hierarchy.customized(turns.weights(graph.weights))
      for start in graph.arcs.indices {
        let truth = bruteForce(graph, from: start, forbidden) { arc, next in
          reverses[arc] != next || allows[graph.arcs[arc].head]
        }
        let found = graph.arcs.indices.map { end in
          turns.nodes(of: end).compactMap { weights.weight(from: start, to: $0) }.min()
        }
        #expect(found.map { $0.map(UInt64.init) } == truth)
        let free = bruteForce(graph, from: start, []) { _, _ in true }
        changes += free == truth ? 0 : 1
      }
    }
    #expect(changes > 5)
  }

  @Test func badRulesAreRejected() throws {
    let graph = try HierarchyInput(firstOut: [0, 1, 2], heads: [1, 0])
    func turns(_ forbidden: [[UInt32]]) throws -> TurnGraph {
      try TurnGraph(
        graph, forbidden: forbidden, reverses: [1, 0], allowsTurningAround: [true, true])
    }
    #expect(try turns([]).graph.heads == [1, 0])
    #expect(try turns([[0, 1]]).graph.heads == [0])
    #expect(throws: HierarchyError.turn(index: 0)) { try turns([[0]]) }
    #expect(throws: HierarchyError.turn(index: 1)) { try turns([[0, 1], [0, 0]]) }
    #expect(throws: HierarchyError.turn(index: 0)) { try turns([[0, 2]]) }
    #expect(throws: HierarchyError.count(of: "reverses", expected: 2, actual: 0)) {
      try TurnGraph(graph, forbidden: [], reverses: [], allowsTurningAround: [true, true])
    }
    #expect(throws: HierarchyError.count(of: "allowsTurningAround", expected: 2, actual: 1)) {
      try TurnGraph(graph, forbidden: [], reverses: [1, 0], allowsTurningAround: [true])
    }
    #expect(throws: HierarchyError.count(of: "weights", expected: 2, actual: 1)) {
      try turns([]).weights([1])
    }
  }
}

import TestSupport
import Testing

@testable import CairnMemory
@testable import CairnRoads

/// Hierarchies from stored sections, intact and damaged.
@Suite struct StoredHierarchyTests {
  /// Copies sections to one block of memory, as in a file.
  private func file(_ sections: [[UInt32]]) -> StoredHierarchy {
    let memory = PackedMemory(byteCount: 4 * sections.reduce(0) { $0 + $1.count })
    var offset = 0
    let parts = sections.map { section in
      memory.withUnsafeBuffer(of: UInt32.self, byteOffset: offset, count: section.count) { buffer in
        section.withUnsafeSpan { buffer.copy($0, to: 0) }
      }
      defer { offset += 4 * section.count }
      return HierarchySection(memory, byteOffset: offset, count: section.count)
    }
    return StoredHierarchy(ranks: parts[0], firstUp: parts[1], heads: parts[2], arcs: parts[3])
  }

  private func sections(_ stored: StoredHierarchy) -> [[UInt32]] {
    [stored.ranks.array, stored.firstUp.array, stored.heads.array, stored.arcs.array]
  }

  @Test func storedHierarchiesAnswerTheSame() throws {
    var random = SeededGenerator(seed: 61)
    for kind in GraphKind.allCases {
      let graph = kind.sample(size: 50, using: &random)
      let hierarchy = try graph.hierarchy()
      let copy = try RoadHierarchy(file(sections(hierarchy.stored)))
      #expect(sections(copy.stored) == sections(hierarchy.stored))
      #expect(copy.height == hierarchy.height)
      let nodes = Array(0..<graph.nodeCount)
      #expect(
        try copy.customized(graph.weights).matrix(from: nodes, to: nodes)
          == hierarchy.customized(graph.weights).matrix(from: nodes, to: nodes))
    }
  }

  /// A damaged section is rejected, or all queries are still in bounds.
  @Test func damagedSectionsNeverTrap() throws {
    var random = SeededGenerator(seed: 62)
    var rejected = 0
    for round in 0..<rounds(4000, inDebug: 72) {
      let kind = GraphKind.allCases[round % GraphKind.allCases.count]
      let graph = kind.sample(size: random.integer(in: 2...14), using: &random)
      var values = sections(try graph.hierarchy().stored)
      for _ in 0..<random.integer(in: 1...2) {
        let section = random.integer(in: 0...3)
        if values[section].isEmpty { continue }
        let index = random.integer(in: 0...(values[section].count - 1))
        switch random.integer(in: 0...4) {
        case 0: values[section].remove(at: index)
        case 1: values[section].insert(values[section][index], at: index)
        case 2: values[section][index] = UInt32(truncatingIfNeeded: random.next())
        default: values[section][index] = UInt32(random.integer(in: 0...graph.nodeCount))
        }
      }
      if !isRejected(values, using: &random) { continue }
      rejected += 1
    }
    #expect(rejected > rounds(4000, inDebug: 72) / 4)
  }

  /// Whether sections are rejected; runs all kinds of queries if they are not.
  private func isRejected(_ values: [[UInt32]], using random: inout SeededGenerator) -> Bool {
    guard let hierarchy = try? RoadHierarchy(file(values)) else { return true }
    let arcWeights = (0..<hierarchy.inputArcCount).map { _ in UInt32(random.integer(in: 0...9)) }
    guard let weights = try? hierarchy.customized(arcWeights) else { return true }
    let nodes = Array(0..<hierarchy.nodeCount)
    for weights in [weights, weights.perfected()] {
      _ = weights.matrix(from: nodes, to: nodes)
      for start in nodes {
        for end in nodes { _ = weights.path(from: start, to: end) }
      }
    }
    return false
  }
}

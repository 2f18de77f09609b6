import TestSupport
import Testing

@testable import CairnMemory
@testable import CairnRoads

/// The order, the contraction, and their size.
@Suite struct HierarchyShapeTests {
  @Test(arguments: GraphKind.allCases)
  func upwardNeighborsAreThoseOfElimination(_ kind: GraphKind) throws {
    var random = SeededGenerator(seed: 51)
    for size in [2, 6, 25] {
      let graph = kind.sample(size: size, using: &random)
      let input = try graph.input()
      let order = try NodeOrder(
        input, latitudes: graph.latitudes, longitudes: graph.longitudes)
      let hierarchy = try RoadHierarchy(input, order: order)
      // Eliminates nodes by hand.
      let ranks = hierarchy.ranks.array.map(Int.init)
      #expect(order.nodes.map { ranks[Int($0)] } == Array(0..<graph.nodeCount))
      var neighbors = [Set<Int>](repeating: [], count: graph.nodeCount)
      for arc in graph.arcs where arc.tail != arc.head {
        neighbors[ranks[arc.tail]].insert(ranks[arc.head])
        neighbors[ranks[arc.head]].insert(ranks[arc.tail])
      }
      for rank in 0..<graph.nodeCount {
        let upper = neighbors[rank].filter { $0 > rank }.sorted()
        for node in upper { neighbors[node].formUnion(upper.filter { $0 != node }) }
        let arcs = Int(hierarchy.firstUp[rank])..<Int(hierarchy.firstUp[rank + 1])
        #expect(arcs.map { Int(hierarchy.heads[$0]) } == upper)
        #expect(arcs.allSatisfy { Int(hierarchy.tails[$0]) == rank })
      }
    }
  }

  @Test func longPathsAndStarsHaveLowTrees() throws {
    var random = SeededGenerator(seed: 52)
    let size = rounds(100_000, inDebug: 800)
    for (kind, height) in [(GraphKind.path, 40), (.star, 3), (.cycle, 40), (.twoHubs, 4)] {
      let graph = kind.sample(size: size, using: &random)
      let hierarchy = try graph.hierarchy()
      #expect(hierarchy.height <= height)
      #expect(hierarchy.arcCount <= 2 * size)
      let weights = try hierarchy.customized(graph.weights)
      let truth = Dijkstra(graph).weights(from: 3)
      for end in [0, 1, 2, 3, 4, size / 2, size - 1] {
        let path = weights.path(from: 3, to: end)
        #expect(path.map { UInt64($0.weight) } ?? .max == truth[end])
        if let path { #expect(graph.weight(of: path.arcs, from: 3, to: end) == truth[end]) }
      }
    }
  }

  @Test func gridsHaveSmallSeparators() throws {
    var random = SeededGenerator(seed: 53)
    let side = rounds(200, inDebug: 16)
    let graph = GraphKind.grid.sample(size: side * side, using: &random)
    let hierarchy = try graph.hierarchy()
    // Dissection in halves gives 31/4 · side² · log₂ side arcs (A. George, "Nested dissection of a
    // regular finite element mesh", 1973, doi:10.1137/0710032), and 3 · side levels.
    let levels = Int.bitWidth - side.leadingZeroBitCount - 1
    #expect(hierarchy.arcCount < 31 * side * side * levels / 4)
    #expect(hierarchy.height < 5 * side)
  }

  @Test func orderIsReproducible() throws {
    var random = SeededGenerator(seed: 54)
    let graph = GraphKind.grid.sample(size: 500, using: &random)
    let input = try graph.input()
    let orders = try (0..<2).map { _ in
      try NodeOrder(input, latitudes: graph.latitudes, longitudes: graph.longitudes)
    }
    #expect(orders[0] == orders[1])
  }

  @Test func separatorsAreMinimal() throws {
    var random = SeededGenerator(seed: 55)
    for round in 0..<rounds(2000, inDebug: 150) {
      let count = random.integer(in: 2...8)
      var edges: Set<[Int]> = []
      for _ in 0..<random.integer(in: 1...14) {
        let ends = [random.integer(in: 0...(count - 1)), random.integer(in: 0...(count - 1))]
        if ends[0] != ends[1] { edges.insert(ends.sorted()) }
      }
      let sides = (0..<count).map { _ in UInt8(random.integer(in: 0...2)) }
      let parts = FixedArray<UInt8>(repeating: 9, count: count)
      let size = separator(count, edges, sides, parts)
      // Every set of nodes as a separator.
      var least = Int.max
      for removed in 0..<(1 << count) where removed.nonzeroBitCount < least {
        if !connects(count, edges, sides, without: removed) { least = removed.nonzeroBitCount }
      }
      #expect(size == least, "round \(round)")
      var cut = 0
      for node in 0..<count where parts[node] == 1 { cut |= 1 << node }
      #expect(cut.nonzeroBitCount == least)
      for edge in edges { #expect(Set(edge.map { parts[$0] }) != [0, 2]) }
      for node in 0..<count {
        #expect(sides[node] != SeparatorSearch.Side.source || parts[node] != 2)
        #expect(sides[node] != SeparatorSearch.Side.sink || parts[node] != 0)
      }
    }
  }

  private func separator(
    _ count: Int, _ edges: Set<[Int]>, _ sides: [UInt8], _ parts: borrowing FixedArray<UInt8>
  ) -> Int? {
    var search = SeparatorSearch(nodeCount: count, neighborCount: 2 * edges.count)
    search.nodeCount = count
    var next: Int32 = 0
    for node in 0..<count {
      search.firstNeighbor[node] = next
      search.sides[node] = sides[node]
      for edge in edges.sorted(by: { ($0[0], $0[1]) < ($1[0], $1[1]) }) where edge.contains(node) {
        search.neighbors[Int(next)] = Int32(edge[0] + edge[1] - node)
        next += 1
      }
    }
    search.firstNeighbor[count] = next
    let size = search.separatorSize(limit: .max)
    _ = search.writeParts(parts)
    return size
  }

  private func connects(
    _ count: Int, _ edges: Set<[Int]>, _ sides: [UInt8], without removed: Int
  ) -> Bool {
    var reached = (0..<count).filter {
      sides[$0] == SeparatorSearch.Side.source && removed >> $0 & 1 == 0
    }
    var known = Set(reached)
    while let node = reached.popLast() {
      if sides[node] == SeparatorSearch.Side.sink { return true }
      for edge in edges where edge.contains(node) {
        let other = edge[0] + edge[1] - node
        if removed >> other & 1 == 0 && known.insert(other).inserted { reached.append(other) }
      }
    }
    return false
  }

  @Test func badInputIsRejected() throws {
    func input(_ first: [UInt32], _ heads: [UInt32]) throws -> HierarchyInput {
      try HierarchyInput(firstOut: first, heads: heads)
    }
    #expect(throws: HierarchyError.noFirstOut) { try input([], []) }
    #expect(throws: HierarchyError.firstOut(node: 0)) { try input([1, 1], [0]) }
    #expect(throws: HierarchyError.firstOut(node: 2)) { try input([0, 2, 1], [0]) }
    #expect(throws: HierarchyError.firstOut(node: 1)) { try input([0, 1], []) }
    #expect(throws: HierarchyError.head(arc: 1)) { try input([0, 2], [0, 1]) }
    #expect(throws: HierarchyError.order(node: 1)) { try NodeOrder(nodes: [1, 1]) }
    #expect(throws: HierarchyError.order(node: 2)) { try NodeOrder(nodes: [0, 2]) }
    let graph = try input([0, 1, 1], [1])
    #expect(throws: HierarchyError.count(of: "longitudes", expected: 2, actual: 1)) {
      try NodeOrder(graph, latitudes: [0, 0], longitudes: [0])
    }
    let order = try NodeOrder(nodes: [0])
    #expect(throws: HierarchyError.count(of: "nodes of the order", expected: 2, actual: 1)) {
      try RoadHierarchy(graph, order: order)
    }
    let hierarchy = try RoadHierarchy(graph, order: NodeOrder(nodes: [1, 0]))
    #expect(throws: HierarchyError.count(of: "weights", expected: 1, actual: 2)) {
      try hierarchy.customized([1, 2])
    }
  }
}

import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnRoads

/// Searches through the hierarchies of profiles, compared with Dijkstra's algorithm.
@Suite struct HierarchySearchTests {
  /// A random map with private roads, private gates and one-way islands.
  static func map(_ seed: UInt64) -> RoadMap {
    var map = RandomMapTests.map(seed, size: 6)
    var random = SeededGenerator(seed: seed + 50)
    for index in map.ways.indices where Int.random(in: 0..<5, using: &random) == 0 {
      map.ways[index].tags["access"] = "private"
    }
    for id in map.nodes.keys.sorted() where Int.random(in: 0..<12, using: &random) == 0 {
      map.nodes[id]?.tags = ["barrier": "gate", "access": "private"]
    }
    map.node(900, 0.5, 7)
    map.node(901, 1.5, 7)
    map.way(900, [900, 901], ["highway": "residential", "name": "island"])
    return map
  }

  /// Coordinates at and between the nodes of a map.
  static func points(_ map: RoadMap, _ count: Int, _ random: inout SeededGenerator) -> [Coordinate]
  {
    let ids = map.nodes.keys.sorted()
    return (0..<count).map { _ in
      let first = map.coordinate(ids.randomElement(using: &random) ?? 100)
      let second = map.coordinate(ids.randomElement(using: &random) ?? 100)
      let share = [0, 0.02, 0.1][Int.random(in: 0..<3, using: &random)]
      return Coordinate(
        latitude: first.latitude + share * (second.latitude - first.latitude),
        longitude: first.longitude + share * (second.longitude - first.longitude))
    }
  }

  @Test(arguments: 0..<6)
  func pathsAndCostsEqualThoseOfDijkstra(_ seed: Int) throws {
    let map = Self.map(UInt64(seed))
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    for profile in network.profileNames {
      try network.prepare(profile)
      let context = try RoadContext(network, profile)
      let hierarchy = try context.search(#require(context.hierarchy))
      let ends = Self.points(map, 20, &random).map { context.snapped($0, radius: 1000).ends }
      let costs = hierarchy.costs(from: ends, to: ends)
      for (row, start) in ends.enumerated() {
        let expected = context.search { $0.costs(from: start, to: ends) }
        #expect(costs[row] == expected, "\(profile) \(row)")
        for (column, end) in ends.enumerated() {
          let path = hierarchy.path(from: start, to: end)
          #expect(path?.cost == expected[column], "\(profile) \(row) \(column)")
          guard let path, !path.isDirect else { continue }
          #expect(Self.time(path, context) == path.cost, "\(profile) \(row) \(column)")
        }
      }
    }
  }

  /// Ends on islands are moved in the same way, too.
  @Test(arguments: 0..<4)
  func matricesAndRoutesAreEqualWithAndWithoutAHierarchy(_ seed: Int) throws {
    let map = Self.map(UInt64(seed))
    let network = try map.network()
    let plain = try RoadNetwork(bytes: network.bytes)
    var random = SeededGenerator(seed: UInt64(seed) + 7)
    for profile in network.profileNames {
      try network.prepare(profile)
      let context = try RoadContext(plain, profile)
      #expect(context.hierarchy == nil)
      let points = Self.points(map, 14, &random)
      let snapped = points.map { ($0, context.snapped($0, radius: 300)) }
      let expected = try context.milliseconds(snapped, snapped, radius: 300)
      let matrix = try network.milliseconds(from: points, to: points, by: profile, snapRadius: 300)
      #expect(matrix == expected, "\(profile)")
      for (row, start) in points.enumerated() {
        for (column, end) in points.enumerated() where (row + column) % 3 == 0 {
          let route = try? network.route(from: start, to: end, by: profile, snapRadius: 300)
          #expect(route?.milliseconds == expected[row][column], "\(profile) \(row) \(column)")
        }
      }
    }
  }

  @Test func severalThreadsShareOneHierarchy() async throws {
    let map = Self.map(2)
    let network = try map.network()
    var random = SeededGenerator(seed: 2)
    let points = Self.points(map, 10, &random)
    let expected = try map.network().milliseconds(from: points, to: points, by: "car")
    await withTaskGroup(of: [[Int?]]?.self) { group in
      for _ in 0..<8 {
        group.addTask { try? network.milliseconds(from: points, to: points, by: "car") }
      }
      for await matrix in group { #expect(matrix == expected) }
    }
  }

  @Test func aHierarchyIsBuiltAfterSomeSearches() throws {
    let map = Self.map(3)
    let network = try map.network()
    let (start, end) = (map.coordinate(100), map.coordinate(133))
    #expect(try RoadContext(network, "foot").hierarchy == nil)
    for _ in 0..<100 { _ = try? network.route(from: start, to: end, by: "foot") }
    #expect(try RoadContext(network, "foot").hierarchy != nil)
    #expect(try RoadContext(network, "car").hierarchy == nil)
    #expect(throws: RoadError.unknownProfile("boat", available: network.profileNames)) {
      try network.prepare("boat")
    }
  }

  /// A hostile file cannot take memory and time far beyond those of a road network.
  @Test func graphsUnlikeRoadsHaveNoHierarchy() throws {
    let count = 540
    let firstOut = (0...count).map { UInt32($0 * count) }
    let heads = (0..<(count * count)).map { UInt32($0 % count) }
    let graph = try HierarchyInput(firstOut: firstOut, heads: heads)
    let order = try NodeOrder(nodes: (0..<UInt32(count)).map { $0 })
    #expect(throws: HierarchyError.tooLarge) {
      try RoadHierarchy(graph, order: order, isBounded: true)
    }
  }

  /// Files of older versions have no order of junctions.
  @Test func theOrderOfJunctionsIsComputedIfItIsMissing() throws {
    let network = try Self.map(5).network()
    for (index, _) in network.profileNames.enumerated() {
      let stored = try network.junctionOrder(index)
      let (graph, profile) = try (network.graph(), network.profile(index))
      let computed = JunctionOrder.order(
        firstOut: (0..<graph.firstOut.count).map { graph.firstOut[$0] },
        heads: (0..<graph.heads.count).map { graph.heads[$0] },
        weights: (0..<profile.weights.count).map { profile.weights[$0] },
        latitudes: (0..<graph.nodeCount).map { graph.latitudes[$0] },
        longitudes: (0..<graph.nodeCount).map { graph.longitudes[$0] })
      #expect(stored == computed)
    }
  }

  /// The sum of the times along a path, whose arcs must be connected.
  private static func time(_ path: RoadPath, _ context: RoadContext) -> UInt32? {
    let graph = context.graph
    var time = path.start.left + path.end.done
    var last = path.start.arc
    for arc in path.arcs.map(Int.init) + [path.end.arc] {
      guard graph.tail(arc) == Int(graph.heads[last]) else { return nil }
      last = arc
    }
    for arc in path.arcs.map(Int.init) {
      let weight = context.profile.weights[arc]
      time +=
        weight < RoadGeometry.impassable
        ? weight : graph.fullTime(arc, context.profile.index) ?? .max / 2
    }
    return time
  }
}

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

  @Test(arguments: 0..<16)
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

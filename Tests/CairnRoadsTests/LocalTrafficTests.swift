import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoads

/// Roads that only local traffic may use, with a plain search over segments as oracle.
@Suite struct LocalTrafficTests {
  /// An oracle with the largest component of a network.
  private static func oracle(
    _ map: RoadMap, _ profile: RoadProfile, _ network: RoadNetwork
  ) throws -> RoadOracle {
    let graph = try network.graph()
    let view = try network.profile(network.profileIndex(profile.name))
    var oracle = RoadOracle(map, profile)
    if let main = (0..<graph.nodeCount).first(where: { view.flags($0).contains(.main) }) {
      let place = graph.coordinate(ofNode: main)
      if let node = map.nodes.keys.first(where: { map.coordinate($0) == place }) {
        oracle.setMain(around: node)
      }
    }
    return oracle
  }

  /// The least times between nodes of a random map, and those of the oracle.
  private static func check(_ seed: UInt64, profile: RoadProfile, pairs: Int) throws -> Int {
    let map = RandomMapTests.map(seed, size: 5, local: true)
    let network = try map.network()
    let oracle = try Self.oracle(map, profile, network)
    var random = SeededGenerator(seed: seed + 5000)
    let nodes = Set(oracle.arcs.flatMap { [$0.tail, $0.head] }).sorted()
    var found = 0
    for _ in 0..<pairs {
      guard let start = nodes.randomElement(using: &random),
        let end = nodes.randomElement(using: &random)
      else { break }
      let expected = oracle.time(from: start, to: end)
      let (from, to) = (map.coordinate(start), map.coordinate(end))
      let cell = try network.milliseconds(from: [from], to: [to], by: profile.name, snapRadius: 0.5)
      #expect(cell == [[expected]], "\(seed) \(profile.name) \(start) \(end)")
      let route = try? network.route(from: from, to: to, by: profile.name, snapRadius: 0.5)
      #expect(route?.milliseconds == expected, "\(seed) \(profile.name) \(start) \(end)")
      if let route {
        found += 1
        #expect(route.steps.reduce(0) { $0 + $1.milliseconds } == route.milliseconds)
      }
    }
    return found
  }

  @Test(arguments: Array(0..<12) + [26, 44, 64])
  func timesEqualThoseOfAPlainSearch(_ seed: Int) throws {
    var found = 0
    for profile in RoadProfile.standard {
      found += try Self.check(UInt64(seed), profile: profile, pairs: 12)
    }
    #expect(found > 5)
  }

  /// The times of a reach are those of the oracle; with gates and private roads at both ends.
  @Test(
    arguments: Array(0..<rounds(8, inDebug: 3)) + [
      85, 86, 97, 106, 130, 228, 234, 253, 625, 653, 670, 689, 885, 940, 1075, 1094, 1137, 1140,
    ])
  func reachHasTheTimesOfAPlainSearch(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed), size: 5, local: true)
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    let nodes = Set(map.ways.flatMap(\.nodes)).sorted()
    for profile in RoadProfile.standard {
      let oracle = try Self.oracle(map, profile, network)
      let starts = Set(oracle.arcs.map(\.tail)).sorted()
      guard let start = starts.randomElement(using: &random) else { continue }
      let reach = try network.reach(
        from: map.coordinate(start), within: .seconds(200), by: profile.name, snapRadius: 0.5)
      for point in reach.points {
        let node = try #require(nodes.first { map.coordinate($0) == point.coordinate })
        guard node != start, let time = oracle.time(from: start, to: node) else { continue }
        #expect(time == point.milliseconds, "\(seed) \(profile.name) \(start) \(node)")
      }
      let reached = Set(reach.points.map(\.coordinate))
      // A reach lists no nodes that block the way.
      for node in nodes where node != start && !oracle.blocked.contains(node) {
        guard let time = oracle.time(from: start, to: node), time <= 200_000 else { continue }
        let ends = map.ways.filter { $0.nodes.first == node || $0.nodes.last == node }
        if ends.count > 2 {
          #expect(
            reached.contains(map.coordinate(node)), "\(seed) \(profile.name) \(start) \(node)")
        }
      }
    }
  }

  /// A street that is reached only along roads for local traffic, and a shortcut of that kind.
  private func estate() -> RoadMap {
    var map = RoadMap()
    for (id, x, y) in [
      (1, 0.0, 0.0), (2, 5.0, 0.0), (3, 5.0, 4.0), (4, 0.0, 4.0), (5, 1.0, 2.0), (6, 4.0, 2.0),
    ] { map.node(Int64(id), x, y) }
    map.way(1, [4, 1, 2, 3], ["highway": "residential", "name": "public"])
    map.way(2, [1, 5], ["highway": "residential", "access": "destination", "name": "west"])
    map.way(3, [5, 6], ["highway": "residential", "name": "enclosed"])
    map.way(4, [6, 3], ["highway": "residential", "motor_vehicle": "destination", "name": "east"])
    return map
  }

  private func names(_ route: RoadRoute) -> [String] {
    var names: [String] = []
    for step in route.steps where !step.name.isEmpty && names.last != step.name {
      names.append(step.name)
    }
    return names
  }

  @Test func localTrafficReachesEnclosedStreetsAndOthersDoNotPass() throws {
    let map = estate()
    let network = try map.network()
    let middle = Coordinate(
      latitude: map.coordinate(5).latitude,
      longitude: (map.coordinate(5).longitude + map.coordinate(6).longitude) / 2)
    let (west, east) = (map.coordinate(4), map.coordinate(3))
    for _ in 0..<2 {
      let through = try network.route(from: west, to: east, by: "car")
      #expect(names(through) == ["public"])
      let inward = try network.route(from: west, to: middle, by: "car")
      #expect(names(inward) == ["public", "west", "enclosed"])
      let outward = try network.route(from: middle, to: east, by: "car")
      #expect(names(outward) == ["enclosed", "east"])
      let matrix = try network.milliseconds(
        from: [west, middle], to: [middle, east], by: "car")
      #expect(matrix[0] == [inward.milliseconds, through.milliseconds])
      #expect(matrix[1] == [0, outward.milliseconds])
      try network.prepare("car")
    }
    let reach = try network.reach(from: middle, within: .seconds(600), by: "car")
    #expect(reach.points.count == 5)
    // The same from outside, but only as far as the time allows.
    let inward = try network.reach(from: west, within: .seconds(600), by: "car")
    #expect(inward.points.count == 5)
    let enclosed = try #require(inward.points.last { $0.coordinate == map.coordinate(6) })
    let times = try network.milliseconds(from: [west], to: [map.coordinate(6)], by: "car")
    #expect(times == [[enclosed.milliseconds]])
    let less = try network.reach(
      from: west, within: .milliseconds(enclosed.milliseconds - 1), by: "car")
    #expect(!less.points.contains { $0.coordinate == map.coordinate(6) })
  }

  @Test func positionsOnBothSidesOfAGateAreConnected() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 5, 0, ["barrier": "gate", "access": "private"])
    map.node(3, 9, 0)
    map.way(1, [1, 2, 3], ["highway": "residential"])
    let network = try map.network()
    let times = try network.milliseconds(
      from: [map.coordinate(1)], to: [map.coordinate(3)], by: "car")
    #expect((try #require(times[0][0]) - 108_000).magnitude < 500)
  }
}

import CairnGeodesy
import CairnOSM
import CairnRoads
import TestSupport
import Testing

/// Alternatives to the fastest route.
@Suite struct AlternativeTests {
  /// A town with three ways from west to east, of 8, 9 and 12 hundred meters.
  static func town() throws -> (network: RoadNetwork, west: Coordinate, east: Coordinate) {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 8, 0)
    map.node(3, 4, 2)
    map.node(4, 4, -4.5)
    map.node(5, -1, 0)
    map.node(6, 9, 0)
    map.way(1, [1, 2], ["highway": "residential", "name": "Middle"])
    map.way(2, [1, 3, 2], ["highway": "residential", "name": "North"])
    map.way(3, [1, 4, 2], ["highway": "residential", "name": "South"])
    map.way(4, [5, 1], ["highway": "residential", "name": "West"])
    map.way(5, [2, 6], ["highway": "residential", "name": "East"])
    let network = try RoadNetwork(extract: OSMFile(bytes: Array(map.xml.utf8)))
    return (network, map.coordinate(5), map.coordinate(6))
  }

  @Test(arguments: ["foot", "bicycle", "car"])
  func aSecondWayIsFoundAndALongOneIsNot(_ profile: String) throws {
    let (network, west, east) = try Self.town()
    let routes = try network.alternatives(from: west, to: east, by: profile)
    let direct = try network.route(from: west, to: east, by: profile)
    #expect(routes.first == direct)
    #expect(routes.count == 2)
    #expect(routes.last?.steps.contains { $0.name == "North" } == true)
    var limits = AlternativeLimits()
    limits.stretch = 1.6
    let more = try network.alternatives(
      from: west, to: east, by: profile, count: 5, limits: limits)
    #expect(more.count == 3 && more[2].steps.contains { $0.name == "South" })
    #expect(try network.alternatives(from: west, to: east, by: profile, count: 0) == [direct])
    limits.sharing = 0
    #expect(
      try network.alternatives(from: west, to: east, by: profile, limits: limits).count == 1)
  }

  @Test func missingRoadsAndRoutesAreErrors() throws {
    let (network, west, _) = try Self.town()
    let far = Coordinate(latitude: 0, longitude: 0)
    #expect(throws: RoadError.self) {
      try network.alternatives(from: west, to: far, by: "car")
    }
    #expect(try network.alternatives(from: west, to: west, by: "foot").count == 1)
  }

  /// On random maps, each alternative satisfies the limits, its legs are consistent, and each short
  /// part between two of its junctions is a fastest way.
  @Test(arguments: 0..<6)
  func alternativesSatisfyTheirLimits(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed))
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    let nodes = map.nodes.keys.sorted()
    var found = 0
    for _ in 0..<12 {
      let start = map.coordinate(try #require(nodes.randomElement(using: &random)))
      let end = map.coordinate(try #require(nodes.randomElement(using: &random)))
      for profile in ["foot", "car"] {
        guard
          let routes = try? network.alternatives(from: start, to: end, by: profile),
          let best = routes.first
        else { continue }
        found += routes.count - 1
        #expect(try network.route(from: start, to: end, by: profile) == best)
        for route in routes.dropFirst() {
          #expect(route.milliseconds >= best.milliseconds)
          #expect(Double(route.milliseconds) <= 1.25 * Double(best.milliseconds) + 1)
          // The same junction as a position on different roads may differ by rounding.
          for (end, other) in [
            (route.path.first, best.path.first), (route.path.last, best.path.last),
          ] {
            #expect(try #require(end).distance(to: #require(other)) < 0.1)
          }
          #expect(Set(route.path).count == route.path.count)
          #expect(route.steps.map(\.milliseconds).reduce(0, +) == route.milliseconds)
          if profile == "foot" { try expectLocalOptimality(route, best, network) }
        }
      }
    }
    #expect(found > 0 || seed > 0)
  }

  private func expectLocalOptimality(
    _ route: RoadRoute, _ best: RoadRoute, _ network: RoadNetwork
  ) throws {
    let starts = route.steps.indices
    for first in starts {
      var time = 0
      for last in starts where last >= first {
        time += route.steps[last].milliseconds
        guard last + 1 < route.steps.count, time > 0,
          Double(time) <= 0.25 * Double(best.milliseconds)
        else { continue }
        let (from, to) = (route.steps[first].pathIndex, route.steps[last + 1].pathIndex)
        let direct = try network.route(from: route.path[from], to: route.path[to], by: "foot")
        #expect(direct.milliseconds >= time - 1)
      }
    }
  }
}

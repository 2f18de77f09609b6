import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoads

/// Routes on random maps, compared with a plain search over segments.
@Suite struct RandomMapTests {
  /// A grid with random ways, one-way streets, barriers and turn restrictions.
  ///
  /// With `local`, some roads and gates are for local traffic only.
  static func map(_ seed: UInt64, size: Int = 5, local: Bool = false) -> RoadMap {
    var random = SeededGenerator(seed: seed)
    var map = RoadMap()
    func id(_ x: Int, _ y: Int) -> Int64 { Int64(100 + 10 * y + x) }
    for y in 0..<size {
      for x in 0..<size {
        let barrier = Int.random(in: 0..<25, using: &random) == 0
        map.node(
          id(x, y), Double(x) + Double.random(in: -0.3...0.3, using: &random),
          Double(y) + Double.random(in: -0.3...0.3, using: &random),
          barrier ? ["barrier": "bollard"] : local ? gate(&random) : [:])
      }
    }
    let classes = ["residential", "primary", "tertiary", "cycleway", "footway", "service"]
    for way in 1...(3 * size) {
      var (x, y) = (
        Int.random(in: 0..<size, using: &random), Int.random(in: 0..<size, using: &random)
      )
      var nodes = [id(x, y)]
      let isRow = Bool.random(using: &random)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        if isRow { x += 1 } else { y += 1 }
        if Int.random(in: 0..<5, using: &random) == 0 {
          if isRow { y += 1 } else { x += 1 }
        }
        guard x < size, y < size else { break }
        nodes.append(id(x, y))
      }
      guard nodes.count > 1 else { continue }
      var tags = ["highway": classes[Int.random(in: 0..<classes.count, using: &random)]]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: tags["oneway"] = "yes"
      case 1: tags["oneway"] = "-1"
      default: break
      }
      if Int.random(in: 0..<3, using: &random) == 0 { tags["name"] = "Road" }
      if local, Int.random(in: 0..<5, using: &random) < 2 {
        tags["access"] = Bool.random(using: &random) ? "destination" : "private"
      }
      map.way(Int64(way), nodes, tags)
    }
    addRestrictions(to: &map, &random)
    return map
  }

  private static func gate(_ random: inout SeededGenerator) -> [String: String] {
    Int.random(in: 0..<12, using: &random) == 0
      ? ["barrier": "gate", "access": "destination"] : [:]
  }

  private static func addRestrictions(to map: inout RoadMap, _ random: inout SeededGenerator) {
    let kinds = ["no_left_turn", "no_u_turn", "only_straight_on", "only_right_turn", "no_entry"]
    for _ in 0..<12 {
      let ways = (0..<3).compactMap { _ in map.ways.randomElement(using: &random) }
      let (from, via, to) = (ways[0], ways[1], ways[2])
      let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
      let shared = Set(from.nodes).intersection(to.nodes).sorted()
      if from.id != to.id, let node = shared.first {
        map.restriction(kind, from: from.id, via: node, to: to.id)
      } else if Set([from.id, via.id, to.id]).count == 3,
        !Set(from.nodes).isDisjoint(with: via.nodes), !Set(to.nodes).isDisjoint(with: via.nodes)
      {
        map.restriction(kind, from: from.id, via: 0, to: to.id, viaWays: [via.id])
      }
    }
  }

  @Test(arguments: 0..<12)
  func timesEqualThoseOfAPlainSearch(_ seed: Int) throws {
    let map = Self.map(UInt64(seed))
    let network = try map.network()
    let usable = Set(map.ways.flatMap(\.nodes)).sorted()
    var random = SeededGenerator(seed: UInt64(seed) + 1000)
    var found = 0
    for profile in RoadProfile.standard {
      let oracle = RoadOracle(map, profile)
      let nodes = usable.filter { node in
        oracle.arcs.contains { $0.tail == node || $0.head == node }
      }
      for _ in 0..<12 {
        guard let start = nodes.randomElement(using: &random),
          let end = nodes.randomElement(using: &random)
        else { continue }
        let expected = oracle.time(from: start, to: end)
        let (from, to) = (map.coordinate(start), map.coordinate(end))
        let cell = try network.milliseconds(
          from: [from], to: [to], by: profile.name, snapRadius: 0.5)
        #expect(cell == [[expected]], "\(profile.name) \(start) \(end)")
        let route = try? network.route(from: from, to: to, by: profile.name, snapRadius: 0.5)
        #expect(route?.milliseconds == expected, "\(profile.name) \(start) \(end)")
        if let route {
          found += 1
          #expect(route.steps.reduce(0) { $0 + $1.milliseconds } == route.milliseconds)
        }
      }
    }
    #expect(found > 5)
  }

  @Test(arguments: 0..<6)
  func routesBetweenAnyPositionsEqualTheMatrix(_ seed: Int) throws {
    let network = try Self.map(UInt64(seed)).network()
    var random = SeededGenerator(seed: UInt64(seed))
    let points = (0..<6).map { _ in
      Coordinate(
        latitude: 47 + Double.random(in: -0.001...0.005, using: &random),
        longitude: 9 + Double.random(in: -0.001...0.007, using: &random))
    }
    for profile in network.profileNames {
      let matrix = try network.milliseconds(from: points, to: points, by: profile)
      for (row, start) in points.enumerated() {
        for (column, end) in points.enumerated() {
          let route = try? network.route(from: start, to: end, by: profile)
          #expect(matrix[row][column] == route?.milliseconds, "\(profile) \(row) \(column)")
        }
      }
    }
  }
}

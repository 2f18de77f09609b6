import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoads

/// Snapping and reach, compared with plain loops.
@Suite struct SnapAndReachTests {
  @Test(arguments: 0..<4)
  func theNearestRoadIsFound(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed), size: 7)
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    for profile in RoadProfile.standard {
      let rules = RoadRules(profile)
      for _ in 0..<20 {
        let point = Coordinate(
          latitude: 47 + Double.random(in: -0.002...0.008, using: &random),
          longitude: 9 + Double.random(in: -0.002...0.01, using: &random))
        var best = Double.infinity
        for way in map.ways
        where !rules.use(of: RoadTags(way.tags.map { ($0.key, $0.value) })).isNone {
          for (tail, head) in zip(way.nodes, way.nodes.dropFirst()) {
            best = min(best, distance(point, map.coordinate(tail), map.coordinate(head)))
          }
        }
        let snap = try network.snap(point, by: profile.name, radius: 300)
        if best > 300 {
          #expect(snap == nil)
        } else {
          #expect((try #require(snap).distance - best).magnitude < 1e-6)
        }
      }
    }
  }

  /// The distance from a point to a segment on the plane that is tangent at the point.
  private func distance(_ point: Coordinate, _ start: Coordinate, _ end: Coordinate) -> Double {
    let north = RoadGeometry.metersPerDegree
    let east = north * (point.latitude * .pi / 180).cosine
    let (x, y) = (
      (start.longitude - point.longitude) * east, (start.latitude - point.latitude) * north
    )
    let (dx, dy) = (
      (end.longitude - start.longitude) * east, (end.latitude - start.latitude) * north
    )
    let along = max(0, min(1, -(x * dx + y * dy) / (dx * dx + dy * dy)))
    let (u, v) = (x + along * dx, y + along * dy)
    return (u * u + v * v).squareRoot()
  }

  @Test(arguments: 0..<6)
  func reachHasTheTimesOfRoutes(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed))
    let network = try map.network()
    var random = SeededGenerator(seed: UInt64(seed))
    let nodes = Set(map.ways.flatMap(\.nodes)).sorted()
    for profile in RoadProfile.standard {
      let oracle = RoadOracle(map, profile)
      guard let start = oracle.arcs.map(\.tail).randomElement(using: &random) else { continue }
      let limit = 200_000
      let reach = try network.reach(
        from: map.coordinate(start), within: limit, by: profile.name, radius: 0.5, withLines: true)
      #expect(reach.points.map(\.milliseconds) == reach.points.map(\.milliseconds).sorted())
      for point in reach.points {
        let node = try #require(nodes.first { map.coordinate($0) == point.coordinate })
        guard node != start else { continue }
        #expect(oracle.time(from: start, to: node) == point.milliseconds)
      }
      // Every junction within the time is among the points.
      let reached = Set(reach.points.map(\.coordinate))
      for node in nodes where node != start {
        guard let time = oracle.time(from: start, to: node), time <= limit else { continue }
        let ends = map.ways.filter { $0.nodes.first == node || $0.nodes.last == node }
        if ends.count > 2 { #expect(reached.contains(map.coordinate(node))) }
      }
      #expect(reach.points.count < 2 || !reach.lines.isEmpty)
    }
  }

  @Test func aReachEndsOnItsRoad() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 10, 0)
    map.way(1, [1, 2], ["highway": "footway"])
    let network = try map.network()
    let reach = try network.reach(
      from: map.coordinate(1), within: 360_000, by: "foot", withLines: true)
    #expect(reach.points.count == 1)
    let end = try #require(reach.lines.joined().max { $0.longitude < $1.longitude })
    #expect((map.coordinate(1).distance(to: end) - 500).magnitude < 1)
  }
}

extension Double {
  /// The cosine of an angle in radians.
  fileprivate var cosine: Double {
    // The series converges at once for angles of a few radians.
    var (term, sum) = (1.0, 1.0)
    for index in 1..<20 {
      let factors = (2 * index - 1) * (2 * index)
      term *= -self * self / Double(factors)
      sum += term
    }
    return sum
  }
}

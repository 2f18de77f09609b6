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

  /// Every query takes longitudes beyond 180 degrees as whole turns, even at 180 degrees.
  @Test(arguments: [0.0, 171])
  func longitudesMayExceedHalfATurn(_ shift: Double) throws {
    var map = RoadMap()
    for node in 0..<9 {
      map.node(Int64(node + 1), Double(node) * 2, 0)
      let longitude = map.nodes[Int64(node + 1)]?.longitude ?? 0
      let shifted = longitude + Int(shift * 1e7)
      map.nodes[Int64(node + 1)]?.longitude =
        shifted > 1_800_000_000 ? shifted - 3_600_000_000 : shifted
    }
    map.way(1, (1...9).map { Int64($0) }, ["highway": "residential"])
    let network = try map.network()
    let track = (0..<9).map { node in
      Coordinate(latitude: 47.000_01, longitude: 9 + shift + Double(node) * 0.002_6)
    }
    func turned(_ turns: Double) -> [Coordinate] {
      track.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + 360 * turns) }
    }
    let lengths = try network.match(track, by: "car").distance
    let snap = try #require(try network.snap(track[4], by: "car"))
    let route = try network.route(from: track[0], to: track[8], by: "car")
    #expect(lengths > 1_400 && route.distance > 1_400)
    for turns in [-2.0, -1, 1, 2, 3] {
      let other = turned(turns)
      #expect((try network.match(other, by: "car").distance - lengths).magnitude < 0.1)
      let found = try #require(try network.snap(other[4], by: "car"))
      #expect((found.distance - snap.distance).magnitude < 1e-3)
      let way = try network.route(from: other[0], to: other[8], by: "car")
      #expect((way.distance - route.distance).magnitude < 0.1)
      let reached = try network.reach(from: other[4], within: .seconds(600), by: "car").points
      #expect(reached.count == 2)
    }
    #expect(try network.reach(from: track[4], within: .milliseconds(-1), by: "car").points.isEmpty)
    #expect(
      try network.reach(from: track[4], within: .milliseconds(Int.min), by: "car").points.isEmpty)
    // At a pole a meter is many turns.
    let pole = (0..<6).map {
      Coordinate(latitude: 90 - 1e-9 * Double($0), longitude: 60 * Double($0))
    }
    for accuracies in [[10, -1, .nan, .infinity, 10, 10], [1, 1, 1, 1, 1, 1]] {
      let points = zip(pole, accuracies).map { RoadTrackPoint($0, accuracy: $1) }
      #expect(try network.match(points, by: "car").distance == 0)
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
        from: map.coordinate(start), within: .milliseconds(limit), by: profile.name,
        snapRadius: 0.5, withLines: true)
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

  /// The lines consist of the points to which routes are no longer than the time, including beyond
  /// forbidden turns.
  @Test(arguments: 0..<8)
  func linesAreWhereRoutesLeadWithinTheTime(_ seed: Int) throws {
    let map = RandomMapTests.map(UInt64(seed))
    let network = try map.network([.bicycle, .car])
    var random = SeededGenerator(seed: UInt64(seed) + 50)
    for profile in [RoadProfile.bicycle, .car] {
      let oracle = RoadOracle(map, profile)
      for _ in 0..<rounds(8, inDebug: 2) {
        guard let start = oracle.arcs.map(\.tail).randomElement(using: &random) else { continue }
        let limit = Int.random(in: 20_000...120_000, using: &random)
        let from = map.coordinate(start)
        let lines = try network.reach(
          from: from, within: .milliseconds(limit), by: profile.name, snapRadius: 0.5,
          withLines: true
        ).lines
        let segments = lines.flatMap { zip($0, $0.dropFirst()).map { ($0, $1) } }
        let inside = segments.map { point(between: $0, $1, 0.9) }
        let times = try network.milliseconds(
          from: [from], to: inside, by: profile.name, snapRadius: 1)
        for (time, point) in zip(times[0], inside) {
          #expect(time ?? .max <= limit + 500, "\(profile.name) \(start) \(point)")
        }
        // These include roads up to a barrier.
        let points = oracle.arcs.map {
          point(between: map.coordinate($0.tail), map.coordinate($0.head), 0.4)
        }
        let others = try network.milliseconds(
          from: [from], to: points, by: profile.name, snapRadius: 1)
        for (time, point) in zip(others[0], points) where time ?? .max < limit - 500 {
          let isOnLine = segments.contains { distance(point, $0, $1) < 1 }
          #expect(isOnLine, "\(profile.name) \(start) \(point)")
        }
      }
    }
  }

  private func point(between start: Coordinate, _ end: Coordinate, _ part: Double) -> Coordinate {
    Coordinate(
      latitude: start.latitude + part * (end.latitude - start.latitude),
      longitude: start.longitude + part * (end.longitude - start.longitude))
  }

  @Test func aReachEndsOnItsRoad() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 10, 0)
    map.way(1, [1, 2], ["highway": "footway"])
    let network = try map.network()
    let reach = try network.reach(
      from: map.coordinate(1), within: .seconds(360), by: "foot", withLines: true)
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

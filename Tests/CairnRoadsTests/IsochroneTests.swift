import CairnGeodesy
import CairnHours
import CairnMemory
import CairnOSM
import TestSupport
import Testing

@testable import CairnRoads

/// Areas within times, compared with the reached junctions.
@Suite struct IsochroneTests {
  private static let path =
    "\(#filePath)".split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    + "/Extracts/vaduz-roads.osm.pbf"

  @Test(arguments: ["foot", "bicycle", "car"])
  func areasContainTheReachedJunctions(_ profile: String) throws {
    let network = try RoadNetwork(extract: OSMFile(path: Self.path))
    var random = SeededGenerator(seed: 5)
    let seconds = profile == "foot" ? [60.0, 180, 420] : [20.0, 45, 120]
    for _ in 0..<4 {
      let start = Coordinate(
        latitude: Double.random(in: 47.134...47.144, using: &random),
        longitude: Double.random(in: 9.518...9.526, using: &random))
      let areas = try network.isochrones(
        from: start, within: seconds.map { .seconds($0) }, by: profile)
      #expect(areas.count == 3)
      for (area, second) in zip(areas, seconds) {
        #expect(area.contains(start))
        let reach = try network.reach(
          from: start, within: .seconds(second), by: profile, withLines: true)
        #expect(area.contains(reach.start.coordinate))
        let outside = reach.points.count { !area.contains($0.coordinate) }
        #expect(outside * 200 <= reach.points.count, "\(profile) \(second)")
        // The reached lines are inside up to a corner of a cell.
        let points = reach.lines.joined()
        #expect(points.count { !area.contains($0) } <= 1 + points.count / 50)
        let late = try network.reach(
          from: start, within: .seconds(second * 1.1), by: profile
        ).points
        let near = Set(late.map(\.coordinate))
        let graph = try network.graph()
        let context = try RoadContext(network, profile)
        let leaked = (0..<graph.nodeCount).count { node in
          let isOnRoad = graph.arcs(node).contains {
            context.profile.weights[$0] < RoadGeometry.impassable
          }
          let coordinate = graph.coordinate(ofNode: node)
          return isOnRoad && !near.contains(coordinate) && area.contains(coordinate)
        }
        // Junctions in the same cell as a reached road cannot be distinguished from it.
        #expect(leaked <= 2 + late.count / 50, "\(profile) \(second) \(leaked) \(late.count)")
      }
    }
  }

  @Test(arguments: 0..<4)
  func areasOfLongerTimesContainThoseOfShorterOnes(_ seed: Int) throws {
    let network = try RandomMapTests.map(UInt64(seed), size: 8).network()
    var random = SeededGenerator(seed: UInt64(seed))
    let start = Coordinate(
      latitude: 47 + Double.random(in: 0...0.006, using: &random),
      longitude: 9 + Double.random(in: 0...0.009, using: &random))
    for profile in network.profileNames {
      let seconds = profile == "foot" ? [0, 120.0, 300, 301, 600] : [0, 20.0, 50, 51, 100]
      let areas = try network.isochrones(
        from: start, within: seconds.map { .seconds($0) }, by: profile)
      for _ in 0..<400 {
        let point = Coordinate(
          latitude: 47 + Double.random(in: -0.001...0.007, using: &random),
          longitude: 9 + Double.random(in: -0.001...0.01, using: &random))
        let inside = areas.map { $0.contains(point) }
        for (shorter, longer) in zip(inside, inside.dropFirst()) where shorter {
          #expect(longer)
        }
      }
      for area in areas { check(area) }
    }
  }

  /// Outer rings are counterclockwise and holes clockwise, and no vertex occurs twice.
  private func check(_ area: GeoMultiPolygon) {
    for polygon in area.polygons {
      #expect(Self.area(polygon.outer) > 0)
      for hole in polygon.holes { #expect(Self.area(hole) < 0) }
    }
    let vertices = area.polygons.flatMap { $0.outer + $0.holes.joined() }
    #expect(Set(vertices).count == vertices.count)
  }

  private static func area(_ ring: [Coordinate]) -> Double {
    var sum = 0.0
    for (index, point) in ring.enumerated() {
      let next = ring[(index + 1) % ring.count]
      sum += (point.longitude - ring[0].longitude) * (next.latitude - ring[0].latitude)
      sum -= (next.longitude - ring[0].longitude) * (point.latitude - ring[0].latitude)
    }
    return sum
  }

  @Test func aRoadThatBulgesBeyondItsJunctionsIsInside() throws {
    // Both ends of the bend, and the single end of the loop, are near the start.
    var map = RoadMap()
    let points: [(Double, Double)] = [
      (0, 0), (1, 0), (0, 3), (1, 3), (0.4, -0.2), (0.4, -3), (0.7, -3),
    ]
    for (index, point) in points.enumerated() { map.node(Int64(index + 1), point.0, point.1) }
    map.way(1, [1, 2], ["highway": "residential"])
    map.way(2, [1, 3, 4, 2], ["highway": "residential"])
    map.way(3, [1, 5, 6, 7, 5], ["highway": "residential"])
    let network = try map.network()
    for profile in network.profileNames {
      let area = try network.isochrones(
        from: map.coordinate(1), within: [.seconds(900)], by: profile)[0]
      for id in 1...7 {
        #expect(area.contains(map.coordinate(Int64(id))), "\(profile) \(id)")
      }
    }
  }

  @Test func theOrderOfTheTimesIsKept() throws {
    let network = try RandomMapTests.map(3).network()
    let start = Coordinate(latitude: 47.001, longitude: 9.001)
    let areas = try network.isochrones(
      from: start, within: [.minutes(10), .minutes(1)], by: "foot")
    let single = try network.isochrones(from: start, within: [.seconds(600)], by: "foot")
    #expect(areas[0] == single[0])
    #expect(areas[0] != areas[1])
    #expect(try network.isochrones(from: start, within: [], by: "foot").isEmpty)
  }

  @Test func aStartInTheMiddleOfALongRoadReachesBothWays() throws {
    var map = RoadMap()
    map.node(1, 0, 0)
    map.node(2, 40, 0)
    map.way(1, [1, 2], ["highway": "residential"])
    // Off the road, farther than the surroundings of roads.
    let start = Coordinate(latitude: 47.0015, longitude: 9.02637)
    let area = try map.network().isochrones(from: start, within: [.seconds(360)], by: "foot")[0]
    #expect(area.contains(start))
    for (meters, isInside) in [(-560, false), (-490, true), (0, true), (490, true), (560, false)] {
      let point = Coordinate(latitude: 47, longitude: 9.02637 + Double(meters) / 75_833)
      #expect(area.contains(point) == isInside, "\(meters)")
    }
  }

  /// Points on bent roads of any length are inside if they are within the time, even far from the
  /// equator, where a degree of longitude is short.
  @Test func pointsAlongLongRoadsAreInside() throws {
    var random = SeededGenerator(seed: 72)
    for _ in 0..<rounds(80, inDebug: 16) {
      let latitude = Double.random(in: -84...84, using: &random)
      let east = 90_000_000 * 0.001 / max(cosine(latitude), 0.01)
      var map = RoadMap()
      var (x, y) = (0.0, 0.0)
      for id in 1...7 as ClosedRange<Int64> {
        map.nodes[id] = RoadMap.Node(
          latitude: Int(latitude * 1e7 + y * 90_000), longitude: Int(x * east))
        if Bool.random(using: &random) {
          x += Double.random(in: -1...1, using: &random)
        } else {
          y += Double.random(in: -1...1, using: &random)
        }
      }
      map.way(1, [1, 2], ["highway": "residential", "name": "A"])
      map.way(2, [2, 3, 4, 5, 6, 7], ["highway": "residential", "name": "B"])
      let network = try map.network()
      let start = map.coordinate(Int64.random(in: 1...7, using: &random))
      let limit = Double.random(in: 60...4000, using: &random)
      let area = try network.isochrones(from: start, within: [.seconds(limit)], by: "foot")[0]
      for id in 1...6 as ClosedRange<Int64> {
        let (from, to) = (map.coordinate(id), map.coordinate(id + 1))
        for part in [0.05, 0.3, 0.55, 0.8] {
          let point = Coordinate(
            latitude: from.latitude + part * (to.latitude - from.latitude),
            longitude: from.longitude + part * (to.longitude - from.longitude))
          let time = try network.milliseconds(from: [start], to: [point], by: "foot")[0][0]
          // Four cells of 12 m, and the surroundings of a road are 40 m at most.
          let seconds = Double(time ?? 0) / 1000
          if seconds < limit - 35 { #expect(area.contains(point), "\(latitude) \(point)") }
          let isFar = point.distance(to: start) / 5 * 3.6 > limit + 70
          if isFar { #expect(!area.contains(point), "\(latitude) \(point)") }
        }
      }
    }
  }

  private func cosine(_ degrees: Double) -> Double {
    sineAndCosine(degrees: degrees).cosine
  }

  @Test func roadsBehindForbiddenTurnsAreNotReached() throws {
    var map = RoadMap()
    for (id, x, y) in [(1, 0.0, 0.0), (2, 5, 0), (3, 10, 0), (4, 5, 5)] {
      map.node(Int64(id), x, y)
    }
    for (id, to) in [(1, 1), (2, 3), (3, 4)] as [(Int64, Int64)] {
      map.way(id, [2, to], ["highway": "residential"])
    }
    let (straight, left) = (Coordinate(latitude: 47, longitude: 9.0099), map.coordinate(4))
    for isForbidden in [false, true] {
      if isForbidden { map.restriction("no_left_turn", from: 1, via: 2, to: 3) }
      let area = try map.network().isochrones(
        from: map.coordinate(1), within: [.seconds(130)], by: "car")[0]
      #expect(area.contains(straight))
      #expect(area.contains(left) != isForbidden)
    }
  }

  @Test func impossibleRequestsAreErrors() throws {
    let network = try RandomMapTests.map(3).network()
    let far = Coordinate(latitude: 10, longitude: 10)
    #expect(throws: RoadError.noRoad(position: 0, radius: 1000)) {
      try network.isochrones(from: far, within: [.seconds(60)], by: "foot")
    }
    #expect(throws: RoadError.self) {
      try network.isochrones(
        from: Coordinate(latitude: .nan, longitude: 0), within: [.seconds(60)], by: "foot")
    }
    #expect(throws: RoadError.self) {
      try network.isochrones(from: far, within: [.seconds(60)], by: "boat")
    }
    let start = Coordinate(latitude: 47.001, longitude: 9.001)
    let odd = try network.isochrones(
      from: start, within: [.seconds(-5), .zero, .seconds(1e10), .seconds(Int64.max)], by: "foot")
    #expect(odd[0] == odd[1])
    #expect(odd[2] == odd[3])
  }

  @Test func areasAcrossTheAntimeridian() throws {
    var map = RoadMap()
    map.nodes[1] = RoadMap.Node(latitude: 0, longitude: 1_799_900_000)
    map.nodes[2] = RoadMap.Node(latitude: 0, longitude: -1_799_900_000)
    map.way(1, [1, 2], ["highway": "residential"])
    let start = Coordinate(latitude: 0, longitude: 179.999)
    let area = try map.network().isochrones(from: start, within: [.seconds(360)], by: "foot")[0]
    #expect(area.contains(Coordinate(latitude: 0, longitude: 179.9955)))
    #expect(area.contains(Coordinate(latitude: 0, longitude: -179.9975)))
    #expect(!area.contains(Coordinate(latitude: 0, longitude: -179.995)))
  }
}

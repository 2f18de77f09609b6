import CairnGeodesy
import CairnHours
import CairnIndex
import CairnRoutes
import TestSupport
import Testing

@testable import CairnRoads

/// Travel times along roads as costs of routes, plans and searches.
@Suite struct RoadPlanTests {
  /// A grid of streets, 9 × 9 nodes, with a street that is not connected.
  private func grid() -> RoadMap {
    var map = RoadMap()
    for y in 0..<9 {
      for x in 0..<9 { map.node(Int64(100 + 10 * y + x), Double(x), Double(y)) }
      map.way(
        Int64(y + 1), (0..<9).map { Int64(100 + 10 * y + $0) }, ["highway": "residential"])
    }
    for x in stride(from: 0, to: 9, by: 2) {
      map.way(
        Int64(20 + x), (0..<9).map { Int64(100 + 10 * $0 + x) }, ["highway": "tertiary"])
    }
    map.node(500, 30, 30)
    map.node(501, 31, 30)
    map.way(50, [500, 501], ["highway": "residential"])
    return map
  }

  private func stops(_ map: RoadMap, _ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      map.coordinate(Int64(100 + Int.random(in: 0..<9, using: &random) * 11))
    }
  }

  @Test func costsAreTheSecondsOfRoutes() throws {
    let map = grid()
    let network = try map.network()
    let stops = stops(map, 8, seed: 1)
    for profile in network.profileNames {
      let costs = try CostMatrix(roads: network, by: profile, stops: stops)
      for (from, start) in stops.enumerated() {
        for (to, end) in stops.enumerated() where from != to {
          #expect(
            try costs[from, to] == network.route(from: start, to: end, by: profile).seconds)
        }
      }
      let route = try RoutePlanner().plan(costs)
      let legs = try network.routes(of: route.legs, through: stops, by: profile)
      #expect(legs.map(\.seconds) == route.legs.map(\.distance))
    }
  }

  @Test func errorsNameTheStopThatIsNotConnected() throws {
    let map = grid()
    let network = try map.network()
    var stops = Array(stops(map, 5, seed: 2))
    stops[3] = Coordinate(latitude: 48, longitude: 9)
    #expect(throws: RoadError.noRoad(position: 3, radius: 100)) {
      try CostMatrix(roads: network, by: "foot", stops: stops, snapRadius: 100)
    }
    stops[3] = map.coordinate(500)
    #expect(throws: RoadError.noRoute(from: 0, to: 3)) {
      try CostMatrix(roads: network, by: "foot", stops: stops, snapRadius: 100)
    }
    let legs = try RoutePlanner().plan(stops, trip: .open(from: 0, to: 3)).legs
    let last = try #require(legs.last)
    #expect(throws: RoadError.noRoute(from: last.from, to: 3)) {
      try network.routes(of: [last], through: stops, by: "foot", snapRadius: 100)
    }
    #expect(throws: RoadError.unknownProfile("boat", available: network.profileNames)) {
      try CostMatrix(roads: network, by: "boat", stops: stops)
    }
  }

  @Test func plansTravelAlongRoadsAndLeaveOutIslands() throws {
    let map = grid()
    let network = try map.network()
    let home = map.coordinate(100)
    let places = [
      map.coordinate(188), map.coordinate(500), map.coordinate(144), map.coordinate(108),
    ]
    let stops = places.enumerated().map { VisitStop("\($0)", at: $1, duration: .minutes(10)) }
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0), start: home, end: home)
    let plan = try SchedulePlanner().plan(
      stops, days: [day], travel: .roads(network, by: "foot", snapRadius: 200))
    #expect(plan.leftOut.map(\.stop) == [1])
    #expect(plan.leftOut.map(\.reason) == [.noWay])
    let visits = plan.days[0].visits
    #expect(Set(visits.map(\.stop)) == [0, 2, 3])
    var last = home
    for visit in visits {
      let route = try network.route(from: last, to: places[visit.stop], by: "foot")
      #expect((visit.travel - route.seconds).magnitude < 1)
      last = places[visit.stop]
    }
    #expect(throws: RoadError.unknownProfile("boat", available: network.profileNames)) {
      try TravelTimes.roads(network, by: "boat")
    }
  }

  @Test func editedRoutesAreMeasuredAlongRoads() throws {
    let map = grid()
    let network = try map.network()
    let stops = [100, 188, 144, 108].map { map.coordinate($0) }
    let costs = try CostMatrix(roads: network, by: "car", stops: stops)
    let route = try RoutePlanner().plan(costs)
    var tour = try EditableRoute(stops, route: route, roads: network, by: "car", snapRadius: 300) {
      $0
    }
    #expect(tour.length == route.length)
    try tour.insert(map.coordinate(166))
    let legs = try network.routes(of: tour.legs, through: tour.stops, by: "car")
    #expect(legs.map(\.seconds) == tour.legs.map(\.distance))
    #expect(throws: RouteError.self) { try tour.insert(map.coordinate(500)) }
    #expect(tour.stops.count == 5)
  }

  @Test(arguments: ["foot", "bicycle", "car"])
  func theNearestPlacesEqualThoseOfAllTimes(_ profile: String) throws {
    let map = HierarchySearchTests.map(4)
    let network = try map.network()
    var random = SeededGenerator(seed: 4)
    let places = HierarchySearchTests.points(map, 60, &random)
    let index = try PlaceIndex(skippingInvalid: places) { $0 }
    for start in HierarchySearchTests.points(map, 6, &random) {
      let times = try network.milliseconds(from: [start], to: places, by: profile)[0]
      let expected = times.enumerated().compactMap { offset, time in time.map { ($0, offset) } }
        .sorted(by: <)
      for count in [1, 7, 100] {
        let found = try index.nearest(
          count, to: start, byTravelTime: network, by: profile
        ) { $0 }
        #expect(found.map(\.milliseconds) == expected.prefix(count).map(\.0))
        #expect(found.map(\.offset) == expected.prefix(count).map(\.1))
      }
      let limit = expected.count > 5 ? expected[5].0 : 0
      let within = try index.nearest(
        100, to: start, byTravelTime: network, by: profile, within: .milliseconds(limit)
      ) { $0 }
      #expect(within.map(\.offset) == expected.filter { $0.0 <= limit }.map(\.1))
    }
  }
}

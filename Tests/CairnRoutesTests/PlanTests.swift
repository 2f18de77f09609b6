import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct PlanTests {
  /// Places in clusters, at the poles, across 180 degrees, and duplicates.
  private func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { offset in
      switch offset % 5 {
      case 0:
        Coordinate(
          latitude: .random(in: -90...90, using: &generator),
          longitude: .random(in: -180...180, using: &generator))
      case 1:
        Coordinate(
          latitude: 48 + .random(in: 0...0.1, using: &generator),
          longitude: 16 + .random(in: 0...0.1, using: &generator))
      case 2:
        Coordinate(
          latitude: -17 + .random(in: -1...1, using: &generator),
          longitude: 180 + .random(in: -1...1, using: &generator))
      case 3: Coordinate(latitude: offset % 2 == 0 ? 90 : -90, longitude: Double(offset))
      default: Coordinate(latitude: 10, longitude: 20)
      }
    }
  }

  private func check(_ route: Route, count: Int) {
    #expect(route.order.sorted() == Array(0..<count))
    #expect(route.legs.count == route.trip.legCount(stops: count))
    #expect(route.legs.map(\.from) == Array(route.order.prefix(route.legs.count)))
    if let start = route.trip.start { #expect(route.order.first == start) }
    if let end = route.trip.end { #expect(route.order.last == end) }
    #expect(route.lowerBound <= route.length && route.gap >= 0)
  }

  @Test(arguments: [13, 18, 60, rounds(230, inDebug: 80)], [Surface.sphere, .wgs84])
  func searchedRouteMatchesTrip(count: Int, surface: Surface) throws {
    let stops = places(count, seed: UInt64(count))
    let planner = RoutePlanner(surface: surface, limit: .work(5 * count))
    for trip in BruteForce.trips(3, count - 2) {
      let route = try planner.plan(stops, trip: trip)
      check(route, count: count)
      for leg in route.legs {
        let way = stops[leg.from].inverse(to: stops[leg.to], on: surface)
        #expect(leg.distance == way.distance && leg.initialBearing == way.initialBearing)
      }
      let sum = route.legs.reduce(0) { $0 + $1.distance }
      #expect(abs(route.length - sum) <= 1e-12 * sum)
    }
  }

  /// For few stops, dynamic programming still finds the optimum.
  @Test(arguments: [6, 9, 13], [true, false])
  func searchFindsOptimumOfFewStops(count: Int, isSymmetric: Bool) throws {
    for seed in 0..<UInt64(rounds(3, inDebug: 1)) {
      let costs = try SampleCosts.matrix(count: count, isSymmetric: isSymmetric, seed: seed)
      for trip in BruteForce.trips(1, 4) {
        let exact = try RoutePlanner(method: .exact).plan(costs, trip: trip)
        // Asymmetric costs are searched with twice the cities, which takes long in a debug
        // build.
        let planner = RoutePlanner(
          limit: .work(isSymmetric ? 2_000 : rounds(2_000, inDebug: 1_000)))
        let problem = try PlanProblem(costs, trip: trip)
        let route =
          isSymmetric
          ? planner.searched(problem, planner.clock())
          : planner.asymmetric(problem, planner.clock())
        check(route, count: count)
        #expect(route.length >= exact.length * (1 - 1e-12))
        #expect(route.length <= exact.length * (1 + 1e-9), "\(trip) \(seed)")
        #expect(route.lowerBound <= exact.length * (1 + 1e-12))
      }
    }
  }

  /// A round trip without its longest leg is an open trip.
  ///
  /// The searches are independent, so this is certain only if the open trip is optimal, as it is
  /// for so few stops.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func openTripIsAtMostRoundTripWithoutLongestLeg(seed: UInt64) throws {
    let stops = TourCases.anywhere(60, seed: seed)
    let planner = RoutePlanner(limit: .work(rounds(10_000, inDebug: 5_000)), seed: seed)
    let cut = try PlanProblem(stops, on: .sphere, trip: .open)
      .route(opened(planner.plan(stops)), ending: .effortSpent)
    let open = try planner.plan(stops, trip: .open)
    check(open, count: stops.count)
    #expect(open.length <= cut.length)
  }

  /// A search that begins with the opened round trip returns nothing longer, whatever its effort
  /// is.
  @Test(arguments: [0, 100, rounds(2_000, inDebug: 700), rounds(10_000, inDebug: 2_000)])
  func anOpenTripFromARoundTripIsNoLonger(work: Int) throws {
    for seed in 1...UInt64(rounds(5, inDebug: 2)) {
      let stops = TourCases.anywhere(200, seed: seed)
      let planner = RoutePlanner(limit: .work(work), seed: seed)
      let order = opened(try planner.plan(stops))
      let problem = try PlanProblem(stops, on: .sphere, trip: .open)
      let cut = problem.route(order, ending: .effortSpent)
      let open = try planner.plan(problem, from: order)
      check(open, count: stops.count)
      #expect(open.length <= cut.length)
    }
  }

  /// The order of a round trip without its longest leg.
  private func opened(_ round: Route) -> [Int] {
    let longest = round.legs.indices.max { round.legs[$0].distance < round.legs[$1].distance } ?? 0
    return round.order.rotated(toStartAt: (longest + 1) % round.order.count)
  }

  @Test func hubTourExceedsPathByOffset() {
    let base = TourCases.costs(9, seed: 7)
    let path = [3, 0, 5, 1, 4, 2, 6, 7, 8]
    let length = BruteForce.length(path, isRound: false) { base.cost(Int32($0), Int32($1)) }
    for trip in BruteForce.trips(3, 8) where !trip.isRound {
      let open = DummyCityCosts(base, trip: trip, greatest: 100, free: 13)
      let tour = open.tour(of: path)
      #expect(abs(open.length(of: tour) - open.offset - length) <= 1e-9, "\(trip)")
      #expect(open.path(of: tour) == path)
    }
  }

  @Test func citiesBesideTheHubCanBeRenumbered() throws {
    let base = SphereCosts(TourCases.clusters(60, seed: 5))
    for trip in BruteForce.trips(3, 8) where !trip.isRound {
      let open = DummyCityCosts(base, trip: trip, greatest: 3e7, free: 13)
      var watch = SearchWatch()
      let cities = try #require(open.localOrder(until: &watch))
      #expect(cities.sorted() == Array(0..<61) && cities.last == 60)
      let local = try #require(open.renumbered(cities))
      for a in 0..<61 {
        for b in 0..<a {
          #expect(local.cost(Int32(a), Int32(b)) == open.cost(cities[a], cities[b]))
        }
      }
    }
    var watch = SearchWatch()
    let open = DummyCityCosts(TourCases.costs(9, seed: 1), trip: .open, greatest: 1, free: 0)
    #expect(open.localOrder(until: &watch) == nil)
  }

  @Test(arguments: 3...rounds(12, inDebug: 9))
  func searchFindsOptimumOfFewPlaces(count: Int) throws {
    for seed in 0..<UInt64(rounds(2, inDebug: 1)) {
      for stops in [places(count, seed: seed), TourCases.anywhere(count, seed: seed)] {
        for trip in BruteForce.trips(0, count - 1) {
          let exact = try RoutePlanner(method: .exact).plan(stops, trip: trip)
          let planner = RoutePlanner(limit: .work(1_000))
          let route = planner.searched(
            try PlanProblem(stops, on: .sphere, trip: trip), planner.clock())
          check(route, count: count)
          #expect(abs(route.length - exact.length) <= 1e-9 * exact.length, "\(trip) \(seed)")
        }
      }
    }
  }

  @Test func anyElementAndAnyCost() throws {
    struct Stop {
      var name: String
      var place: Coordinate
    }
    let stops = places(9, seed: 1).enumerated().map { Stop(name: "\($0)", place: $1) }
    let byPath = try RoutePlanner().plan(stops, coordinate: \.place, trip: .open(from: 2))
    let byCost = try RoutePlanner().plan(stops, trip: .open(from: 2)) {
      $0.place.distance(to: $1.place)
    }
    let bySymmetricCost = try RoutePlanner().plan(stops, trip: .open(from: 2), isSymmetric: true) {
      $0.place.distance(to: $1.place)
    }
    #expect(abs(byPath.length - byCost.length) <= 1e-6)
    #expect(byCost.length == bySymmetricCost.length)
    #expect(byPath.ordered(stops).map(\.name) == byPath.order.map(String.init))
    #expect(byCost.legs.allSatisfy { $0.initialBearing == nil })
    #expect(byPath.legs.allSatisfy { $0.initialBearing != nil })
  }

  @Test func theSameSeedGivesTheSameRoute() throws {
    let stops = places(80, seed: 5)
    let planner = RoutePlanner(limit: .work(1_000), seed: 9)
    for trip in BruteForce.trips(3, 8) {
      #expect(try planner.plan(stops, trip: trip) == planner.plan(stops, trip: trip))
    }
  }

  @Test func cancelledSearchAndZeroTimeGiveARoute() throws {
    let stops = places(300, seed: 2)
    let cancelled = try RoutePlanner(isCancelled: { true }).plan(stops)
    check(cancelled, count: stops.count)
    #expect(cancelled.ending == .cancelled)
    for duration in [Duration.zero, .seconds(-5), .milliseconds(1), .nanoseconds(1)] {
      let hurried = try RoutePlanner(limit: .time(duration)).plan(stops, trip: .open(to: 4))
      check(hurried, count: stops.count)
      #expect(hurried.ending == .timeLimit)
    }
  }

  @Test func stopsAtOnePlaceAndOnALine() throws {
    let same = [Coordinate](repeating: Coordinate(latitude: 5, longitude: 5), count: 30)
    let still = try RoutePlanner(limit: .effort(.quick)).plan(same)
    check(still, count: 30)
    #expect(still.length == 0 && still.isOptimal && still.gap == 0)
    let line = (0..<40).map { Coordinate(latitude: Double($0 * 7 % 40), longitude: 30) }
    let route = try RoutePlanner(limit: .effort(.quick)).plan(line, trip: .open)
    let whole = Coordinate(latitude: 0, longitude: 30)
      .distance(to: Coordinate(latitude: 39, longitude: 30))
    check(route, count: 40)
    #expect(abs(route.length - whole) < 1e-3)
    #expect(route.isOptimal)
  }

  @Test func invalidInputThrows() throws {
    let planner = RoutePlanner()
    let fine = Coordinate(latitude: 1, longitude: 1)
    for broken in [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 90.1, longitude: 0),
    ] {
      let error = #expect(throws: RouteError.self) { try planner.plan([fine, fine, broken]) }
      guard case .invalidCoordinate(_, offset: 2)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.description.hasPrefix("stop 2 lies at") == true)
    }
    for cost in [-1, .infinity, -.infinity, 1e101] as [Double] {
      #expect(throws: RouteError.invalidCost(cost, from: 1, to: 0)) {
        try CostMatrix([[0, 1], [cost, 0]])
      }
    }
    #expect(throws: RouteError.self) { try CostMatrix([[0, .nan], [1, 0]]) }
    #expect(throws: RouteError.raggedMatrix(row: 1, count: 1, expected: 2)) {
      try CostMatrix([[0, 1], [1]])
    }
    #expect(throws: RouteError.noSuchStop(.start, offset: 2, count: 2)) {
      try planner.plan([fine, fine], trip: .open(from: 2))
    }
    #expect(throws: RouteError.noSuchStop(.end, offset: -1, count: 2)) {
      try planner.plan([fine, fine], trip: .open(from: 0, to: -1))
    }
    #expect(throws: RouteError.noSuchStop(.start, offset: 0, count: 0)) {
      try planner.plan([] as [Coordinate], trip: .roundTrip(from: 0))
    }
    let flat = RoutePlanner(surface: .sphere(radius: -1))
    #expect(throws: RouteError.invalidSurface(.sphere(radius: -1))) { try flat.plan([fine]) }
    // The diagonal does not matter, nor does the sign of a zero.
    let costs = try CostMatrix([[.nan, -0.0], [2, -1]])
    #expect(costs[0, 0] == 0 && costs[0, 1].sign == .plus && costs[1, 0] == 2)
    #expect(!costs.isSymmetric)
  }
}

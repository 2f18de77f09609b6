import CairnGeodesy
import Testing

@testable import CairnRoutes

@Suite struct ExactTests {
  private func isFine(_ route: Route, count: Int) -> Bool {
    let trip = route.trip
    guard route.order.sorted() == Array(0..<count) else { return false }
    if let start = trip.start, route.order.first != start { return false }
    if let end = trip.end, route.order.last != end { return false }
    return route.legs.count == trip.legCount(stops: count)
      && zip(route.legs, route.legs.dropFirst()).allSatisfy { $0.to == $1.from }
  }

  @Test(arguments: 2...7, [true, false])
  func tripsMatchTheBestOfAllOrders(count: Int, isSymmetric: Bool) throws {
    for seed in 0..<UInt64(count < 6 ? 12 : 3) {
      let costs = try SampleCosts.matrix(count: count, isSymmetric: isSymmetric, seed: seed)
      let start = Int(seed) % count
      let end = (start + 1 + Int(seed / 3) % (count - 1)) % count
      for trip in BruteForce.trips(start, end) {
        let route = try RoutePlanner().plan(costs, trip: trip)
        let best = BruteForce.shortest(count: count, trip: trip) { costs[$0, $1] }
        #expect(isFine(route, count: count))
        #expect(abs(route.length - best) <= 1e-12 * best, "\(trip) \(seed)")
        #expect(route.isOptimal && route.ending == .optimal && route.gap == 0)
        let measured = BruteForce.length(route.order, isRound: trip.isRound) { costs[$0, $1] }
        #expect(abs(route.length - measured) <= 1e-12 * measured)
      }
    }
  }

  /// Sixteen stops, and eighteen between two fixed ends, on a circle with a known optimum.
  @Test func maximumTableSize() throws {
    let count = 16
    let circle = (0..<count).map { Double(($0 * 7) % count) / Double(count) * 2 * .pi }
    let costs = try CostMatrix(count: count) { from, to in
      let chord = abs(circle[from] - circle[to])
      return min(chord, 2 * .pi - chord)
    }
    let planner = RoutePlanner(method: .exact)
    let round = try planner.plan(costs)
    #expect(abs(round.length - 2 * .pi) < 1e-12)
    let open = try planner.plan(costs, trip: .open)
    #expect(abs(open.length - 2 * .pi * 15 / 16) < 1e-12)
    #expect(throws: RouteError.tooManyStops(count: 17, limit: 16)) {
      try planner.plan((0..<17).map { Coordinate(latitude: Double($0), longitude: 0) }, trip: .open)
    }
    let line = (0..<18).map { Coordinate(latitude: Double($0 * 5 % 18), longitude: 0) }
    let through = try planner.plan(line, trip: .open(from: 0, to: 7))
    // Stop 7 is at 17 degrees, the other end.
    #expect(through.order.map { $0 * 5 % 18 } == Array(0..<18))
  }

  @Test func zeroOneAndTwoStops() throws {
    let planner = RoutePlanner()
    for trip in [Trip.roundTrip, .open] {
      let none = try planner.plan([] as [Coordinate], trip: trip)
      #expect(none.order.isEmpty && none.legs.isEmpty && none.length == 0 && none.isOptimal)
      #expect(none.gap == 0)
    }
    let here = Coordinate(latitude: 1, longitude: 2)
    let there = Coordinate(latitude: 3, longitude: 4)
    for trip in BruteForce.trips(0, 0) {
      let one = try planner.plan([here], trip: trip)
      #expect(one.order == [0] && one.legs.isEmpty && one.length == 0 && one.isOptimal)
    }
    let way = here.distance(to: there)
    let round = try planner.plan([here, there])
    #expect(round.order == [0, 1] && round.legs.count == 2 && abs(round.length - 2 * way) < 1e-6)
    #expect(try planner.plan([here, there], trip: .open(to: 0)).order == [1, 0])
    #expect(try planner.plan([here, there], trip: .open(from: 1)).order == [1, 0])
    #expect(try planner.plan([here, there], trip: .open(from: 1, to: 0)).order == [1, 0])
    #expect(try planner.plan([here, there], trip: .open).length == way)
    #expect(try planner.plan([here, there], trip: .roundTrip(from: 1)).order == [1, 0])
  }

  /// Two stops are in input order, or in the direction of the cheaper leg.
  @Test(arguments: 0...3, [true, false])
  func tinyTripsMatchTheBestOfAllOrders(count: Int, isSymmetric: Bool) throws {
    for seed in 0..<UInt64(20) {
      let costs = try SampleCosts.matrix(count: count, isSymmetric: isSymmetric, seed: seed)
      let ends = (0..<count).flatMap { start in (0..<count).map { (start, $0) } }
      let trips =
        [.roundTrip, .open] + (0..<count).flatMap { [.open(from: $0), .open(to: $0)] as [Trip] }
        + ends.map { Trip.open(from: $0, to: $1) }
      for trip in trips {
        for method in [RoutePlanner.Method.best, .exact] where count > 1 || method == .best {
          let route = try RoutePlanner(method: method).plan(costs, trip: trip)
          #expect(isFine(route, count: count) && route.isOptimal, "\(trip)")
          let best =
            count == 0 ? 0 : BruteForce.shortest(count: count, trip: trip) { costs[$0, $1] }
          #expect(abs(route.length - best) <= 1e-12 * best, "\(trip) \(seed)")
        }
      }
      guard count == 2 else { continue }
      let isBack = costs[1, 0] < costs[0, 1]
      #expect(try RoutePlanner().plan(costs, trip: .open).order == (isBack ? [1, 0] : [0, 1]))
    }
    guard count == 2 else { return }
    let places = [Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 0, longitude: 1)]
    #expect(try RoutePlanner().plan(places, trip: .open).order == [0, 1])
    #expect(try RoutePlanner().plan(places.reversed(), trip: .open).order == [0, 1])
  }

  @Test func aTripFromAStopToItselfIsARoundTrip() throws {
    let costs = try SampleCosts.matrix(count: 6, isSymmetric: false, seed: 4)
    #expect(Trip.open(from: 2, to: 2) == .roundTrip(from: 2))
    let route = try RoutePlanner().plan(costs, trip: .open(from: 2, to: 2))
    #expect(route.order[0] == 2 && route.legs.last?.to == 2)
  }
}

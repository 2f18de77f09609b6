import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// The search with asymmetric costs.
@Suite struct DirectedTests {
  private func check(_ route: Route, _ trip: Trip, count: Int) {
    #expect(route.order.sorted() == Array(0..<count))
    if let start = trip.start { #expect(route.order.first == start) }
    if let end = trip.end { #expect(route.order.last == end) }
    #expect(route.lowerBound <= route.length)
  }

  /// From a lower rank to a higher one costs 1, back 100: the best tour goes back once, and the
  /// best open trip never.
  @Test(arguments: [16, rounds(60, inDebug: 22), rounds(100, inDebug: 35)])
  func rankingIsFollowed(count: Int) throws {
    let costs = try DirectedCases.ranking.costs(count, seed: UInt64(count))
    let planner = RoutePlanner(limit: .effort(.quick), seed: UInt64(count))
    let last = try #require(
      (0..<count).first { stop in
        (0..<count).allSatisfy { $0 == stop || costs[$0, stop] == 1 }
      })
    let first = try #require(
      (0..<count).first { stop in
        (0..<count).allSatisfy { $0 == stop || costs[stop, $0] == 1 }
      })
    for (trip, steps) in [
      (Trip.roundTrip, 1), (.roundTrip(from: 3), 1), (.open, 0), (.open(from: first), 0),
      (.open(to: last), 0), (.open(from: first, to: last), 0), (.open(from: last), 1),
      (.open(to: first), 1), (.open(from: last, to: first), 2),
    ] where steps < 2 || count < 20 {
      let route = try planner.plan(costs, trip: trip)
      check(route, trip, count: count)
      let legs = trip.legCount(stops: count)
      #expect(route.length == Double(legs - steps + 100 * steps), "\(trip)")
      #expect(route.isOptimal || steps == 2, "\(trip)")
    }
  }

  /// Potentials added to the costs leave the differences between tours unchanged, so the search
  /// finds equally good ones: a single quick tour may be 2 % too long, but not their sum.
  @Test func potentialsDoNotAffectTheSearch() throws {
    let count = 40
    let planner = RoutePlanner(limit: .effort(.quick))
    var (plainSum, shiftedSum) = (0.0, 0.0)
    for seed in 1...UInt64(20) {
      let plain = try DirectedCases.near.costs(count, seed: seed)
      let shifted = try CostMatrix(count: count) {
        plain[$0, $1] + Double(1_000_000 + ($0 * 7919) % 90_000 - ($1 * 7919) % 90_000)
      }
      plainSum += try planner.plan(plain).length
      shiftedSum += try planner.plan(shifted).length - 1e6 * Double(count)
    }
    #expect(abs(shiftedSum - plainSum) <= 0.005 * plainSum)
  }

  /// Every kind of costs and every trip, compared with dynamic programming.
  @Test(arguments: DirectedCases.allCases) func fewStopsAreSolved(kind: DirectedCases) throws {
    for count in [3, 4, 5, 9] {
      let costs = try kind.costs(count, seed: 7)
      for trip in BruteForce.trips(1, 0) {
        let exact = try RoutePlanner(method: .exact).plan(costs, trip: trip)
        let planner = RoutePlanner(limit: .work(400))
        let route = planner.asymmetric(try PlanProblem(costs, trip: trip), planner.clock())
        check(route, trip, count: count)
        #expect(route.length <= exact.length * (1 + 1e-12), "\(trip) \(count)")
        #expect(route.lowerBound <= exact.length * (1 + 1e-12), "\(trip) \(count)")
      }
    }
  }

  @Test(arguments: DirectedCases.allCases)
  func reducedCostsShiftAllTours(kind: DirectedCases)
    throws
  {
    var random = SeededGenerator(seed: 2)
    let count = 12
    let costs = try kind.costs(count, seed: 1).forSearch
    var watch = SearchWatch()
    let assignment = Assignment(costs.costs, count: count, until: &watch)
    let directed = try #require(
      DirectedCosts(costs.costs, assignment: assignment, until: &watch))
    for _ in 0..<10 {
      let stops = (0..<Int32(count)).shuffled(using: &random)
      let tour = directed.tour(of: stops)
      let length = BruteForce.length(stops.map { Int($0) }, isRound: true) { costs[$0, $1] }
      #expect(abs(directed.length(of: tour) + directed.offset - length) <= 1e-9 * (1 + length))
      // Any rotation in either direction is the same tour.
      for rotation in [0, 1, 6, 11] {
        let turned = tour.rotated(toStartAt: rotation)
        for cities in [turned, Array(turned.reversed())] {
          let back = try #require(directed.stops(of: cities))
          let first = try #require(back.firstIndex(of: stops[0]))
          #expect(back.rotated(toStartAt: first) == stops)
        }
      }
      #expect(directed.stops(of: Array(0..<24).shuffled(using: &random)) == nil)
    }
    let candidates = try #require(directed.candidates(assignment, width: 5, until: &watch))
    for city in 0..<24 {
      let row = candidates.ids[city * 6..<(city + 1) * 6]
      #expect(Set(row).count == 6 && row.first == Int32(city ^ 1))
      #expect(row.allSatisfy { ($0 ^ Int32(city)) & 1 == 1 })
    }
  }

  /// Joining the cycles of an assignment gives a tour that costs at least as much as the
  /// assignment.
  @Test(arguments: DirectedCases.allCases) func cyclesAreJoined(kind: DirectedCases) throws {
    for count in [2, 3, 8, 30] {
      let costs = try kind.costs(count, seed: 3)
      var watch = SearchWatch()
      let assignment = Assignment(costs.costs, count: count, until: &watch)
      let tour = try #require(assignment.patchedTour(costs.costs, until: &watch))
      #expect(tour.sorted() == Array(0..<Int32(count)))
      let length = BruteForce.length(tour.map { Int($0) }, isRound: true) { costs[$0, $1] }
      #expect(assignment.lowerBound <= length)
      if kind == .ranking { #expect(length == Double(count - 1 + 100)) }
    }
  }
}

/// Fixed ends, with all kinds of costs.
@Suite struct FixedEndTests {
  private static let methods: [RoutePlanner.Method] = [
    .best, .exact, .nearestNeighbor, .greedyEdge, .spaceFillingCurve,
  ]

  /// Costs that give no preference, or that are at the limits of `Double`.
  private func costs(_ kind: Int, _ count: Int, isSymmetric: Bool) throws -> CostMatrix {
    var random = SeededGenerator(seed: UInt64(kind))
    return try CostMatrix(count: count, isSymmetric: isSymmetric) { _, _ in
      let whole = Double(Int.random(in: 1...9, using: &random))
      switch kind {
      case 0: return 0
      case 1: return Double.leastNonzeroMagnitude * whole
      case 2: return Double.leastNormalMagnitude * 0x1p-8 * whole
      case 3: return 1e-300 * whole
      case 4: return 1e-40 * whole
      case 5: return 1e99 * whole
      case 6: return 7
      case 7: return whole < 5 ? 0 : 1e-308
      case 8: return whole < 5 ? 1e100 : 1
      default: return whole < 5 ? 1e100 : 0
      }
    }
  }

  @Test(arguments: 0..<10, [true, false])
  func fixedEndsAreKept(kind: Int, isSymmetric: Bool) throws {
    for count in [2, 3, 5] {
      let costs = try costs(kind, count, isSymmetric: isSymmetric)
      for start in 0..<count {
        let end = (start + 1 + kind % (count - 1)) % count
        for trip in BruteForce.trips(start, end == start ? (start + 1) % count : end) {
          let best = BruteForce.shortest(count: count, trip: trip) { costs[$0, $1] }
          for method in Self.methods {
            let route = try RoutePlanner(method: method, limit: .work(200)).plan(costs, trip: trip)
            #expect(route.order.sorted() == Array(0..<count))
            if let start = trip.start { #expect(route.order.first == start, "\(method) \(trip)") }
            if let end = trip.end { #expect(route.order.last == end, "\(method) \(trip)") }
            #expect(route.length >= best * (1 - 1e-11), "\(method) \(trip)")
            if route.isOptimal {
              #expect(route.length <= best * (1 + 1e-10), "\(method) \(trip) \(kind)")
            }
          }
        }
      }
    }
  }

  /// More stops than are solved exactly, in a table and at a single place.
  @Test(arguments: [0, 3, 6, 1, 5].prefix(rounds(5, inDebug: 3)), [true, false])
  func searchKeepsFixedEnds(kind: Int, isSymmetric: Bool) throws {
    let costs = try costs(kind, 20, isSymmetric: isSymmetric)
    let places = [Coordinate](repeating: Coordinate(latitude: 1, longitude: 2), count: 20)
    for trip in BruteForce.trips(7, 4) {
      for method in Self.methods where method != .exact {
        let planner = RoutePlanner(method: method, limit: .work(300))
        for route in [try planner.plan(costs, trip: trip), try planner.plan(places, trip: trip)] {
          #expect(route.order.sorted() == Array(0..<20))
          if let start = trip.start { #expect(route.order.first == start, "\(method) \(trip)") }
          if let end = trip.end { #expect(route.order.last == end, "\(method) \(trip)") }
        }
      }
    }
  }

  /// Greedy edges with huge or tiny costs are the same as with moderate ones.
  @Test(arguments: [1e-300, 1e-42, 1e42, 1e97])
  func greedyEdgesDoNotDependOnTheUnit(unit: Double) throws {
    var random = SeededGenerator(seed: 6)
    let costs = try CostMatrix(count: 25, isSymmetric: true) { _, _ in
      Double(Int.random(in: 1...900, using: &random))
    }
    let scaled = try CostMatrix(count: 25, isSymmetric: true) { costs[$0, $1] * unit }
    for trip in BruteForce.trips(7, 4) {
      let planner = RoutePlanner(method: .greedyEdge, limit: .work(0))
      #expect(
        try planner.plan(costs, trip: trip).order == planner.plan(scaled, trip: trip).order)
    }
  }
}

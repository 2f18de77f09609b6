import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct AsymmetricTests {
  @Test func exchangingPartsIsUndoneByTheOtherExchange() {
    var generator = SeededGenerator(seed: 1)
    for count in [4, 5, 9, 30] {
      var tour = AsymmetricTour((0..<Int32(count)).shuffled(using: &generator))
      for _ in 0..<300 {
        let picked = (0..<Int32(count)).shuffled(using: &generator).prefix(3)
        var (a, b, c) = (picked[0], picked[1], picked[2])
        if !tour.isOrdered(a, b, c) { swap(&b, &c) }
        let before = tour
        let (aNext, bNext, cNext) = (tour.next(a), tour.next(b), tour.next(c))
        tour.exchange(a, b, c)
        #expect(tour.cities.sorted() == Array(0..<Int32(count)))
        #expect(tour.next(a) == bNext && tour.next(c) == aNext && tour.next(b) == cNext)
        #expect(tour.cities.enumerated().allSatisfy { tour.positions[Int($1)] == Int32($0) })
        if Bool.random(using: &generator) {
          tour.exchange(a, c, b)
          for city in 0..<Int32(count) { #expect(tour.next(city) == before.next(city)) }
        }
        a = tour.next(a)
        #expect(tour.previous(a) != a)
      }
    }
  }

  @Test(arguments: [13, 24, 60])
  func theOrderIsOneOfTheTrip(count: Int) throws {
    let costs = try SampleCosts.matrix(count: count, isSymmetric: false, seed: 8)
    for trip in BruteForce.trips(count - 1, 2) {
      let route = try RoutePlanner(limit: .effort(.quick)).plan(costs, trip: trip)
      #expect(route.order.sorted() == Array(0..<count))
      if let start = trip.start { #expect(route.order[0] == start) }
      if let end = trip.end { #expect(route.order[count - 1] == end) }
      #expect(route.lowerBound <= route.length)
      let again = try RoutePlanner(limit: .effort(.quick)).plan(costs, trip: trip)
      #expect(again == route)
    }
  }

  /// One way round costs 1 a leg, everything else 10: the planner must not turn the circle round.
  @Test func oneWayStreets() throws {
    let count = 40
    let costs = try CostMatrix(count: count) { ($0 + 7) % count == $1 ? 1 : 10 }
    let route = try RoutePlanner(limit: .effort(.quick)).plan(costs)
    #expect(route.length == 40 && route.isOptimal)
    let open = try RoutePlanner(limit: .effort(.quick)).plan(costs, trip: .open)
    #expect(open.length == 39 && open.isOptimal)
  }
}

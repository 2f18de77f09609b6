import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct AsymmetricTests {
  @Test(arguments: [13, 24, rounds(60, inDebug: 36)])
  func orderMatchesTrip(count: Int) throws {
    let costs = try SampleCosts.matrix(count: count, isSymmetric: false, seed: 8)
    // Without optimization the quick effort takes seconds per trip.
    let planner = RoutePlanner(limit: .work(rounds(20_000, inDebug: 200)))
    for trip in BruteForce.trips(count - 1, 2) {
      let route = try planner.plan(costs, trip: trip)
      #expect(route.order.sorted() == Array(0..<count))
      if let start = trip.start { #expect(route.order[0] == start) }
      if let end = trip.end { #expect(route.order[count - 1] == end) }
      #expect(route.lowerBound <= route.length)
      let again = try planner.plan(costs, trip: trip)
      #expect(again == route)
    }
  }

  /// One direction costs 1 per leg, everything else 10: the planner must not reverse the circle.
  @Test func oneWayStreets() throws {
    let count = 40
    let costs = try CostMatrix(count: count) { ($0 + 7) % count == $1 ? 1 : 10 }
    let route = try RoutePlanner(limit: .effort(.quick)).plan(costs)
    #expect(route.length == 40 && route.isOptimal)
    let open = try RoutePlanner(limit: .effort(.quick)).plan(costs, trip: .open)
    #expect(open.length == 39 && open.isOptimal)
  }

  /// Many tours have the same length up to rounding, and forbidden legs cost so much that sums with
  /// them lose the digits of the others: every search ends.
  @Test func searchesAmongEqualToursEnd() throws {
    var random = SeededGenerator(seed: 14)
    for round in 0..<rounds(400, inDebug: 30) {
      let count = Int.random(in: 17...40, using: &random)
      let forbidden = [100, 1e6, 1e9, 1e15][round % 4]
      let isSymmetric = Bool.random(using: &random)
      let costs = try CostMatrix(count: count, isSymmetric: isSymmetric) { _, _ in
        let cost = [0, 0.1, 0.7, 1 / 3, .random(in: 0...1, using: &random)][
          .random(in: 0..<5, using: &random)]
        return Int.random(in: 0..<4, using: &random) == 0 ? forbidden * (1 + cost) : cost
      }
      let planner = RoutePlanner(limit: .work(rounds(20_000, inDebug: 10_000)))
      for trip in BruteForce.trips(count - 1, 2).shuffled(using: &random).prefix(2) {
        let route = try planner.plan(costs, trip: trip)
        #expect(route.order.sorted() == Array(0..<count))
      }
    }
  }
}

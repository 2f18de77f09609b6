import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct BoundTests {
  @Test(arguments: 3...9)
  func noBoundIsAboveTheBest(count: Int) throws {
    for seed in 0..<UInt64(12) {
      let costs = try SampleCosts.matrix(count: count, isSymmetric: true, seed: seed)
      let other = try SampleCosts.matrix(count: count, isSymmetric: false, seed: seed)
      for trip in BruteForce.trips(Int(seed) % count, (Int(seed) + 1) % count) {
        let best = try RoutePlanner().plan(costs, trip: trip).length
        var bound = SpanningTreeBound(costs, trip: trip)
        bound.raise(towards: best, iterations: 300)
        #expect(bound.value <= best * (1 + 1e-13), "\(trip) \(seed)")
        let otherBest = try RoutePlanner().plan(other, trip: trip).length
        let closed = ClosedTourCosts(other, trip: trip)
        guard closed.count > 1 else { continue }
        var watch = SearchWatch()
        let assignment = Assignment(closed.rows, count: closed.count, until: &watch)
        #expect(assignment.lowerBound <= otherBest * (1 + 1e-13), "\(trip) \(seed)")
      }
    }
  }

  /// For places on the Earth, the tree is close to the tour; on a circle it becomes the tour.
  @Test func theBoundIsClose() throws {
    var generator = SeededGenerator(seed: 3)
    var worst = 0.0
    for _ in 0..<6 {
      let stops = (0..<12).map { _ in
        Coordinate(
          latitude: .random(in: 40...55, using: &generator),
          longitude: .random(in: 0...20, using: &generator))
      }
      for trip in BruteForce.trips(2, 5) {
        let problem = try PlanProblem(stops, on: .sphere, trip: trip)
        let best = try RoutePlanner().plan(stops, trip: trip).length
        var bound = SpanningTreeBound(problem.matrix(), trip: trip)
        bound.raise(towards: best, iterations: 1_000)
        worst = max(worst, best / bound.value - 1)
      }
    }
    #expect(worst < 0.05)
    let circle = (0..<50).map { Coordinate(latitude: 60, longitude: Double($0 * 21 % 50) * 7.2) }
    let route = try RoutePlanner(limit: .effort(.quick)).plan(circle)
    #expect(route.isOptimal && route.gap == 0)
  }

  /// The bound holds regardless of the length of the route it is raised toward.
  @Test func boundHoldsForPoorTargets() throws {
    let costs = try SampleCosts.matrix(count: 8, isSymmetric: true, seed: 77)
    let best = try RoutePlanner().plan(costs).length
    for factor in [0.5, 1, 1.5, 100] {
      var bound = SpanningTreeBound(costs, trip: .roundTrip)
      bound.raise(towards: best * factor, iterations: 500)
      #expect(bound.value <= best * (1 + 1e-13))
    }
  }
}

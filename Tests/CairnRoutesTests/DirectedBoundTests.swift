import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// The lower bound of asymmetric costs by 1-trees.
struct DirectedBoundTests {
  /// The parts of a bound for a closed tour.
  private struct Parts {
    let closed: ClosedTourCosts
    let assignment: Assignment
    let directed: DirectedCosts
    let candidates: TourNeighbors
    let tour: [Int32]

    init?(_ costs: CostMatrix, _ trip: Trip) {
      var watch = SearchWatch()
      closed = ClosedTourCosts(costs.forSearch, trip: trip)
      guard closed.count >= 3 else { return nil }
      assignment = Assignment(closed.rows, count: closed.count, until: &watch)
      guard let directed = DirectedCosts(closed.rows, assignment: assignment, until: &watch),
        let candidates = directed.candidates(assignment, width: 8, until: &watch),
        let tour = assignment.patchedTour(closed.rows, until: &watch)
      else { return nil }
      (self.directed, self.candidates, self.tour) = (directed, candidates, directed.tour(of: tour))
    }

    func bound(iterations: Int) -> Double {
      var watch = SearchWatch()
      return SpanningTreeBound.directed(
        directed, tour: tour, candidates, iterations: iterations, until: &watch)
    }
  }

  /// No bound is above the best tour by dynamic programming, and none is below the assignment by
  /// more than rounding.
  @Test(arguments: DirectedCases.allCases) func noBoundIsAboveTheBest(kind: DirectedCases) throws {
    for count in [3, 4, 5, 7, 9] {
      for seed in 0..<UInt64(rounds(6, inDebug: 2)) {
        let costs = try kind.costs(count, seed: seed)
        for trip in BruteForce.trips(1, 0) {
          guard let parts = Parts(costs, trip) else { continue }
          let exact = try RoutePlanner(method: .exact).plan(costs, trip: trip)
          let best = exact.legs.reduce(0) { $0 + costs.levels.lowered($1.distance) }
          let bound = parts.bound(iterations: 100)
          #expect(bound <= best * (1 + 1e-13), "\(trip) \(count) \(seed)")
          #expect(bound >= parts.assignment.lowerBound * (1 - 1e-9) - 1e-9, "\(trip) \(count)")
        }
      }
    }
  }

  /// The bound of a plan, which is the greater of two, is never above the best route.
  @Test(arguments: DirectedCases.allCases) func plannedBoundsHold(kind: DirectedCases) throws {
    let costs = try kind.costs(9, seed: 12)
    for trip in BruteForce.trips(2, 7) {
      let best = try RoutePlanner(method: .exact).plan(costs, trip: trip).length
      for method in [RoutePlanner.Method.nearestNeighbor, .greedyEdge] {
        let planner = RoutePlanner(method: method, limit: .work(1_000))
        let route = try planner.plan(costs, trip: trip)
        #expect(route.lowerBound <= best * (1 + 1e-12), "\(method) \(trip)")
        if route.isOptimal { #expect(route.length <= best * (1 + 1e-10), "\(method) \(trip)") }
      }
      let planner = RoutePlanner(limit: .work(400))
      let route = planner.asymmetric(try PlanProblem(costs, trip: trip), planner.clock())
      #expect(route.lowerBound <= best * (1 + 1e-12), "\(trip)")
    }
  }

  /// The instance br17 of TSPLIB: the assignment proves nothing, but the best tour costs 39.
  @Test func br17IsProven() throws {
    let groups = [0, 1, 2, 3, 3, 4, 4, 5, 5, 1, 1, 0, 1, 2, 4, 4, 5]
    let kinds: [[Double]] = [
      [0, 3, 5, 48, 8, 5], [3, 0, 3, 48, 8, 5], [5, 3, 0, 72, 48, 24], [48, 48, 74, 0, 6, 12],
      [8, 8, 50, 6, 0, 8], [5, 5, 26, 12, 8, 0],
    ]
    let costs = try CostMatrix(count: 17) { kinds[groups[$0]][groups[$1]] }
    let route = try RoutePlanner().plan(costs)
    #expect(route.length == 39)
    #expect(route.lowerBound == 39 && route.isOptimal)
  }

  /// Nearly symmetric costs, for which the assignment is a poor bound.
  @Test func theBoundIsClose() throws {
    for seed in 1...UInt64(2) {
      let costs = try DirectedCases.near.costs(24, seed: seed)
      let parts = try #require(Parts(costs, .roundTrip))
      let route = try RoutePlanner(limit: .work(5_000)).plan(costs)
      #expect(parts.bound(iterations: rounds(600, inDebug: 300)) >= 0.97 * route.length)
      #expect(parts.assignment.lowerBound < 0.97 * route.length)
    }
  }

  /// With whole costs the bound is a whole number; with others it is not raised.
  @Test func boundsAreRoundedForWholeCosts() throws {
    let whole = try PlanProblem(CostMatrix(count: 3) { Double($0 + 2 * $1) }, trip: .roundTrip)
    let half = try PlanProblem(CostMatrix(count: 3) { Double($0) + 0.5 * Double($1) }, trip: .open)
    let huge = try PlanProblem(CostMatrix(count: 3) { _, _ in 1e17 }, trip: .open)
    #expect(whole.isIntegral && !half.isIntegral && !huge.isIntegral)
    #expect(whole.sharpened(3.2) == 4 && whole.sharpened(3) == 3 && whole.sharpened(-1) == 0)
    #expect(half.sharpened(3.2) == 3.2 && half.sharpened(-.infinity) == 0)
  }
}

/// Trees of candidate edges.
struct CandidateTreeTests {
  /// With all edges as candidates, the tree is as short as that of the dense method.
  @Test(arguments: [3, 8, 25, 60]) func treesOfAllEdgesAgree(count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    let costs = try SampleCosts.matrix(count: count, isSymmetric: true, seed: 3)
    var watch = SearchWatch()
    func cost(_ a: Int, _ b: Int) -> Double { costs[a, b] }
    let dense = try #require(SpanningTree(count: count, until: &watch, cost))
    let near = try #require(
      TourNeighbors(count: count, width: count - 1, until: &watch) { cost(Int($0), Int($1)) })
    var sparse = CandidateTree(near, order: Array(0..<Int32(count)), cost)
    for round in 0..<6 {
      let weights = (0..<count).map { _ in Double.random(in: -50...50, using: &random) }
      let excluded = round % 2 == 0 ? nil : Int.random(in: 0..<count, using: &random)
      let first = dense.shortest(weights: weights, excluded: excluded)
      let second = sparse.shortest(weights: weights, excluded: excluded)
      #expect(abs(first.length - second.length) < 1e-9)
      #expect(second.degrees.reduce(0, +) == 2 * (count - (excluded == nil ? 1 : 2)))
      if let excluded { #expect(second.degrees[excluded] == 0) }
    }
  }

  /// With few candidates, bounds for many stops stay below the route, and close to those by all
  /// edges.
  @Test(arguments: [Trip.roundTrip, .open, .open(from: 3)])
  func boundsAmongCandidatesHold(trip: Trip) throws {
    let count = 40
    let costs = try PlanProblem(TourCases.clusters(count, seed: 4), on: .sphere, trip: trip)
      .matrix()
    var watch = SearchWatch()
    let route = try RoutePlanner(limit: .work(4_000)).plan(costs, trip: trip)
    let near = try #require(
      TourNeighbors(count: count, width: 5, until: &watch) { costs[Int($0), Int($1)] })
    let graph = CandidateTree(near, order: route.order.map { Int32($0) }) { costs[$0, $1] }
    var all = SpanningTreeBound(costs, trip: trip)
    var few = all
    all.raise(towards: route.length, iterations: 200)
    few.raise(towards: route.length, iterations: 200, among: graph, until: &watch)
    #expect(few.value <= route.length)
    #expect(few.value >= 0.98 * all.value)
  }
}

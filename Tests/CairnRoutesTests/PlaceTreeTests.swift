import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// Spanning trees over places without a table of costs, and the bounds for many stops.
@Suite struct PlaceTreeTests {
  private func tree(_ places: [Coordinate], _ surface: Surface, width: Int = 6) throws -> PlaceTree
  {
    var watch = SearchWatch()
    let costs = SphereCosts(places, surface: surface)
    let near = try #require(TourNeighbors(onSphere: costs.vectors, width: width, until: &watch))
    return try #require(PlaceTree(costs, near, on: surface, until: &watch))
  }

  static let sets: [(String, [Coordinate])] =
    TourCases.adversarial + [
      ("anywhere", TourCases.anywhere(150, seed: 4)),
      ("clusters", TourCases.clusters(200, seed: 9)),
      ("meridian", (0..<60).map { Coordinate(latitude: Double($0) - 30, longitude: 7) }),
    ]

  /// The trees are as short as those of all pairs, whatever the weights.
  @Test func treesAreThoseOfAllPairs() throws {
    var random = SeededGenerator(seed: 12)
    for (name, places) in Self.sets where places.count >= 3 {
      for (round, surface) in [Surface.sphere, .wgs84, .sphere].enumerated() {
        // The lists may lack every edge of the best tree.
        let tree = try tree(places, surface, width: round == 2 ? 1 : 6)
        var watch = SearchWatch()
        let dense = try #require(
          SpanningTree(count: places.count, until: &watch) { tree.cost($0, $1) })
        let edge = tree.cost(0, places.count - 1)
        for scale in [0, 0.01, 1, 10] {
          let weights = places.map { _ in random.double(in: -1...1) * scale * edge }
          let excluded = scale == 1 ? nil : Int.random(in: 0..<places.count, using: &random)
          let found = tree.shortest(weights: weights, excluded: excluded)
          let expected = dense.shortest(weights: weights, excluded: excluded)
          let error =
            1e-12 * Double(places.count) * (edge * (1 + scale) + expected.length.magnitude)
          #expect(abs(found.length - expected.length) <= error, "\(name) \(scale)")
          #expect(found.degrees.reduce(0, +) == 2 * (places.count - (excluded == nil ? 1 : 2)))
          if let excluded { #expect(found.degrees[excluded] == 0) }
        }
      }
    }
  }

  /// Costs are never above the true distances, and up to a quarter of the way around the Earth at
  /// most a little below them: by two and a half times the flattening on an ellipsoid.
  @Test(arguments: [
    (Surface.sphere, 1e-10), (.wgs84, 2.5 / 298), (.sphere(radius: 1_000), 1e-10),
    (.ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: 0.03)), 0.075),
    (.ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: -0.03)), 0.075),
  ])
  func costsAreBelowDistances(surface: Surface, share: Double) throws {
    for places in [TourCases.anywhere(80, seed: 1), TourCases.clusters(80, seed: 2)] {
      let tree = try tree(places, surface)
      let error = tree.error / Double(places.count)
      for a in places.indices {
        for b in places.indices where a != b {
          let distance = places[a].distance(to: places[b], on: surface)
          #expect(tree.cost(a, b) <= distance + error)
          let isFar = distance > 1.5 * surface.radii.equatorial
          #expect(isFar || tree.cost(a, b) >= distance * (1 - share) - error)
        }
      }
    }
  }

  /// The bound never exceeds the best route of few stops, and is close to that of a table.
  @Test(arguments: [Surface.sphere, .wgs84]) func boundsAreBelowTheBest(surface: Surface) throws {
    for seed in 0..<UInt64(rounds(20, inDebug: 4)) {
      let places = TourCases.anywhere(10, seed: seed)
      for trip in BruteForce.trips(2, 5) {
        let best = try RoutePlanner(surface: surface).plan(places, trip: trip)
        let tree = try tree(places, surface)
        var bound = SpanningTreeBound(tree, trip: trip)
        bound.raise(towards: best.length, iterations: 200)
        #expect(bound.value - tree.error <= best.length)
        #expect(bound.value >= best.length * 0.8)
      }
    }
  }

  @Test(arguments: [Trip.roundTrip, .open, .open(from: 3, to: 7)])
  func manyStopsHaveABound(trip: Trip) throws {
    let count = rounds(150, inDebug: 90)
    let work = 100 * count
    let places = TourCases.clusters(count, seed: 3)
    for surface in [Surface.sphere, .wgs84] {
      let planner = RoutePlanner(surface: surface, limit: .work(work))
      let problem = try PlanProblem(places, on: surface, trip: trip)
      let route = try planner.plan(places, trip: trip)
      let clock = PlanClock(.work(work), isCancelled: nil)
      let bound = planner.sparseBound(problem, of: route, clock)
      // Close to the bound by a table, which builds more of its trees from all edges; few stops
      // with free or fixed ends need more of them.
      let least = trip.isRound ? 0.99 * route.lowerBound : 0.5 * route.length
      #expect(bound <= route.length && bound > least)
      // The same bound for the same request.
      #expect(planner.sparseBound(problem, of: route, clock) == bound)
    }
  }

  @Test func moreStopsThanATableHoldsHaveABound() throws {
    let places = TourCases.clusters(RoutePlanner.boundedCount + 1, seed: 3)
    let route = try RoutePlanner(limit: .work(3_000)).plan(places)
    #expect(route.lowerBound > 0.5 * route.length && route.lowerBound <= route.length)
    #expect(!route.isOptimal)
  }

  @Test func aBoundThatTakesTooLongIsZero() throws {
    let places = TourCases.anywhere(300, seed: 8)
    var watch = SearchWatch(isCancelled: { true })
    let tree = try tree(places, .sphere)
    #expect(tree.shortest(weights: places.map { _ in 0 }, excluded: nil, until: &watch) == nil)
    let planner = RoutePlanner(isCancelled: { true })
    let route = try planner.plan(places)
    #expect(route.lowerBound == 0)
  }
}

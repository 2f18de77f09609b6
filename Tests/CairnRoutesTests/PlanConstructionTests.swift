import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

@Suite struct PlanConstructionTests {
  private static let constructions: [RoutePlanner.Method] = [
    .nearestNeighbor, .greedyEdge, .spaceFillingCurve,
  ]

  private func places(_ count: Int, seed: UInt64 = 6) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &generator),
        longitude: .random(in: -180...180, using: &generator))
    }
  }

  @Test(arguments: constructions, [2, 3, 5, 40])
  func everyTripIsConstructed(method: RoutePlanner.Method, count: Int) throws {
    let stops = places(count)
    let costs = try SampleCosts.matrix(count: count, isSymmetric: false, seed: 2)
    let planner = RoutePlanner(method: method, limit: .work(count * 40))
    for trip in BruteForce.trips(1, 0) {
      for route in [try planner.plan(stops, trip: trip), try planner.plan(costs, trip: trip)] {
        #expect(route.order.sorted() == Array(0..<count))
        if let start = trip.start { #expect(route.order.first == start) }
        if let end = trip.end { #expect(route.order.last == end) }
        #expect(route.lowerBound <= route.length)
        #expect(route.ending == .constructed || route.isOptimal)
      }
    }
  }

  @Test func nearestNeighborVisitsTheNearest() throws {
    // With more and fewer stops than the cost table holds, the result is the same.
    for count in [50, 2_100] {
      let stops = places(count)
      let planner = RoutePlanner(method: .nearestNeighbor, limit: .work(0))
      let route = try planner.plan(stops, trip: .open(from: 3))
      var left = Set(stops.indices)
      left.remove(3)
      for leg in route.legs.prefix(60) {
        let nearest = left.map { stops[leg.from].distance(to: stops[$0]) }.min()
        #expect(leg.distance == nearest)
        left.remove(leg.to)
      }
    }
  }

  /// On a line, the greedy path and the curve's path are known.
  @Test func aLineIsFollowed() throws {
    let stops = (0..<30).map { Coordinate(latitude: 0, longitude: Double($0 * 7 % 30)) }
    let greedy = try RoutePlanner(method: .greedyEdge).plan(stops, trip: .open)
    #expect(greedy.isOptimal)
    let ended = try RoutePlanner(method: .greedyEdge).plan(stops, trip: .open(from: 0))
    #expect(ended.isOptimal && ended.order[0] == 0)
  }

  @Test func theCurveIsClosedAndLocal() {
    // Steps of a tenth of a degree along a parallel and a meridian are short steps on the curve,
    // except for the few places where it is cut.
    var steps: [UInt64] = []
    for number in 0..<3_600 {
      let angle = Double(number) / 10
      let a = SphereCurve.key(Coordinate(latitude: 30, longitude: angle).unitVector)
      let b = SphereCurve.key(Coordinate(latitude: 30, longitude: angle + 0.1).unitVector)
      steps.append(a > b ? a - b : b - a)
    }
    let all = UInt64(1) << 53
    #expect(steps.allSatisfy { $0 < all })
    #expect(steps.sorted()[steps.count / 2] < all / 10_000)
    // Both poles and the seams have a key.
    for latitude in [-90.0, 0, 90] {
      for longitude in stride(from: -180.0, through: 180, by: 45) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        #expect(SphereCurve.key(place.unitVector) < all)
      }
    }
  }

  /// On uniformly distributed places, the lengths of the three constructions have a known order.
  @Test func constructionsHaveKnownQuality() throws {
    let stops = places(250)
    func length(_ method: RoutePlanner.Method) throws -> Double {
      try RoutePlanner(method: method, limit: .work(0)).plan(stops).length
    }
    let greedy = try length(.greedyEdge)
    let random = Double(stops.count) * Sphere.mean.radius * .pi / 2
    #expect(greedy < random / 8)
    #expect(try length(.nearestNeighbor) < 1.35 * greedy)
    #expect(try length(.spaceFillingCurve) < 1.5 * greedy)
  }
}

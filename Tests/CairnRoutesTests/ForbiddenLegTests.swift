import TestSupport
import Testing

@testable import CairnRoutes

/// Matrices with some costs far above all others: legs that are forbidden, or nearly so.
@Suite struct ForbiddenLegTests {
  static let sizes = [1e9, 1e12, 1e14, 1e30, 1e100]

  /// Integer costs up to 100.
  private func rows(_ count: Int, isSymmetric: Bool, seed: UInt64) -> [[Double]] {
    var generator = SeededGenerator(seed: seed)
    var rows = (0..<count).map { _ in
      (0..<count).map { _ in Double(Int.random(in: 1...100, using: &generator)) }
    }
    if isSymmetric {
      for from in 0..<count { for to in 0..<from { rows[from][to] = rows[to][from] } }
    }
    return rows
  }

  /// Forbids some legs, but none of the circle 0, 1, 2 ….
  private func forbid(
    _ rows: inout [[Double]], _ cost: Double, isSymmetric: Bool, share: Int, seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    for from in rows.indices {
      for to in rows.indices where to != from && (!isSymmetric || to < from) {
        let isOnCircle = (from + 1) % rows.count == to || (to + 1) % rows.count == from
        guard !isOnCircle, Int.random(in: 0..<share, using: &generator) == 0 else { continue }
        rows[from][to] = cost
        if isSymmetric { rows[to][from] = cost }
      }
    }
  }

  /// The best route by sums that count forbidden legs separately from the rest.
  private func best(_ rows: [[Double]], trip: Trip, forbidden: Double) -> (Int, Double) {
    // In integers: a forbidden leg costs a million.
    let best = BruteForce.shortest(count: rows.count, trip: trip) {
      rows[$0][$1] == forbidden ? 1e6 : rows[$0][$1]
    }
    return (Int(best / 1e6), best.truncatingRemainder(dividingBy: 1e6))
  }

  private func parts(_ route: Route, forbidden: Double) -> (Int, Double) {
    route.legs.reduce((0, 0)) {
      $1.distance == forbidden ? ($0.0 + 1, $0.1) : ($0.0, $0.1 + $1.distance)
    }
  }

  /// Several legs with the same forbidden cost: few stops by every method, compared with all
  /// orders.
  @Test(arguments: sizes, [true, false])
  func fewStopsMatchAllOrders(size: Double, isSymmetric: Bool) throws {
    for seed in 0..<UInt64(3) {
      let count = 6 + Int(seed) % 2
      var rows = rows(count, isSymmetric: isSymmetric, seed: seed)
      forbid(&rows, size, isSymmetric: isSymmetric, share: 2, seed: seed)
      // One stop can be left only by forbidden legs, so every route except some open ones needs
      // one.
      if seed == 2 {
        for other in 0..<count where other != 3 {
          rows[3][other] = size
          if isSymmetric { rows[other][3] = size }
        }
      }
      let costs = try CostMatrix(rows)
      for trip in BruteForce.trips(1, 4) {
        let right = best(rows, trip: trip, forbidden: size)
        let exact = try RoutePlanner().plan(costs, trip: trip)
        #expect(parts(exact, forbidden: size) == right, "\(trip) \(seed)")
        #expect(exact.isOptimal)
        let planner = RoutePlanner(limit: .work(rounds(2_000, inDebug: 500)))
        let problem = try PlanProblem(costs, trip: trip)
        let route =
          isSymmetric
          ? planner.searched(problem, planner.clock())
          : planner.asymmetric(problem, planner.clock())
        #expect(parts(route, forbidden: size) == right, "\(trip) \(seed)")
        #expect(route.lowerBound <= exact.length && route.length >= exact.length)
        var edited = EditableRoute(
          Array(0..<count),
          route: try RoutePlanner(method: .nearestNeighbor).plan(costs, trip: trip),
          isSymmetric: isSymmetric
        ) { costs[$0, $1] }
        try edited.optimize(by: RoutePlanner())
        #expect(edited.length == exact.length || trip.isRound, "\(trip) \(seed)")
        #expect(edited.length >= exact.length)
      }
    }
  }

  /// The size of the cost of a forbidden leg does not matter, once it is large.
  @Test(arguments: [rounds(30, inDebug: 14), rounds(100, inDebug: 20)], [true, false])
  func hugeCostsAreEquivalentToModerateOnes(count: Int, isSymmetric: Bool) throws {
    var allowed = rows(count, isSymmetric: isSymmetric, seed: 5)
    // A good solution for the search to find: the circle costs a tenth of the rest.
    for stop in 0..<count {
      let next = (stop + 1) % count
      allowed[stop][next] = Double(1 + stop % 7)
      if isSymmetric { allowed[next][stop] = allowed[stop][next] }
    }
    let planner = RoutePlanner(limit: .work(20 * count))
    for (number, trip) in BruteForce.trips(1, count - 2).enumerated()
    where (number + count / 2).isMultiple(of: rounds(1, inDebug: 2)) {
      var rows = allowed
      forbid(&rows, 1e5, isSymmetric: isSymmetric, share: 9, seed: 3)
      let moderate = try planner.plan(CostMatrix(rows), trip: trip)
      for size in Self.sizes {
        var rows = allowed
        forbid(&rows, size, isSymmetric: isSymmetric, share: 9, seed: 3)
        let route = try planner.plan(CostMatrix(rows), trip: trip)
        #expect(route.length <= moderate.length, "\(size) \(trip)")
        #expect(abs(route.lowerBound - moderate.lowerBound) <= 1e-6, "\(size) \(trip)")
        #expect(route.isOptimal == moderate.isOptimal, "\(size) \(trip)")
      }
    }
  }

  /// A single leg of 10¹⁴ among integer costs once hid all gains below 100.
  @Test func oneForbiddenLegHidesNoGain() throws {
    let count = 40
    let costs = try CostMatrix(count: count) {
      $0 == 3 && $1 == 9 ? 1e14 : ($0 * 7 + 1) % count == $1 % count ? 0 : Double(1 + ($0 ^ $1) % 5)
    }
    let plain = try CostMatrix(count: count) { $0 == 3 && $1 == 9 ? 60 : costs[$0, $1] }
    let planner = RoutePlanner(limit: .effort(.quick))
    #expect(try planner.plan(costs).length == planner.plan(plain).length)
  }

  /// If a forbidden leg is needed, the length shows it, and the rest is as short as possible.
  @Test(arguments: sizes) func requiredForbiddenLegIsReported(size: Double) throws {
    var rows = rows(25, isSymmetric: false, seed: 8)
    for other in 0..<25 { rows[7][other] = size }
    let costs = try CostMatrix(rows)
    let route = try RoutePlanner(limit: .effort(.quick)).plan(costs)
    #expect(route.length >= size && route.legs.filter { $0.distance == size }.count == 1)
    #expect(route.lowerBound <= route.length && route.lowerBound >= size * (1 - 1e-15))
    for other in 0..<25 { rows[7][other] = 1e5 }
    let moderate = try RoutePlanner(limit: .effort(.quick)).plan(CostMatrix(rows))
    #expect(
      parts(route, forbidden: size).1 == parts(moderate, forbidden: 1e5).1
        && route.order.count == 25)
    // The route is reported as optimal only if that is proven.
    #expect(route.isOptimal == moderate.isOptimal)
  }

  /// Costs that differ by more than the rest can outweigh are not lowered.
  @Test func levels() throws {
    func levels(_ costs: [Double]) -> CostLevels { CostLevels(costs, count: 4) }
    #expect(levels([0, 1, 2, 3]).isEmpty && levels([]).isEmpty && levels([0, 0]).isEmpty)
    #expect(levels([5, 0, 1e9]).isEmpty == false)
    #expect(levels([1, 1e9, 3e9]).isEmpty)
    // With only zeros there is nothing to compare with.
    #expect(levels([0, 1e14]).isEmpty)
    let two = levels([3, 5, 1e9, 1e9 + 2, 1e20])
    for (legs, length) in [([3, 5], 8), ([3, 1e9], 1e9 + 3), ([1e9 + 2, 1e9, 1e20], 1e20 + 2e9)]
      as [([Double], Double)]
    {
      #expect(two.raised(legs.reduce(0) { $0 + two.lowered($1) }) == length)
    }
    #expect(two.lowered(1e20) < 1e6 && two.lowered(5) == 5)
    #expect(two.lowered(1e9) < two.lowered(1e9 + 2))
    // A bound between two counts of forbidden legs is a bound for the greater count.
    #expect(two.raised(two.lowered(1e9) * 0.999) == 1e9)
  }

  /// Gains the size of rounding errors do not keep a search running: it ends, no worse than it
  /// began.
  @Test(arguments: [true, false]) func roundingGainsEndTheSearch(isSymmetric: Bool) throws {
    var generator = SeededGenerator(seed: 4)
    let costs = try CostMatrix(count: 40, isSymmetric: isSymmetric) { _, _ in
      pow(10, Double.random(in: -12...15, using: &generator)) * 1.1
    }
    for trip in BruteForce.trips(1, 4) {
      let start = try RoutePlanner(method: .nearestNeighbor).plan(costs, trip: trip)
      let route = try RoutePlanner(limit: .work(rounds(4_000, inDebug: 2_000))).plan(
        costs, trip: trip)
      #expect(route.length <= start.length * (1 + 1e-12))
      #expect(route.lowerBound <= route.length)
    }
  }

  private func pow(_ base: Double, _ exponent: Double) -> Double {
    // An approximation, without the C library.
    var result = 1.0
    for _ in 0..<Int(exponent.magnitude) { result *= base }
    return exponent < 0 ? 1 / result : result
  }
}

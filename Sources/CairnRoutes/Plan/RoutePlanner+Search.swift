internal import CairnGeodesy

extension RoutePlanner {
  /// The most stops for which all distances are measured exactly before the search.
  private static let tabledCount = 200

  /// Searches a route by symmetric costs.
  internal func searched(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    // Some of the time is for the bound, where it is enough for one.
    let pairs = problem.count * problem.count
    let hasBound =
      problem.count <= Self.boundedCount
      && clock.suffices(forPairs: pairs, nanoseconds: 5, part: 0.15)
    let part = hasBound ? 0.85 : 1
    let route =
      switch problem.source {
      case .costs: tour(problem, from: start, clock, part)
      case .places(let places, let surface):
        tour(problem, places, surface, from: start, clock, part)
      }
    guard hasBound else { return route }
    let bound = lowerBound(problem, length: problem.searchedLength(route), clock)
    return problem.route(route, bound: bound)
  }

  /// The most stops for which a bound is made.
  private static let boundedCount = 1_500

  /// Searches by a table of costs.
  private func tour(
    _ problem: PlanProblem, from start: [Int]?, _ clock: PlanClock, _ part: Double
  ) -> Route {
    let table = problem.matrix()
    var watch = clock.watch(part)
    guard clock.suffices(forPairs: table.count * table.count, nanoseconds: 6, part: part),
      let costs = MatrixCosts(count: table.count, rows: table.costs, until: &watch),
      let candidates = NeighborLists(nearestBy: costs, width: 10, until: &watch)
    else { return hurried(problem, table, start, &watch) }
    let found = tour(
      problem, costs, candidates, from: start, greatest: table.costs.max() ?? 0, clock, part
    ) {
      nearest(table, trip: problem.trip, until: &watch)
    }
    return problem.route(found.order, ending: found.ending)
  }

  /// Searches by the distances of places.
  private func tour(
    _ problem: PlanProblem, _ places: [Coordinate], _ surface: Surface, from start: [Int]?,
    _ clock: PlanClock, _ part: Double
  ) -> Route {
    let found: (order: [Int], ending: Route.Ending)
    // A table of few places is made in a fraction of the time, or not at all.
    var table: CostMatrix?
    if places.count <= Self.tabledCount {
      var watch = clock.watch(0.3)
      table = problem.matrix(until: &watch)
    }
    let vectors = places.map { $0.surfaceVector(surface) }
    let costs = SphereCosts(vectors, on: Sphere(radius: surface.radii.equatorial))
    // Where the time may be up before there is a tour, the curve's is made first.
    let isShort = !clock.suffices(forPairs: places.count, nanoseconds: 20_000)
    let plain = isShort && start == nil ? alongCurve(costs, problem.trip) : start
    func other() -> [Int] { plain ?? alongCurve(costs, problem.trip) }
    if let table {
      let base = MatrixCosts(count: table.count, rows: table.costs)
      found = tour(
        problem, base, NeighborLists(nearestBy: base, width: 10), from: start,
        greatest: table.costs.max() ?? 0, clock, part, otherwise: other)
    } else {
      var watch = clock.watch(part)
      guard let candidates = NeighborLists(onSphere: vectors, until: &watch) else {
        return problem.route(other(), ending: (watch.end ?? .deadline).ending)
      }
      found = tour(
        problem, costs, candidates, from: start, greatest: 4 * surface.radii.equatorial, clock,
        part, otherwise: other)
    }
    return problem.route(found.order, ending: found.ending)
  }

  /// - Parameter otherwise: gives an order when there is no time to make one.
  private func tour<Costs: TourCosts>(
    _ problem: PlanProblem, _ costs: Costs, _ candidates: NeighborLists, from start: [Int]?,
    greatest: Double, _ clock: PlanClock, _ part: Double, otherwise: () -> [Int]
  ) -> (order: [Int], ending: Route.Ending) {
    let trip = problem.trip
    var watch = clock.watch(part)
    let order =
      start
      ?? greedyOrder(costs, candidates: candidates, trip: trip, greatest: greatest, until: &watch)
    guard let order else { return (otherwise(), (watch.end ?? .deadline).ending) }
    if trip.isRound {
      let result = TourSearch.optimise(
        costs, start: order.map { Int32($0) }, candidates: candidates,
        budget: budget(problem, count: costs.count, clock, part, offset: 0))
      return (result.order.map { Int($0) }, result.end.ending)
    }
    // A free end costs as much as a leg: were it for nothing, it would always be tried first.
    let mean = costs.length(of: order.map { Int32($0) }) / Double(max(1, order.count))
    let open = HubCosts(costs, trip: trip, greatest: greatest, free: mean)
    let result = TourSearch.optimise(
      open, start: open.tour(of: order),
      candidates: candidates.addingHub(beside: candidates.remotest(costs)),
      budget: budget(problem, count: open.count, clock, part, offset: open.offset))
    return (open.path(of: result.order), result.end.ending)
  }

  /// What the search for a tour may spend.
  internal func budget(
    _ problem: PlanProblem, count: Int, _ clock: PlanClock, _ part: Double = 1, offset: Double
  ) -> SearchBudget {
    var budget = SearchBudget()
    budget.seed = seed
    budget.isCancelled = isCancelled
    budget.deadline = clock.deadline(part)
    budget.work = limit.work(count: count)
    if let progress {
      let levels = problem.levels
      budget.progress = {
        progress(Progress(length: levels.raised($0.length - offset), kicks: $0.kicks))
      }
    }
    return budget
  }

  /// What no route is shorter than, by the costs that a search sees; 0 when there is no time.
  ///
  /// - Parameter length: of a route, by the same costs.
  internal func lowerBound(
    _ problem: PlanProblem, length: Double, _ clock: PlanClock
  ) -> Double {
    let iterations = limit.work(count: problem.count) / max(1, problem.count)
    guard problem.count >= 3, problem.count <= Self.boundedCount, iterations > 0 else { return 0 }
    var watch = clock.watch()
    if !problem.isSymmetric {
      let closed = ClosedCosts(problem.matrix(), trip: problem.trip, until: &watch)
      if closed.count < 2 { return 0 }
      return Assignment(closed.rows, count: closed.count, until: &watch).lowerBound
    }
    guard let (tree, error) = spanningTree(problem, clock, &watch) else { return 0 }
    var bound = SpanningTreeBound(tree, trip: problem.trip)
    bound.raise(towards: length, iterations: min(iterations, 5_000), until: &watch)
    return bound.value - error
  }

  /// The costs for a bound, and by how much they can be above the true ones along a whole route.
  private func spanningTree(
    _ problem: PlanProblem, _ clock: PlanClock, _ watch: inout SearchWatch
  ) -> (tree: SpanningTree, error: Double)? {
    // Where time counts, a sphere is measured a tenth as long and a little less exactly.
    if clock.duration != nil, case .places(let places, .sphere) = problem.source,
      places.count > Self.tabledCount
    {
      let costs = SphereCosts(places)
      let tree = SpanningTree(count: places.count, until: &watch) {
        costs.cost(Int32($0), Int32($1)) * (1 - 0x1p-35)
      }
      return tree.map { ($0, Double(places.count) * 4e-9) }
    }
    guard let table = problem.matrix(until: &watch) else { return nil }
    let tree = SpanningTree(count: table.count, until: &watch) {
      table.costs[$0 * table.count + $1]
    }
    return tree.map { ($0, 0) }
  }
}

extension RouteLimit {
  /// How many units of work the search for a route may do for so many stops.
  internal func work(count: Int) -> Int {
    let normal = min(1_000 * count, 1_000_000 + 50 * count)
    switch self {
    case .effort(.quick): return normal / 20
    case .effort(.normal): return normal
    case .effort(.thorough): return normal * 10
    case .work(let work): return max(0, work)
    case .time: return .max
    }
  }
}

extension SearchEnd {
  /// Why the planner went no further.
  internal var ending: Route.Ending {
    switch self {
    case .exhausted, .work: .effortSpent
    case .deadline: .timeLimit
    case .cancelled: .cancelled
    }
  }
}

extension Coordinate {
  /// The place in three dimensions with the equatorial radius as the unit: straight lines between
  /// such points are those through the surface, and the arcs over them are close to its distances.
  internal func surfaceVector(_ surface: Surface) -> UnitVector {
    let normal = unitVector
    let ratio = surface.radii.polar / surface.radii.equatorial
    guard ratio != 1 else { return normal }
    let squaredRatio = ratio * ratio
    let scale =
      1 / (1 - (1 - squaredRatio) * normal.z * normal.z).squareRoot()
    return UnitVector(
      x: normal.x * scale, y: normal.y * scale, z: normal.z * scale * squaredRatio)
  }
}

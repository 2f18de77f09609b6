internal import CairnGeodesy

extension RoutePlanner {
  /// The most stops for which all distances are measured exactly before the search.
  private static let tabledCount = 200

  /// Searches a route by symmetric costs.
  internal func searched(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    let trip = problem.trip
    let found: (order: [Int], ending: Route.Ending)
    switch problem.source {
    case .costs(let costs):
      found = tour(costs, trip: trip, start: start, clock)
    case .places(let places, let surface):
      if places.count <= Self.tabledCount {
        found = tour(problem.matrix(), trip: trip, start: start, clock)
      } else {
        let vectors = places.map { $0.surfaceVector(surface) }
        let costs = SphereCosts(vectors, on: Sphere(radius: surface.radii.equatorial))
        found = tour(
          costs, candidates: NeighborLists(onSphere: vectors), trip: trip, start: start,
          greatest: 4 * surface.radii.equatorial, clock)
      }
    }
    let route = problem.route(found.order, ending: found.ending)
    let bound = lowerBound(problem, length: route.length, clock)
    return Route(
      order: route.order, trip: trip, legs: route.legs, lowerBound: bound, ending: found.ending)
  }

  private func tour(
    _ costs: CostMatrix, trip: Trip, start: [Int]?, _ clock: PlanClock
  ) -> (order: [Int], ending: Route.Ending) {
    let base = MatrixCosts(count: costs.count, rows: costs.costs)
    return tour(
      base, candidates: NeighborLists(nearestBy: base, width: 10), trip: trip, start: start,
      greatest: costs.costs.max() ?? 0, clock)
  }

  private func tour<Costs: TourCosts>(
    _ costs: Costs, candidates: NeighborLists, trip: Trip, start: [Int]?, greatest: Double,
    _ clock: PlanClock
  ) -> (order: [Int], ending: Route.Ending) {
    if trip.isRound {
      let result = TourSearch.optimise(
        costs, start: start?.map { Int32($0) }, candidates: candidates,
        budget: budget(count: costs.count, searchDeadline(costs.count, clock), offset: 0))
      return (result.order.map { Int($0) }, result.end.ending)
    }
    let path =
      start ?? greedyOrder(costs, candidates: candidates, trip: trip, greatest: greatest)
    // A free end costs as much as a leg: were it for nothing, it would always be tried first.
    let mean = costs.length(of: path.map { Int32($0) }) / Double(max(1, path.count))
    let open = HubCosts(costs, trip: trip, greatest: greatest, free: mean)
    let result = TourSearch.optimise(
      open, start: open.tour(of: path),
      candidates: candidates.addingHub(beside: candidates.remotest(costs)),
      budget: budget(
        count: open.count, searchDeadline(costs.count, clock), offset: open.offset))
    return (open.path(of: result.order), result.end.ending)
  }

  /// When a search ends; the rest of the time is for the bound.
  private func searchDeadline(_ count: Int, _ clock: PlanClock) -> ContinuousClock.Instant? {
    clock.deadline(count <= 1_500 ? 0.85 : 0.95)
  }

  /// What the search for a tour may spend.
  internal func budget(
    count: Int, _ deadline: ContinuousClock.Instant?, offset: Double
  ) -> SearchBudget {
    var budget = SearchBudget()
    budget.seed = seed
    budget.isCancelled = isCancelled
    budget.deadline = deadline
    budget.work = limit.work(count: count)
    if let progress {
      budget.progress = { progress(Progress(length: $0.length - offset, kicks: $0.kicks)) }
    }
    return budget
  }

  /// What no route is shorter than.
  internal func lowerBound(
    _ problem: PlanProblem, length: Double, _ clock: PlanClock
  ) -> Double {
    let iterations = limit.work(count: problem.count) / max(1, problem.count)
    guard problem.count >= 3, problem.count <= 1_500, iterations > 0 else { return 0 }
    if !problem.isSymmetric {
      let closed = ClosedCosts(problem.matrix(), trip: problem.trip)
      if closed.count < 2 { return 0 }
      return Assignment(closed.rows, count: closed.count, deadline: clock.deadline(1)).lowerBound
    }
    var bound = SpanningTreeBound(problem.matrix(), trip: problem.trip)
    bound.raise(
      towards: length, iterations: min(iterations, 5_000), deadline: clock.deadline(1),
      isCancelled: isCancelled)
    return bound.value
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

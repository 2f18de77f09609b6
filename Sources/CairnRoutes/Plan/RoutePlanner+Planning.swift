extension RoutePlanner {
  /// The most inner stops for which dynamic programming is tried unasked.
  internal static let exactCount = 15

  /// Plans by the method of this planner.
  ///
  /// - Parameter start: an order that a search begins with.
  internal func plan(
    _ problem: PlanProblem, from start: [Int]? = nil, began: ContinuousClock.Instant = .now
  ) throws(RouteError) -> Route {
    var clock = PlanClock(self, start: began)
    let count = problem.count
    guard count > 1 else {
      return problem.route(Array(0..<count), ending: .optimal)
    }
    let inner = HeldKarp.innerCount(of: problem.trip, count: count)
    switch method {
    case .exact:
      guard inner <= HeldKarp.greatestInnerCount else {
        throw .tooManyStops(count: count, limit: count - inner + HeldKarp.greatestInnerCount)
      }
      return exact(problem)
    case .best:
      clock.keep(problem.timeToWrite(of: clock))
      if inner <= Self.exactCount { return exact(problem) }
      if let distinct = DistinctPlaces(problem) {
        return best(of: distinct, problem, clock, from: start)
      }
      return problem.isSymmetric
        ? searched(problem, clock, from: start) : asymmetric(problem, clock, from: start)
    case .nearestNeighbor, .greedyEdge, .spaceFillingCurve:
      clock.keep(problem.timeToWrite(of: clock))
      return constructed(problem, clock)
    }
  }

  /// The best route of places that several stops may lie at.
  private func best(
    of distinct: DistinctPlaces, _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]?
  ) -> Route {
    let places = distinct.problem
    let route: Route
    if places.count <= 2
      || HeldKarp.innerCount(of: places.trip, count: places.count) <= Self.exactCount
    {
      route = places.count == 1 ? places.route([0], ending: .optimal) : exact(places)
    } else {
      route = searched(places, clock, from: start.map(distinct.order(ofStops:)))
    }
    let whole = problem.route(distinct.order(ofPlaces: route.order), ending: route.ending)
    // No route through all stops is shorter than one through all places.
    return problem.route(whole, bound: route.lowerBound)
  }

  internal func exact(_ problem: PlanProblem) -> Route {
    let trip = problem.trip
    let costs = problem.matrix()
    let isAllEnds = HeldKarp.innerCount(of: trip, count: problem.count) == 0
    var order = isAllEnds ? [] : HeldKarp(costs, trip: trip).order()
    if let start = trip.isRound ? trip.start ?? 0 : trip.start { order.insert(start, at: 0) }
    if let end = trip.end { order.append(end) }
    return problem.route(order, ending: .optimal)
  }
}

internal import CairnGeodesy

extension RoutePlanner {
  /// The maximum number of inner stops that the method `best` solves exactly.
  internal static let exactCount = 15
  /// The maximum number of stops for which all distances are measured exactly before the search.
  internal static let tabledCount = 200
  /// The maximum number of stops of a table of costs for which a lower bound is computed.
  internal static let boundedCount = 1_500

  /// The maximum number of places for which a lower bound is computed without a table of costs.
  internal static let sparselyBoundedCount = 100_000

  /// The time per place, in nanoseconds, from which a search of many places is better than
  /// exchanges along a curve.
  private static let leastSearchTime = 8_000.0

  /// The clock of a plan by this planner.
  internal func clock(since began: Moment = .now) -> PlanClock {
    PlanClock(limit, isCancelled: isCancelled, start: began)
  }

  /// Plans a route with this planner's method.
  ///
  /// - Parameters:
  ///   - problem: the stops, costs and trip.
  ///   - start: the initial order of the search; nil for a greedy tour.
  ///   - began: the time from which a time limit counts.
  /// - Returns: the route with its legs.
  /// - Throws: ``RouteError/tooManyStops(count:limit:)`` for ``Method/exact``.
  internal func plan(
    _ problem: PlanProblem, from start: [Int]? = nil, began: Moment = .now
  ) throws(RouteError) -> Route {
    var clock = clock(since: began)
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
      if start == nil, let hurried = hurried(problem, clock) { return hurried }
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

  /// An order along the space-filling curve, if there is not even time to find duplicate places;
  /// nil otherwise and for cost tables.
  private func hurried(_ problem: PlanProblem, _ clock: PlanClock) -> Route? {
    guard clock.duration != nil, case .places(let places, let surface) = problem.source,
      !clock.suffices(forPairs: places.count, nanoseconds: 1_000)
    else { return nil }
    var watch = clock.watch()
    _ = watch.hasTime()
    let costs = SphereCosts(places, surface: surface)
    let curve = alongCurve(costs, problem.trip)
    let order = WindowedExchange(costs, order: curve).settled(until: &watch)
    return problem.route(order, ending: (watch.end ?? .deadline).ending)
  }

  /// The best route through places that may have several stops each.
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
    // A route through all stops is at least as long as the best one through all places.
    return problem.route(whole, bound: route.lowerBound)
  }

  /// The optimal route, by dynamic programming.
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

// MARK: Symmetric costs

extension RoutePlanner {
  /// Searches for a route with symmetric costs.
  internal func searched(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    // Reserves time for the bound, if there is enough for one.
    let isDense = problem.count <= Self.boundedCount
    let part = 0.1
    let pairs = isDense ? problem.count * problem.count : problem.count
    let hasBound =
      (isDense || problem.isSparselyBounded)
      // Enough for a useful bound: the table of costs and a few hundred trees of near edges.
      && clock.suffices(forPairs: pairs, nanoseconds: isDense ? 40 : 12_000, part: part)
    let searchPart = hasBound ? 1 - part : 1
    let route =
      switch problem.source {
      case .costs: tour(problem, from: start, clock, searchPart)
      case .places(let places, let surface):
        tour(problem, places, surface, from: start, clock, searchPart)
      }
    guard hasBound else { return route }
    return problem.route(route, bound: lowerBound(problem, of: route, clock))
  }

  /// Searches with a cost table.
  private func tour(
    _ problem: PlanProblem, from start: [Int]?, _ clock: PlanClock, _ part: Double
  ) -> Route {
    let table = problem.matrix()
    var watch = clock.watch(part)
    guard clock.suffices(forPairs: table.count * table.count, nanoseconds: 6, part: part),
      let prepared = PreparedCosts(table, until: &watch)
    else { return hurried(problem, table, start, &watch) }
    return tour(problem, prepared, from: start, clock, part) {
      nearest(table, trip: problem.trip, until: &$0)
    }
  }

  /// Searches with the distances between places.
  private func tour(
    _ problem: PlanProblem, _ places: [Coordinate], _ surface: Surface, from start: [Int]?,
    _ clock: PlanClock, _ part: Double
  ) -> Route {
    // For few places, a distance table is computed in a fraction of the time or not at all.
    var table: CostMatrix?
    if places.count <= Self.tabledCount,
      clock.suffices(forPairs: places.count * places.count, nanoseconds: 60, part: 0.05)
    {
      var watch = clock.watch(0.3)
      table = problem.matrix(until: &watch)
    }
    let costs = SphereCosts(places, surface: surface)
    // If the time may run out before there is a tour, compute the curve's order first.
    let isShort = !clock.suffices(forPairs: places.count, nanoseconds: 20_000)
    let plain = isShort && start == nil ? alongCurve(costs, problem.trip) : start
    func other(_ watch: inout SearchWatch) -> [Int] { plain ?? alongCurve(costs, problem.trip) }
    var watch = clock.watch(part)
    // Neighbor lists and a greedy tour would take all the time, or more.
    if let plain, start == nil,
      !clock.suffices(forPairs: places.count, nanoseconds: Self.leastSearchTime)
    {
      let order = WindowedExchange(costs, order: plain).settled(until: &watch)
      return problem.route(order, ending: (watch.end ?? .exhausted).ending)
    }
    if let table {
      if let prepared = PreparedCosts(table, until: &watch) {
        return tour(problem, prepared, from: start, clock, part, otherwise: other)
      }
    } else if let prepared = PreparedCosts(costs, on: surface, until: &watch) {
      return tour(problem, prepared, from: start, clock, part, otherwise: other)
    }
    return problem.route(other(&watch), ending: (watch.end ?? .deadline).ending)
  }

  /// Searches with prepared costs.
  ///
  /// - Parameters:
  ///   - problem: the stops, costs and trip.
  ///   - prepared: the prepared costs.
  ///   - start: the initial order; nil for a greedy tour.
  ///   - clock: the time of the plan.
  ///   - part: the fraction of the time that the search may take.
  ///   - otherwise: returns an order if there is no time to construct one.
  /// - Returns: the route, without a bound.
  private func tour<Costs: TourCosts>(
    _ problem: PlanProblem, _ prepared: PreparedCosts<Costs>, from start: [Int]?,
    _ clock: PlanClock, _ part: Double, otherwise: (inout SearchWatch) -> [Int]
  ) -> Route {
    let trip = problem.trip
    let costs = prepared.costs
    var candidates = prepared.candidates
    var watch = clock.watch(part)
    guard let order = start ?? greedyOrder(prepared, trip: trip, until: &watch) else {
      return problem.route(otherwise(&watch), ending: (watch.end ?? .deadline).ending)
    }
    var closed = DummyCityCosts(round: costs)
    if !trip.isRound {
      // A free end costs as much as a mean leg; at no cost, the search would always try it first.
      let mean = costs.length(of: order.map { Int32($0) }) / Double(max(1, order.count))
      closed = DummyCityCosts(costs, trip: trip, greatest: prepared.greatest(), free: mean)
      candidates = candidates.addingHub(beside: candidates.remotest(costs))
    }
    let result = TourSearch.optimize(
      closed, start: closed.tour(of: order), candidates: candidates,
      // The quick effort does not backtrack, so its searches are cheaper and it makes more of them.
      budget: budget(
        problem, work: work(count: closed.count, quickDivisor: 18), clock, part,
        offset: closed.offset),
      effort: .symmetric(limit))
    return problem.route(closed.path(of: result.order), ending: result.end.ending)
  }

  /// The greedy order for a trip; nil if the time runs out.
  internal func greedyOrder<Costs: TourCosts>(
    _ prepared: PreparedCosts<Costs>, trip: Trip, until watch: inout SearchWatch
  ) -> [Int]? {
    let (costs, candidates) = (prepared.costs, prepared.candidates)
    // The greedy construction ends with a path, which already is an open trip.
    if trip.isRound || (trip.start == nil && trip.end == nil) {
      return greedyTour(DummyCityCosts(round: costs), candidates, until: &watch)?.map { Int($0) }
    }
    let greatest = prepared.greatest()
    let open = DummyCityCosts(costs, trip: trip, greatest: greatest, free: greatest)
    return greedyTour(open, candidates.addingHub(), until: &watch).map { open.path(of: $0) }
  }
}

/// The input of a tour search: the costs, the candidate sets, and the greatest cost.
internal struct PreparedCosts<Costs: TourCosts> {
  internal let costs: Costs
  /// The candidate neighbors of each city.
  internal let candidates: TourNeighbors
  /// Returns an upper bound of the costs, which only open trips need.
  internal let greatest: () -> Double
}

extension PreparedCosts where Costs == MatrixCosts {
  /// Prepares a symmetric cost table; returns nil if the time runs out.
  internal init?(_ table: CostMatrix, until watch: inout SearchWatch) {
    guard let costs = MatrixCosts(count: table.count, rows: table.costs, until: &watch),
      let candidates = TourNeighbors(
        table: table.costs, count: table.count, width: 10, until: &watch)
    else { return nil }
    self.init(costs: costs, candidates: candidates) { table.costs.max() ?? 0 }
  }
}

extension PreparedCosts where Costs == SphereCosts {
  /// Prepares the distances between places on a surface; returns nil if the time runs out.
  internal init?(_ costs: SphereCosts, on surface: Surface, until watch: inout SearchWatch) {
    guard let candidates = TourNeighbors(onSphere: costs.vectors, until: &watch) else {
      return nil
    }
    // Half the circumference is pi radii, which is less than 4.
    self.init(costs: costs, candidates: candidates) { 4 * surface.radii.equatorial }
  }
}

// MARK: Asymmetric costs

extension RoutePlanner {
  /// Searches for a route with asymmetric costs.
  internal func asymmetric(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    let costs = problem.matrix()
    var watch = clock.watch()
    // The preparation of a search takes several passes over the whole table.
    guard clock.suffices(forPairs: costs.count * costs.count, nanoseconds: 8) else {
      return hurried(problem, costs, start, &watch)
    }
    // With a time limit, find an order before the preparation, which may take all the time.
    let plain =
      clock.duration == nil || start != nil
      ? start : nearest(costs, trip: problem.trip, until: &watch)
    let closed = ClosedTourCosts(costs, trip: problem.trip, until: &watch)
    var first = clock.watch(0.3)
    let assignment = Assignment(
      closed.rows, count: closed.count, until: &first, checkedUntil: clock.watch(0.8))
    guard watch.end == nil,
      let directed = DirectedCosts(closed.rows, assignment: assignment, until: &watch),
      let candidates = directed.candidates(assignment, width: 8, until: &watch),
      let first = start.map(closed.tour) ?? assignment.patchedTour(closed.rows, until: &watch)
        ?? closed.nearestTour(until: &watch)
    else { return hurried(problem, costs, plain, &watch) }
    let bound = lowerBound(problem, assignment, directed, candidates, first, clock)
    // A search of few stops is cheap, so it may run longer.
    var budget = budget(
      problem, work: work(count: max(80, directed.count)), clock, offset: -directed.offset)
    budget.goal = bound - directed.offset + 1e-12 * bound
    if problem.isIntegral { budget.goal += 0.5 }
    let found = TourSearch.optimize(
      directed, start: directed.tour(of: first), candidates: candidates, budget: budget,
      effort: .directed)
    return problem.route(
      closed.order(of: directed.stops(of: found.order) ?? first), bound: bound,
      ending: found.end.ending)
  }

  /// The route from a cost table if there is no time to search: the given order, or a
  /// nearest-neighbor tour as far as the time allows.
  private func hurried(
    _ problem: PlanProblem, _ costs: CostMatrix, _ start: [Int]?, _ watch: inout SearchWatch
  ) -> Route {
    let order = start ?? nearest(costs, trip: problem.trip, until: &watch)
    return problem.route(order, bound: 0, ending: (watch.end ?? .deadline).ending)
  }
}

// MARK: Budget

extension RoutePlanner {
  /// The budget of the tour search.
  private func budget(
    _ problem: PlanProblem, work: Int, _ clock: PlanClock, _ part: Double = 1, offset: Double
  ) -> SearchBudget {
    var budget = clock.budget(work: work, seed: seed, part: part)
    if let progress {
      let levels = problem.levels
      budget.progress = {
        progress(Progress(length: levels.raised($0.length - offset), kicks: $0.kicks))
      }
    }
    return budget
  }

  /// The maximum number of local searches from a city in the tour search.
  internal func work(count: Int, quickDivisor: Int = 20) -> Int {
    limit.work(normal: min(1_000 * count, 1_000_000 + 50 * count), quickDivisor: quickDivisor)
  }
}

extension SearchEnd {
  /// The reason in terms of ``Route/Ending-swift.enum``.
  internal var ending: Route.Ending {
    switch self {
    case .exhausted, .work: .effortSpent
    case .deadline: .timeLimit
    case .cancelled: .cancelled
    }
  }
}

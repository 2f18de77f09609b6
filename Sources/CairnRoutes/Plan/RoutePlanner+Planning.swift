extension RoutePlanner {
  /// The most inner stops for which dynamic programming is tried unasked.
  internal static let exactCount = 15

  /// Plans by the method of this planner.
  ///
  /// - Parameter start: an order that a search begins with.
  internal func plan(
    _ problem: PlanProblem, from start: [Int]? = nil
  ) throws(RouteError) -> Route {
    let clock = PlanClock(self)
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
      if inner <= Self.exactCount { return exact(problem) }
      return problem.isSymmetric
        ? searched(problem, clock, from: start) : asymmetric(problem, clock, from: start)
    case .nearestNeighbor, .greedyEdge, .spaceFillingCurve:
      return constructed(problem, clock)
    }
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

/// When a plan was begun, and what of its time is left.
internal struct PlanClock: Sendable {
  internal let start = ContinuousClock.now
  internal let duration: Duration?

  internal init(_ planner: RoutePlanner) {
    if case .time(let duration) = planner.limit {
      // A year is as good as for ever, and far from what the clock cannot count.
      self.duration = min(max(duration, .zero), .seconds(31_536_000))
    } else {
      duration = nil
    }
  }

  /// The moment when a part of the time is over.
  internal func deadline(_ part: Double) -> ContinuousClock.Instant? {
    duration.map { start + $0 * part }
  }
}

internal import CairnGeodesy

extension RoutePlanner {
  /// A lower bound of all routes in the lowered costs of a search; 0 if there is no time.
  ///
  /// - Parameters:
  ///   - problem: the stops, costs and trip.
  ///   - route: the best known route.
  ///   - clock: the time of the plan.
  /// - Returns: 0 or more, with the rounding error subtracted.
  internal func lowerBound(_ problem: PlanProblem, of route: Route, _ clock: PlanClock) -> Double {
    let iterations = work(count: problem.count) / max(1, problem.count)
    guard problem.count >= 3, iterations > 0 else { return 0 }
    var bound = 0.0
    if case .places(let places, _) = problem.source, places.count > Self.tabledCount {
      bound = sparseBound(problem, of: route, clock)
      let length = problem.searchedLength(route)
      // Only a bound this close can prove that the route is optimal, with exact costs.
      if places.count > Self.boundedCount || length - bound > 1e-9 * length { return bound }
    }
    guard problem.count <= Self.boundedCount else { return 0 }
    var watch = clock.watch()
    if !problem.isSymmetric { return directedBound(problem, of: route, clock, &watch) }
    let exact = denseBound(problem, of: route, clock, iterations: iterations, &watch)
    return problem.sharpened(max(bound, exact))
  }

  /// A lower bound of all routes by trees of exact costs.
  ///
  /// - Parameters:
  ///   - problem: the stops, costs and trip.
  ///   - route: the best known route.
  ///   - clock: the time of the plan.
  ///   - iterations: the maximum number of trees of all edges.
  ///   - watch: the deadline and cancellation check.
  /// - Returns: 0 or more, with the rounding error subtracted.
  private func denseBound(
    _ problem: PlanProblem, of route: Route, _ clock: PlanClock, iterations: Int,
    _ watch: inout SearchWatch
  ) -> Double {
    let (numbers, order) = (Self.numbers(along: route), route.order)
    guard let table = problem.matrix(until: &watch),
      let tree = SpanningTree(
        count: table.count, until: &watch, { table.costs[order[$0] * table.count + order[$1]] })
    else { return 0 }
    var trees = SpanningTreeBound(tree, trip: problem.trip.renumbered { numbers[$0] })
    // Few stops have hardly more edges than candidates.
    var graph: CandidateTree?
    if table.count >= CandidateTree.leastCount {
      let near = TourNeighbors(count: table.count, width: 10, until: &watch) {
        tree.cost(Int($0), Int($1))
      }
      guard let near else { return 0 }
      graph = CandidateTree(near, order: Array(0..<Int32(table.count)), tree.cost)
    }
    trees.ascend(
      among: graph, steps: sparseSteps(count: table.count), limit: clock.left.map { $0 / 2 },
      until: &watch)
    // These steps end exactly at the best weights, if there are some for which the tree is a route.
    trees.raise(
      towards: problem.searchedLength(route), iterations: min(iterations, Self.provingSteps),
      among: graph, until: &watch)
    return max(0, trees.value)
  }

  /// The maximum number of steps toward the length of the route, after those of a fixed length.
  private static var provingSteps: Int { 100 }

  /// The number of each stop in the order of a route: along it, neighbors are close together in
  /// memory.
  private static func numbers(along route: Route) -> [Int] {
    var numbers = [Int](repeating: 0, count: route.order.count)
    for (number, stop) in route.order.enumerated() { numbers[stop] = number }
    return numbers
  }

  /// A lower bound of all routes through many places, by trees of near edges and some of all edges.
  ///
  /// - Parameters:
  ///   - problem: the stops and the trip.
  ///   - route: the best known route.
  ///   - clock: the time of the plan.
  /// - Returns: 0 or more, with the rounding error subtracted; 0 for a table of costs.
  internal func sparseBound(
    _ problem: PlanProblem, of route: Route, _ clock: PlanClock
  ) -> Double {
    guard case .places(let places, let surface) = problem.source,
      places.count <= Self.sparselyBoundedCount
    else { return 0 }
    var watch = clock.watch()
    let numbers = Self.numbers(along: route)
    let costs = SphereCosts(route.order.map { places[$0] }, surface: surface)
    guard let near = TourNeighbors(onSphere: costs.vectors, until: &watch),
      let tree = PlaceTree(costs, near, on: surface, until: &watch)
    else { return 0 }
    var trees = SpanningTreeBound(tree, trip: problem.trip.renumbered { numbers[$0] })
    let graph = CandidateTree(near, order: Array(0..<Int32(places.count)), tree.cost)
    trees.ascend(
      among: graph, steps: sparseSteps(count: places.count), limit: clock.left, until: &watch)
    return max(0, trees.value - tree.error)
  }

  /// The number of trees for many stops; with a limit of time as many as there is time for.
  private func sparseSteps(count: Int) -> Int {
    switch limit {
    case .effort(.quick): 60
    case .effort(.normal): 200
    case .effort(.thorough): 1_000
    case .work(let work): min(300, max(20, work / count))
    case .time: 1_000
    }
  }

  // MARK: Asymmetric costs

  /// The lower bound for asymmetric costs.
  private func directedBound(
    _ problem: PlanProblem, of route: Route, _ clock: PlanClock, _ watch: inout SearchWatch
  ) -> Double {
    let closed = ClosedTourCosts(problem.matrix(), trip: problem.trip, until: &watch)
    if closed.count < 2 { return 0 }
    let assignment = Assignment(closed.rows, count: closed.count, until: &watch)
    guard watch.end == nil,
      let directed = DirectedCosts(closed.rows, assignment: assignment, until: &watch),
      let candidates = directed.candidates(assignment, width: 8, until: &watch)
    else { return problem.sharpened(assignment.lowerBound) }
    return lowerBound(
      problem, assignment, directed, candidates, closed.tour(of: route.order), clock)
  }

  /// The greater of the bounds by the assignment and by 1-trees, which take at most 15 % of a time
  /// limit.
  internal func lowerBound(
    _ problem: PlanProblem, _ assignment: Assignment, _ directed: DirectedCosts,
    _ candidates: TourNeighbors, _ tour: [Int32], _ clock: PlanClock
  ) -> Double {
    let bound = problem.sharpened(assignment.lowerBound)
    let iterations = work(count: problem.count) / max(1, problem.count)
    let cities = directed.tour(of: tour)
    let length = directed.length(of: cities) + directed.offset
    guard directed.count <= Self.boundedCount, iterations > 0, length - bound > 1e-12 * length,
      clock.suffices(forPairs: directed.count * directed.count, nanoseconds: 5, part: 0.15)
    else { return bound }
    var watch = clock.remaining(0.15)
    // Even the quick effort needs some to be near the bound of Held and Karp.
    let trees = SpanningTreeBound.directed(
      directed, tour: cities, candidates, iterations: min(max(iterations, 200), 5_000),
      until: &watch)
    return max(bound, problem.sharpened(trees))
  }
}

extension PlanProblem {
  /// Whether all costs are whole numbers, and small enough for exact sums.
  internal var isIntegral: Bool {
    guard case .costs(let costs) = source, costs.levels.isEmpty else { return false }
    let most = 0x1p52 / Double(max(1, count))
    return costs.costs.allSatisfy { $0 <= most && $0 == $0.rounded() }
  }

  /// A lower bound, raised to the next whole number if all costs are whole numbers.
  internal func sharpened(_ bound: Double) -> Double {
    guard bound > 0 else { return 0 }
    return isIntegral ? bound.rounded(.up) : bound
  }
}

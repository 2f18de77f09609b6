extension RoutePlanner {
  /// Searches a route by costs that differ from the way back.
  internal func asymmetric(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    let costs = problem.matrix()
    var watch = clock.watch()
    // What a search needs first takes some passes over the whole table.
    guard clock.suffices(forPairs: costs.count * costs.count, nanoseconds: 8) else {
      return hurried(problem, costs, start, &watch)
    }
    let closed = ClosedCosts(costs, trip: problem.trip, until: &watch)
    var first = clock.watch(0.3)
    let assignment = Assignment(
      closed.rows, count: closed.count, until: &first, checkedUntil: clock.watch(0.8))
    guard watch.end == nil,
      var search = AsymmetricSearch(
        closed.rows, count: closed.count, assignment: assignment, start: start.map(closed.tour),
        seed: seed, until: &watch)
    else { return hurried(problem, costs, start, &watch) }
    let budget = budget(problem, count: closed.count, clock, offset: 0)
    let end = search.run(
      kicks: max(1, budget.work / 8), bound: assignment.lowerBound, budget: budget)
    return problem.route(
      closed.order(of: search.tour.cities), bound: assignment.lowerBound, ending: end.ending)
  }

  /// What can be had of a table when there is no time to search: the order that is known, or on to
  /// the nearest stop for as long as that goes.
  internal func hurried(
    _ problem: PlanProblem, _ costs: CostMatrix, _ start: [Int]?, _ watch: inout SearchWatch
  ) -> Route {
    let order = start ?? nearest(costs, trip: problem.trip, until: &watch)
    return problem.route(order, bound: 0, ending: (watch.end ?? .deadline).ending)
  }
}

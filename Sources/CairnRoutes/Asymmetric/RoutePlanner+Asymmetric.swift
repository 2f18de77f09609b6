extension RoutePlanner {
  /// Searches a route by costs that differ from the way back.
  internal func asymmetric(
    _ problem: PlanProblem, _ clock: PlanClock, from start: [Int]? = nil
  ) -> Route {
    let closed = ClosedCosts(problem.matrix(), trip: problem.trip)
    let assignment = Assignment(
      closed.rows, count: closed.count, deadline: clock.deadline(0.3))
    var search = AsymmetricSearch(
      closed.rows, count: closed.count, assignment: assignment, start: start.map(closed.tour),
      seed: seed)
    let budget = budget(count: closed.count, clock.deadline(0.98), offset: 0)
    let end = search.run(
      kicks: max(1, budget.work / 8), bound: assignment.lowerBound, budget: budget)
    return problem.route(
      closed.order(of: search.tour.cities), lowerBound: assignment.lowerBound,
      ending: end.ending)
  }
}

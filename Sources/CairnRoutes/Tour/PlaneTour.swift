/// Closed tours in the plane, which published benchmark sets are made of.
package enum PlaneTour {
  /// The best order that is found for points of the plane until a deadline.
  ///
  /// - Parameters:
  ///   - points: finite.
  ///   - rounds: whether distances count as whole numbers, halves upwards.
  ///   - deadline: when the search ends.
  ///   - seed: what its random choices begin with.
  /// - Returns: the offsets of the points in the order of the tour.
  package static func order(
    of points: [SIMD2<Double>], rounds: Bool, until deadline: ContinuousClock.Instant, seed: UInt64
  ) -> [Int] {
    var budget = SearchBudget()
    budget.deadline = deadline
    budget.seed = seed
    let costs = PlaneCosts(points, rounds: rounds)
    var watch = SearchWatch.unlimited
    guard let candidates = NeighborLists(inPlane: points, until: &watch) else { return [] }
    let found = TourSearch.optimise(costs, candidates: candidates, budget: budget)
    return found.order.map { Int($0) }
  }
}

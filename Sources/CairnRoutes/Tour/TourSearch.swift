/// What a search for a short closed tour has found.
struct TourResult: Sendable {
  /// Every city once, in the order of the tour; the first follows the last.
  var order: [Int32]
  /// The length, in the unit of the costs.
  var length: Double
  /// Why the search did not go on.
  var end: SearchEnd
  /// How many perturbations were tried.
  var kicks: Int
}

/// The search for a short closed tour by symmetric costs.
enum TourSearch {
  /// Improves a tour until the budget is used up.
  ///
  /// The result is never longer than the start.
  ///
  /// - Parameters:
  ///   - costs: the costs.
  ///   - start: every city once; without it a greedy tour.
  ///   - candidates: for each city those that it may be joined to.
  ///   - budget: how long it may take.
  static func optimise(
    _ costs: some TourCosts, start: [Int32]? = nil, candidates: NeighborLists,
    budget: SearchBudget = SearchBudget()
  ) -> TourResult {
    var order = start ?? TourConstruction.greedyEdge.tour(costs, candidates: candidates)
    let n = order.count
    if n > 3 {
      var improved = true
      while improved {
        improved = false
        for i in 0..<(n - 2) {
          for j in (i + 2)..<n where i > 0 || j < n - 1 {
            let (a, b, c, d) = (order[i], order[i + 1], order[j], order[(j + 1) % n])
            let gain = costs.cost(a, b) + costs.cost(c, d) - costs.cost(a, c) - costs.cost(b, d)
            if gain > 1e-6 {
              order[(i + 1)...j].reverse()
              improved = true
            }
          }
        }
      }
    }
    return TourResult(order: order, length: costs.length(of: order), end: .exhausted, kicks: 0)
  }
}

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
  static func optimise<Costs: TourCosts>(
    _ costs: Costs, start: [Int32]? = nil, candidates: NeighborLists,
    budget: SearchBudget = SearchBudget(), effort: SearchEffort = SearchEffort()
  ) -> TourResult {
    let order = start ?? TourConstruction.greedyEdge.tour(costs, candidates: candidates)
    let length = costs.length(of: order)
    guard order.count >= 5, candidates.width > 0 else {
      return TourResult(order: order, length: length, end: .exhausted, kicks: 0)
    }
    var meter = BudgetMeter(budget)
    var search = LinKernighan(costs, order: order, candidates: candidates, effort: effort)
    let kicks = search.run(&meter, length: length)
    let found = search.tour.order.values
    return TourResult(
      order: found, length: costs.length(of: found), end: meter.end ?? .exhausted, kicks: kicks)
  }
}

extension LinKernighan {
  /// Searches from every city, then kicks and repairs until the budget is used up or nothing
  /// more is likely to come; gives the number of kicks.
  mutating func run(_ meter: inout BudgetMeter, length: Double) -> Int {
    var length = length
    for index in 0..<count { enqueue(tour.order[index]) }
    length -= settle(&meter)
    var random = TourRandom(seed: meter.seed)
    var kicks = 0
    var fruitless = 0
    let heat = effort.heat * length / Double(count)
    guard count >= 8 else { return 0 }
    tour.isLogging = true
    let patience = 1000 * count
    while meter.end == nil, fruitless < patience {
      kicks &+= 1
      fruitless &+= 1
      guard let growth = kick(&random, effort) else { continue }
      let change = growth - settle(&meter)
      if meter.end != nil, change > 0 {
        tour.rollBack()
        break
      }
      // A repair that the end of the budget has cut short may have left the tour longer.
      if change > 0, change > -heat * (1 - meter.fraction) * naturalLog(random.unit()) {
        tour.rollBack()
        clearQueue()
      } else {
        tour.commit()
        length += change
        if change < -tolerance { fruitless = 0 }
      }
      meter.report(length, kicks)
    }
    return kicks
  }

  /// Searches from the queued cities until there are none; gives what was gained.
  private mutating func settle(_ meter: inout BudgetMeter) -> Double {
    var gained = 0.0
    while queueCount > 0, meter.spend() {
      gained += improve(dequeue())
    }
    return gained
  }

  private mutating func clearQueue() {
    while queueCount > 0 { _ = dequeue() }
  }
}

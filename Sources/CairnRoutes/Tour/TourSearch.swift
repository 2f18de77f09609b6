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
  /// The result is never longer than the start. Without a bound to work or time it ends after 4,000
  /// units of work a city.
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
    var watch = SearchWatch(budget)
    if costs.count >= scatteredCount, let cities = costs.localOrder(until: &watch),
      let local = costs.renumbered(cities)
    {
      // Cities that are worked on together lie together in memory: about twice as fast.
      var numbers = [Int32](repeating: 0, count: cities.count)
      for (number, city) in cities.enumerated() { numbers[Int(city)] = Int32(number) }
      var result = search(
        local, start: start?.map { numbers[Int($0)] }, candidates.renumbered(cities), budget, effort
      )
      for index in result.order.indices { result.order[index] = cities[Int(result.order[index])] }
      return result
    }
    return search(costs, start: start, candidates, budget, effort)
  }

  /// From how many cities on they are sorted by place first.
  private static let scatteredCount = 2_000

  private static func search<Costs: TourCosts>(
    _ costs: Costs, start: [Int32]?, _ candidates: NeighborLists, _ budget: SearchBudget,
    _ effort: SearchEffort
  ) -> TourResult {
    var watch = SearchWatch(budget)
    let order =
      start ?? greedyTour(costs, candidates, until: &watch) ?? Array(0..<Int32(costs.count))
    let length = costs.length(of: order)
    guard order.count >= 4, candidates.width > 0 else {
      return TourResult(order: order, length: length, end: .exhausted, kicks: 0)
    }
    var budget = budget
    if budget.work == .max, budget.deadline == nil { budget.work = 4000 * order.count }
    var meter = BudgetMeter(budget)
    var found = LinKernighan(
      costs, order: order, candidates: candidates, effort: effort, until: &watch
    ).settled(&meter)
    var children = 0
    let used = meter.fractionNow()
    let size =
      used > 0 ? Int(min(effort.share / used, Double(effort.population))) : effort.population
    typealias Population = TourPopulation<Costs>
    if size >= Population.leastSize, meter.end == nil,
      (Population.leastCount...Population.greatestCount).contains(costs.count)
    {
      var population = Population(costs, candidates: candidates)
      population.add(found)
      var random = TourRandom(seed: ~meter.seed)
      while population.count < size, meter.end == nil {
        // One that is cut short may be poor, but is one more to choose from.
        let noise = GreedyNoise(part: 0.3, seed: random.next())
        guard let start = greedyTour(costs, candidates, noise: noise, until: &watch) else { break }
        population.add(
          LinKernighan(
            costs, order: start, candidates: candidates, effort: effort, until: &watch
          ).settled(&meter))
      }
      population.evolve(&meter, share: 0.9, &random)
      found = population.bestTour
      children = population.children
    }
    if let end = meter.end ?? watch.end {
      return TourResult(
        order: found, length: costs.length(of: found), end: end, kicks: children)
    }
    var search = LinKernighan(
      costs, order: found, candidates: candidates, effort: effort, until: &watch)
    let kicks = search.run(&meter, length: costs.length(of: found), kicks: children)
    found = search.tour.order.values
    return TourResult(
      order: found, length: costs.length(of: found), end: meter.end ?? watch.end ?? .exhausted,
      kicks: kicks)
  }
}

extension LinKernighan {
  /// The tour after searches from every city.
  consuming func settled(_ meter: inout BudgetMeter) -> [Int32] {
    guard isComplete else { return tour.order.values }
    for index in 0..<count { enqueue(tour.order[index]) }
    _ = settle(&meter)
    return tour.order.values
  }

  /// Kicks and repairs until the budget is used up; gives the number of kicks.
  ///
  /// A kick that cannot be repaired to something shorter is taken back, but at first, while the
  /// budget is large, some that make the tour a little longer stay.
  ///
  /// - Parameters:
  ///   - length: of the tour as it is.
  ///   - kicks: how many tours were tried before.
  mutating func run(_ meter: inout BudgetMeter, length: Double, kicks: Int) -> Int {
    var length = length
    var random = TourRandom(seed: meter.seed)
    guard count >= 5, isComplete else { return kicks }
    let heat = effort.heat * meanEdge
    var best = tour.order.values
    var bestLength = length
    var nextCopy = 0
    var kicks = kicks
    tour.isLogging = true
    while meter.end == nil {
      kicks &+= 1
      guard let growth = kick(&random) else { continue }
      let change = growth - settle(&meter)
      // A repair that the end of the budget has cut short may have left the tour longer.
      if change > 0,
        meter.end != nil || change > -heat * (1 - meter.fraction) * naturalLog(random.unit())
      {
        tour.rollBack()
        clearQueue()
        continue
      }
      if change > 0, length < bestLength, kicks >= nextCopy {
        // The tour is about to leave the best so far, which is to be kept; large ones not always.
        tour.rollBack()
        bestLength = length
        nextCopy = kicks &+ count / 1024
        for index in 0..<count { best[index] = tour.order[index] }
        continue
      }
      tour.commit()
      length += change
      meter.report(min(length, bestLength), kicks)
    }
    if bestLength < length {
      for index in 0..<count {
        tour.order[index] = best[index]
        tour.place[best[index]] = Int32(truncatingIfNeeded: index)
      }
    }
    return kicks
  }

  /// Searches from the queued cities until there are none; gives what was gained.
  private mutating func settle(_ meter: inout BudgetMeter) -> Double {
    var gained = 0.0
    while queueCount > 0, meter.spend() {
      gained += improve(dequeue())
      meter.note(written &* 4)
      written = 0
    }
    return gained
  }

  private mutating func clearQueue() {
    while queueCount > 0 { _ = dequeue() }
  }
}

internal import CairnMemory

// Notation of the folder: a closed tour over the cities 0..<n by symmetric costs.
//
// | here             | the literature                                                         |
// |------------------|------------------------------------------------------------------------|
// | `greedyTour`     | greedy edge (multi-fragment) construction of Bentley 1992              |
// | `LinKernighan`   | LK with 5-opt sequential moves; its file defines the symbols           |
// | `TourArray`      | the array representation of a tour, with an undo log                   |
// | `TourNeighbors`  | candidate sets                                                         |
// | `TourPopulation` | the population of a genetic algorithm; its tours are LK-optimal        |
// | `EdgeAssembly`   | edge assembly crossover (EAX) of Nagata and Kobayashi, strategy single |
// | `run`, `kick`    | chained Lin–Kernighan with segment-local double bridges                |
// | heat             | the temperature of simulated annealing, for accepting kicks            |
// | unit of work     | one search from one city, about a microsecond                          |

/// The result of a search for a short closed tour.
struct TourResult: Sendable {
  /// Every city once, in the order of the tour; the first follows the last.
  var order: [Int32]
  /// The length, in the unit of the costs.
  var length: Double
  /// Why the search ended.
  var end: SearchEnd
  /// The number of perturbations tried.
  var kicks: Int
}

/// The search for a short closed tour with symmetric costs.
///
/// 1. Lin–Kernighan from the start.
/// 2. For 12 cities and more (without a limit of time for at most 40,000), and if at least five fit
///    into ``SearchEffort/share`` of the budget: more such tours from noisy greedy ones, combined
///    by edge assembly crossover until 90 % of the budget is used.
/// 3. Kicks of the best tour until the end of the budget, or until they no longer help.
///
/// With less than 500 microseconds per city the search does not backtrack. Nor does the quick
/// effort, which exchanges up to twelve edges.
///
/// Fewer than four cities have only one tour. If all costs are equal, the start is returned.
enum TourSearch {
  /// Improves a tour until the budget is used up.
  ///
  /// The result is never longer than the start. Without a limit of work or time the search ends
  /// after 4,000 units of work per city.
  ///
  /// - Parameters:
  ///   - costs: the costs.
  ///   - start: every city once; nil for a greedy tour.
  ///   - candidates: the candidate neighbors of each city.
  ///   - budget: the limits of the search.
  ///   - effort: the parameters of the search.
  /// - Returns: the best tour found, and why the search ended.
  static func optimize<Costs: TourCosts>(
    _ costs: Costs, start: [Int32]? = nil, candidates: TourNeighbors,
    budget: SearchBudget = SearchBudget(), effort: SearchEffort = SearchEffort()
  ) -> TourResult {
    var watch = SearchWatch(budget)
    if costs.count >= scatteredCount, let cities = costs.localOrder(until: &watch),
      let local = costs.renumbered(cities)
    {
      // Storing nearby cities close together in memory makes the search about twice as fast.
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

  /// The number of cities from which they are renumbered by location; fewer fit in the cache
  /// anyway.
  private static let scatteredCount = 2_000

  private static func search<Costs: TourCosts>(
    _ costs: Costs, start: [Int32]?, _ candidates: TourNeighbors, _ budget: SearchBudget,
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
    let fitted = effort.fitted(to: budget, count: order.count)
    var meter = BudgetMeter(budget)
    var search = LinKernighan(
      costs, order: order, candidates: candidates, effort: fitted, until: &watch)
    guard search.isComplete else {
      return TourResult(order: order, length: length, end: watch.end ?? .deadline, kicks: 0)
    }
    search.settleAll(&meter)
    meter.reach(costs.length(of: search.tour.order.values))
    let effort = fitted.cooled(used: meter.fractionNow())
    let children = combine(&search, candidates, effort, &meter, &watch)
    search.effort = effort
    var kicks = children
    var found = search.tour.order.values
    if meter.end == nil, watch.end == nil {
      kicks = search.run(&meter, length: costs.length(of: found), kicks: children)
      found = search.tour.order.values
    }
    return TourResult(
      order: found, length: costs.length(of: found), end: meter.end ?? watch.end ?? .exhausted,
      kicks: kicks)
  }

  /// Combines a tour with others from different starts, if the budget allows; returns the number of
  /// children created.
  private static func combine<Costs: TourCosts>(
    _ search: inout LinKernighan<Costs>, _ candidates: TourNeighbors, _ effort: SearchEffort,
    _ meter: inout BudgetMeter, _ watch: inout SearchWatch
  ) -> Int {
    typealias Population = TourPopulation<Costs>
    let costs = search.costs
    let starts = effort.starts(used: meter.fractionNow(), count: costs.count)
    guard starts.population >= Population.leastSize, meter.end == nil,
      costs.count >= Population.leastCount,
      var greedy = GreedyStarts(costs, candidates, until: &watch)
    else { return 0 }
    var population = Population(costs, candidates: candidates, children: effort.children)
    population.add(search.tour.order.values)
    var random = SplitMix64(seed: ~meter.seed)
    search.effort = starts
    while population.count < starts.population, meter.end == nil,
      let start = greedy.tour(noise: starts.noise, &random, until: &watch)
    {
      // A tour cut short by the budget may be long, but still adds variety.
      population.add(search.settled(from: start, &meter))
      meter.reach(population.bestLength)
    }
    population.evolve(&meter, share: 0.9, &random)
    search.tour.restore(population.bestTour)
    return population.children
  }
}

/// The parameters of Lin–Kernighan, kicks and population.
struct SearchEffort: Sendable {
  /// The maximum number of edges in an exchange, at most ``maximumDepth``.
  var depth = 5
  /// The number of steps followed at each depth (breadth of backtracking), from depth 1 on; the
  /// last one is also that of greater depths.
  var breadth: SIMD8<Int> = [0, 5, 3, 2, 1, 1, 1, 1]
  /// The maximum depth at which a cycle may be split off and joined again.
  var splitDepth = 2
  /// The maximum length of the parts that a kick exchanges, before doublings.
  var reach = 50
  /// The maximum number of doublings of the reach; each further doubling is half as likely.
  var farthest = 4
  /// The initial tolerance for tours made longer by a kick, as a fraction of the mean edge.
  var heat = 0.3
  /// The maximum number of tours from different starts that are combined.
  var population = 100
  /// The number of children of two of these tours, of which the best one is taken.
  var children = 30
  /// The maximum fraction of the budget for finding these tours.
  var share = 0.2
  /// The maximum fraction of its length that is added to an edge, for the greedy tours from which
  /// they are found.
  var noise = 1.0
  /// Whether these tours may be found with less backtracking than the first one.
  var hasSimpleStarts = true
  /// The number of kicks per city without a better tour after which the search ends; nil to search
  /// until the budget is used up.
  var patience: Double?

  /// The parameters for a budget.
  ///
  /// With a limit of time, more tours are combined, with fewer children of each pair. The tours of
  /// many cities take longer to combine, so there are fewer of them: the combination should end
  /// before the time does. Without such a limit, tours of more than 40,000 cities are not combined.
  ///
  /// With little time per city, kicks gain more than backtracking: a kick is repaired in a third of
  /// the time if only the best step of each depth is followed, and in a fifth less time if a cycle
  /// is split off at the first depth only.
  ///
  /// - Parameters:
  ///   - budget: the limits of the search.
  ///   - count: the number of cities.
  /// - Returns: the parameters.
  func fitted(to budget: SearchBudget, count: Int) -> SearchEffort {
    var fitted = self
    guard hasSimpleStarts, let deadline = budget.deadline else {
      if count > Self.combinedCount { fitted.population = 0 }
      return fitted
    }
    let isShort = deadline - budget.now() < Self.backtrackingTime * count
    fitted.share = count <= 3_000 ? 0.3 : isShort ? 0.15 : 0.2
    fitted.children = isShort ? 10 : 20
    if isShort {
      fitted.breadth = Self.bestStepOnly
      fitted.splitDepth = 1
    }
    return fitted
  }

  /// The number of cities up to which tours are combined without a limit of time.
  private static let combinedCount = 40_000

  /// The maximum depth, used by the quick effort: one chain of up to twelve exchanges gives tours
  /// as short as more chains of up to five exchanges and backtracking, in less time.
  static let maximumDepth = 12
  /// No backtracking.
  static let bestStepOnly: SIMD8<Int> = [0, 1, 1, 1, 1, 1, 1, 1]

  /// The time per city from which backtracking pays off.
  private static let backtrackingTime = Duration.microseconds(500)

  /// The parameters for the kicks after the first tour.
  ///
  /// Longer tours pay off only if many kicks per city follow. If the first tour has used much of
  /// the budget, there are few, and the heat is lowered in proportion.
  ///
  /// - Parameter used: the fraction of the budget used for the first tour.
  /// - Returns: the parameters.
  fileprivate func cooled(used: Double) -> SearchEffort {
    guard used > 0 else { return self }
    var cooled = self
    cooled.heat *= min(1, (1 - used) / (used * Self.fullHeat))
    return cooled
  }

  /// The budget after the first tour from which the heat is not lowered, in units of the cost of
  /// that tour.
  private static let fullHeat = 100.0

  /// The parameters for the tours that are combined.
  ///
  /// Much noise makes the tours vary, so that fewer of them contain all edges of a good tour; up to
  /// 300 cities even more, because otherwise all of them may lack an edge between two clusters. Up
  /// to ten tours may take a little more of the budget, because fewer have too few edges to
  /// combine.
  ///
  /// Simple tours are longer, but vary more, and up to 1,500 cities their combination is as short
  /// if there are enough of them; up to 150 cities fewer of them suffice. They need less noise.
  ///
  /// - Parameters:
  ///   - used: the fraction of the budget used for the first tour.
  ///   - count: the number of cities.
  /// - Returns: the parameters; `population` is the number of tours that the budget allows.
  fileprivate func starts(used: Double, count: Int) -> SearchEffort {
    var starts = self
    func size(_ share: Double) -> Int {
      used > 0 ? Int(min(share / used, Double(population))) : population
    }
    starts.population = size(share)
    guard hasSimpleStarts else { return starts }
    if starts.population < 10 { starts.population = min(10, size(share + 0.1)) }
    if count <= 300 { starts.noise = 2.5 }
    guard count <= 1_500 else { return starts }
    let isSmall = count <= 150
    guard starts.population >= (isSmall ? 5 : 50) else { return starts }
    if isSmall { starts.population = size(max(share, 0.5)) }
    if count > 300 { starts.noise = 0.3 }
    starts.breadth = [0, 1, 0, 0, 0, 0, 0, 0]
    return starts
  }
}

extension SearchEffort {
  /// The parameters for ``DirectedCosts``: every step that reverses nothing exchanges two edges at
  /// once, so exchanges of three, five and seven edges are tried, and even depths are not used.
  static let directed = SearchEffort(
    depth: 7, breadth: [0, 5, 0, 3, 0, 2, 0, 0], splitDepth: 5, noise: 0.3,
    hasSimpleStarts: false)

  /// The parameters for symmetric costs: the quick and the normal effort end when more search is
  /// unlikely to help.
  static func symmetric(_ limit: RouteLimit) -> SearchEffort {
    switch limit {
    case .effort(.quick):
      SearchEffort(depth: maximumDepth, breadth: bestStepOnly, splitDepth: 1, patience: 1)
    case .effort(.normal): SearchEffort(patience: 2)
    case .effort(.thorough), .work, .time: SearchEffort()
    }
  }
}

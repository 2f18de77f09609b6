// The strategy, in ten sentences:
//
// 1. Booked stops keep their positions, and every other stop can be inserted, moved or left out.
// 2. The first plan inserts the stops that are worth most for their time; if a window binds, a
//    second one inserts them in the order of closing times, and the better one is kept.
// 3. A day on which no window binds starts from a Lin–Kernighan tour of all its stops, from which
//    the runs that are worth least for their time are dropped.
// 4. Then each iteration changes the plan by a `Neighborhood` until the budget is used up.
// 5. Nearly always this is `ruinAndRecreate`: a few visits that are close in space or order are
//    removed, and stops that fit are inserted, with random noise.
// 6. From time to time it is `ejections`, which makes room for must-see stops on long days, or
//    `tours`, which orders the days without windows.
// 7. One acceptance rule, `accept`: a plan replaces the current one if its energy, which is the
//    weight of the stops left out plus a small weight of the cost, is less than that of the current
//    one plus a random threshold.
// 8. One schedule of effort, `EffortSchedule`, lowers the thresholds in cycles, half of which start
//    from the best plan so far, and determines when the occasional neighborhoods are due.
// 9. A must-see stop gains weight each time it is left out, so that others make room for it.
// 10. The result is the best plan found by the exact worth and cost of `PlanRank`, whatever its
//     weight was.
//
// Notation: the team orienteering problem with time windows.
//
// | here               | the papers cited below                                              |
// |--------------------|---------------------------------------------------------------------|
// | `worth`, `value`   | Sᵢ, the score of a visit; `value` is scaled for the search          |
// | `absent`           | the absent set A: the removed and the unvisited                     |
// | `latest` − arrival | MaxShift, the greatest delay a visit allows                         |
// | `price`            | Shiftᵢ, the time that an insertion consumes, net of waiting         |
// | `rating`           | Sᵢ² / Shiftᵢ, which ranks the insertions                            |
// | segment, run       | a string of visits; `removeNeighbors` is adjacent string removal    |
// | `blinks`           | blinks: each position is skipped with a probability of 1/8          |
// | `near`             | granular neighborhood: the positions tried on a long day            |
// | `temperature`      | T of simulated annealing, from `hot` to `cold` in each cycle        |
// | `missedValue`      | the absence counters of must-see stops, which guide the search      |

/// Selects visits and assigns them to days and positions: the greatest total worth, then the least
/// cost.
///
/// Whether a visit fits between two others follows from the departure before it and the latest
/// arrival after it (iterated local search of Vansteenwegen, Souffriau, Vanden Berghe and Van
/// Oudheusden, Computers & Operations Research 36, 2009, doi:10.1016/j.cor.2009.03.008). Removing
/// strings of visits and accepting worse results for a while follow Christiaens and Vanden Berghe
/// (Slack Induction by String Removals for Vehicle Routing Problems, Transportation Science 54,
/// 2020, doi:10.1287/trsc.2019.0914). On long days a visit is tried only beside stops that are near
/// it in space and time (Toth and Vigo, The Granular Tabu Search, INFORMS Journal on Computing 15,
/// 2003, doi:10.1287/ijoc.15.4.333.24890), and unchanged positions are not evaluated again, so an
/// iteration costs about the same for hundreds of stops and for thousands.
///
/// With penalties, locked positions or an objective other than travel, each position costs O(n).
struct ItinerarySearch {
  let model: ScheduleModel
  /// The stops that may be visited.
  let stops: [Int]
  /// The neighbors of each stop, nearest first.
  let near: [[Int32]]
  /// The scale of the acceptance rule.
  var weights: SearchWeights

  var chains: DayChains
  var random: SplitMix64
  var work = 0
  /// The index of each stop among the candidates for insertion, -1 for none.
  var candidateIndex: [Int32]
  /// The stops removed last.
  var removed: [Int] = []
  /// Whether the search ends as soon as all stops are placed.
  var endsWhenAllArePlaced = false
  /// For each stop, the number of failed insertions in `makeRoom`; empty before its first call.
  var failures: [Int] = []
  /// The stops that can be visited on some day only together with others; usually none.
  var dependent: [Int] = []
  /// The work spent on them.
  var dependentWork = 0

  /// Prepares a search without any visits.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - stops: the nodes that may be visited.
  ///   - seed: the seed of the random numbers.
  ///   - watch: if it ends, the search must end as well.
  init(
    model: ScheduleModel, stops: [Int], seed: UInt64,
    until watch: consuming SearchWatch = SearchWatch()
  ) {
    self.model = model
    self.stops = stops
    chains = DayChains(model, stops: stops)
    random = SplitMix64(seed: seed)
    weights = SearchWeights(model, stops: stops)
    candidateIndex = [Int32](repeating: -1, count: model.stopCount)
    near = model.nearest(to: stops, until: &watch)
  }

  /// The visits of each day in order.
  var orders: [[Int]] { (0..<model.dayCount).map { chains.visits(on: $0) } }

  /// The total worth of all visits.
  var worth: Worth {
    stops.reduce(.zero) { chains.day(of: $1) >= 0 ? $0 + model.worth[$1] : $0 }
  }

  /// The costs of all days.
  var cost: ScheduleCost { chains.cost }

  /// Whether days are long on average.
  var hasLongDays: Bool {
    stops.count - chains.absent.count > DayChains.longDay * model.dayCount
  }

  /// Searches until the budget ends.
  mutating func run(until stop: inout ScheduleMeter) {
    // If every stop is pinned there is nothing to search, and no work would end the loop.
    if construct(until: &stop), chains.pinnedCount < stops.count { improve(until: &stop) }
  }

  // MARK: The first plan

  /// Inserts all visits that fit, in two ways if windows bind; returns false if there is no time
  /// for more.
  @discardableResult
  mutating func construct(until stop: inout ScheduleMeter) -> Bool {
    recreate(.greedy, until: &stop)
    chains.commit()
    if stop.isInterrupted(work) {
      append()
      return false
    }
    if chains.isLoose.contains(false), !chains.absent.isEmpty { restartByClosingTime(until: &stop) }
    return true
  }

  /// Starts again with the visits inserted in the order of closing times, and keeps the better
  /// plan: with narrow windows, chronological order matters more than worth.
  private mutating func restartByClosingTime(until stop: inout ScheduleMeter) {
    let (first, firstRank) = (orders, weights.rank(of: chains))
    for day in first.indices { chains.clear(day) }
    let closing = stops.map { visit in
      (0..<model.dayCount).reduce(-Ticks.never) {
        max($0, model.closes[$1 * model.nodeCount + visit])
      }
    }
    let order = stops.indices.sorted { (closing[$0], $0) < (closing[$1], $1) }
    // Booked stops keep their positions when days are cleared.
    for index in order where chains.day(of: stops[index]) < 0 {
      if stop.isInterrupted(work) { break }
      insert(stops[index])
    }
    recreate(.greedy, until: &stop)
    chains.commit()
    if firstRank.isBetter(than: weights.rank(of: chains)) { restore(first) }
  }

  /// Starts from a known plan, if it is feasible and has the booked stops in their positions.
  mutating func begin(from known: [[Int]]) {
    guard !known.isEmpty, model.value(of: known) != nil else { return }
    let booked = Set(model.booked.joined())
    let isAsBooked = known.indices.allSatisfy { day in
      known[day].filter { booked.contains($0) } == model.bookings(on: day)
    }
    if isAsBooked, Set(known.joined()).isSubset(of: stops) { restore(known) }
  }

  mutating func restore(_ orders: [[Int]]) {
    for day in orders.indices { chains.clear(day) }
    for (day, order) in orders.enumerated() { chains.replace(day, order) }
    chains.commit()
  }

  // MARK: The search

  /// The current plan, which is that of the chains, and the best one so far.
  private struct Plans {
    var current: PlanRank
    var best: PlanRank
    var bestOrders: [[Int]]
  }

  /// Changes the plan by neighborhoods until the budget ends; the result is the best plan found.
  private mutating func improve(until stop: inout ScheduleMeter) {
    var schedule = prepare(until: &stop)
    let start = weights.rank(of: chains)
    var plans = Plans(current: start, best: start, bestOrders: orders)
    while !stop.isOver(work), !(endsWhenAllArePlaced && plans.best.missed == .zero) {
      let favorsMissed = favorsMissed(in: plans.current)
      if schedule.beginsCycle({ stop.fraction(work) }), random.below(2) == 0 {
        restore(plans.bestOrders)
        plans.current = plans.best
      }
      if schedule.isDue() {
        for neighborhood in schedule.occasional
        where schedule.allows(neighborhood, favorsMissed: favorsMissed, work: work) {
          let before = work
          change(neighborhood, until: &stop)
          schedule.charge(neighborhood, work &- before)
        }
        accept(weights.rank(of: chains), threshold: .infinity, &plans)
      }
      let breadth = schedule.breadth(favorsMissed: favorsMissed, hasLongDays: hasLongDays)
      change(.ruinAndRecreate(breadth, favorsMissed: favorsMissed), until: &stop)
      let next = evaluate(after: plans.current)
      let threshold = schedule.temperature * Self.longTailed(&random) * weights.averageValue
      accept(next, threshold: threshold, &plans)
    }
    restore(plans.bestOrders)
  }

  /// Starts the days without windows from tours, and determines the schedule of effort.
  private mutating func prepare(until stop: inout ScheduleMeter) -> EffortSchedule {
    let tours = reorderableDays
    for day in tours { planFromTour(day, until: &stop) }
    for day in tours { reorder(day, until: &stop) }
    recreate(.greedy, until: &stop)
    chains.commit()
    weights.costWeight = weights.costWeight(model, visits: stops.count - chains.absent.count)
    let hasWindows = chains.isLoose.contains(false)
    return EffortSchedule(
      stops: stops.count, tours: tours,
      // If all stops are worth the same, there are no must-see stops to favor.
      ejects: model.mandatoryWorth != nil && chains.isPlain && hasLongDays && hasWindows,
      isWide: hasLongDays && !hasWindows)
  }

  /// Whether stops that were often left out are inserted first: if a must-see stop is missing, but
  /// not if many stops are, because that would merely rotate among them.
  private func favorsMissed(in plan: PlanRank) -> Bool {
    guard let mandatory = model.mandatoryWorth else { return false }
    return plan.missed >= mandatory && chains.absent.count * 4 < stops.count
  }

  /// Replaces the plan of the chains by one of a neighborhood.
  private mutating func change(_ neighborhood: Neighborhood, until stop: inout ScheduleMeter) {
    switch neighborhood {
    case .ruinAndRecreate(let breadth, let favorsMissed):
      ruin(breadth)
      recreate(.random(breadth, favorsMissed: favorsMissed), until: &stop)
    case .ejections:
      makeRoom(model.mandatoryWorth ?? 0, steps: Self.ejectionSteps, until: &stop)
    case .tours(let days):
      for day in days { reorder(day, until: &stop) }
    }
  }

  /// The rank after ruin and recreate, which raises the penalties of must-see stops left out.
  private mutating func evaluate(after current: PlanRank) -> PlanRank {
    guard let mandatory = model.mandatoryWorth else {
      return weights.rank(of: chains, after: current)
    }
    weights.penalizeAbsent(chains, mandatory: mandatory)
    return weights.rank(of: chains)
  }

  /// The acceptance rule: the changed plan becomes the current one if its energy is less than that
  /// of the current one plus a threshold, and the best one if it is better than all before;
  /// otherwise the change is rolled back.
  private mutating func accept(_ next: PlanRank, threshold: Double, _ plans: inout Plans) {
    if next.isBetter(than: plans.best) {
      plans.best = next
      plans.bestOrders = orders
    }
    if next.energy < plans.current.energy + threshold {
      chains.commit()
      plans.current = next
    } else {
      chains.rollBack()
    }
  }

  /// The number of steps without improvement after which `makeRoom` ends if one stop is left out.
  ///
  /// Divided by the number of stops left out: if many are, not all stops fit, and there is little
  /// to gain.
  private static var ejectionSteps: Int { 20_000 }

  /// A random number of 0 or more with a mean of about 1 and a long tail.
  private static func longTailed(_ random: inout SplitMix64) -> Double {
    let u = random.fraction()
    return u < 0.9375 ? u / (1 - u) * 0.5 : 2.7725887 * u
  }
}

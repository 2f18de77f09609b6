/// Chooses the way to solve a request: exactly, as an order of one day, or as a choice of visits.
struct ScheduleSolver {
  let model: ScheduleModel
  private(set) var stop: SearchStop
  private(set) var isOptimal = false
  /// The work after which an exact solution is given up.
  var greatestExactWork = ExactOrder.greatestWork

  init(model: ScheduleModel, budget: SearchBudget) {
    self.model = model
    stop = SearchStop(budget)
  }

  private var seed: UInt64 { stop.budget.seed }

  /// The visits of each day in order.
  mutating func solve() -> [[Int]] {
    var watch = SearchWatch()
    return solve(DayReach.all(model, until: &watch) ?? [])
  }

  /// The same, by what is known of each day.
  mutating func solve(_ reach: [DayReach]) -> [[Int]] {
    let fitting = (0..<model.stopCount).filter { stop in
      reach.contains { $0.obstacle(stop, model) == nil }
    }
    guard !fitting.isEmpty else {
      isOptimal = true
      return [[Int]](repeating: [], count: model.dayCount)
    }
    if model.dayCount == 1, fitting.count <= ExactOrder.greatestCount {
      return [few(fitting)]
    }
    let isMandatory = fitting.allSatisfy { model.worth[$0] == model.worth[fitting[0]] }
    if model.dayCount == 1, model.isPlain, isMandatory {
      if let order = wholeDay(fitting) { return [order] }
    }
    return selection(
      ItinerarySearch(model: model, stops: fitting, seed: seed, until: stop.watch))
  }

  /// The order of few stops on one day: the best, or a good one where that takes too long.
  private mutating func few(_ stops: [Int]) -> [Int] {
    var search = ItinerarySearch(model: model, stops: stops, seed: seed)
    var half = stop.part(1, of: 2)
    // A good plan keeps the exact solution from following what is worse.
    search.run(patience: 0, until: &half)
    let isPossible = search.routes[0].isFeasible
    let known = isPossible ? (worth: search.worth, cost: search.cost) : nil
    var exact = ExactOrder(model: model, day: 0, stops: stops, known: known)
    let order = exact.solve(until: &half, greatestWork: greatestExactWork)
    if exact.isComplete {
      isOptimal = true
      return order ?? []
    }
    if half.end == .cancelled { stop.adopt(.cancelled) }
    return selection(search).first ?? []
  }

  /// The order of all stops on one day; nil when none was found that keeps all windows.
  private mutating func wholeDay(_ stops: [Int]) -> [Int]? {
    guard
      var search = OrderSearch(model: model, day: 0, stops: stops, seed: seed, until: stop.watch)
    else { return nil }
    // Half of the budget is left for a plan without some of them.
    var half = stop.half
    guard search.findFeasible(until: &half) else {
      stop.add(work: search.work)
      if half.end == .cancelled { stop.adopt(.cancelled) }
      return nil
    }
    search.improve(until: &stop)
    stop.add(work: search.work)
    return Array(search.order[1...search.count])
  }

  /// The most valuable choice of visits.
  private mutating func selection(_ start: ItinerarySearch) -> [[Int]] {
    var search = start
    // Some of the time is left for what follows.
    var most = stop.part(9, of: 10)
    search.run(patience: .max, until: &most)
    stop.adopt(most.end)
    // What still fits in goes in, so that what is left out does not.
    var rest = stop.rest
    var absent = -1
    repeat {
      for route in search.routes where !rest.isInterrupted(search.work) {
        search.routes[route.day].replace(polished(Array(route.stops), day: route.day), model)
      }
      absent = search.absent.count
      search.recreate(isGreedy: true, until: &rest)
    } while search.absent.count < absent && !rest.isInterrupted(search.work)
    return search.routes.map { Array($0.stops) }
  }

  /// The visits of a day in their best order, where they are few.
  private func polished(_ stops: [Int], day: Int) -> [Int] {
    guard stops.count > 1, stops.count <= 9 else { return stops }
    let route = DayRoute(model: model, day: day, stops: stops)
    let known = (stops.reduce(0) { $0 + model.worth[$1] }, route.cost)
    var exact = ExactOrder(model: model, day: day, stops: stops, known: known)
    let order = exact.solve() ?? []
    return order.count == stops.count ? order : stops
  }
}

/// Chooses the way to solve a request: exactly, as an order of one day, or as a choice of visits.
struct ScheduleSolver {
  let model: ScheduleModel
  private(set) var stop: SearchStop
  private(set) var isOptimal = false

  init(model: ScheduleModel, budget: SearchBudget) {
    self.model = model
    stop = SearchStop(budget)
  }

  private var seed: UInt64 { stop.budget.seed }

  /// The visits of each day in order.
  mutating func solve() -> [[Int]] {
    let reach = (0..<model.dayCount).map { DayReach(model: model, day: $0) }
    let fitting = (0..<model.stopCount).filter { stop in
      reach.contains { $0.obstacle(stop, model) == nil }
    }
    guard !fitting.isEmpty else {
      isOptimal = true
      return [[Int]](repeating: [], count: model.dayCount)
    }
    if model.dayCount == 1, fitting.count <= ExactOrder.greatestCount {
      var exact = ExactOrder(model: model, day: 0, stops: fitting)
      isOptimal = true
      return [exact.solve() ?? []]
    }
    let isMandatory = fitting.allSatisfy { model.worth[$0] == model.worth[fitting[0]] }
    if model.dayCount == 1, model.isPlain, isMandatory {
      if let order = wholeDay(fitting) { return [order] }
    }
    return selection(fitting)
  }

  /// The order of all stops on one day; nil when none was found that keeps all windows.
  private mutating func wholeDay(_ stops: [Int]) -> [Int]? {
    var search = OrderSearch(model: model, day: 0, stops: stops, seed: seed)
    // Half of the budget is left for a plan without some of them.
    var half = stop.half
    guard search.findFeasible(until: &half) else {
      stop.add(work: search.work)
      return nil
    }
    search.improve(until: &stop)
    stop.add(work: search.work)
    return Array(search.order[1...search.count])
  }

  /// The most valuable choice of visits.
  private mutating func selection(_ stops: [Int]) -> [[Int]] {
    var search = ItinerarySearch(model: model, stops: stops, seed: seed)
    search.run(patience: .max, until: &stop)
    stop.add(work: search.work)
    // What still fits in goes in, so that what is left out does not.
    var absent = -1
    repeat {
      for route in search.routes {
        search.routes[route.day].replace(polished(Array(route.stops), day: route.day), model)
      }
      absent = search.absent.count
      search.recreate(isGreedy: true)
    } while search.absent.count < absent
    return search.routes.map { Array($0.stops) }
  }

  /// The visits of a day in their best order, where they are few.
  private func polished(_ stops: [Int], day: Int) -> [Int] {
    guard stops.count > 1, stops.count <= 9 else { return stops }
    var exact = ExactOrder(model: model, day: day, stops: stops)
    let order = exact.solve() ?? []
    return order.count == stops.count ? order : stops
  }
}

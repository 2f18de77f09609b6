internal import CairnMemory

extension ItinerarySearch {
  /// The days whose visits can be put in order as a tour is: no window binds, and each way takes as
  /// long as the way back.
  static func reorderable(_ chains: DayChains, _ stops: [Int]) -> [Int] {
    let model = chains.model
    return (0..<model.dayCount).filter { day in
      guard chains.isLoose[day] else { return false }
      return stops.allSatisfy { a in
        stops.allSatisfy { model.travel(from: a, to: $0) == model.travel(from: $0, to: a) }
      }
    }
  }

  /// Shortens the way past the visits of a day by Lin–Kernighan moves, a few kicks included.
  mutating func reorder(_ day: Int, until stop: inout SearchStop) {
    let visits = chains.visits(on: day)
    guard let order = tour(visits, on: day, work: 2 * visits.count, until: &stop),
      length(of: order) < chains.days[day].cost.primary
    else { return }
    chains.replace(day, order[1..<(order.count - 1)])
    chains.commit()
  }

  /// Takes a tour past all stops and drops visits from it until the day can be done, if that is
  /// worth more than what is visited now: the run of visits that is worth the least for the time
  /// that is saved without it, again and again.
  mutating func dropFromTour(_ day: Int, until stop: inout SearchStop) {
    let slot = day * model.nodeCount
    let open = stops.filter {
      model.closes[slot + $0] > -.never
        && (chains.day(of: $0) < 0 || chains.day(of: $0) == day)
    }
    let now = chains.visits(on: day).reduce(0) { $0 + value[$1] }
    guard var order = tour(open, on: day, work: 30 * open.count, until: &stop) else { return }
    let room = model.closes[slot + model.end(of: day)] - model.opens[slot + model.start(of: day)]
    var time = order.reduce(length(of: order)) { $0 + model.visit[$1] }
    // By position the best run that begins there.
    var runs = order.indices.map { bestRun(from: $0, in: order) }
    while time > room, !stop.isInterrupted(work) {
      guard let first = runs.indices.min(by: { runs[$0].ratio < runs[$1].ratio }),
        runs[first].ratio < .infinity
      else { return }
      let run = runs[first]
      time -= run.saved
      order.removeSubrange(first..<(first + run.count))
      runs.removeSubrange(first..<(first + run.count))
      for index in max(1, first - Self.longestRun - 1)...first {
        runs[index] = bestRun(from: index, in: order)
      }
      work &+= 40 * Self.longestRun
    }
    // Cut short, it is no plan.
    guard time <= room else { return }
    let visits = order[1..<(order.count - 1)]
    guard visits.reduce(0, { $0 + value[$1] }) > now else { return }
    chains.clear(day)
    chains.replace(day, visits)
    chains.commit()
  }

  private static var longestRun: Int { 60 }

  private func bestRun(
    from first: Int, in order: [Int]
  ) -> (ratio: Double, count: Int, saved: Ticks) {
    var best = (ratio: Double.infinity, count: 0, saved: Ticks(0))
    guard first > 0, first < order.count - 1 else { return best }
    let before = order[first - 1]
    var way: Ticks = 0
    var worth = 0.0
    for last in first..<min(first + Self.longestRun, order.count - 1) {
      let stop = order[last]
      way += model.travel(from: order[last - 1], to: stop) + model.visit[stop]
      worth += value[stop]
      let next = order[last + 1]
      let saved = way + model.travel(from: stop, to: next) - model.travel(from: before, to: next)
      guard saved > 0 else { continue }
      let ratio = worth / Double(saved)
      if ratio < best.ratio { best = (ratio, last - first + 1, saved) }
    }
    return best
  }

  private func length(of order: [Int]) -> Ticks {
    zip(order, order.dropFirst()).reduce(0) { $0 + model.travel(from: $1.0, to: $1.1) }
  }

  /// A short way from the start of a day past some stops to its end; nil when the time is over.
  private mutating func tour(
    _ visits: [Int], on day: Int, work units: Int, until stop: inout SearchStop
  ) -> [Int]? {
    guard visits.count >= 8 else { return nil }
    let (start, end) = (model.start(of: day), model.end(of: day))
    let costs = DayCosts(model: model, cities: visits + [start, end])
    var watch = stop.watch
    guard let near = costs.neighbors(among: costs.all, width: 8, until: &watch) else { return nil }
    var budget = stop.budget
    budget.seed = random.next()
    budget.work = 20 * visits.count
    var search = LinKernighan(
      costs, order: costs.all, candidates: near, effort: SearchEffort(), until: &watch)
    guard search.isComplete else { return nil }
    var settling = BudgetMeter(budget)
    search.settleAll(&settling)
    budget.work = units
    var kicks = BudgetMeter(budget)
    _ = search.run(&kicks, length: costs.length(of: search.tour.order.values), kicks: 0)
    work &+= 20 * (units + visits.count * visits.count / 20)
    var order = search.tour.order.values.map { costs.cities[Int($0)] }
    guard let first = order.firstIndex(of: start) else { return nil }
    order = Array(order[first...] + order[..<first])
    if order[1] == end { order = [start] + order[1...].reversed() }
    return order[order.count - 1] == end ? order : nil
  }
}

/// Travel between the visits of a day as the costs of a tour, closed from the end to the start.
private struct DayCosts: TourCosts {
  let model: ScheduleModel
  /// The visits, the start and the end.
  let cities: [Int]

  var count: Int { cities.count }
  var all: [Int32] { Array(0..<Int32(count)) }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    let (first, second) = (cities[Int(a)], cities[Int(b)])
    // Every stop is before the ends of days.
    if first >= model.stopCount, second >= model.stopCount { return -1e15 }
    // From the start, to the end.
    let isBack =
      first >= model.stopCount
      ? first & 1 != model.stopCount & 1
      : second >= model.stopCount && second & 1 == model.stopCount & 1
    return Double(
      isBack ? model.travel(from: second, to: first) : model.travel(from: first, to: second))
  }
}

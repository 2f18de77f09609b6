internal import CairnMemory

extension ItinerarySearch {
  /// The days whose visits can be ordered as a symmetric tour: no window binds, and travel times
  /// are the same in both directions.
  var reorderableDays: [Int] {
    guard chains.isLoose.contains(true) else { return [] }
    let isSymmetric = stops.allSatisfy { a in
      stops.allSatisfy { model.travel(from: a, to: $0) == model.travel(from: $0, to: a) }
    }
    return isSymmetric ? chains.isLoose.indices.filter { chains.isLoose[$0] } : []
  }

  /// Shortens the path through the visits of a day by Lin–Kernighan moves, including a few kicks.
  mutating func reorder(_ day: Int, until stop: inout ScheduleMeter) {
    let visits = chains.visits(on: day)
    guard let order = tour(visits, on: day, work: 2 * visits.count, until: &stop),
      length(of: order) < chains.days[day].cost.primary
    else { return }
    chains.replace(day, order[1..<(order.count - 1)])
    chains.commit()
  }

  /// Builds a tour of all stops, drops visits in several ways until the day is feasible, and uses
  /// the result that is worth the most if it beats the current visits.
  mutating func planFromTour(_ day: Int, until stop: inout ScheduleMeter) {
    let slot = day * model.nodeCount
    let open = stops.filter {
      model.closes[slot + $0] > -.never
        && (chains.day(of: $0) < 0 || chains.day(of: $0) == day)
    }
    guard let order = tour(open, on: day, work: 30 * open.count, until: &stop) else { return }
    for part in [order] + parts(of: order, day, until: &stop) {
      for longest in Self.longestRuns { drop(from: part, day, longest, until: &stop) }
    }
  }

  /// The maximum number of consecutive visits that are dropped at once: a whole cluster of places,
  /// or a few of many.
  private static var longestRuns: [Int] { [20, 60, 180] }

  /// Repeatedly drops the run of visits that is worth the least per time saved.
  private mutating func drop(
    from tour: [Int], _ day: Int, _ longestRun: Int, until stop: inout ScheduleMeter
  ) {
    let now = chains.visits(on: day).reduce(0) { $0 + weights.value[$1] }
    let availableTime = availableTime(on: day)
    var order = tour
    var time = time(of: order)
    // The best run that begins at each position.
    var runs = order.indices.map { bestRun(from: $0, in: order, longestRun) }
    while time > availableTime, !stop.isInterrupted(work) {
      guard let first = runs.indices.min(by: { runs[$0].ratio < runs[$1].ratio }),
        runs[first].ratio < .infinity
      else { return }
      let run = runs[first]
      time -= run.saved
      order.removeSubrange(first..<(first + run.count))
      runs.removeSubrange(first..<(first + run.count))
      for index in max(1, first - longestRun - 1)...first {
        runs[index] = bestRun(from: index, in: order, longestRun)
      }
      work &+= 40 * longestRun
    }
    // An interrupted result is not a valid plan.
    guard time <= availableTime else { return }
    let visits = order[1..<(order.count - 1)]
    guard visits.reduce(0, { $0 + weights.value[$1] }) > now else { return }
    chains.clear(day)
    chains.replace(day, visits)
    chains.commit()
  }

  private func bestRun(
    from first: Int, in order: [Int], _ longestRun: Int
  ) -> (ratio: Double, count: Int, saved: Ticks) {
    var best = (ratio: Double.infinity, count: 0, saved: Ticks(0))
    guard first > 0, first < order.count - 1 else { return best }
    let before = order[first - 1]
    var way: Ticks = 0
    var worth = 0.0
    for last in first..<min(first + longestRun, order.count - 1) {
      let stop = order[last]
      way += model.travel(from: order[last - 1], to: stop) + model.visit[stop]
      worth += weights.value[stop]
      let next = order[last + 1]
      let saved = way + model.travel(from: stop, to: next) - model.travel(from: before, to: next)
      guard saved > 0 else { continue }
      let ratio = worth / Double(saved)
      if ratio < best.ratio { best = (ratio, last - first + 1, saved) }
    }
    return best
  }

  /// Selects the stops of a tour, in its order, that are worth most for their time: one selection
  /// that fits into the day, and one that takes slightly more.
  ///
  /// Uses a Lagrange multiplier as the price of time: for each price the optimal selection is
  /// known, and the price is bisected until both are near the available time. Takes O(n²) per
  /// price.
  private mutating func parts(
    of tour: [Int], _ day: Int, until stop: inout ScheduleMeter
  ) -> [[Int]] {
    let availableTime = availableTime(on: day)
    let all = tour.reduce(0) { $1 < model.stopCount ? $0 + weights.value[$1] : $0 }
    var (low, high) = (0.0, all / Double(max(time(of: tour), 1)))
    var (longer, shorter) = (tour, [Int]())
    for _ in 0..<24 {
      if stop.isInterrupted(work) { return [] }
      work &+= tour.count * tour.count / 16
      let price = shorter.isEmpty ? high : (low + high) / 2
      let part = bestPart(of: tour, price: price)
      if time(of: part) > availableTime {
        (low, longer) = (price, part)
        if shorter.isEmpty { high *= 2 }
      } else {
        (high, shorter) = (price, part)
      }
    }
    return shorter.isEmpty ? [] : [shorter, longer]
  }

  /// The subsequence of a tour that is worth most at a given price of time: a longest path in an
  /// acyclic graph, with edges from each stop to all later ones.
  func bestPart(of tour: [Int], price: Double) -> [Int] {
    var worth = [Double](repeating: -.infinity, count: tour.count)
    var before = [Int](repeating: 0, count: tour.count)
    worth[0] = 0
    for from in tour.indices.dropLast() {
      let row = tour[from] &* model.nodeCount
      let reached = worth[from]
      for to in (from + 1)..<tour.count {
        let sum = reached - price * Double(model.travel[row &+ tour[to]])
        if sum > worth[to] { (worth[to], before[to]) = (sum, from) }
      }
      let next = tour[from + 1]
      if next < model.stopCount {
        worth[from + 1] += weights.value[next] - price * Double(model.visit[next])
      }
    }
    var part = [tour[tour.count - 1]]
    var position = tour.count - 1
    while position > 0 {
      position = before[position]
      part.append(tour[position])
    }
    return part.reversed()
  }

  /// The available time of a day.
  private func availableTime(on day: Int) -> Ticks {
    let slot = day * model.nodeCount
    return model.closes[slot + model.end(of: day)] - model.opens[slot + model.start(of: day)]
  }

  /// The time that an order of stops takes on a day without windows.
  func time(of order: [Int]) -> Ticks {
    order.reduce(length(of: order)) { $0 + model.visit[$1] }
  }

  private func length(of order: [Int]) -> Ticks {
    zip(order, order.dropFirst()).reduce(0) { $0 + model.travel(from: $1.0, to: $1.1) }
  }

  /// A short path from the start of a day through some stops to its end; nil if the time runs out.
  private mutating func tour(
    _ visits: [Int], on day: Int, work units: Int, until stop: inout ScheduleMeter
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

/// The travel times between the visits of a day as the costs of a tour, closed from the end to the
/// start.
private struct DayCosts: TourCosts {
  let model: ScheduleModel
  /// The visits, the start and the end.
  let cities: [Int]

  var count: Int { cities.count }
  var all: [Int32] { Array(0..<Int32(count)) }

  @inline(__always)
  func cost(_ a: Int32, _ b: Int32) -> Double {
    let (first, second) = (cities[Int(a)], cities[Int(b)])
    // The numbers of all stops are below those of the day ends.
    if first >= model.stopCount, second >= model.stopCount { return -1e15 }
    // From the start or to the end.
    let isBack =
      first >= model.stopCount
      ? first & 1 != model.stopCount & 1
      : second >= model.stopCount && second & 1 == model.stopCount & 1
    return Double(
      isBack ? model.travel(from: second, to: first) : model.travel(from: first, to: second))
  }
}

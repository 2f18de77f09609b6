/// Selects the method for a request: exact, the order of one day, or a selection of visits.
struct ScheduleSolver {
  let model: ScheduleModel
  private(set) var stop: ScheduleMeter
  private(set) var isOptimal = false
  /// The amount of work after which the exact method is abandoned.
  var greatestExactWork = ExactOrder.greatestWork
  /// Whether the search of several days ends as soon as all stops are placed, whatever the cost.
  var endsWhenAllArePlaced = false
  /// The visits of each day in a known plan, from which the search starts; empty without one.
  private let known: [[Int]]

  init(model: ScheduleModel, budget: SearchBudget, known: [[Int]] = []) {
    self.model = model
    self.known = known
    stop = ScheduleMeter(budget)
  }

  private var seed: UInt64 { stop.budget.seed }

  /// Solves the request.
  ///
  /// - Parameter reach: the earliest arrivals on each day.
  /// - Returns: the visits of each day in order.
  mutating func solve(_ reach: [DayLowerBounds]) -> [[Int]] {
    // The search finds a loop in either direction arbitrarily; normalize the direction.
    model.better(known, than: search(reach)).enumerated().map { model.oriented($1, day: $0) }
  }

  private mutating func search(_ reach: [DayLowerBounds]) -> [[Int]] {
    let fitting = (0..<model.stopCount).filter { stop in
      reach.contains { $0.obstacle(stop, model) == nil }
    }
    guard !fitting.isEmpty else {
      isOptimal = true
      return [[Int]](repeating: [], count: model.dayCount)
    }
    if model.dayCount == 1, fitting.count <= ExactOrder.maximumCount {
      return [few(fitting, reach)]
    }
    var search = ItinerarySearch(model: model, stops: fitting, seed: seed, until: stop.watch)
    search.findDependent(reach, until: &stop)
    search.endsWhenAllArePlaced = endsWhenAllArePlaced
    search.begin(from: known)
    if model.dayCount == 1, model.isPlain, fitting.count <= Self.greatestOrder,
      fitting.allSatisfy({ model.worth[$0] == model.worth[fitting[0]] })
    {
      // If most stops fit in at once, all of them may.
      search.recreate(.greedy, until: &stop)
      let isLikely = search.chains.absent.count * 10 <= fitting.count
      if isLikely, let order = wholeDay(fitting) { return [order] }
    }
    return selection(search)
  }

  /// The maximum number of stops for which an order of all stops on one day is searched first: a
  /// descent evaluates all pairs of them.
  private static let greatestOrder = 400

  /// The order of at most 12 stops on one day: optimal, or a good one if that takes too long.
  private mutating func few(_ stops: [Int], _ reach: [DayLowerBounds]) -> [Int] {
    var search = ItinerarySearch(model: model, stops: stops, seed: seed)
    search.findDependent(reach, until: &stop)
    search.begin(from: known)
    var half = stop.part(1, of: 2)
    // A good plan serves as the bound of the exact method.
    search.construct(until: &half)
    let isPossible = search.chains.isFeasible(0)
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

  /// The order of all stops on one day; nil if no feasible one was found.
  private mutating func wholeDay(_ stops: [Int]) -> [Int]? {
    guard
      var search = OrderSearch(model: model, day: 0, stops: stops, seed: seed, until: stop.watch)
    else { return nil }
    // Keep half of the budget for a plan that omits some of them.
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

  /// The selection of visits with the greatest worth.
  private mutating func selection(_ start: ItinerarySearch) -> [[Int]] {
    var search = start
    // Keep some of the time for the steps below.
    var most = stop.part(9, of: 10)
    search.run(until: &most)
    stop.adopt(most.end)
    // Insert all stops that still fit, so that those left out really do not.
    var rest = stop.rest
    var absent = -1
    repeat {
      for (day, order) in search.orders.enumerated() where !rest.isInterrupted(search.work) {
        let best = polished(order, day: day)
        if best != order { search.chains.replace(day, best) }
      }
      absent = search.chains.absent.count
      search.recreate(.thorough, until: &rest)
    } while search.chains.absent.count < absent && !rest.isInterrupted(search.work)
    return search.orders
  }

  /// The visits of a day in their optimal order, if there are at most 9.
  private func polished(_ stops: [Int], day: Int) -> [Int] {
    guard stops.count > 1, stops.count <= 9 else { return stops }
    let nodes = [model.start(of: day)] + stops + [model.end(of: day)]
    guard let cost = model.cost(of: nodes, day: day) else { return stops }
    let known = (stops.reduce(.zero) { $0 + model.worth[$1] }, cost)
    var exact = ExactOrder(model: model, day: day, stops: stops, known: known)
    var unlimited = ScheduleMeter(SearchBudget())
    let order = exact.solve(until: &unlimited) ?? []
    return order.count == stops.count ? order : stops
  }
}

extension ScheduleModel {
  /// The worth and cost of a plan; nil if a day is infeasible.
  func value(of orders: [[Int]]) -> (worth: Worth, cost: ScheduleCost)? {
    var value = (worth: Worth.zero, cost: ScheduleCost.zero)
    for (day, order) in orders.enumerated() {
      guard let cost = cost(of: [start(of: day)] + order + [end(of: day)], day: day) else {
        return nil
      }
      value.cost = value.cost + cost
      for stop in order { value.worth += worth[stop] }
    }
    return value
  }

  /// The better of a known plan and one that was found; the latter if they are equal.
  func better(_ known: [[Int]], than found: [[Int]]) -> [[Int]] {
    guard !known.isEmpty, let old = value(of: known) else { return found }
    guard let new = value(of: found) else { return known }
    let isBetter = old.worth != new.worth ? old.worth > new.worth : old.cost < new.cost
    return isBetter ? known : found
  }

  /// Normalizes the direction of a day, if both directions cost the same, as in a loop with
  /// symmetric travel times.
  ///
  /// The order with the smaller sum of start times is used or, if those are equal, the one that
  /// begins with the stop of lower offset. Days with breaks are not changed.
  func oriented(_ order: [Int], day: Int) -> [Int] {
    guard order.count > 1, pauses[day].isEmpty else { return order }
    let reversed = Array(order.reversed())
    func nodes(_ order: [Int]) -> [Int] { [start(of: day)] + order + [end(of: day)] }
    guard let cost = cost(of: nodes(reversed), day: day),
      cost == self.cost(of: nodes(order), day: day)
    else { return order }
    func begins(_ order: [Int]) -> Ticks {
      var time = departure(on: day).time
      return zip(nodes(order), order).reduce(0) { sum, leg in
        let start = startOfVisit(leg.1, day: day, arriving: time + travel(from: leg.0, to: leg.1))
        time = start + visit[leg.1]
        return sum + start
      }
    }
    return (begins(reversed), reversed[0]) < (begins(order), order[0]) ? reversed : order
  }
}

/// A schedule made by appending visits, without a search: those with the greatest worth first, then
/// those that close first, each to the first day on which it fits after the others.
struct AppendedVisits {
  /// The visits of each day in order.
  private(set) var orders: [[Int]]

  /// Appends visits to days that contain only booked stops, and measures only the travel times it
  /// needs.
  ///
  /// Ends after 1,000 evaluated positions, about a millisecond. Visits that are locked to the end
  /// of their day are left out, because nothing could be appended after them.
  ///
  /// - Parameter model: the request, which stores the measured travel times.
  init(measuring model: inout ScheduleModel) {
    let days = (0..<model.dayCount).map { model.bookings(on: $0) }
    let booked = Set(days.joined())
    let stops = (0..<model.stopCount).filter {
      model.position[$0] != ScheduleModel.last && !booked.contains($0)
    }
    self.init(stops, behind: days, looks: 1_000, in: &model)
  }

  /// Appends visits to existing days; those that are locked to the end of their day come last.
  ///
  /// - Parameters:
  ///   - stops: the visits, in any order.
  ///   - days: the visits of each day in order.
  ///   - looks: the maximum number of evaluated positions.
  ///   - model: the request.
  init(_ stops: [Int], behind days: [[Int]], looks: Int, in model: inout ScheduleModel) {
    orders = days
    var progress: [DayFront] = []
    for day in days.indices {
      model.measure(from: model.start(of: day), to: model.end(of: day))
      var reached = DayFront(model, day: day)
      for (from, to) in zip([model.start(of: day)] + days[day], days[day]) {
        reached = reached.step(model, from: from, to: to, day: day) ?? reached
      }
      progress.append(reached)
    }
    var looks = looks
    for visit in Self.sorted(stops, model) {
      for day in orders.indices where model.closes[day * model.nodeCount + visit] > -.never {
        guard looks > 0 else { return }
        looks -= 1
        let lock = model.position[visit]
        let last = orders[day].last ?? model.start(of: day)
        guard lock < 0 || Int(lock) == orders[day].count,
          last >= model.stopCount || model.position[last] != ScheduleModel.last
        else { continue }
        let end = model.end(of: day)
        model.measure(from: last, to: visit)
        model.measure(from: visit, to: end)
        guard let next = progress[day].step(model, from: last, to: visit, day: day),
          next.step(model, from: visit, to: end, day: day) != nil
        else { continue }
        orders[day].append(visit)
        progress[day] = next
        break
      }
    }
  }

  /// The order in which visits are appended.
  private static func sorted(_ stops: [Int], _ model: ScheduleModel) -> [Int] {
    func key(_ visit: Int) -> (Int, Worth, Ticks, Int) {
      let closing = (0..<model.dayCount).map { model.closes[$0 * model.nodeCount + visit] }
      let isLast = model.position[visit] == ScheduleModel.last
      return (isLast ? 1 : 0, .zero - model.worth[visit], closing.max() ?? 0, visit)
    }
    return stops.map(key).sorted(by: <).map(\.3)
  }
}

import CairnHours
import CairnRoutes
import TestSupport

/// An oracle for the best plan of few stops on days with breaks.
///
/// It tries every order, and for each every quarter hour for each break, leg and wait. All times
/// are multiples of a quarter hour.
struct BreakOracle {
  let stops: [VisitStop]
  var days: [TripDay]
  let table: [[Double]]
  let objective: ScheduleObjective
  private let windows: ScheduleOracle

  static let quarter = 900.0

  init(
    stops: [VisitStop], days: [TripDay], table: [[Double]], objective: ScheduleObjective
  ) {
    (self.stops, self.days, self.table, self.objective) = (stops, days, table, objective)
    windows = ScheduleOracle(stops: stops, days: days, table: table, objective: objective)
  }

  /// The possible states after some visits: the least penalty and waiting by time and set of
  /// breaks.
  private struct State: Hashable {
    var time: Int
    var taken: Int
  }

  private typealias Front = [State: Double]

  private struct Pause {
    var earliest: Int
    var latest: Int
    var duration: Int
  }

  private static func quarters(_ seconds: Double) -> Int { Int((seconds / quarter).rounded()) }

  private static func pause(_ pause: TripBreak) -> Pause {
    Pause(
      earliest: quarters(pause.earliestStart.seconds), latest: quarters(pause.latestStart.seconds),
      duration: quarters(pause.seconds))
  }

  /// The breaks of a day that can be kept at all, as offsets.
  func kept(on number: Int) -> [Int] {
    let day = days[number]
    let from = Self.quarters(day.from.seconds)
    var kept: [Int] = []
    for index in day.breaks.indices {
      let all = (kept + [index]).map { Self.pause(day.breaks[$0]) }
      let full = (1 << all.count) - 1
      let horizon = all.reduce(all.map(\.latest).max() ?? 0) { $0 + $1.duration } + from
      let held = pass([State(time: from, taken: 0): 0], 0, all, to: max(horizon, from))
      if all.last.map({ $0.latest >= from }) == true,
        held.keys.contains(where: { $0.taken == full }),
        ended([State(time: from, taken: 0): 0], place: day.start, number, all) != nil
      {
        kept.append(index)
      }
    }
    return kept
  }

  /// Every state reachable by traveling a leg, with breaks and waits anywhere on it.
  private func pass(_ front: Front, _ way: Int, _ pauses: [Pause], to end: Int) -> Front {
    guard let first = front.keys.map(\.time).min() else { return [:] }
    // By time, the remaining leg, and the breaks taken.
    let sets = 1 << pauses.count
    let width = (way + 1) * sets
    var least = [Double](repeating: .infinity, count: max(0, end + 1 - first) * width)
    func slot(_ time: Int, _ rest: Int, _ taken: Int) -> Int {
      (time - first) * width + rest * sets + taken
    }
    for (state, cost) in front where state.time <= end {
      least[slot(state.time, way, state.taken)] = cost
    }
    var reached: Front = [:]
    for time in stride(from: first, through: end, by: 1) {
      for rest in 0...way {
        for taken in 0..<sets {
          let cost = least[slot(time, rest, taken)]
          if cost == .infinity { continue }
          if rest == 0 { reached[State(time: time, taken: taken)] = cost }
          func offer(_ slot: Int, _ cost: Double) { least[slot] = min(least[slot], cost) }
          if time < end {
            let wait = objective == .leastWaiting ? Self.quarter : 0
            offer(slot(time + 1, rest, taken), cost + wait)
            if rest > 0 { offer(slot(time + 1, rest - 1, taken), cost) }
          }
          for (index, pause) in pauses.enumerated()
          where taken & 1 << index == 0 && pause.earliest <= time && time <= pause.latest
            && time + pause.duration <= end
          {
            offer(slot(time + pause.duration, rest, taken | 1 << index), cost)
          }
        }
      }
    }
    return reached
  }

  private func way(_ from: VisitPlace?, _ to: VisitPlace?) -> Int? {
    guard case .row(let a)? = from, case .row(let b)? = to, a != b else { return 0 }
    return table[a][b].isFinite ? Self.quarters(table[a][b]) : nil
  }

  /// The least penalties and waiting at the end of the day, by time; nil if it is too late.
  private func ended(
    _ front: Front, place: VisitPlace?, _ number: Int, _ pauses: [Pause]
  ) -> [(time: Int, cost: Double)]? {
    let day = days[number]
    guard let way = way(place, day.end) else { return nil }
    let all = pass(front, way, pauses, to: Self.quarters(day.to.seconds)).filter { state, _ in
      pauses.indices.allSatisfy {
        state.taken & 1 << $0 != 0 || state.time <= pauses[$0].latest
      }
    }
    return all.isEmpty ? nil : all.map { ($0.key.time, $0.value) }
  }

  /// The states after a visit, for every time at which it may begin.
  private func visited(_ front: Front, _ stop: Int, _ number: Int) -> Front {
    var after: Front = [:]
    for (state, cost) in front {
      let time = Double(state.time) * Self.quarter
      guard let (start, late) = windows.begin(stop, day: number, arrival: time), start == time
      else { continue }
      var cost = cost
      if case .allowed(let rate, _) = stops[stop].lateness { cost += late * rate }
      let next = State(time: state.time + Self.quarters(stops[stop].visit), taken: state.taken)
      after[next] = min(after[next] ?? .infinity, cost)
    }
    return after
  }

  private func cost(
    _ ends: [(time: Int, cost: Double)], way: Int, visiting: Double
  ) -> (primary: Double, secondary: Double)? {
    let travel = Double(way) * Self.quarter
    let all = ends.map { end -> (primary: Double, secondary: Double) in
      let time = Double(end.time) * Self.quarter
      switch objective {
      case .leastTravel: return (travel + end.cost, time)
      case .earliestEnd: return (time + end.cost, travel)
      case .leastWaiting: return (end.cost, travel)
      case .balancedDays:
        let sum = travel + visiting + end.cost
        return (sum * sum / 36_000, travel)
      }
    }
    return all.min { ($0.primary, $0.secondary) < ($1.primary, $1.secondary) }
  }

  /// Enumerates all orders of a day, sharing common prefixes.
  private func search(
    _ number: Int, _ body: (_ order: [Int], _ cost: (primary: Double, secondary: Double)) -> Void
  ) {
    let day = days[number]
    let pauses = kept(on: number).map { Self.pause(day.breaks[$0]) }
    let end = Self.quarters(day.to.seconds)
    func extend(_ order: [Int], _ front: Front, _ way: Int, _ place: VisitPlace?) {
      let visiting = order.reduce(0) { $0 + (stops[$1].visit == 0 ? 3600 : stops[$1].visit) }
      let isLast = order.count - 1
      let isPlaced = order.indices.allSatisfy {
        stops[order[$0]].position != .last || $0 == isLast
      }
      if isPlaced, let ends = ended(front, place: place, number, pauses),
        let home = self.way(place, day.end),
        let cost = cost(ends, way: way + home, visiting: visiting)
      {
        body(order, cost)
      }
      for stop in stops.indices where !order.contains(stop) {
        if let locked = stops[stop].day, locked != number { continue }
        if case .index(let index) = stops[stop].position, index != order.count { continue }
        guard let leg = self.way(place, stops[stop].place) else { continue }
        let next = visited(pass(front, leg, pauses, to: end), stop, number)
        if !next.isEmpty { extend(order + [stop], next, way + leg, stops[stop].place) }
      }
    }
    let start = State(time: Self.quarters(day.from.seconds), taken: 0)
    extend([], [start: 0], 0, day.start)
  }

  /// The least cost of an order of a day; nil if it is impossible.
  func cost(_ order: [Int], day: Int) -> (primary: Double, secondary: Double)? {
    var found: (primary: Double, secondary: Double)?
    var only = BreakOracle(
      stops: order.map { stops[$0] }, days: days, table: table, objective: objective)
    only.days = days
    only.search(day) { if $0 == Array(order.indices) { found = $1 } }
    return found
  }

  /// The value of the best plan.
  func best() -> ScheduleOracle.Value {
    let none: (primary: Double, secondary: Double)? = nil
    let sets = 1 << stops.count
    // The least cost by the set of stops visited up to a day.
    var least = [none] + [(primary: Double, secondary: Double)?](repeating: nil, count: sets - 1)
    least[0] = (0, 0)
    for day in days.indices {
      var ofDay = [(primary: Double, secondary: Double)?](repeating: nil, count: sets)
      search(day) { order, cost in
        let set = order.reduce(0) { $0 | 1 << $1 }
        if ofDay[set].map({ cost < $0 }) ?? true { ofDay[set] = cost }
      }
      var next = [(primary: Double, secondary: Double)?](repeating: nil, count: sets)
      for (before, cost) in least.enumerated() {
        guard let cost else { continue }
        for (set, more) in ofDay.enumerated() where set & before == 0 {
          guard let more else { continue }
          let sum = (
            primary: cost.primary + more.primary, secondary: cost.secondary + more.secondary
          )
          if next[set | before].map({ sum < $0 }) ?? true { next[set | before] = sum }
        }
      }
      least = next
    }
    var best = ScheduleOracle.Value()
    for (set, cost) in least.enumerated() {
      guard let cost else { continue }
      let value = value(stops.indices.filter { set & 1 << $0 != 0 }, cost)
      if best < value || best.primary == .infinity { best = max(best, value) }
    }
    return best
  }

  private func value(
    _ visited: [Int], _ cost: (primary: Double, secondary: Double)
  ) -> ScheduleOracle.Value {
    var value = ScheduleOracle.Value(primary: cost.primary, secondary: cost.secondary)
    for stop in visited {
      value.add(stops[stop])
    }
    return value
  }

  /// The value of a plan; nil if it breaks a rule.
  func value(of plan: Itinerary) -> ScheduleOracle.Value? {
    var sum = (primary: 0.0, secondary: 0.0)
    for day in plan.days {
      guard let cost = cost(day.visits.map(\.stop), day: day.day) else { return nil }
      sum = (sum.primary + cost.primary, sum.secondary + cost.secondary)
    }
    return value(plan.days.flatMap { $0.visits.map(\.stop) }, sum)
  }
}

import CairnHours
import TestSupport

@testable import CairnRoutes

/// Chains of visits on days with windows, with the oracle that verifies them.
struct ChainsCase {
  /// The kinds of requests, each with a different pitfall.
  enum Kind: CaseIterable {
    /// Days and windows of any kind, asymmetric travel times, stops locked to days.
    case varied
    /// All places are the same, so that many orders cost the same.
    case onePlace
    /// Visits take no time.
    case noDurations
    /// Windows begin when others end, and so do visits.
    case touchingWindows
    /// All days have the same start, end and hours.
    case equalDays
  }

  let oracle: ScheduleOracle
  let model: ScheduleModel
  var chains: DayChains

  init(
    _ kind: Kind, stops count: Int, days: Int, objective: ScheduleObjective = .leastTravel,
    using random: inout SeededGenerator
  ) throws {
    var features: ScheduleCase.Features = [.severalWindows, .weekdays, .oneWay, .dayLocks]
    if kind != .varied { features = kind == .onePlace ? [.severalWindows] : [] }
    let sample = ScheduleCase(
      stops: count, days: days, features: features, objective: objective, using: &random)
    var (stops, trip, table) = (sample.oracle.stops, sample.oracle.days, sample.oracle.table)
    switch kind {
    case .varied: break
    case .onePlace: table = table.map { $0.map { _ in 0 } }
    case .noDurations:
      for stop in stops.indices {
        let opens = ClockTime(8, Int.random(in: 0...60, using: &random))
        stops[stop].hours = .daily(
          TimeWindow(opens, opens + Double(60 * Int.random(in: 0...15, using: &random))))
        stops[stop].visit = 0
      }
    case .touchingWindows:
      for stop in stops.indices {
        let hour = Int.random(in: 8...11, using: &random)
        stops[stop].hours = .daily(TimeWindow(ClockTime(hour, 0), ClockTime(hour + 1, 0)))
        stops[stop].visit = [0, 1800, 3600].randomElement(using: &random) ?? 0
        stops[stop].endsByClosing = Bool.random(using: &random)
      }
      let legs = [0.0, 600, 1800, 3600]
      for from in table.indices {
        for to in table.indices where from != to {
          table[from][to] = legs.randomElement(using: &random) ?? 0
        }
      }
    case .equalDays: trip = trip.map { _ in trip[0] }
    }
    // A day on which no window binds maintains no tables.
    stops[0].hours = .daily(TimeWindow(ClockTime(9, 0), ClockTime(11, 0)))
    (stops[0].day, stops[0].visit) = (nil, min(stops[0].visit, 3600))
    oracle = ScheduleOracle(stops: stops, days: trip, table: table, objective: objective)
    model = try ScheduleModel(
      stops: stops, days: trip, travel: .table(table), objective: objective)
    chains = DayChains(model, stops: Array(stops.indices))
  }

  /// Inserts stops at random positions, as long as they fit.
  ///
  /// - Parameters:
  ///   - most: the maximum number of stops to try.
  ///   - random: selects the stops and positions.
  mutating func fill(_ most: Int = .max, using random: inout SeededGenerator) {
    for stop in oracle.stops.indices.shuffled(using: &random).prefix(most) {
      var places: [(day: Int, position: Int)] = []
      for (day, order) in orders.enumerated() {
        for position in 0...order.count {
          var longer = order
          longer.insert(stop, at: position)
          if oracle.cost(longer, day: day) != nil { places.append((day, position)) }
        }
      }
      guard let (day, position) = places.randomElement(using: &random) else { continue }
      chains.insert(
        stop, behind: position == 0 ? model.start(of: day) : orders[day][position - 1])
    }
    chains.commit()
  }

  /// The visits of each day.
  var orders: [[Int]] { oracle.days.indices.map { chains.visits(on: $0) } }

  /// Whether each day is feasible with these visits.
  func canDo(_ orders: [[Int]]) -> Bool {
    orders.enumerated().allSatisfy { oracle.cost($1, day: $0) != nil }
  }

  /// The first inconsistency of the chains; nil if none exists.
  func fault() -> String? {
    let visited = orders.joined()
    guard Set(visited).count == visited.count else { return "a stop is visited twice" }
    let absent = Set(oracle.stops.indices).subtracting(visited)
    guard Set(chains.absent.map { Int($0) }) == absent, chains.absent.count == absent.count else {
      return "wrong stops are left out"
    }
    for (day, order) in orders.enumerated() {
      let nodes = [model.start(of: day)] + order + [model.end(of: day)]
      guard chains.days[day].count == order.count else { return "wrong count on day \(day)" }
      for (before, behind) in zip(nodes, nodes.dropFirst()) {
        guard chains.next(before) == behind, chains.previous(behind) == before,
          chains.day(of: behind) == day
        else { return "day \(day) has wrong neighbors" }
      }
      guard let cost = oracle.cost(order, day: day) else { return "day \(day) is infeasible" }
      let known = chains.days[day]
      guard chains.isFeasible(day), known.cost.primary == Ticks(seconds: cost.primary),
        known.cost.secondary == Ticks(seconds: cost.secondary),
        known.arrival == known.cost.secondary
      else { return "day \(day) has a wrong cost" }
      if !chains.isLoose[day], let fault = timesFault(order, day) { return fault }
    }
    return absent.first { chains.day(of: $0) >= 0 }.map { "stop \($0) has a day" }
  }

  /// Recomputes the day for each visit, from its start and from a latest arrival.
  private func timesFault(_ order: [Int], _ day: Int) -> String? {
    for index in order.indices {
      let first = oracle.with {
        $0[day].end = nil
      }
      guard let until = first.cost(Array(order[...index]), day: day) else {
        return "visit \(index) of day \(day) is infeasible"
      }
      guard chains.nodes[order[index]].departs == Ticks(seconds: until.secondary) else {
        return "visit \(index) of day \(day) has a wrong departure"
      }
      // The rest of the day alone, from the latest arrival and from a second later.
      for (later, isKept) in [(0.0, true), (1, false)] {
        let arrival = chains.nodes[order[index]].latest.seconds + later
        let rest = oracle.with {
          $0[day].from = ClockTime(seconds: arrival)
          $0[day].start = oracle.stops[order[index]].place
        }
        guard (rest.cost(Array(order[index...]), day: day) != nil) == isKept else {
          return "visit \(index) of day \(day) may be \(later) s later than \(arrival)"
        }
      }
    }
    return nil
  }
}

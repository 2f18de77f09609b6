/// Decides when to visit what: in one day or several, within opening hours.
///
/// ```swift
/// let stops = [
///   VisitStop("Museum", at: museum, visit: 90 * 60,
///             hours: .daily(TimeWindow(ClockTime(10, 0), ClockTime(17, 0)))),
///   VisitStop("Market", at: market, visit: 30 * 60,
///             hours: .daily(TimeWindow(ClockTime(7, 0), ClockTime(12, 0)))),
///   VisitStop("Tower", at: tower, visit: 45 * 60, priority: .optional(score: 5)),
/// ]
/// let day = TripDay(.saturday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: hotel, end: hotel)
/// let plan = try SchedulePlanner().plan(
///   stops, days: [day], travel: .speed(metresPerSecond: 1.3, detour: 1.3))
/// for visit in plan.days[0].visits { print(visit.start, visit.name) }
/// for stop in plan.leftOut { print(stop.name, stop.reason) }
/// ```
///
/// What is worth most is visited: must-see stops first, then the largest sum of scores; among
/// plans that are worth the same, the objective decides. A visit begins as soon as it can: one
/// waits for a place to open, and never on the way. Up to 12 stops on one day are solved exactly
/// (``Itinerary/isOptimal``) but for rare requests with very many ways to weigh up; those, more
/// stops and several days are searched.
///
/// The same request, limit of work and seed give the same plan on every machine; a limit of time
/// does not promise that. Times are worked with in whole microseconds. No stops, one, and several
/// at one place are fine.
public struct SchedulePlanner: Sendable {
  /// How much work a search may do.
  public typealias Effort = RouteEffort
  /// What ends a search.
  public typealias Limit = RouteLimit

  /// What ends the search.
  public var limit: Limit
  /// Chooses among the random sequences of the search.
  public var seed: UInt64
  /// Asked now and then; true ends the search with the best plan so far.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Makes a planner.
  public init(
    limit: Limit = .effort(.normal), seed: UInt64 = 1,
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.limit = limit
    self.seed = seed
    self.isCancelled = isCancelled
  }

  /// Plans the visits of a trip.
  ///
  /// - Parameters:
  ///   - stops: what there is to visit.
  ///   - days: when and between which places; one for a single day.
  ///   - travel: how long the ways take.
  ///   - objective: what is made small among plans that visit as much.
  /// - Throws: ``ScheduleError`` where the request makes no sense, and
  ///   ``ScheduleError/noWayThroughDay(_:)`` where a day without any visit cannot be done.
  /// - Complexity: O(n²) memory for n stops and days; the time is set by the limit.
  public func plan(
    _ stops: [VisitStop], days: [TripDay], travel: TravelTimes,
    objective: ScheduleObjective = .leastTravel
  ) throws(ScheduleError) -> Itinerary {
    var budget = SearchBudget(isCancelled: isCancelled, seed: seed)
    switch limit {
    case .time: budget.deadline = limit.duration.map { .now + $0 }
    case .effort(let effort): budget.work = effort.scheduleWork(stops: stops.count)
    case .work(let work): budget.work = max(0, work)
    }
    var watch = SearchWatch(budget)
    var model = try ScheduleModel(
      stops: stops, days: days, travel: travel, objective: objective, until: &watch)
    // How soon everything can be reached says what need not be looked at, and in the end why.
    guard watch.end == nil, let reach = DayReach.all(model, until: &watch) else {
      let orders = HurriedSchedule(&model).orders
      return try Itinerary(
        stops: stops, days: days, model: model, orders: orders, isOptimal: stops.isEmpty,
        end: Itinerary.End(watch.end ?? .deadline), reach: nil)
    }
    var solver = ScheduleSolver(model: model, budget: budget)
    let orders = solver.solve(reach)
    return try Itinerary(
      stops: stops, days: days, model: model, orders: orders, isOptimal: solver.isOptimal,
      end: Itinerary.End(solver.stop.end), reach: reach)
  }
}

extension RouteEffort {
  /// The work of planning visits of a number of stops.
  func scheduleWork(stops: Int) -> Int {
    let base = 200_000 + 6_000 * stops * min(stops, 100)
    return switch self {
    case .quick: base / 10
    case .normal: base
    case .thorough: base * 10
    }
  }
}

extension Itinerary.End {
  init(_ end: SearchEnd) {
    self =
      switch end {
      case .exhausted: .exhausted
      case .work: .work
      case .deadline: .deadline
      case .cancelled: .cancelled
      }
  }
}

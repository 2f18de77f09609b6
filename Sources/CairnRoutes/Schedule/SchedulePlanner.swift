public import CairnHours

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
/// let day = TripDay(
///   .saturday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: hotel, end: hotel)
/// let plan = try SchedulePlanner().plan(
///   stops, days: [day], travel: .speed(metresPerSecond: 1.3, detour: 1.3))
/// for visit in plan.days[0].visits { print(visit.start, visit.name) }
/// for stop in plan.leftOut { print(stop.name, stop.reason) }
/// ```
///
/// A plan is better than another one if it has, in this order: more booked stops, more must-see stops,
/// a larger sum of scores, more stops with a score of 0, and a lower objective
/// (``ScheduleObjective``). How many stops make up a sum of scores does not matter: one stop of 2
/// near by is better than two stops of 1 far away. Sums are compared exactly
/// (``VisitStop/Priority/optional(score:)``). A day that costs the same the other way round goes the
/// way on which the sum of the start times is smaller. A visit begins as soon as it can: waiting
/// for a place to open happens there, and never on the way. It is the team orienteering
/// problem with time windows, or with one day on which all fit the travelling salesman problem
/// with time windows.
///
/// ## How it searches
/// Up to 12 stops on one day are solved exactly by dynamic programming with labels
/// (``Itinerary/isOptimal``), but for rare requests with very many labels. All of up to 400 stops
/// of one day with hard windows are searched by variable neighbourhoods, everything else by ruin
/// and recreate; a day without windows begins from a tour past all stops, of which the part that
/// is worth most for its time is kept. Trips with breaks (``TripBreak``) are solved exactly likewise
/// or by ruin and recreate, which knows exactly what is possible for each set of breaks taken; one
/// break a day makes it take about four times as long.
///
/// The same request, limit of work and seed give the same plan on every machine; a limit of time
/// does not promise that. Times are computed in whole microseconds.
///
/// Stops that are booked (``VisitStop/Priority/booked``), such as flights, are ordered exactly
/// before anything else, day by day; with more than 12 stops or several days they then stay where
/// they are, and the rest is planned around them.
///
/// ## What it costs
/// Memory O(n²) for n stops and twice the days, at most 2,000 together; the time is that of
/// ``limit``. To measure the ways and look for the shortest takes O(n²) at least.
///
/// ## When to take something else
/// Without hours, durations, days and scores ``RoutePlanner`` is quicker by far, takes millions of
/// stops, gives shorter routes and a lower bound. Vehicles with capacities
/// are not planned.
///
/// ## Degenerate input
/// No stops, one, and several at one place are fine. A stop that cannot be visited is left out
/// with the reason; that is not an error. A day that cannot be done even without visits is one.
public struct SchedulePlanner: Sendable {
  /// How much work a search may do.
  public typealias Effort = RouteEffort
  /// What ends a search.
  public typealias Limit = RouteLimit

  /// What ends the search.
  public var limit: Limit
  /// Chooses among the random sequences of the search.
  public var seed: UInt64
  /// Which days are holidays, and how far clocks are from UTC for times of the sun.
  ///
  /// It is asked at days that have a date; the sun is looked at from each stop's own coordinate.
  public var hoursContext = HoursContext()
  /// Asked every fraction of a millisecond; true ends the search with the best plan so far.
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
  ///   - objective: what is minimized among plans that are worth the same.
  /// - Returns: the visits of each day with their times, and what was left out and why.
  /// - Throws: ``ScheduleError`` where the request is invalid, and
  ///   ``ScheduleError/noWayThroughDay(_:)`` where a day without any visit cannot be done.
  /// - Complexity: O(n²) memory for n stops and days; the time is set by the limit.
  public func plan(
    _ stops: [VisitStop], days: [TripDay], travel: TravelTimes,
    objective: ScheduleObjective = .leastTravel
  ) throws(ScheduleError) -> Itinerary {
    try plan(stops, days: days, travel: travel, objective: objective, known: [])
  }

  /// Plans the visits of a trip, from a plan that is known.
  ///
  /// - Parameters:
  ///   - stops: what there is to visit.
  ///   - days: when and between which places.
  ///   - travel: how long the ways take.
  ///   - objective: what is minimized among plans that are worth the same.
  ///   - known: the visits of each day in order; the result is no worse. Empty for none.
  ///   - positions: how many positions a stop may be locked to; nil for as many as there are stops.
  /// - Returns: the visits of each day with their times, and what was left out and why.
  /// - Throws: ``ScheduleError``.
  func plan(
    _ stops: [VisitStop], days: [TripDay], travel: TravelTimes, objective: ScheduleObjective,
    known: [[Int]], positions: Int? = nil
  ) throws(ScheduleError) -> Itinerary {
    let clock = PlanClock(limit, isCancelled: isCancelled)
    var watch = clock.watch()
    var model = try ScheduleModel(
      stops: stops, days: days, travel: travel, objective: objective, context: hoursContext,
      positions: positions, until: &watch)
    // The earliest arrivals say which stops cannot be visited at all, and in the end why.
    guard watch.end == nil, let reach = DayReach.all(model, until: &watch) else {
      let appended = AppendedVisits(measuring: &model).orders
      for (day, order) in known.enumerated() {
        let nodes = [model.start(of: day)] + order + [model.end(of: day)]
        for (from, to) in zip(nodes, nodes.dropFirst()) { model.measure(from: from, to: to) }
      }
      let orders = model.better(known, than: appended)
      return try Itinerary(
        stops: stops, days: days, model: model, orders: orders, isOptimal: stops.isEmpty,
        end: Itinerary.End(watch.end ?? .deadline), reach: nil)
    }
    let work = limit.work(
      normal: 200_000 + 6_000 * stops.count * min(stops.count, 100), quickDivisor: 10)
    var solver = ScheduleSolver(
      model: model, budget: clock.budget(work: work, seed: seed), known: known)
    let orders = solver.solve(reach)
    return try Itinerary(
      stops: stops, days: days, model: model, orders: orders, isOptimal: solver.isOptimal,
      end: Itinerary.End(solver.stop.end), reach: reach)
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

/// What makes one schedule better than another one that is worth the same: has as many booked and
/// must-see stops, the same sum of scores, and as many stops with a score of 0.
public enum ScheduleObjective: String, CaseIterable, Codable, Hashable, Sendable {
  /// The least time on the way; the earlier end decides between equals.
  case leastTravel
  /// The earliest end of the day; the least time on the way decides between equals.
  case earliestEnd
  /// The least time spent waiting for something to open, even where that makes the way longer;
  /// the least time on the way decides between equals.
  case leastWaiting
  /// Days alike: the least sum over the days of the square of the time on the way and at visits;
  /// the least time on the way decides between equals. On one day it is that time itself. A visit
  /// of which no duration is said counts as one of an hour here, and here alone.
  case balancedDays
}

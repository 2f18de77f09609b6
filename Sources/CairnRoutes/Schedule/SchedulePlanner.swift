public import CairnHours

/// Plans the visits of one or several days within opening hours.
///
/// ```swift
/// let stops = [
///   VisitStop("Museum", at: museum, duration: .minutes(90),
///             hours: .daily(TimeWindow(ClockTime(10, 0), ClockTime(17, 0)))),
///   VisitStop("Market", at: market, duration: .minutes(30),
///             hours: .daily(TimeWindow(ClockTime(7, 0), ClockTime(12, 0)))),
///   VisitStop("Tower", at: tower, duration: .minutes(45), priority: .optional(score: 5)),
/// ]
/// let day = TripDay(
///   .saturday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: hotel, end: hotel)
/// let plan = try SchedulePlanner().plan(
///   stops, days: [day], travel: .speed(metersPerSecond: 1.3, detour: 1.3))
/// for visit in plan.days[0].visits { print(visit.start, visit.name) }
/// for stop in plan.leftOut { print(stop.name, stop.reason) }
/// ```
///
/// A plan is better than another one if it has, in this order: more booked stops, more must-see
/// stops, a larger sum of scores, more stops with a score of 0, and a lower objective
/// (``ScheduleObjective``). The number of stops that make up a sum of scores does not matter: one
/// nearby stop with a score of 2 is better than two distant stops with a score of 1 each. Sums are
/// compared exactly (``VisitStop/Priority/optional(score:)``). If a day costs the same in both
/// directions, the direction with the smaller sum of start times is used. A visit begins as early
/// as possible: waiting for a place to open happens at the place, never en route. This is the team
/// orienteering problem with time windows, or, for a single day on which all stops fit, the
/// traveling salesman problem with time windows.
///
/// ## Algorithm
/// Up to 12 stops on one day are solved exactly by dynamic programming with labels
/// (``Itinerary/isOptimal``), except for rare requests with very many labels. If all of up to 400
/// stops have to fit on one day with hard windows, variable neighborhood search is used, and for
/// everything else ruin and recreate. A day without windows starts from a tour of all stops, of
/// which the part that is worth most for its time is kept. Trips with breaks (``TripBreak``) are
/// also solved exactly or by ruin and recreate, which computes the exact feasibility for each set
/// of breaks taken; one break per day makes it take about four times as long.
///
/// The same request, limit of work and seed give the same plan on every machine; a time limit does
/// not guarantee that. Times are computed in whole microseconds.
///
/// No stop is left out for the sake of the objective: if a search with another objective than the
/// least travel leaves stops out, the stops are first placed by the least travel, and the search
/// continues from that plan. This takes up to two and a half times as long.
///
/// Booked stops (``VisitStop/Priority/booked``), such as flights, are ordered exactly before
/// anything else, day by day. With more than 12 stops or several days their order is then fixed,
/// and the rest is planned around them.
///
/// ## Cost
/// Memory is O(n²), where n is the number of stops plus twice the number of days, at most 2,000.
/// The time is set by ``limit``; computing the travel times and shortest paths takes at least
/// O(n²).
///
/// ## When to use something else
/// Without hours, durations, days and scores use ``RoutePlanner``, which is much faster, takes
/// millions of stops, finds shorter routes and computes a lower bound. Vehicles with capacities are
/// not supported.
///
/// ## Degenerate input
/// No stops, a single stop, and several stops at one place are valid. A stop that cannot be visited
/// is not an error; it is left out, with the reason. A day that is impossible even without visits
/// is an error.
public struct SchedulePlanner: Sendable {
  /// The amount of work of a search.
  public typealias Effort = RouteEffort
  /// The condition that ends a search.
  public typealias Limit = RouteLimit

  /// The condition that ends the search.
  public var limit: Limit
  /// Seeds the random numbers of the search.
  public var seed: UInt64
  /// The holidays, and the UTC offsets for times of the sun.
  ///
  /// It is used for days that have a date; the sun is computed at each stop's own coordinate.
  public var hoursContext: HoursContext
  /// Called every fraction of a millisecond; returning true ends the search with the best plan so
  /// far.
  public var isCancelled: (@Sendable () -> Bool)?

  /// Creates a planner.
  ///
  /// - Parameters:
  ///   - limit: the condition that ends the search.
  ///   - seed: seeds the random numbers of the search.
  ///   - hoursContext: the holidays, and the UTC offsets for times of the sun.
  ///   - isCancelled: called every fraction of a millisecond; returning true ends the search.
  public init(
    limit: Limit = .effort(.normal), seed: UInt64 = 1, hoursContext: HoursContext = HoursContext(),
    isCancelled: (@Sendable () -> Bool)? = nil
  ) {
    self.limit = limit
    self.seed = seed
    self.hoursContext = hoursContext
    self.isCancelled = isCancelled
  }

  /// Plans the visits of a trip.
  ///
  /// - Parameters:
  ///   - stops: the stops to visit.
  ///   - days: the days of the trip, with their times and places.
  ///   - travel: the travel times.
  ///   - objective: the quantity to minimize among plans of equal worth; by default
  ///     ``ScheduleObjective/standard(dayCount:)``: similar days if there are several.
  /// - Returns: the visits of each day with their times, and the stops left out with reasons.
  /// - Throws: ``ScheduleError`` if the request is invalid, and
  ///   ``ScheduleError/noWayThroughDay(_:)`` if a day is impossible even without visits.
  /// - Complexity: O(n²) memory for n stops and days; the time is set by the limit.
  public func plan(
    _ stops: [VisitStop], days: [TripDay], travel: TravelTimes,
    objective: ScheduleObjective? = nil
  ) throws(ScheduleError) -> Itinerary {
    try plan(
      stops, days: days, travel: travel,
      objective: objective ?? .standard(dayCount: days.count), known: [])
  }

  /// Plans the visits of a trip, starting from a known plan.
  ///
  /// - Parameters:
  ///   - stops: the stops to visit.
  ///   - days: the days of the trip, with their times and places.
  ///   - travel: the travel times.
  ///   - objective: the quantity to minimize among plans of equal worth.
  ///   - known: the visits of each day in order, or empty; the result is no worse.
  ///   - positions: the number of positions a stop may be locked to; nil for the number of stops.
  /// - Returns: the visits of each day with their times, and the stops left out with reasons.
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
    // The earliest arrivals show which stops cannot be visited at all, and later why.
    guard watch.end == nil, let reach = DayLowerBounds.all(model, until: &watch) else {
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
    let solution = PlacedSchedule(model, reach, clock, work: work, seed: seed, known: known)
    return try Itinerary(
      stops: stops, days: days, model: model, orders: solution.orders,
      isOptimal: solution.isOptimal, end: Itinerary.End(solution.end), reach: reach)
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

/// The quantity that ranks schedules of equal worth: those with the same sum of scores and the same
/// numbers of booked and must-see stops and of stops with a score of 0.
public enum ScheduleObjective: String, CaseIterable, Codable, Hashable, Sendable {
  /// The least travel time; ties are broken by the earlier end.
  case leastTravel
  /// The earliest end of the day; ties are broken by the least travel time.
  case earliestEnd
  /// The least time spent waiting for a place to open, even if travel takes longer; ties are broken
  /// by the least travel time.
  case leastWaiting
  /// Balanced days: the least sum, over the days, of the squared time spent on travel and visits;
  /// ties are broken by the least travel time. For a single day it is that time itself. Only for
  /// this objective, visits without a duration count as one hour.
  case balancedDays

  /// The objective of a plan that names none: ``balancedDays`` for several days, because few
  /// travelers want one visit on one day and all others on the next, and ``leastTravel`` for one.
  public static func standard(dayCount: Int) -> ScheduleObjective {
    dayCount > 1 ? .balancedDays : .leastTravel
  }
}

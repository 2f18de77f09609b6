/// The amount of work of a search, scaled to the number of stops.
///
/// | stops | route, quick | route, normal | schedule, quick | schedule, normal |
/// |---:|---:|---:|---:|---:|
/// | 20 | 1.9 ms | 4.8 ms | 10 ms | 96 ms |
/// | 50 | 4.1 ms | 16 ms | 44 ms | 0.43 s |
/// | 100 | 8.6 ms | 32 ms | 0.16 s | 1.6 s |
/// | 200 | 25 ms | 0.1 s | 0.3 s | 3 s |
/// | 500 | 63 ms | 0.31 s | 0.78 s | 7.5 s |
/// | 1,000 | 0.11 s | 0.83 s | 1.7 s | 16 s |
///
/// These are approximate processor times on a server (AMD EPYC): for routes of
/// ``RoutePlanner`` with their bounds, between places in clusters, and for schedules of
/// ``SchedulePlanner`` with opening hours on several days; `cairn-bench routes` prints them for any
/// machine. If stops are left out, balanced days take up to two and a half times as long. With
/// asymmetric costs, the normal effort takes about three milliseconds per stop, unless the bound
/// proves a route to be optimal, which ends the search.
public enum RouteEffort: String, Hashable, Sendable, CaseIterable {
  /// A good result, for interactive use.
  case quick
  /// A result that is hard to improve. The search of a route ends when more of it is unlikely to
  /// help; that of a schedule uses a preset amount of work.
  case normal
  /// Ten times the maximum work of ``normal``, all of which is used: for a route of 100 stops about
  /// three seconds.
  case thorough
}

#if !hasFeature(Embedded)
  extension RouteEffort: Codable {}
#endif

/// The condition that ends a search of ``RoutePlanner`` or ``SchedulePlanner``.
public enum RouteLimit: Hashable, Sendable {
  /// A preset amount of work; the result is reproducible.
  case effort(RouteEffort)
  /// A custom amount of work; the result is reproducible.
  ///
  /// For ``RoutePlanner`` a unit is a local search from one stop, about a microsecond each; for
  /// ``SchedulePlanner`` it is the evaluation of one position for a visit, about a hundredth of
  /// that. 0 or less returns the first result that can be constructed.
  case work(Int)
  /// A time limit for the whole plan, including reading the stops; zero or less returns the first
  /// result that can be constructed.
  ///
  /// The limit is kept to within milliseconds, down to a floor: the stops are always read, sorted
  /// along a space-filling curve, and the legs measured. That takes about a microsecond per stop,
  /// so a second for a million stops. With a limit of zero, this order is the result. For a cost
  /// matrix the floor is the time to write the order, and the result is a nearest-neighbor tour as
  /// far as the time allows; for a cost closure, which is called for all pairs, it is the given
  /// order. A schedule then contains the visits that can be appended in about a millisecond.
  /// Cancelled plans end in the same way. If there is no time to compute a bound,
  /// ``Route/lowerBound`` is 0. A plan by ``RoutePlanner/Method/exact``, or of at most 15 stops,
  /// always runs to completion.
  case time(Duration)

  /// The time limit, or nil for a limit of work.
  internal var duration: Duration? {
    guard case .time(let duration) = self else { return nil }
    // At most a year, so that the clock cannot overflow.
    return min(max(duration, .zero), .seconds(31_536_000))
  }

  /// The maximum number of units of work; `Int.max` for a time limit.
  ///
  /// - Parameters:
  ///   - normal: the units of ``RouteEffort/normal``; ``RouteEffort/thorough`` is ten times that.
  ///   - quickDivisor: the factor by which ``RouteEffort/quick`` is smaller than normal.
  /// - Returns: 0 or more.
  internal func work(normal: Int, quickDivisor: Int) -> Int {
    switch self {
    case .effort(.quick): normal / quickDivisor
    case .effort(.normal): normal
    case .effort(.thorough): normal * 10
    case .work(let work): max(0, work)
    case .time: .max
    }
  }
}

/// The start of a plan, its time limit, and its cancellation check.
///
/// Both planners create one first, so that the time counts from the call on, including everything
/// before the search.
internal struct PlanClock: Sendable {
  private let start: Moment
  /// The time for everything except writing the route; nil without a limit.
  internal private(set) var duration: Duration?
  private let isCancelled: (@Sendable () -> Bool)?

  internal init(
    _ limit: RouteLimit, isCancelled: (@Sendable () -> Bool)?,
    start: Moment = .now
  ) {
    self.start = start
    self.isCancelled = isCancelled
    duration = limit.duration
  }

  /// Reserves part of the time for writing the route.
  internal mutating func keep(_ rest: Duration) {
    duration = duration.map { max(.zero, $0 - rest) }
  }

  /// The end of a fraction of the time.
  private func deadline(_ part: Double) -> Moment? {
    duration.map { start + $0 * part }
  }

  /// The budget of a search: some work and a fraction of the time.
  internal func budget(work: Int, seed: UInt64, part: Double = 1) -> SearchBudget {
    SearchBudget(work: work, deadline: deadline(part), isCancelled: isCancelled, seed: seed)
  }

  /// A watch over a fraction of the time.
  internal func watch(_ part: Double = 1) -> SearchWatch {
    SearchWatch(deadline: deadline(part), isCancelled: isCancelled)
  }

  /// The remaining time; nil without a limit.
  internal var left: Duration? { deadline(1).map { $0 - .now } }

  /// A watch over a fraction of the remaining time.
  internal func remaining(_ part: Double) -> SearchWatch {
    let deadline = deadline(1).map { deadline in
      let now = Moment.now
      return now + (deadline - now) * part
    }
    return SearchWatch(deadline: deadline, isCancelled: isCancelled)
  }

  /// Whether a fraction of the remaining time is enough for some work, by a conservative estimate;
  /// true without a limit.
  internal func suffices(
    forPairs pairs: Int, nanoseconds: Double, part: Double = 1
  ) -> Bool {
    guard let deadline = deadline(1) else { return true }
    let left = (deadline - .now) * part
    return left > .nanoseconds(Int64(min(Double(pairs) * nanoseconds, 1e15)))
  }
}

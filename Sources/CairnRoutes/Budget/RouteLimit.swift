/// How much work a search may do, on a scale that goes with the count of stops.
public enum RouteEffort: String, Hashable, Sendable, CaseIterable {
  /// Milliseconds for a route of 100 stops or a trip of some days: good.
  case quick
  /// For 100 stops about a tenth of a second without opening hours, half a second with them: hard
  /// to improve.
  case normal
  /// Ten times the work of ``normal``.
  case thorough
}

#if !hasFeature(Embedded)
  extension RouteEffort: Codable {}
#endif

/// What ends a search of ``RoutePlanner`` or ``SchedulePlanner``.
public enum RouteLimit: Hashable, Sendable {
  /// An amount of work: the same result every time.
  case effort(RouteEffort)
  /// An amount of work of one's own, again the same result every time: counted in searches from
  /// one stop for ``RoutePlanner``, a microsecond or so each, and in looks at a place for a visit
  /// for ``SchedulePlanner``, a hundredth of that. 0 or less gives what can be had at once.
  case work(Int)
  /// A time on the clock for the whole plan, the reading of the stops included; zero or less gives
  /// what can be had at once.
  ///
  /// It is kept to within milliseconds, down to a floor: whatever the limit, the stops are read, put
  /// in the order of a space-filling curve, and the legs are measured. That takes about a
  /// microsecond a stop, so a second for a million stops. With a limit of zero, this order is the
  /// result. For a table of costs the floor is the time to write the order down, and the result is
  /// the order of the nearest neighbors as far as the time suffices; for a closure for costs, which
  /// is called for all pairs, it is the given order. A schedule is then as many visits as can be put
  /// one behind the other in about a millisecond. Cancelled plans end in the same way. Without the
  /// time for a bound ``Route/lowerBound`` is 0. A plan by ``RoutePlanner/Method/exact``, or of at
  /// most 15 stops, is finished whatever the limit.
  case time(Duration)

  /// The time for a plan, for a limit that is one.
  internal var duration: Duration? {
    guard case .time(let duration) = self else { return nil }
    // A year, far below the overflow of the clock.
    return min(max(duration, .zero), .seconds(31_536_000))
  }

  /// The units of work that a search may do; without end for a limit of time.
  ///
  /// - Parameters:
  ///   - normal: the units of ``RouteEffort/normal``; ``RouteEffort/thorough`` is ten times that.
  ///   - quickDivisor: by what ``RouteEffort/quick`` is less.
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

/// The start of a plan, the rest of its time, and whether it was cancelled.
///
/// Both planners begin with one, so that the time counts from the call on, whatever comes before
/// the search.
internal struct PlanClock: Sendable {
  private let start: Moment
  /// The time for all that comes before the route is written down; nil for any.
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

  /// Reserves a part of the time for writing down the route.
  internal mutating func keep(_ rest: Duration) {
    duration = duration.map { max(.zero, $0 - rest) }
  }

  /// The moment when a part of the time is over.
  private func deadline(_ part: Double) -> Moment? {
    duration.map { start + $0 * part }
  }

  /// What a search may spend: some work, and a part of the time.
  internal func budget(work: Int, seed: UInt64, part: Double = 1) -> SearchBudget {
    SearchBudget(work: work, deadline: deadline(part), isCancelled: isCancelled, seed: seed)
  }

  /// A watch over a part of the time.
  internal func watch(_ part: Double = 1) -> SearchWatch {
    SearchWatch(deadline: deadline(part), isCancelled: isCancelled)
  }

  /// Whether a part of the rest of the time is enough for some work, by a cautious estimate; true
  /// without a limit.
  internal func suffices(
    forPairs pairs: Int, nanoseconds: Double, part: Double = 1
  ) -> Bool {
    guard let deadline = deadline(1) else { return true }
    let left = (deadline - .now) * part
    return left > .nanoseconds(Int64(min(Double(pairs) * nanoseconds, 1e15)))
  }
}

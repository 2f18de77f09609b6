/// When a plan was begun, what of its time is left, and whether it is still wanted.
internal struct PlanClock: Sendable {
  private let start: ContinuousClock.Instant
  /// The time for all that comes before the route is written down; nil for any.
  internal private(set) var duration: Duration?
  private let isCancelled: (@Sendable () -> Bool)?

  internal init(_ planner: RoutePlanner, start: ContinuousClock.Instant = .now) {
    self.start = start
    isCancelled = planner.isCancelled
    duration = planner.limit.duration
  }

  /// Keeps a part of the time back, for what has to be done whatever the limit.
  internal mutating func keep(_ rest: Duration) {
    duration = duration.map { max(.zero, $0 - rest) }
  }

  /// The moment when a part of the time is over.
  internal func deadline(_ part: Double = 1) -> ContinuousClock.Instant? {
    duration.map { start + $0 * part }
  }

  /// A watch over a part of the time.
  internal func watch(_ part: Double = 1) -> SearchWatch {
    SearchWatch(deadline: deadline(part), isCancelled: isCancelled)
  }

  /// Whether a part of what is left of the time is enough for some work, by a cautious guess; true
  /// without a limit.
  internal func suffices(
    forPairs pairs: Int, nanoseconds: Double, part: Double = 1
  ) -> Bool {
    guard let deadline = deadline() else { return true }
    let left = (deadline - .now) * part
    return left > .nanoseconds(Int64(min(Double(pairs) * nanoseconds, 1e15)))
  }
}

extension RouteLimit {
  /// The time for a plan, for a limit that is one.
  internal var duration: Duration? {
    guard case .time(let duration) = self else { return nil }
    // A year is as good as for ever, and far from what the clock cannot count.
    return min(max(duration, .zero), .seconds(31_536_000))
  }
}

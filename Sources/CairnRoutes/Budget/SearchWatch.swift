/// Looks at the clock, and at the caller's wish to stop, while something is made that a search
/// needs: lists, tables, trees, bounds.
///
/// Work is told in steps of about a nanosecond to ten; between two looks there are no more than
/// some ten thousand of them.
@usableFromInline
struct SearchWatch: Sendable {
  /// When to stop.
  let deadline: ContinuousClock.Instant?
  private let isCancelled: (@Sendable () -> Bool)?
  private let now: @Sendable () -> ContinuousClock.Instant
  /// Why it is over, once it is.
  private(set) var end: SearchEnd?
  @usableFromInline var untilLook = 0

  /// The steps between two looks.
  static var interval: Int { 16_384 }

  init(
    deadline: ContinuousClock.Instant? = nil, isCancelled: (@Sendable () -> Bool)? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.deadline = deadline
    self.isCancelled = isCancelled
    self.now = now
  }

  /// A watch over what comes before a search with a budget.
  init(_ budget: SearchBudget) {
    self.init(deadline: budget.deadline, isCancelled: budget.isCancelled, now: budget.now)
  }

  /// No limit.
  @usableFromInline
  static var unlimited: SearchWatch { SearchWatch() }

  /// Notes some steps; true while there is time for more.
  @inlinable
  @inline(__always)
  mutating func goesOn(_ steps: Int = 1) -> Bool {
    untilLook &-= steps
    return untilLook > 0 ? true : look()
  }

  @usableFromInline
  @inline(never)
  mutating func look() -> Bool {
    untilLook = Self.interval
    if end != nil {
      untilLook = 0
      return false
    }
    if let isCancelled, isCancelled() {
      end = .cancelled
    } else if let deadline, now() >= deadline {
      end = .deadline
    }
    if end != nil { untilLook = 0 }
    return end == nil
  }
}

/// How long a search may go on, and who may look at it meanwhile.
///
/// A search ends at whatever comes first. Work is counted in searches from one city (a
/// microsecond or so each; to put two tours together counts as some), so the same work, seed and
/// costs give the same tour on every machine; a deadline does not.
struct SearchBudget: Sendable {
  /// How many searches from one city may be begun.
  var work = Int.max
  /// When to stop, on the clock that does not stand still while the machine sleeps.
  var deadline: ContinuousClock.Instant?
  /// Asked every few hundred units of work; true ends the search.
  var isCancelled: (@Sendable () -> Bool)?
  /// Told about the best tour so far, some times a second at most.
  var progress: (@Sendable (SearchProgress) -> Void)?
  /// What the time is, for the deadline; a test may put another clock in.
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Chooses among the sequences of random numbers.
  var seed: UInt64 = 1
}

/// How far a search has come.
struct SearchProgress: Sendable, Hashable {
  /// The length of the best tour so far, in the unit of the costs.
  var length: Double
  /// How many perturbations were tried.
  var kicks: Int
}

/// What ended a search.
enum SearchEnd: Sendable, Hashable {
  /// There is nothing left to try.
  case exhausted
  /// The work was done.
  case work
  /// The deadline has passed.
  case deadline
  /// The search was cancelled.
  case cancelled
}

// The end of a search: a budget sets the limits, and three counters enforce them.
//
// | type          | counts                                     | reads the clock every    |
// |---------------|--------------------------------------------|--------------------------|
// | `SearchWatch` | steps of some nanoseconds; time only       | 16,384 steps             |
// | `BudgetMeter` | searches from a city, of a tour search     | 32 of them               |
// | `ScheduleMeter`  | evaluated positions, of a schedule search  | 20,000 of them           |
//
// Work is counted, so that a limit of work gives the same result on every machine. Deadlines and
// cancellation are checked when the clock is read, by `SearchBudget.interruption(at:)`.

/// The limits of a search, and the closures that observe it.
///
/// A search ends at the first limit reached. Work is counted in the unit of the search, so the same
/// work, seed and costs give the same result on every machine; a deadline does not.
struct SearchBudget: Sendable {
  /// The maximum number of units of work to begin.
  var work = Int.max
  /// The time to stop at, on the clock that keeps running while the machine sleeps.
  var deadline: Moment?
  /// A lower bound of every tour: the search ends when its tour is no longer than this.
  var goal = -Double.infinity
  /// Called whenever a counter reads the clock; returning true ends the search.
  var isCancelled: (@Sendable () -> Bool)?
  /// Called with the length of the best tour so far, at most ten times a second.
  var progress: (@Sendable (SearchProgress) -> Void)?
  /// The clock for the deadline; tests may replace it.
  var now: @Sendable () -> Moment = { .now }
  /// Seeds the random numbers.
  var seed: UInt64 = 1

  /// The reason for which the search has to end, apart from its work; a cancellation takes
  /// precedence over the deadline.
  ///
  /// - Parameter moment: the current time, if the caller has already read it.
  /// - Returns: nil if the search may continue.
  func interruption(at moment: Moment? = nil) -> SearchEnd? {
    if let isCancelled, isCancelled() { return .cancelled }
    if let deadline, (moment ?? now()) >= deadline { return .deadline }
    return nil
  }
}

/// The progress of a search.
struct SearchProgress: Sendable, Hashable {
  /// The length of the best tour so far, in the unit of the costs.
  var length: Double
  /// The number of perturbations tried.
  var kicks: Int
}

/// The reason why a search ended.
enum SearchEnd: Sendable, Hashable {
  /// There is nothing left to try.
  case exhausted
  /// The work was used up.
  case work
  /// The deadline has passed.
  case deadline
  /// The search was cancelled.
  case cancelled
}

/// Checks the clock and the caller's cancellation during the preparation of a search: while
/// neighbor lists, tables, trees and bounds are built.
///
/// A step is about one to ten nanoseconds of work; at most some ten thousand pass between two
/// checks. Once the watch has ended it stays ended, and ``end`` holds the reason. A result built
/// under an ended watch must not be used; an initializer that takes a watch then returns nil.
@usableFromInline
struct SearchWatch: Sendable {
  private let budget: SearchBudget
  /// Why it ended, or nil.
  private(set) var end: SearchEnd?
  @usableFromInline var untilCheck = 0

  /// The number of steps between two checks.
  static var interval: Int { 16_384 }

  init(
    deadline: Moment? = nil, isCancelled: (@Sendable () -> Bool)? = nil,
    now: @escaping @Sendable () -> Moment = { .now }
  ) {
    budget = SearchBudget(deadline: deadline, isCancelled: isCancelled, now: now)
  }

  /// A watch over the preparation of a search with a budget; preparation is not counted as work.
  init(_ budget: SearchBudget) {
    self.budget = budget
  }

  /// No limit.
  @usableFromInline
  static var unlimited: SearchWatch { SearchWatch() }

  /// Counts some steps; returns whether there is time for more.
  @inlinable
  @inline(__always)
  mutating func hasTime(after steps: Int = 1) -> Bool {
    untilCheck &-= steps
    return untilCheck > 0 ? true : checkClock()
  }

  @usableFromInline
  @inline(never)
  mutating func checkClock() -> Bool {
    if end == nil { end = budget.interruption() }
    // Once ended, every further step returns the same answer.
    untilCheck = end == nil ? Self.interval : 0
    return end == nil
  }
}

/// Counts the work of a tour search and ends it when the budget is used up.
struct BudgetMeter {
  /// Why the search must end, or nil.
  private(set) var end: SearchEnd?
  let seed: UInt64
  private let budget: SearchBudget
  private var left: Int
  private var untilCheck = 0
  /// The fraction of the budget that is used, 0...1; 0 without a limit.
  private(set) var fraction = 0.0
  private let began: Moment
  private var nextReport: Moment?

  init(_ budget: SearchBudget) {
    self.budget = budget
    seed = budget.seed
    began = budget.now()
    left = budget.work
    checkClock()
  }

  /// Takes work from the budget; returns false if the search must end.
  @inline(__always)
  mutating func spend(_ work: Int = 1) -> Bool {
    untilCheck &-= work
    if untilCheck <= 0 { checkClock() }
    if left <= 0 {
      if end == nil { end = .work }
      return false
    }
    left &-= work
    return end == nil
  }

  /// Ends the search if a tour has reached the lower bound.
  @inline(__always)
  mutating func reach(_ length: Double) {
    if length <= budget.goal, end == nil { end = .exhausted }
  }

  /// Counts time spent on other steps, such as rewriting the tour, without charging it as work:
  /// steps of some nanoseconds, 256 to a unit.
  @inline(__always)
  mutating func note(_ steps: Int) {
    untilCheck &-= steps &>> 8
  }

  /// Units of work between two checks of the clock: some tens of microseconds.
  private static var interval: Int { 32 }

  /// The fraction of the budget used at this moment, 0...1; 0 without a limit.
  mutating func fractionNow() -> Double {
    checkClock()
    return fraction
  }

  /// Reads the clock, calls the cancellation closure and updates the fraction.
  @inline(never)
  private mutating func checkClock() {
    untilCheck = Self.interval
    if end != nil { return }
    let now = budget.deadline == nil ? nil : budget.now()
    end = budget.interruption(at: now)
    if budget.work < .max {
      fraction = 1 - Double(max(left, 0)) / Double(max(budget.work, 1))
    }
    if let deadline = budget.deadline, let now {
      fraction = max(fraction, min(1, (now - began) / (deadline - began)))
    }
  }

  /// Reports progress to the caller, at most ten times a second.
  @inline(__always)
  mutating func report(_ length: Double, _ kicks: Int) {
    if budget.progress != nil, kicks & 127 == 0 { sendProgress(length, kicks) }
  }

  @inline(never)
  private mutating func sendProgress(_ length: Double, _ kicks: Int) {
    let now = budget.now()
    if let nextReport, now < nextReport { return }
    nextReport = now + .milliseconds(100)
    budget.progress?(SearchProgress(length: length, kicks: kicks))
  }
}

/// Counts the work of a schedule search and ends it when the budget is used up.
///
/// The search counts its own work and passes the total; consecutive searches share a budget through
/// ``add(work:)``.
struct ScheduleMeter {
  private(set) var budget: SearchBudget
  private(set) var end = SearchEnd.exhausted
  private var nextCheck = 0
  private var used = 0
  private let began: Moment?

  init(_ budget: SearchBudget) {
    self.budget = budget
    began = budget.deadline == nil ? nil : budget.now()
  }

  /// A watch over the preparation of the search.
  var watch: SearchWatch { SearchWatch(budget) }

  /// A copy with half of the remaining work and time.
  var half: ScheduleMeter {
    var half = part(1, of: 2)
    if budget.work < .max { half.budget.work = (budget.work - used) / 2 }
    return half
  }

  /// A copy with a fraction of the remaining time and all of the remaining work.
  func part(_ numerator: Int, of denominator: Int) -> ScheduleMeter {
    var budget = budget
    if budget.work < .max { budget.work -= used }
    if let deadline = budget.deadline {
      let now = budget.now()
      budget.deadline = now + (deadline - now) * numerator / denominator
    }
    return ScheduleMeter(budget)
  }

  /// Charges the work of a finished search.
  mutating func add(work: Int) {
    used += work
    nextCheck = 0
  }

  /// Whether the search has to end.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: true if the work is used up, the time is over, or the search was cancelled.
  mutating func isOver(_ work: Int) -> Bool {
    if end != .exhausted { return true }
    if used + work >= budget.work {
      end = .work
      return true
    }
    guard work >= nextCheck else { return false }
    return checkClock(work)
  }

  /// The fraction of the budget that is used, 0...1; 0 without a limit.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: the greater of the fractions of work and time.
  func fraction(_ work: Int) -> Double {
    var part = 0.0
    if budget.work < .max { part = Double(used + work) / Double(max(budget.work, 1)) }
    if let deadline = budget.deadline, let began {
      part = max(part, (budget.now() - began) / max(deadline - began, .nanoseconds(1)))
    }
    return min(part, 1)
  }

  /// Whether the time is over or the search was cancelled, regardless of the work done.
  ///
  /// The clock is first read after one interval of work, so small problems always finish.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: true if the time is over or the search was cancelled.
  mutating func isInterrupted(_ work: Int) -> Bool {
    if end != .exhausted { return end != .work }
    return work >= max(nextCheck, Self.interval) && checkClock(work)
  }

  /// A copy with the remaining time and no limit of work.
  var rest: ScheduleMeter {
    var rest = ScheduleMeter(budget)
    rest.budget.work = .max
    if end == .cancelled { rest.end = .cancelled }
    return rest
  }

  /// Adopts the reason that ended a part of the search.
  mutating func adopt(_ other: SearchEnd) {
    if end == .exhausted { end = other }
  }

  /// Work between two checks of the clock: tens of microseconds to a millisecond.
  private static var interval: Int { 20_000 }

  private mutating func checkClock(_ work: Int) -> Bool {
    nextCheck = work + Self.interval
    guard let interruption = budget.interruption() else { return false }
    end = interruption
    return true
  }
}

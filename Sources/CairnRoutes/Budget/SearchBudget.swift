// How a search ends: a budget says what it may spend, and three counters spend it.
//
// | who           | counts                                     | looks at the clock every |
// |---------------|--------------------------------------------|--------------------------|
// | `SearchWatch` | steps of some nanoseconds; time only       | 16,384 steps             |
// | `BudgetMeter` | searches from a city, of a tour search     | 32 of them               |
// | `SearchStop`  | looks at a place for a visit, of schedules | 20,000 of them           |
//
// Work is counted, so that a limit of work gives the same result on every machine; only a deadline
// and a cancellation are seen at the clock, all three by `SearchBudget.interruption(at:)`.

/// How long a search may take, and the closures that watch it.
///
/// A search ends at whatever comes first. Work is counted in the unit of the search, so the same
/// work, seed and costs give the same result on every machine; a deadline does not.
struct SearchBudget: Sendable {
  /// How many units of work may be begun.
  var work = Int.max
  /// When to stop, on the clock that does not stand still while the machine sleeps.
  var deadline: Moment?
  /// A length that no tour is below: a search ends once its tour is no longer than that.
  var goal = -Double.infinity
  /// Asked every few hundred units of work; true ends the search.
  var isCancelled: (@Sendable () -> Bool)?
  /// Told about the best tour so far, at most ten times a second.
  var progress: (@Sendable (SearchProgress) -> Void)?
  /// What the time is, for the deadline; a test may put another clock in.
  var now: @Sendable () -> Moment = { .now }
  /// Chooses among the sequences of random numbers.
  var seed: UInt64 = 1

  /// Why the search has to end, its work aside: a cancellation before the deadline.
  ///
  /// - Parameter moment: what the time is, where it has been read already.
  /// - Returns: nil while it may go on.
  func interruption(at moment: Moment? = nil) -> SearchEnd? {
    if let isCancelled, isCancelled() { return .cancelled }
    if let deadline, (moment ?? now()) >= deadline { return .deadline }
    return nil
  }
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
  /// Nothing is left to try.
  case exhausted
  /// The work was done.
  case work
  /// The deadline has passed.
  case deadline
  /// The search was cancelled.
  case cancelled
}

/// Looks at the clock, and at the caller's wish to stop, while something is made that a search
/// needs: lists, tables, trees, bounds.
///
/// A step is about one to ten nanoseconds of work; between two looks there are at most some ten
/// thousand of them. Once it is over it stays so, and ``end`` says why. What is made under a watch
/// is of no use when that is over; an initializer that takes one gives nil then.
@usableFromInline
struct SearchWatch: Sendable {
  private let budget: SearchBudget
  /// Why it is over, once it is.
  private(set) var end: SearchEnd?
  @usableFromInline var untilLook = 0

  /// The steps between two looks.
  static var interval: Int { 16_384 }

  init(
    deadline: Moment? = nil, isCancelled: (@Sendable () -> Bool)? = nil,
    now: @escaping @Sendable () -> Moment = { .now }
  ) {
    budget = SearchBudget(deadline: deadline, isCancelled: isCancelled, now: now)
  }

  /// A watch over what comes before a search with a budget; the work of that is not counted.
  init(_ budget: SearchBudget) {
    self.budget = budget
  }

  /// No limit.
  @usableFromInline
  static var unlimited: SearchWatch { SearchWatch() }

  /// Counts some steps; true while there is time for more.
  @inlinable
  @inline(__always)
  mutating func goesOn(_ steps: Int = 1) -> Bool {
    untilLook &-= steps
    return untilLook > 0 ? true : look()
  }

  @usableFromInline
  @inline(never)
  mutating func look() -> Bool {
    if end == nil { end = budget.interruption() }
    // Once it is over, every step looks again and learns the same.
    untilLook = end == nil ? Self.interval : 0
    return end == nil
  }
}

/// Counts the work of a search for a tour and says when it must end.
struct BudgetMeter {
  /// Why the search must end, once it must.
  private(set) var end: SearchEnd?
  let seed: UInt64
  private let budget: SearchBudget
  private var left: Int
  private var untilLook = 0
  /// How much of the budget is used up, 0...1; 0 when there is no bound.
  private(set) var fraction = 0.0
  private let began: Moment
  private var nextReport: Moment?

  init(_ budget: SearchBudget) {
    self.budget = budget
    seed = budget.seed
    began = budget.now()
    left = budget.work
    look()
  }

  /// Takes work from the budget; false when none is left.
  @inline(__always)
  mutating func spend(_ work: Int = 1) -> Bool {
    untilLook &-= work
    if untilLook <= 0 { look() }
    if left <= 0 {
      if end == nil { end = .work }
      return false
    }
    left &-= work
    return end == nil
  }

  /// Ends the search if a tour is as short as can be.
  @inline(__always)
  mutating func reach(_ length: Double) {
    if length <= budget.goal, end == nil { end = .exhausted }
  }

  /// Counts effort beside the searches from cities, such as rewriting the tour, that takes time but
  /// is not charged to the work: steps of some nanoseconds, 256 to a unit.
  @inline(__always)
  mutating func note(_ steps: Int) {
    untilLook &-= steps &>> 8
  }

  /// Units of work between two looks at the clock: some tens of microseconds.
  private static var interval: Int { 32 }

  /// How much of the budget is used up by now, 0...1; 0 when there is no bound.
  mutating func fractionNow() -> Double {
    look()
    return fraction
  }

  /// Looks at the clock and asks whether to go on.
  @inline(never)
  private mutating func look() {
    untilLook = Self.interval
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

  /// Tells the caller how far the search has come, at most ten times a second.
  @inline(__always)
  mutating func report(_ length: Double, _ kicks: Int) {
    if budget.progress != nil, kicks & 127 == 0 { tell(length, kicks) }
  }

  @inline(never)
  private mutating func tell(_ length: Double, _ kicks: Int) {
    let now = budget.now()
    if let nextReport, now < nextReport { return }
    nextReport = now + .milliseconds(100)
    budget.progress?(SearchProgress(length: length, kicks: kicks))
  }
}

/// Counts the work of a search for a schedule and says when it must end.
///
/// The search counts its own work and hands the count in; several searches share a budget one after
/// the other by ``add(work:)``.
struct SearchStop {
  private(set) var budget: SearchBudget
  private(set) var end = SearchEnd.exhausted
  private var nextLook = 0
  private var used = 0
  private let began: Moment?

  init(_ budget: SearchBudget) {
    self.budget = budget
    began = budget.deadline == nil ? nil : budget.now()
  }

  /// A watch over the preparation of a search.
  var watch: SearchWatch { SearchWatch(budget) }

  /// The same with half of the work and time that is left.
  var half: SearchStop {
    var half = part(1, of: 2)
    if budget.work < .max { half.budget.work = (budget.work - used) / 2 }
    return half
  }

  /// The same with a part of the time that is left, and all of the work.
  func part(_ numerator: Int, of denominator: Int) -> SearchStop {
    var budget = budget
    if budget.work < .max { budget.work -= used }
    if let deadline = budget.deadline {
      let now = budget.now()
      budget.deadline = now + (deadline - now) * numerator / denominator
    }
    return SearchStop(budget)
  }

  /// Charges the work of a search that is over.
  mutating func add(work: Int) {
    used += work
    nextLook = 0
  }

  /// True when a search has to end.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: whether its work is done, the time over or the search cancelled.
  mutating func isOver(_ work: Int) -> Bool {
    if end != .exhausted { return true }
    if used + work >= budget.work {
      end = .work
      return true
    }
    guard work >= nextLook else { return false }
    return look(work)
  }

  /// How much of the budget is used up, 0...1; 0 when there is no bound.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: the greater part of work and time.
  func fraction(_ work: Int) -> Double {
    var part = 0.0
    if budget.work < .max { part = Double(used + work) / Double(max(budget.work, 1)) }
    if let deadline = budget.deadline, let began {
      part = max(part, (budget.now() - began) / max(deadline - began, .nanoseconds(1)))
    }
    return min(part, 1)
  }

  /// True when the time is over or the search was cancelled, however much work has been done.
  ///
  /// The first look comes after an interval of work, so that what is small is finished.
  ///
  /// - Parameter work: the work of the running search so far.
  /// - Returns: whether the time is over or the search cancelled.
  mutating func isInterrupted(_ work: Int) -> Bool {
    if end != .exhausted { return end != .work }
    return work >= max(nextLook, Self.interval) && look(work)
  }

  /// The rest of the time, without a limit of work.
  var rest: SearchStop {
    var rest = SearchStop(budget)
    rest.budget.work = .max
    if end == .cancelled { rest.end = .cancelled }
    return rest
  }

  /// Takes over what ended a part of the search.
  mutating func adopt(_ other: SearchEnd) {
    if end == .exhausted { end = other }
  }

  /// Work between two looks at the clock: tens of microseconds to a millisecond.
  private static var interval: Int { 20_000 }

  private mutating func look(_ work: Int) -> Bool {
    nextLook = work + Self.interval
    guard let interruption = budget.interruption() else { return false }
    end = interruption
    return true
  }
}

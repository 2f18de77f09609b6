/// Counts the work of a search and says when it must end.
struct BudgetMeter {
  /// Why the search must end, once it must.
  private(set) var end: SearchEnd?
  let seed: UInt64
  private let budget: SearchBudget
  private var left: Int
  private var untilLook = 0
  /// How much of the budget is used up, 0...1; 0 when there is no bound.
  private(set) var fraction = 0.0
  private let began: ContinuousClock.Instant
  private var nextReport: ContinuousClock.Instant?

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

  /// Notes work beside the search from a city that needs no budget but time, in steps of some
  /// nanoseconds.
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
    if let isCancelled = budget.isCancelled, isCancelled() {
      end = .cancelled
      return
    }
    if budget.work < .max {
      fraction = 1 - Double(max(left, 0)) / Double(max(budget.work, 1))
    }
    if let deadline = budget.deadline {
      let now = budget.now()
      if now >= deadline { end = .deadline }
      fraction = max(fraction, min(1, (now - began) / (deadline - began)))
    }
  }

  /// Tells the caller how far the search has come, ten times a second at most.
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

/// Decides when a search ends, without asking the clock all the time.
struct SearchStop {
  private(set) var budget: SearchBudget
  private(set) var end = SearchEnd.exhausted
  private var nextLook = 0
  private var used = 0

  init(_ budget: SearchBudget) {
    self.budget = budget
  }

  /// A watch over what is made before a search.
  var watch: SearchWatch { SearchWatch(budget) }

  /// The same with half of what is left.
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
      let now = ContinuousClock.now
      budget.deadline = now + (deadline - now) * numerator / denominator
    }
    return SearchStop(budget)
  }

  /// The work of the searches that are over.
  mutating func add(work: Int) {
    used += work
    nextLook = 0
  }

  /// True when a search has to end.
  ///
  /// - Parameter work: the work of the running search so far.
  mutating func isOver(_ work: Int) -> Bool {
    if end != .exhausted { return true }
    if used + work >= budget.work {
      end = .work
      return true
    }
    guard work >= nextLook else { return false }
    return look(work)
  }

  /// True when the time is over or the search was cancelled, however much work has been done.
  ///
  /// What is small is done before the first look, so that it is not left half done.
  ///
  /// - Parameter work: the work of the running search so far.
  mutating func isInterrupted(_ work: Int) -> Bool {
    if end != .exhausted { return end != .work }
    return work >= max(nextLook, Self.interval) && look(work)
  }

  /// What is left when the work is done or a part of the time is over: the rest of the time.
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
    if let deadline = budget.deadline, ContinuousClock.now >= deadline {
      end = .deadline
      return true
    }
    if budget.isCancelled?() == true {
      end = .cancelled
      return true
    }
    return false
  }
}

/// Decides when a search ends, without asking the clock all the time.
struct SearchStop {
  let budget: SearchBudget
  private(set) var end = SearchEnd.exhausted
  private var nextLook = 0
  private var used = 0

  init(_ budget: SearchBudget) {
    self.budget = budget
  }

  /// The same with half of what is left.
  var half: SearchStop {
    var budget = budget
    if budget.work < .max { budget.work = (budget.work - used) / 2 }
    if let deadline = budget.deadline {
      let now = ContinuousClock.now
      budget.deadline = now + (deadline - now) / 2
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
    nextLook = work + 20_000
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

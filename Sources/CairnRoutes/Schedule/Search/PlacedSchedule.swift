/// The solution of a request in which no stop is left out for the sake of the objective.
///
/// A search for another objective than the least travel may leave out stops that a search for the
/// least travel places, because it prefers plans of which the days are similar, or short, while it
/// places them. So if stops that could be visited are left out, they are placed first, as for the
/// least travel, and the search continues from that plan.
struct PlacedSchedule {
  /// The visits of each day in order.
  private(set) var orders: [[Int]]
  private(set) var isOptimal: Bool
  /// Why the last search ended.
  private(set) var end: SearchEnd

  /// Solves a request.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - reach: the earliest arrivals on each day.
  ///   - clock: the time of the plan.
  ///   - work: the work of a search; it may be repeated twice, the second time with half of it.
  ///   - seed: the seed of the random numbers.
  ///   - known: the visits of each day in a known plan, or empty; the result is no worse.
  init(
    _ model: ScheduleModel, _ reach: [DayLowerBounds], _ clock: PlanClock, work: Int, seed: UInt64,
    known: [[Int]]
  ) {
    func solver(
      _ model: ScheduleModel, _ work: Int, _ part: Double, from known: [[Int]]
    ) -> ScheduleSolver {
      ScheduleSolver(
        model: model, budget: clock.budget(work: work, seed: seed, part: part), known: known)
    }
    let isLeastTravel = model.objective == .leastTravel
    let isTimed = clock.duration != nil && !isLeastTravel
    var first = solver(model, work, isTimed ? 0.5 : 1, from: known)
    orders = first.solve(reach)
    isOptimal = first.isOptimal
    end = first.stop.end
    if isLeastTravel || isOptimal || end == .cancelled { return }
    let most = (0..<model.stopCount).count { stop in
      reach.contains { $0.obstacle(stop, model) == nil }
    }
    if orders.reduce(0, { $0 + $1.count }) < most {
      var placing = model
      placing.objective = .leastTravel
      var second = solver(placing, work, 0.75, from: known)
      second.endsWhenAllArePlaced = true
      let placed = second.solve(reach)
      end = second.stop.end
      // Only stops count here: by the objective, the first plan may be better.
      guard end != .cancelled, model.worth(of: placed) > model.worth(of: orders) else { return }
      orders = placed
    } else if !isTimed {
      return
    }
    // With a limit of time, this uses what is left of it.
    var last = solver(model, work / 2, 1, from: orders)
    orders = last.solve(reach)
    end = last.stop.end
  }
}

extension ScheduleModel {
  /// The sum of the worth of the visits of a plan.
  fileprivate func worth(of orders: [[Int]]) -> Worth {
    orders.joined().reduce(.zero) { $0 + worth[$1] }
  }
}

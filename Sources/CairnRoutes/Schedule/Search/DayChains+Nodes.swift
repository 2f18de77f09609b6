extension DayChains {
  /// A place in a chain.
  struct Node: BitwiseCopyable {
    /// The node behind, -1 at the end of a day and for what is left out.
    var next: Int32 = -1
    /// The node before, -1 at the start of a day and for what is left out.
    var previous: Int32 = -1
    /// The day, -1 for what is left out.
    var day: Int32 = -1
    /// How many visits come before it, where positions are locked.
    var rank: Int32 = 0
    /// Travel from the node before.
    var leg: Ticks = 0
    /// The earliest departure; `.never` when a window is missed.
    var departs: Ticks = 0
    /// The latest arrival from which the rest of the day can be kept, penalties aside.
    var latest: Ticks = 0
    /// The accumulators of the objective.
    var primary: Ticks = 0
    var secondary: Ticks = 0
  }

  /// What is known of a day.
  struct Day: BitwiseCopyable {
    var count = 0
    /// Arrival at the end; `.never` when the day cannot be done.
    var arrival: Ticks = 0
    var cost = ScheduleCost.zero
  }

  /// True when a day can be done as it is.
  func isFeasible(_ day: Int) -> Bool {
    days[day].arrival <= model.closes[day * model.nodeCount + model.end(of: day)]
  }

  /// The visits of a day in order.
  func visits(on day: Int) -> [Int] {
    var visits: [Int] = []
    var node = next(model.start(of: day))
    while node < model.stopCount {
      visits.append(node)
      node = next(node)
    }
    return visits
  }

  /// The costs of all days.
  var cost: ScheduleCost { days.reduce(.zero) { $0 + $1.cost } }
}

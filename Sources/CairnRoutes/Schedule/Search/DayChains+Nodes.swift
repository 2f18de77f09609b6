extension DayChains {
  /// A node in a chain.
  struct Node: BitwiseCopyable {
    /// The next node, -1 at the end of a day and for stops left out.
    var next: Int32 = -1
    /// The previous node, -1 at the start of a day and for stops left out.
    var previous: Int32 = -1
    /// The day, -1 for stops left out.
    var day: Int32 = -1
    /// The number of visits before it, if positions are locked.
    var rank: Int32 = 0
    /// The travel time from the previous node.
    var leg: Ticks = 0
    /// The earliest departure; `.never` if a window is missed.
    var departs: Ticks = 0
    /// The latest arrival that still allows the rest of the day, ignoring penalties.
    var latest: Ticks = 0
    /// The accumulated objective.
    var primary: Ticks = 0
    var secondary: Ticks = 0
  }

  /// The summary of a day.
  struct Day: BitwiseCopyable {
    var count = 0
    /// The arrival at the end; `.never` if the day is impossible.
    var arrival: Ticks = 0
    var cost = ScheduleCost.zero
  }

  /// Whether a day is feasible.
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

  /// The nodes of a day in order, including its start and end.
  func nodes(on day: Int) -> [Int] {
    [model.start(of: day)] + visits(on: day) + [model.end(of: day)]
  }

  /// Removes the visits of a day that are not in the position to which they are locked.
  mutating func removeMisplaced(_ day: Int) {
    var node = next(model.start(of: day))
    var rank: Int32 = 0
    while node < model.stopCount {
      let next = Int(nodes[node].next)
      if model.position[node] >= 0, model.position[node] != rank {
        unlink(node)
      } else {
        rank += 1
      }
      node = next
    }
  }

  /// The costs of all days.
  var cost: ScheduleCost { days.reduce(.zero) { $0 + $1.cost } }
}

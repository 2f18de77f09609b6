/// The visits of one day, with what is needed to see at once whether one more fits in.
struct DayRoute: Sendable {
  let day: Int
  /// The nodes in order, from the start of the day to its end.
  private(set) var order: [Int]
  /// Departure by position, as early as possible.
  private(set) var departs: [Ticks]
  /// The latest arrival by position from which the rest of the day can be kept, penalties aside.
  private(set) var latest: [Ticks]
  private(set) var cost: ScheduleCost

  init(model: ScheduleModel, day: Int, stops: [Int] = []) {
    self.day = day
    order = [model.start(of: day)] + stops + [model.end(of: day)]
    departs = []
    latest = []
    cost = .zero
    refresh(model)
  }

  /// False when not even what is left can be done: there is no way, or it takes too long.
  var isFeasible: Bool { departs[departs.count - 1] < .never }

  /// The number of visits.
  var count: Int { order.count - 2 }

  /// The visits in order.
  var stops: ArraySlice<Int> { order[1..<(order.count - 1)] }

  mutating func insert(_ stop: Int, behind position: Int, _ model: ScheduleModel) {
    order.insert(stop, at: position + 1)
    refresh(model)
  }

  mutating func replace(_ stops: some Collection<Int>, _ model: ScheduleModel) {
    order.replaceSubrange(1..<(order.count - 1), with: stops)
    refresh(model)
  }

  /// Removes the visits of a range of positions; those locked to a position that they lose go
  /// too.
  ///
  /// - Returns: what was removed.
  mutating func remove(_ range: Range<Int>, _ model: ScheduleModel) -> [Int] {
    var removed = Array(order[range])
    order.removeSubrange(range)
    var index = 1
    while index < order.count - 1 {
      let lock = model.position[order[index]]
      if lock >= 0, Int(lock) != index - 1 {
        removed.append(order.remove(at: index))
      } else {
        index += 1
      }
    }
    refresh(model)
    return removed
  }

  private mutating func refresh(_ model: ScheduleModel) {
    let last = order.count - 1
    var progress = model.departure(on: day)
    if departs.count != order.count {
      departs = [Ticks](repeating: 0, count: order.count)
      latest = departs
    }
    departs[0] = progress.time
    for position in 1...last {
      let (from, to) = (order[position - 1], order[position])
      // Never again once it is not possible: no window is open then.
      progress =
        model.step(progress, from: from, to: to, day: day) ?? ScheduleProgress(time: .never)
      departs[position] = progress.time
    }
    cost = isFeasible ? model.cost(progress) : ScheduleCost(primary: .noWay, secondary: 0)
    latest[last] = model.latestStartOfVisit(order[last], day: day, by: .never)
    for position in stride(from: last - 1, through: 0, by: -1) {
      let (node, next) = (order[position], order[position + 1])
      latest[position] = model.latestStartOfVisit(
        node, day: day,
        by: latest[position + 1] &- model.travel(from: node, to: next) &- model.visit[node])
    }
  }
}

/// The cost of an order, not counting stops left out; less is better, compared lexicographically.
struct ScheduleCost: Comparable, Sendable {
  /// The objective and the lateness penalties, in ticks.
  var primary: Ticks
  /// The tie-breaker: the end of the day if the objective is the least travel, otherwise the travel
  /// time.
  var secondary: Ticks

  static let zero = ScheduleCost(primary: 0, secondary: 0)

  static func < (a: ScheduleCost, b: ScheduleCost) -> Bool {
    a.primary != b.primary ? a.primary < b.primary : a.secondary < b.secondary
  }

  static func + (a: ScheduleCost, b: ScheduleCost) -> ScheduleCost {
    ScheduleCost(primary: a.primary + b.primary, secondary: a.secondary + b.secondary)
  }
}

/// The state of a day after the first visits of an order.
struct ScheduleProgress: Sendable {
  /// The departure from the last place.
  var time: Ticks
  /// The accumulated objective, without the end of the day.
  var primary: Ticks = 0
  /// The travel time, if it is not the objective.
  var secondary: Ticks = 0
}

extension ScheduleModel {
  /// Travels to a node and visits it; returns nil if that is too late.
  @inline(__always)
  func step(_ progress: ScheduleProgress, from: Int, to: Int, day: Int) -> ScheduleProgress? {
    let way = travel(from: from, to: to)
    let arrival = progress.time &+ way
    let start = startOfVisit(to, day: day, arriving: arrival)
    if start >= .never { return nil }
    return advanced(
      progress, way: way, start: start, waiting: start &- arrival, to: to, day: day)
  }

  /// The state after a visit that begins at a given time.
  @inline(__always)
  func advanced(
    _ progress: ScheduleProgress, way: Ticks, start: Ticks, waiting: Ticks, to: Int, day: Int
  ) -> ScheduleProgress {
    var next = progress
    next.time = start &+ visit[to]
    switch objective {
    case .leastTravel: next.primary &+= way
    case .earliestEnd: next.secondary &+= way
    case .leastWaiting:
      next.primary &+= waiting
      next.secondary &+= way
    case .balancedDays:
      next.primary &+= way &+ share(of: to)
      next.secondary &+= way
    }
    let late = start &- onTime[day &* nodeCount &+ to]
    if late > 0 { next.primary &+= Self.cost(late: late, penalty[to]) }
    return next
  }

  /// The load that a visit adds to its day if days are balanced.
  ///
  /// Visits without a duration count as one hour. Otherwise a day with one such place would cost
  /// the same as a day with any number of them near each other.
  @inline(__always)
  func share(of node: Int) -> Ticks {
    node < stopCount && visit[node] == 0 ? Ticks(seconds: 3600) : visit[node]
  }

  /// The penalty for being late.
  @inline(never)
  private static func cost(late: Ticks, _ penalty: Double) -> Ticks {
    Ticks(min(Double(late) * penalty, 1e15).rounded())
  }

  /// The state at the start of a day.
  func departure(on day: Int) -> ScheduleProgress {
    ScheduleProgress(time: opens[day * nodeCount + start(of: day)])
  }

  /// The cost of a whole day.
  func cost(_ progress: ScheduleProgress) -> ScheduleCost {
    switch objective {
    case .leastTravel:
      ScheduleCost(primary: progress.primary, secondary: progress.time)
    case .earliestEnd:
      ScheduleCost(primary: progress.primary &+ progress.time, secondary: progress.secondary)
    case .leastWaiting:
      ScheduleCost(primary: progress.primary, secondary: progress.secondary)
    case .balancedDays:
      ScheduleCost(primary: Self.squared(progress.primary), secondary: progress.secondary)
    }
  }

  /// The square of a time, scaled so that ten hours map to ten hours.
  @inline(__always)
  static func squared(_ time: Ticks) -> Ticks {
    let square = min(Double(time) * Double(time) / 3.6e10, 1e15)
    // As `rounded()`, which is a call of a library function on some processors.
    let whole = Ticks(square)
    return square - Double(whole) < 0.5 ? whole : whole + 1
  }

  /// The cost of an order from the start to the end of a day; nil if it violates a window, a locked
  /// position, or, with `keepsBreaks`, a break.
  func cost(
    of order: some RandomAccessCollection<Int>, day: Int, keepsBreaks: Bool = true
  ) -> ScheduleCost? {
    guard var previous = order.first else { return nil }
    var progress = departure(on: day)
    var index: Int32 = -1
    let count = Int32(order.count - 2)
    let isPaused = keepsBreaks && !pauses[day].isEmpty
    for node in order.dropFirst() {
      index += 1
      if node < stopCount {
        let lock = position[node]
        if lock != Self.anywhere, lock != index, lock != Self.last || index != count - 1 {
          return nil
        }
      }
      if isPaused { continue }
      guard let next = step(progress, from: previous, to: node, day: day) else { return nil }
      progress = next
      previous = node
    }
    return isPaused ? pauseSets(of: order, day: day)?.cost : cost(progress)
  }
}

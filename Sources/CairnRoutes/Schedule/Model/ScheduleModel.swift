// Notation of the folder: the team orienteering problem with multiple time windows.
//
// | here                | the literature                                                          |
// |---------------------|-------------------------------------------------------------------------|
// | stop, visit         | vertex, customer i                                                      |
// | day                 | vehicle, tour m                                                         |
// | `travel`            | tᵢⱼ                                                                     |
// | `visit`             | service time sᵢ                                                         |
// | `opens`, `closes`   | [aᵢ, bᵢ]: the window in which service starts, by day                    |
// | `breaks`            | the gaps between multiple time windows                                  |
// | `onTime`, `penalty` | soft time windows: cost after bᵢ, a rate per tick                       |
// | `pauses`            | breaks of a day, see `DayBreaks`                                        |
// | `worth`             | score Sᵢ; a must-see stop has a score above the sum of all optional     |
// |                     | ones                                                                    |

internal import CairnHours

/// A request in the form used by the solvers: integers in flat tables.
///
/// Nodes are the stops, followed by the start and end of each day. Windows limit the *start* of a
/// visit: if a visit has to end before closing time, its duration is subtracted from the window.
struct ScheduleModel: Sendable {
  /// The number of stops, which are the first nodes.
  let stopCount: Int
  /// The number of days.
  let dayCount: Int
  /// The number of nodes: `stopCount + 2 * dayCount`.
  let nodeCount: Int
  /// The travel time from node to node, row by row; `.noWay` if there is no connection.
  var travel: [Ticks]
  /// The duration of the visit of each node, 0 at the ends of a day.
  var visit: [Ticks]
  /// The earliest start of a visit by day and node.
  var opens: [Ticks]
  /// The latest start of a visit by day and node, `-.never` if none is possible.
  var closes: [Ticks]
  /// For each day and node, the start of its list in `breaks`; -1 for none.
  var breakStart: [Int32]
  /// The gaps between windows: the latest start before and the earliest start after each gap, in
  /// chronological order; a list ends with a pair of `.never`.
  var breaks: [Ticks]
  /// The latest start without a penalty, by day and node.
  var onTime: [Ticks]
  /// The cost per tick of lateness, by node.
  var penalty: [Double]
  /// The worth of each stop; a must-see stop outweighs all optional ones together.
  var worth: [Worth]
  /// The worth of a must-see stop; nil if no stop is must-see or booked.
  var mandatoryWorth: Worth?
  /// The index among the visits of its day to which each stop is locked, or `anywhere` or `last`.
  var position: [Int32]
  /// The quantity minimized among plans of equal worth.
  var objective: ScheduleObjective
  /// The breaks to keep on each day.
  var pauses: [DayBreaks]
  /// Whether any day has breaks to keep.
  private(set) var hasPauses = false
  /// Fields that no search uses in its inner loops, in one reference: a model is sometimes copied,
  /// and a copy retains every array in it.
  private var details = [Details()]

  private struct Details: Sendable {
    var booked: [[Int]] = []
    var leftOutBreaks: [[LeftOutBreak]] = []
    var days: [TripDay] = []
    var hoursContext = HoursContext()
    var measured: (@Sendable (_ from: Int, _ to: Int) -> Ticks)?
  }

  static let anywhere: Int32 = -1
  static let last: Int32 = -2

  init(stops: Int, days: Int) {
    stopCount = stops
    dayCount = days
    nodeCount = stops + 2 * days
    travel = [Ticks](repeating: 0, count: nodeCount * nodeCount)
    visit = [Ticks](repeating: 0, count: nodeCount)
    opens = [Ticks](repeating: 0, count: days * nodeCount)
    closes = [Ticks](repeating: -.never, count: days * nodeCount)
    breakStart = [Int32](repeating: -1, count: days * nodeCount)
    breaks = []
    onTime = [Ticks](repeating: .never, count: days * nodeCount)
    penalty = [Double](repeating: 0, count: nodeCount)
    worth = [Worth](repeating: 1, count: stops)
    position = [Int32](repeating: Self.anywhere, count: stops)
    objective = .leastTravel
    pauses = [DayBreaks](repeating: DayBreaks(), count: days)
  }

  /// The booked stops of each day in their fixed order; empty if none exist.
  var booked: [[Int]] {
    get { details[0].booked }
    set { details[0].booked = newValue }
  }

  /// The breaks that no plan can keep, by day.
  private(set) var leftOutBreaks: [[LeftOutBreak]] {
    get { details[0].leftOutBreaks }
    set { details[0].leftOutBreaks = newValue }
  }

  /// The days of the request.
  var days: [TripDay] {
    get { details[0].days }
    set { details[0].days = newValue }
  }

  /// The context for evaluating opening hours.
  var hoursContext: HoursContext {
    get { details[0].hoursContext }
    set { details[0].hoursContext = newValue }
  }

  /// Measures travel times that are missing in the table because there was no time for all of them.
  private var measured: (@Sendable (_ from: Int, _ to: Int) -> Ticks)? {
    get { details[0].measured }
    set { details[0].measured = newValue }
  }

  /// The node where a day starts.
  func start(of day: Int) -> Int { stopCount + 2 * day }

  /// The node where a day ends.
  func end(of day: Int) -> Int { stopCount + 2 * day + 1 }

  /// The travel time between two nodes.
  func travel(from a: Int, to b: Int) -> Ticks { travel[a * nodeCount + b] }

  /// The transposed travel table; if the table is symmetric, the same array without a copy.
  var travelToward: [Ticks] {
    // In square blocks whose rows and columns both stay in the cache.
    func squares(_ body: (_ row: Int, _ column: Int) -> Bool) -> Bool {
      for top in stride(from: 0, to: nodeCount, by: 32) {
        for left in stride(from: 0, to: nodeCount, by: 32) {
          for row in top..<min(top + 32, nodeCount) {
            for column in left..<min(left + 32, nodeCount) where !body(row, column) { return false }
          }
        }
      }
      return true
    }
    if squares({ travel[$0 &* nodeCount &+ $1] == travel[$1 &* nodeCount &+ $0] }) { return travel }
    var toward = travel
    _ = squares {
      toward[$1 &* nodeCount &+ $0] = travel[$0 &* nodeCount &+ $1]
      return true
    }
    return toward
  }

  /// Adds the breaks that can be kept; the others go to `leftOutBreaks`.
  mutating func addPauses() {
    leftOutBreaks = days.map { _ in [] }
    for (day, trip) in days.enumerated() where !trip.breaks.isEmpty {
      let (from, to) = (start(of: day), end(of: day))
      measure(from: from, to: to)
      let bookings = bookings(on: day)
      let way = bookings.isEmpty ? travel(from: from, to: to) : 0
      let (begin, end) = (opens[day * nodeCount + from], closes[day * nodeCount + to])
      var kept: [DayBreaks.Pause] = []
      for (number, pause) in trip.breaks.enumerated() {
        let latest = Ticks(seconds: trip.elapsed(pause.latestStart).seconds)
        let more = DayBreaks.Pause(
          earliest: Ticks(seconds: trip.elapsed(pause.earliestStart).seconds), latest: latest,
          duration: Ticks(seconds: pause.seconds), number: number)
        // A day too short for its own travel is reported by another error.
        let isHeld =
          begin + way > end
          || DayBreaks(kept + [more]).areHeld(from: begin, way: way, by: end)
            && (bookings.isEmpty || areHeld(kept + [more], beside: bookings, day: day))
        if latest >= begin, isHeld {
          kept.append(more)
        } else {
          leftOutBreaks[day].append(
            LeftOutBreak(
              number: number, name: pause.name,
              reason: latest < begin ? .dayBeginsAfter : .noRoom))
        }
      }
      pauses[day] = DayBreaks(kept)
      hasPauses = hasPauses || !kept.isEmpty
    }
  }

  /// The booked stops of a day, in order.
  func bookings(on day: Int) -> [Int] { booked.isEmpty ? [] : booked[day] }

  /// Whether breaks can be kept together with the booked stops of a day.
  private func areHeld(_ list: [DayBreaks.Pause], beside bookings: [Int], day: Int) -> Bool {
    var model = self
    model.pauses[day] = DayBreaks(list)
    let order = [start(of: day)] + bookings + [end(of: day)]
    return model.pauseSets(of: order, day: day) != nil
  }

  /// Sets the function that measures travel times missing in the table.
  mutating func measure(by way: @escaping @Sendable (_ from: Int, _ to: Int) -> Ticks) {
    measured = way
  }

  /// Measures the travel time between two nodes if it may be missing.
  mutating func measure(from a: Int, to b: Int) {
    if let measured { travel[a * nodeCount + b] = measured(a, b) }
  }

  /// Whether windows are hard, no position is locked, there are no breaks, and the objective is
  /// travel: the requests supported by the fast searches.
  var isPlain: Bool { !hasPauses && countsTravelAlone }

  /// As `isPlain`, but ignoring breaks: the cost of an order is its travel time.
  var countsTravelAlone: Bool { objective == .leastTravel && isUnconditional }

  /// Whether windows are hard, no position is locked, there are no breaks, and the objective is
  /// balanced days: the cost of an order depends on the sum of travel and visits alone.
  var countsLoadAlone: Bool { !hasPauses && objective == .balancedDays && isUnconditional }

  /// Whether no stop may be late, and none is locked to a position.
  private var isUnconditional: Bool {
    penalty.allSatisfy { $0 == 0 } && position.allSatisfy { $0 == Self.anywhere }
  }

  /// Whether a stop may be the visit at a rank on a day with `count` visits.
  @inline(__always)
  func allows(_ stop: Int, at rank: Int32, of count: Int32) -> Bool {
    let lock = position[stop]
    return lock == Self.anywhere || lock == rank || (lock == Self.last && rank == count - 1)
  }

  /// For each of some stops, up to 30 others that are likely to precede or follow it, the likeliest
  /// first; empty if the time runs out.
  ///
  /// Pairs are ranked by the travel time plus half the time lost before the second stop opens, in
  /// the better of both directions; a direction in which the second stop is over by then does not
  /// count.
  ///
  /// - Parameters:
  ///   - stops: the stops, in ascending order.
  ///   - watch: the deadline and cancellation check.
  /// - Returns: the neighbors of each stop.
  func nearest(to stops: [Int], until watch: inout SearchWatch) -> [[Int32]] {
    var near = [[Int32]](repeating: [], count: stopCount)
    // The earliest and latest start on any day.
    var windows = stops.map { (first: Ticks.never, last: -Ticks.never, visit: visit[$0]) }
    for day in 0..<dayCount {
      for (index, stop) in stops.enumerated() where closes[day * nodeCount + stop] > -.never {
        windows[index].first = min(windows[index].first, opens[day * nodeCount + stop])
        windows[index].last = max(windows[index].last, closes[day * nodeCount + stop])
      }
    }
    func gap(_ a: Int, _ b: Int) -> Ticks {
      let leaves = visit[stops[a]] &+ travel(from: stops[a], to: stops[b])
      if windows[a].first &+ leaves > windows[b].last { return .noWay }
      return travel(from: stops[a], to: stops[b])
        &+ max(0, windows[b].first &- windows[a].last &- leaves) / 2
    }
    // Ticks below 2^53 are exact as doubles.
    let lists = TourNeighbors(count: stops.count, width: 30, until: &watch) { a, b in
      Double(min(gap(Int(a), Int(b)), gap(Int(b), Int(a))))
    }
    guard let lists else { return near }
    for (index, stop) in stops.enumerated() {
      let row = lists.ids[index * lists.width..<(index + 1) * lists.width]
      near[stop] = row.map { Int32(stops[Int($0)]) }
    }
    return near
  }

  /// The earliest start of a visit after an arrival, `.never` if it is too late.
  @inline(__always)
  func startOfVisit(_ node: Int, day: Int, arriving time: Ticks) -> Ticks {
    let slot = day &* nodeCount &+ node
    if time > closes[slot] { return .never }
    let start = max(time, opens[slot])
    let first = breakStart[slot]
    return first < 0 ? start : Self.after(breaks, start, first)
  }

  /// The latest start of a visit up to a time, `-.never` if none exists.
  @inline(__always)
  func latestStartOfVisit(_ node: Int, day: Int, by time: Ticks) -> Ticks {
    let slot = day &* nodeCount &+ node
    if time < opens[slot] { return -.never }
    let start = min(time, closes[slot])
    let first = breakStart[slot]
    return first < 0 ? (start < opens[slot] ? -.never : start) : Self.before(breaks, start, first)
  }

  // Static functions of the array alone: a method would copy the whole model for the call.

  @inline(never)
  private static func after(_ breaks: [Ticks], _ time: Ticks, _ first: Int32) -> Ticks {
    var index = Int(first)
    while breaks[index] < time {
      if time < breaks[index + 1] { return breaks[index + 1] }
      index += 2
    }
    return time
  }

  @inline(never)
  private static func before(_ breaks: [Ticks], _ time: Ticks, _ first: Int32) -> Ticks {
    var index = Int(first)
    while breaks[index] < time {
      if time < breaks[index + 1] { return breaks[index] }
      index += 2
    }
    return time
  }
}

/// A time inside the solvers, in whole microseconds.
///
/// Integer sums do not depend on their order. So a time computed from the start of a day agrees
/// exactly with one computed from its end, and rounding cannot make a move look like a gain.
typealias Ticks = Int64

extension Ticks {
  /// The number of ticks in a second.
  static var second: Ticks { 1_000_000 }
  /// Greater than every time, and far enough from the limits of the type to add travel times to it.
  static var never: Ticks { 1 << 60 }
  /// The travel time of an impossible leg: later than every window, and small enough to add up the
  /// legs of 65,000 stops.
  static var noWay: Ticks { 1 << 47 }
  /// The greatest time other than ``never``: ten million seconds.
  static var longest: Ticks { 10_000_000 * second }

  /// Converts seconds, clamped to ``longest``; NaN becomes 0.
  init(seconds: Double) {
    if seconds.isNaN {
      self = 0
    } else if seconds.magnitude > 10_000_000 {
      self = seconds < 0 ? -.longest : .longest
    } else {
      self = Ticks((seconds * 1e6).rounded())
    }
  }

  /// The time in seconds.
  var seconds: Double { Double(self) / 1e6 }
}

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
// | `pauses`            | breaks of a day, see `DayPauses`                                        |
// | `worth`             | score Sᵢ; a must-see stop has a score above the sum of all optional     |
// |                     | ones                                                                    |

internal import CairnHours

/// A request as the solvers see it: whole numbers in flat tables.
///
/// Nodes are the stops, then start and end of each day. Windows limit the *start* of a visit: from
/// the window of a visit that has to end before its place closes the duration is subtracted.
struct ScheduleModel: Sendable {
  /// How many stops there are; they are the first nodes.
  let stopCount: Int
  /// How many days there are.
  let dayCount: Int
  /// How many nodes there are: `stopCount + 2 * dayCount`.
  let nodeCount: Int
  /// Travel time from node to node, row by row; `.noWay` where there is none.
  var travel: [Ticks]
  /// The duration of the visit of each node, 0 at the ends of a day.
  var visit: [Ticks]
  /// The earliest start of a visit by day and node.
  var opens: [Ticks]
  /// The latest start of a visit by day and node, `-.never` where there is none.
  var closes: [Ticks]
  /// Where the closed times between the windows of a day and node start in `breaks`; -1 for none.
  var breakStart: [Int32]
  /// Closed times in between: the latest start before and the earliest start after, in the order
  /// of time; a list ends with a pair of `.never`.
  var breaks: [Ticks]
  /// The latest start without a penalty, by day and node.
  var onTime: [Ticks]
  /// The cost of a late tick, by node.
  var penalty: [Double]
  /// What a stop is worth, by stop; a must-see stop outweighs all optional ones.
  var worth: [Worth]
  /// What each must-see stop is worth; nil where there is none, and no booked one.
  var mandatoryWorth: Worth?
  /// The index among the visits of its day that a stop is locked to, `anywhere` or `last`.
  var position: [Int32]
  /// The quantity minimized among plans of equal worth.
  var objective: ScheduleObjective
  /// The breaks of each day that have to be kept.
  var pauses: [DayPauses]
  /// Whether there are any.
  private(set) var hasPauses = false
  /// What no search asks in its loops, behind one reference: a model is copied now and then, and
  /// each list in it is retained by that.
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
    pauses = [DayPauses](repeating: DayPauses(), count: days)
  }

  /// By day the booked stops in their order, which stay where they are; empty where there is none.
  var booked: [[Int]] {
    get { details[0].booked }
    set { details[0].booked = newValue }
  }

  /// Breaks that no plan can keep, by day.
  private(set) var leftOutBreaks: [[LeftOutBreak]] {
    get { details[0].leftOutBreaks }
    set { details[0].leftOutBreaks = newValue }
  }

  /// The days as they were given.
  var days: [TripDay] {
    get { details[0].days }
    set { details[0].days = newValue }
  }

  /// What hours need to know on them.
  var hoursContext: HoursContext {
    get { details[0].hoursContext }
    set { details[0].hoursContext = newValue }
  }

  /// Measures ways that are not in the table, where there was no time for all of them.
  private var measured: (@Sendable (_ from: Int, _ to: Int) -> Ticks)? {
    get { details[0].measured }
    set { details[0].measured = newValue }
  }

  /// The node where a day starts.
  func start(of day: Int) -> Int { stopCount + 2 * day }

  /// The node where a day ends.
  func end(of day: Int) -> Int { stopCount + 2 * day + 1 }

  /// Travel time between two nodes.
  func travel(from a: Int, to b: Int) -> Ticks { travel[a * nodeCount + b] }

  /// The table of travel with rows and columns exchanged; where each way takes as long as the way
  /// back it is the same, and no copy.
  var travelToward: [Ticks] {
    // By squares of which both rows and columns stay in the cache.
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

  /// Takes the breaks of the days that can be kept at all.
  mutating func addPauses() {
    leftOutBreaks = days.map { _ in [] }
    for (day, trip) in days.enumerated() where !trip.breaks.isEmpty {
      let (from, to) = (start(of: day), end(of: day))
      measure(from: from, to: to)
      let bookings = bookings(on: day)
      let way = bookings.isEmpty ? travel(from: from, to: to) : 0
      let (begin, end) = (opens[day * nodeCount + from], closes[day * nodeCount + to])
      var kept: [DayPauses.Pause] = []
      for (number, pause) in trip.breaks.enumerated() {
        let latest = Ticks(seconds: pause.latestStart.seconds)
        let more = DayPauses.Pause(
          earliest: Ticks(seconds: pause.earliestStart.seconds), latest: latest,
          duration: Ticks(seconds: pause.duration), number: number)
        // A day that is too short for its way is another error.
        let isHeld =
          begin + way > end
          || DayPauses(kept + [more]).areHeld(from: begin, way: way, by: end)
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
      pauses[day] = DayPauses(kept)
      hasPauses = hasPauses || !kept.isEmpty
    }
  }

  /// The booked stops of a day in their order.
  func bookings(on day: Int) -> [Int] { booked.isEmpty ? [] : booked[day] }

  /// Whether breaks can be kept beside the booked stops of a day.
  private func areHeld(_ list: [DayPauses.Pause], beside bookings: [Int], day: Int) -> Bool {
    var model = self
    model.pauses[day] = DayPauses(list)
    let order = [start(of: day)] + bookings + [end(of: day)]
    return model.pauseSets(of: order, day: day) != nil
  }

  /// Sets how ways are measured that are not in the table yet.
  mutating func measure(by way: @escaping @Sendable (_ from: Int, _ to: Int) -> Ticks) {
    measured = way
  }

  /// Measures the way between two nodes, where it has not been.
  mutating func measure(from a: Int, to b: Int) {
    if let measured { travel[a * nodeCount + b] = measured(a, b) }
  }

  /// True when windows are hard, no position is locked, no break is to be kept and the objective is
  /// travel: the requests that the fast searches can do.
  var isPlain: Bool { !hasPauses && countsTravelAlone }

  /// The same but for breaks: the cost of an order is its travel.
  var countsTravelAlone: Bool {
    objective == .leastTravel && penalty.allSatisfy { $0 == 0 }
      && position.allSatisfy { $0 == Self.anywhere }
  }

  /// Whether a stop may be the visit of a rank on a day with a number of visits.
  @inline(__always)
  func allows(_ stop: Int, at rank: Int32, of count: Int32) -> Bool {
    let lock = position[stop]
    return lock == Self.anywhere || lock == rank || (lock == Self.last && rank == count - 1)
  }

  /// For each of some stops at most 30 others that are likely to be visited before or after it, the
  /// likeliest first; none when the time is over.
  ///
  /// They are those with the least way between the two visits and time lost before the second one
  /// opens, in the better order of both; a second one that is over by then is none.
  ///
  /// - Parameters:
  ///   - stops: the stops, in ascending order.
  ///   - watch: ends it.
  /// - Returns: by stop.
  func nearest(to stops: [Int], until watch: inout SearchWatch) -> [[Int32]] {
    var near = [[Int32]](repeating: [], count: stopCount)
    // The earliest and the latest start on any day.
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
    // Ticks of less than 2^53 are exact as doubles.
    let lists = NeighborLists(count: stops.count, width: 30, until: &watch) { a, b in
      Double(min(gap(Int(a), Int(b)), gap(Int(b), Int(a))))
    }
    guard let lists else { return near }
    for (index, stop) in stops.enumerated() {
      let row = lists.ids[index * lists.width..<(index + 1) * lists.width]
      near[stop] = row.map { Int32(stops[Int($0)]) }
    }
    return near
  }

  /// The earliest start of a visit for an arrival, `.never` when it is too late.
  @inline(__always)
  func startOfVisit(_ node: Int, day: Int, arriving time: Ticks) -> Ticks {
    let slot = day &* nodeCount &+ node
    if time > closes[slot] { return .never }
    let start = max(time, opens[slot])
    let first = breakStart[slot]
    return first < 0 ? start : Self.after(breaks, start, first)
  }

  /// The latest start of a visit up to a time, `-.never` when there is none.
  @inline(__always)
  func latestStartOfVisit(_ node: Int, day: Int, by time: Ticks) -> Ticks {
    let slot = day &* nodeCount &+ node
    if time < opens[slot] { return -.never }
    let start = min(time, closes[slot])
    let first = breakStart[slot]
    return first < 0 ? (start < opens[slot] ? -.never : start) : Self.before(breaks, start, first)
  }

  // Functions of the list alone: a method would have the whole model copied for the call.

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

/// Time inside the solvers: whole microseconds.
///
/// Sums of whole numbers do not depend on their order, so that a time computed from the start of a
/// day and one computed from its end agree exactly, and a move that gains nothing cannot seem to.
typealias Ticks = Int64

extension Ticks {
  /// Ticks in a second.
  static var second: Ticks { 1_000_000 }
  /// Greater than every time: far enough from the limits of the type to add some travel to it.
  static var never: Ticks { 1 << 60 }
  /// The travel time where there is no way: later than every window, and small enough that the
  /// legs of 65,000 stops can be added up.
  static var noWay: Ticks { 1 << 47 }
  /// The greatest time beside ``never``: ten million seconds.
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

/// What the solvers see of a request: whole numbers in flat tables.
///
/// Nodes are the stops, then start and end of each day. Windows limit the *start* of a visit: a
/// visit that has to end before its place closes has had its duration taken off already.
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
  var worth: [Int64]
  /// The index among the visits of its day which a stop is locked to, `anywhere` or `last`.
  var position: [Int32]
  /// What is made small once as much as possible is visited.
  var objective: ScheduleObjective
  /// Measures ways that are not in the table, where there was no time for all of them.
  private var measured: (@Sendable (_ from: Int, _ to: Int) -> Ticks)?

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
    worth = [Int64](repeating: 1, count: stops)
    position = [Int32](repeating: Self.anywhere, count: stops)
    objective = .leastTravel
  }

  /// The node where a day starts.
  func start(of day: Int) -> Int { stopCount + 2 * day }

  /// The node where a day ends.
  func end(of day: Int) -> Int { stopCount + 2 * day + 1 }

  /// Travel time between two nodes.
  func travel(from a: Int, to b: Int) -> Ticks { travel[a * nodeCount + b] }

  /// Says how ways are measured that are not in the table yet.
  mutating func measure(by way: @escaping @Sendable (_ from: Int, _ to: Int) -> Ticks) {
    measured = way
  }

  /// Measures the way between two nodes, where it has not been.
  mutating func measure(from a: Int, to b: Int) {
    if let measured { travel[a * nodeCount + b] = measured(a, b) }
  }

  /// True when windows are hard, no position is locked and travel counts: what the fast searches
  /// are made for.
  var isPlain: Bool {
    objective == .leastTravel && penalty.allSatisfy { $0 == 0 }
      && position.allSatisfy { $0 == Self.anywhere }
  }

  /// For each of some stops the others, the nearest first, at most 30; none when the time is over.
  func nearest(to stops: [Int], until watch: inout SearchWatch) -> [[Int32]] {
    var near = [[Int32]](repeating: [], count: stopCount)
    for stop in stops where watch.goesOn(3 * stops.count) {
      var best: [(way: Ticks, stop: Int)] = []
      for other in stops where other != stop {
        let way = min(travel(from: stop, to: other), travel(from: other, to: stop))
        if best.count == 30 {
          guard (way, other) < best[29] else { continue }
          best.removeLast()
        }
        let index = best.firstIndex { (way, other) < $0 } ?? best.count
        best.insert((way, other), at: index)
      }
      near[stop] = best.map { Int32($0.stop) }
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
    return first < 0 ? start : afterBreak(start, first)
  }

  /// The latest start of a visit up to a time, `-.never` when there is none.
  @inline(__always)
  func latestStartOfVisit(_ node: Int, day: Int, by time: Ticks) -> Ticks {
    let slot = day &* nodeCount &+ node
    if time < opens[slot] { return -.never }
    let start = min(time, closes[slot])
    let first = breakStart[slot]
    return first < 0 ? (start < opens[slot] ? -.never : start) : beforeBreak(start, first)
  }

  @inline(never)
  private func afterBreak(_ time: Ticks, _ first: Int32) -> Ticks {
    var index = Int(first)
    while breaks[index] < time {
      if time < breaks[index + 1] { return breaks[index + 1] }
      index += 2
    }
    return time
  }

  @inline(never)
  private func beforeBreak(_ time: Ticks, _ first: Int32) -> Ticks {
    var index = Int(first)
    while breaks[index] < time {
      if time < breaks[index + 1] { return breaks[index] }
      index += 2
    }
    return time
  }
}

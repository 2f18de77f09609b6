// Breaks without a place are pauses here, as `breaks` are the gaps between the windows of a stop.
//
// | here            | the literature (breaks of vehicle routing with time windows)            |
// |-----------------|--------------------------------------------------------------------------|
// | pause           | a break: a window [e, l] of its start and a duration d                   |
// | set             | the pauses that have been taken, a bit each                              |
// | `deadline`      | until when a day may last with a set: the least l of those not in it     |
// | `ways`          | all that may be taken on one leg, which they interrupt (preemptive)      |
// | front           | by set the earliest departure from a place                               |

/// The breaks of a day as the solvers see them.
///
/// Between two visits there are a way and, in any order, some pauses. To begin each of these as
/// early as it can is best for the arrival, as what is waited for a pause is used for the way until
/// that is done. With the same pauses taken, who leaves earlier arrives no later; so the earliest
/// departures by set say all about what is possible, from the start of a day forwards, and the
/// latest ones from its end backwards.
struct DayPauses: Sendable {
  struct Pause: Sendable {
    var earliest: Ticks
    var latest: Ticks
    var duration: Ticks
    /// The offset among the breaks of the day.
    var number: Int
  }

  /// The most breaks of a day: four have 16 sets, and 65 orders on one leg.
  static let greatestCount = 4

  // Vectors and not lists, which would be retained at every step of a search.
  private var earliest = SIMD4<Ticks>()
  private var latest = SIMD4<Ticks>()
  private var durations = SIMD4<Ticks>()
  private var numbers = SIMD4<Int>()
  /// How many there are.
  let count: Int

  /// Takes some breaks, at most ``greatestCount``.
  init(_ list: [Pause] = []) {
    count = list.count
    for (index, pause) in list.enumerated() {
      earliest[index] = pause.earliest
      latest[index] = pause.latest
      durations[index] = pause.duration
      numbers[index] = pause.number
    }
  }

  @inline(__always)
  subscript(index: Int) -> Pause {
    Pause(
      earliest: earliest[index], latest: latest[index], duration: durations[index],
      number: numbers[index])
  }

  var indices: Range<Int> { 0..<count }
  var isEmpty: Bool { count == 0 }

  /// How many sets there are.
  var setCount: Int { 1 << count }

  /// The latest time that a day may last to without one more than a set.
  @inline(__always)
  func deadline(_ set: Int) -> Ticks {
    var deadline = Ticks.never
    for index in 0..<count where set & 1 << index == 0 { deadline = min(deadline, latest[index]) }
    return deadline
  }

  /// How long the pauses of a set take.
  @inline(__always)
  func duration(_ set: Int) -> Ticks {
    var duration: Ticks = 0
    for index in 0..<count where set & 1 << index != 0 { duration &+= durations[index] }
    return duration
  }

  /// The latest time at which one may have to wait for a pause.
  var lastBeginning: Ticks { indices.reduce(-.never) { max($0, earliest[$1]) } }

  /// All sets that may have been taken at the end of a way, each with the earliest arrival of some
  /// order; a set may come up with several.
  ///
  /// - Parameters:
  ///   - time: when the way may begin.
  ///   - way: how long it takes.
  ///   - set: what has been taken before.
  ///   - body: gets a set and an arrival, which is no later than the deadline.
  @inline(__always)
  func ways(
    _ time: Ticks, _ way: Ticks, _ set: Int, _ body: (_ set: Int, _ arrival: Ticks) -> Void
  ) {
    if time &+ way <= deadline(set) { body(set, time &+ way) }
    if set == setCount &- 1 { return }
    if count > 1 { return moreWays(time, way, set, body) }
    // The one there is, as nearly always.
    let begin = max(time, earliest[0])
    if begin <= latest[0] { body(1, begin &+ durations[0] &+ max(0, way &- (begin &- time))) }
  }

  private func moreWays(
    _ time: Ticks, _ way: Ticks, _ set: Int, _ body: (_ set: Int, _ arrival: Ticks) -> Void
  ) {
    for index in 0..<count where set & 1 << index == 0 {
      let begin = max(time, earliest[index])
      guard begin <= latest[index] else { continue }
      let after = set | 1 << index
      let end = begin &+ durations[index]
      let rest = max(0, way &- (begin &- time))
      let deadline = deadline(after)
      guard end <= deadline else { continue }
      if end &+ rest <= deadline { body(after, end &+ rest) }
      if after != setCount &- 1 { moreWays(end, rest, after, body) }
    }
  }

  /// The latest departures for a way that has to be over by a time, by what has been taken before.
  ///
  /// - Parameters:
  ///   - time: the latest arrival.
  ///   - way: how long the way takes.
  ///   - set: what has been taken then.
  ///   - body: gets a set and a departure; a set may come up with several.
  func waysBack(
    _ time: Ticks, _ way: Ticks, _ set: Int, _ body: (_ set: Int, _ departure: Ticks) -> Void
  ) {
    body(set, time &- way)
    for index in 0..<count where set & 1 << index != 0 {
      let begin = min(time &- durations[index], latest[index])
      guard begin >= earliest[index] else { continue }
      let idle = time &- durations[index] &- begin
      waysBack(begin, max(0, way &- idle), set & ~(1 << index), body)
    }
  }

  /// Whether all of them can be taken one after the other, and the way of a day beside them.
  func areHeld(from time: Ticks, way: Ticks, by end: Ticks) -> Bool {
    var (areHeld, isDone) = (false, false)
    ways(time, 0, 0) { set, _ in areHeld = areHeld || set == setCount - 1 }
    ways(time, way, 0) { _, arrival in isDone = isDone || arrival <= end }
    return areHeld && isDone
  }
}

/// The pauses between two visits at their times.
struct PlacedPauses {
  /// The pauses by their index, in order, with their beginnings.
  private(set) var starts: [(index: Int, time: Ticks, moment: ScheduledBreak.Moment)] = []
  /// When the way is over.
  private(set) var arrival: Ticks = 0
  /// When all is over.
  private(set) var end: Ticks = 0

  /// Places some pauses so that all is over as soon as possible.
  ///
  /// - Parameters:
  ///   - pauses: those of the day.
  ///   - added: which of them, a set.
  ///   - time: when one may leave.
  ///   - way: how long the way takes.
  init?(_ pauses: DayPauses, _ added: Int, from time: Ticks, way: Ticks) {
    var best: PlacedPauses?
    func search(_ left: Int, _ time: Ticks, _ way: Ticks, _ sofar: PlacedPauses, _ whole: Ticks) {
      if left == 0 {
        var done = sofar
        done.end = time + way
        if way > 0 || done.starts.isEmpty { done.arrival = done.end }
        if best.map({ done.end < $0.end }) ?? true { best = done }
        return
      }
      for index in pauses.indices where left & 1 << index != 0 {
        let pause = pauses[index]
        let begin = max(time, pause.earliest)
        guard begin <= pause.latest else { continue }
        var next = sofar
        let rest = max(0, way - (begin - time))
        if way > 0, rest == 0 { next.arrival = time + way }
        next.starts.append(
          (
            index, begin,
            rest == 0 ? .onArrival : rest == whole && begin == time ? .beforeLeaving : .onTheWay
          ))
        search(left & ~(1 << index), begin + pause.duration, rest, next, whole)
      }
    }
    var none = PlacedPauses()
    none.arrival = time + way
    search(added, time, way, none, way)
    guard let best else { return nil }
    self = best
  }

  private init() {}

  /// The latest departure with which all is over by a time, in the same order.
  func latestDeparture(_ pauses: DayPauses, by end: Ticks, way: Ticks) -> Ticks {
    var (time, rest) = (end, way)
    for (index, _, _) in starts.reversed() {
      let pause = pauses[index]
      let begin = min(time - pause.duration, pause.latest)
      rest = max(0, rest - (time - pause.duration - begin))
      time = begin
    }
    return time - rest
  }

  /// Takes them at places instead of on the way, where they are over by then all the same.
  ///
  /// - Parameters:
  ///   - pauses: those of the day.
  ///   - time: when one may leave.
  ///   - way: how long the way takes.
  ///   - start: when the visit begins.
  ///   - arrivesFirst: whether the way comes first if it can.
  mutating func settle(
    _ pauses: DayPauses, from time: Ticks, way: Ticks, by start: Ticks, arrivesFirst: Bool
  ) {
    let order = starts.map(\.index)
    let counts = Array(0...order.count)
    for count in arrivesFirst ? counts : counts.reversed() {
      var placed = PlacedPauses()
      var now = time
      var isPossible = true
      for (position, index) in order.enumerated() {
        let pause = pauses[index]
        if position == count {
          now += way
          placed.arrival = now
        }
        // Nobody waits before leaving.
        let begin = position < count ? now : max(now, pause.earliest)
        isPossible = isPossible && begin >= pause.earliest && begin <= pause.latest
        placed.starts.append((index, begin, position < count ? .beforeLeaving : .onArrival))
        now = begin + pause.duration
      }
      if count == order.count {
        now += way
        placed.arrival = now
      }
      placed.end = now
      if isPossible, now <= start {
        self = placed
        return
      }
    }
  }
}

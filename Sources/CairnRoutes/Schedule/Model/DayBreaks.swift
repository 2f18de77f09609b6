// Breaks without a place are called pauses here; `breaks` are the gaps between a stop's windows.
//
// | here            | the literature (breaks of vehicle routing with time windows)            |
// |-----------------|--------------------------------------------------------------------------|
// | pause           | a break: a window [e, l] of its start and a duration d                   |
// | set             | the breaks that have been taken, one bit each                            |
// | `deadline`      | the latest time for a set: the least l of the breaks not in it           |
// | `ways`          | the ways to take breaks on a leg, which they interrupt (preemptive)      |
// | front           | the earliest departure from a place for each set                         |

/// The breaks of a day in the form used by the solvers.
///
/// Between two visits there are a leg and, in any order, some breaks. Beginning each as early as
/// possible gives the earliest arrival, because time spent waiting for a break is used for travel
/// until the leg is done. With the same breaks taken, an earlier departure never arrives later; so
/// the earliest departures by set determine what is possible, computed forward from the start of
/// the day, and likewise the latest departures computed backward from its end.
struct DayBreaks: Sendable {
  struct Pause: Sendable {
    var earliest: Ticks
    var latest: Ticks
    var duration: Ticks
    /// The offset of the break in the day's list.
    var number: Int
  }

  /// The maximum number of breaks per day: four have 16 sets, and 65 orders on one leg.
  static let maximumCount = 4

  // Vectors instead of arrays, which would be retained at every step of a search.
  private var earliest = SIMD4<Ticks>()
  private var latest = SIMD4<Ticks>()
  private var durations = SIMD4<Ticks>()
  private var numbers = SIMD4<Int>()
  /// The number of breaks.
  let count: Int

  /// Takes some breaks, at most ``maximumCount``.
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

  /// The number of sets.
  var setCount: Int { 1 << count }

  /// The latest time that a day may reach without taking a break that is not in the set.
  @inline(__always)
  func deadline(_ set: Int) -> Ticks {
    var deadline = Ticks.never
    for index in 0..<count where set & 1 << index == 0 { deadline = min(deadline, latest[index]) }
    return deadline
  }

  /// The total duration of the breaks in a set.
  @inline(__always)
  func duration(_ set: Int) -> Ticks {
    var duration: Ticks = 0
    for index in 0..<count where set & 1 << index != 0 { duration &+= durations[index] }
    return duration
  }

  /// The latest of the earliest starts, after which no break requires waiting.
  var lastEarliestStart: Ticks { indices.reduce(-.never) { max($0, earliest[$1]) } }

  /// Enumerates the sets of breaks that may have been taken by the end of a leg, each with the
  /// earliest arrival for some order; the same set may be reported several times.
  ///
  /// - Parameters:
  ///   - time: the earliest departure.
  ///   - way: the travel time of the leg.
  ///   - set: the breaks taken before.
  ///   - body: called with a set and an arrival no later than the set's deadline.
  @inline(__always)
  func ways(
    _ time: Ticks, _ way: Ticks, _ set: Int, _ body: (_ set: Int, _ arrival: Ticks) -> Void
  ) {
    if time &+ way <= deadline(set) { body(set, time &+ way) }
    if set == setCount &- 1 { return }
    if count > 1 { return moreWays(time, way, set, body) }
    // The only break, which is by far the most common case.
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

  /// Enumerates the latest departures for a leg that has to end by a time, with the breaks taken
  /// before.
  ///
  /// - Parameters:
  ///   - time: the latest arrival.
  ///   - way: the travel time of the leg.
  ///   - set: the breaks taken by then.
  ///   - body: called with a set and a departure; the same set may be reported several times.
  func enumerateDepartures(
    _ time: Ticks, _ way: Ticks, _ set: Int, _ body: (_ set: Int, _ departure: Ticks) -> Void
  ) {
    body(set, time &- way)
    for index in 0..<count where set & 1 << index != 0 {
      let begin = min(time &- durations[index], latest[index])
      guard begin >= earliest[index] else { continue }
      let idle = time &- durations[index] &- begin
      enumerateDepartures(begin, max(0, way &- idle), set & ~(1 << index), body)
    }
  }

  /// Whether all breaks can be taken one after another, and the travel of the day fits as well.
  func areHeld(from time: Ticks, way: Ticks, by end: Ticks) -> Bool {
    var (areHeld, isDone) = (false, false)
    ways(time, 0, 0) { set, _ in areHeld = areHeld || set == setCount - 1 }
    ways(time, way, 0) { _, arrival in isDone = isDone || arrival <= end }
    return areHeld && isDone
  }
}

/// The breaks between two visits, with their times.
struct PlacedBreaks {
  /// The breaks by index, in order, with their start times.
  private(set) var starts: [(index: Int, time: Ticks, moment: ScheduledBreak.Moment)] = []
  /// The end of the leg.
  private(set) var arrival: Ticks = 0
  /// The end of the leg and all breaks.
  private(set) var end: Ticks = 0

  /// Places some breaks so that everything ends as early as possible; nil if that is impossible.
  ///
  /// - Parameters:
  ///   - pauses: the breaks of the day.
  ///   - added: the set of breaks to place.
  ///   - time: the earliest departure.
  ///   - way: the travel time of the leg.
  init?(_ pauses: DayBreaks, _ added: Int, from time: Ticks, way: Ticks) {
    var best: PlacedBreaks?
    func search(_ left: Int, _ time: Ticks, _ way: Ticks, _ sofar: PlacedBreaks, _ whole: Ticks) {
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
    var none = PlacedBreaks()
    none.arrival = time + way
    search(added, time, way, none, way)
    guard let best else { return nil }
    self = best
  }

  private init() {}

  /// The latest departure such that everything ends by a time, in the same order.
  func latestDeparture(_ pauses: DayBreaks, by end: Ticks, way: Ticks) -> Ticks {
    var (time, rest) = (end, way)
    for (index, _, _) in starts.reversed() {
      let pause = pauses[index]
      let begin = min(time - pause.duration, pause.latest)
      rest = max(0, rest - (time - pause.duration - begin))
      time = begin
    }
    return time - rest
  }

  /// Moves breaks from the leg to its ends, if everything still ends before the visit begins.
  ///
  /// - Parameters:
  ///   - pauses: the breaks of the day.
  ///   - time: the earliest departure.
  ///   - way: the travel time of the leg.
  ///   - start: the start of the visit.
  ///   - arrivesFirst: whether breaks on arrival are preferred to breaks before leaving.
  mutating func settle(
    _ pauses: DayBreaks, from time: Ticks, way: Ticks, by start: Ticks, arrivesFirst: Bool
  ) {
    let order = starts.map(\.index)
    let counts = Array(0...order.count)
    for count in arrivesFirst ? counts : counts.reversed() {
      var placed = PlacedBreaks()
      var now = time
      var isPossible = true
      for (position, index) in order.enumerated() {
        let pause = pauses[index]
        if position == count {
          now += way
          placed.arrival = now
        }
        // Breaks before leaving must begin without waiting.
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

// Notation.
//
// | here            | Desrochers and Soumis 1988                                               |
// |-----------------|--------------------------------------------------------------------------|
// | way, `Label`    | a label (state): a partial path with its time and cost                   |
// | `set`, `last`   | the state (S, i): the visited stops and the last of them                 |
// | `taken`         | another part of the state: the breaks that have been taken               |
// | `isAsGood`      | dominance: no later and no more expensive                                |
// | `heads`, `next` | the Pareto list of a state, by time                                      |
// | `reachesEnd`    | the resource window of the end of the day                                |
// | `mayMatch`      | the completion bound, against a known plan                               |
// | `lastWaits`     | least waiting only: the latest time at which waiting can offset a delay  |

/// Finds the best selection and order of few stops for one day, by dynamic programming over the set
/// of visited stops and the last of them.
///
/// For each set and last stop, the Pareto-optimal labels are kept: those that no other dominates in
/// time, cost and tie-breaker. As an earlier arrival never makes a visit later, the optimum is
/// among them. Labels that cannot reach the worth and cost of a known plan are discarded. (Held and
/// Karp 1962, doi:10.1137/0110015, with the labels of Desrochers and Soumis,
/// doi:10.1080/03155986.1988.11732063.)
///
/// Time and memory grow as m²·2ᵐ labels for m stops, and more if many labels are incomparable: many
/// optional stops with the same score and no order imposed by opening hours.
struct ExactOrder {
  private struct Label {
    var progress: ScheduleProgress
    /// The predecessor label; -1 at the start.
    var previous: Int32
    /// The next label of the same set and stop; -1 at the end of the list.
    var next: Int32
    var stop: Int16
    /// The breaks that have been taken.
    var taken: UInt8
  }

  private let model: ScheduleModel
  private let day: Int
  private let stops: [Int]
  /// Whether the day has breaks to keep.
  private let isPaused: Bool
  private var labels: [Label] = []
  private var heads: [Int32]
  /// For each set and last stop, the latest departure after which waiting is still possible.
  private var lastWaits: [Ticks]
  private let reach: ExactReach
  /// The worth and cost of a known plan.
  private let known: (worth: Worth, cost: ScheduleCost)?
  private var work = 0

  /// Whether the search ran to completion; if false, there is no solution.
  private(set) var isComplete = true

  /// The maximum number of stops.
  static let maximumCount = 12

  /// The limits of work and labels, far more than most requests need.
  static let greatestWork = 4_000_000
  static let greatestLabels = 300_000

  /// Prepares the table.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - day: the day.
  ///   - stops: the nodes to choose from, at most ``maximumCount``.
  ///   - known: the worth and cost of a known plan; worse labels are discarded.
  init(
    model: ScheduleModel, day: Int, stops: [Int],
    known: (worth: Worth, cost: ScheduleCost)? = nil
  ) {
    self.model = model
    self.day = day
    self.stops = stops
    isPaused = !model.pauses[day].isEmpty
    heads = [Int32](repeating: -1, count: (1 << stops.count) * max(1, stops.count))
    lastWaits = model.objective == .leastWaiting ? heads.map { _ in 0 } : []
    reach = ExactReach(model: model, day: day, stops: stops)
    self.known = known
  }

  /// Finds the selection with the greatest worth and, among those, the least cost.
  ///
  /// - Parameters:
  ///   - stop: ends the search if the time is over or the search was cancelled.
  ///   - greatestWork: the limit of work.
  /// - Returns: the order of the selection; nil if not even the empty day is possible, or if the
  ///   search ended early, in which case ``isComplete`` is false.
  mutating func solve(
    until stop: inout ScheduleMeter, greatestWork: Int = Self.greatestWork
  ) -> [Int]? {
    let count = stops.count
    let start = model.start(of: day)
    var best: (worth: Worth, cost: ScheduleCost, label: Int32)?
    func offer(_ end: ScheduleProgress, _ worth: Worth, _ label: Int32) {
      let cost = model.cost(end)
      if let best, worth < best.worth || (worth == best.worth && cost >= best.cost) { return }
      best = (worth, cost, label)
    }
    func offer(
      _ progress: ScheduleProgress, _ taken: UInt8, _ from: Int, _ worth: Worth, _ label: Int32
    ) {
      let to = model.end(of: day)
      if isPaused {
        model.steps(progress, taken: Int(taken), from: from, to: to, day: day) {
          offer($1, worth, label)
        }
      } else if let end = model.step(progress, from: from, to: to, day: day) {
        offer(end, worth, label)
      }
    }

    offer(model.departure(on: day), 0, start, 0, -1)
    for index in 0..<count {
      extend(model.departure(on: day), taken: 0, from: start, set: 0, label: -1, to: index)
    }
    for set in 1..<max(1, 1 << count) {
      var worth = Worth.zero
      for index in 0..<count where set & 1 << index != 0 { worth += model.worth[stops[index]] }
      for last in 0..<count where set & 1 << last != 0 {
        if work > greatestWork || labels.count > Self.greatestLabels || stop.isInterrupted(work) {
          isComplete = false
          return nil
        }
        var label = heads[set * count + last]
        while label >= 0 {
          let (progress, taken) = (labels[Int(label)].progress, labels[Int(label)].taken)
          offer(progress, taken, stops[last], worth, label)
          extendToAll(progress, taken: taken, from: last, set: set, label: label)
          label = labels[Int(label)].next
        }
      }
    }
    return best.map { order(endingWith: $0.label) }
  }

  /// The stops of a label and its predecessors.
  private func order(endingWith last: Int32) -> [Int] {
    var order: [Int] = []
    var label = last
    while label >= 0 {
      order.append(stops[Int(labels[Int(label)].stop)])
      label = labels[Int(label)].previous
    }
    return order.reversed()
  }

  /// Visits each other stop after the last one of a set, unless that is locked to the end.
  private mutating func extendToAll(
    _ progress: ScheduleProgress, taken: UInt8, from last: Int, set: Int, label: Int32
  ) {
    guard model.position[stops[last]] != ScheduleModel.last else { return }
    for index in stops.indices where set & 1 << index == 0 {
      extend(progress, taken: taken, from: stops[last], set: set, label: label, to: index)
    }
  }

  /// Visits one more stop, and keeps the label unless another one dominates it.
  private mutating func extend(
    _ progress: ScheduleProgress, taken: UInt8, from: Int, set: Int, label: Int32, to index: Int
  ) {
    let stop = stops[index]
    let lock = model.position[stop]
    if lock >= 0, Int(lock) != set.nonzeroBitCount { return }
    work &+= 1
    if isPaused {
      var nexts: [(taken: UInt8, ScheduleProgress)] = []
      model.steps(progress, taken: Int(taken), from: from, to: stop, day: day) {
        nexts.append((UInt8($0), $1))
      }
      for (taken, next) in nexts {
        keep(next, taken: taken, after: set | 1 << index, label: label, index)
      }
    } else if let next = model.step(progress, from: from, to: stop, day: day) {
      keep(next, taken: 0, after: set | 1 << index, label: label, index)
    }
  }

  /// Keeps a label if the end can be reached from it.
  @inline(__always)
  private mutating func keep(
    _ next: ScheduleProgress, taken: UInt8, after: Int, label: Int32, _ index: Int
  ) {
    guard reach.reachesEnd(next, from: index) else { return }
    if let known {
      work &+= 1
      guard reach.mayMatch(known, next, set: after, last: index) else { return }
    }
    let head = after * stops.count + index
    if model.objective == .leastWaiting, heads[head] < 0 {
      lastWaits[head] = max(
        reach.lastWait(set: after, last: index), model.pauses[day].lastEarliestStart)
    }
    insert(
      Label(progress: next, previous: label, next: -1, stop: Int16(index), taken: taken),
      at: head)
  }

  /// Inserts a label into the list of a set and stop, which is sorted by time, unless one of them
  /// dominates it; removes the labels that it dominates.
  private mutating func insert(_ label: Label, at head: Int) {
    var label = label
    // Passed as values, because using `self` here would copy it each time.
    let waits = !lastWaits.isEmpty
    let lastWait = waits ? lastWaits[head] : 0
    var other = heads[head]
    var before: Int32 = -1
    while other >= 0, labels[Int(other)].progress.time <= label.progress.time {
      work &+= 1
      if Self.isAsGood(labels[Int(other)], as: label, waits: waits, lastWait) { return }
      before = other
      other = labels[Int(other)].next
    }
    let new = Int32(labels.count)
    label.next = other
    labels.append(label)
    if before < 0 { heads[head] = new } else { labels[Int(before)].next = new }
    before = new
    while other >= 0 {
      work &+= 1
      let next = labels[Int(other)].next
      if Self.isAsGood(label, as: labels[Int(other)], waits: waits, lastWait) {
        labels[Int(before)].next = next
      } else {
        before = other
      }
      other = next
    }
  }

  /// Whether a label dominates another one that is not earlier: no continuation makes the other one
  /// better.
  @inline(__always)
  private static func isAsGood(
    _ first: Label, as second: Label, waits: Bool, _ lastWait: Ticks
  ) -> Bool {
    if first.taken != second.taken { return false }
    let (a, b) = (first.progress, second.progress)
    guard waits else {
      return a.primary <= b.primary && a.secondary <= b.secondary
    }
    // The earlier one may have to wait for the difference, but not past the time after which there
    // is no more waiting.
    let primary = a.primary &+ max(0, min(b.time, lastWait) &- a.time)
    return primary < b.primary || (primary == b.primary && a.secondary <= b.secondary)
  }
}

/// Lower bounds of all continuations from each of a few stops: the time to reach the other stops
/// and the end of the day, and the cost.
///
/// Stops are numbered from 0 among those to choose from; the end of the day follows them.
struct ExactReach {
  private let model: ScheduleModel
  private let day: Int
  private let stops: [Int]
  /// For each pair, the least time from leaving one to reaching the other, through any others and
  /// their visits.
  private let ways: [Ticks]
  /// The least travel time to each.
  private let approach: [Ticks]
  /// The latest time at which a visit of each may have to wait.
  private let lastOpening: [Ticks]
  private let dayEnd: Ticks

  init(model: ScheduleModel, day: Int, stops: [Int]) {
    self.model = model
    self.day = day
    self.stops = stops
    let nodes = stops + [model.end(of: day)]
    let count = nodes.count
    var ways = [Ticks](repeating: .noWay, count: count * count)
    for a in 0..<count - 1 {
      for b in 0..<count where a != b {
        ways[a * count + b] = model.travel(from: nodes[a], to: nodes[b])
      }
    }
    for middle in 0..<count - 1 {
      for a in 0..<count {
        let first = ways[a * count + middle] + model.visit[nodes[middle]]
        for b in 0..<count {
          ways[a * count + b] = min(ways[a * count + b], first + ways[middle * count + b])
        }
      }
    }
    self.ways = ways
    let sources = stops + [model.start(of: day)]
    approach = nodes.map { node in
      sources.reduce(.noWay) { $1 == node ? $0 : min($0, model.travel(from: $1, to: node)) }
    }
    lastOpening = nodes.map { model.lastOpening($0, day: day) }
    dayEnd = model.closes[day * model.nodeCount + model.end(of: day)]
  }

  /// Whether the end of the day can still be reached in time.
  @inline(__always)
  func reachesEnd(_ progress: ScheduleProgress, from last: Int) -> Bool {
    progress.time &+ ways[last &* (stops.count &+ 1) &+ stops.count] <= dayEnd
  }

  /// The latest departure after which waiting is still possible; after a later one, no remaining
  /// visit has to wait for an opening.
  func lastWait(set: Int, last: Int) -> Ticks {
    var latest = -Ticks.never
    for index in stops.indices where set & 1 << index == 0 {
      latest = max(latest, lastOpening[index] - ways[last * (stops.count + 1) + index])
    }
    return latest
  }

  /// The completion bound: false if every continuation is worth less than a known plan, or the same
  /// at a greater cost.
  func mayMatch(
    _ known: (worth: Worth, cost: ScheduleCost), _ progress: ScheduleProgress, set: Int,
    last: Int
  ) -> Bool {
    let row = last &* (stops.count &+ 1)
    var worth = Worth.zero
    var travel = approach[stops.count]
    var visits: Ticks = 0
    var shares: Ticks = 0
    for index in stops.indices {
      let stop = stops[index]
      if set & 1 << index != 0 {
        worth += model.worth[stop]
      } else {
        let arrival = progress.time &+ ways[row &+ index]
        if arrival <= model.closes[day &* model.nodeCount &+ stop] {
          worth += model.worth[stop]
          travel &+= approach[index]
          visits &+= model.visit[stop]
          shares &+= model.share(of: stop)
        }
      }
    }
    if worth != known.worth { return worth > known.worth }
    // Every reachable stop has to be visited.
    var least = progress
    least.time &+= travel &+ visits
    switch model.objective {
    case .leastTravel: least.primary &+= travel
    case .earliestEnd, .leastWaiting: least.secondary &+= travel
    case .balancedDays:
      least.primary &+= travel &+ shares
      least.secondary &+= travel
    }
    return model.cost(least) <= known.cost
  }
}

extension ScheduleModel {
  /// The latest time until which a visit may have to wait.
  func lastOpening(_ node: Int, day: Int) -> Ticks {
    let slot = day * nodeCount + node
    guard breakStart[slot] >= 0 else { return opens[slot] }
    var index = Int(breakStart[slot])
    while breaks[index + 2] < .never { index += 2 }
    return breaks[index + 1]
  }
}

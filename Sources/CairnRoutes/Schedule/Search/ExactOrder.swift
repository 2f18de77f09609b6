/// Finds the best selection and order of few stops for one day, by dynamic programming over the
/// set of stops visited and the last of them.
///
/// For each set and last stop those ways are kept that no other is as good as in every respect:
/// time, cost, and what decides between equal costs. As an earlier arrival never makes a visit
/// later, the best of all is among them. What cannot come up to a plan that is known already is
/// not followed. (Held and Karp 1962, doi:10.1137/0110015, with the labels of Desrochers and
/// Soumis, doi:10.1080/03155986.1988.11732063.)
struct ExactOrder {
  private struct Label {
    var progress: ScheduleProgress
    /// The label before the last stop; -1 at the start.
    var previous: Int32
    /// The next label of the same set and stop; -1 at the end of the list.
    var next: Int32
    var stop: Int32
  }

  private let model: ScheduleModel
  private let day: Int
  private let stops: [Int]
  private var labels: [Label] = []
  private var heads: [Int32]
  /// By set and last stop, the latest departure after which one may have to wait.
  private var lastWaits: [Ticks]
  private let reach: ExactReach
  /// The worth and cost of a plan that is known.
  private let known: (worth: Int64, cost: ScheduleCost)?
  private var work = 0

  /// False when the solution was given up.
  private(set) var isComplete = true

  /// The most stops that are taken.
  static let greatestCount = 12

  /// The most work before it is given up, and the most labels: far more than most requests need.
  static let greatestWork = 4_000_000
  static let greatestLabels = 300_000

  /// - Parameters:
  ///   - model: the request.
  ///   - day: which of its days.
  ///   - stops: the nodes to choose from, at most ``greatestCount``.
  ///   - known: worth and cost of a plan that is known; what is worse is not looked for.
  init(
    model: ScheduleModel, day: Int, stops: [Int],
    known: (worth: Int64, cost: ScheduleCost)? = nil
  ) {
    self.model = model
    self.day = day
    self.stops = stops
    heads = [Int32](repeating: -1, count: (1 << stops.count) * max(1, stops.count))
    lastWaits = model.objective == .leastWaiting ? heads.map { _ in 0 } : []
    reach = ExactReach(model: model, day: day, stops: stops)
    self.known = known
  }

  /// The same as with a limit, without any but those of work and labels.
  mutating func solve() -> [Int]? {
    var stop = SearchStop(SearchBudget())
    return solve(until: &stop)
  }

  /// The order of the selection that is worth most, and among those costs least; nil when not
  /// even the empty day is possible, or when it was given up: then ``isComplete`` is false.
  ///
  /// - Parameters:
  ///   - stop: gives up when the time is over or the search was cancelled.
  ///   - greatestWork: the work after which it is given up.
  mutating func solve(
    until stop: inout SearchStop, greatestWork: Int = Self.greatestWork
  ) -> [Int]? {
    let count = stops.count
    let start = model.start(of: day)
    var best: (worth: Int64, cost: ScheduleCost, label: Int32)?
    func offer(_ progress: ScheduleProgress, _ from: Int, _ worth: Int64, _ label: Int32) {
      guard
        let end = model.step(progress, from: from, to: model.end(of: day), day: day)
      else { return }
      let cost = model.cost(end)
      if let best, worth < best.worth || (worth == best.worth && cost >= best.cost) { return }
      best = (worth, cost, label)
    }

    offer(model.departure(on: day), start, 0, -1)
    for index in 0..<count {
      extend(model.departure(on: day), from: start, set: 0, label: -1, to: index)
    }
    for set in 1..<max(1, 1 << count) {
      var worth: Int64 = 0
      for index in 0..<count where set & 1 << index != 0 { worth += model.worth[stops[index]] }
      for last in 0..<count where set & 1 << last != 0 {
        if work > greatestWork || labels.count > Self.greatestLabels || stop.isInterrupted(work) {
          isComplete = false
          return nil
        }
        var label = heads[set * count + last]
        while label >= 0 {
          let progress = labels[Int(label)].progress
          offer(progress, stops[last], worth, label)
          if model.position[stops[last]] != ScheduleModel.last {
            for index in 0..<count where set & 1 << index == 0 {
              extend(progress, from: stops[last], set: set, label: label, to: index)
            }
          }
          label = labels[Int(label)].next
        }
      }
    }
    guard let best else { return nil }
    var order: [Int] = []
    var label = best.label
    while label >= 0 {
      order.append(stops[Int(labels[Int(label)].stop)])
      label = labels[Int(label)].previous
    }
    return order.reversed()
  }

  /// Visits one more stop, and keeps that unless something as good is known.
  private mutating func extend(
    _ progress: ScheduleProgress, from: Int, set: Int, label: Int32, to index: Int
  ) {
    let stop = stops[index]
    let lock = model.position[stop]
    if lock >= 0, Int(lock) != set.nonzeroBitCount { return }
    work &+= 1
    guard let next = model.step(progress, from: from, to: stop, day: day) else { return }
    let after = set | 1 << index
    guard reach.reachesEnd(next, from: index) else { return }
    if let known {
      work &+= 1
      guard reach.mayMatch(known, next, set: after, last: index) else { return }
    }
    let head = after * stops.count + index
    if model.objective == .leastWaiting, heads[head] < 0 {
      lastWaits[head] = reach.lastWait(set: after, last: index)
    }
    insert(Label(progress: next, previous: label, next: -1, stop: Int32(index)), at: head)
  }

  /// Adds a way to those of a set and stop, which are in the order of time, unless one of them is
  /// as good, and drops those that it is as good as.
  private mutating func insert(_ label: Label, at head: Int) {
    var label = label
    let lastWait = lastWaits.isEmpty ? 0 : lastWaits[head]
    var other = heads[head]
    var before: Int32 = -1
    while other >= 0, labels[Int(other)].progress.time <= label.progress.time {
      work &+= 1
      if isAsGood(labels[Int(other)].progress, as: label.progress, lastWait) { return }
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
      if isAsGood(label.progress, as: labels[Int(other)].progress, lastWait) {
        labels[Int(before)].next = next
      } else {
        before = other
      }
      other = next
    }
  }

  /// True when nothing that can follow makes the other way, which is not earlier, the better one.
  @inline(__always)
  private func isAsGood(
    _ a: ScheduleProgress, as b: ScheduleProgress, _ lastWait: Ticks
  ) -> Bool {
    guard model.objective == .leastWaiting else {
      return a.primary <= b.primary && a.secondary <= b.secondary
    }
    // What comes earlier may have to wait for as long as it is earlier, but not past the time
    // from which on nothing is waited for.
    let waits = a.primary &+ max(0, min(b.time, lastWait) &- a.time)
    return waits < b.primary || (waits == b.primary && a.secondary <= b.secondary)
  }
}

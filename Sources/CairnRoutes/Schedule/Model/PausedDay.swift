extension ScheduleModel {
  /// Goes on to a node and visits it, with all choices of pauses on the way.
  ///
  /// - Parameters:
  ///   - progress: of the day so far.
  ///   - set: the pauses taken so far.
  ///   - from: the node that is left.
  ///   - to: the node that is visited.
  ///   - day: the day.
  ///   - body: gets a set and the progress with it; a set may come up with several.
  @inline(__always)
  func steps(
    _ progress: ScheduleProgress, taken set: Int, from: Int, to: Int, day: Int,
    _ body: (_ set: Int, _ next: ScheduleProgress) -> Void
  ) {
    let way = travel(from: from, to: to)
    let pauses = pauses[day]
    pauses.ways(progress.time, way, set) { after, arrival in
      let start = startOfVisit(to, day: day, arriving: arrival)
      guard start < .never, start &+ visit[to] <= pauses.deadline(after) else { return }
      let rest = pauses.duration(after) &- pauses.duration(set)
      body(
        after,
        advanced(
          progress, way: way, start: start,
          waiting: start &- progress.time &- way &- rest, to: to, day: day))
    }
  }

  /// Goes on to a node from the earliest departures by set.
  ///
  /// - Parameters:
  ///   - front: the departures from the node that is left, `.never` where a set is not possible.
  ///   - next: gets those from the node that is visited.
  ///   - from: the node that is left.
  ///   - to: the node that is visited.
  ///   - day: the day.
  @inline(__always)
  func advance(
    _ front: [ScheduleProgress], into next: inout [ScheduleProgress], from: Int, to: Int, day: Int
  ) {
    for set in next.indices { next[set].time = .never }
    for set in front.indices where front[set].time < .never {
      steps(front[set], taken: set, from: from, to: to, day: day) {
        if $1.time < next[$0].time { next[$0] = $1 }
      }
    }
  }

  /// The pauses that are taken on the legs of an order.
  ///
  /// - Parameters:
  ///   - order: the nodes from the start to the end of the day.
  ///   - day: the day.
  /// - Returns: the set after each node and the least cost; of equals the earliest end, and then
  ///   the most pauses. Nil when the order is not possible.
  /// - Complexity: O(*n* · 3ᵇ) for *b* pauses, more where a penalty or a wait can be had for
  ///   another.
  func pauseSets(
    of order: some RandomAccessCollection<Int>, day: Int
  ) -> (sets: [Int], cost: ScheduleCost)? {
    guard var previous = order.first else { return nil }
    var labels = [PauseLabel(progress: departure(on: day), set: 0, before: -1)]
    var layers: [[PauseLabel]] = []
    for node in order.dropFirst() {
      var next: [PauseLabel] = []
      for (number, label) in labels.enumerated() {
        steps(label.progress, taken: label.set, from: previous, to: node, day: day) {
          let new = PauseLabel(progress: $1, set: $0, before: number)
          guard !next.contains(where: { $0.isAsGood(as: new, objective) }) else { return }
          next.removeAll { new.isAsGood(as: $0, objective) }
          next.append(new)
        }
      }
      if next.isEmpty { return nil }
      layers.append(labels)
      labels = next
      previous = node
    }
    let costs = labels.map { cost($0.progress) }
    func isBetter(_ a: Int, than b: Int) -> Bool {
      if costs[a] != costs[b] { return costs[a] < costs[b] }
      let (first, second) = (labels[a], labels[b])
      return (first.progress.time, -first.set.nonzeroBitCount, first.set)
        < (second.progress.time, -second.set.nonzeroBitCount, second.set)
    }
    guard let best = labels.indices.min(by: { isBetter($0, than: $1) }) else { return nil }
    var last = labels[best]
    var sets = [last.set]
    for layer in layers.reversed() {
      last = layer[last.before]
      sets.append(last.set)
    }
    return (sets.reversed(), costs[best])
  }
}

/// A way through the first visits of an order.
private struct PauseLabel {
  var progress: ScheduleProgress
  var set: Int
  /// The label before the last node.
  var before: Int

  /// Whether nothing that can follow makes the other the better one.
  func isAsGood(as other: PauseLabel, _ objective: ScheduleObjective) -> Bool {
    let (a, b) = (progress, other.progress)
    guard set == other.set, a.time <= b.time, a.secondary <= b.secondary else { return false }
    // What comes earlier may have to wait for as long.
    let waits = objective == .leastWaiting ? b.time - a.time : 0
    return a.primary + waits <= b.primary
  }
}

/// The earliest departure from a place by the pauses that have been taken; on a day without pauses
/// that is one alone.
struct DayFront {
  private var only: ScheduleProgress
  /// By set, `.never` where it is not possible; empty on a day without pauses.
  private var bySet: [ScheduleProgress]

  /// Departure from the start of a day.
  init(_ model: ScheduleModel, day: Int) {
    only = model.departure(on: day)
    bySet = []
    if !model.pauses[day].isEmpty {
      let never = ScheduleProgress(time: .never)
      bySet = [ScheduleProgress](repeating: never, count: model.pauses[day].setCount)
      bySet[0] = only
    }
  }

  /// Goes on to a node and visits it; nil when that is too late.
  func step(_ model: ScheduleModel, from: Int, to: Int, day: Int) -> DayFront? {
    var next = self
    if bySet.isEmpty {
      guard let progress = model.step(only, from: from, to: to, day: day) else { return nil }
      next.only = progress
      return next
    }
    model.advance(bySet, into: &next.bySet, from: from, to: to, day: day)
    return next.bySet.contains { $0.time < .never } ? next : nil
  }
}

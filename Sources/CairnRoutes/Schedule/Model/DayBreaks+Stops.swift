extension ScheduleModel {
  /// Travels to a node and visits it, with all choices of breaks on the leg.
  ///
  /// - Parameters:
  ///   - progress: the state of the day so far.
  ///   - set: the breaks taken so far.
  ///   - from: the node to leave.
  ///   - to: the node to visit.
  ///   - day: the day.
  ///   - body: called with a set and the resulting state; the same set may be reported several
  ///     times.
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

  /// Travels to a node from the earliest departures by set.
  ///
  /// - Parameters:
  ///   - front: the departures from the previous node, `.never` for impossible sets.
  ///   - next: set to the departures from the visited node.
  ///   - from: the node to leave.
  ///   - to: the node to visit.
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

  /// The breaks to take on each leg of an order.
  ///
  /// - Parameters:
  ///   - order: the nodes from the start to the end of the day.
  ///   - day: the day.
  /// - Returns: the set of breaks taken by each node, and the least cost; ties are broken by the
  ///   earliest end, then by the most breaks. Nil if the order is impossible.
  /// - Complexity: O(*n* · 3ᵇ) for *b* breaks, more if penalties or waiting can be traded against
  ///   one another.
  func pauseSets(
    of order: some RandomAccessCollection<Int>, day: Int
  ) -> (sets: [Int], cost: ScheduleCost)? {
    guard var previous = order.first else { return nil }
    var labels = [BreakLabel(progress: departure(on: day), set: 0, before: -1)]
    var layers: [[BreakLabel]] = []
    for node in order.dropFirst() {
      var next: [BreakLabel] = []
      for (number, label) in labels.enumerated() {
        steps(label.progress, taken: label.set, from: previous, to: node, day: day) {
          let new = BreakLabel(progress: $1, set: $0, before: number)
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

/// A partial schedule that ends at a node.
private struct BreakLabel {
  var progress: ScheduleProgress
  var set: Int
  /// The index of the predecessor label at the previous node.
  var before: Int

  /// Whether this label dominates another: no continuation makes the other one better.
  func isAsGood(as other: BreakLabel, _ objective: ScheduleObjective) -> Bool {
    let (a, b) = (progress, other.progress)
    guard set == other.set, a.time <= b.time, a.secondary <= b.secondary else { return false }
    // The earlier one may have to wait for the difference.
    let waits = objective == .leastWaiting ? b.time - a.time : 0
    return a.primary + waits <= b.primary
  }
}

/// The earliest departures from a place, one for each set of breaks taken; only one on a day
/// without breaks.
struct DayFront {
  private var only: ScheduleProgress
  /// The departures by set, `.never` for impossible sets; empty on a day without breaks.
  private var bySet: [ScheduleProgress]

  /// The departure from the start of a day.
  init(_ model: ScheduleModel, day: Int) {
    only = model.departure(on: day)
    bySet = []
    if !model.pauses[day].isEmpty {
      let never = ScheduleProgress(time: .never)
      bySet = [ScheduleProgress](repeating: never, count: model.pauses[day].setCount)
      bySet[0] = only
    }
  }

  /// Travels to a node and visits it; returns nil if that is too late.
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

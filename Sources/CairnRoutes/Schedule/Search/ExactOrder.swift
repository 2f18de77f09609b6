/// Finds the best selection and order of few stops for one day, by dynamic programming over the
/// set of stops visited and the last of them.
///
/// For each set and last stop those ways are kept that no other is as good as in every respect:
/// time, cost, and what decides between equal costs. As an earlier arrival never makes a visit
/// later, the best of all is among them. (Held and Karp 1962, doi:10.1137/0110015, with the labels of Desrochers and
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

  /// The most stops that are taken.
  static let greatestCount = 12

  /// - Parameters:
  ///   - model: the request.
  ///   - day: which of its days.
  ///   - stops: the nodes to choose from, at most ``greatestCount``.
  init(model: ScheduleModel, day: Int, stops: [Int]) {
    self.model = model
    self.day = day
    self.stops = stops
    heads = [Int32](repeating: -1, count: (1 << stops.count) * max(1, stops.count))
  }

  /// The order of the selection that is worth most, and among those costs least; nil when not
  /// even the empty day is possible.
  mutating func solve() -> [Int]? {
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
    guard let next = model.step(progress, from: from, to: stop, day: day) else { return }
    let head = (set | 1 << index) * stops.count + index
    var other = heads[head]
    var before: Int32 = -1
    while other >= 0 {
      let known = labels[Int(other)]
      if isAsGood(known.progress, as: next) { return }
      if isAsGood(next, as: known.progress) {
        if before < 0 { heads[head] = known.next } else { labels[Int(before)].next = known.next }
      } else {
        before = other
      }
      other = known.next
    }
    labels.append(
      Label(progress: next, previous: label, next: heads[head], stop: Int32(index)))
    heads[head] = Int32(labels.count - 1)
  }

  /// True when nothing that can follow makes the other way the better one.
  private func isAsGood(_ a: ScheduleProgress, as b: ScheduleProgress) -> Bool {
    guard a.time <= b.time else { return false }
    guard model.objective == .leastWaiting else {
      return a.primary <= b.primary && a.secondary <= b.secondary
    }
    // What comes earlier may have to wait for as long as it is earlier.
    let (early, late) = (a.primary - a.time, b.primary - b.time)
    return early < late || (early == late && a.secondary <= b.secondary)
  }
}

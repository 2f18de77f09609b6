/// The visits that can be had when there is no time to measure all ways: one after the other, those
/// that are worth most first and of them those that close first, each where a day ends so far.
struct HurriedSchedule {
  /// The visits of each day in order.
  private(set) var orders: [[Int]]

  /// - Parameter model: gets the ways that are needed measured.
  init(_ model: inout ScheduleModel) {
    orders = [[Int]](repeating: [], count: model.dayCount)
    var progress: [ScheduleProgress] = []
    for day in orders.indices {
      progress.append(model.departure(on: day))
      model.measure(from: model.start(of: day), to: model.end(of: day))
    }
    // The time is over already: so many looks at a place more, about a millisecond, and no longer.
    var looks = 1_000
    let slots = orders.indices.map { $0 * model.nodeCount }
    let closing = (0..<model.stopCount).map { visit in
      slots.map { model.closes[$0 + visit] }.max() ?? 0
    }
    let waiting = (0..<model.stopCount).sorted {
      (-model.worth[$0], closing[$0], $0) < (-model.worth[$1], closing[$1], $1)
    }
    for visit in waiting {
      // What is to be the last of its day would keep all others from it.
      guard model.position[visit] != ScheduleModel.last else { continue }
      for day in orders.indices where model.closes[slots[day] + visit] > -.never {
        guard looks > 0 else { return }
        looks -= 1
        let lock = model.position[visit]
        guard lock == ScheduleModel.anywhere || Int(lock) == orders[day].count else { continue }
        let last = orders[day].last ?? model.start(of: day)
        let end = model.end(of: day)
        model.measure(from: last, to: visit)
        model.measure(from: visit, to: end)
        guard let next = model.step(progress[day], from: last, to: visit, day: day),
          model.step(next, from: visit, to: end, day: day) != nil
        else { continue }
        orders[day].append(visit)
        progress[day] = next
        break
      }
    }
  }
}

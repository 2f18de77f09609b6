/// Feasibility tables for days with breaks, by node and set of breaks taken: the earliest
/// departure, and the latest start of a visit that keeps the rest of the day feasible.
///
/// As without breaks, the nodes before and after a position show whether another visit fits, here
/// for each set; updating a day takes O(*n* · 3ᵇ) for *b* breaks.
struct BreakTables: Sendable {
  /// The number of sets stored per node.
  private let width: Int
  private var fronts: [ScheduleProgress]
  private var latestStarts: [Ticks]

  init(_ model: ScheduleModel) {
    width = model.pauses.reduce(1) { max($0, $1.setCount) }
    let count = model.hasPauses ? model.nodeCount * width : 0
    fronts = [ScheduleProgress](repeating: ScheduleProgress(time: .never), count: count)
    latestStarts = [Ticks](repeating: -.never, count: count)
  }

  /// The earliest departure from a node, `.never` if it cannot be visited in time.
  func departure(_ node: Int) -> Ticks {
    (0..<width).reduce(.never) { min($0, fronts[node * width + $1].time) }
  }

  /// The least cost of a day up to its end; nil if the day is impossible.
  func cost(at end: Int, _ model: ScheduleModel) -> ScheduleCost? {
    cost(of: fronts[end * width..<(end + 1) * width], model)
  }

  private func cost(of front: ArraySlice<ScheduleProgress>, _ model: ScheduleModel) -> ScheduleCost?
  {
    front.lazy.filter { $0.time < .never }.map { model.cost($0) }.min()
  }

  /// Computes the tables of a day.
  ///
  /// - Parameters:
  ///   - order: the nodes from the start of the day to its end.
  ///   - day: the day.
  ///   - model: the request.
  mutating func fill(_ order: [Int], day: Int, _ model: ScheduleModel) {
    let sets = 0..<model.pauses[day].setCount
    guard let start = order.first, let end = order.last else { return }
    clear(start)
    fronts[start * width] = model.departure(on: day)
    var before = start
    for node in order.dropFirst() {
      clear(node)
      for set in sets {
        let progress = fronts[before * width + set]
        guard progress.time < .never else { continue }
        let row = node * width
        model.steps(progress, taken: set, from: before, to: node, day: day) {
          if $1.time < fronts[row + $0].time { fronts[row + $0] = $1 }
        }
      }
      before = node
    }
    let pauses = model.pauses[day]
    for set in sets {
      latestStarts[end * width + set] = model.latestStartOfVisit(
        end, day: day, by: pauses.deadline(set))
    }
    var behind = end
    for node in order.dropLast().reversed() {
      let way = model.travel(from: node, to: behind)
      let row = node * width
      // First the latest departures.
      for set in sets {
        let latest = latestStarts[behind * width + set]
        guard latest > -.never else { continue }
        pauses.enumerateDepartures(latest, way, set) {
          latestStarts[row + $0] = max(latestStarts[row + $0], $1)
        }
      }
      for set in sets where latestStarts[row + set] > -.never {
        latestStarts[row + set] = model.latestStartOfVisit(
          node, day: day, by: latestStarts[row + set] &- model.visit[node])
      }
      behind = node
    }
  }

  private mutating func clear(_ node: Int) {
    for index in node * width..<(node + 1) * width {
      fronts[index].time = .never
      latestStarts[index] = -.never
    }
  }

  /// The least delay of the later visits (before any waiting, without breaks) if a stop is inserted
  /// between two nodes; nil if it does not fit.
  func shift(
    _ stop: Int, behind node: Int, before next: Int, day: Int, _ model: ScheduleModel
  ) -> Ticks? {
    let pauses = model.pauses[day]
    let row = next &* width
    let direct = model.travel(from: node, to: next)
    let on = model.travel(from: stop, to: next)
    var least = Ticks.never
    for set in 0..<pauses.setCount {
      let progress = fronts[node &* width &+ set]
      // The earliest start is the one without additional breaks.
      let soonest = model.startOfVisit(
        stop, day: day, arriving: progress.time &+ model.travel(from: node, to: stop))
      guard soonest < .never,
        soonest &+ model.visit[stop] &+ on <= latestArrival(at: row, from: set, pauses)
      else { continue }
      model.steps(progress, taken: set, from: node, to: stop, day: day) { middle, visited in
        pauses.ways(visited.time, on, middle) { after, arrival in
          guard arrival <= latestStarts[row &+ after] else { return }
          let rest = pauses.duration(after) &- pauses.duration(set)
          least = min(least, arrival &- progress.time &- direct &- rest)
        }
      }
    }
    return least < .never ? least : nil
  }

  /// An upper bound: the latest arrival with a set or any superset of it.
  @inline(__always)
  private func latestArrival(at row: Int, from set: Int, _ pauses: DayBreaks) -> Ticks {
    var latest = -Ticks.never
    for after in set..<pauses.setCount where after & set == set {
      latest = max(latest, latestStarts[row &+ after])
    }
    return latest
  }

  /// The cost of a day with a stop inserted between two of its nodes.
  ///
  /// - Parameters:
  ///   - stop: the stop.
  ///   - node: the node after which it is inserted.
  ///   - rest: the following nodes, up to the end of the day.
  ///   - day: the day.
  ///   - model: the request.
  /// - Returns: the least cost; nil if it is impossible.
  func cost(
    with stop: Int, behind node: Int, _ rest: [Int], day: Int, _ model: ScheduleModel
  ) -> ScheduleCost? {
    var front = Array(fronts[node * width..<(node + 1) * width])
    var next = front
    var before = node
    for node in CollectionOfOne(stop) + rest {
      model.advance(front, into: &next, from: before, to: node, day: day)
      swap(&front, &next)
      before = node
    }
    return cost(of: front[...], model)
  }
}

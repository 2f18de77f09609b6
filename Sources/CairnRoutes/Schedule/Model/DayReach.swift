/// How soon each stop can be reached on a day and how soon its end from there, by the shortest way
/// by any other places: what no plan can beat.
struct DayReach: Sendable {
  /// What keeps a stop from being visited on the day, even as the only one.
  enum Obstacle {
    case closed
    case noWay
    case closesTooEarly(arrival: Ticks, latestStart: Ticks)
    case dayTooShort(arrival: Ticks, latest: Ticks)
  }

  let day: Int
  private let fromStart: [Ticks]
  private let toEnd: [Ticks]

  init(model: ScheduleModel, day: Int) {
    self.day = day
    fromStart = Self.shortest(from: model.start(of: day), model.stopCount) {
      model.travel(from: $0, to: $1)
    }
    toEnd = Self.shortest(from: model.end(of: day), model.stopCount) {
      model.travel(from: $1, to: $0)
    }
  }

  /// Dijkstra's method on a full table, O(n²); stops are 0 to the count, the origin is beyond.
  private static func shortest(
    from origin: Int, _ count: Int, _ way: (Int, Int) -> Ticks
  ) -> [Ticks] {
    var best = (0..<count).map { way(origin, $0) }
    var left = Array(0..<count)
    while let next = left.indices.min(by: { best[left[$0]] < best[left[$1]] }) {
      let stop = left.remove(at: next)
      for other in left { best[other] = min(best[other], best[stop] + way(stop, other)) }
    }
    return best
  }

  /// Why a stop cannot be visited on the day, whatever else is; nil when it might.
  func obstacle(_ stop: Int, _ model: ScheduleModel) -> Obstacle? {
    let slot = day * model.nodeCount + stop
    if model.closes[slot] == -.never { return .closed }
    if fromStart[stop] >= .noWay || toEnd[stop] >= .noWay { return .noWay }
    let arrival = model.opens[day * model.nodeCount + model.start(of: day)] + fromStart[stop]
    let begin = model.startOfVisit(stop, day: day, arriving: arrival)
    if begin >= .never {
      return .closesTooEarly(arrival: arrival, latestStart: model.closes[slot])
    }
    let home = begin + model.visit[stop] + toEnd[stop]
    let latest = model.closes[day * model.nodeCount + model.end(of: day)]
    return home > latest ? .dayTooShort(arrival: home, latest: latest) : nil
  }
}

/// How soon each stop can be reached on a day, and how soon the end of the day from there, by the
/// shortest way past any other places: a lower bound of all plans.
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

  /// Those of all days; nil when the time does not suffice.
  static func all(_ model: ScheduleModel, until watch: inout SearchWatch) -> [DayReach]? {
    var all: [DayReach] = []
    for day in 0..<model.dayCount {
      guard let reach = DayReach(model, day: day, known: all, until: &watch) else { return nil }
      all.append(reach)
    }
    return all
  }

  /// Finds the shortest ways of a day; nil when the time does not suffice.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - day: the day.
  ///   - known: days of the same model; a day between the same places takes its ways from there.
  ///   - watch: ends it.
  private init?(
    _ model: ScheduleModel, day: Int, known: [DayReach], until watch: inout SearchWatch
  ) {
    self.day = day
    let stops = 0..<model.stopCount
    let same = known.first { other in
      let (start, end) = (model.start(of: other.day), model.end(of: other.day))
      return stops.allSatisfy {
        model.travel(from: start, to: $0) == model.travel(from: model.start(of: day), to: $0)
          && model.travel(from: $0, to: end) == model.travel(from: $0, to: model.end(of: day))
      }
    }
    if let same {
      (fromStart, toEnd) = (same.fromStart, same.toEnd)
      return
    }
    let from = Self.shortest(from: model.start(of: day), model.stopCount, until: &watch) {
      model.travel(from: $0, to: $1)
    }
    let to = Self.shortest(from: model.end(of: day), model.stopCount, until: &watch) {
      model.travel(from: $1, to: $0)
    }
    guard let from, let to else { return nil }
    (fromStart, toEnd) = (from, to)
  }

  /// Dijkstra's method (1959, doi:10.1007/BF01386390) on a full table, O(n²); the stops are
  /// 0..<count, the origin is another node.
  private static func shortest(
    from origin: Int, _ count: Int, until watch: inout SearchWatch, _ way: (Int, Int) -> Ticks
  ) -> [Ticks]? {
    var best = (0..<count).map { way(origin, $0) }
    var left = Array(0..<count)
    while !left.isEmpty {
      guard watch.goesOn(4 * left.count) else { return nil }
      var next = 0
      for index in left.indices where best[left[index]] < best[left[next]] { next = index }
      let stop = left[next]
      left.swapAt(next, left.count - 1)
      left.removeLast()
      for other in left { best[other] = min(best[other], best[stop] + way(stop, other)) }
    }
    return best
  }

  /// Why a stop cannot be visited on the day, whatever else is visited; nil when it perhaps can.
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

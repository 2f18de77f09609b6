/// Lower bounds for one day: the shortest travel time from the start of the day to each stop and
/// from there to the end of the day, through any other places.
struct DayLowerBounds: Sendable {
  /// Why a stop cannot be visited on the day, even as the only one.
  enum Obstacle {
    case closed
    case noWay
    case closesTooEarly(arrival: Ticks, latestStart: Ticks)
    case dayTooShort(arrival: Ticks, latest: Ticks)
  }

  let day: Int
  private let fromStart: [Ticks]
  private let toEnd: [Ticks]

  /// The bounds of all days; nil if the time runs out.
  static func all(_ model: ScheduleModel, until watch: inout SearchWatch) -> [DayLowerBounds]? {
    var all: [DayLowerBounds] = []
    for day in 0..<model.dayCount {
      guard let reach = DayLowerBounds(model, day: day, known: all, until: &watch) else {
        return nil
      }
      all.append(reach)
    }
    return all
  }

  /// Computes the shortest travel times of a day; returns nil if the time runs out.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - day: the day.
  ///   - known: earlier days of the same model; a day with the same travel times from its start and
  ///     to its end is copied.
  ///   - watch: the deadline and cancellation check.
  private init?(
    _ model: ScheduleModel, day: Int, known: [DayLowerBounds], until watch: inout SearchWatch
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

  /// Dijkstra's algorithm (1959, doi:10.1007/BF01386390) on a complete graph, O(n²); the stops are
  /// 0..<count, and the origin is another node.
  private static func shortest(
    from origin: Int, _ count: Int, until watch: inout SearchWatch, _ way: (Int, Int) -> Ticks
  ) -> [Ticks]? {
    var best = (0..<count).map { way(origin, $0) }
    var left = Array(0..<count)
    while !left.isEmpty {
      guard watch.hasTime(after: 4 * left.count) else { return nil }
      var next = 0
      for index in left.indices where best[left[index]] < best[left[next]] { next = index }
      let stop = left[next]
      left.swapAt(next, left.count - 1)
      left.removeLast()
      for other in left { best[other] = min(best[other], best[stop] + way(stop, other)) }
    }
    return best
  }

  /// Why a stop cannot be visited on the day, regardless of other visits; nil if it may be
  /// possible.
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

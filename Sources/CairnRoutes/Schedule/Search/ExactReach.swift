/// What no way through few stops can beat, from each of them on: how soon the others and the end
/// of the day are reached, and what they cost at least.
///
/// Stops are counted from 0 among those chosen from; the end of the day comes behind them.
struct ExactReach {
  private let model: ScheduleModel
  private let day: Int
  private let stops: [Int]
  /// By pair: the least time from leaving one to reaching the other, by any others and their
  /// visits.
  private let ways: [Ticks]
  /// The least travel to each.
  private let approach: [Ticks]
  /// Until when one may have to wait at each.
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

  /// True when the day can still be ended in time.
  @inline(__always)
  func reachesEnd(_ progress: ScheduleProgress, from last: Int) -> Bool {
    progress.time &+ ways[last &* (stops.count &+ 1) &+ stops.count] <= dayEnd
  }

  /// The latest departure after which one may have to wait: with a later one no visit of the rest
  /// begins by an opening.
  func lastWait(set: Int, last: Int) -> Ticks {
    var latest = -Ticks.never
    for index in stops.indices where set & 1 << index == 0 {
      latest = max(latest, lastOpening[index] - ways[last * (stops.count + 1) + index])
    }
    return latest
  }

  /// False when whatever follows is worth less, or the same at a greater cost, than a plan that is
  /// known.
  func mayMatch(
    _ known: (worth: Int64, cost: ScheduleCost), _ progress: ScheduleProgress, set: Int,
    last: Int
  ) -> Bool {
    let row = last &* (stops.count &+ 1)
    var worth: Int64 = 0
    var travel = approach[stops.count]
    var visits: Ticks = 0
    for index in stops.indices {
      let stop = stops[index]
      if set & 1 << index != 0 {
        worth &+= model.worth[stop]
      } else {
        let arrival = progress.time &+ ways[row &+ index]
        if arrival <= model.closes[day &* model.nodeCount &+ stop] {
          worth &+= model.worth[stop]
          travel &+= approach[index]
          visits &+= model.visit[stop]
        }
      }
    }
    if worth != known.worth { return worth > known.worth }
    // Every stop that can be reached has to be visited.
    var least = progress
    least.time &+= travel &+ visits
    switch model.objective {
    case .leastTravel: least.primary &+= travel
    case .earliestEnd, .leastWaiting: least.secondary &+= travel
    }
    return model.cost(least) <= known.cost
  }
}

extension ScheduleModel {
  /// Until when one may have to wait for a visit.
  func lastOpening(_ node: Int, day: Int) -> Ticks {
    let slot = day * nodeCount + node
    guard breakStart[slot] >= 0 else { return opens[slot] }
    var index = Int(breakStart[slot])
    while breaks[index + 2] < .never { index += 2 }
    return breaks[index + 1]
  }
}

/// Looks for the order of all given stops of one day with the least travel, windows being hard.
///
/// General variable neighbourhood search after da Silva and Urrutia (A General VNS heuristic for
/// the traveling salesman problem with time windows, Discrete Optimization 7, 2010,
/// doi:10.1016/j.disopt.2010.04.002): first an order that keeps all windows is searched by moving
/// single stops, then it is shortened by moving and reversing segments, from which it starts
/// again after a small random change. What a move gains is known from its end points; whether
/// the windows allow it is known from the departure at each position and the latest arrival that
/// is early enough for all that follows, so that only the positions between the ends of a move
/// are looked at (the forward and backward slack of Savelsbergh, doi:10.1287/ijoc.4.2.146).
struct OrderSearch {
  let model: ScheduleModel
  let day: Int
  /// The nodes in order, from the start of the day to its end.
  var order: [Int]
  /// Departure by position, as early as possible.
  var departs: [Ticks]
  /// The latest arrival by position from which the rest of the day can be kept.
  var latest: [Ticks]
  /// Travel from the start of the day, by position.
  var forward: [Ticks]
  /// The same with every leg walked the other way.
  var backward: [Ticks]
  /// By pair of nodes: true when the first can only be visited before the second.
  let mustPrecede: [Bool]
  /// For each stop the others, the nearest first.
  let near: [[Int32]]
  var random: SplitMix64
  var work = 0
  /// The sum of delays up to a position, while windows are not kept.
  var delays: [Ticks]
  /// Departure by position, while windows are not kept.
  var starts: [Ticks]

  /// - Parameters:
  ///   - model: the request.
  ///   - day: which of its days.
  ///   - stops: the nodes to visit, in any order, without the ends of the day.
  ///   - seed: of the random changes.
  init(model: ScheduleModel, day: Int, stops: [Int], seed: UInt64) {
    var watch = SearchWatch()
    self.init(
      model: model, day: day, stops: stops, seed: seed,
      near: model.nearest(to: stops, until: &watch),
      precedences: model.precedences(
        day: day, among: [model.start(of: day)] + stops + [model.end(of: day)], until: &watch))
  }

  /// The same, or nil when the time does not suffice.
  init?(
    model: ScheduleModel, day: Int, stops: [Int], seed: UInt64, until watch: consuming SearchWatch
  ) {
    let near = model.nearest(to: stops, until: &watch)
    let nodes = [model.start(of: day)] + stops + [model.end(of: day)]
    let precedences = model.precedences(day: day, among: nodes, until: &watch)
    if watch.end != nil { return nil }
    self.init(
      model: model, day: day, stops: stops, seed: seed, near: near, precedences: precedences)
  }

  private init(
    model: ScheduleModel, day: Int, stops: [Int], seed: UInt64, near: [[Int32]],
    precedences: [Bool]
  ) {
    self.model = model
    self.day = day
    order = [model.start(of: day)] + stops + [model.end(of: day)]
    departs = [Ticks](repeating: 0, count: order.count)
    latest = departs
    forward = departs
    backward = departs
    delays = departs
    starts = departs
    random = SplitMix64(seed: seed)
    self.near = near
    mustPrecede = precedences
  }

  /// The number of stops.
  var count: Int { order.count - 2 }

  /// Travel of the whole order.
  var length: Ticks { forward[order.count - 1] }

  @inline(__always)
  func cost(_ a: Int, _ b: Int) -> Ticks { model.travel[a &* model.nodeCount &+ b] }

  @inline(__always)
  func precedes(_ a: Int, _ b: Int) -> Bool { mustPrecede[a &* model.nodeCount &+ b] }

  /// Departure from a node for an arrival, `.never` or more when it is too late.
  @inline(__always)
  func departure(_ node: Int, arriving time: Ticks) -> Ticks {
    model.startOfVisit(node, day: day, arriving: time) &+ model.visit[node]
  }

  /// Computes what is known by position, from a position on; false when a window is missed.
  @discardableResult
  mutating func refresh(from first: Int = 0) -> Bool {
    let last = order.count - 1
    if first == 0 {
      departs[0] = model.opens[day * model.nodeCount + order[0]]
      forward[0] = 0
      backward[0] = 0
    }
    var isKept = true
    for position in max(first, 1)...last {
      let (from, to) = (order[position - 1], order[position])
      let travel = cost(from, to)
      departs[position] = departure(to, arriving: departs[position - 1] &+ travel)
      if departs[position] >= .never {
        departs[position] = .never
        isKept = false
      }
      forward[position] = forward[position - 1] &+ travel
      backward[position] = backward[position - 1] &+ cost(to, from)
    }
    refreshLatest()
    return isKept
  }

  private mutating func refreshLatest() {
    let last = order.count - 1
    latest[last] = model.latestStartOfVisit(order[last], day: day, by: .never)
    for position in stride(from: last - 1, through: 0, by: -1) {
      let node = order[position]
      latest[position] = latestArrival(
        node, then: order[position + 1], by: latest[position + 1])
    }
  }

  /// The latest arrival at a node from which the next one is reached by a time.
  @inline(__always)
  func latestArrival(_ node: Int, then next: Int, by time: Ticks) -> Ticks {
    model.latestStartOfVisit(
      node, day: day, by: time &- cost(node, next) &- model.visit[node])
  }
}

extension ScheduleModel {
  /// By pair of nodes: true when the way from the second to the first is too long for their
  /// windows, so that the first comes before the second.
  ///
  /// Where a way round by other nodes is shorter than the direct one this is only nearly true: it
  /// may keep a search from a good move and never allows a bad one.
  func precedences(
    day: Int, among nodes: [Int], until watch: inout SearchWatch
  ) -> [Bool] {
    var result = [Bool](repeating: false, count: nodeCount * nodeCount)
    for a in nodes where watch.goesOn(nodes.count) {
      let leave = opens[day * nodeCount + a] + visit[a]
      for b in nodes where b != a {
        let way = travel(from: a, to: b)
        if way < .noWay, leave + way > closes[day * nodeCount + b] {
          result[b * nodeCount + a] = true
        }
      }
    }
    return result
  }
}

// Notation: the traveling salesman problem with time windows, nodes i in an order π(0…n+1).
//
// | here                  | da Silva and Urrutia; Savelsbergh                                     |
// |-----------------------|-----------------------------------------------------------------------|
// | `opens`, `closes`     | [aᵢ, bᵢ], the window of the start of a visit                          |
// | `departs`             | the earliest departure by position: max(arrival, aᵢ) + visit          |
// | `latest`              | the latest arrival by position that keeps all later windows:          |
// |                       | `departs` and `latest` together are the forward time slack            |
// | `delays`              | Σ max(0, arrival − bᵢ), minimized by the constructive phase           |
// | `precedes`            | the pairs (j, i) with aᵢ + visit + tᵢⱼ > bⱼ: j has to come before i   |
// | `forward`, `backward` | prefix sums of travel along the order, and of the same legs reversed  |
// | move, `longest`       | Or-opt: a segment of up to three visits moves, reversed or not; 2-opt |
// | `descend`             | the variable neighborhood descent                                     |
// | `level`               | the strength of the perturbation (shaking): number of random shifts   |

/// Searches for the order of all given stops of one day with the least travel, with hard windows.
///
/// General variable neighborhood search after da Silva and Urrutia (A General VNS heuristic for the
/// traveling salesman problem with time windows, Discrete Optimization 7, 2010,
/// doi:10.1016/j.disopt.2010.04.002): first finds an order that keeps all windows by moving single
/// stops, then shortens it by moving and reversing segments, and repeats this from small random
/// changes. The gain of a move follows from its end points. Its feasibility follows from the
/// departure at each position and the latest arrival that keeps all later windows, so only the
/// positions between the ends of a move are evaluated (the forward time slack of Savelsbergh,
/// doi:10.1287/ijoc.4.2.146).
///
/// A descent takes O(n³) time at worst, and O(n²) memory. Penalties, locked positions and optional
/// visits are handled by ``ItinerarySearch``. If no order keeps all windows, the search only
/// reports that it found none.
struct OrderSearch {
  let model: ScheduleModel
  let day: Int
  /// The nodes in order, from the start of the day to its end.
  var order: [Int]
  /// The earliest departure by position.
  var departs: [Ticks]
  /// The latest arrival by position that keeps the rest of the day feasible.
  var latest: [Ticks]
  /// The travel time from the start of the day, by position.
  var forward: [Ticks]
  /// The same with every leg traveled in the opposite direction.
  var backward: [Ticks]
  /// For each pair of nodes, whether the first can only be visited before the second.
  let mustPrecede: [Bool]
  /// The neighbors of each stop, nearest first.
  let near: [[Int32]]
  var random: SplitMix64
  var work = 0
  /// The sum of delays up to each position, while windows are not kept.
  var delays: [Ticks]
  /// The departure by position, while windows are not kept.
  var starts: [Ticks]

  /// Prepares a search; returns nil if the time runs out.
  ///
  /// - Parameters:
  ///   - model: the request.
  ///   - day: the day.
  ///   - stops: the nodes to visit, in any order, without the ends of the day.
  ///   - seed: the seed of the random numbers.
  ///   - watch: the deadline and cancellation check.
  init?(
    model: ScheduleModel, day: Int, stops: [Int], seed: UInt64, until watch: consuming SearchWatch
  ) {
    near = model.nearest(to: stops, until: &watch)
    order = [model.start(of: day)] + stops + [model.end(of: day)]
    mustPrecede = model.precedences(day: day, among: order, until: &watch)
    if watch.end != nil { return nil }
    self.model = model
    self.day = day
    departs = [Ticks](repeating: 0, count: order.count)
    latest = departs
    forward = departs
    backward = departs
    delays = departs
    starts = departs
    random = SplitMix64(seed: seed)
  }

  /// The number of stops.
  var count: Int { order.count - 2 }

  /// The travel time of the whole order.
  var length: Ticks { forward[order.count - 1] }

  @inline(__always)
  func cost(_ a: Int, _ b: Int) -> Ticks { model.travel[a &* model.nodeCount &+ b] }

  @inline(__always)
  func precedes(_ a: Int, _ b: Int) -> Bool { mustPrecede[a &* model.nodeCount &+ b] }

  /// The departure from a node after an arrival; `.never` or more if it is too late.
  @inline(__always)
  func departure(_ node: Int, arriving time: Ticks) -> Ticks {
    model.startOfVisit(node, day: day, arriving: time) &+ model.visit[node]
  }

  /// Updates the tables from a position on; returns false if a window is missed.
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

  /// The latest arrival at a node from which the next one is reached in time.
  @inline(__always)
  func latestArrival(_ node: Int, then next: Int, by time: Ticks) -> Ticks {
    model.latestStartOfVisit(
      node, day: day, by: time &- cost(node, next) &- model.visit[node])
  }
}

extension ScheduleModel {
  /// For each pair of nodes, whether the first must precede the second, because the leg from the
  /// second to the first is too long for their windows.
  ///
  /// If a detour is shorter than the direct leg, this is only approximately true: it may exclude a
  /// good move, but never allows an invalid one.
  func precedences(
    day: Int, among nodes: [Int], until watch: inout SearchWatch
  ) -> [Bool] {
    var result = [Bool](repeating: false, count: nodeCount * nodeCount)
    for a in nodes where watch.hasTime(after: nodes.count) {
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

extension OrderSearch {
  /// Searches until the budget ends: descends, perturbs and descends again, and restarts from a
  /// random feasible order when that no longer helps.
  ///
  /// - Precondition: the order keeps all windows.
  mutating func improve(until stop: inout ScheduleMeter) {
    guard count > 1 else { return }
    var best = (order: order, length: length)
    var patience = 100 + 5 * count
    while !stop.isOver(work) {
      descendRepeatedly(patience: patience, until: &stop)
      if length < best.length { best = (order, length) }
      patience += patience / 8
      guard !stop.isOver(work) else { break }
      if findFeasible(fromRandom: true, until: &stop) { continue }
      order = best.order
      refresh()
    }
    order = best.order
    refresh()
  }

  /// Descends from the order and from random changes of the result, until `patience` of them in a
  /// row find no improvement.
  private mutating func descendRepeatedly(patience: Int, until stop: inout ScheduleMeter) {
    let longest = min(count, 3)
    descend(longest: longest, until: &stop)
    var best = (order: order, length: length)
    var current = best
    var idle = 0
    let spread = max(1, best.length / Ticks(20 * (count + 1)))
    while idle < patience, !stop.isOver(work) {
      idle += 1
      guard random.below(4) == 0 ? exchangeSegments() : reinsertNeighbors() else { continue }
      descend(longest: longest, until: &stop)
      if length < best.length {
        best = (order, length)
        current = best
        idle = 0
      } else {
        let threshold = spread * Ticks(random.below(64)) / 64
        if length <= current.length + threshold {
          current = (order, length)
        } else {
          order = current.order
          refresh()
        }
      }
    }
    order = best.order
    refresh()
  }

  /// Exchanges two adjacent random segments, if the windows allow it.
  private mutating func exchangeSegments() -> Bool {
    for _ in 0..<50 {
      let first = 1 + random.below(count)
      let rest = count - first
      guard rest > 0 else { continue }
      let length = 1 + random.below(min(rest, 8))
      let other = 1 + random.below(min(rest - length + 1, 8))
      guard first + length + other - 1 <= count else { continue }
      let saved = order
      order[first..<(first + length + other)].rotate(by: length)
      work &+= count
      if refresh(from: first) { return true }
      order = saved
      refresh(from: first)
    }
    return false
  }

  /// Removes a few stops near each other and reinserts each at its cheapest position, in random
  /// order.
  private mutating func reinsertNeighbors() -> Bool {
    let center = order[1 + random.below(count)]
    let wanted = min(count, 2 + random.below(6))
    var removed = [center]
    for other in near[center] {
      if removed.count == wanted { break }
      if random.below(4) > 0 { removed.append(Int(other)) }
    }
    let saved = order
    order.removeAll { removed.contains($0) }
    work &+= 2 * saved.count
    var isKept = refreshShortened()
    while isKept, !removed.isEmpty {
      let stop = removed.remove(at: random.below(removed.count))
      isKept = insertBest(stop)
    }
    if isKept { return true }
    order = saved
    refreshShortened()
    return false
  }

  private mutating func insertBest(_ stop: Int) -> Bool {
    var best: (delta: Ticks, position: Int)?
    let closes = model.closes[day * model.nodeCount + stop]
    for position in 0..<(order.count - 1) {
      if departs[position] > closes { break }
      let (from, to) = (order[position], order[position + 1])
      work &+= 1
      let delta = cost(from, stop) &+ cost(stop, to) &- cost(from, to)
      if let best, delta >= best.delta || random.below(64) == 0 { continue }
      let time = departure(stop, arriving: departs[position] &+ cost(from, stop))
      if time < .never, time &+ cost(stop, to) <= latest[position + 1] {
        best = (delta, position)
      }
    }
    guard let best else { return false }
    order.insert(stop, at: best.position + 1)
    refreshShortened()
    return true
  }

  /// Resizes and updates all tables by position, for an order of another length.
  @discardableResult
  private mutating func refreshShortened() -> Bool {
    func fit(_ array: inout [Ticks]) {
      while array.count > order.count { array.removeLast() }
      while array.count < order.count { array.append(0) }
    }
    fit(&departs)
    fit(&latest)
    fit(&forward)
    fit(&backward)
    return refresh()
  }
}

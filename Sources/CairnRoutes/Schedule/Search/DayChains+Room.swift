/// How visits of long days make room for one that finds no place, and change places meanwhile.
///
/// A day is asked by the departure before a change and the latest arrival behind it, and so only
/// where a window binds: on a loose day these are not kept up to date.
extension DayChains {
  /// A place for a stop in place of some visits near it.
  struct Ejection {
    /// The node behind which it is once those have gone; -1 for none.
    var behind = -1
    /// The visits that make room.
    var visits: [Int] = []
    /// The nodes between which all that happens.
    var from = -1
    var to = -1
    /// The sum of the counters of what makes room.
    var failures = Int.max
    /// How many nodes were looked at.
    var looks = 0

    /// What the search for it has taken out, and where it has begun.
    fileprivate var out: [Int] = []
    fileprivate var start = -1
  }

  /// How far an order has been followed.
  private struct Walk {
    /// The last node that stays, and when one leaves it.
    var last: Int
    var departs: Ticks
    /// The next node as the order is now.
    var node: Int
    /// Where the stop went in; -1 before that.
    var behind = -1
    /// How many more nodes may follow it.
    var left = DayChains.mostBehind
    /// The sum of the counters of what has been taken out.
    var failures = 0
  }

  /// How many visits make room for one at most, how many nodes before its place they are looked for,
  /// and how many behind it.
  private static var mostEjected: Int { 5 }
  private static var mostBefore: Int { 5 }
  private static var mostBehind: Int { 25 }

  /// Where a stop fits in when visits make room of which others are seldom in need.
  ///
  /// For each position all sets of up to five visits near it are tried that have less counters than
  /// what is known; as soon as the rest of the day can be kept no more are taken out.
  ///
  /// - Parameters:
  ///   - stop: a stop that is left out.
  ///   - near: the stops beside which it is looked for.
  ///   - failures: the counters, by stop; the least sum is looked for.
  ///   - turn: which of those is looked at first.
  /// - Returns: the place, one of those with the least sum.
  func ejection(for stop: Int, _ near: [Int32], _ failures: [Int], turn: Int) -> Ejection {
    var best = Ejection()
    for index in near.indices {
      let turned = index &+ turn
      let other = Int(near[turned < near.count ? turned : turned &- near.count])
      guard day(of: other) >= 0, !isLoose[day(of: other)] else { continue }
      find(stop, behind: other, failures, &best)
      find(stop, behind: previous(other), failures, &best)
    }
    return best
  }

  private func find(_ stop: Int, behind node: Int, _ failures: [Int], _ best: inout Ejection) {
    var start = node
    if node < model.stopCount {
      start = previous(node)
      for _ in 1..<Self.mostBefore where start < model.stopCount { start = previous(start) }
    }
    best.start = start
    best.out.removeAll(keepingCapacity: true)
    var walk = Walk(last: start, departs: nodes[start].departs, node: next(start))
    if start == node { guard enter(stop, &walk) else { return } }
    follow(walk, stop, behind: node, failures, &best)
  }

  /// Visits the stop; false when it is over by then.
  @inline(__always)
  private func enter(_ stop: Int, _ walk: inout Walk) -> Bool {
    let row = stop &* model.nodeCount
    walk.departs = model.startOfVisit(
      stop, day: Int(nodes[walk.node].day), arriving: walk.departs &+ toward[row &+ walk.last])
    if walk.departs >= .never { return false }
    walk.departs &+= model.visit[stop]
    walk.behind = walk.last
    walk.last = stop
    return true
  }

  /// Follows the order to the end of what is looked at; at each visit also without it.
  private func follow(
    _ start: Walk, _ stop: Int, behind position: Int, _ failures: [Int], _ best: inout Ejection
  ) {
    var walk = start
    while true {
      best.looks &+= 1
      let node = walk.node
      // Most go on as they are, and the table is far greater than the cache.
      let leg =
        previous(node) == walk.last
        ? nodes[node].leg : model.travel[walk.last &* model.nodeCount &+ node]
      let arrival = walk.departs &+ leg
      if walk.behind >= 0 {
        if arrival <= nodes[node].latest, !best.out.isEmpty {
          if walk.failures < best.failures {
            best.behind = walk.behind
            best.visits = best.out
            best.from = best.start
            best.to = node
            best.failures = walk.failures
          }
          return
        }
        walk.left &-= 1
        if walk.left == 0 { return }
      }
      guard node < model.stopCount else { return }
      let sum = walk.failures &+ failures[node]
      if best.out.count < Self.mostEjected, sum < best.failures, !pins(node) {
        var without = walk
        without.node = next(node)
        without.failures = sum
        if node != position || enter(stop, &without) {
          best.out.append(node)
          follow(without, stop, behind: position, failures, &best)
          best.out.removeLast()
        }
      }
      let starts = model.startOfVisit(node, day: Int(nodes[node].day), arriving: arrival)
      if starts >= .never { return }
      walk.departs = starts &+ model.visit[node]
      walk.last = node
      walk.node = next(node)
      if node == position { guard enter(stop, &walk) else { return } }
    }
  }

  /// Puts a stop that is left out in the place of visits that make room for it.
  mutating func insert(_ stop: Int, _ place: Ejection) {
    guard nodes[stop].day < 0 else { return }
    let day = Int(nodes[place.from].day)
    for visit in place.visits { unlink(visit) }
    link(stop, behind: place.behind)
    settle(from: place.from, to: place.to, day)
  }

  /// Whether a stop may be visited on a day at all.
  func allows(_ stop: Int, on day: Int) -> Bool {
    model.closes[day &* model.nodeCount &+ stop] > -.never
  }

  /// Whether the day can be done without a visit: there may be no way past it, or a longer one.
  func canDo(without visit: Int) -> Bool {
    guard visit < model.stopCount, day(of: visit) >= 0, !pins(visit) else { return false }
    let (before, behind) = (previous(visit), next(visit))
    return isLoose[day(of: visit)]
      || nodes[before].departs &+ model.travel(from: before, to: behind) <= nodes[behind].latest
  }

  /// Exchanges two visits, if they are on different days and both can be done so.
  ///
  /// - Returns: whether they were exchanged.
  mutating func exchange(_ first: Int, _ second: Int) -> Bool {
    let (day, other) = (day(of: first), day(of: second))
    guard day != other, fits(first, inPlaceOf: second), fits(second, inPlaceOf: first) else {
      return false
    }
    let around = (before: previous(first), behind: next(first))
    let there = (before: previous(second), behind: next(second))
    unlink(first)
    unlink(second)
    link(second, behind: around.before)
    link(first, behind: there.before)
    settle(from: around.before, to: around.behind, day)
    settle(from: there.before, to: there.behind, other)
    return true
  }

  private func fits(_ stop: Int, inPlaceOf visit: Int) -> Bool {
    let day = day(of: visit)
    guard day >= 0, !isLoose[day], !pins(visit) else { return false }
    let (before, behind, row) = (previous(visit), next(visit), stop &* model.nodeCount)
    let start = model.startOfVisit(
      stop, day: day, arriving: nodes[before].departs &+ toward[row &+ before])
    return start < .never
      && start &+ model.visit[stop] &+ model.travel[row &+ behind] <= nodes[behind].latest
  }

  /// Goes on behind a visit with what is left of another day from a visit on, and there with what
  /// was behind the first one, if both days can be done so.
  ///
  /// What was changed and is not kept yet is taken back where they cannot.
  ///
  /// - Returns: whether the rests of the days were exchanged.
  mutating func exchangeRest(behind visit: Int, from other: Int) -> Bool {
    let (first, second) = (day(of: visit), day(of: other))
    guard pinnedCount == 0, first >= 0, second >= 0, first != second, !isLoose[first],
      !isLoose[second]
    else { return false }
    let (behind, before) = (next(visit), previous(other))
    let (end, otherEnd) = (model.end(of: first), model.end(of: second))
    let rest = behind == end ? otherEnd : behind
    // By the rests as they are on their days.
    guard nodes[visit].departs &+ model.travel(from: visit, to: other) <= nodes[other].latest,
      nodes[before].departs &+ model.travel(from: before, to: rest) <= nodes[rest].latest
    else { return false }
    let (last, otherLast) = (previous(end), previous(otherEnd))
    moveRest(from: behind, to: second)
    moveRest(from: other, to: first)
    join(visit, other)
    join(otherLast, end)
    join(before, rest)
    if rest == behind { join(last, otherEnd) }
    refresh(first)
    refresh(second)
    if isFeasible(first), isFeasible(second) { return true }
    rollBack()
    return false
  }

  private mutating func moveRest(from first: Int, to day: Int) {
    var node = first
    note(day: day)
    while node < model.stopCount {
      note(node)
      note(day: Int(nodes[node].day))
      days[Int(nodes[node].day)].count -= 1
      nodes[node].day = Int32(day)
      days[day].count += 1
      node = next(node)
    }
  }

  private mutating func join(_ node: Int, _ next: Int) {
    note(node)
    note(next)
    nodes[node].next = Int32(next)
    nodes[next].previous = Int32(node)
    nodes[next].leg = model.travel(from: node, to: next)
  }
}

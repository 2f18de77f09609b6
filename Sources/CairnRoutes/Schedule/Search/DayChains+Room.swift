/// Removes visits of long days to make room for one that does not fit, and moves visits meanwhile.
///
/// Feasibility is checked by the departure before a change and the latest arrival after it, so this
/// works only on days where a window binds: unconstrained days do not maintain these values.
extension DayChains {
  /// A position for a stop that replaces some visits near it.
  struct Ejection {
    /// The node after which the stop is inserted once the visits are removed; -1 for none.
    var behind = -1
    /// The visits to remove.
    var visits: [Int] = []
    /// The nodes that enclose all changes.
    var from = -1
    var to = -1
    /// The sum of the penalty counters of the removed visits.
    var failures = Int.max
    /// The number of nodes evaluated.
    var looks = 0

    /// The visits that the search has removed so far, and the node where it began.
    fileprivate var out: [Int] = []
    fileprivate var start = -1
  }

  /// The state of a walk along a chain.
  private struct Walk {
    /// The last node that stays, and the departure from it.
    var last: Int
    var departs: Ticks
    /// The next node in the current order.
    var node: Int
    /// The node after which the stop was inserted; -1 before that.
    var behind = -1
    /// The number of nodes that may still follow the stop.
    var left = DayChains.mostBehind
    /// The sum of the penalty counters of the removed visits.
    var failures = 0
  }

  /// The maximum number of visits removed for one stop, and the range of nodes considered before
  /// and after its position.
  private static var mostEjected: Int { 5 }
  private static var mostBefore: Int { 5 }
  private static var mostBehind: Int { 25 }

  /// Finds a position for a stop by removing visits that are usually easy to reinsert.
  ///
  /// For each position, tries all sets of up to five visits near it whose sum of penalty counters
  /// is less than the best so far; as soon as the rest of the day is feasible, no more are removed.
  ///
  /// - Parameters:
  ///   - stop: a stop that is left out.
  ///   - near: the stops beside which it may be inserted.
  ///   - failures: the penalty counter of each stop; their sum is minimized.
  ///   - turn: the index in `near` to start with.
  /// - Returns: a position with the least sum.
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

  /// Inserts the stop; returns false if it is too late by then.
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

  /// Follows the chain to the end of the range, and at each visit also tries removing it.
  private func follow(
    _ start: Walk, _ stop: Int, behind position: Int, _ failures: [Int], _ best: inout Ejection
  ) {
    var walk = start
    while true {
      best.looks &+= 1
      let node = walk.node
      // Most nodes keep their leg, and the table is much larger than the cache.
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

  /// Inserts a stop that is left out and removes the visits of the ejection.
  mutating func insert(_ stop: Int, _ place: Ejection) {
    guard nodes[stop].day < 0 else { return }
    let day = Int(nodes[place.from].day)
    for visit in place.visits { unlink(visit) }
    link(stop, behind: place.behind)
    settle(from: place.from, to: place.to, day)
  }

  /// Whether a stop can be visited on a day at all.
  func allows(_ stop: Int, on day: Int) -> Bool {
    model.closes[day &* model.nodeCount &+ stop] > -.never
  }

  /// Whether the day stays feasible without a visit: skipping it may be impossible or take longer.
  func canDo(without visit: Int) -> Bool {
    guard visit < model.stopCount, day(of: visit) >= 0, !pins(visit) else { return false }
    let (before, behind) = (previous(visit), next(visit))
    return isLoose[day(of: visit)]
      || nodes[before].departs &+ model.travel(from: before, to: behind) <= nodes[behind].latest
  }

  /// Exchanges two visits, if they are on different days and both days stay feasible.
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

  /// Swaps the tails of two days: the day of `visit` continues with the tail that starts at
  /// `other`, and the other day with what followed `visit`.
  ///
  /// If either day becomes infeasible, all uncommitted changes are rolled back.
  ///
  /// - Returns: whether the tails were swapped.
  mutating func swapTails(behind visit: Int, from other: Int) -> Bool {
    let (first, second) = (day(of: visit), day(of: other))
    guard pinnedCount == 0, first >= 0, second >= 0, first != second, !isLoose[first],
      !isLoose[second]
    else { return false }
    let (behind, before) = (next(visit), previous(other))
    let (end, otherEnd) = (model.end(of: first), model.end(of: second))
    let rest = behind == end ? otherEnd : behind
    // Checked with the values of the tails on their current days.
    guard nodes[visit].departs &+ model.travel(from: visit, to: other) <= nodes[other].latest,
      nodes[before].departs &+ model.travel(from: before, to: rest) <= nodes[rest].latest
    else { return false }
    let (last, otherLast) = (previous(end), previous(otherEnd))
    moveTail(from: behind, to: second)
    moveTail(from: other, to: first)
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

  private mutating func moveTail(from first: Int, to day: Int) {
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

// Inserting stops one at a time fails for those that can be reached or left only through others:
// neither of two stops fits alone if the first can only be left to the second, and the second only
// reached from the first. For these, the fastest path between two visits through any stops left out
// is inserted at once.
// The path consists of two shortest paths, since an earlier departure never makes a later visit
// impossible: the earliest departures from the visit before, and the latest starts that reach the
// next visit in time. Such stops need travel times that violate the triangle inequality. They are
// found before the search, so that a request without them is planned as if this file did not exist.

extension ItinerarySearch {
  /// The maximum number of left-out stops on such a path during the search.
  private static var mostMembers: Int { 120 }
  /// The part of the work of the random search that is spent on such paths, as a divisor.
  private static var workDivisor: Int { 4 }

  /// Finds the stops that can be visited on some day only together with others.
  ///
  /// - Parameters:
  ///   - reach: the earliest arrivals on each day.
  ///   - stop: ends the preparation if the time is over or the search was cancelled.
  /// - Precondition: the days contain only the booked stops in fixed positions.
  mutating func findDependent(_ reach: [DayLowerBounds], until stop: inout ScheduleMeter) {
    var found = Set<Int>()
    for day in reach where !stop.isInterrupted(work) {
      let gaps = model.gaps(of: chains.nodes(on: day.day), day: day.day)
      // Bounds that ignore windows and visits, which are fast, exclude nearly all others.
      let open = stops.filter { visit in
        chains.day(of: visit) < 0 && !found.contains(visit) && day.obstacle(visit, model) == nil
          && !model.isInTime(visit, within: gaps)
      }
      if open.isEmpty { continue }
      let members = chains.absent.map { Int($0) }
      for gap in gaps where !stop.isInterrupted(work) {
        let ways = WaysThrough(model, gap, members)
        work &+= ways.looks
        for visit in open where ways.way(through: visit, model) != nil { found.insert(visit) }
      }
    }
    dependent = found.sorted()
  }

  /// Inserts stops that are left out and can be visited only together with others, as long as any
  /// fit.
  ///
  /// - Parameters:
  ///   - isMandatory: whether only must-see and booked stops are inserted, with those on their
  ///     paths.
  ///   - insertion: how positions are selected.
  ///   - stop: ends the insertion if the time is over or the search was cancelled.
  mutating func insertDependent(
    isMandatory: Bool, _ insertion: Insertion, until stop: inout ScheduleMeter
  ) {
    var targets = dependent.filter { visit in
      chains.day(of: visit) < 0
        && (!isMandatory || model.mandatoryWorth.map { model.worth[visit] >= $0 } ?? false)
    }
    while !targets.isEmpty, !stop.isInterrupted(work) {
      if insertion.isRandom, dependentWork > work / Self.workDivisor { return }
      let before = work
      let best = bestWay(through: targets, blinks: insertion.isRandom, until: &stop)
      dependentWork &+= work &- before
      guard let best else { return }
      chains.replace(best.day, best.order)
      targets.removeAll { chains.day(of: $0) >= 0 }
    }
  }

  /// The day with the path that is worth most for its time.
  private mutating func bestWay(
    through targets: [Int], blinks: Bool, until stop: inout ScheduleMeter
  ) -> (day: Int, order: [Int])? {
    var best: (rating: Double, day: Int, order: [Int])?
    let members = members(with: targets)
    for day in 0..<model.dayCount {
      let here = targets.filter { model.closes[day * model.nodeCount + $0] > -.never }
      if here.isEmpty { continue }
      let order = chains.nodes(on: day)
      for gap in model.gaps(of: order, day: day) {
        if stop.isInterrupted(work) { return nil }
        if blinks, random.next() & 7 == 0 { continue }
        let ways = WaysThrough(model, gap, members)
        work &+= ways.looks
        for target in here {
          guard let way = ways.way(through: target, model) else { continue }
          let worth = way.reduce(0) { $0 + weights.value[$1] }
          let rating = worth / Double(max(model.detour(way, in: gap), 1))
          if let best, best.rating >= rating { continue }
          let visits = order[1..<gap.behind] + way + order[gap.behind..<(order.count - 1)]
          let nodes = [order[0]] + visits + [order[order.count - 1]]
          work &+= nodes.count
          // Locked positions and breaks count here only.
          guard model.cost(of: nodes, day: day) != nil else { continue }
          best = (rating, day, Array(visits))
        }
      }
    }
    return best.map { ($0.day, $0.order) }
  }

  /// The stops through which paths lead: all that are left out, or those near the targets.
  private func members(with targets: [Int]) -> [Int] {
    if chains.absent.count <= Self.mostMembers { return chains.absent.map { Int($0) }.sorted() }
    var members = Array(targets.prefix(Self.mostMembers / 2))
    var isMember = Set(members)
    for target in targets {
      for other in near[target] where chains.day(of: Int(other)) < 0 {
        if members.count >= Self.mostMembers { return members }
        if isMember.insert(Int(other)).inserted { members.append(Int(other)) }
      }
    }
    return members
  }
}

/// The place between two consecutive nodes of a day.
private struct Gap {
  let day: Int
  /// The node before, and the departure from it.
  let from: Int
  let departs: Ticks
  /// The node after it, and the latest arrival there that keeps the rest of the day.
  let to: Int
  let latest: Ticks
  /// The index of that node in the day.
  let behind: Int
}

extension ScheduleModel {
  /// Whether a stop can be visited in any of some gaps, if only travel and windows count.
  fileprivate func isInTime(_ stop: Int, within gaps: [Gap]) -> Bool {
    gaps.contains { gap in
      let arrival = gap.departs + travel(from: gap.from, to: stop)
      let start = startOfVisit(stop, day: gap.day, arriving: arrival)
      return start < .never && start + visit[stop] + travel(from: stop, to: gap.to) <= gap.latest
    }
  }

  /// The gaps of a day that can be reached in time; breaks are ignored.
  fileprivate func gaps(of order: [Int], day: Int) -> [Gap] {
    var latest = order.map { _ in -Ticks.never }
    let last = order.count - 1
    latest[last] = latestStartOfVisit(order[last], day: day, by: .never)
    for index in (0..<last).reversed() {
      let way = travel(from: order[index], to: order[index + 1])
      latest[index] = latestStartOfVisit(
        order[index], day: day, by: latest[index + 1] - way - visit[order[index]])
    }
    var gaps: [Gap] = []
    var progress = departure(on: day)
    for behind in 1...last {
      let (from, to) = (order[behind - 1], order[behind])
      if latest[behind] > -.never {
        gaps.append(
          Gap(
            day: day, from: from, departs: progress.time, to: to, latest: latest[behind],
            behind: behind))
      }
      guard let next = step(progress, from: from, to: to, day: day) else { break }
      progress = next
    }
    return gaps
  }

  /// The time that a path through some stops adds to a day, not counting the wait after it.
  fileprivate func detour(_ way: [Int], in gap: Gap) -> Ticks {
    var progress = ScheduleProgress(time: gap.departs)
    var previous = gap.from
    for stop in way {
      progress = step(progress, from: previous, to: stop, day: gap.day) ?? progress
      previous = stop
    }
    return progress.time + travel(from: previous, to: gap.to) - gap.departs
      - travel(from: gap.from, to: gap.to)
  }
}

/// The fastest paths from one node of a day to the next through stops that are left out.
private struct WaysThrough {
  private let gap: Gap
  private let members: [Int]
  private let there: Labels
  private let back: Labels

  /// The tentative or final times of the stops, by index among the members.
  private struct Labels {
    /// The earliest departure, or the latest start; `.never` or `-.never` if there is none.
    var times: [Ticks]
    /// The previous or the next stop, -1 for the node of the gap.
    var links: [Int]

    /// The stops from a stop to the node of the gap, without the first one.
    func path(from index: Int) -> [Int] {
      var path: [Int] = []
      var next = links[index]
      while next >= 0 {
        path.append(next)
        next = links[next]
      }
      return path
    }
  }

  /// Finds the paths by Dijkstra's algorithm (doi:10.1007/BF01386390) from both sides, O(n²) for n
  /// members.
  init(_ model: ScheduleModel, _ gap: Gap, _ members: [Int]) {
    self.gap = gap
    self.members = members
    let all = [Bool](repeating: true, count: members.count)
    there = Self.departures(model, gap, members, all)
    back = Self.starts(model, gap, members, all)
  }

  /// The work of finding the paths, in evaluated positions.
  var looks: Int { members.count &* members.count }

  /// The stops on a path through a stop that keeps the rest of the day; nil if there is none.
  ///
  /// The two parts of the fastest path may share stops. Then either part is found again without the
  /// stops of the other, which may miss a path that avoids them in both.
  func way(through stop: Int, _ model: ScheduleModel) -> [Int]? {
    guard let index = members.firstIndex(of: stop) else { return nil }
    guard let way = joined(there, back, index, model) else { return nil }
    if Set(way).count == way.count { return way.map { members[$0] } }
    func isFree(of path: [Int]) -> [Bool] {
      var isFree = [Bool](repeating: true, count: members.count)
      for other in path { isFree[other] = false }
      return isFree
    }
    let otherBack = Self.starts(model, gap, members, isFree(of: there.path(from: index)))
    if let way = joined(there, otherBack, index, model) { return way.map { members[$0] } }
    let otherThere = Self.departures(model, gap, members, isFree(of: back.path(from: index)))
    return joined(otherThere, back, index, model)?.map { members[$0] }
  }

  private func joined(
    _ there: Labels, _ back: Labels, _ index: Int, _ model: ScheduleModel
  ) -> [Int]? {
    guard there.times[index] < .never,
      there.times[index] - model.visit[members[index]] <= back.times[index]
    else { return nil }
    return there.path(from: index).reversed() + [index] + back.path(from: index)
  }

  /// The earliest departures from the stops.
  private static func departures(
    _ model: ScheduleModel, _ gap: Gap, _ members: [Int], _ isFree: [Bool]
  ) -> Labels {
    func departs(_ stop: Int, from: Int, at time: Ticks) -> Ticks {
      let start = model.startOfVisit(
        stop, day: gap.day, arriving: time + model.travel(from: from, to: stop))
      return start >= .never ? .never : start + model.visit[stop]
    }
    var labels = Labels(
      times: members.indices.map {
        isFree[$0] ? departs(members[$0], from: gap.from, at: gap.departs) : .never
      }, links: members.map { _ in -1 })
    var left = members.indices.filter { isFree[$0] }
    while let slot = left.indices.min(by: { labels.times[left[$0]] < labels.times[left[$1]] }) {
      let settled = left[slot]
      guard labels.times[settled] < .never else { break }
      left.swapAt(slot, left.count - 1)
      left.removeLast()
      for other in left {
        let time = departs(members[other], from: members[settled], at: labels.times[settled])
        guard time < labels.times[other] else { continue }
        (labels.times[other], labels.links[other]) = (time, settled)
      }
    }
    return labels
  }

  /// The latest starts of the visits that keep the rest of the day.
  private static func starts(
    _ model: ScheduleModel, _ gap: Gap, _ members: [Int], _ isFree: [Bool]
  ) -> Labels {
    func starts(_ stop: Int, to: Int, by time: Ticks) -> Ticks {
      model.latestStartOfVisit(
        stop, day: gap.day, by: time - model.travel(from: stop, to: to) - model.visit[stop])
    }
    var labels = Labels(
      times: members.indices.map {
        isFree[$0] ? starts(members[$0], to: gap.to, by: gap.latest) : -.never
      }, links: members.map { _ in -1 })
    var left = members.indices.filter { isFree[$0] }
    while let slot = left.indices.max(by: { labels.times[left[$0]] < labels.times[left[$1]] }) {
      let settled = left[slot]
      guard labels.times[settled] > -.never else { break }
      left.swapAt(slot, left.count - 1)
      left.removeLast()
      for other in left {
        let time = starts(members[other], to: members[settled], by: labels.times[settled])
        guard time > labels.times[other] else { continue }
        (labels.times[other], labels.links[other]) = (time, settled)
      }
    }
    return labels
  }
}

internal import CairnMemory

/// The result of a search: the arcs from one end to another.
struct RoadPath: Sendable {
  /// Milliseconds.
  var cost: UInt32
  var start: RoadEnd
  var end: RoadEnd
  /// The arcs after that of the start and before that of the end.
  var arcs: [UInt32] = []
  /// Whether both ends are on one arc, so that only the part between them is used.
  var isDirect = false
}

/// Searches between ends of routes in a space of states.
///
/// All costs are sums of the same integers, so a route, a matrix and a reach agree exactly.
struct RoadSearch<Space: RoadSpace> {
  let space: Space
  let graph: RoadGraphView
  let profile: RoadProfileView
  let scratch: SearchScratch
  /// Whether the ends may be enclosed by private roads; see ``PrivateSearch``.
  var isWide = false

  /// The private roads from ends of a route.
  func privateSearch(_ ends: [RoadEnd], isStart: Bool) -> PrivateSearch {
    let area = PrivateSearch.Area(graph: graph, profile: profile, isWide: isWide)
    return PrivateSearch(ends, isStart: isStart, space, area)
  }

  /// The fastest path between two sets of ends, by Dijkstra's algorithm from both sides.
  ///
  /// Source: T. A. J. Nicholson, "Finding the shortest route between two points in a network", The
  /// Computer Journal 9 (1966), doi:10.1093/comjnl/9.3.275.
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath? {
    let outward = privateSearch(starts, isStart: true)
    let inward = privateSearch(goals, isStart: false)
    var best = outward.localPath(starts, goals, space)
    let (forward, backward) = (scratch.forward, scratch.backward)
    defer { scratch.reset() }
    for (index, seed) in outward.seeds.enumerated() {
      _ = forward.lower(seed.state, to: seed.cost, code: SearchLabels.seedBit | UInt32(index))
    }
    var bound = best?.cost ?? RoadGeometry.longest
    var meeting = -1
    func meet(_ state: Int) {
      let (there, back) = (forward.costs[state], backward.costs[state])
      guard there != SearchLabels.unreached, back != SearchLabels.unreached else { return }
      let cost = RoadGeometry.sum(there, back)
      if cost < bound {
        bound = cost
        meeting = state
      }
    }
    for (index, seed) in inward.seeds.enumerated()
    where backward.lower(seed.state, to: seed.cost, code: SearchLabels.seedBit | UInt32(index)) {
      meet(seed.state)
    }
    while !forward.heap.isEmpty, !backward.heap.isEmpty {
      let (ahead, behind) = (forward.heap.least, backward.heap.least)
      guard UInt64(ahead) + UInt64(behind) < UInt64(bound) else { break }
      if ahead <= behind {
        guard let (cost, state) = forward.popCurrent() else { break }
        space.successors(state) { next, weight, code in
          if forward.lower(next, to: RoadGeometry.sum(cost, weight), code: code) { meet(next) }
        }
      } else {
        guard let (cost, state) = backward.popCurrent() else { break }
        space.predecessors(state) { next, weight, code in
          if backward.lower(next, to: RoadGeometry.sum(cost, weight), code: code) { meet(next) }
        }
      }
    }
    guard meeting >= 0 else { return best }
    best = joined(at: meeting, bound, starts, outward, goals, inward)
    return best
  }

  private func joined(
    at meeting: Int, _ cost: UInt32, _ starts: [RoadEnd], _ outward: PrivateSearch,
    _ goals: [RoadEnd], _ inward: PrivateSearch
  ) -> RoadPath {
    var arcs: [UInt32] = []
    var state = meeting
    while scratch.forward.codes[state] & SearchLabels.seedBit == 0 {
      let step = space.stepBack(state, scratch.forward.codes[state])
      arcs.append(UInt32(step.arc))
      state = step.state
    }
    let first = outward.seeds[Int(scratch.forward.codes[state] & ~SearchLabels.seedBit)]
    arcs = outward.arcs(of: first) + arcs.reversed()
    state = meeting
    while scratch.backward.codes[state] & SearchLabels.seedBit == 0 {
      let step = space.stepForward(state, scratch.backward.codes[state])
      arcs.append(UInt32(step.arc))
      state = step.state
    }
    let last = inward.seeds[Int(scratch.backward.codes[state] & ~SearchLabels.seedBit)]
    return RoadPath(
      cost: cost, start: starts[first.end], end: goals[last.end],
      arcs: arcs + inward.arcs(of: last))
  }

  /// The costs of the fastest paths from one set of ends to several others.
  ///
  /// - Returns: milliseconds; nil where no path exists.
  func costs(from starts: [RoadEnd], to goals: [[RoadEnd]]) -> [UInt32?] {
    let outward = privateSearch(starts, isStart: true)
    let seeds = goals.map { privateSearch($0, isStart: false).seeds }
    let labels = scratch.forward
    defer { labels.reset() }
    var open: Set<Int> = []
    for seed in seeds.joined() { open.insert(seed.state) }
    for seed in outward.seeds { _ = labels.lower(seed.state, to: seed.cost, code: 0) }
    while !open.isEmpty, let (cost, state) = labels.popCurrent() {
      open.remove(state)
      space.successors(state) { next, weight, _ in
        _ = labels.lower(next, to: RoadGeometry.sum(cost, weight), code: 0)
      }
    }
    return goals.indices.map { goal in
      var best = outward.localPath(starts, goals[goal], space)?.cost
      for seed in seeds[goal] where labels.costs[seed.state] != SearchLabels.unreached {
        let cost = RoadGeometry.sum(labels.costs[seed.state], seed.cost)
        if cost < best ?? RoadGeometry.longest { best = cost }
      }
      return best
    }
  }
}

extension RoadEnd {
  /// Whether a position is not after another one on the same arc, in the direction of travel.
  func isBefore(_ other: RoadEnd, _ graph: RoadGraphView) -> Bool {
    let isReversed = graph.arcEdges[arc] & 1 == 1
    let (first, second) = isReversed ? (other.position, position) : (position, other.position)
    return (first.segment, first.fraction) <= (second.segment, second.fraction)
  }

  /// Whether another position on the same arc is behind this one by no more than coordinates of six
  /// decimal places may be: 10 cm.
  func isAt(_ other: RoadEnd, _ area: PrivateSearch.Area) -> Bool {
    guard arc == other.arc, done >= other.done else { return false }
    let speed = area.graph.speed(arc, area.profile.index)
    return done - other.done <= RoadGeometry.time(0.1, kilometersPerHour: speed)
  }
}

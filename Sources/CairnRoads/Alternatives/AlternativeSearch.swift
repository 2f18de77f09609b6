internal import CairnMemory

/// Searches for routes through plateaus: sequences of arcs that the trees of shortest paths from
/// the start and to the destination have in common.
///
/// A route to the end of a plateau and on from there consists of two shortest paths that overlap on
/// the plateau, so each shorter part of it is a shortest path. States are arcs for walkers too: a
/// road between two junctions that are connected by a faster one is in no tree of nodes.
struct AlternativeSearch {
  let search: RoadSearch<TurnSpace>
  let limits: AlternativeLimits

  private var scratch: SearchScratch { search.scratch }
  private var space: TurnSpace { search.space }

  /// The end of a plateau.
  private struct Candidate {
    var state: Int
    var cost: UInt32
  }

  /// Returns alternatives to the fastest path, the fastest first.
  func paths(
    from starts: [RoadEnd], to goals: [RoadEnd], besides best: RoadPath, count: Int
  ) -> [RoadPath] {
    let limit = UInt32(
      min(Double(best.cost) * max(limits.stretch, 1), Double(RoadGeometry.impassable) - 1))
    let area = PrivateSearch.Area(graph: search.graph, profile: search.profile)
    let outward = PrivateSearch(starts, isStart: true, space, area)
    let inward = PrivateSearch(goals, isStart: false, space, area)
    defer { scratch.reset() }
    label(scratch.forward, outward.seeds, limit, space.successors)
    label(scratch.backward, inward.seeds, limit, space.predecessors)
    var used = Set(best.arcs + [UInt32(best.start.arc), UInt32(best.end.arc)])
    var found: [RoadPath] = []
    for candidate in candidates(within: limit, best.cost) where found.count < count {
      let path = path(through: candidate, starts, outward, goals, inward)
      guard visitsNodesOnce(path),
        Double(time(of: path, on: used)) <= limits.sharing * Double(best.cost)
      else { continue }
      used.formUnion(path.arcs + [UInt32(path.start.arc), UInt32(path.end.arc)])
      found.append(path)
    }
    return found
  }

  /// Labels the states within a time.
  private func label(
    _ labels: SearchLabels, _ seeds: [RoadSeed], _ limit: UInt32,
    _ neighbors: (Int, (Int, UInt32, UInt32) -> Void) -> Void
  ) {
    for (index, seed) in seeds.enumerated() where seed.cost <= limit {
      _ = labels.lower(seed.state, to: seed.cost, code: SearchLabels.seedBit | UInt32(index))
    }
    while let (cost, state) = labels.popCurrent() {
      neighbors(state) { next, weight, code in
        let sum = RoadGeometry.sum(cost, weight)
        if sum <= limit { _ = labels.lower(next, to: sum, code: code) }
      }
    }
  }

  /// The ends of plateaus that are long enough, by the time of the route through them.
  private func candidates(within limit: UInt32, _ best: UInt32) -> [Candidate] {
    let (forward, backward) = (scratch.forward, scratch.backward)
    var states: [Int] = []
    for index in 0..<forward.reachedCount {
      let state = forward.reachedState(index)
      if backward.costs[state] != SearchLabels.unreached,
        RoadGeometry.sum(forward.costs[state], backward.costs[state]) <= limit
      {
        states.append(state)
      }
    }
    states.sort { (forward.costs[$0], $0) < (forward.costs[$1], $1) }
    // The cost at the beginning of the first arc of the plateau that ends at a state.
    var starts: [Int: UInt32] = [:]
    var isContinued: Set<Int> = []
    for state in states {
      starts[state] = cost(before: state)
      guard let before = plateauNeighbor(before: state) else { continue }
      starts[state] = starts[before] ?? cost(before: before)
      isContinued.insert(before)
    }
    let least = limits.localOptimality * Double(best)
    var found: [Candidate] = []
    for state in states where !isContinued.contains(state) {
      let length = forward.costs[state] - (starts[state] ?? 0)
      guard Double(length) >= least else { continue }
      let cost = RoadGeometry.sum(forward.costs[state], backward.costs[state])
      found.append(Candidate(state: state, cost: cost))
    }
    return found.sorted { ($0.cost, $0.state) < ($1.cost, $1.state) }
  }

  /// The cost at the beginning of the arc of a state; 0 at the start of the route.
  private func cost(before state: Int) -> UInt32 {
    let code = scratch.forward.codes[state]
    guard code & SearchLabels.seedBit == 0 else { return 0 }
    return scratch.forward.costs[space.stepBack(state, code).state]
  }

  /// The state before a state in both trees; nil if they have no common step there.
  private func plateauNeighbor(before state: Int) -> Int? {
    let code = scratch.forward.codes[state]
    guard code & SearchLabels.seedBit == 0 else { return nil }
    let before = space.stepBack(state, code).state
    guard scratch.backward.costs[before] != SearchLabels.unreached else { return nil }
    let back = scratch.backward.codes[before]
    guard back & SearchLabels.seedBit == 0, space.stepForward(before, back).state == state
    else { return nil }
    return before
  }

  /// The fastest path through a state.
  private func path(
    through candidate: Candidate, _ starts: [RoadEnd], _ outward: PrivateSearch,
    _ goals: [RoadEnd], _ inward: PrivateSearch
  ) -> RoadPath {
    var arcs: [UInt32] = []
    var state = candidate.state
    while scratch.forward.codes[state] & SearchLabels.seedBit == 0 {
      let step = space.stepBack(state, scratch.forward.codes[state])
      arcs.append(UInt32(step.arc))
      state = step.state
    }
    let first = outward.seeds[Int(scratch.forward.codes[state] & ~SearchLabels.seedBit)]
    arcs = outward.arcs(of: first) + arcs.reversed()
    state = candidate.state
    while scratch.backward.codes[state] & SearchLabels.seedBit == 0 {
      let step = space.stepForward(state, scratch.backward.codes[state])
      arcs.append(UInt32(step.arc))
      state = step.state
    }
    let last = inward.seeds[Int(scratch.backward.codes[state] & ~SearchLabels.seedBit)]
    return RoadPath(
      cost: candidate.cost, start: starts[first.end], end: goals[last.end],
      arcs: arcs + inward.arcs(of: last))
  }

  /// Whether a path passes no junction twice.
  private func visitsNodesOnce(_ path: RoadPath) -> Bool {
    var nodes: Set<UInt32> = [search.graph.heads[path.start.arc]]
    for arc in path.arcs where !nodes.insert(search.graph.heads[Int(arc)]).inserted { return false }
    return true
  }

  /// The time of the part of a path that is on certain arcs.
  private func time(of path: RoadPath, on arcs: Set<UInt32>) -> UInt32 {
    var time: UInt32 = 0
    if arcs.contains(UInt32(path.start.arc)) { time = path.start.left }
    if arcs.contains(UInt32(path.end.arc)) { time = RoadGeometry.sum(time, path.end.done) }
    for arc in path.arcs where arcs.contains(arc) {
      let weight = search.profile.weights[Int(arc)]
      if weight < RoadGeometry.impassable { time = RoadGeometry.sum(time, weight) }
    }
    return time
  }
}

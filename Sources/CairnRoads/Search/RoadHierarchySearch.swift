internal import CairnMemory

/// Searches between ends of routes through the hierarchy of a profile.
///
/// The costs are sums of the same integers as those of ``RoadSearch``, and equal to them.
struct RoadHierarchySearch<Space: RoadSpace> {
  let space: Space
  let graph: RoadGraphView
  let profile: RoadProfileView
  let hierarchy: ProfileHierarchy

  /// A seed in the graph of the hierarchy.
  private struct Entry {
    var seed: HierarchySeed
    /// The offset of the seed of the search.
    var source: Int
    /// The arc between the state of that seed and the node; nil if they are the same.
    var arc: UInt32?
  }

  /// The fastest path between two sets of ends.
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath? {
    let outward = PrivateSearch(starts, isStart: true, space, graph, profile)
    let inward = PrivateSearch(goals, isStart: false, space, graph, profile)
    var best = outward.localPath(starts, goals, graph)
    var limit = best?.cost ?? RoadGeometry.longest
    for goal in inward.seeds where !isSearched(goal.state) {
      for start in outward.seeds where start.state == goal.state {
        let cost = RoadGeometry.sum(start.cost, goal.cost)
        guard cost < limit else { continue }
        limit = cost
        best = RoadPath(
          cost: cost, start: starts[start.end], end: goals[goal.end], arcs: start.arcs + goal.arcs)
      }
    }
    let from = entries(outward.seeds, isStart: true)
    let to = entries(inward.seeds, isStart: false)
    let found = hierarchy.withSearch {
      $0.path(from: from.map(\.seed), to: to.map(\.seed), below: limit)
    }
    guard let found else { return best }
    let first = from[found.start]
    let start = outward.seeds[first.source]
    let end = inward.seeds[to[found.end].source]
    var arcs = start.arcs
    if let arc = first.arc { arcs.append(arc) }
    for arc in found.arcs { arcs.append(hierarchy.graph.roads[Int(arc)]) }
    return RoadPath(
      cost: found.weight, start: starts[start.end], end: goals[end.end], arcs: arcs + end.arcs)
  }

  /// The costs of the fastest paths between several sets of ends.
  ///
  /// - Returns: a row of milliseconds per start; nil where no path exists.
  func costs(from starts: [[RoadEnd]], to goals: [[RoadEnd]]) -> [[UInt32?]] {
    hierarchy.withSearch { search in
      var targets = SeededTargets()
      // The targets at states without a node, which are few.
      var others: [(goal: Int, seed: RoadSeed)] = []
      for (index, goal) in goals.enumerated() {
        let seeds = PrivateSearch(goal, isStart: false, space, graph, profile).seeds
        targets.append(entries(seeds, isStart: false).map(\.seed), search)
        for seed in seeds where !isSearched(seed.state) { others.append((index, seed)) }
      }
      return starts.map { start in
        let outward = PrivateSearch(start, isStart: true, space, graph, profile)
        var row = [UInt32](repeating: RoadGeometry.longest, count: goals.count)
        search.weights(from: entries(outward.seeds, isStart: true).map(\.seed), to: targets) {
          row[$0] = $1
        }
        for other in others {
          for seed in outward.seeds where seed.state == other.seed.state {
            row[other.goal] = min(row[other.goal], RoadGeometry.sum(seed.cost, other.seed.cost))
          }
        }
        return row.indices.map { goal in
          let cost = min(row[goal], outward.localPath(start, goals[goal], graph)?.cost ?? .max)
          return cost < RoadGeometry.longest ? cost : nil
        }
      }
    }
  }

  private func isSearched(_ state: Int) -> Bool {
    hierarchy.graph.nodes[state] != SearchGraph.none
  }

  /// The seeds at nodes of the graph.
  ///
  /// From other states the first step is taken;
  /// no step leads to them.
  private func entries(_ seeds: [RoadSeed], isStart: Bool) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(seeds.count)
    func add(_ state: Int, _ cost: UInt32, _ source: Int, _ arc: UInt32?) {
      let node = hierarchy.graph.nodes[state]
      guard node != SearchGraph.none else { return }
      entries.append(
        Entry(seed: HierarchySeed(node: Int(node), weight: cost), source: source, arc: arc))
    }
    for (index, seed) in seeds.enumerated() {
      guard !isSearched(seed.state) else {
        add(seed.state, seed.cost, index, nil)
        continue
      }
      guard isStart else { continue }
      space.successors(seed.state) { next, weight, code in
        let arc = UInt32(truncatingIfNeeded: space.stepBack(next, code).arc)
        add(next, RoadGeometry.sum(seed.cost, weight), index, arc)
      }
    }
    return entries
  }
}

/// A search through a hierarchy in any space.
protocol AnyHierarchySearch {
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath?
  func costs(from starts: [[RoadEnd]], to goals: [[RoadEnd]]) -> [[UInt32?]]
}

extension RoadHierarchySearch: AnyHierarchySearch {}

extension RoadContext {
  /// A search through a hierarchy, in the smallest space that represents the profile's rules.
  func search(_ hierarchy: ProfileHierarchy) -> any AnyHierarchySearch {
    if profile.isPlain {
      return RoadHierarchySearch(
        space: NodeSpace(graph: graph, profile: profile), graph: graph, profile: profile,
        hierarchy: hierarchy)
    }
    return RoadHierarchySearch(
      space: TurnSpace(graph: graph, profile: profile), graph: graph, profile: profile,
      hierarchy: hierarchy)
  }

  /// The fastest path between two sets of ends.
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath? {
    if let hierarchy { return search(hierarchy).path(from: starts, to: goals) }
    return search { search in
      defer { note(search.scratch) }
      return search.path(from: starts, to: goals)
    }
  }

  /// The costs of the fastest paths between several sets of ends.
  func costs(from starts: [[RoadEnd]], to goals: [[RoadEnd]]) -> [[UInt32?]] {
    if let hierarchy { return search(hierarchy).costs(from: starts, to: goals) }
    return starts.map { start in
      search { search in
        defer { note(search.scratch) }
        return search.costs(from: start, to: goals)
      }
    }
  }

  /// Counts the work of a search without a hierarchy.
  private func note(_ scratch: SearchScratch) {
    network.hierarchies.add(scratch.takeWork(), to: profile.index)
  }
}

internal import CairnMemory

/// Searches between ends of routes through the hierarchy of a profile.
///
/// The costs are sums of the same integers as those of ``RoadSearch``, and equal to them.
struct RoadHierarchySearch<Space: RoadSpace> {
  let space: Space
  let graph: RoadGraphView
  let profile: RoadProfileView
  let hierarchy: ProfileHierarchy
  /// Whether the ends may be enclosed by private roads; see ``PrivateSearch``.
  var isWide = false

  /// The private roads from ends of a route.
  private func privateSearch(_ ends: [RoadEnd], isStart: Bool) -> PrivateSearch {
    let area = PrivateSearch.Area(graph: graph, profile: profile, isWide: isWide)
    return PrivateSearch(ends, isStart: isStart, space, area)
  }

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
    let outward = privateSearch(starts, isStart: true)
    let inward = privateSearch(goals, isStart: false)
    var best = outward.localPath(starts, goals, space)
    var limit = best?.cost ?? RoadGeometry.longest
    for goal in inward.seeds where !isSearched(goal.state) {
      for start in outward.seeds where start.state == goal.state {
        let cost = RoadGeometry.sum(start.cost, goal.cost)
        guard cost < limit else { continue }
        limit = cost
        best = RoadPath(
          cost: cost, start: starts[start.end], end: goals[goal.end],
          arcs: outward.arcs(of: start) + inward.arcs(of: goal))
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
    var arcs = outward.arcs(of: start)
    if let arc = first.arc { arcs.append(arc) }
    for arc in found.arcs { arcs.append(hierarchy.graph.roads[Int(arc)]) }
    return RoadPath(
      cost: found.weight, start: starts[start.end], end: goals[end.end],
      arcs: arcs + inward.arcs(of: end))
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
        let seeds = privateSearch(goal, isStart: false).seeds
        targets.append(entries(seeds, isStart: false).map(\.seed), search)
        for seed in seeds where !isSearched(seed.state) { others.append((index, seed)) }
      }
      return starts.map { start in
        let outward = privateSearch(start, isStart: true)
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
          let cost = min(row[goal], outward.localPath(start, goals[goal], space)?.cost ?? .max)
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
  /// From other states, to which no step leads, the first step is taken.
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
  func search(
    _ hierarchy: ProfileHierarchy, isWide: Bool = false
  ) -> any AnyHierarchySearch {
    if profile.isPlain {
      return RoadHierarchySearch(
        space: NodeSpace(graph: graph, profile: profile), graph: graph, profile: profile,
        hierarchy: hierarchy, isWide: isWide)
    }
    return RoadHierarchySearch(
      space: TurnSpace(graph: graph, profile: profile), graph: graph, profile: profile,
      hierarchy: hierarchy, isWide: isWide)
  }

  /// The fastest path between two sets of ends.
  ///
  /// Only if there is none, public roads at the ends that are enclosed by private roads count as
  /// private.
  func path(from starts: [RoadEnd], to goals: [RoadEnd]) -> RoadPath? {
    if let path = path(from: starts, to: goals, isWide: false) { return path }
    guard isEnclosed(starts) || isEnclosed(goals) else { return nil }
    return path(from: starts, to: goals, isWide: true)
  }

  private func path(from starts: [RoadEnd], to goals: [RoadEnd], isWide: Bool) -> RoadPath? {
    if let hierarchy {
      return search(hierarchy, isWide: isWide).path(from: starts, to: goals)
    }
    return search(isWide: isWide) { search in
      defer { note(search.scratch) }
      return search.path(from: starts, to: goals)
    }
  }

  /// The costs of the fastest paths between several sets of ends, each as that of
  /// ``path(from:to:)``.
  func costs(from starts: [[RoadEnd]], to goals: [[RoadEnd]]) -> [[UInt32?]] {
    var costs = costs(from: starts, to: goals, isWide: false)
    let areStarts = starts.map(isEnclosed)
    let areGoals = goals.map(isEnclosed)
    var rows: [Int] = []
    var columns: Set<Int> = []
    for row in starts.indices where !starts[row].isEmpty {
      let open = goals.indices.filter {
        costs[row][$0] == nil && !goals[$0].isEmpty && (areStarts[row] || areGoals[$0])
      }
      if !open.isEmpty { rows.append(row) }
      columns.formUnion(open)
    }
    guard !rows.isEmpty else { return costs }
    let used = columns.sorted()
    let wider = self.costs(
      from: rows.map { starts[$0] }, to: used.map { goals[$0] }, isWide: true)
    for (index, row) in rows.enumerated() {
      for (offset, column) in used.enumerated()
      where costs[row][column] == nil && (areStarts[row] || areGoals[column]) {
        costs[row][column] = wider[index][offset]
      }
    }
    return costs
  }

  private func costs(
    from starts: [[RoadEnd]], to goals: [[RoadEnd]], isWide: Bool
  ) -> [[UInt32?]] {
    if let hierarchy {
      return search(hierarchy, isWide: isWide).costs(from: starts, to: goals)
    }
    return starts.map { start in
      search(isWide: isWide) { search in
        defer { note(search.scratch) }
        return search.costs(from: start, to: goals)
      }
    }
  }

  /// Whether private roads may enclose an end of a route: its road is not in the largest component.
  func isEnclosed(_ ends: [RoadEnd]) -> Bool {
    let area = PrivateSearch.Area(graph: graph, profile: profile, isWide: true)
    return ends.contains { area.contains($0.arc) }
  }

  /// Counts the work of a search without a hierarchy.
  private func note(_ scratch: SearchScratch) {
    network.hierarchies.add(scratch.takeWork(), to: profile.index)
  }
}

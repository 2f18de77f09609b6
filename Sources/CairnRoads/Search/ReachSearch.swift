internal import CairnMemory

/// The nodes within a time.
struct ReachedNodes {
  /// The nodes by time.
  var nodes: [(node: Int, time: UInt32)]
  /// Further nodes on or beyond public roads that are enclosed by private ones, by time.
  ///
  /// They belong to the result only if no route without such roads leads there, however long it is.
  var enclosed: [(node: Int, time: UInt32)] = []
  /// The times at which the arcs from junctions with turn restrictions can be entered.
  var entries: [Int: UInt32] = [:]

  /// The time at which an arc can be entered from a node that is reached at a time; nil if each
  /// turn onto it is forbidden.
  func entry(
    _ arc: Int, from node: Int, at time: UInt32, _ profile: RoadProfileView
  ) -> UInt32? {
    guard profile.flags(node).contains(.restricted) else { return time }
    return entries[arc].map { max($0, time) }
  }
}

extension RoadSearch: AnyRoadSearch {
  /// The nodes within a time, by time.
  ///
  /// Private roads and gates are used in a run at the end, as in a route to a position there.
  func nodes(from starts: [RoadEnd], within limit: UInt32) -> ReachedNodes {
    defer { scratch.reset() }
    let outward = privateSearch(starts, isStart: true)
    let labels = scratch.forward
    for seed in outward.seeds where seed.cost <= limit {
      _ = labels.lower(seed.state, to: seed.cost, code: 0)
    }
    var open: [(node: Int, time: UInt32)] = []
    // Several states may be at one node; the first one has the least time.
    var seen = StateSet(stateCount: graph.nodeCount)
    var meetsPrivate = StateSet(stateCount: graph.nodeCount)
    var borders: [(state: Int, cost: UInt32)] = outward.reached
    var entries: [Int: UInt32] = [:]
    while let (cost, state) = labels.popCurrent() {
      let node = space.node(of: state)
      addEntries(from: state, cost, to: &entries)
      // Those of the run at the start are listed with the private nodes.
      if outward.cost(of: state) != cost, seen.insert(node) {
        open.append((node, cost))
        if leadsToPrivate(node) { _ = meetsPrivate.insert(node) }
      }
      if meetsPrivate.contains(node) { borders.append((state, cost)) }
      space.successors(state) { next, weight, _ in
        let sum = RoadGeometry.sum(cost, weight)
        if sum <= limit { _ = labels.lower(next, to: sum, code: 0) }
      }
    }
    guard !borders.isEmpty else { return ReachedNodes(nodes: open, entries: entries) }
    var meetsEnclosed = false
    let run = (starts, outward)
    let ends = privateNodes(borders, run, outward.area, within: limit, &meetsEnclosed, &entries)
    var reached = ReachedNodes(nodes: merged(open, ends))
    if meetsEnclosed, !isWide {
      var area = outward.area
      area.isWide = true
      scratch.backward.reset()
      reached.enclosed = privateNodes(
        borders, run, area, within: limit, &meetsEnclosed, &entries)
    }
    reached.entries = entries
    return reached
  }

  /// Adds the arcs that may follow a state at a junction with turn restrictions.
  private func addEntries(from state: Int, _ cost: UInt32, to entries: inout [Int: UInt32]) {
    guard profile.flags(space.node(of: state)).contains(.restricted) else { return }
    space.turns(from: state) { entries[$1] = min(entries[$1] ?? .max, cost) }
  }

  /// Whether an arc that leaves a node can be used only at the end of a route.
  private func leadsToPrivate(_ node: Int) -> Bool {
    graph.arcs(node).contains {
      profile.weights[$0] >= RoadGeometry.impassable && graph.speed($0, profile.index) > 0
    }
  }

  /// The nodes that are reached from states along the roads of an area and through gates, by time.
  ///
  /// `meetsEnclosed` becomes true if these lead to a public road outside the largest component.
  private func privateNodes(
    _ borders: [(state: Int, cost: UInt32)], _ run: (starts: [RoadEnd], search: PrivateSearch),
    _ area: PrivateSearch.Area, within limit: UInt32, _ meetsEnclosed: inout Bool,
    _ entries: inout [Int: UInt32]
  ) -> [(node: Int, time: UInt32)] {
    let (starts, outward) = run
    let labels = scratch.backward
    var found: [(node: Int, time: UInt32)] = []
    func step(from state: Int, _ cost: UInt32, isBorder: Bool) {
      let node = space.node(of: state)
      guard !area.isClosed(node) else { return }
      let isGate = area.isGate(node)
      space.turns(from: state) { next, arc in
        let head = Int(graph.heads[arc])
        guard !area.isClosed(head) else { return }
        let isInRun = area.contains(arc) || area.isGate(head)
        if !isInRun, isGate || !isBorder, graph.speed(arc, profile.index) > 0, !area.isMain(arc) {
          meetsEnclosed = true
        }
        guard isGate || isInRun, let time = graph.fullTime(arc, profile.index) else { return }
        let sum = RoadGeometry.sum(cost, time)
        guard sum <= limit else { return }
        // Every step is checked as an arrival, since the fastest one may not be at the position.
        let mayEndHere = isBorder || isGate || area.contains(arc)
        if (mayEndHere && hasPosition(arc, at: head))
          || (isInRun && leaves(next, { area.isGate(head) || area.contains($0) }))
        {
          found.append((head, sum))
        }
        // After a gate, a public road is used only by a route that ends on it.
        if isInRun { _ = labels.lower(next, to: sum, code: 0) }
      }
    }
    for (state, cost) in borders where cost <= limit {
      if outward.cost(of: state) == cost {
        _ = labels.lower(state, to: cost, code: 0)
        let node = space.node(of: state)
        let arc = outward.arc(to: state, from: starts)
        let isArrival = arc.map { hasPosition($0, at: node) } ?? true
        if !area.isClosed(node), isArrival || leaves(state, { _ in true }) {
          found.append((node, cost))
        }
      } else {
        step(from: state, cost, isBorder: true)
      }
    }
    while let (cost, state) = labels.popCurrent() {
      addEntries(from: state, cost, to: &entries)
      step(from: state, cost, isBorder: false)
    }
    return found.sorted { ($0.time, $0.node) < ($1.time, $1.node) }
  }

  /// Whether a position at a node is on the road of an arc: at a junction with public roads, it is
  /// on these.
  private func hasPosition(_ arc: Int, at node: Int) -> Bool {
    isPublic(arc) || !graph.arcs(node).contains(where: isPublic)
  }

  /// Whether a route that arrives in a state may end at the beginning of a road.
  private func leaves(_ state: Int, _ isAllowed: (Int) -> Bool) -> Bool {
    let node = space.node(of: state)
    var isFound = false
    space.turns(from: state) { _, arc in
      isFound =
        isFound
        || (graph.speed(arc, profile.index) > 0 && isAllowed(arc) && hasPosition(arc, at: node))
    }
    return isFound
  }

  /// Whether a direction of the road of an arc is neither private nor unusable.
  private func isPublic(_ arc: Int) -> Bool {
    [arc, graph.reverse(arc)].contains {
      graph.speed($0, profile.index) > 0 && !graph.isPrivate($0, profile.index)
    }
  }

  /// The nodes of two lists by time, each once.
  private func merged(
    _ first: [(node: Int, time: UInt32)], _ second: [(node: Int, time: UInt32)]
  ) -> [(node: Int, time: UInt32)] {
    var merged: [(node: Int, time: UInt32)] = []
    merged.reserveCapacity(first.count + second.count)
    var seen = StateSet(stateCount: graph.nodeCount)
    var (index, other) = (0, 0)
    while index < first.count || other < second.count {
      let isFirst =
        other == second.count || (index < first.count && first[index].time <= second[other].time)
      let next = isFirst ? first[index] : second[other]
      if isFirst { index += 1 } else { other += 1 }
      if seen.insert(next.node) { merged.append(next) }
    }
    return merged
  }
}

extension RoadGraphView {
  /// The time of an arc that is driven at the end of a route, in milliseconds; nil if it cannot be
  /// used.
  @inline(__always)
  func endTime(_ arc: Int, _ profile: RoadProfileView) -> UInt32? {
    let weight = profile.weights[arc]
    if weight < RoadGeometry.impassable { return weight }
    let (start, end) = (profile.flags(tail(arc)), profile.flags(Int(heads[arc])))
    // A road up to a barrier can be used from its other end.
    guard
      isPrivate(arc, profile.index) || start.contains(.gate) || end.contains(.gate)
        || end.contains(.blocked) && !start.contains(.blocked)
    else { return nil }
    return fullTime(arc, profile.index)
  }
}

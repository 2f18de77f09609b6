internal import CairnMemory

extension RoadSearch: AnyRoadSearch {
  /// The nodes within a time, by time.
  ///
  /// Private roads and gates are used in a run at the end, as in a route to a position there.
  func nodes(from starts: [RoadEnd], within limit: UInt32) -> [(node: Int, time: UInt32)] {
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
    while let (cost, state) = labels.popCurrent() {
      let node = space.node(of: state)
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
    return borders.isEmpty ? open : merged(open, privateNodes(borders, outward, within: limit))
  }

  /// Whether an arc that leaves a node can be used at the end of a route only.
  private func leadsToPrivate(_ node: Int) -> Bool {
    graph.arcs(node).contains {
      profile.weights[$0] >= RoadGeometry.impassable && graph.speed($0, profile.index) > 0
    }
  }

  /// The nodes that are reached from states along private roads and through gates, by time.
  private func privateNodes(
    _ borders: [(state: Int, cost: UInt32)], _ outward: PrivateSearch, within limit: UInt32
  ) -> [(node: Int, time: UInt32)] {
    let labels = scratch.backward
    let area = outward.area
    var found: [(node: Int, time: UInt32)] = []
    func step(from state: Int, _ cost: UInt32, isBorder: Bool) {
      let node = space.node(of: state)
      guard !area.isClosed(node) else { return }
      let isGate = area.isGate(node)
      space.turns(from: state) { next, arc in
        let head = Int(graph.heads[arc])
        guard !area.isClosed(head) else { return }
        let isInRun = area.contains(arc) || area.isGate(head)
        guard isGate || isInRun, let time = graph.fullTime(arc, profile.index) else { return }
        let sum = RoadGeometry.sum(cost, time)
        guard sum <= limit else { return }
        // Every step is an arrival: the one with the least time may not be at the position.
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
        let isArrival = outward.arc(to: state).map { hasPosition($0, at: node) } ?? true
        if !area.isClosed(node), isArrival || leaves(state, { _ in true }) {
          found.append((node, cost))
        }
      } else {
        step(from: state, cost, isBorder: true)
      }
    }
    while let (cost, state) = labels.popCurrent() { step(from: state, cost, isBorder: false) }
    return found.sorted { ($0.time, $0.node) < ($1.time, $1.node) }
  }

  /// Whether a position at a node is on the road of an arc: at a junction with public roads, it is on
  /// these.
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

extension RoadContext {
  /// The nodes within a time, by time.
  ///
  /// From a start that is enclosed by private roads, the roads beyond them are reached, too.
  func times(from start: SnappedPosition, within limit: UInt32) -> [(node: Int, time: UInt32)] {
    guard isEnclosed(start.ends), !leadsToMain(start.ends) else {
      return search { $0.nodes(from: start.ends, within: limit) }
    }
    // The wider search is only for nodes without another route, however long that is.
    let all = search { $0.nodes(from: start.ends, within: RoadGeometry.impassable - 1) }
    let known = Set(all.map(\.node))
    let times = all.filter { $0.time <= limit }
    let wider = search(isWide: true) { $0.nodes(from: start.ends, within: limit) }
    return (times + wider.filter { !known.contains($0.node) })
      .sorted { ($0.time, $0.node) < ($1.time, $1.node) }
  }

  /// Whether public roads and the private ones of a start lead to the largest component.
  private func leadsToMain(_ starts: [RoadEnd]) -> Bool {
    profile.isPlain
      ? leadsToMain(starts, NodeSpace(graph: graph, profile: profile))
      : leadsToMain(starts, TurnSpace(graph: graph, profile: profile))
  }

  private func leadsToMain<Space: RoadSpace>(_ starts: [RoadEnd], _ space: Space) -> Bool {
    var open = seedStates(starts, isStart: true)
    var seen = Set(open)
    while let state = open.popLast() {
      if profile.flags(space.node(of: state)).contains(.main) { return true }
      space.successors(state) { next, _, _ in
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }
}

extension RoadGraphView {
  /// The time of an arc that is driven at the end of a route, in milliseconds; nil if it cannot be
  /// used.
  @inline(__always)
  func endTime(_ arc: Int, _ profile: RoadProfileView) -> UInt32? {
    let weight = profile.weights[arc]
    if weight < RoadGeometry.impassable { return weight }
    guard
      isPrivate(arc, profile.index) || profile.flags(Int(heads[arc])).contains(.gate)
        || profile.flags(tail(arc)).contains(.gate)
    else { return nil }
    return fullTime(arc, profile.index)
  }
}

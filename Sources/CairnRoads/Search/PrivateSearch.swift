internal import CairnMemory

/// The way from the ends of a route on private roads to the states of public roads.
///
/// Private roads are not part of the searched graph. They form small components, so a plain search
/// from the end of the route covers them, and no route can pass through. The same holds for private
/// gates.
///
/// A public road may be enclosed by private ones: a street in a gated estate, or one that is
/// reached only along roads for local traffic. A wider search also uses the public roads outside
/// the largest component. It is used for pairs without another route.
struct PrivateSearch {
  /// A state that a search has reached.
  private struct Label {
    var cost: UInt32
    /// The offset of the end in the list of ends.
    var end: Int
    /// The arc driven between this state and `next`; -1 at the end of the route.
    var arc: Int
    /// The state that is one arc nearer to the end of the route.
    var next: Int
  }

  /// The roads of a search.
  struct Area {
    let graph: RoadGraphView
    let profile: RoadProfileView
    /// Whether the area has public roads outside the largest component.
    var isWide = false

    func contains(_ arc: Int) -> Bool {
      if graph.isPrivate(arc, profile.index) { return true }
      return isWide && !isMain(arc)
    }

    /// Whether an arc can be driven within the largest component.
    func isMain(_ arc: Int) -> Bool {
      profile.weights[arc] < RoadGeometry.impassable
        && profile.flags(graph.tail(arc)).contains(.main)
        && profile.flags(Int(graph.heads[arc])).contains(.main)
    }

    func isGate(_ node: Int) -> Bool { profile.flags(node).contains(.gate) }

    /// Whether nobody may pass a node.
    func isClosed(_ node: Int) -> Bool {
      let flags = profile.flags(node)
      return flags.contains(.blocked) && !flags.contains(.gate)
    }

    /// Whether a search from an end of a route leads farther than its arc.
    func extends(_ end: RoadEnd, isStart: Bool) -> Bool {
      let node = isStart ? Int(graph.heads[end.arc]) : graph.tail(end.arc)
      return contains(end.arc) || isGate(node)
    }

    /// Whether public roads meet the area at a node.
    func meetsPublic(_ node: Int) -> Bool {
      if profile.flags(node).contains(.blocked) { return false }
      if isWide { return profile.flags(node).contains(.main) }
      // In any direction, and to a gate as well: the other run of the route may begin there.
      return graph.arcs(node).contains { arc in
        [arc, graph.reverse(arc)].contains {
          graph.speed($0, profile.index) > 0 && !graph.isPrivate($0, profile.index)
        }
      }
    }
  }

  /// The maximum number of states of a wide search, so that it stays fast on large islands.
  private static let wideLimit = 4096

  private(set) var seeds: [RoadSeed] = []
  let area: Area
  private let isStart: Bool
  private var labels: [Int: Label] = [:]

  /// Searches from the ends of a route: its start, or its destination.
  init<Space: RoadSpace>(_ ends: [RoadEnd], isStart: Bool, _ space: Space, _ area: Area) {
    self.area = area
    self.isStart = isStart
    var heap = RoadHeap()
    func reach(_ state: Int, _ label: Label) {
      if let known = labels[state], known.cost <= label.cost { return }
      labels[state] = label
      heap.push(label.cost, state)
    }
    for (index, end) in ends.enumerated() {
      let isExtended = area.extends(end, isStart: isStart)
      func begin(_ state: Int, _ cost: UInt32) {
        if !area.profile.flags(space.node(of: state)).contains(.blocked) {
          seeds.append(RoadSeed(state: state, cost: cost, end: index))
        }
        if isExtended { reach(state, Label(cost: cost, end: index, arc: -1, next: -1)) }
      }
      if isStart {
        begin(space.end(of: end.arc), end.left)
      } else {
        space.turns(onto: end.arc) { begin($0, end.done) }
      }
    }
    while !heap.isEmpty, !area.isWide || labels.count < Self.wideLimit {
      let (cost, state) = heap.pop()
      guard let known = labels[state], known.cost == cost else { continue }
      let node = space.node(of: state)
      if area.isClosed(node) { continue }
      let isGate = area.isGate(node)
      func step(_ other: Int, _ arc: Int) {
        guard isGate || area.contains(arc),
          let time = area.graph.fullTime(arc, area.profile.index)
        else { return }
        let sum = RoadGeometry.sum(cost, time)
        reach(other, Label(cost: sum, end: known.end, arc: arc, next: state))
      }
      if isStart { space.turns(from: state, step) } else { space.turns(to: state, step) }
    }
    // Only where public roads begin.
    for (state, label) in labels.sorted(by: { $0.key < $1.key })
    where label.arc >= 0 && area.meetsPublic(space.node(of: state)) {
      seeds.append(RoadSeed(state: state, cost: label.cost, end: label.end, isBehindRun: true))
    }
  }

  /// The arcs between the arc of an end and the state of a seed, in the direction of travel.
  func arcs(of seed: RoadSeed) -> [UInt32] { seed.isBehindRun ? arcs(to: seed.state) : [] }

  /// The arcs between an end and a state, in the direction of travel.
  private func arcs(to state: Int) -> [UInt32] {
    var arcs: [UInt32] = []
    var current = state
    while let label = labels[current], label.arc >= 0 {
      arcs.append(UInt32(label.arc))
      current = label.next
    }
    return isStart ? arcs.reversed() : arcs
  }

  /// The states that the search reached.
  var reached: [(state: Int, cost: UInt32)] {
    labels.map { ($0.key, $0.value.cost) }
  }

  /// The arc driven to a state that the search reached from some starts; at a start its own arc.
  func arc(to state: Int, from starts: [RoadEnd]) -> Int? {
    guard let label = labels[state] else { return nil }
    return label.arc >= 0 ? label.arc : starts[label.end].arc
  }

  /// The time to a state; nil if the search did not reach it.
  func cost(of state: Int) -> UInt32? { labels[state]?.cost }

  /// The path from these starts along a single arc or along private roads only.
  func localPath<Space: RoadSpace>(
    _ starts: [RoadEnd], _ goals: [RoadEnd], _ space: Space
  ) -> RoadPath? {
    var best: RoadPath?
    for start in starts {
      for goal in goals where goal.arc == start.arc && goal.done >= start.done {
        guard start.isBefore(goal, area.graph) else { continue }
        let cost = goal.done - start.done
        if cost < best?.cost ?? RoadGeometry.longest {
          best = RoadPath(cost: cost, start: start, end: goal, isDirect: true)
        }
      }
    }
    if best == nil {
      for start in starts {
        guard var goal = goals.first(where: { start.isAt($0, area) }) else { continue }
        (goal.position.segment, goal.position.fraction) = (
          start.position.segment, start.position.fraction
        )
        best = RoadPath(cost: 0, start: start, end: goal, isDirect: true)
      }
    }
    for goal in goals where area.extends(goal, isStart: false) {
      guard !area.isClosed(area.graph.tail(goal.arc)) else { continue }
      space.turns(onto: goal.arc) { state in
        guard let label = labels[state] else { return }
        let cost = RoadGeometry.sum(label.cost, goal.done)
        if cost < best?.cost ?? RoadGeometry.longest {
          best = RoadPath(
            cost: cost, start: starts[label.end], end: goal, arcs: arcs(to: state))
        }
      }
    }
    return best
  }
}

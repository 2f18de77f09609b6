internal import CairnMemory

extension RoadContext {
  /// The nodes within a time, by time.
  ///
  /// As for a route, public roads that are enclosed by private ones are used in the runs at both
  /// ends only for nodes without another route, however long that is.
  func times(
    from start: SnappedPosition, within limit: UInt32
  ) throws(RoadError) -> ReachedNodes {
    var reached = search { $0.nodes(from: start.ends, within: limit) }
    let isWide = isEnclosed(start.ends) || passesGate(start.ends)
    guard isWide || !reached.enclosed.isEmpty else { return reached }
    var known = StateSet(stateCount: graph.nodeCount)
    for (node, _) in reached.nodes { _ = known.insert(node) }
    var found = reached.enclosed
    if isWide {
      let wide = search(isWide: true) { $0.nodes(from: start.ends, within: limit) }
      found = wide.nodes
      reached.entries.merge(wide.entries) { min($0, $1) }
    }
    let further = found.filter { known.insert($0.node) }
    guard !further.isEmpty else { return reached }
    let hasRoute =
      profile.isPlain
      ? try routes(to: further, from: start.ends, NodeSpace(graph: graph, profile: profile))
      : try routes(to: further, from: start.ends, TurnSpace(graph: graph, profile: profile))
    let enclosed = zip(further, hasRoute).filter { !$1 }.map(\.0)
    reached.nodes = (reached.nodes + enclosed).sorted { ($0.time, $0.node) < ($1.time, $1.node) }
    return reached
  }

  /// Whether the run at a start may pass a gate.
  private func passesGate(_ starts: [RoadEnd]) -> Bool {
    starts.contains { profile.flags(Int(graph.heads[$0.arc])).contains(.gate) }
  }

  /// Whether a route leads to each of some nodes without enclosed roads, however long it is.
  private func routes<Space: RoadSpace>(
    to nodes: [(node: Int, time: UInt32)], from starts: [RoadEnd], _ space: Space
  ) throws(RoadError) -> [Bool] {
    let area = PrivateSearch.Area(graph: graph, profile: profile)
    var tree = RoutesBackward(starts, space, area)
    let goals = nodes.map { tree.add(ends(atNode: $0.node)) }
    try tree.follow { () throws(RoadError) in
      try network.hierarchies.graph(network, profile.index)
    }
    return goals.map { $0.hasLocalPath || $0.steps.contains(where: tree.isReached) }
  }

  /// The ends of routes at a node: on its public roads, if there are any.
  private func ends(atNode node: Int) -> [RoadEnd] {
    let ends = graph.arcs(node).flatMap { arc -> [RoadEnd] in
      let half = Int(graph.arcEdges[arc])
      // The beginning of the arc: the first point of its edge, or what is beyond all segments.
      let position = EdgePosition(
        edge: half >> 1, segment: half & 1 == 1 ? .max : 0, fraction: 0, squaredDistance: 0)
      return graph.ends(at: position, profile.index)
    }
    let open = ends.filter { !isPrivate($0.position.edge) }
    return open.isEmpty ? ends : open
  }
}

/// The routes from a start to some positions, without their costs and without enclosed roads.
///
/// They are followed backward from all positions at once, up to the start or the largest component,
/// and then forward along the same steps, so that each step is taken once for all positions.
private struct RoutesBackward<Space: RoadSpace> {
  /// A state on public roads, or in the run on private roads at the end of a route.
  struct Step: Hashable {
    var state: Int
    var isInRun: Bool
  }

  private let space: Space
  private let area: PrivateSearch.Area
  private let starts: [RoadEnd]
  /// The run at the start.
  private let outward: PrivateSearch
  private let startStates: Set<Int>
  /// The next steps after each one toward a position.
  private var following: [Step: [Step]] = [:]
  private var open: [Step] = []
  private var reached: Set<Step> = []

  init(_ starts: [RoadEnd], _ space: Space, _ area: PrivateSearch.Area) {
    self.space = space
    self.area = area
    self.starts = starts
    outward = PrivateSearch(starts, isStart: true, space, area)
    startStates = Set(outward.seeds.map(\.state))
  }

  /// Adds a position by its ends of routes.
  ///
  /// - Returns: the last steps of routes to it, and whether a path from the start consists of a
  ///   single arc or of private roads only.
  mutating func add(_ goals: [RoadEnd]) -> (steps: [Step], hasLocalPath: Bool) {
    var steps: [Step] = []
    var hasLocalPath = false
    for goal in goals {
      if starts.contains(where: {
        $0.arc == goal.arc && goal.done >= $0.done && $0.isBefore(goal, area.graph)
          || $0.isAt(goal, area)
      }) {
        hasLocalPath = true
      }
      let isExtended = area.extends(goal, isStart: false)
      let isClosed = area.isClosed(area.graph.tail(goal.arc))
      space.turns(onto: goal.arc) { state in
        if !area.profile.flags(space.node(of: state)).contains(.blocked) {
          steps.append(Step(state: state, isInRun: false))
        }
        guard isExtended else { return }
        steps.append(Step(state: state, isInRun: true))
        if !isClosed, outward.cost(of: state) != nil { hasLocalPath = true }
      }
    }
    for step in steps { visit(step, before: nil) }
    return (steps, hasLocalPath)
  }

  /// Follows all routes.
  ///
  /// - Parameter components: returns the components of the states; called if a step may be in the
  ///   largest one.
  /// - Throws: ``RoadError`` if the file is damaged.
  /// - Complexity: O(*n*) for *n* steps that lead to the positions, up to the largest component.
  mutating func follow(
    _ components: () throws(RoadError) -> ComponentGraph?
  ) throws(RoadError) {
    var sources: [Step] = []
    var main: (graph: ComponentGraph, isReached: Bool)?
    var isMainKnown = false
    while let step = open.popLast() {
      if step.isInRun {
        followRun(step)
        continue
      }
      if startStates.contains(step.state) {
        sources.append(step)
        continue
      }
      if !isMainKnown, area.profile.flags(space.node(of: step.state)).contains(.main) {
        main = try components().map { ($0, leads(to: $0)) }
        isMainKnown = true
      }
      // A start leads to all of the largest component or to nothing in it.
      if let main, main.graph.isInLargest(step.state) {
        if main.isReached { sources.append(step) }
        continue
      }
      space.predecessors(step.state) { previous, _, _ in
        visit(Step(state: previous, isInRun: false), before: step)
      }
    }
    reached = Set(sources)
    while let step = sources.popLast() {
      for next in following[step] ?? [] where reached.insert(next).inserted {
        sources.append(next)
      }
    }
  }

  /// Whether a route reaches a step.
  func isReached(_ step: Step) -> Bool { reached.contains(step) }

  private mutating func visit(_ step: Step, before next: Step?) {
    if following[step] == nil {
      following[step] = []
      open.append(step)
    }
    if let next { following[step]?.append(next) }
  }

  /// Follows the run at the end of a route, as ``PrivateSearch`` does.
  private mutating func followRun(_ step: Step) {
    let node = space.node(of: step.state)
    guard !area.isClosed(node) else { return }
    let isGate = area.isGate(node)
    var before: [Int] = []
    space.turns(to: step.state) { previous, arc in
      if isGate || area.contains(arc), area.graph.fullTime(arc, area.profile.index) != nil {
        before.append(previous)
      }
    }
    for state in before { visit(Step(state: state, isInRun: true), before: step) }
    if area.meetsPublic(node) { visit(Step(state: step.state, isInRun: false), before: step) }
  }

  /// Whether public roads lead from the start to the largest component.
  private func leads(to components: ComponentGraph) -> Bool {
    var open = Array(startStates)
    var seen = startStates
    while let state = open.popLast() {
      if components.isInLargest(state) { return true }
      space.successors(state) { next, _, _ in
        if seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }
}

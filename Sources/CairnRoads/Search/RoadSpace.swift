internal import CairnMemory

/// The states of a search and the steps between them.
protocol RoadSpace {
  /// The number of states.
  var stateCount: Int { get }

  /// Calls `body` with each state after a state, the cost of the step and its code.
  func successors(_ state: Int, _ body: (_ next: Int, _ weight: UInt32, _ code: UInt32) -> Void)

  /// Calls `body` with each state before a state, the cost of the step and its code.
  func predecessors(_ state: Int, _ body: (_ next: Int, _ weight: UInt32, _ code: UInt32) -> Void)

  /// Whether a state belongs to the graph of a hierarchy: all states that steps lead to do.
  func isSearched(_ state: Int) -> Bool

  /// The state after driving along an arc from anywhere, even at a blocked node.
  func end(of arc: Int) -> Int

  /// Calls `body` with each state after a state and the arc driven, including arcs that are not in
  /// the searched graph.
  func turns(from state: Int, _ body: (_ next: Int, _ arc: Int) -> Void)

  /// Calls `body` with each state before a state and the arc driven, including arcs that are not in
  /// the searched graph.
  func turns(to state: Int, _ body: (_ previous: Int, _ arc: Int) -> Void)

  /// Calls `body` with each state from which an arc may be taken, even at a blocked node.
  func turns(onto arc: Int, _ body: (_ state: Int) -> Void)

  /// The arc of a step by its code, and the state before it.
  func stepBack(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int)

  /// The arc of a step of a backward search by its code, and the state after it.
  func stepForward(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int)

  /// The node at which a traveler in a state is.
  func node(of state: Int) -> Int
}

/// The nodes of the graph as states, for travelers without rules for turning.
struct NodeSpace: RoadSpace {
  let graph: RoadGraphView
  let profile: RoadProfileView

  var stateCount: Int { graph.nodeCount }

  @inline(__always)
  func successors(_ state: Int, _ body: (Int, UInt32, UInt32) -> Void) {
    for arc in graph.arcs(state) {
      let weight = profile.weights[arc]
      if weight < RoadGeometry.impassable {
        body(Int(graph.heads[arc]), weight, UInt32(truncatingIfNeeded: arc))
      }
    }
  }

  @inline(__always)
  func predecessors(_ state: Int, _ body: (Int, UInt32, UInt32) -> Void) {
    for arc in graph.arcs(state) {
      let reverse = graph.reverse(arc)
      let weight = profile.weights[reverse]
      if weight < RoadGeometry.impassable {
        body(Int(graph.heads[arc]), weight, UInt32(truncatingIfNeeded: reverse))
      }
    }
  }

  func isSearched(_ state: Int) -> Bool {
    graph.arcs(state).contains {
      profile.weights[$0] < RoadGeometry.impassable
        || profile.weights[graph.reverse($0)] < RoadGeometry.impassable
    }
  }

  func end(of arc: Int) -> Int { Int(graph.heads[arc]) }

  func turns(from state: Int, _ body: (Int, Int) -> Void) {
    for arc in graph.arcs(state) { body(Int(graph.heads[arc]), arc) }
  }

  func turns(to state: Int, _ body: (Int, Int) -> Void) {
    for arc in graph.arcs(state) { body(Int(graph.heads[arc]), graph.reverse(arc)) }
  }

  func turns(onto arc: Int, _ body: (Int) -> Void) { body(graph.tail(arc)) }

  func stepBack(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int) {
    (Int(code), graph.tail(Int(code)))
  }

  func stepForward(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int) {
    (Int(code), Int(graph.heads[Int(code)]))
  }

  func node(of state: Int) -> Int { state }
}

/// The arcs just driven as states, and the extra states of restrictions through via ways; see
/// ``TurnTable``.
struct TurnSpace: RoadSpace {
  let graph: RoadGraphView
  let profile: RoadProfileView

  var stateCount: Int { graph.heads.count + profile.extraArcs.count }

  /// The arc that leads to a state.
  @inline(__always)
  func arc(of state: Int) -> Int {
    let extra = state &- graph.heads.count
    return extra < 0 ? state : Int(profile.extraArcs[extra])
  }

  @inline(__always)
  func successors(_ state: Int, _ body: (Int, UInt32, UInt32) -> Void) {
    let last = arc(of: state)
    let node = Int(graph.heads[last])
    let flags = profile.flags(node)
    let back = flags.contains(.deadEnd) || profile.turnsRoundAnywhere ? -1 : graph.reverse(last)
    for arc in graph.arcs(node) where arc != back {
      let weight = profile.weights[arc]
      guard weight < RoadGeometry.impassable else { continue }
      var next = arc
      if flags.contains(.restricted) {
        guard let target = target(state, arc) else { continue }
        next = target
      }
      body(next, weight, UInt32(truncatingIfNeeded: state))
    }
  }

  @inline(__always)
  func predecessors(_ state: Int, _ body: (Int, UInt32, UInt32) -> Void) {
    let arc = arc(of: state)
    let weight = profile.weights[arc]
    guard weight < RoadGeometry.impassable else { return }
    states(before: arc, leadingTo: state) { body($0, weight, UInt32(truncatingIfNeeded: state)) }
  }

  func isSearched(_ state: Int) -> Bool {
    profile.weights[arc(of: state)] < RoadGeometry.impassable
  }

  func end(of arc: Int) -> Int { arc }

  func turns(from state: Int, _ body: (Int, Int) -> Void) {
    let last = arc(of: state)
    let node = Int(graph.heads[last])
    let flags = profile.flags(node)
    let back = flags.contains(.deadEnd) || profile.turnsRoundAnywhere ? -1 : graph.reverse(last)
    for arc in graph.arcs(node) where arc != back {
      guard flags.contains(.restricted) else {
        body(arc, arc)
        continue
      }
      if let next = target(state, arc) { body(next, arc) }
    }
  }

  func turns(to state: Int, _ body: (Int, Int) -> Void) {
    let arc = arc(of: state)
    states(before: arc, leadingTo: state) { body($0, arc) }
  }

  func turns(onto arc: Int, _ body: (Int) -> Void) { states(before: arc, leadingTo: nil, body) }

  /// The states from which an arc may be taken and, if `target` is given, lead to that state.
  @inline(__always)
  private func states(before arc: Int, leadingTo target: Int?, _ body: (Int) -> Void) {
    let node = graph.tail(arc)
    let flags = profile.flags(node)
    let turnsRound = flags.contains(.deadEnd) || profile.turnsRoundAnywhere
    for leaving in graph.arcs(node) where leaving != arc || turnsRound {
      let state = graph.reverse(leaving)
      if flags.contains(.restricted) {
        guard let found = self.target(state, arc), target == nil || found == target else {
          continue
        }
      } else if let target, target != arc {
        continue
      }
      body(state)
    }
    guard flags.contains(.restricted) else { return }
    for extra in extraStates(at: node) {
      let last = self.arc(of: extra)
      if graph.reverse(last) == arc, !turnsRound { continue }
      guard let found = self.target(extra, arc), target == nil || found == target else { continue }
      body(extra)
    }
  }

  /// The state after a turn; nil if it is forbidden.
  private func target(_ state: Int, _ arc: Int) -> Int? {
    let key = UInt64(state) << 32 | UInt64(arc)
    var low = 0
    var count = profile.turnKeys.count
    while count > 0 {
      let half = count / 2
      if profile.turnKeys[low + half] < key {
        low += half + 1
        count -= half + 1
      } else {
        count = half
      }
    }
    guard low < profile.turnKeys.count, profile.turnKeys[low] == key else { return arc }
    let target = profile.turnTargets[low]
    return target == TurnTable.forbidden ? nil : Int(target)
  }

  /// The extra states whose arc ends at a node, by binary search.
  private func extraStates(at node: Int) -> Range<Int> {
    func bound(_ isBefore: (Int) -> Bool) -> Int {
      var low = 0
      var count = profile.extraArcs.count
      while count > 0 {
        let half = count / 2
        if isBefore(Int(graph.heads[Int(profile.extraArcs[low + half])])) {
          low += half + 1
          count -= half + 1
        } else {
          count = half
        }
      }
      return low + graph.heads.count
    }
    return bound { $0 < node }..<bound { $0 <= node }
  }

  func stepBack(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int) {
    (arc(of: state), Int(code))
  }

  func stepForward(_ state: Int, _ code: UInt32) -> (arc: Int, state: Int) {
    (arc(of: Int(code)), Int(code))
  }

  func node(of state: Int) -> Int { Int(graph.heads[arc(of: state)]) }
}

extension RoadProfileView {
  /// The properties of a node.
  @inline(__always)
  func flags(_ node: Int) -> RoadNodeFlags { RoadNodeFlags(rawValue: flags[node]) }
}

internal import CairnMemory

/// A space of states for matching, in which private roads and gates may be used anywhere, because
/// the track shows where the traveler was.
protocol MatchSpace: RoadSpace {
  var graph: RoadGraphView { get }
  var profile: RoadProfileView { get }

  /// The state after entering an arc from anywhere.
  func entered(_ arc: Int) -> Int

  /// The code of a step onto an arc from a state, as in ``RoadSpace/successors(_:_:)``.
  func code(_ state: Int, _ arc: Int) -> UInt32
}

extension NodeSpace: MatchSpace {
  @inline(__always)
  func entered(_ arc: Int) -> Int { Int(graph.heads[arc]) }

  @inline(__always)
  func code(_ state: Int, _ arc: Int) -> UInt32 { UInt32(truncatingIfNeeded: arc) }
}

extension TurnSpace: MatchSpace {
  @inline(__always)
  func entered(_ arc: Int) -> Int { arc }

  @inline(__always)
  func code(_ state: Int, _ arc: Int) -> UInt32 { UInt32(truncatingIfNeeded: state) }
}

extension MatchSpace {
  /// Calls `body` with each arc that may follow a state, the state after it and the code of the
  /// step.
  @inline(__always)
  func steps(
    from state: Int, _ body: (_ arc: Int, _ weight: UInt32, _ next: Int, _ code: UInt32) -> Void
  ) {
    let node = node(of: state)
    let flags = profile.flags(node)
    if flags.contains(.blocked), !flags.contains(.gate) { return }
    successors(state) { next, weight, code in
      body(stepBack(next, code).arc, weight, next, code)
    }
    // Arcs of private roads, and those beside barriers, are not in the searched graph.
    for arc in graph.arcs(node) where profile.weights[arc] >= RoadGeometry.impassable {
      guard graph.speed(arc, profile.index) > 0 else { continue }
      body(arc, RoadGeometry.impassable, entered(arc), code(state, arc))
    }
  }
}

internal import CairnGeodesy
internal import CairnMemory

/// Moves ends of routes on islands to roads that are connected with the other end.
///
/// A route and a matrix move their ends in the same way. For a matrix, the states that can be
/// reached from an end, or from which it can be reached, are kept: ends in the same strongly
/// connected components share them, so pairs that are not connected cost no search each.
final class RoadIslands {
  private let context: RoadContext
  private let radius: Double
  /// The components of the states; nil if nothing is kept.
  private let graph: ComponentGraph?
  private var sets: [SetKey: StateSet] = [:]
  private var found: [MoveKey: SnappedPosition?] = [:]

  private struct SetKey: Hashable {
    var components: [UInt64]
    var isStart: Bool
  }

  private struct MoveKey: Hashable {
    var position: Int
    /// The number of the set of states; −1 for the main network.
    var set: Int
    var limit: Double
  }

  /// A position to be snapped, and where it was.
  struct End {
    var coordinate: Coordinate
    var snapped: SnappedPosition
    /// A number that is different for each position.
    var number: Int
  }

  /// - Parameter keepsResults: whether several pairs are going to be connected.
  init(_ context: RoadContext, radius: Double, keepsResults: Bool) throws(RoadError) {
    self.context = context
    self.radius = radius
    graph =
      keepsResults
      ? try context.network.hierarchies.graph(context.network, context.profile.index) : nil
  }

  /// The path between two positions of which one on an island is moved to roads that are connected
  /// with the other one.
  ///
  /// If either may be moved, the one that moves less is; if neither suffices, both are moved to the
  /// main network.
  func leg(
    from start: End, to end: End
  ) -> (start: SnappedPosition, end: SnappedPosition, path: RoadPath)? {
    guard !start.snapped.ends.isEmpty, !end.snapped.ends.isEmpty,
      !context.areConnected(start.snapped, end.snapped)
    else { return nil }
    let origins = states(of: end.snapped.ends, isStart: false)
    let reached = states(of: start.snapped.ends, isStart: true)
    // Both are searched in growing circles, so that an end far from any connected road costs no more
    // than the move of the other one.
    var detour = 25.0
    while true {
      let movedStart = moved(start, by: detour, isStart: true, origins)
      let movedEnd = moved(end, by: detour, isStart: false, reached)
      let startDetour = movedStart.map { $0.distance - start.snapped.distance } ?? .infinity
      let endDetour = movedEnd.map { $0.distance - end.snapped.distance } ?? .infinity
      if let movedStart, startDetour <= endDetour {
        return leg(movedStart, end.snapped)
      }
      if let movedEnd { return leg(start.snapped, movedEnd) }
      if detour > radius { break }
      detour *= 2
    }
    guard let from = movedToMain(start), let to = movedToMain(end) else { return nil }
    return leg(from, to)
  }

  private func leg(
    _ start: SnappedPosition, _ end: SnappedPosition
  ) -> (start: SnappedPosition, end: SnappedPosition, path: RoadPath)? {
    context.path(from: start.ends, to: end.ends).map { (start, end, $0) }
  }

  /// The nearest roads to a position that are at most `detour` meters farther away than its own, and
  /// have a state of a set.
  private func moved(
    _ end: End, by detour: Double, isStart: Bool, _ set: StateSet
  ) -> SnappedPosition? {
    let key = MoveKey(position: end.number, set: set.number, limit: detour)
    if graph != nil, let known = found[key] { return known }
    let limit = end.snapped.distance + detour
    let moved = context.moved(end.coordinate, radius: min(radius, limit + 1)) { position in
      let ends = context.graph.ends(at: position, context.profile.index)
      return context.seedStates(ends, isStart: isStart).contains { set.contains($0) }
    }
    let result = moved.flatMap { $0.distance <= limit ? $0 : nil }
    found[key] = .some(result)
    return result
  }

  private func movedToMain(_ end: End) -> SnappedPosition? {
    let key = MoveKey(position: end.number, set: -1, limit: radius)
    if graph != nil, let known = found[key] { return known }
    let result = context.moved(end.coordinate, radius: radius) { context.isMain($0.edge) }
    found[key] = .some(result)
    return result
  }

  /// The states that can be reached from ends, or from which they can be reached.
  private func states(of ends: [RoadEnd], isStart: Bool) -> StateSet {
    let seeds = context.seedStates(ends, isStart: isStart)
    guard let graph else {
      return context.connectedStates(seeds, isStart: isStart, number: sets.count)
    }
    // States without a node have no component; they are distinct from all others.
    let components = Set(
      seeds.map { state in
        let node = graph.graph.nodes[state]
        return node == SearchGraph.none
          ? 1 << 32 | UInt64(state) : UInt64(graph.components[Int(node)])
      }
    ).sorted()
    let key = SetKey(components: components, isStart: isStart)
    if let known = sets[key] { return known }
    let set = context.connectedStates(seeds, isStart: isStart, number: sets.count)
    sets[key] = set
    return set
  }
}

/// A set of states of a search.
struct StateSet {
  /// A number that identifies the set in a request.
  var number: Int
  private var bits: [UInt64]

  init(stateCount: Int, number: Int) {
    self.number = number
    bits = [UInt64](repeating: 0, count: stateCount / 64 + 1)
  }

  func contains(_ state: Int) -> Bool { bits[state >> 6] >> UInt64(state & 63) & 1 != 0 }

  /// Adds a state; returns whether it is new.
  mutating func insert(_ state: Int) -> Bool {
    guard !contains(state) else { return false }
    bits[state >> 6] |= 1 << UInt64(state & 63)
    return true
  }
}

extension RoadContext {
  /// The states at which searches from ends, or to ends, begin.
  func seedStates(_ ends: [RoadEnd], isStart: Bool) -> [Int] {
    let seeds =
      profile.isPlain
      ? PrivateSearch(
        ends, isStart: isStart, NodeSpace(graph: graph, profile: profile), graph, profile
      ).seeds
      : PrivateSearch(
        ends, isStart: isStart, TurnSpace(graph: graph, profile: profile), graph, profile
      ).seeds
    return seeds.map(\.state)
  }

  /// The states that can be reached from states, or from which these can be reached.
  func connectedStates(_ states: [Int], isStart: Bool, number: Int) -> StateSet {
    profile.isPlain
      ? Self.connectedStates(
        states, isStart, NodeSpace(graph: graph, profile: profile), number)
      : Self.connectedStates(
        states, isStart, TurnSpace(graph: graph, profile: profile), number)
  }

  private static func connectedStates<Space: RoadSpace>(
    _ states: [Int], _ isStart: Bool, _ space: Space, _ number: Int
  ) -> StateSet {
    var set = StateSet(stateCount: space.stateCount, number: number)
    var open: [Int] = []
    func add(_ state: Int, _: UInt32, _: UInt32) {
      if set.insert(state) { open.append(state) }
    }
    for state in states { add(state, 0, 0) }
    while let state = open.popLast() {
      if isStart { space.successors(state, add) } else { space.predecessors(state, add) }
    }
    return set
  }
}

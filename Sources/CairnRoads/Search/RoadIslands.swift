internal import CairnGeodesy
internal import CairnMemory

/// Moves ends of routes on islands to roads that are connected with the other end.
///
/// A route and a matrix move their ends in the same way. The states that can be reached from an
/// end, or from which it can be reached, are kept: ends in the same strongly connected components
/// share them, so pairs that are not connected cost no search each.
final class RoadIslands {
  /// A position and the roads to which it is snapped.
  struct End {
    var coordinate: Coordinate
    var snapped: SnappedPosition
    /// A number that is different for each position.
    var number: Int
  }

  /// Roads near a position, and the states at which searches begin there.
  private struct Group {
    var snapped: SnappedPosition
    var states: [Int]
  }

  /// The nearest roads of a position, as far as they were needed.
  private struct Surroundings {
    var snapper: RoadSnapper
    var groups: [Group] = []
    var isComplete = false
  }

  private struct SetKey: Hashable {
    var components: [UInt64]
    var isStart: Bool
  }

  private struct SideKey: Hashable {
    var number: Int
    var isStart: Bool
  }

  /// The maximum number of groups that are kept for a position.
  private static let keptGroups = 256

  private let context: RoadContext
  private let radius: Double
  private let graph: ComponentGraph
  private var sets: [SetKey: StateSet] = [:]
  private var surroundings: [SideKey: Surroundings] = [:]

  /// Nil if the network has too many states, which its file excludes.
  init?(_ context: RoadContext, radius: Double) throws(RoadError) {
    guard
      let graph = try context.network.hierarchies.graph(context.network, context.profile.index)
    else { return nil }
    self.context = context
    // Nothing on Earth is farther away, so that growing circles end.
    self.radius = min(radius, 2.1e7)
    self.graph = graph
  }

  /// The path between two positions; if one is on an island, it is first moved to a road connected
  /// to the other.
  ///
  /// If both can be moved, moves the one with the shorter distance. If neither move suffices, both
  /// are moved to the main network.
  func leg(
    from start: End, to end: End
  ) -> (start: SnappedPosition, end: SnappedPosition, path: RoadPath)? {
    guard !start.snapped.ends.isEmpty, !end.snapped.ends.isEmpty,
      !context.areConnected(start.snapped, end.snapped)
    else { return nil }
    let origins = states(of: end.snapped.ends, isStart: false)
    let reached = states(of: start.snapped.ends, isStart: true)
    // Both are searched in growing circles, so that an end far from any connected road costs no
    // more than the move of the other one.
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
      guard detour <= radius else { break }
      detour *= 2
    }
    guard
      let from = context.moved(start.coordinate, radius: radius, to: { context.isMain($0.edge) }),
      let to = context.moved(end.coordinate, radius: radius, to: { context.isMain($0.edge) })
    else { return nil }
    return leg(from, to)
  }

  private func leg(
    _ start: SnappedPosition, _ end: SnappedPosition
  ) -> (start: SnappedPosition, end: SnappedPosition, path: RoadPath)? {
    context.path(from: start.ends, to: end.ends).map { (start, end, $0) }
  }

  /// The nearest roads to a position that are at most `detour` meters farther away than its own,
  /// and have a state of a set.
  private func moved(
    _ end: End, by detour: Double, isStart: Bool, _ set: StateSet
  ) -> SnappedPosition? {
    let limit = end.snapped.distance + detour
    let key = SideKey(number: end.number, isStart: isStart)
    var near =
      surroundings.removeValue(forKey: key)
      ?? Surroundings(snapper: RoadSnapper(context.graph, end.coordinate, radius: radius))
    defer { surroundings[key] = near }
    var index = 0
    while index < Self.keptGroups {
      if index == near.groups.count {
        guard !near.isComplete, let snapped = context.nextGroup(&near.snapper) else {
          near.isComplete = true
          return nil
        }
        near.groups.append(
          Group(
            snapped: snapped, states: context.seedStates(snapped.ends, isStart: isStart)))
      }
      let group = near.groups[index]
      if group.snapped.distance > limit { return nil }
      if group.states.contains(where: { set.contains($0) }) { return group.snapped }
      index += 1
    }
    let moved = context.moved(end.coordinate, radius: min(radius, limit + 1)) { position in
      let ends = context.graph.ends(at: position, context.profile.index)
      return context.seedStates(ends, isStart: isStart).contains { set.contains($0) }
    }
    return moved.flatMap { $0.distance <= limit ? $0 : nil }
  }

  /// The states that can be reached from ends, or from which they can be reached.
  private func states(of ends: [RoadEnd], isStart: Bool) -> StateSet {
    let seeds = context.seedStates(ends, isStart: isStart)
    // States without a node have no component; they are distinct from all others.
    let components = Set(
      seeds.map { state in
        let node = graph.graph.nodes[state]
        return node == SearchGraph.none
          ? 1 << 32 | UInt64(state) : UInt64(graph.components[Int(node)])
      })
    let key = SetKey(components: components.sorted(), isStart: isStart)
    if let known = sets[key] { return known }
    // The set of the largest component serves many requests.
    let isLargest = components == [UInt64(graph.largest)]
    let hierarchies = context.network.hierarchies
    if isLargest, let known = hierarchies.largestSet(context.profile.index, isStart: isStart) {
      return known
    }
    let set = context.connectedStates(seeds, isStart: isStart)
    if isLargest {
      hierarchies.setLargest(set, context.profile.index, isStart: isStart)
    } else {
      sets[key] = set
    }
    return set
  }
}

/// A set of states of a search.
struct StateSet: Sendable {
  private var bits: [UInt64]

  init(stateCount: Int) {
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
    let area = PrivateSearch.Area(graph: graph, profile: profile)
    let seeds =
      profile.isPlain
      ? PrivateSearch(
        ends, isStart: isStart, NodeSpace(graph: graph, profile: profile), area
      ).seeds
      : PrivateSearch(
        ends, isStart: isStart, TurnSpace(graph: graph, profile: profile), area
      ).seeds
    return seeds.map(\.state)
  }

  /// The states that can be reached from states, or from which these can be reached.
  func connectedStates(_ states: [Int], isStart: Bool) -> StateSet {
    profile.isPlain
      ? Self.connectedStates(
        states, isStart, NodeSpace(graph: graph, profile: profile))
      : Self.connectedStates(
        states, isStart, TurnSpace(graph: graph, profile: profile))
  }

  private static func connectedStates<Space: RoadSpace>(
    _ states: [Int], _ isStart: Bool, _ space: Space
  ) -> StateSet {
    var set = StateSet(stateCount: space.stateCount)
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

internal import CairnMemory

/// An end of a route: a position on an arc, and the times before and after it.
struct RoadEnd: Hashable, Sendable {
  var arc: Int
  var position: EdgePosition
  /// Milliseconds from the beginning of the arc to the position.
  var done: UInt32
  /// Milliseconds from the position to the end of the arc.
  var left: UInt32
  /// Whether the arc may be used only at the ends of a route.
  var isPrivate: Bool
}

/// A state at which a search begins, with the way from the end of the route to it.
struct RoadSeed {
  var state: Int
  var cost: UInt32
  /// The offset of the end in the list of ends.
  var end: Int
  /// The arcs between the arc of the end and the state, in the direction of travel.
  var arcs: [UInt32] = []
}

extension RoadGraphView {
  /// The ends of routes at a position: one for each direction that the profile may use.
  func ends(at position: EdgePosition, _ profile: Int) -> [RoadEnd] {
    var ends: [RoadEnd] = []
    for direction in 0...1 {
      let arc = Int(edgeArcs[2 * position.edge + direction])
      let speed = speed(arc, profile)
      guard speed > 0 else { continue }
      let times = times(position, isReversed: direction == 1, speed: speed)
      ends.append(
        RoadEnd(
          arc: arc, position: position, done: times.done, left: times.left,
          isPrivate: isPrivate(arc, profile)))
    }
    return ends
  }

  /// The times along an edge before and after a position, in a direction.
  private func times(
    _ position: EdgePosition, isReversed: Bool, speed: Double
  ) -> (done: UInt32, left: UInt32) {
    var before: UInt32 = 0
    var after: UInt32 = 0
    var points = EdgePoints(self, position.edge)
    guard var last = points.next() else { return (0, 0) }
    var segment = 0
    while let point = points.next() {
      let length = RoadGeometry.distance(
        last.latitude, last.longitude, point.latitude, point.longitude)
      let time = RoadGeometry.time(length, kilometersPerHour: speed)
      if segment == position.segment {
        let part = min(time, UInt32((Double(time) * position.fraction).rounded()))
        before = RoadGeometry.sum(before, part)
        after = RoadGeometry.sum(after, time - part)
      } else if segment < position.segment {
        before = RoadGeometry.sum(before, time)
      } else {
        after = RoadGeometry.sum(after, time)
      }
      last = point
      segment += 1
    }
    return isReversed ? (after, before) : (before, after)
  }

  /// The time of a whole arc from its geometry, also for arcs that are private or blocked.
  func fullTime(_ arc: Int, _ profile: Int) -> UInt32? {
    let speed = speed(arc, profile)
    guard speed > 0 else { return nil }
    let edge = Int(arcEdges[arc] >> 1)
    let start = EdgePosition(edge: edge, segment: 0, fraction: 0, squaredDistance: 0)
    return times(start, isReversed: false, speed: speed).left
  }
}

/// The way from the ends of a route on private roads to the states of public roads.
///
/// Private roads are not part of the searched graph. They form small components, so a plain search
/// from the end of the route covers them, and no route can pass through. The same holds for private
/// gates.
struct PrivateSearch {
  private(set) var seeds: [RoadSeed] = []
  /// The time to each reached node, its end and the arcs to it.
  private var times: [Int: (cost: UInt32, end: Int, arc: Int)] = [:]

  /// Searches from the ends of a route: its start, or its destination.
  init<Space: RoadSpace>(
    _ ends: [RoadEnd], isStart: Bool, _ space: Space, _ graph: RoadGraphView,
    _ profile: RoadProfileView
  ) {
    var heap = RoadHeap()
    func reach(_ node: Int, _ cost: UInt32, _ end: Int, _ arc: Int) {
      if let known = times[node], known.cost <= cost { return }
      times[node] = (cost, end, arc)
      heap.push(cost, node)
    }
    for (index, end) in ends.enumerated() {
      if isStart {
        if let state = space.state(after: end.arc) {
          seeds.append(RoadSeed(state: state, cost: end.left, end: index))
        }
      } else {
        space.states(before: end.arc) {
          seeds.append(RoadSeed(state: $0, cost: end.done, end: index))
        }
      }
      let node = isStart ? Int(graph.heads[end.arc]) : graph.tail(end.arc)
      guard end.isPrivate || profile.flags(node).contains(.gate) else { continue }
      reach(node, isStart ? end.left : end.done, index, -1)
    }
    while !heap.isEmpty {
      let (cost, node) = heap.pop()
      guard let known = times[node], known.cost == cost else { continue }
      let flags = profile.flags(node)
      let isGate = flags.contains(.gate)
      if flags.contains(.blocked), !isGate { continue }
      for leaving in graph.arcs(node) {
        let arc = isStart ? leaving : graph.reverse(leaving)
        guard isGate || graph.isPrivate(arc, profile.index),
          let time = graph.fullTime(arc, profile.index)
        else { continue }
        reach(Int(graph.heads[leaving]), RoadGeometry.sum(cost, time), known.end, arc)
      }
    }
    addSeeds(isStart: isStart, space, graph, profile)
  }

  private mutating func addSeeds<Space: RoadSpace>(
    isStart: Bool, _ space: Space, _ graph: RoadGraphView, _ profile: RoadProfileView
  ) {
    for (node, label) in times.sorted(by: { $0.key < $1.key }) where label.arc >= 0 {
      // Only where public roads begin, since each seed stores its arcs.
      let meetsPublic = graph.arcs(node).contains { arc in
        profile.weights[isStart ? arc : graph.reverse(arc)] < RoadGeometry.impassable
      }
      guard meetsPublic else { continue }
      let arcs = arcs(to: node, isStart: isStart, graph)
      if isStart {
        if let state = space.state(after: label.arc) {
          seeds.append(RoadSeed(state: state, cost: label.cost, end: label.end, arcs: arcs))
        }
      } else {
        space.states(before: label.arc) {
          seeds.append(RoadSeed(state: $0, cost: label.cost, end: label.end, arcs: arcs))
        }
      }
    }
  }

  /// The arcs between an end and a node, in the direction of travel.
  func arcs(to node: Int, isStart: Bool, _ graph: RoadGraphView) -> [UInt32] {
    var arcs: [UInt32] = []
    var current = node
    while let label = times[current], label.arc >= 0 {
      arcs.append(UInt32(label.arc))
      current = isStart ? graph.tail(label.arc) : Int(graph.heads[label.arc])
    }
    return isStart ? arcs.reversed() : arcs
  }

  /// The time from a start to a node along private roads only, and the end.
  func time(to node: Int) -> (cost: UInt32, end: Int)? {
    times[node].map { ($0.cost, $0.end) }
  }
}

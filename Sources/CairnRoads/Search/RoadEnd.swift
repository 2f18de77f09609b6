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

/// A state at which a search begins, and its cost from the end of the route.
struct RoadSeed {
  var state: Int
  var cost: UInt32
  /// The offset of the end in the list of ends.
  var end: Int
  /// Whether private roads lead between the arc of the end and the state.
  var isBehindRun = false
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

  /// The time of a whole arc from its geometry, including arcs that are private or blocked.
  func fullTime(_ arc: Int, _ profile: Int) -> UInt32? {
    let speed = speed(arc, profile)
    guard speed > 0 else { return nil }
    let edge = Int(arcEdges[arc] >> 1)
    let start = EdgePosition(edge: edge, segment: 0, fraction: 0, squaredDistance: 0)
    return times(start, isReversed: false, speed: speed).left
  }
}

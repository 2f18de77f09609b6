public import CairnGeodesy
internal import CairnHours
internal import CairnMemory

/// The part of a network that can be reached within a time.
public struct RoadReach: Hashable, Sendable {
  /// A junction or dead end that can be reached.
  public struct Point: Hashable, Sendable {
    /// The position of the junction.
    public var coordinate: Coordinate
    /// The travel time in milliseconds.
    public var milliseconds: Int

    /// Creates a reached junction.
    ///
    /// - Parameters:
    ///   - coordinate: the position of the junction.
    ///   - milliseconds: the travel time in milliseconds.
    public init(coordinate: Coordinate, milliseconds: Int) {
      self.coordinate = coordinate
      self.milliseconds = milliseconds
    }

    /// The travel time in seconds.
    public var seconds: Double { Double(milliseconds) / 1000 }
  }

  /// The start on a road.
  public var start: RoadSnap
  /// The reached junctions, nearest first.
  public var points: [Point]
  /// The lines of the roads that are reached, up to the point where the time ends; empty unless
  /// requested.
  public var lines: [[Coordinate]]

  /// Creates a reach.
  ///
  /// - Parameters:
  ///   - start: the start on a road.
  ///   - points: the reached junctions, nearest first.
  ///   - lines: the lines of the reached roads.
  public init(start: RoadSnap, points: [Point], lines: [[Coordinate]] = []) {
    self.start = start
    self.points = points
    self.lines = lines
  }
}

extension RoadNetwork {
  /// Everything that can be reached within a time.
  ///
  /// ```swift
  /// let reach = try roads.reach(from: hotel, within: .minutes(15), by: "foot")
  /// ```
  ///
  /// - Parameters:
  ///   - start: the start.
  ///   - time: the maximum travel time, rounded to milliseconds; nothing is reached in less than 0.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between the start and its road.
  ///   - withLines: whether to return the lines of the reached roads.
  /// - Returns: the reached junctions, nearest first, and the lines.
  /// - Throws: ``RoadError`` if the start has no road, if the profile is unknown, or if the file is
  ///   damaged.
  /// - Complexity: O(*n* log *n*) for *n* reached roads; if some of these, or the start, are
  ///   outside the largest part of the network, *n* includes all roads of the smaller part. The
  ///   first request for which it matters whether a road is in the largest part finds the parts, in
  ///   O(network).
  public func reach(
    from start: Coordinate, within time: Duration, by profile: String,
    snapRadius radius: Double = 1000, withLines: Bool = false
  ) throws(RoadError) -> RoadReach {
    let milliseconds = time.inMilliseconds
    let context = try RoadContext(self, profile)
    let names = try self.names()
    let snapped = start.isValid ? context.snapped(start, radius: radius) : SnappedPosition()
    guard let position = snapped.positions.first else {
      throw .noRoad(position: 0, radius: radius)
    }
    let limit = UInt32(clamping: min(milliseconds, Int(RoadGeometry.impassable) - 1))
    let reached = try context.times(from: snapped, within: limit)
    let snap = RoadSnap(
      coordinate: context.coordinate(of: position), distance: snapped.distance,
      name: names.name(ofEdge: position.edge))
    guard milliseconds >= 0 else { return RoadReach(start: snap, points: [], lines: []) }
    return RoadReach(
      start: snap,
      points: reached.nodes.map { node, time in
        RoadReach.Point(
          coordinate: context.graph.coordinate(ofNode: node), milliseconds: Int(time))
      },
      lines: withLines ? context.lines(snapped, reached, limit) : [])
  }
}

extension RoadGraphView {
  /// The coordinate of a node.
  func coordinate(ofNode node: Int) -> Coordinate {
    let point = (latitudes[node], longitudes[node])
    return RoadContext.coordinate(point, point, 0)
  }
}

extension RoadContext {
  /// The lines of the edges that are reached from their nodes or the start.
  func lines(
    _ start: SnappedPosition, _ reached: ReachedNodes, _ limit: UInt32
  ) -> [[Coordinate]] {
    let times = Dictionary(uniqueKeysWithValues: reached.nodes.map { ($0.node, $0.time) })
    /// The time that is left at the beginning of an arc; nil if the arc cannot be used from there.
    func leftTime(_ arc: Int) -> (left: UInt32, weight: UInt32)? {
      let node = graph.tail(arc)
      guard let weight = graph.endTime(arc, profile), let time = times[node],
        let entry = reached.entry(arc, from: node, at: time, profile)
      else { return nil }
      return (limit - entry, weight)
    }
    var lines: [[Coordinate]] = []
    for node in times.keys.sorted() {
      for arc in graph.arcs(node) {
        guard let (left, weight) = leftTime(arc) else { continue }
        // A road that is reached as a whole from both ends is drawn once.
        let reverse = graph.reverse(arc)
        if weight <= left, reverse < arc, let back = leftTime(reverse), back.weight <= back.left {
          continue
        }
        lines.append(line(arc, fraction: weight == 0 ? 1 : min(1, Double(left) / Double(weight))))
      }
    }
    for end in start.ends where end.left > 0 {
      lines.append(line(end, limit))
    }
    return lines.filter { $0.count > 1 }
  }

  /// The beginning of an arc, up to a part of its length.
  private func line(_ arc: Int, fraction: Double) -> [Coordinate] {
    Self.prefix(points(arc), fraction)
  }

  /// The line from a start along its arc.
  private func line(_ end: RoadEnd, _ limit: UInt32) -> [Coordinate] {
    let isReversed = graph.arcEdges[end.arc] & 1 == 1
    let all = points(end.arc)
    let count = isReversed ? end.position.segment + 1 : all.count - 1 - end.position.segment
    let rest = [coordinate(of: end.position)] + all.suffix(max(count, 0))
    return Self.prefix(rest, min(1, Double(limit) / Double(max(end.left, 1))))
  }

  /// The points of an arc in its direction.
  func points(_ arc: Int) -> [Coordinate] {
    let half = Int(graph.arcEdges[arc])
    var iterator = EdgePoints(graph, half >> 1)
    var points: [Coordinate] = []
    while let point = iterator.next() { points.append(Self.coordinate(point, point, 0)) }
    return half & 1 == 1 ? points.reversed() : points
  }

  private static func prefix(_ points: [Coordinate], _ fraction: Double) -> [Coordinate] {
    guard fraction < 1 else { return points }
    var lengths: [Double] = []
    for (point, next) in zip(points, points.dropFirst()) {
      lengths.append(point.distance(to: next))
    }
    var rest = lengths.reduce(0, +) * fraction
    var line = Array(points.prefix(1))
    for (index, length) in lengths.enumerated() {
      guard length < rest else {
        let part = length > 0 ? rest / length : 0
        let (from, to) = (points[index], points[index + 1])
        line.append(
          Coordinate(
            latitude: from.latitude + part * (to.latitude - from.latitude),
            longitude: from.longitude + part * (to.longitude - from.longitude)))
        break
      }
      line.append(points[index + 1])
      rest -= length
    }
    return line
  }
}

public import CairnGeodesy
internal import CairnMemory

extension RoadNetwork {
  /// The fastest route between two positions.
  ///
  /// ```swift
  /// let route = try roads.route(from: hotel, to: museum, by: "foot")
  /// ```
  ///
  /// Each position is snapped to the nearest road that the profile can use. If there is no route
  /// from there because the road is on an island, it is snapped to the nearest road of the main
  /// network instead.
  ///
  /// - Parameters:
  ///   - start: the first position.
  ///   - end: the last position.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a position and its road.
  /// - Returns: the route with the least travel time.
  /// - Throws: ``RoadError`` if a position has no road, if no route exists, or if the file is
  ///   damaged.
  public func route(
    from start: Coordinate, to end: Coordinate, by profile: String,
    snapRadius radius: Double = 1000
  ) throws(RoadError) -> RoadRoute {
    try route(through: [start, end], by: profile, snapRadius: radius)
  }

  /// The fastest route through positions in order.
  ///
  /// - Parameters:
  ///   - positions: at least two positions. The traveler may turn around at each of them.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a position and its road.
  ///   - heading: the direction of travel at the start, in degrees clockwise from north; only roads
  ///     within 60 degrees of it are used there. Nil for any direction.
  /// - Returns: the route with the least travel time.
  /// - Throws: ``RoadError`` as for ``route(from:to:by:snapRadius:)``.
  public func route(
    through positions: [Coordinate], by profile: String, snapRadius radius: Double = 1000,
    heading: Double? = nil
  ) throws(RoadError) -> RoadRoute {
    let context = try RoadContext(self, profile)
    var builder = try RouteBuilder(context)
    let names = try self.names()
    let (snapped, legs) = try context.legs(positions, radius: radius, heading: heading)
    for leg in legs { builder.append(leg) }
    var snaps: [RoadSnap] = []
    for (index, position) in snapped.enumerated() {
      // The road that the route uses, if several meet at the position.
      let leg = index < legs.count ? legs[index].start : legs.last?.end
      guard let used = leg?.position ?? position.positions.first else { continue }
      snaps.append(
        RoadSnap(
          coordinate: context.coordinate(of: used), distance: used.squaredDistance.squareRoot(),
          name: names.name(ofEdge: used.edge)))
    }
    return builder.route(snaps: snaps)
  }

  /// The travel times between positions, in milliseconds.
  ///
  /// Each value equals that of ``route(from:to:by:snapRadius:)`` exactly.
  ///
  /// - Parameters:
  ///   - starts: the first positions.
  ///   - ends: the last positions.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a position and its road.
  /// - Returns: a row per start with a value per end; nil where no route exists.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  /// - Complexity: O((*s* + *e*) *a* + *s* *e* *h*) for *s* starts and *e* ends, where *a* and *h*
  ///   are thousands and hundreds in a city; see ``prepare(_:)``. For few starts, O(*s* *n* log
  ///   *n*) for *n* roads.
  public func milliseconds(
    from starts: [Coordinate], to ends: [Coordinate], by profile: String,
    snapRadius radius: Double = 1000
  ) throws(RoadError) -> [[Int?]] {
    let context = try RoadContext(self, profile, searches: Double(starts.count))
    func snapped(_ coordinate: Coordinate) -> SnappedPosition {
      coordinate.isValid ? context.snapped(coordinate, radius: radius) : SnappedPosition()
    }
    let sources = starts.map(snapped)
    let goals = starts == ends ? sources : ends.map(snapped)
    return try context.milliseconds(
      zip(starts, sources).map { ($0, $1) }, zip(ends, goals).map { ($0, $1) }, radius: radius)
  }
}

extension RoadContext {
  /// The times between snapped positions.
  func milliseconds(
    _ starts: [(coordinate: Coordinate, snapped: SnappedPosition)],
    _ ends: [(coordinate: Coordinate, snapped: SnappedPosition)], radius: Double
  ) throws(RoadError) -> [[Int?]] {
    let costs = costs(from: starts.map(\.snapped.ends), to: ends.map(\.snapped.ends))
    var islands: RoadIslands?
    var rows: [[Int?]] = []
    for (row, start) in starts.enumerated() {
      var times: [Int?] = costs[row].map { $0.map { Int($0) } }
      for (column, end) in ends.enumerated()
      where times[column] == nil && !start.snapped.ends.isEmpty && !end.snapped.ends.isEmpty {
        // As in a route, an end on an island is moved.
        if islands == nil {
          islands = try RoadIslands(self, radius: radius)
        }
        let leg = islands?.leg(
          from: RoadIslands.End(
            coordinate: start.coordinate, snapped: start.snapped, number: row),
          to: RoadIslands.End(
            coordinate: end.coordinate, snapped: end.snapped, number: starts.count + column))
        times[column] = leg.map { Int($0.path.cost) }
      }
      rows.append(times)
    }
    return rows
  }

  /// The paths between consecutive positions.
  func legs(
    _ positions: [Coordinate], radius: Double, heading: Double?
  ) throws(RoadError) -> (snapped: [SnappedPosition], legs: [RoadPath]) {
    var snapped: [SnappedPosition] = []
    for (index, position) in positions.enumerated() {
      var found = position.isValid ? self.snapped(position, radius: radius) : SnappedPosition()
      if index == 0, let heading { found.ends.removeAll { !isHeading($0, heading) } }
      guard !found.ends.isEmpty else { throw .noRoad(position: index, radius: radius) }
      snapped.append(found)
    }
    if positions.count == 2 {
      if let path = path(snapped[0], snapped[1]) { return (snapped, [path]) }
      let islands = try RoadIslands(self, radius: radius)
      let moved = islands?.leg(
        from: RoadIslands.End(coordinate: positions[0], snapped: snapped[0], number: 0),
        to: RoadIslands.End(coordinate: positions[1], snapped: snapped[1], number: 1))
      guard let moved else { throw .noRoute(from: 0, to: 1) }
      return ([moved.start, moved.end], [moved.path])
    }
    var hasMoved = false
    while true {
      var legs: [RoadPath] = []
      var failed: Int?
      for index in snapped.indices.dropLast() {
        guard let path = path(snapped[index], snapped[index + 1]) else {
          failed = index
          break
        }
        legs.append(path)
      }
      guard let failed else { return (snapped, legs) }
      if hasMoved { throw .noRoute(from: failed, to: failed + 1) }
      hasMoved = true
      for index in snapped.indices {
        if let moved = movedToMain(positions[index], snapped[index], radius: radius) {
          snapped[index] = moved
        }
      }
    }
  }

  /// Whether a road leads within 60 degrees of a direction.
  private func isHeading(_ end: RoadEnd, _ heading: Double) -> Bool {
    var position = end.position
    position.fraction = 0
    let first = coordinate(of: position)
    position.fraction = 1
    let second = coordinate(of: position)
    let isReversed = graph.arcEdges[end.arc] & 1 == 1
    let bearing =
      isReversed ? second.initialBearing(to: first) : first.initialBearing(to: second)
    let angle = (bearing - heading).truncatingRemainder(dividingBy: 360).magnitude
    return min(angle, 360 - angle) <= 60
  }

  private func path(_ start: SnappedPosition, _ end: SnappedPosition) -> RoadPath? {
    path(from: start.ends, to: end.ends)
  }

  /// The nearest position on the main network; nil if the position is on it already, or if the main
  /// network is farther away than the radius.
  private func movedToMain(
    _ coordinate: Coordinate, _ snapped: SnappedPosition, radius: Double
  ) -> SnappedPosition? {
    if snapped.positions.contains(where: { isMain($0.edge) }) { return nil }
    return moved(coordinate, radius: radius) { isMain($0.edge) }
  }

  /// The nearest roads to a coordinate of which one satisfies a condition.
  func moved(
    _ coordinate: Coordinate, radius: Double, to isWanted: (EdgePosition) -> Bool
  ) -> SnappedPosition? {
    var snapper = RoadSnapper(graph, coordinate, radius: radius)
    while let group = nextGroup(&snapper) {
      if group.positions.contains(where: isWanted) { return group }
    }
    return nil
  }

  /// Whether two positions are on connected roads, where directions, turns, barriers and private
  /// roads do not count.
  ///
  /// In a large network, a small part that cannot be left or reached counts as an island too.
  func areConnected(_ start: SnappedPosition, _ end: SnappedPosition) -> Bool {
    guard graph.nodeCount < Self.largeNetwork else { return false }
    let goals = Set(
      end.positions.flatMap { [graph.tail(ofEdge: $0.edge), graph.head(ofEdge: $0.edge)] })
    var open = start.positions.flatMap {
      [graph.tail(ofEdge: $0.edge), graph.head(ofEdge: $0.edge)]
    }
    var seen = Set(open)
    while let node = open.popLast() {
      if goals.contains(node) { return true }
      for arc in graph.arcs(node)
      where graph.speed(arc, profile.index) > 0
        || graph.speed(graph.reverse(arc), profile.index) > 0
      {
        if seen.insert(Int(graph.heads[arc])).inserted { open.append(Int(graph.heads[arc])) }
      }
    }
    return false
  }

  /// The number of junctions from which one-way pockets are treated as islands.
  private static let largeNetwork = 1000

  /// Whether an edge connects nodes of the main network.
  func isMain(_ edge: Int) -> Bool {
    profile.flags(graph.tail(ofEdge: edge)).contains(.main)
      && profile.flags(graph.head(ofEdge: edge)).contains(.main)
      && (0...1).contains {
        profile.weights[Int(graph.edgeArcs[2 * edge + $0])] < RoadGeometry.impassable
      }
  }
}

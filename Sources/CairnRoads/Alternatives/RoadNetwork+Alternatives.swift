public import CairnGeodesy
internal import CairnMemory

extension RoadNetwork {
  /// The fastest route between two positions, and other reasonable ones.
  ///
  /// ```swift
  /// let routes = try roads.alternatives(from: hotel, to: museum, by: "car")
  /// ```
  ///
  /// - Parameters:
  ///   - start: the first position.
  ///   - end: the last position.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between a position and its road.
  ///   - count: the maximum number of alternatives.
  ///   - limits: the conditions that an alternative must satisfy.
  /// - Returns: the route of ``route(from:to:by:snapRadius:)``, then the alternatives, the fastest
  ///   first.
  /// - Throws: ``RoadError`` as for ``route(from:to:by:snapRadius:)``.
  /// - Complexity: O(*n* log *n*) for *n* roads within the time of the slowest alternative.
  public func alternatives(
    from start: Coordinate, to end: Coordinate, by profile: String,
    snapRadius radius: Double = 1000, count: Int = 2,
    limits: AlternativeLimits = AlternativeLimits()
  ) throws(RoadError) -> [RoadRoute] {
    let context = try RoadContext(self, profile)
    let (snapped, legs) = try context.legs([start, end], radius: radius, heading: nil)
    guard let best = legs.first, snapped.count == 2 else { return [] }
    var paths = [best]
    if count > 0, !best.isDirect {
      paths += context.alternatives(
        from: snapped[0].ends, to: snapped[1].ends, besides: best, count: count, limits)
    }
    let names = try self.names()
    var routes: [RoadRoute] = []
    for path in paths {
      var builder = try RouteBuilder(context)
      builder.append(path)
      let snaps = [path.start, path.end].map { end in
        RoadSnap(
          coordinate: context.coordinate(of: end.position),
          distance: end.position.squaredDistance.squareRoot(),
          name: names.name(ofEdge: end.position.edge))
      }
      routes.append(builder.route(snaps: snaps))
    }
    return routes
  }
}

extension RoadContext {
  /// Searches for alternatives to a path.
  fileprivate func alternatives(
    from starts: [RoadEnd], to goals: [RoadEnd], besides best: RoadPath, count: Int,
    _ limits: AlternativeLimits
  ) -> [RoadPath] {
    let space = TurnSpace(graph: graph, profile: profile)
    return network.pool.withScratch(stateCount: space.stateCount) { scratch in
      let search = RoadSearch(space: space, graph: graph, profile: profile, scratch: scratch)
      return AlternativeSearch(search: search, limits: limits)
        .paths(from: starts, to: goals, besides: best, count: count)
    }
  }
}

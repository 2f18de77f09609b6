public import CairnGeodesy
internal import CairnMemory

extension RoadNetwork {
  /// The roads that a recorded track followed.
  ///
  /// ```swift
  /// let track = [RoadTrackPoint(start, seconds: 0), RoadTrackPoint(next, seconds: 10)]
  /// let match = try roads.match(track, by: "car")
  /// for piece in match.pieces { print(piece.distance, piece.roads.map(\.name)) }
  /// ```
  ///
  /// The most likely path is found with a hidden Markov model, which weighs the distances of the
  /// points from the roads against the length of the path. Vehicles obey one-way streets and turn
  /// restrictions; they turn around only if the track clearly does. Private roads and gates may be
  /// used anywhere, since the track shows where the traveler was. Points that are dense in
  /// comparison with their accuracy are averaged first.
  ///
  /// The match is split where the track is interrupted, where several consecutive points are not
  /// near a road, and where no path leads on; each ``RoadMatch/Piece`` gives the reason.
  ///
  /// - Parameters:
  ///   - track: the points in the order of travel.
  ///   - profile: the name of a profile.
  ///   - options: the settings.
  /// - Returns: the pieces and the result for each point. Invalid coordinates have no road.
  /// - Throws: ``RoadError`` if the profile is unknown or the file is damaged.
  /// - Complexity: O(*n*) for *n* points with similar distances between them; each step searches
  ///   the roads within about this distance.
  public func match(
    _ track: [RoadTrackPoint], by profile: String, options: RoadMatchOptions = RoadMatchOptions()
  ) throws(RoadError) -> RoadMatch {
    let context = try RoadContext(self, profile)
    let names = try self.names()
    if context.profile.isPlain {
      return match(
        track, NodeSpace(graph: context.graph, profile: context.profile), context, names, options)
    }
    return match(
      track, TurnSpace(graph: context.graph, profile: context.profile), context, names, options)
  }

  /// The roads that a recorded line followed.
  ///
  /// - Parameters:
  ///   - path: the recorded positions in the order of travel.
  ///   - seconds: the times of the positions in seconds, from any origin; empty if they are not
  ///     known.
  ///   - accuracy: the standard deviation of the positions in meters.
  ///   - profile: the name of a profile.
  /// - Returns: as for ``match(_:by:options:)``.
  /// - Throws: as for ``match(_:by:options:)``.
  public func match(
    _ path: [Coordinate], seconds: [Double] = [], accuracy: Double = 10, by profile: String
  ) throws(RoadError) -> RoadMatch {
    var options = RoadMatchOptions()
    options.accuracy = accuracy
    let track = path.indices.map {
      RoadTrackPoint(path[$0], seconds: $0 < seconds.count ? seconds[$0] : nil)
    }
    return try match(track, by: profile, options: options)
  }

  private func match<Space: MatchSpace>(
    _ track: [RoadTrackPoint], _ space: Space, _ context: RoadContext, _ names: RoadNames,
    _ options: RoadMatchOptions
  ) -> RoadMatch {
    let track = track.map { point in
      var point = point
      point.coordinate = point.coordinate.normalized
      return point
    }
    let usable = TrackThinner.usablePoints(track, options)
    let points = usable.count == track.count ? track : usable.map { track[$0] }
    let layers = TrackThinner(points, options).layers()
    let (chains, results) = pool.withScratch(stateCount: space.stateCount) { scratch in
      var matcher = TrackMatcher(space, context.edgeBoxes, scratch.forward, layers, options)
      let chains = matcher.chains()
      return (chains, chains.map { matcher.path(of: $0) })
    }
    var builder = MatchBuilder(context, names, points, layers)
    for (chain, path) in zip(chains, results) { builder.append(chain, path) }
    var outliers: Set<Int> = []
    if usable.count < track.count {
      let known = Set(usable)
      for index in track.indices where track[index].coordinate.isValid && !known.contains(index) {
        outliers.insert(index)
      }
    }
    return builder.match(of: track.count, usable, outliers: outliers)
  }
}

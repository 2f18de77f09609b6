public import CairnGeodesy
internal import CairnHours
internal import CairnMemory

extension RoadNetwork {
  /// The areas that can be reached within times, as polygons.
  ///
  /// ```swift
  /// let areas = try roads.isochrones(from: hotel, within: [.minutes(5), .minutes(10)], by: "foot")
  /// areas[1].contains(museum)        // within ten minutes?
  /// ```
  ///
  /// An area contains the roads that are reached within the time and their surroundings: every
  /// place within about 40 meters (on foot) or 120 meters (otherwise) whose nearest road is
  /// reached. Holes without roads, such as lakes and parks, are filled if they are not large. The
  /// start is inside, and the area of a longer time contains that of a shorter one. Borders are
  /// exact to a cell of a grid, of at least 12 meters, or 1/800 of the extent of a large area.
  ///
  /// - Parameters:
  ///   - start: the start.
  ///   - times: the maximum travel times in any order, rounded to milliseconds; negative ones count
  ///     as 0.
  ///   - profile: the name of a profile.
  ///   - radius: the maximum distance in meters between the start and its road.
  /// - Returns: an area per time, whose outer rings are counterclockwise and whose holes are
  ///   clockwise. No ring touches itself or another one.
  /// - Throws: ``RoadError`` if the start has no road, if the profile is unknown, or if the file is
  ///   damaged.
  /// - Complexity: O(*n* log *n* + *a*) for *n* roads within the longest time and an extent of *a*
  ///   cells, at most about a million.
  public func isochrones(
    from start: Coordinate, within times: [Duration], by profile: String,
    snapRadius radius: Double = 1000
  ) throws(RoadError) -> [GeoMultiPolygon] {
    let context = try RoadContext(self, profile)
    let snapped = start.isValid ? context.snapped(start, radius: radius) : SnappedPosition()
    guard let position = snapped.positions.first else {
      throw .noRoad(position: 0, radius: radius)
    }
    let limits = times.map { UInt32(min(max($0.inMilliseconds, 0), 0x7FFF_FFFE)) }
    guard let longest = limits.max() else { return [] }
    let reached = try context.times(from: snapped, within: longest)
    var grid = TimeGrid(
      context.graph, context.profile, around: [start, context.coordinate(of: position)],
      ends: snapped.ends, reached: reached.nodes, within: longest)
    grid.addRoads(reached)
    for end in snapped.ends { grid.addStart(end, context) }
    grid.addLine(start, context.coordinate(of: position))
    grid.spread()
    return limits.map { limit in
      GeoMultiPolygon(GridOutline(grid, within: limit).polygons())
    }
  }
}

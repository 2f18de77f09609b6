extension Ellipsoid {
  /// The length of the shortest line between two places, in metres.
  ///
  /// 0 for equal places, and never more than half the longest meridian; exact to some 5 nm,
  /// near-antipodal pairs included. NaN when a latitude is outside -90...90 or a number is not
  /// finite.
  ///
  /// ```swift
  /// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
  /// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
  /// Ellipsoid.wgs84.distance(from: paris, to: tokyo)
  /// ```
  ///
  /// Source: Karney (2013), doi:10.1007/s00190-012-0578-z.
  public func distance(from a: Coordinate, to b: Coordinate) -> Double {
    guard let problem = GeodesicProblem(constants, from: a, to: b) else { return .nan }
    return problem.solution().length
  }

  /// The length of the shortest line between two places and its bearings at both ends.
  ///
  /// Equal places have a distance and bearings of 0. At a pole the bearing follows the stored
  /// longitude: it is the limit along that meridian. Where two shortest lines exist, one is
  /// chosen: the eastern one between opposite meridians. All three numbers are NaN when a
  /// latitude is outside -90...90 or a number is not finite.
  ///
  /// The distance is exact to some 5 nm; a bearing to 1e-14 degrees times the radius of the
  /// Earth over the distance, and less near the antipode, where the bearing is ill-conditioned.
  ///
  /// Source: Karney (2013), doi:10.1007/s00190-012-0578-z.
  public func inverse(from a: Coordinate, to b: Coordinate) -> GeodesicInverse {
    guard let problem = GeodesicProblem(constants, from: a, to: b) else {
      return GeodesicInverse(distance: .nan, initialBearing: .nan, finalBearing: .nan)
    }
    let solution = problem.solution()
    if solution.length == 0 {
      return GeodesicInverse(distance: 0, initialBearing: 0, finalBearing: 0)
    }
    let (start, end) = problem.restored(solution.start, solution.end)
    return GeodesicInverse(
      distance: solution.length, initialBearing: start.bearing, finalBearing: end.bearing)
  }
}

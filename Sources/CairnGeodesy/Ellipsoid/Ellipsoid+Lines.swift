extension Ellipsoid {
  /// The length of the shortest line between two places, in meters.
  ///
  /// 0 for equal places, and never more than half the longest meridian. Accurate to about 5 nm,
  /// even for nearly antipodal pairs. NaN if a latitude is outside -90...90 or a number is not
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

  /// The same computation for several pairs at a time.
  internal var lanes: GeodesicBatch { GeodesicBatch(constants: constants) }

  /// The length of the shortest line between two places and its bearings at both ends.
  ///
  /// Equal places have a distance and bearings of 0. At a pole the bearing follows the stored
  /// longitude: it is the limit along that meridian. If two lines are equally short, one is chosen:
  /// the eastern one between opposite meridians. All three numbers are NaN if a latitude is outside
  /// -90...90 or a number is not finite.
  ///
  /// The distance is accurate to about 5 nm. A bearing is accurate to 4e-11 degrees up to 100
  /// meters, from 160 meters on to 1e-14 degrees times the radius of the Earth over the distance,
  /// and less near the antipode, where the bearing is ill-conditioned. These bounds hold for the
  /// stored coordinates; rounding the coordinates themselves, to about 2 nm, turns a line of one
  /// meter by 1e-7 degrees.
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
    let (alpha1, alpha2) = problem.restored(solution.alpha1, solution.alpha2)
    return GeodesicInverse(
      distance: solution.length, initialBearing: alpha1.bearing, finalBearing: alpha2.bearing)
  }

  /// The end of the geodesic that starts at a place with a bearing, and its bearing there.
  ///
  /// - Parameters:
  ///   - start: the start of the line; at a pole the bearing is measured from its stored longitude.
  ///   - bearing: degrees clockwise from north; any finite number.
  ///   - distance: in meters. A negative distance is backward; one longer than half the
  ///     circumference continues around the Earth.
  /// - Returns: the end, accurate to about 5 nm per turn around the Earth, with a longitude in
  ///   -180..<180, and the bearing there in 0..<360. All numbers are NaN if the latitude is outside
  ///   -90...90 or a number is not finite.
  ///
  /// ```swift
  /// let jfk = Coordinate(latitude: 40.6413, longitude: -73.7781)
  /// Ellipsoid.wgs84.direct(from: jfk, bearing: 51.4, distance: 5_000_000).coordinate
  /// ```
  ///
  /// Source: Karney (2013), doi:10.1007/s00190-012-0578-z.
  public func direct(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> GeodesicDirect {
    guard
      distance.isFinite,
      let line = EllipsoidLine(constants, from: start, bearing: bearing)
    else {
      return GeodesicDirect(coordinate: .nowhere, finalBearing: .nan)
    }
    let position = line.position(at: distance)
    return GeodesicDirect(
      coordinate: line.coordinate(of: position), finalBearing: position.heading.bearing)
  }

  /// The end of the geodesic that starts at a place with a bearing.
  ///
  /// Equal to the coordinate of ``direct(from:bearing:distance:)`` to the last bit, without the
  /// bearing.
  public func destination(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    guard
      distance.isFinite,
      let line = EllipsoidLine(constants, from: start, bearing: bearing)
    else { return .nowhere }
    return line.coordinate(of: line.position(at: distance))
  }

  /// The place halfway along the shortest line between two places.
  ///
  /// Between antipodal places, where many lines are equally short, it is on the one with the
  /// bearing of ``inverse(from:to:)``. NaN if a latitude is outside -90...90 or a number is not
  /// finite.
  public func midpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    interpolated(from: a, to: b, fraction: 0.5)
  }

  /// The place at a fraction of the way along the shortest line between two places.
  ///
  /// - Parameters:
  ///   - a: the start of the line.
  ///   - b: the end of the line.
  ///   - fraction: 0 returns `a` and 1 returns `b`, exactly as stored; numbers outside 0...1 extend
  ///     the line.
  /// - Returns: a place accurate to about 5 nm, with a longitude in -180..<180. NaN if a latitude
  ///   is outside -90...90 or a number is not finite.
  ///
  /// ```swift
  /// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
  /// let cairo = Coordinate(latitude: 30.0444, longitude: 31.2357)
  /// Ellipsoid.wgs84.interpolated(from: oslo, to: cairo, fraction: 0.25)
  /// ```
  public func interpolated(
    from a: Coordinate, to b: Coordinate, fraction: Double
  ) -> Coordinate {
    guard fraction.isFinite, let problem = GeodesicProblem(constants, from: a, to: b) else {
      return .nowhere
    }
    if fraction == 0 { return a }
    if fraction == 1 { return b }
    let solution = problem.solution()
    guard solution.length > 0 else { return a }
    guard
      let line = EllipsoidLine(constants, from: a, heading: problem.heading(of: solution))
    else { return .nowhere }
    return line.coordinate(of: line.position(at: solution.length * fraction))
  }
}

extension Ellipsoid {
  /// The place halfway along the shortest line between two places.
  ///
  /// Between opposite places, where many lines are equally short, it lies on the one whose
  /// bearing ``inverse(from:to:)`` gives. NaN when a latitude is outside -90...90 or a number
  /// is not finite.
  public func midpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    interpolated(from: a, to: b, fraction: 0.5)
  }

  /// The place at a fraction of the way along the shortest line between two places.
  ///
  /// - Parameters:
  ///   - a: where the line starts.
  ///   - b: where it ends.
  ///   - fraction: 0 gives `a` and 1 gives `b`, exactly as they were stored; numbers outside
  ///     0...1 extend the line.
  /// - Returns: a place exact to some 5 nm, with a longitude in -180..<180. NaN when a latitude
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
    let nowhere = Coordinate(latitude: .nan, longitude: .nan)
    guard fraction.isFinite, let problem = GeodesicProblem(constants, from: a, to: b) else {
      return nowhere
    }
    if fraction == 0 { return a }
    if fraction == 1 { return b }
    let solution = problem.solution()
    guard solution.length > 0 else { return a }
    let heading = problem.restored(solution.start, solution.end).0
    guard let line = EllipsoidLine(constants, from: a, heading: heading) else { return nowhere }
    return line.coordinate(of: line.position(at: solution.length * fraction))
  }
}

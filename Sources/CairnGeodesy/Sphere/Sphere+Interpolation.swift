extension Sphere {
  /// The place a fraction of the way along the great circle from one place to another.
  ///
  /// Fractions 0 and 1 give the stored places themselves; fractions outside 0...1 follow the
  /// same great circle beyond them. The place is right to 5 nm on the Earth, for nearly
  /// antipodal places too, since the direction of the line is found without cancellation.
  ///
  /// Equal places give the start. Antipodal places are joined by every great circle; the one
  /// that starts northwards is taken. A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// - Parameters:
  ///   - start: the place at fraction 0.
  ///   - end: the place at fraction 1.
  ///   - fraction: the part of the distance from the start.
  public func interpolated(
    from start: Coordinate, to end: Coordinate, fraction: Double
  ) -> Coordinate {
    if fraction == 0 { return start }
    if fraction == 1 { return end }
    let observer = SphericalObserver(start)
    let line = SphericalOffset(from: observer, to: end)
    let sine = line.sine
    if sine == 0, line.radial > 0, fraction.isFinite { return start }
    let angle = fraction * polarAngle(radiansOfX: line.radial, y: sine)
    let (sinAngle, cosAngle) = sineAndCosine(radians: angle)
    let (north, east) = line.direction
    return observer.place(
      at: SphericalOffset(radial: cosAngle, north: sinAngle * north, east: sinAngle * east))
  }

  /// The place halfway along the great circle between two places.
  ///
  /// The same as ``interpolated(from:to:fraction:)`` with one half: for antipodal places, where
  /// every great circle is a shortest line, the one that starts northwards is taken.
  public func midpoint(from start: Coordinate, to end: Coordinate) -> Coordinate {
    interpolated(from: start, to: end, fraction: 0.5)
  }
}

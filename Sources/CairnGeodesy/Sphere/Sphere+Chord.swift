extension Sphere {
  /// The square of the chord of the unit sphere that belongs to a distance on this sphere.
  ///
  /// The inverse of ``distance(ofSquaredChord:)``. It grows with the distance, so a search may
  /// compare squared chords (``UnitVector/squaredChord(to:)``) instead of distances, at a
  /// fiftieth of the cost. Both sides are rounded, so a place within 1 nm of the bound may fall
  /// on either side; ask ``distance(from:to:)`` where that matters. Near the antipode the chord
  /// hardly grows any more, and the uncertain range widens to 0.2 m.
  ///
  /// - Parameter distance: in metres; taken as half the circumference if it is more. A negative
  ///   distance, which includes nothing, gives a negative number; NaN gives NaN.
  /// - Returns: in 0...4.
  public func squaredChord(ofDistance distance: Double) -> Double {
    if distance < 0 { return -1 }
    if distance >= .pi * radius { return 4 }
    let sine = sineAndCosine(radians: distance / (2 * radius)).sine
    return 4 * sine * sine
  }

  /// The distance on this sphere, in metres, that belongs to a squared chord of the unit sphere.
  ///
  /// The inverse of ``squaredChord(ofDistance:)``. The chord between two rounded unit vectors is
  /// only right to about 2e-16, so a distance computed from one is right to 2 nm, but near the
  /// antipode to no better than 0.2 m. For the distance of two places take
  /// ``distance(from:to:)``.
  ///
  /// - Parameter squaredChord: in 0...4; taken as 4 if it is more. Negative numbers give NaN.
  public func distance(ofSquaredChord squaredChord: Double) -> Double {
    guard squaredChord >= 0 else { return .nan }
    let square = min(squaredChord, 4)
    return 2 * radius * polarAngle(radiansOfX: root(4 - square), y: root(square))
  }
}

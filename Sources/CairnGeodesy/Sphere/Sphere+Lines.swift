extension Sphere {
  /// The great-circle distance between two places, in meters.
  ///
  /// Uses the robust haversine, so it is accurate for nearby and for antipodal places: the error is
  /// below 5 nm on the Earth, and below 4e-16 of the distance for short lines. The result has the
  /// same bits on every platform, in both directions, and in the batch forms.
  ///
  /// Equal places are 0 m apart, even if their longitudes differ by whole turns or both are the
  /// same pole. Returns NaN for a latitude outside -90...90 or a number that is not finite.
  ///
  /// ```swift
  /// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
  /// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
  /// Sphere.mean.distance(from: paris, to: tokyo)  // 9,710,706 m
  /// ```
  ///
  /// - Complexity: O(1), in about half the time of the same formula with libm.
  public func distance(from start: Coordinate, to end: Coordinate) -> Double {
    Haversine.distance(start, end, on: self)
  }

  /// The distance and the bearings of the great circle from one place to another.
  ///
  /// The distance has the same bits as that of ``distance(from:to:)``. The bearings are accurate to
  /// 1e-12 degrees for the given numbers, however close the places are to each other or to being
  /// antipodal.
  ///
  /// - At a pole the bearing is measured from the stored longitude: from (90, 20) to (0, 50) it is
  ///   150 degrees, since the meridian of 20 leaves the pole toward 180.
  /// - Equal places have the bearings 0 and 0, as do all places at the same pole.
  /// - Antipodal places are joined by every great circle. The one that starts northward is used:
  ///   the bearings are 0 and 180. Between the poles the line is the meridian stored with the
  ///   start: it leaves the north pole at 180 and the south pole at 0.
  /// - A latitude outside -90...90 or a number that is not finite gives NaN.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - end: the end of the line.
  /// - Returns: the distance in meters and the bearings in degrees in 0..<360.
  public func inverse(from start: Coordinate, to end: Coordinate) -> GeodesicInverse {
    let arc = SphericalArc(from: SphericalObserver(start), to: end)
    return GeodesicInverse(
      distance: distance(from: start, to: end),
      initialBearing: arc.offset.bearing,
      finalBearing: arc.finalBearing)
  }

  /// The bearing at which a great circle leaves one place for another.
  ///
  /// See ``inverse(from:to:)`` for poles, equal and antipodal places.
  ///
  /// - Returns: degrees clockwise from north, in 0..<360.
  public func initialBearing(from start: Coordinate, to end: Coordinate) -> Double {
    SphericalOffset(from: SphericalObserver(start), to: end).bearing
  }

  /// The bearing at which a great circle from one place arrives at another, in the direction of
  /// travel.
  ///
  /// See ``inverse(from:to:)`` for poles, equal and antipodal places.
  ///
  /// - Returns: degrees clockwise from north, in 0..<360.
  public func finalBearing(from start: Coordinate, to end: Coordinate) -> Double {
    SphericalArc(from: SphericalObserver(start), to: end).finalBearing
  }

  /// The place reached from another on a great circle, and the bearing there.
  ///
  /// Any distance is valid: a negative one is backward, one beyond half the circumference
  /// continues around the sphere, through poles and across the antimeridian. At a pole the bearing
  /// is measured from the stored longitude. Distance 0 returns the start itself, its longitude in
  /// -180..<180. The place is accurate to 5 nm on the Earth for distances up to the circumference;
  /// beyond that the error grows in proportion to the distance.
  ///
  /// Returns NaN for a latitude outside -90...90 or a number that is not finite.
  ///
  /// The bearing of a great circle changes along the way: one that leaves eastward bends toward the
  /// equator. For a constant bearing use a rhumb line.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - bearing: degrees clockwise from north at the start; any finite number.
  ///   - distance: in meters.
  /// - Returns: the place and the final bearing in degrees in 0..<360.
  public func direct(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> GeodesicDirect {
    let observer = SphericalObserver(start)
    let way = sineAndCosine(degrees: bearing)
    let angle = sineAndCosine(radians: distance / radius)
    let final = polarAngle(
      degreesOfX: observer.cosine * angle.cosine * way.cosine - observer.sine * angle.sine,
      y: observer.cosine * way.sine)
    return GeodesicDirect(
      coordinate: observer.place(at: SphericalOffset(angle: angle, bearing: way)),
      finalBearing: bearingRange(final))
  }

  /// The place reached from another on a great circle.
  ///
  /// See ``direct(from:bearing:distance:)`` for ranges, poles and accuracy.
  ///
  /// - Parameters:
  ///   - start: the start of the line.
  ///   - bearing: degrees clockwise from north at the start; any finite number.
  ///   - distance: in meters, of either sign.
  /// - Returns: the place, its longitude in -180..<180.
  public func destination(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    SphericalObserver(start).place(
      at: SphericalOffset(
        angle: sineAndCosine(radians: distance / radius), bearing: sineAndCosine(degrees: bearing)))
  }

  /// The place a fraction of the way along the great circle from one place to another.
  ///
  /// Fractions 0 and 1 return the stored places themselves; fractions outside 0...1 follow the same
  /// great circle beyond them. The place is accurate to 5 nm on the Earth, even for nearly
  /// antipodal places, because the direction of the line is computed without cancellation.
  ///
  /// Equal places return the start. Antipodal places are joined by every great circle; the one that
  /// starts northward is used. Returns NaN for a latitude outside -90...90 or a number that is not
  /// finite.
  ///
  /// - Parameters:
  ///   - start: the place at fraction 0.
  ///   - end: the place at fraction 1.
  ///   - fraction: the fraction of the distance from the start.
  /// - Returns: a place with its longitude in -180..<180, except for the two ends.
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
  /// Equivalent to ``interpolated(from:to:fraction:)`` with a fraction of one half, but computed
  /// without the angle. For antipodal places, where every great circle is a shortest line, uses the
  /// one that starts northward.
  public func midpoint(from start: Coordinate, to end: Coordinate) -> Coordinate {
    let observer = SphericalObserver(start)
    let line = SphericalOffset(from: observer, to: end)
    let square = line.north * line.north + line.east * line.east
    if square == 0 {
      // The antipode is in no particular direction; north is used.
      return line.radial > 0
        ? start : observer.place(at: SphericalOffset(radial: 0, north: 1, east: 0))
    }
    // The sum of the two unit vectors points to the midpoint. Its upward component is 1 + cos σ,
    // which in the other hemisphere is sin² σ / (1 - cos σ).
    let radial = line.radial >= 0 ? 1 + line.radial : square / (1 - line.radial)
    return observer.place(at: SphericalOffset(radial: radial, north: line.north, east: line.east))
  }
}

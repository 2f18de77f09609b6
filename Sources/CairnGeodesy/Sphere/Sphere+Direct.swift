extension Sphere {
  /// The place reached from another on a great circle, and the bearing there.
  ///
  /// Any distance is taken: a negative one goes backwards, one beyond half the circumference
  /// goes on round the sphere, through poles and across the antimeridian. A start at a pole
  /// takes the bearing from its stored longitude. Distance 0 gives the start itself, its
  /// longitude in -180..<180. The place is right to 5 nm on the Earth for distances up to the
  /// circumference, beyond that in proportion to the distance.
  ///
  /// A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// A great circle does not keep its bearing: one that leaves eastwards bends towards the
  /// equator. For a constant bearing take a rhumb line.
  ///
  /// - Parameters:
  ///   - start: where the line begins.
  ///   - bearing: degrees clockwise from north at the start, in any turn.
  ///   - distance: in metres.
  /// - Returns: the place and the final bearing in degrees in 0..<360.
  public func direct(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> GeodesicDirect {
    let observer = SphericalObserver(start)
    let (sinBearing, cosBearing) = sineAndCosine(degrees: bearing)
    let (sinAngle, cosAngle) = sineAndCosine(radians: distance / radius)
    let place = observer.place(
      at: SphericalOffset(
        radial: cosAngle, north: sinAngle * cosBearing, east: sinAngle * sinBearing))
    let final = polarAngle(
      degreesOfX: observer.cosine * cosAngle * cosBearing - observer.sine * sinAngle,
      y: observer.cosine * sinBearing)
    return GeodesicDirect(coordinate: place, finalBearing: bearingRange(final))
  }

  /// The place reached from another on a great circle.
  ///
  /// See ``direct(from:bearing:distance:)`` for ranges, poles and accuracy.
  ///
  /// - Parameters:
  ///   - start: where the line begins.
  ///   - bearing: degrees clockwise from north at the start, in any turn.
  ///   - distance: in metres, of either sign.
  public func destination(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    direct(from: start, bearing: bearing, distance: distance).coordinate
  }
}

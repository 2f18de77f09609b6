/// A place as seen from another on the unit sphere.
///
/// The unit vector of the place in the frame of the observer: `radial` points up at the
/// observer, `north` and `east` along the ground. With σ for the angle between the two and α for
/// the initial bearing, radial = cos σ, north = sin σ cos α, east = sin σ sin α.
///
/// Expressed with Δφ, Δλ and the sum of the latitudes, all without relevant rounding, no component
/// cancels: the direction is accurate to a few units in the last place for places that are a tenth
/// of a millimeter apart, or that far from being antipodal.
internal struct SphericalOffset {
  let radial: Double
  let north: Double
  let east: Double

  @inline(__always)
  init(radial: Double, north: Double, east: Double) {
    self.radial = radial
    self.north = north
    self.east = east
  }

  /// Creates an offset at an angle in a direction, each given by its sine and cosine.
  @inline(__always)
  init(
    angle: (sine: Double, cosine: Double), bearing: (sine: Double, cosine: Double)
  ) {
    self.init(
      radial: angle.cosine, north: angle.sine * bearing.cosine, east: angle.sine * bearing.sine)
  }

  /// Creates the offset of a place from an observer; NaN for a latitude outside -90...90 or a
  /// number that is not finite.
  @inline(__always)
  init(from observer: SphericalObserver, to place: Coordinate) {
    self = SphericalArc(from: observer, to: place).offset
  }

  /// The sine of the angle between the two.
  @inline(__always)
  var sine: Double { hypotenuse(north, east) }

  /// Cosine and sine of the bearing of the place; due north for an equal or antipodal place.
  @inline(__always)
  var direction: (north: Double, east: Double) {
    let sine = sine
    return sine == 0 ? (1, 0) : (north / sine, east / sine)
  }

  /// The bearing of the place in degrees, in 0..<360; 0 for an equal or antipodal place.
  @inline(__always)
  var bearing: Double { bearingRange(polarAngle(degreesOfX: north, y: east)) }
}

/// A place with the sine and cosine of its latitude.
internal struct SphericalObserver {
  let place: Coordinate
  let sine: Double
  let cosine: Double

  @inline(__always)
  init(_ place: Coordinate) {
    self.place = place
    let isValid = place.latitude.magnitude <= 90 && place.longitude.isFinite
    let latitude = isValid ? place.latitude : .nan
    let sines = quarterTurnSine(
      SIMD2(latitude, 90 - latitude.magnitude) * SIMD2(repeating: 2 * Haversine.halfDegree))
    (sine, cosine) = (sines.x, sines.y)
  }

  /// The place at an offset from this one, with a longitude in -180..<180.
  ///
  /// The offset need not have unit length.
  func place(at offset: SphericalOffset) -> Coordinate {
    let x = cosine * offset.radial - sine * offset.north
    let z = sine * offset.radial + cosine * offset.north
    let y = offset.east
    let toAxisSquared = x * x + y * y
    let toAxis = root(toAxisSquared)
    let longitude = longitudeRange(place.longitude) + polarAngle(degreesOfX: x, y: y)
    let latitude: Double
    if offset.radial > 0, offset.radial * offset.radial > 0.81 * (toAxisSquared + z * z) {
      // For a short distance the change of latitude is known better than the latitude itself.
      let bulge = x > 0 ? y * y / (toAxis + x) : toAxis - x
      let change = polarAngle(
        degreesOfX: offset.radial + cosine * bulge, y: offset.north - sine * bulge)
      latitude = min(max(place.latitude + change, -90), 90)
    } else {
      latitude = polarAngle(degreesOfX: toAxis, y: z)
    }
    return Coordinate(latitude: latitude + 0, longitude: longitudeRange(longitude))
  }
}

/// Two places on the unit sphere and the directions of the great circle between them.
internal struct SphericalArc {
  /// The second place as seen from the first.
  let offset: SphericalOffset
  /// Cosine and sine of the final bearing, times the sine of the angle between the two.
  let finalNorth: Double
  let finalEast: Double
  /// The final bearing of antipodal places.
  ///
  /// The line that starts northward arrives southward. Between the poles it follows the longitude
  /// stored with the first.
  let antipodalBearing: Double

  /// A southward length that changes no sum, and whose square does not underflow.
  private static var southwards: Double { -1e-100 }

  @inline(__always)
  init(from observer: SphericalObserver, to place: Coordinate) {
    // Six sines of at most a quarter turn, in pairs in the lanes of vectors: none depends on
    // another.
    let end = SphericalObserver(place)
    let (difference, lost) = angleDifference(
      from: observer.place.longitude, to: place.longitude)
    let width = difference.magnitude
    // sin Δλ/2 and cos Δλ/2, where the difference from 180 degrees may be tiny.
    let half = quarterTurnSine(
      SIMD2(width, (180 - width) - (difference < 0 ? -lost : lost)) * Haversine.halfDegree)
    let sine = (difference < 0 ? -2 : 2) * half.x * half.y
    // One of the two is at most a quarter turn, and that one is used.
    let rises = quarterTurnSine(
      SIMD2(
        place.latitude - observer.place.latitude, place.latitude + observer.place.latitude)
        * SIMD2(repeating: 2 * Haversine.halfDegree))
    antipodalBearing =
      observer.sine <= 0 ? difference : observer.cosine == 0 ? 180 - difference : -difference
    let radial =
      observer.sine * end.sine + observer.cosine * end.cosine * (1 - 2 * half.x * half.x)
    // In the other hemisphere the place is treated like its antipode, mirrored: the difference of
    // the latitudes becomes their sum, and the width its difference from 180 degrees.
    let isNear = radial >= 0
    let near = isNear ? 1.0 : -1.0
    let twice = isNear ? 2 * half.x * half.x : 2 * half.y * half.y
    let sineOfRise = isNear ? rises.x : rises.y
    var north = sineOfRise + near * (observer.sine * end.cosine * twice)
    // From pole to pole both horizontal components are 0, which counts as north. That is correct at
    // the south pole; the line leaves the north pole southward, along the stored meridian.
    if observer.cosine == 0, observer.sine > 0, radial < 0, north == 0 { north = Self.southwards }
    offset = SphericalOffset(radial: radial, north: north, east: end.cosine * sine)
    finalNorth = near * (sineOfRise - end.sine * observer.cosine * twice)
    finalEast = observer.cosine * sine
  }

  /// The bearing at the end in the direction of travel, in degrees, in 0..<360.
  @inline(__always)
  var finalBearing: Double {
    if finalNorth == 0, finalEast == 0, offset.radial < 0 {
      return bearingRange(antipodalBearing)
    }
    return bearingRange(polarAngle(degreesOfX: finalNorth, y: finalEast))
  }
}

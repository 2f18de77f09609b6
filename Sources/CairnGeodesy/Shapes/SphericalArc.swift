/// Two places of the unit sphere and the directions of the great circle between them.
internal struct SphericalArc {
  /// The second seen from the first.
  let offset: SphericalOffset
  /// Cosine and sine of the final bearing, times the sine of the angle between the two.
  let finalNorth: Double
  let finalEast: Double
  /// The final bearing of antipodal places.
  ///
  /// The line that starts northwards arrives southwards.
  /// Between the poles it follows the longitude stored with the first.
  let antipodalBearing: Double

  @inline(__always)
  init(from observer: SphericalObserver, to place: Coordinate) {
    let end = SphericalObserver(place)
    let (difference, lost) = angleDifference(
      from: observer.place.longitude, to: place.longitude)
    let (sine, cosine) = sineAndCosine(degrees: difference, lost: lost)
    antipodalBearing =
      observer.sine <= 0 ? difference : observer.cosine == 0 ? 180 - difference : -difference
    let radial = observer.sine * end.sine + observer.cosine * end.cosine * cosine
    let observerEnd = observer.sine * end.cosine
    let endObserver = end.sine * observer.cosine
    if radial >= 0 {
      // 2 sin²(Δλ/2)
      let twice = cosine >= 0 ? sine * sine / (1 + cosine) : 1 - cosine
      let rise = exactSum(place.latitude, -observer.place.latitude)
      let sineOfRise = sineAndCosine(degrees: rise.sum, lost: rise.lost).sine
      offset = SphericalOffset(
        radial: radial, north: sineOfRise + observerEnd * twice, east: end.cosine * sine)
      finalNorth = sineOfRise - endObserver * twice
    } else {
      // 2 cos²(Δλ/2)
      let twice = cosine < 0 ? sine * sine / (1 - cosine) : 1 + cosine
      let sum = exactSum(place.latitude, observer.place.latitude)
      let sineOfSum = sineAndCosine(degrees: sum.sum, lost: sum.lost).sine
      var north = sineOfSum - observerEnd * twice
      // From the north pole to the other: southwards, which is along the stored longitude.
      if observer.cosine == 0, observer.sine > 0, north == 0 { north = -1e-100 }
      offset = SphericalOffset(radial: radial, north: north, east: end.cosine * sine)
      finalNorth = endObserver * twice - sineOfSum
    }
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

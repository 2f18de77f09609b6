/// The robust haversine: half the central angle of two places, right at every distance.
///
/// With φ for latitudes, λ for longitudes and Δλ reduced exactly,
///
///     a = sin²((φ₂ − φ₁)/2) + cos φ₁ cos φ₂ sin²(Δλ/2)
///     b = sin²((φ₂ + φ₁)/2) + cos φ₁ cos φ₂ cos²(Δλ/2) = 1 − a
///
/// the half angle is asin √a, or π/2 − asin √b beyond a quarter turn. Neither sum cancels, so
/// neighbours of a tenth of a millimetre and near-antipodal places are both right to a few
/// roundings; the usual form, asin √a alone, errs by 0.2 m near the antipode.
///
/// Source of the haversine: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68
/// (1984), 159; the complement b follows from it by cos²x = 1 − sin²x.
///
/// One place against one takes the two lanes of a vector for two sines at a time; one against
/// eight takes vectors of eight. Each lane runs the same operations in the same order.
internal enum Haversine {
  /// π/360: half a degree in radians.
  @inline(__always)
  static var halfDegree: Double { 0x1.1df46a2529d39p-7 }

  /// The angle of a latitude to the nearer pole in degrees; NaN outside -90...90.
  @inline(__always)
  static func toPole(_ latitude: Double) -> Double {
    let angle = 90 - latitude.magnitude
    return angle >= 0 ? angle : .nan
  }

  /// The difference of two longitudes in degrees, within ±180 and a hair.
  ///
  /// Which sign an exact 180 gets does not matter here.
  @inline(__always)
  static func width(from start: Double, to end: Double) -> Double {
    var (sum, lost) = exactSum(end, -start)
    if sum.magnitude > reducible {
      (sum, lost) = exactSum(
        end.remainder(dividingBy: 360), -start.remainder(dividingBy: 360))
    }
    let turns = (sum * (1 / 360) + integerRounder) - integerRounder
    return (sum - 360 * turns) + lost
  }

  /// Half the angle at the sphere's centre between two places, in radians, in 0...π/2.
  @inline(__always)
  static func halfAngle(_ start: Coordinate, _ end: Coordinate) -> Double {
    let toPoles = SIMD2(toPole(start.latitude), toPole(end.latitude))
    let cosines = quarterTurnSine(toPoles * (2 * halfDegree))
    let width = width(from: start.longitude, to: end.longitude)
    let latitudes = SIMD2(end.latitude - start.latitude, end.latitude + start.latitude)
    let longitudes = SIMD2(width, 180 - width.magnitude)
    let ofLatitudes = quarterTurnSine(latitudes * halfDegree)
    let ofLongitudes = quarterTurnSine(longitudes * halfDegree)
    let parts =
      ofLatitudes * ofLatitudes + (cosines.x * cosines.y) * (ofLongitudes * ofLongitudes)
    if parts.y < parts.x {
      return .pi / 2 - arcSine(ofRootOf: parts.y)
    }
    return arcSine(ofRootOf: parts.x)
  }

  @inline(__always)
  private static func arcSine(ofRootOf square: Double) -> Double {
    let square = SIMD2(square, square)
    return CairnGeodesy.arcSine(root: SIMD2(repeating: root(square.x)), square: square).x
  }
}

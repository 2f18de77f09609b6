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
/// Places within five degrees of each other take the same formula as series in the squared
/// differences (``nearSquare(rises:runs:cosines:)``), which is quicker and as exact.
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

  /// Metres between two places on a sphere.
  @inline(__always)
  static func distance(_ start: Coordinate, _ end: Coordinate, on sphere: Sphere) -> Double {
    let toPoles = SIMD2(toPole(start.latitude), toPole(end.latitude))
    let cosines = quarterTurnSine(toPoles * (2 * halfDegree))
    let product = cosines.x * cosines.y
    let rise = end.latitude - start.latitude
    var width = end.longitude - start.longitude
    // A small difference is the nearest double to the exact one as it stands.
    if !(width.magnitude <= 5) { width = Haversine.width(from: start.longitude, to: end.longitude) }
    let differences = SIMD2(rise, width)
    let squares = differences * differences
    if squares.x + squares.y <= nearLimit {
      let haversines = haversine(ofSquare: squares)
      let square = SIMD2(repeating: haversines.x + product * haversines.y)
      return sphere.degreeLength * root(Haversine.square(ofHaversine: square).x)
    }
    let ofNear = quarterTurnSine(differences * halfDegree)
    let far = SIMD2(end.latitude + start.latitude, 180 - width.magnitude)
    let ofFar = quarterTurnSine(far * halfDegree)
    let near = ofNear.x * ofNear.x + product * (ofNear.y * ofNear.y)
    let rest = ofFar.x * ofFar.x + product * (ofFar.y * ofFar.y)
    let angle = rest < near ? .pi / 2 - arcSine(ofRootOf: rest) : arcSine(ofRootOf: near)
    return 2 * sphere.radius * angle
  }

  @inline(__always)
  private static func arcSine(ofRootOf square: Double) -> Double {
    let square = SIMD2(square, square)
    return CairnGeodesy.arcSine(root: SIMD2(repeating: root(square.x)), square: square).x
  }
}

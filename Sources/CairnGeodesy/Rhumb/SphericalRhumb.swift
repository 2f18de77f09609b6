/// A rhumb line on a sphere, as the two legs of its triangle.
///
/// With φ for latitudes, λ for longitudes and ψ for isometric latitudes, the length of the line is
/// the hypotenuse of φ₁₂ and of λ₁₂ φ₁₂ / ψ₁₂. On the Earth the last bit of a line of 20,000 km is
/// worth 4 nm, so every step that affects it uses more bits than a double has:
///
/// - ψ₁₂ = 2 artanh(sin ½φ₁₂ / cos φₘ), with φₘ the middle latitude. For a line that climbs little,
///   φ₁₂ / ψ₁₂ is therefore cos φₘ up to a correction of at most a fiftieth, which is a series in
///   ½φ₁₂ and in that quotient: only the cosine needs more than a double.
/// - Otherwise ψ₁₂ is large enough to be computed as the difference of two latitudes, each that of
///   the nearest node plus a small rest by the same formula.
///
/// Nothing cancels: near the poles, the cosines are computed from the angle to the pole.
internal struct SphericalRhumb {
  /// The northward leg in degrees.
  var north: SplitDouble
  /// The eastward leg in degrees of a great circle: λ₁₂ φ₁₂ / ψ₁₂.
  var east: SplitDouble

  /// Creates the rhumb line between two places; nil if a coordinate is invalid.
  @inline(__always)
  init?(from a: Coordinate, to b: Coordinate) {
    guard
      abs(a.latitude) <= 90, abs(b.latitude) <= 90, a.longitude.isFinite, b.longitude.isFinite
    else { return nil }
    let (turn, turnLost) = longitudeDifference(from: a.longitude, to: b.longitude)
    let (rise, riseLost) = exactSum(b.latitude, -a.latitude)
    north = SplitDouble(rise, riseLost)
    if rise.magnitude < Self.leastAngle { north = SplitDouble(0) }
    east = SplitDouble(0)
    if turn == 0 || a.latitude.magnitude == 90 || b.latitude.magnitude == 90 { return }
    let width = SplitDouble(turn, turnLost)
    let (sum, sumLost) = exactSum(a.latitude, b.latitude)
    let middle = Self.toPole(0.5 * sum, 0.5 * sumLost)
    if Self.isFlat(rise: rise, toPole: middle.angle) {
      let cosine = Self.sine(middle.angle, middle.lost)
      let excess = Self.flatExcess(rise: rise, cosine: cosine.value)
      let level = width * cosine
      east = SplitDouble(level.head, level.tail - level.value * (excess / (1 + excess)))
    } else {
      east = north * width / Self.isometricDifference(a.latitude, (b.latitude, 0))
    }
  }

  /// Differences of latitudes below this, in degrees, count as zero: a distance far smaller than an
  /// atom, whose square would underflow.
  @inline(__always)
  private static var leastAngle: Double { 1e-100 }

  /// The length in degrees of a great circle.
  @inline(__always)
  var length: SplitDouble {
    if east.head == 0 { return north.magnitude }
    if north.head == 0 { return east.magnitude }
    return SplitDouble.hypotenuse(north, east)
  }

  /// The length in meters on a sphere with a radius in meters; NaN if that is not positive.
  @inline(__always)
  func length(radius: Double) -> Double {
    guard radius > 0 else { return .nan }
    return SplitDouble.product(length, SplitDouble(radius) * Self.radian)
  }

  /// π/180.
  @inline(__always)
  private static var radian: SplitDouble {
    SplitDouble(DoubleDouble.radian.high, DoubleDouble.radian.low)
  }

  /// The bearing in degrees; 0 for equal places.
  @inline(__always)
  var bearing: Double {
    if north.head == 0 && east.head == 0 { return 0 }
    return AngleVector(sine: east.value, cosine: north.value).bearing
  }

  // MARK: The direct problem

  /// Creates the line with a bearing and a length in meters, on a sphere with a radius in meters.
  @inline(__always)
  init(heading: AngleVector, length: Double, radius: Double) {
    let angle = length / radius * (180 / .pi)
    north = SplitDouble(angle * heading.cosine)
    east = SplitDouble(angle * heading.sine)
  }

  /// The place at a fraction of the distance along the line from its start, a valid place.
  @inline(__always)
  func place(from start: Coordinate, fraction: Double = 1) -> Coordinate {
    let rise = fraction * north.value
    guard rise.isFinite else { return .nowhere }
    let isAtPole = start.latitude.magnitude == 90
    // The line ends at the pole ahead.
    let left = rise < 0 ? start.latitude + 90 : 90 - start.latitude
    if rise.magnitude >= left || isAtPole && rise == 0 {
      return Coordinate(
        latitude: rise < 0 || rise == 0 && start.latitude < 0 ? -90 : 90,
        longitude: longitudeRange(start.longitude))
    }
    let end = exactSum(start.latitude, rise)
    // On a meridian, and from a pole, which the line circles endlessly, the longitude stays.
    if east.head == 0 || isAtPole || end.sum.magnitude == 90 {
      return Coordinate(latitude: end.sum, longitude: longitudeRange(start.longitude))
    }
    let (sum, lost) = exactSum(start.latitude, 0.5 * rise)
    let middle = Self.toPole(sum, lost)
    let degrees: Double
    if Self.isFlat(rise: rise, toPole: middle.angle) {
      let cosine = Self.sine(middle.angle, middle.lost).value
      let level = fraction * east.value / cosine
      degrees = level + level * Self.flatExcess(rise: rise, cosine: cosine)
    } else {
      let psi12 = Self.isometricDifference(start.latitude, (end.sum, end.lost)).value
      degrees = east.value / north.value * psi12
    }
    return Coordinate(
      latitude: end.sum,
      longitude: longitudeRange(withinHalfTurn(start.longitude) + withinHalfTurn(degrees)))
  }

  // MARK: Latitudes

  /// Whether a line climbs little, in degrees, compared with the angle from its middle latitude to
  /// the pole: the quotient t of ``flatExcess(rise:cosine:)`` is then below 0.236.
  @inline(__always)
  private static func isFlat(rise: Double, toPole: Double) -> Bool {
    rise.magnitude <= 0.3 * toPole
  }

  /// The angle from a latitude to the nearer pole in degrees.
  @inline(__always)
  private static func toPole(
    _ latitude: Double, _ lost: Double
  ) -> (angle: Double, lost: Double) {
    let size = latitude.magnitude
    let angle = 90 - size
    let rest = (90 - angle) - size
    return (angle, latitude < 0 ? rest + lost : rest - lost)
  }

  /// The sine of an angle of 0 to 90 degrees.
  @inline(__always)
  private static func sine(_ angle: Double, _ lost: Double) -> SplitDouble {
    if angle < 1 { return smallSine(angle, lost) }
    let node = IsometricNode(nearest: angle)
    let x = ((node.toPole - angle) - lost) * (.pi / 180)
    let q = x * x
    let sine = x - x * q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040)))
    let bend = q * (0.5 - q * (1.0 / 24 - q * (1.0 / 720)))
    return SplitDouble(
      node.sine, node.sineLost - (node.cosine * sine + node.sine * bend))
  }

  /// The sine of an angle below 1 degree.
  @inline(never)
  private static func smallSine(_ angle: Double, _ lost: Double) -> SplitDouble {
    let radians = SplitDouble(angle, lost) * radian
    let x = radians.value
    let q = x * x
    return SplitDouble(
      radians.head, radians.tail - x * q * (1.0 / 6 - q * (1.0 / 120 - q * (1.0 / 5040))))
  }

  /// ψ₁₂ cos φₘ / φ₁₂ - 1, where φ₁₂ is at most 0.3 of the angle from the middle latitude to the
  /// pole; between -0.01 and 0.02.
  ///
  /// With h = ½φ₁₂ and t = sin h / cos φₘ this is (sin h / h) (artanh t / t) - 1.
  ///
  /// - Parameters:
  ///   - rise: φ₁₂ in degrees.
  ///   - cosine: cos φₘ.
  /// - Returns: the excess, to a few units in the last place of 0.02.
  @inline(__always)
  private static func flatExcess(rise: Double, cosine: Double) -> Double {
    let half = rise * (.pi / 360)
    let x = half * half
    let x2 = x * x
    let sine1: Double = 1.0 / 6 - x * (1.0 / 120)
    let sine2: Double = 1.0 / 5040 - x * (1.0 / 362880)
    // 1 - sin h / h.
    let sag = x * (sine1 + x2 * (sine2 + x2 * (1.0 / 39_916_800)))
    let ratio = half * (1 - sag) / cosine
    let gain = areaTangentExcess(square: ratio * ratio)
    return (gain - sag) - gain * sag
  }

  /// ψ₁₂, in radians, of two latitudes between the poles.
  ///
  /// - Parameters:
  ///   - latitude: in degrees.
  ///   - end: the other latitude, and its rounding error.
  /// - Returns: the difference, accurate to a tenth of the last place of a double; NaN at a pole.
  @inline(__always)
  static func isometricRadians(
    from latitude: Double, to end: (latitude: Double, lost: Double)
  ) -> SplitDouble {
    guard latitude.magnitude < 90, end.latitude.magnitude < 90 else { return SplitDouble(.nan) }
    let (rise, riseLost) = exactSum(end.latitude, -latitude)
    let (sum, sumLost) = exactSum(end.latitude, latitude)
    let middle = toPole(0.5 * sum, 0.5 * (sumLost + end.lost))
    if isFlat(rise: rise, toPole: middle.angle) {
      let cosine = sine(middle.angle, middle.lost)
      let excess = flatExcess(rise: rise, cosine: cosine.value)
      let level = SplitDouble(rise, riseLost + end.lost) * radian / cosine
      return SplitDouble(level.head, level.tail + level.value * excess)
    }
    return isometricDifference(latitude, end) * radian
  }

  /// ψ₁₂ of two latitudes in degrees, in degrees.
  @inline(__always)
  private static func isometricDifference(
    _ first: Double, _ end: (latitude: Double, lost: Double)
  ) -> SplitDouble {
    let second = end.latitude
    let (angle1, lost1) = toPole(first, 0)
    let (angle2, lost2) = toPole(second, end.lost)
    let angles = SIMD2(angle1, angle2)
    let losts = SIMD2(lost1, lost2)
    let (values, rests) =
      angle1 < 1 || angle2 < 1 ? isometricNearPole(angles, losts) : isometric(angles, losts)
    let (sum, lost) = exactSum(
      second < 0 ? -values.y : values.y, first < 0 ? values.x : -values.x)
    return SplitDouble(
      sum, lost + ((second < 0 ? -rests.y : rests.y) - (first < 0 ? -rests.x : rests.x)))
  }

  /// The isometric latitudes, in degrees, of two places at least a degree from the pole, each the
  /// sum of that of the node and a small rest.
  @inline(__always)
  private static func isometric(
    _ angles: SIMD2<Double>, _ lost: SIMD2<Double>
  ) -> (nodes: SIMD2<Double>, rests: SIMD2<Double>) {
    let first = IsometricNode(nearest: angles.x)
    let second = IsometricNode(nearest: angles.y)
    let sine = SIMD2(first.sine, second.sine)
    let cosine = SIMD2(first.cosine, second.cosine)
    let away = (SIMD2(first.toPole, second.toPole) - angles) - lost
    // The tangent of half the angle between them, from its series: below 0.0088.
    let x = away * (.pi / 360)
    let q = x * x
    let tangent1: SIMD2<Double> = 2.0 / 15 + q * (17.0 / 315)
    let tangent = x + x * q * (1.0 / 3 + q * tangent1)
    // ψ of the place minus ψ of the node is 2 artanh t, with t below 0.01.
    let t = tangent / (sine - cosine * tangent)
    let t2 = t * t
    let area1: SIMD2<Double> = 1.0 / 5 + t2 * (1.0 / 7)
    let area = t + t * t2 * (1.0 / 3 + t2 * area1)
    return (
      SIMD2(first.isometric, second.isometric),
      area * (360 / .pi) + SIMD2(first.isometricLost, second.isometricLost)
    )
  }

  /// The isometric latitudes of two places, at least one of which is less than a degree from the
  /// pole.
  ///
  /// Halving the angle adds ln 2 plus a little: ln tan x = ln x + x²/3 + 7x⁴/90 + 62x⁶/2835 + …
  @inline(never)
  private static func isometricNearPole(
    _ angles: SIMD2<Double>, _ losts: SIMD2<Double>
  ) -> (nodes: SIMD2<Double>, rests: SIMD2<Double>) {
    func bend(_ degrees: Double) -> Double {
      let x = degrees * (.pi / 360)
      let q = x * x
      return q * (1.0 / 3 + q * (7.0 / 90 + q * (62.0 / 2835 + q * (127.0 / 18900))))
    }
    var (angles, losts) = (angles, losts)
    var shifts = SIMD2(0.0, 0.0)
    var bends = SIMD2(0.0, 0.0)
    for lane in 0..<2 where angles[lane] < 1 {
      let halvings = -Int(angles[lane].exponent)
      let scale = Double(sign: .plus, exponent: halvings, significand: 1)
      shifts[lane] = Double(halvings)
      bends[lane] = bend(angles[lane] * scale) - bend(angles[lane])
      angles[lane] *= scale
      losts[lane] *= scale
    }
    var (nodes, rests) = isometric(angles, losts)
    for lane in 0..<2 {
      // ln 2 in degrees, its first 42 bits and the rest.
      let (sum, lost) = exactSum(nodes[lane], shifts[lane] * 0x1.3db71b8e50000p+5)
      nodes[lane] = sum
      rests[lane] += lost + (shifts[lane] * 0x1.e57f9bff77802p-39 + bends[lane] * (180 / .pi))
    }
    return (nodes, rests)
  }
}

/// A geodesic of an ellipsoid, from a place in a direction, with its series precomputed.
///
/// It contains only numbers, so reading a place from it does no reference counting. The symbols are
/// those of the table at ``AuxiliarySphere``.
internal struct EllipsoidLine: BitwiseCopyable, Sendable {
  private let equatorialRadius: Double
  private let flattening: Double
  /// The longitude of the start, in degrees within half a turn.
  private let longitude: Double
  /// α₀, the bearing at the node.
  private let alpha0: AngleVector
  /// The arc from the node to the start, as a vector of length 1.
  private let sigma1: AngleVector
  /// The longitude from the node to the start on the auxiliary sphere, as a vector of any length.
  private let omega1: AngleVector
  /// σ₁ plus the sum of C₁ there: the arc in proportion to the length.
  private let tau1: AngleVector
  /// 1 / (b A₁), and its rounding error, which half the way around the Earth would amount to 2 nm.
  private let radiansPerMeter: Double
  private let radiansPerMeterRest: Double
  private let a1: Double
  private let c1: SineSeries<Double>
  private let c1Prime: SineSeries<Double>
  private let c3: SineSeries<Double>
  /// The sums of C₁ and C₃ at the start.
  private let b11: Double
  private let b31: Double
  /// -f A₃ sin α₀.
  private let lagPerArc: Double
  private let kSquared: Double

  /// A line without a valid start: all its numbers are NaN.
  static var none: EllipsoidLine { EllipsoidLine() }

  private init() {
    let nothing = AngleVector(sine: .nan, cosine: .nan)
    let noSeries = SineSeries<Double>(c1: .nan, c2: .nan, c3: .nan, c4: .nan, c5: .nan, c6: .nan)
    (equatorialRadius, flattening, longitude) = (.nan, .nan, .nan)
    (alpha0, sigma1, omega1, tau1) = (nothing, nothing, nothing, nothing)
    (radiansPerMeter, radiansPerMeterRest, a1) = (.nan, .nan, .nan)
    (c1, c1Prime, c3) = (noSeries, noSeries, noSeries)
    (b11, b31, lagPerArc, kSquared) = (.nan, .nan, .nan, .nan)
  }

  /// Creates the line; nil if the start is invalid or the bearing is not a finite number.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from start: Coordinate, bearing: Double) {
    guard bearing.isFinite else { return nil }
    self.init(
      constants, from: start, heading: AngleVector(degrees: withinHalfTurn(bearing)))
  }

  /// Creates the line; nil if the start is invalid.
  ///
  /// - Parameters:
  ///   - constants: those of the ellipsoid.
  ///   - start: the start of the line.
  ///   - alpha1: the bearing there, as a vector of length 1.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from start: Coordinate, heading alpha1: AngleVector) {
    guard
      abs(start.latitude) <= 90, start.longitude.isFinite, constants.axisRatio > 0
    else { return nil }
    equatorialRadius = constants.equatorialRadius
    flattening = constants.flattening
    longitude = withinHalfTurn(start.longitude)
    var (beta1, _) = GeodesicProblem.parametric(start.latitude, constants)
    // Exactly on the pole the bearing would lose its meridian.
    beta1.cosine = max(beta1.cosine, AngleVector.tiny)

    let sinAlpha0 = alpha1.sine * beta1.cosine
    let cosSquaredAlpha0 = AuxiliarySphere.cosSquaredAlpha0(alpha: alpha1, beta: beta1)
    alpha0 = AngleVector(sine: sinAlpha0, cosine: root(cosSquaredAlpha0))
    var sigma = AuxiliarySphere.sigma(alpha: alpha1, beta: beta1)
    // The equator has no node: the start is used instead.
    if sigma.sine == 0 && sigma.cosine == 0 { sigma.cosine = 1 }
    sigma1 = sigma.normalized
    omega1 = AuxiliarySphere.omega(sinAlpha0: sinAlpha0, sigma: sigma)

    kSquared = cosSquaredAlpha0 * constants.secondEccentricitySquared
    let epsilon = AuxiliarySphere.epsilon(kSquared: kSquared)
    a1 = LengthSeries.scale(epsilon)
    let metersPerRadian =
      DoubleDouble(high: constants.polarRadius, low: constants.polarRadiusError)
      * DoubleDouble(sum: 1, LengthSeries.scaleExcess(epsilon))
    radiansPerMeter = 1 / metersPerRadian.high
    let whole = DoubleDouble(product: radiansPerMeter, metersPerRadian.high)
    radiansPerMeterRest =
      radiansPerMeter * ((1 - whole.high) - whole.low - radiansPerMeter * metersPerRadian.low)
    c1 = LengthSeries.series(epsilon)
    c1Prime = LengthSeries.reverted(epsilon)
    c3 = constants.c3(epsilon)
    b11 = c1.sum(sigma1)
    tau1 = sigma1.turned(by: b11)
    b31 = c3.sum(sigma1)
    lagPerArc = -constants.flattening * constants.a3(epsilon) * sinAlpha0
  }

  /// A place on the line.
  struct Position {
    /// The parametric latitude.
    var beta: AngleVector
    /// The direction of travel, of any length.
    var heading: AngleVector
    /// Degrees east of the start.
    var longitude: Double
  }

  /// The maximum flattening for which the reverted series alone is accurate to all digits.
  private static var revertedLimit: Double { 0.01 }

  /// The place at a distance in meters along the line; negative distances go backward.
  @inline(__always)
  func position(at meters: Double) -> Position {
    var (meters, turns) = (meters, 0.0)
    if abs(meters * radiansPerMeter) > .pi { (meters, turns) = reduced(meters) }
    let product = DoubleDouble(product: meters, radiansPerMeter)
    let tau12 = product.high
    // For a distance too long to be reduced, so small a correction is meaningless.
    let tau12Lost = abs(tau12) > 4 ? 0 : product.low + meters * radiansPerMeterRest
    let even = AngleVector(radians: tau12)
    // σ₁₂ - τ₁₂.
    var excess = b11 + c1Prime.sum(tau1 + even) + tau12Lost
    var sigma2 = (sigma1 + even).turned(by: excess)
    if abs(flattening) > Self.revertedLimit {
      // One step of Newton's method for the length.
      let length = a1 * (tau12 + excess + c1.sum(sigma2) - b11)
      let error = length - (tau12 + tau12Lost) * a1
      let step = -error / root(1 + kSquared * sigma2.sine * sigma2.sine)
      excess += step
      sigma2 = (sigma1 + even).turned(by: excess)
    }
    let sine = alpha0.cosine * sigma2.sine
    var cosine = root(
      alpha0.sine * alpha0.sine
        + alpha0.cosine * alpha0.cosine * sigma2.cosine * sigma2.cosine)
    if cosine == 0 {
      // Exactly over a pole: the meridian ahead.
      sigma2.cosine = AngleVector.tiny
      cosine = sigma2.cosine
    }
    let omega12 = AuxiliarySphere.omega(sinAlpha0: alpha0.sine, sigma: sigma2) - omega1
    let lag = lagPerArc * (turns + tau12 + excess + c3.sum(sigma2) - b31)
    return Position(
      beta: AngleVector(sine: sine, cosine: cosine),
      heading: AngleVector(sine: alpha0.sine, cosine: alpha0.cosine * sigma2.cosine),
      longitude: omega12.degrees + lag * (180 / .pi))
  }

  /// Beyond this many turns the distance is not reduced: it is itself no more accurate than a turn.
  private static var mostTurns: Double { 1e9 }

  /// Subtracts whole turns from a long distance, with an error far below that of the distance.
  ///
  /// - Returns: the remaining meters, at most half a turn, and the radians subtracted.
  @inline(never)
  private func reduced(_ meters: Double) -> (left: Double, turns: Double) {
    let turn = Self.turn(
      equatorialRadius, flattening, epsilon: AuxiliarySphere.epsilon(kSquared: kSquared))
    let count = (meters / turn.high).rounded()
    guard abs(count) < Self.mostTurns else { return (meters, 0) }
    let left = DoubleDouble(meters) - DoubleDouble(count) * turn
    return (left.high, count * (2 * .pi))
  }

  /// The length of one turn of a geodesic, in meters: 2π b A₁.
  private static func turn(
    _ equatorialRadius: Double, _ flattening: Double, epsilon: Double
  ) -> DoubleDouble {
    let polarRadius =
      DoubleDouble(equatorialRadius) - DoubleDouble(product: equatorialRadius, flattening)
    let scale = DoubleDouble(sum: 1, LengthSeries.scaleExcess(epsilon))
    return DoubleDouble.twoPi * polarRadius * scale
  }

  /// The coordinate of a position, with a longitude in -180..<180.
  @inline(__always)
  func coordinate(of position: Position) -> Coordinate {
    let phi = AngleVector(
      sine: position.beta.sine, cosine: (1 - flattening) * position.beta.cosine)
    return Coordinate(
      latitude: phi.degrees,
      longitude: longitudeRange(longitude + position.longitude))
  }
}

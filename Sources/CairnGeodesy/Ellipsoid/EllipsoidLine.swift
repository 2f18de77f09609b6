/// One geodesic of an ellipsoid, from a place in a direction, with its series worked out.
///
/// It holds numbers only, so that reading a place from it counts no references.
internal struct EllipsoidLine: BitwiseCopyable, Sendable {
  private let equatorialRadius: Double
  private let flattening: Double
  private let longitude: Double
  /// sin(alpha0) and cos(alpha0), the bearing where the line crosses the equator northwards.
  private let equator: AngleVector
  /// The arc from the equator to the start, as a vector of length 1.
  private let arc: AngleVector
  /// The longitude from the same point, of any length.
  private let omega: AngleVector
  /// The arc of the start that the length measures evenly.
  private let evenArc: AngleVector
  private let radiansPerMetre: Double
  private let lengthSeries: SineSeries
  private let arcSeries: SineSeries
  private let longitudeSeries: SineSeries
  private let lengthAtStart: Double
  private let longitudeAtStart: Double
  private let lagPerArc: Double
  private let modulus: Double
  private let lengthScale: Double

  /// A line without places: all its numbers are NaN.
  static var none: EllipsoidLine { EllipsoidLine() }

  private init() {
    let nothing = AngleVector(sine: .nan, cosine: .nan)
    let noSeries = SineSeries(c1: .nan, c2: .nan, c3: .nan, c4: .nan, c5: .nan, c6: .nan)
    equatorialRadius = .nan
    flattening = .nan
    longitude = .nan
    equator = nothing
    arc = nothing
    omega = nothing
    evenArc = nothing
    radiansPerMetre = .nan
    lengthSeries = noSeries
    arcSeries = noSeries
    longitudeSeries = noSeries
    lengthAtStart = .nan
    longitudeAtStart = .nan
    lagPerArc = .nan
    modulus = .nan
    lengthScale = .nan
  }

  /// Nil when the start is not a place or the bearing is not a number.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from start: Coordinate, bearing: Double) {
    guard bearing.isFinite else { return nil }
    self.init(
      constants, from: start, heading: AngleVector(degrees: withinHalfTurn(bearing)))
  }

  /// Nil when the start is not a place.
  @inline(__always)
  init?(_ constants: EllipsoidConstants, from start: Coordinate, heading: AngleVector) {
    guard
      abs(start.latitude) <= 90, start.longitude.isFinite, constants.axisRatio > 0
    else { return nil }
    equatorialRadius = constants.equatorialRadius
    flattening = constants.flattening
    longitude = withinHalfTurn(start.longitude)
    var (beta, _) = GeodesicProblem.parametric(start.latitude, constants)
    // On the pole itself the bearing would lose its meridian.
    beta.cosine = max(beta.cosine, AngleVector.tiny)

    let sine0 = heading.sine * beta.cosine
    let rise =
      heading.cosine * heading.cosine + heading.sine * heading.sine * beta.sine * beta.sine
    equator = AngleVector(sine: sine0, cosine: root(rise))
    let along = heading.cosine * beta.cosine
    let isOnEquator = beta.sine == 0 && along == 0
    let meridional = AngleVector(sine: beta.sine, cosine: isOnEquator ? 1 : along)
    arc = meridional.normalized
    omega = AngleVector(sine: sine0 * beta.sine, cosine: meridional.cosine)

    let k2 = rise * constants.secondEccentricitySquared
    let e = k2 / (2 * (1 + root(1 + k2)) + k2)
    modulus = k2
    let a1 = LengthSeries.scale(e)
    lengthScale = a1
    radiansPerMetre = 1 / (constants.polarRadius * a1)
    lengthSeries = LengthSeries.series(e)
    arcSeries = LengthSeries.reverted(e)
    longitudeSeries = constants.longitudeSeries(e)
    lengthAtStart = lengthSeries.sum(arc)
    evenArc = arc.turned(by: lengthAtStart)
    longitudeAtStart = longitudeSeries.sum(arc)
    lagPerArc = -constants.flattening * constants.longitudeScale(e) * sine0
  }

  /// A place on the line.
  struct Position {
    /// The parametric latitude.
    var beta: AngleVector
    /// The direction of travel, of any length.
    var heading: AngleVector
    /// Radians east of the start.
    var longitude: Double
  }

  /// The place at a distance in metres along the line; negative distances lead backwards.
  @inline(__always)
  func position(at metres: Double) -> Position {
    var tau = metres * radiansPerMetre
    var turns = 0.0
    if abs(tau) > .pi { (tau, turns) = reduced(metres) }
    let even = AngleVector(radians: tau)
    var uneven = lengthAtStart + arcSeries.sum(evenArc + even)
    var end = (arc + even).turned(by: uneven)
    if abs(flattening) > 0.01 {
      // The reverted series is short of digits here: one step of Newton's method.
      let length = lengthScale * (tau + uneven + lengthSeries.sum(end) - lengthAtStart)
      let error = length - tau * lengthScale
      let step = -error / root(1 + modulus * end.sine * end.sine)
      uneven += step
      end = (arc + even).turned(by: uneven)
    }
    let sine = equator.cosine * end.sine
    var cosine =
      root(equator.sine * equator.sine + equator.cosine * equator.cosine * end.cosine * end.cosine)
    if cosine == 0 {
      // Exactly over a pole: the meridian ahead.
      end.cosine = AngleVector.tiny
      cosine = end.cosine
    }
    let turn = AngleVector(sine: equator.sine * end.sine, cosine: end.cosine) - omega
    let lag =
      lagPerArc * (turns + tau + uneven + longitudeSeries.sum(end) - longitudeAtStart)
    return Position(
      beta: AngleVector(sine: sine, cosine: cosine),
      heading: AngleVector(sine: equator.sine, cosine: equator.cosine * end.cosine),
      longitude: turn.radians + lag)
  }

  /// Takes whole turns off a long distance, with an error far below that of the distance.
  ///
  /// - Returns: the radians left, in -pi...pi, and the radians taken off.
  @inline(never)
  private func reduced(_ metres: Double) -> (radians: Double, turns: Double) {
    let e = modulus / (2 * (1 + root(1 + modulus)) + modulus)
    let turn = Self.turn(equatorialRadius, flattening, epsilon: e)
    let count = (metres / turn.high).rounded()
    guard abs(count) < 1e9 else { return (metres * radiansPerMetre, 0) }
    let left = DoubleDouble(metres) - DoubleDouble(count) * turn
    return (left.high * radiansPerMetre, count * (2 * .pi))
  }

  /// The length after which a geodesic has gone once round, in metres.
  private static func turn(
    _ equatorialRadius: Double, _ flattening: Double, epsilon: Double
  ) -> DoubleDouble {
    let radius =
      DoubleDouble(equatorialRadius) - DoubleDouble(product: equatorialRadius, flattening)
    let scale = DoubleDouble(sum: 1, LengthSeries.scaleExcess(epsilon))
    return DoubleDouble(high: 2 * .pi, low: 2.4492935982947064e-16) * radius * scale
  }

  /// The coordinate of a position; its longitude lies in -180..<180.
  @inline(__always)
  func coordinate(of position: Position) -> Coordinate {
    let vector = AngleVector(
      sine: position.beta.sine, cosine: (1 - flattening) * position.beta.cosine)
    return Coordinate(
      latitude: vector.degrees,
      longitude: longitudeRange(longitude + position.longitude * (180 / .pi)))
  }
}

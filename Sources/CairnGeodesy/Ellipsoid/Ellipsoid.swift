/// An ellipsoid of revolution that stands for the Earth; its shortest lines are geodesics.
///
/// ```swift
/// let sydney = Coordinate(latitude: -33.8688, longitude: 151.2093)
/// let santiago = Coordinate(latitude: -33.4489, longitude: -70.6693)
/// Ellipsoid.wgs84.distance(from: sydney, to: santiago) // metres
/// ```
///
/// Distances and bearings are exact to rounding (some 5 nm) for flattenings up to 1/50 in size,
/// oblate or prolate; the series lose digits beyond, but nothing fails to converge.
///
/// The constants that depend on the shape alone are worked out when a value is made and shared
/// by its copies: make an ellipsoid once and pass it on.
///
/// A distance takes some eight times as long as on the sphere, more near the antipode. Take
/// ``Sphere`` where 0.56 % does not matter, and to order places by their distance; the indexes of
/// this package do. Invalid shapes, with a radius that is not positive or a flattening of 1 and
/// more, give NaN at once.
///
/// Source of the method: C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87
/// (2013), doi:10.1007/s00190-012-0578-z, with series of the sixth order.
public struct Ellipsoid: Sendable {
  /// What the calculations need to know about the shape.
  internal let constants: EllipsoidConstants

  /// Makes an ellipsoid.
  ///
  /// - Parameters:
  ///   - equatorialRadius: the semi-major axis in metres, positive and finite.
  ///   - flattening: (a - b) / a, below 1; negative for a prolate ellipsoid, 0 for a sphere.
  ///     Any other number gives an ellipsoid on which every answer is NaN.
  public init(equatorialRadius: Double, flattening: Double) {
    constants = EllipsoidConstants(equatorialRadius: equatorialRadius, flattening: flattening)
  }

  /// The ellipsoid of the World Geodetic System 1984.
  public static let wgs84 = Ellipsoid(
    equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// The equatorial radius (semi-major axis, a) in metres.
  public var equatorialRadius: Double { constants.equatorialRadius }

  /// The polar radius (semi-minor axis, b) in metres.
  public var polarRadius: Double { constants.polarRadius }

  /// The flattening (a - b) / a.
  public var flattening: Double { constants.flattening }

  /// The area of the whole surface in square metres.
  public var area: Double { 4 * .pi * constants.authalicRadiusSquared }
}

extension Ellipsoid: Hashable {
  /// Whether two ellipsoids have the same equatorial radius and flattening.
  public static func == (a: Ellipsoid, b: Ellipsoid) -> Bool {
    a.equatorialRadius == b.equatorialRadius && a.flattening == b.flattening
  }

  /// Feeds the equatorial radius and the flattening into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(equatorialRadius)
    hasher.combine(flattening)
  }
}

/// What the calculations need to know about the shape of an ellipsoid, worked out once.
///
/// A class, so that copies of an ellipsoid are one pointer; nothing in it ever changes, so
/// that reading it needs no lock. The symbols are those of the table at ``AuxiliarySphere``.
internal final class EllipsoidConstants: Sendable {
  let equatorialRadius: Double
  let polarRadius: Double
  /// What the rounded polar radius falls short of the exact one by.
  let polarRadiusRest: Double
  let flattening: Double
  /// b / a.
  let axisRatio: Double
  /// n = (a - b) / (a + b).
  let thirdFlattening: Double
  /// e² = (a² - b²) / a².
  let eccentricitySquared: Double
  /// e'² = (a² - b²) / b².
  let secondEccentricitySquared: Double
  /// The square of the radius of the sphere with the same area.
  let authalicRadiusSquared: Double
  /// Below this length on the auxiliary sphere a line is short enough for a closed formula.
  let shortArc: Double
  /// A₃, a polynomial in ε.
  let a3: LongitudeScale
  /// C₃, five polynomials in ε.
  let c3: HarmonicSeries
  /// C₄, six polynomials in ε.
  let c4: AreaSeries
  /// The length of one radian of rectifying latitude, in metres.
  let rectifyingRadius: Double
  /// From the parametric to the rectifying latitude and back; C₁ and C₁′ with n for ε.
  let rectifyingSeries: SineSeries<Double>
  let parametricSeries: SineSeries<Double>

  /// Works out the constants; all are NaN for numbers that describe no ellipsoid.
  init(equatorialRadius a: Double, flattening f: Double) {
    let isShape = a > 0 && a.isFinite && f < 1 && f.isFinite
    let n = isShape ? f / (2 - f) : .nan
    equatorialRadius = a
    flattening = f
    axisRatio = isShape ? 1 - f : .nan
    let b = DoubleDouble(a) - DoubleDouble(product: a, f)
    polarRadius = isShape ? b.high : .nan
    polarRadiusRest = b.low
    thirdFlattening = n
    eccentricitySquared = f * (2 - f)
    secondEccentricitySquared = eccentricitySquared / (axisRatio * axisRatio)
    // b² atanh(e) / e, or its counterpart with a circular function when b > a.
    let e = root(abs(eccentricitySquared))
    let areaFactor = e == 0 ? 1 : (f > 0 ? areaTangent(e) : polarAngle(radiansOfX: 1, y: e)) / e
    authalicRadiusSquared = (a * a + polarRadius * polarRadius * areaFactor) / 2
    // The closed formula errs in the bearing by σ² |f| min(1, 1 - f/2) / 2, and the search by a
    // rounding over σ: half the arc on which both are equal; |f| counts as 0.001 at least, which
    // keeps the arc short on what is nearly a sphere.
    shortArc =
      0.5 * cubeRoot(Double.ulpOfOne / (max(0.001, abs(f)) * min(1, 1 - f / 2) / 2))
    a3 = LongitudeScale(thirdFlattening: n)
    c3 = HarmonicSeries(ofLongitude: n)
    c4 = AreaSeries(thirdFlattening: n)
    rectifyingRadius = polarRadius * LengthSeries.scale(n)
    rectifyingSeries = LengthSeries.series(n)
    parametricSeries = LengthSeries.reverted(n)
  }
}

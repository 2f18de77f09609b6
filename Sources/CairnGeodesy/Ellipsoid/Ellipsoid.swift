/// An ellipsoid of revolution as a model of the Earth; its shortest lines are geodesics.
///
/// ```swift
/// let sydney = Coordinate(latitude: -33.8688, longitude: 151.2093)
/// let santiago = Coordinate(latitude: -33.4489, longitude: -70.6693)
/// Ellipsoid.wgs84.distance(from: sydney, to: santiago) // meters
/// ```
///
/// Distances and bearings are exact to rounding (about 5 nm) for flattenings up to 1/50 in
/// magnitude, oblate or prolate. Beyond that the series lose digits, but every calculation
/// converges.
///
/// The constants that depend only on the shape are computed on creation and shared by copies:
/// create an ellipsoid once and pass it on.
///
/// A distance takes about eight times as long as on the sphere, more near the antipode. Use
/// ``Sphere`` if an error of 0.56 % does not matter, and to order places by distance, as the
/// indexes of this package do. Invalid shapes, with a radius that is not positive or a flattening
/// of 1 or more, give NaN at once.
///
/// Source of the method: C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87
/// (2013), doi:10.1007/s00190-012-0578-z, with series of the sixth order.
public struct Ellipsoid: Sendable {
  /// The constants of the shape that the calculations use.
  internal let constants: EllipsoidConstants

  /// Creates an ellipsoid.
  ///
  /// - Parameters:
  ///   - equatorialRadius: the semi-major axis in meters, positive and finite.
  ///   - flattening: (a - b) / a, below 1; negative for a prolate ellipsoid, 0 for a sphere.
  ///     Any other number creates an ellipsoid whose results are all NaN.
  public init(equatorialRadius: Double, flattening: Double) {
    constants = EllipsoidConstants(equatorialRadius: equatorialRadius, flattening: flattening)
  }

  /// The ellipsoid of the World Geodetic System 1984.
  public static let wgs84 = Ellipsoid(
    equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// The equatorial radius (semi-major axis, a) in meters.
  public var equatorialRadius: Double { constants.equatorialRadius }

  /// The polar radius (semi-minor axis, b) in meters.
  public var polarRadius: Double { constants.polarRadius }

  /// The flattening (a - b) / a.
  public var flattening: Double { constants.flattening }

  /// The area of the whole surface in square meters.
  public var area: Double { 4 * .pi * constants.authalicRadiusSquared }
}

extension Ellipsoid: Hashable {
  /// Whether two ellipsoids have the same equatorial radius and flattening.
  public static func == (a: Ellipsoid, b: Ellipsoid) -> Bool {
    a.equatorialRadius == b.equatorialRadius && a.flattening == b.flattening
  }

  /// Hashes the equatorial radius and the flattening.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(equatorialRadius)
    hasher.combine(flattening)
  }
}

/// The constants of an ellipsoid's shape, computed once.
///
/// A class, so that a copy of an ellipsoid is one pointer. It is immutable, so reading it needs no
/// lock. The symbols are those of the table at ``AuxiliarySphere``.
internal final class EllipsoidConstants: Sendable {
  let equatorialRadius: Double
  let polarRadius: Double
  /// The exact polar radius minus the rounded one.
  let polarRadiusError: Double
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
  /// The length of one radian of rectifying latitude, in meters.
  let rectifyingRadius: Double
  /// From the parametric to the rectifying latitude and back; C₁ and C₁′ with n for ε.
  let rectifyingSeries: SineSeries<Double>
  let parametricSeries: SineSeries<Double>

  /// Computes the constants; all are NaN for numbers that do not describe an ellipsoid.
  init(equatorialRadius a: Double, flattening f: Double) {
    let isShape = a > 0 && a.isFinite && f < 1 && f.isFinite
    let n = isShape ? f / (2 - f) : .nan
    equatorialRadius = a
    flattening = f
    axisRatio = isShape ? 1 - f : .nan
    let b = DoubleDouble(a) - DoubleDouble(product: a, f)
    polarRadius = isShape ? b.high : .nan
    polarRadiusError = b.low
    thirdFlattening = n
    eccentricitySquared = f * (2 - f)
    secondEccentricitySquared = eccentricitySquared / (axisRatio * axisRatio)
    // b² atanh(e) / e, or its counterpart with a circular function when b > a.
    let e = root(abs(eccentricitySquared))
    let areaFactor = e == 0 ? 1 : (f > 0 ? areaTangent(e) : polarAngle(radiansOfX: 1, y: e)) / e
    authalicRadiusSquared = (a * a + polarRadius * polarRadius * areaFactor) / 2
    // The closed formula has an error in the bearing of σ² |f| min(1, 1 - f/2) / 2, and the search
    // one of a rounding over σ. The limit is half the arc at which both are equal. |f| counts as at
    // least 0.001, which keeps the arc short if the ellipsoid is nearly a sphere.
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

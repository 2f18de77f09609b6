internal import CairnGeodesy
internal import CairnMemory

/// The polar stereographic projection of the northern WGS 84 ellipsoid, of scale 1 at the pole.
///
/// Closed formulas: the only error is rounding, a few nanometers. The south is its mirror image.
///
/// Source: J. P. Snyder, "Map Projections: A Working Manual", US Geological Survey Professional
/// Paper 1395 (1987), doi:10.3133/pp1395, chapter 21, with the tangent of the conformal latitude.
internal enum PolarStereographic {
  /// The radius in meters per unit of the tangent of half the conformal polar distance.
  private static let radius: Double =
    2 * ConformalLatitude.equatorialRadius
    / ((1 - ConformalLatitude.eccentricitySquared).squareRoot()
      * exponential(ConformalLatitude.eccentricArea(1)))

  /// Meters east of the pole and, along the meridian of 180, north of it.
  static func point(
    latitude: Double, longitude: Double
  ) -> (easting: Double, northing: Double) {
    let phi = sineAndCosine(degrees: latitude)
    let lambda = sineAndCosine(degrees: longitude)
    let tauPrime = ConformalLatitude.tauPrime(phi.sine / max(phi.cosine, 1e-60))
    let secant = (1 + tauPrime * tauPrime).squareRoot()
    // 1 / (sec χ + tan χ) without cancellation, even south of the equator.
    let rho =
      phi.cosine == 0 && phi.sine > 0
      ? 0 : radius * (tauPrime >= 0 ? 1 / (secant + tauPrime) : secant - tauPrime)
    return (rho * lambda.sine, -rho * lambda.cosine)
  }

  /// The place of a point of the map, in degrees.
  static func place(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let rho = (easting * easting + northing * northing).squareRoot()
    guard rho > 0 else { return (90, 0) }
    let t = rho / radius
    return (
      ConformalLatitude.latitude(tauPrime: (1 / t - t) / 2),
      polarAngle(degreesOfX: -northing, y: easting)
    )
  }
}

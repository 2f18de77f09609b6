/// What the calculations need to know about the shape of an ellipsoid, worked out once.
///
/// A class, so that copies of an ellipsoid are one pointer; nothing in it ever changes, so
/// that reading it needs no lock. The letters follow Karney (2013): `n` is the third
/// flattening, `epsilon` the expansion parameter of one geodesic.
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
  /// The coefficients of A3, a polynomial in epsilon.
  let longitudeScale: LongitudeScale
  /// The coefficients of C3, five polynomials in epsilon.
  let longitudeSeries: LongitudeSeries
  /// The coefficients of C4, six polynomials in epsilon.
  let areaSeries: AreaSeries
  /// The length of one radian of rectifying latitude, in metres.
  let rectifyingRadius: Double
  /// From the parametric to the rectifying latitude and back.
  let rectifyingSeries: SineSeries
  let parametricSeries: SineSeries

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
    let stretch = e == 0 ? 1 : (f > 0 ? areaTangent(e) : polarAngle(radiansOfX: 1, y: e)) / e
    authalicRadiusSquared = (a * a + polarRadius * polarRadius * stretch) / 2
    shortArc =
      0.1 * 0x1p-26
      / root(max(0.001, abs(f)) * min(1, 1 - f / 2) / 2)
    longitudeScale = LongitudeScale(thirdFlattening: n)
    longitudeSeries = LongitudeSeries(thirdFlattening: n)
    areaSeries = AreaSeries(thirdFlattening: n)
    rectifyingRadius = polarRadius * LengthSeries.scale(n)
    rectifyingSeries = LengthSeries.series(n)
    parametricSeries = LengthSeries.reverted(n)
  }
}

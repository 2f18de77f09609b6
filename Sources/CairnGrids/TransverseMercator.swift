internal import CairnGeodesy
internal import CairnMemory

/// The transverse Mercator projection of the WGS 84 ellipsoid, of scale 1 on its central meridian.
///
/// Krüger's series to the sixth order in the third flattening. The error is below 5 nm within 3,900
/// km of the central meridian; rounding adds a nanometer or two.
///
/// | here | paper | meaning |
/// |---|---|---|
/// | `tau` | τ | the tangent of the geographic latitude |
/// | `tauPrime` | τ′ | the tangent of the conformal latitude; see ``ConformalLatitude`` |
/// | `xiPrime`, `etaPrime` | ξ′, η′ | those of the spherical projection, in radians |
/// | `xi`, `eta` | ξ, η | northing and easting divided by the rectifying radius |
/// | `forward`, `inverse` | α, β | the coefficients of the two series |
///
/// Source: C. F. F. Karney, "Transverse Mercator with an accuracy of a few nanometers", Journal of
/// Geodesy 85 (2011), doi:10.1007/s00190-011-0445-3, equations 7 to 36; after L. Krüger, "Konforme
/// Abbildung des Erdellipsoids in der Ebene", 1912, doi:10.2312/GFZ.b103-krueger28.
internal struct TransverseMercator: Sendable {
  /// A point of the projection, with its convergence and scale.
  struct Point {
    /// Meters east of the central meridian.
    var easting: Double
    /// Meters north of the equator.
    var northing: Double
    /// Meridian convergence: the bearing of grid north, in degrees clockwise from true north.
    var convergence: Double
    /// The ratio of the length of a short line on the map to that on the ellipsoid.
    var scale: Double
  }

  static let wgs84 = TransverseMercator()

  /// The meters in one radian of rectifying latitude.
  private let rectifyingRadius: Double
  private let forward: Series
  private let inverse: Series

  /// The coefficients of one series, of sin 2ξ to sin 12ξ.
  private struct Series {
    var c1, c2, c3, c4, c5, c6: Double
  }

  private init() {
    let n = ConformalLatitude.flattening / (2 - ConformalLatitude.flattening)
    let n2 = n * n
    let n3 = n2 * n
    let n4 = n2 * n2
    let n5 = n4 * n
    let n6 = n3 * n3
    // Equation 14.
    rectifyingRadius =
      ConformalLatitude.equatorialRadius / (1 + n) * (1 + n2 / 4 + n4 / 64 + n6 / 256)
    func sum(_ terms: Double...) -> Double { terms.reversed().reduce(0, +) }
    // Equation 35.
    forward = Series(
      c1: sum(
        n / 2, -2 * n2 / 3, 5 * n3 / 16, 41 * n4 / 180, -127 * n5 / 288, 7891 * n6 / 37_800),
      c2: sum(
        13 * n2 / 48, -3 * n3 / 5, 557 * n4 / 1440, 281 * n5 / 630, -1_983_433 * n6 / 1_935_360),
      c3: sum(61 * n3 / 240, -103 * n4 / 140, 15_061 * n5 / 26_880, 167_603 * n6 / 181_440),
      c4: sum(49_561 * n4 / 161_280, -179 * n5 / 168, 6_601_661 * n6 / 7_257_600),
      c5: sum(34_729 * n5 / 80_640, -3_418_889 * n6 / 1_995_840),
      c6: 212_378_941 * n6 / 319_334_400)
    // Equation 36, with the signs of its use in equation 23.
    inverse = Series(
      c1: -sum(
        n / 2, -2 * n2 / 3, 37 * n3 / 96, -n4 / 360, -81 * n5 / 512, 96_199 * n6 / 604_800),
      c2: -sum(
        n2 / 48, n3 / 15, -437 * n4 / 1440, 46 * n5 / 105, -1_118_711 * n6 / 3_870_720),
      c3: -sum(17 * n3 / 480, -37 * n4 / 840, -209 * n5 / 4480, 5569 * n6 / 90_720),
      c4: -sum(4397 * n4 / 161_280, -11 * n5 / 504, -830_251 * n6 / 7_257_600),
      c5: -sum(4583 * n5 / 161_280, -108_847 * n6 / 3_991_680),
      c6: -20_648_693 * n6 / 638_668_800)
  }

  /// A complex number.
  private struct Complex {
    var real: Double
    var imaginary: Double
  }

  /// ζ + Σ cⱼ sin 2jζ and its derivative, from sine and cosine of 2ζ, by Clenshaw's summation.
  @inline(__always)
  private static func sum(
    _ series: Series, _ zeta: Complex, sine: Complex, cosine: Complex
  ) -> (value: Complex, slope: Complex) {
    let a = Complex(real: 2 * cosine.real, imaginary: 2 * cosine.imaginary)
    // y: the sum over sines, z: that over cosines times 2j, for the derivative.
    var y1 = Complex(real: 0, imaginary: 0)
    var y2 = y1
    var z1 = y1
    var z2 = y1
    @inline(__always)
    func step(_ c: Double, _ order: Double) {
      let y = Complex(
        real: a.real * y1.real - a.imaginary * y1.imaginary - y2.real + c,
        imaginary: a.real * y1.imaginary + a.imaginary * y1.real - y2.imaginary)
      let z = Complex(
        real: a.real * z1.real - a.imaginary * z1.imaginary - z2.real + order * c,
        imaginary: a.real * z1.imaginary + a.imaginary * z1.real - z2.imaginary)
      (y2, y1) = (y1, y)
      (z2, z1) = (z1, z)
    }
    step(series.c6, 12)
    step(series.c5, 10)
    step(series.c4, 8)
    step(series.c3, 6)
    step(series.c2, 4)
    step(series.c1, 2)
    let value = Complex(
      real: zeta.real + (sine.real * y1.real - sine.imaginary * y1.imaginary),
      imaginary: zeta.imaginary + (sine.real * y1.imaginary + sine.imaginary * y1.real))
    let slope = Complex(
      real: 1 - z2.real + (cosine.real * z1.real - cosine.imaginary * z1.imaginary),
      imaginary: -z2.imaginary + (cosine.real * z1.imaginary + cosine.imaginary * z1.real))
    return (value, slope)
  }

  /// Projects a place.
  ///
  /// - Parameters:
  ///   - latitude: degrees, in -90...90.
  ///   - longitude: degrees east of the central meridian, in -90...90.
  /// - Returns: the point, its convergence and scale.
  func point(latitude: Double, longitude: Double) -> Point {
    let phi = sineAndCosine(degrees: latitude)
    let lambda = sineAndCosine(degrees: longitude)
    // At a pole the tangent is merely very large.
    let cosine = max(phi.cosine, 1e-60)
    let tau = phi.sine / cosine
    let tauPrime = ConformalLatitude.tauPrime(tau)
    // The sphere: tan ξ′ = τ′ / cos λ, sinh η′ = sin λ / h.
    let h = (tauPrime * tauPrime + lambda.cosine * lambda.cosine).squareRoot()
    let xiPrime = polarAngle(radiansOfX: lambda.cosine, y: tauPrime)
    let sinhEta = lambda.sine / h
    let etaPrime = inverseHyperbolicSine(sinhEta)
    let (sineXi, cosineXi) = (tauPrime / h, lambda.cosine / h)
    let coshEta = (1 + sinhEta * sinhEta).squareRoot()
    let (sine2, cosine2) = (
      2 * sineXi * cosineXi, (cosineXi - sineXi) * (cosineXi + sineXi)
    )
    let (sinh2, cosh2) = (2 * sinhEta * coshEta, 1 + 2 * sinhEta * sinhEta)
    let (zeta, slope) = Self.sum(
      forward, Complex(real: xiPrime, imaginary: etaPrime),
      sine: Complex(real: sine2 * cosh2, imaginary: cosine2 * sinh2),
      cosine: Complex(real: cosine2 * cosh2, imaginary: -sine2 * sinh2))

    // Equations 23 to 26: convergence and scale of the sphere, and of the conversion from it.
    let spherical = polarAngle(
      degreesOfX: lambda.cosine * (1 + tauPrime * tauPrime).squareRoot(),
      y: lambda.sine * tauPrime)
    let step = polarAngle(degreesOfX: slope.real, y: slope.imaginary)
    let size =
      (slope.real * slope.real + slope.imaginary * slope.imaginary).squareRoot()
    let scale =
      (1 - ConformalLatitude.eccentricitySquared * phi.sine * phi.sine).squareRoot()
      * (1 + tau * tau).squareRoot() / h * size * rectifyingRadius
      / ConformalLatitude.equatorialRadius
    return Point(
      easting: rectifyingRadius * zeta.imaginary, northing: rectifyingRadius * zeta.real,
      convergence: spherical - step, scale: scale)
  }

  /// The place of a point of the map, in degrees; its longitude east of the central meridian.
  func place(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let (xi, eta) = (northing / rectifyingRadius, easting / rectifyingRadius)
    let angle = sineAndCosine(radians: 2 * xi)
    let (sinh2, cosh2) = hyperbolicSineAndCosine(2 * eta)
    let (zeta, _) = Self.sum(
      inverse, Complex(real: xi, imaginary: eta),
      sine: Complex(real: angle.sine * cosh2, imaginary: angle.cosine * sinh2),
      cosine: Complex(real: angle.cosine * cosh2, imaginary: -angle.sine * sinh2))
    let prime = sineAndCosine(radians: zeta.real)
    let (sinhEta, _) = hyperbolicSineAndCosine(zeta.imaginary)
    let r = (sinhEta * sinhEta + prime.cosine * prime.cosine).squareRoot()
    guard r > 0 else { return (northing < 0 ? -90 : 90, 0) }
    return (
      ConformalLatitude.latitude(tauPrime: prime.sine / r),
      polarAngle(degreesOfX: prime.cosine, y: sinhEta)
    )
  }
}

// The series of a geodesic in the expansion parameter ε, to the sixth order: scales A and sine
// series C, as named in the table at `AuxiliarySphere`. Source: Karney (2013), sections 2, 3 and
// 6, doi:10.1007/s00190-012-0578-z. The sixth order leaves an error of 5 nm on flattenings up to
// 1/50.

/// A sum of sines of even multiples: c1 sin 2x, c2 sin 4x to c6 sin 12x.
internal struct SineSeries<Value: SeriesValue>: BitwiseCopyable, Sendable {
  var c1, c2, c3, c4, c5, c6: Value

  @inline(__always)
  init(c1: Value, c2: Value, c3: Value, c4: Value, c5: Value, c6: Value) {
    (self.c1, self.c2, self.c3, self.c4, self.c5, self.c6) = (c1, c2, c3, c4, c5, c6)
  }

  /// Creates a series whose coefficients are ε to the power of the harmonic, times a polynomial in
  /// ε².
  @inline(__always)
  init(
    inSquaresOf epsilon: Value, _ c1: (Double, Double, Double), _ c2: (Double, Double, Double),
    _ c3: (Double, Double), _ c4: (Double, Double), _ c5: Double, _ c6: Double
  ) {
    let q = epsilon * epsilon
    let e3 = q * epsilon
    let e4 = q * q
    self.init(
      c1: epsilon * q.polynomial(c1.0, c1.1, c1.2), c2: q * q.polynomial(c2.0, c2.1, c2.2),
      c3: e3 * (c3.0 + c3.1 * q), c4: e4 * (c4.0 + c4.1 * q), c5: c5 * (e4 * epsilon),
      c6: c6 * (e3 * e3))
  }

  /// The sum at an angle of length 1, by Clenshaw's recurrence.
  @inline(__always)
  func sum(sine: Value, cosine: Value) -> Value {
    let t = 2 * (cosine - sine) * (cosine + sine)
    let b5 = c5 + t * c6
    let b4 = c4 + t * b5 - c6
    let b3 = c3 + t * b4 - b5
    let b2 = c2 + t * b3 - b4
    let b1 = c1 + t * b2 - b3
    return 2 * sine * cosine * b1
  }
}

extension SineSeries<Double> {
  /// The sum at an angle of length 1.
  @inline(__always)
  func sum(_ x: AngleVector) -> Double { sum(sine: x.sine, cosine: x.cosine) }

  /// The sum at `y` minus the sum at `x`, both in one pass through the lanes of a vector.
  @inline(__always)
  func difference(_ x: AngleVector, _ y: AngleVector) -> Double {
    let s = SIMD2(x.sine, y.sine)
    let c = SIMD2(x.cosine, y.cosine)
    let t = 2 * (c - s) * (c + s)
    let b5 = c5 + t * c6
    let b4 = c4 + t * b5 - c6
    let b3 = c3 + t * b4 - b5
    let b2 = c2 + t * b3 - b4
    let b1 = c1 + t * b2 - b3
    let sums = 2 * s * c * b1
    return sums.y - sums.x
  }

  /// The sum at `x + d` minus the sum at `x`, from the sum of both angles and `d`.
  ///
  /// Accurate relative to `d`, however small.
  func divided(sumOfAngles s: AngleVector, difference d: AngleVector) -> Double {
    // sin 2ky - sin 2kx = 2 cos k(x + y) sin k(y - x), with Chebyshev's recurrences.
    let coefficients = (c1, c2, c3, c4, c5, c6)
    var total = coefficients.0 * s.cosine * d.sine
    var cosines = (1.0, s.cosine)
    var sines = (0.0, d.sine)
    func next() -> Double {
      cosines = (cosines.1, 2 * s.cosine * cosines.1 - cosines.0)
      sines = (sines.1, 2 * d.cosine * sines.1 - sines.0)
      return cosines.1 * sines.1
    }
    total += coefficients.1 * next()
    total += coefficients.2 * next()
    total += coefficients.3 * next()
    total += coefficients.4 * next()
    total += coefficients.5 * next()
    return 2 * total
  }
}

/// A₁ and C₁: the length of a geodesic, s / b = A₁ (σ + Σ C₁ₗ sin 2lσ).
internal enum LengthSeries {
  /// A₁ (1 - ε), minus 1.
  @inline(__always)
  private static func rest<Value: SeriesValue>(_ epsilon: Value) -> Value {
    let q = epsilon * epsilon
    return q * q.polynomial(1.0 / 4, 1.0 / 64, 1.0 / 256)
  }

  /// A₁.
  @inline(__always)
  static func scale<Value: SeriesValue>(_ epsilon: Value) -> Value {
    (1 + rest(epsilon)) / (1 - epsilon)
  }

  /// A₁ - 1, without its rounding error.
  @inline(__always)
  static func scaleExcess<Value: SeriesValue>(_ epsilon: Value) -> Value {
    (epsilon + rest(epsilon)) / (1 - epsilon)
  }

  /// C₁.
  @inline(__always)
  static func series<Value: SeriesValue>(_ epsilon: Value) -> SineSeries<Value> {
    SineSeries(
      inSquaresOf: epsilon, (-1.0 / 2, 3.0 / 16, -1.0 / 32), (-1.0 / 16, 1.0 / 32, -9.0 / 2048),
      (-1.0 / 48, 3.0 / 256), (-5.0 / 512, 3.0 / 512), -7.0 / 1280, -7.0 / 2048)
  }

  /// C₁′: from the length back to the arc, the reversion of C₁.
  ///
  /// It loses digits beyond a flattening of 1/100; see ``EllipsoidLine/position(at:)``.
  @inline(__always)
  static func reverted<Value: SeriesValue>(_ epsilon: Value) -> SineSeries<Value> {
    SineSeries(
      inSquaresOf: epsilon, (1.0 / 2, -9.0 / 32, 205.0 / 1536),
      (5.0 / 16, -37.0 / 96, 1335.0 / 4096), (29.0 / 96, -75.0 / 128),
      (539.0 / 1536, -2391.0 / 2560), 3467.0 / 7680, 38081.0 / 61440)
  }
}

/// A₂ and C₂: the second integral of the reduced length, I₂ = A₂ (σ + Σ C₂ₗ sin 2lσ).
internal enum ReducedLengthSeries {
  /// A₂ / (1 - ε), minus 1.
  @inline(__always)
  private static func rest<Value: SeriesValue>(_ epsilon: Value) -> Value {
    let q = epsilon * epsilon
    return q * q.polynomial(1.0 / 4, 9.0 / 64, 25.0 / 256)
  }

  /// A₂.
  @inline(__always)
  static func scale<Value: SeriesValue>(_ epsilon: Value) -> Value {
    (1 + rest(epsilon)) * (1 - epsilon)
  }

  /// A₂ - 1, without its rounding error.
  @inline(__always)
  static func scaleExcess<Value: SeriesValue>(_ epsilon: Value) -> Value {
    rest(epsilon) * (1 - epsilon) - epsilon
  }

  /// C₂.
  @inline(__always)
  static func series<Value: SeriesValue>(_ epsilon: Value) -> SineSeries<Value> {
    SineSeries(
      inSquaresOf: epsilon, (1.0 / 2, 1.0 / 16, 1.0 / 32), (3.0 / 16, 1.0 / 32, 35.0 / 2048),
      (5.0 / 48, 5.0 / 256), (35.0 / 512, 7.0 / 512), 63.0 / 1280, 77.0 / 2048)
  }
}

/// A₃: the mean rate of longitude along a geodesic, a polynomial in ε with a first coefficient
/// of 1.
internal struct LongitudeScale: BitwiseCopyable, Sendable {
  let a1, a2, a3, a4, a5: Double

  init(thirdFlattening n: Double) {
    a1 = -1.0 / 2 + n * (1.0 / 2)
    a2 = -1.0 / 4 + n * (-1.0 / 8 + n * (3.0 / 8))
    a3 = -1.0 / 16 + n * (-3.0 / 16 + n * (-1.0 / 16))
    a4 = -3.0 / 64 + n * (-1.0 / 32)
    a5 = -3.0 / 128
  }

  /// A₃ of the geodesic with an expansion parameter.
  @inline(__always)
  func callAsFunction<Value: SeriesValue>(_ e: Value) -> Value {
    let low: Value = a2 + e * e.polynomial(a3, a4, a5)
    return 1 + e * (a1 + e * low)
  }
}

/// A sine series whose coefficients are polynomials in ε that start with the power of the harmonic;
/// the numbers are named by harmonic and power.
internal struct HarmonicSeries: BitwiseCopyable, Sendable {
  let c11, c12, c13, c14, c15: Double
  let c22, c23, c24, c25: Double
  let c33, c34, c35: Double
  let c44, c45: Double
  let c55: Double

  /// Creates C₃: the periodic part of the longitude along a geodesic.
  init(ofLongitude n: Double) {
    c11 = 1.0 / 4 + n * (-1.0 / 4)
    c12 = 1.0 / 8 + n * (n * (-1.0 / 8))
    c13 = 3.0 / 64 + n * (3.0 / 64 + n * (-1.0 / 64))
    c14 = 5.0 / 128 + n * (1.0 / 64)
    c15 = 3.0 / 128
    c22 = 1.0 / 16 + n * (-3.0 / 32 + n * (1.0 / 32))
    c23 = 3.0 / 64 + n * (-1.0 / 32 + n * (-3.0 / 64))
    c24 = 3.0 / 128 + n * (1.0 / 128)
    c25 = 5.0 / 256
    c33 = 5.0 / 192 + n * (-3.0 / 64 + n * (5.0 / 192))
    c34 = 3.0 / 128 + n * (-5.0 / 192)
    c35 = 7.0 / 512
    c44 = 7.0 / 512 + n * (-7.0 / 256)
    c45 = 7.0 / 512
    c55 = 21.0 / 2560
  }

  /// Creates the part of C₄ with the factor ε, for odd multiples from 3x on.
  init(ofArea n: Double) {
    c11 =
      1.0 / 45
      + n * (-16.0 / 315 + n * (32.0 / 945 + n * (-16.0 / 3465 + n * (-64.0 / 135135))))
    c12 = -2.0 / 105 + n * (64.0 / 945 + n * (-128.0 / 1485 + n * (1984.0 / 45045)))
    c13 = -1.0 / 105 + n * (16.0 / 2079 + n * (5792.0 / 135135))
    c14 = 4.0 / 1155 + n * (-2944.0 / 135135)
    c15 = 1.0 / 9009
    c22 = 4.0 / 525 + n * (-32.0 / 1575 + n * (64.0 / 3465 + n * (-32.0 / 5005)))
    c23 = -8.0 / 1575 + n * (128.0 / 5775 + n * (-256.0 / 6825))
    c24 = -8.0 / 1925 + n * (1856.0 / 225225)
    c25 = 8.0 / 10725
    c33 = 8.0 / 2205 + n * (-256.0 / 24255 + n * (512.0 / 45045))
    c34 = -16.0 / 8085 + n * (1024.0 / 105105)
    c35 = -136.0 / 63063
    c44 = 64.0 / 31185 + n * (-512.0 / 81081)
    c45 = -128.0 / 135135
    c55 = 128.0 / 99099
  }

  /// The series of the geodesic with an expansion parameter.
  @inline(__always)
  func callAsFunction<Value: SeriesValue>(_ e: Value) -> SineSeries<Value> {
    let q = e * e
    let e4 = q * q
    let e5 = e4 * e
    let low1: Value = c12 + e * e.polynomial(c13, c14, c15)
    let low2: Value = c22 + e * e.polynomial(c23, c24, c25)
    return SineSeries(
      c1: e * (c11 + e * low1), c2: q * low2, c3: q * e * e.polynomial(c33, c34, c35),
      c4: e4 * (c44 + c45 * e), c5: c55 * e5,
      c6: .zero)
  }
}

/// C₄: the area between a geodesic and the equator beyond the spherical excess.
///
/// A sum of c0 cos x, c1 cos 3x to c5 cos 11x; each coefficient is a polynomial in ε.
internal struct AreaSeries: BitwiseCopyable, Sendable {
  let c00, c01, c02, c03, c04, c05: Double
  let harmonics: HarmonicSeries

  init(thirdFlattening n: Double) {
    c00 =
      2.0 / 3
      + n * (-4.0 / 15 + n * (8.0 / 105 + n * (4.0 / 315 + n * (16.0 / 3465 + n * 20 / 9009))))
    c01 = -1.0 / 5 + n * (16.0 / 35 + n * (-32.0 / 105 + n * (16.0 / 385 + n * 64 / 15015)))
    c02 = -2.0 / 105 + n * (-32.0 / 315 + n * (1088.0 / 3465 + n * (-1184.0 / 5005)))
    c03 = 11.0 / 315 + n * (-368.0 / 3465 + n * (-32.0 / 6435))
    c04 = 4.0 / 1155 + n * (1088.0 / 45045)
    c05 = 97.0 / 15015
    harmonics = HarmonicSeries(ofArea: n)
  }

  /// The sum at `y` minus the sum at `x`, for the geodesic with expansion parameter `e`.
  func difference(_ e: Double, _ x: AngleVector, _ y: AngleVector) -> Double {
    let k0 = c00 + e * (c01 + e * (c02 + e * (c03 + e * (c04 + e * c05))))
    let k = harmonics(e)
    let s = SIMD2(x.sine, y.sine)
    let c = SIMD2(x.cosine, y.cosine)
    let t = 2 * (c - s) * (c + s)
    let b4 = k.c4 + t * k.c5
    let b3 = k.c3 + t * b4 - k.c5
    let b2 = k.c2 + t * b3 - b4
    let b1 = k.c1 + t * b2 - b3
    // The last step of the recurrence for odd multiples: cos x (b0 - b1).
    let sums = c * (k0 + t * b1 - b2 - b1)
    return sums.y - sums.x
  }
}

/// A sum of sines of even multiples: c1 sin 2x, c2 sin 4x to c6 sin 12x.
internal struct SineSeries: BitwiseCopyable, Sendable {
  var c1, c2, c3, c4, c5, c6: Double

  /// The sum at an angle of length 1, by Clenshaw's recurrence.
  @inline(__always)
  func sum(_ x: AngleVector) -> Double {
    let t = 2 * (x.cosine - x.sine) * (x.cosine + x.sine)
    let b5 = c5 + t * c6
    let b4 = c4 + t * b5 - c6
    let b3 = c3 + t * b4 - b5
    let b2 = c2 + t * b3 - b4
    let b1 = c1 + t * b2 - b3
    return 2 * x.sine * x.cosine * b1
  }

  /// The sum at `y` less the sum at `x`, both in one pass.
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

  /// The sum at `x + d` less the sum at `x`, from the sum of both angles and `d`.
  ///
  /// Precise relative to `d`, however small.
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

/// A1 and C1: the length of a geodesic, I1(s) = A1 (s + sum of C1).
internal enum LengthSeries {
  @inline(__always)
  static func scale(_ e: Double) -> Double {
    let q = e * e
    return (1 + q * (1.0 / 4 + q * (1.0 / 64 + q * (1.0 / 256)))) / (1 - e)
  }

  /// A1 - 1, without its rounding error.
  @inline(__always)
  static func scaleExcess(_ e: Double) -> Double {
    let q = e * e
    return (e + q * (1.0 / 4 + q * (1.0 / 64 + q * (1.0 / 256)))) / (1 - e)
  }

  @inline(__always)
  static func series(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = q * e
    let e4 = q * q
    return SineSeries(
      c1: e * (-1.0 / 2 + q * (3.0 / 16 + q * (-1.0 / 32))),
      c2: q * (-1.0 / 16 + q * (1.0 / 32 + q * (-9.0 / 2048))),
      c3: e3 * (-1.0 / 48 + q * (3.0 / 256)),
      c4: e4 * (-5.0 / 512 + q * (3.0 / 512)),
      c5: e4 * e * (-7.0 / 1280),
      c6: e3 * e3 * (-7.0 / 2048))
  }

  /// C1': from the length back to the arc, the reversion of ``series(_:)``.
  @inline(__always)
  static func reverted(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = q * e
    let e4 = q * q
    return SineSeries(
      c1: e * (1.0 / 2 + q * (-9.0 / 32 + q * (205.0 / 1536))),
      c2: q * (5.0 / 16 + q * (-37.0 / 96 + q * (1335.0 / 4096))),
      c3: e3 * (29.0 / 96 + q * (-75.0 / 128)),
      c4: e4 * (539.0 / 1536 + q * (-2391.0 / 2560)),
      c5: e4 * e * (3467.0 / 7680),
      c6: e3 * e3 * (38081.0 / 61440))
  }
}

/// A2 and C2: the second integral of the reduced length, I2(s) = A2 (s + sum of C2).
internal enum ReducedLengthSeries {
  @inline(__always)
  static func scale(_ e: Double) -> Double {
    let q = e * e
    return (1 + q * (1.0 / 4 + q * (9.0 / 64 + q * (25.0 / 256)))) * (1 - e)
  }

  /// A2 - 1, without its rounding error.
  @inline(__always)
  static func scaleExcess(_ e: Double) -> Double {
    let q = e * e
    return q * (1.0 / 4 + q * (9.0 / 64 + q * (25.0 / 256))) * (1 - e) - e
  }

  @inline(__always)
  static func series(_ e: Double) -> SineSeries {
    let q = e * e
    let e3 = q * e
    let e4 = q * q
    return SineSeries(
      c1: e * (1.0 / 2 + q * (1.0 / 16 + q * (1.0 / 32))),
      c2: q * (3.0 / 16 + q * (1.0 / 32 + q * (35.0 / 2048))),
      c3: e3 * (5.0 / 48 + q * (5.0 / 256)),
      c4: e4 * (35.0 / 512 + q * (7.0 / 512)),
      c5: e4 * e * (63.0 / 1280),
      c6: e3 * e3 * (77.0 / 2048))
  }
}

/// A3: the mean rate of longitude along a geodesic, a polynomial in epsilon with a first
/// coefficient of 1.
internal struct LongitudeScale: BitwiseCopyable, Sendable {
  let a1, a2, a3, a4, a5: Double

  init(thirdFlattening n: Double) {
    a1 = -1.0 / 2 + n * (1.0 / 2)
    a2 = -1.0 / 4 + n * (-1.0 / 8 + n * (3.0 / 8))
    a3 = -1.0 / 16 + n * (-3.0 / 16 + n * (-1.0 / 16))
    a4 = -3.0 / 64 + n * (-1.0 / 32)
    a5 = -3.0 / 128
  }

  @inline(__always)
  func callAsFunction(_ e: Double) -> Double {
    1 + e * (a1 + e * (a2 + e * (a3 + e * (a4 + e * a5))))
  }
}

/// C3: the uneven part of the longitude along a geodesic; each coefficient is a polynomial in
/// epsilon, named by its harmonic and power.
internal struct LongitudeSeries: BitwiseCopyable, Sendable {
  let c11, c12, c13, c14, c15: Double
  let c22, c23, c24, c25: Double
  let c33, c34, c35: Double
  let c44, c45: Double
  let c55: Double

  init(thirdFlattening n: Double) {
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

  @inline(__always)
  func callAsFunction(_ e: Double) -> SineSeries {
    let q = e * e
    let e4 = q * q
    return SineSeries(
      c1: e * (c11 + e * (c12 + e * (c13 + e * (c14 + e * c15)))),
      c2: q * (c22 + e * (c23 + e * (c24 + e * c25))),
      c3: q * e * (c33 + e * (c34 + e * c35)),
      c4: e4 * (c44 + e * c45),
      c5: e4 * e * c55,
      c6: 0)
  }
}

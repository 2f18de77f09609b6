#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// An angle held as its sine and cosine, up to a positive common factor.
///
/// The formulas for the ellipsoid work on such pairs: adding angles is then four products, and
/// nothing is lost near 90 and 180 degrees.
internal struct AngleVector: BitwiseCopyable, Sendable {
  var sine: Double
  var cosine: Double

  @inline(__always)
  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// From degrees of at most 180 in size; exact at the multiples of 90.
  @inline(__always)
  init(degrees: Double) {
    let size = abs(degrees)
    // Each of the subtractions is exact in the range that leads to it (Sterbenz).
    if size <= 45 {
      self.init(radians: degrees * (.pi / 180))
    } else if size <= 135 {
      let rest = AngleVector(radians: (90 - size) * (.pi / 180))
      self.init(sine: degrees < 0 ? -rest.cosine : rest.cosine, cosine: rest.sine)
    } else {
      let rest = AngleVector(radians: (180 - size) * (.pi / 180))
      self.init(sine: degrees < 0 ? -rest.sine : rest.sine, cosine: -rest.cosine)
    }
  }

  @inline(__always)
  init(radians: Double) {
    self.init(sine: sin(radians), cosine: cos(radians))
  }

  /// The same angle as a vector of length 1.
  @inline(__always)
  var normalized: AngleVector {
    let scale = 1 / (sine * sine + cosine * cosine).squareRoot()
    return AngleVector(sine: sine * scale, cosine: cosine * scale)
  }

  @inline(__always)
  static func + (a: AngleVector, b: AngleVector) -> AngleVector {
    AngleVector(
      sine: a.sine * b.cosine + a.cosine * b.sine,
      cosine: a.cosine * b.cosine - a.sine * b.sine)
  }

  @inline(__always)
  static func - (a: AngleVector, b: AngleVector) -> AngleVector {
    AngleVector(
      sine: a.sine * b.cosine - a.cosine * b.sine,
      cosine: a.cosine * b.cosine + a.sine * b.sine)
  }

  /// The angle plus a small one in radians, to full precision up to 1/32.
  @inline(__always)
  func turned(by small: Double) -> AngleVector {
    let q = small * small
    let s = small * (1 - q * (1.0 / 6) * (1 - q * (1.0 / 20) * (1 - q * (1.0 / 42))))
    let c1 = q * 0.5 * (1 - q * (1.0 / 12) * (1 - q * (1.0 / 30) * (1 - q * (1.0 / 56))))
    return AngleVector(
      sine: sine + (cosine * s - sine * c1), cosine: cosine - (sine * s + cosine * c1))
  }

  /// The angle in radians, in -pi...pi.
  @inline(__always)
  var radians: Double { atan2(sine, cosine) }

  /// The angle in degrees, in -180...180; exact at the multiples of 90.
  @inline(__always)
  var degrees: Double {
    let across = abs(sine)
    let along = abs(cosine)
    if across > along {
      let rest = atan2(cosine, across) * (180 / .pi)
      return sine < 0 ? rest - 90 : 90 - rest
    }
    let turn = atan2(across, along) * (180 / .pi)
    let size = cosine < 0 ? 180 - turn : turn
    return sine < 0 ? -size : size
  }

  /// The angle as a bearing, in degrees in 0..<360, never -0.
  @inline(__always)
  var bearing: Double {
    let turn = degrees
    if turn < 0 {
      let up = turn + 360
      return up < 360 ? up : 0
    }
    return turn + 0
  }
}

/// Longitudes and bearings in degrees, reduced without a rounding error.
internal enum DegreeAngle {
  /// The same direction in -180...180; exact.
  @inline(__always)
  static func reduced(_ degrees: Double) -> Double {
    abs(degrees) <= 180 ? degrees : degrees.remainder(dividingBy: 360)
  }

  /// The same longitude in -180..<180, never -0.
  @inline(__always)
  static func longitude(_ degrees: Double) -> Double {
    let x = reduced(degrees)
    return x == 180 ? -180 : x + 0
  }

  /// The difference of two longitudes as an unevaluated sum, in -180...180 degrees.
  ///
  /// Opposite meridians differ by +180 in both directions, however they are written.
  @inline(__always)
  static func difference(from a: Double, to b: Double) -> (value: Double, rest: Double) {
    let u = reduced(b)
    let v = -reduced(a)
    // Knuth's exact sum.
    var sum = u + v
    let u1 = sum - v
    let v1 = sum - u1
    var rest = (u - u1) + (v - v1)
    if sum > 180 || (sum == 180 && rest > 0) {
      sum -= 360
    } else if sum < -180 || (sum == -180 && rest <= 0) {
      sum += 360
    }
    // A sum just beyond the half turn may need its rest on the other side.
    let value = sum + rest
    rest = (sum - value) + rest
    return (value, rest)
  }
}

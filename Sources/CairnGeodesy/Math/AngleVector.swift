/// An angle represented by its sine and cosine, up to a positive common factor.
///
/// The formulas for the ellipsoid work on such pairs: adding angles then takes four products, and
/// no precision is lost near 90 and 180 degrees.
internal struct AngleVector: BitwiseCopyable, Sendable {
  var sine: Double
  var cosine: Double

  /// A length so small that adding it changes no other, whose square is still a normal number: the
  /// root of the smallest one.
  static var tiny: Double { 0x1p-511 }

  @inline(__always)
  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Creates an angle from degrees, with a small part that did not fit; exact at multiples of 90.
  @inline(__always)
  init(degrees: Double, lost: Double = 0) {
    let pair = sineAndCosine(degrees: degrees, lost: lost)
    self.init(sine: pair.sine, cosine: pair.cosine)
  }

  /// Creates an angle from radians; see ``sineAndCosine(radians:)``.
  @inline(__always)
  init(radians: Double) {
    let pair = sineAndCosine(radians: radians)
    self.init(sine: pair.sine, cosine: pair.cosine)
  }

  /// The same angle as a vector of length 1.
  @inline(__always)
  var normalized: AngleVector {
    let scale = 1 / size
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

  /// The same vector with a negative sine replaced by 0: for the differences of angles that are
  /// known to be in 0...180 degrees, where only rounding makes it negative.
  @inline(__always)
  var notNegative: AngleVector { AngleVector(sine: max(0, sine), cosine: cosine) }

  /// The angle plus a small one in radians, to full precision up to 1/32.
  @inline(__always)
  func turned(by small: Double) -> AngleVector {
    let (s, c1) = sineAndBend(ofSmall: small)
    return AngleVector(
      sine: sine + (cosine * s - sine * c1), cosine: cosine - (sine * s + cosine * c1))
  }

  /// The length of the vector.
  @inline(__always)
  var size: Double { hypotenuse(sine, cosine) }

  /// The angle in radians, in -pi...pi.
  @inline(__always)
  var radians: Double { polarAngle(radiansOfX: cosine, y: sine) }

  /// The angle in degrees, in -180...180; exact at the multiples of 90.
  @inline(__always)
  var degrees: Double { polarAngle(degreesOfX: cosine, y: sine) }

  /// The angle as a bearing, in degrees in 0..<360, never -0.
  @inline(__always)
  var bearing: Double { bearingRange(degrees) }
}

/// The sine of a small angle in radians and 1 minus its cosine, to full precision up to 1/32.
@inline(__always)
internal func sineAndBend<Value: SeriesValue>(ofSmall x: Value) -> (sine: Value, bend: Value) {
  let q: Value = x * x
  // In small expressions: the compiler takes seconds for one long expression.
  let sine3: Value = 1 - (1.0 / 42) * q
  let sine2: Value = 1 - ((1.0 / 20) * q) * sine3
  let sine: Value = x * (1 - (1.0 / 6) * q * sine2)
  let bend3: Value = 1 - (1.0 / 56) * q
  let bend2: Value = 1 - ((1.0 / 30) * q) * bend3
  let bend: Value = 0.5 * q * (1 - (1.0 / 12) * q * bend2)
  return (sine, bend)
}

/// The square root of a number that is not negative.
///
/// On Linux `squareRoot()` alone compiles to a test of the sign followed by a call to libm, which
/// prevents loops from being vectorized. With the sign bit cleared the test is provably true and
/// only the machine instruction remains; it is correctly rounded on every platform. NaN stays NaN.
@inline(__always)
internal func root(_ x: Double) -> Double {
  x.magnitude.squareRoot()
}

/// The square roots of four numbers that are not negative.
@inline(__always)
internal func root(_ x: SIMD4<Double>) -> SIMD4<Double> {
  SIMD4(root(x[0]), root(x[1]), root(x[2]), root(x[3]))
}

/// The square roots of eight numbers that are not negative.
@inline(__always)
internal func root(_ x: SIMD8<Double>) -> SIMD8<Double> {
  SIMD8(
    root(x[0]), root(x[1]), root(x[2]), root(x[3]),
    root(x[4]), root(x[5]), root(x[6]), root(x[7]))
}

/// The length of (x, y); neither square may overflow or underflow to a relevant extent.
@inline(__always)
internal func hypotenuse(_ x: Double, _ y: Double) -> Double {
  root(x * x + y * y)
}

/// The cube root, accurate to a unit in the last place, with the same operations on every platform.
///
/// Starts from a third of the exponent; Newton's iteration gains digits until it repeats itself.
internal func cubeRoot(_ x: Double) -> Double {
  guard x != 0, x.isFinite else { return x }
  let size = x.magnitude
  let third = Int((Double(size.exponent) / 3).rounded(.down))
  let scale = Double(sign: .plus, exponent: third, significand: 1)
  // In 1..<8, with a root in 1..<2.
  let rest = size / scale / scale / scale
  var estimate = 0.75 + 0.25 * rest
  if rest > 2 { estimate = 1.1 + 0.12 * rest }
  for _ in 0..<5 {
    estimate -= (estimate - rest / (estimate * estimate)) / 3
  }
  let root = estimate * scale
  return x < 0 ? -root : root
}

// The inverse hyperbolic functions that rhumb lines need, in plain arithmetic.

/// The inverse hyperbolic sine, accurate to about 0.1 units in the last place of a double.
///
/// asinh x = ln t with t = x + √(1 + x²); the logarithm is split into the power of two in t and ln
/// m = 2 artanh((m - 1) / (m + 1)). For x up to 1e150.
internal func areaSine(_ x: DoubleDouble) -> DoubleDouble {
  if x.high < 0 { return -areaSine(-x) }
  let one = DoubleDouble(1)
  let secant = (one + x * x).squareRoot
  let total = x + secant
  // Below √2, (t - 1) / (t + 1) is computed as x / (1 + √(1 + x²)), which does not cancel.
  if total.high < 0x1.6a09e667f3bcdp0 { return twiceAreaTangent(x / (one + secant)) }
  guard total.high.isFinite else { return total }
  var exponent = total.high.exponent
  if total.high.significand > 0x1.6a09e667f3bcdp0 { exponent += 1 }
  let scale = Double(sign: .plus, exponent: -exponent, significand: 1)
  let mantissa = DoubleDouble(high: total.high * scale, low: total.low * scale)
  let naturalLogarithmOfTwo = DoubleDouble(
    high: 0x1.62e42fefa39efp-1, low: 0x1.abc9e3b39803fp-56)
  return DoubleDouble(Double(exponent)) * naturalLogarithmOfTwo
    + twiceAreaTangent((mantissa - one) / (mantissa + one))
}

/// 2 artanh t for |t| up to tan 22.5° / (1 + √2) = 0.1716, from its series.
///
/// The terms after the first are small enough for doubles.
private func twiceAreaTangent(_ t: DoubleDouble) -> DoubleDouble {
  let square = t.high * t.high
  var sum = 0.0
  for k in stride(from: 25.0, through: 3, by: -2) { sum = sum * square + 1 / k }
  let rest = t.high * square * sum
  return DoubleDouble(sum: 2 * t.high, 2 * rest + 2 * t.low)
}

/// The inverse hyperbolic tangent, accurate to a few units in the last place.
///
/// ±1 gives an infinity; values beyond give NaN.
internal func areaTangent(_ x: Double) -> Double {
  // artanh x = arsinh(x / √(1 - x²))
  let rest = (1 - x) * (1 + x)
  guard rest >= 0 else { return .nan }
  if rest == 0 { return x * .infinity }
  return areaSine(DoubleDouble(x / root(rest))).high
}

/// artanh t / t - 1, from the square of t, which is at most 0.0558; minimax, error below 2⁻⁶².
@inline(__always)
internal func areaTangentExcess(square x: Double) -> Double {
  let x2 = x * x
  let x4 = x2 * x2
  let a: Double = 0x1.5555555555555p-2 + x * 0x1.999999999989ep-3
  let b: Double = 0x1.24924924af9d3p-3 + x * 0x1.c71c719d1526dp-4
  let c: Double = 0x1.745d265449436p-4 + x * 0x1.3b10abb7ed523p-4
  let d: Double = 0x1.116bd4387422ep-4 + x * 0x1.d5948b2e7dd7bp-5
  let low: Double = a + x2 * b
  let high: Double = c + x2 * d
  return x * (low + x4 * (high + x4 * 0x1.0fd85b1a7bf22p-4))
}

// Sine and cosine from plain additions and multiplications: no call to libm and no fused operation,
// so the bits are the same on every platform. Both are computed side by side in the two lanes of a
// vector, so the pair costs about as much as one of them.

/// The sine and the cosine of an angle in degrees.
///
/// Accurate to 0.8 units in the last place. Multiples of 30, 45 and 90 are exact where expected:
/// the cosine of 90 is 0, the sine of 30 is 0.5, sine and cosine of 45 are equal. Any finite angle
/// is reduced exactly. The results are never -0. NaN if the angle is not finite.
///
/// - Parameters:
///   - degrees: the angle.
///   - lost: a small angle to add, in degrees, that did not fit into `degrees`.
/// - Returns: sine and cosine, in -1...1.
package func sineAndCosine(
  degrees: Double, lost: Double = 0
) -> (sine: Double, cosine: Double) {
  let (angle, angleLost, quarters) = reduced(degrees: degrees, lost: lost)
  let (sine, cosine) = sineAndCosine(reduced: angle, lost: angleLost)
  return turned((sine, cosine), quarters: quarters)
}

/// Reduces an angle in degrees to radians within an eighth of a turn and a number of quarter turns.
@inline(__always)
private func reduced(
  degrees: Double, lost: Double
) -> (angle: Double, lost: Double, quarters: UInt64) {
  var degrees = degrees
  if !(degrees.magnitude <= reducible) {
    degrees = degrees.remainder(dividingBy: 360)
  }
  let shifted = degrees * (1 / 90) + integerRounder
  let rest = degrees - 90 * (shifted - integerRounder)
  // The product rest × π/180 with its rounding error, from factors of 26 bits (T. J. Dekker, "A
  // floating-point technique for extending the available precision", Numerische Mathematik 18
  // (1971), doi:10.1007/BF01397083).
  let high = Double(bitPattern: rest.bitPattern & 0xffff_ffff_f800_0000)
  let low = rest - high
  let angle = rest * 0x1.1df46a2529d39p-6
  let angleLost =
    (((high * 0x1.1df46ap-6 - angle) + high * 0x1.294e9c8ae0ec6p-33) + low * 0x1.1df46ap-6)
    + (low * 0x1.294e9c8ae0ec6p-33 + lost * 0x1.1df46a2529d39p-6)
  return (angle, angleLost, shifted.bitPattern)
}

/// The sine and the cosine of an angle in radians.
///
/// Accurate to 0.8 units in the last place up to 2²⁰ radians; a greater angle is first reduced by
/// the double nearest to 2π. The results are never -0. NaN if the angle is not finite.
package func sineAndCosine(radians: Double) -> (sine: Double, cosine: Double) {
  var radians = radians
  if !(radians.magnitude <= 0x1p20) {
    radians = radians.remainder(dividingBy: 2 * .pi)
  }
  let shifted = radians * (2 / .pi) + integerRounder
  let quarters = shifted - integerRounder
  // π/2 in parts of 33 bits, so that the products with up to 2²⁰ quarters are exact (W. J. Cody and
  // W. Waite, "Software Manual for the Elementary Functions", Prentice-Hall 1980, chapter 8).
  let first = radians - quarters * 0x1.921fb544p0
  let second = quarters * 0x1.0b4611a6p-34
  let rest = first - second
  let restLost = ((first - rest) - second) - quarters * 0x1.3198a2e037073p-69
  let angle = rest + restLost
  let angleLost = (rest - angle) + restLost
  let (sine, cosine) = sineAndCosine(reduced: angle, lost: angleLost)
  return turned((sine, cosine), quarters: shifted.bitPattern)
}

/// Sine and cosine of `angle + lost` radians, where the angle is at most π/4 plus a rounding.
///
/// The polynomials are minimax in the relative error, below 2⁻⁵⁷.
@inline(__always)
private func sineAndCosine(
  reduced angle: Double, lost: Double
) -> (sine: Double, cosine: Double) {
  let square = angle * angle
  let x = SIMD2<Double>(repeating: square)
  let x2 = x * x
  let (c0, c1, c2, c3, c4, c5) = sineAndCosineTerms
  let low = c0 + x * c1
  let middle = c2 + x * c3
  let high = c4 + x * c5
  let polynomials = low + x2 * (middle + x2 * high)

  let half = 0.5 * square
  let bend = (lost - half * lost) + angle * square * polynomials.x
  let near = 1 - half
  let rise = ((1 - near) - half) + (square * square * polynomials.y - angle * lost)
  return (angle + bend, near + rise)
}

/// The coefficients of the polynomials of the sine and, in the second lane, of the cosine.
@inline(__always)
private var sineAndCosineTerms:
  (
    SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>
  )
{
  (
    SIMD2(-0x1.5555555555548p-3, 0x1.555555555554bp-5),
    SIMD2(0x1.111111110f730p-7, -0x1.6c16c16c15014p-10),
    SIMD2(-0x1.a01a019be920fp-13, 0x1.a01a019c8efadp-16),
    SIMD2(0x1.71de35552cdc5p-19, -0x1.27e4f7f1695c4p-22),
    SIMD2(-0x1.ae5e4b88d03b3p-26, 0x1.1ee9dbaefba66p-29),
    SIMD2(0x1.5d8b589c371efp-33, -0x1.8fa67387332c3p-37)
  )
}

/// The polynomial of the sine or of the cosine for the squares of several angles.
@inline(__always)
internal func sineOrCosineTerms<Value: SeriesValue>(
  ofCosine isCosine: Bool, square x: Value, _ x2: Value
) -> Value {
  let (c0, c1, c2, c3, c4, c5) = sineAndCosineTerms
  let lane = isCosine ? 1 : 0
  let low = c0[lane] + c1[lane] * x
  let middle = c2[lane] + c3[lane] * x
  let high = c4[lane] + c5[lane] * x
  return low + x2 * (middle + x2 * high)
}

/// Rotates sine and cosine by quarter turns; only the last two bits of `quarters` count.
@inline(__always)
private func turned(
  _ pair: (sine: Double, cosine: Double), quarters: UInt64
) -> (sine: Double, cosine: Double) {
  let odd = quarters & 1 == 1
  let sine = odd ? pair.cosine : pair.sine
  let cosine = odd ? pair.sine : pair.cosine
  // Adding 0 turns -0 into 0.
  return (
    Double(bitPattern: sine.bitPattern ^ ((quarters & 2) << 62)) + 0,
    Double(bitPattern: cosine.bitPattern ^ (((quarters &+ 1) & 2) << 62)) + 0
  )
}

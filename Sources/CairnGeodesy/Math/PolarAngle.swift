// The angle of a vector in the plane, in plain arithmetic: the bits are the same everywhere.

/// The angle of the vector (x, y) from the x axis, in degrees, in -180...180.
///
/// Accurate to 1.75 units in the last place; multiples of 45 are exact. The zero vector gives 0,
/// and -0 counts as 0, so the negative x axis gives 180. NaN if a component is NaN or both are
/// infinite. The sum of the magnitudes must neither overflow nor be subnormal.
package func polarAngle(degreesOfX x: Double, y: Double) -> Double {
  let (eighths, tangent) = reducedDirection(x: x.magnitude, y: y.magnitude)
  let arc =
    tangent * 0x1.ca5dc1a63c1f8p5
    + (tangent * -0x1.1e7ab456405f9p-49 + arcExcess(tangent) * 0x1.ca5dc1a63c1f8p5)
  let angle = x < 0 ? (180 - 45 * eighths) - arc : 45 * eighths + arc
  return y < 0 ? -angle : angle
}

/// The angle of the vector (x, y) from the x axis, in radians, in -π...π.
///
/// Accurate to 1.75 units in the last place. The zero vector gives 0, and -0 counts as 0, so the
/// negative x axis gives π. NaN if a component is NaN or both are infinite. The sum of the
/// magnitudes must neither overflow nor be subnormal.
package func polarAngle(radiansOfX x: Double, y: Double) -> Double {
  let (eighths, tangent) = reducedDirection(x: x.magnitude, y: y.magnitude)
  let arc = tangent + arcExcess(tangent)
  let turn = x < 0 ? 4 - eighths : eighths
  let angle =
    turn * (.pi / 4)
    + (turn * 0x1.1a62633145c07p-55 + (x < 0 ? -arc : arc))
  return y < 0 ? -angle : angle
}

/// A direction in the first quadrant as eighths of a turn (0, 1 or 2) and the tangent of the
/// remaining angle, within ±tan 22.5°.
@inline(__always)
private func reducedDirection(x: Double, y: Double) -> (eighths: Double, tangent: Double) {
  // tan 22.5°
  let bound = 0x1.a827999fcef32p-2
  if y <= bound * x {
    return (0, x == 0 ? 0 : y / x)
  }
  if x < bound * y {
    return (2, -x / y)
  }
  return (1, (y - x) / (y + x))
}

/// atan t - t for |t| up to tan 22.5°, from a minimax polynomial; the error is below 2⁻⁵⁸ t.
@inline(__always)
internal func arcExcess<Value: SeriesValue>(_ tangent: Value) -> Value {
  let x = tangent * tangent
  let x2 = x * x
  let x4 = x2 * x2
  let a = -0x1.555555555553dp-2 + 0x1.9999999995869p-3 * x
  let b = -0x1.24924922ad514p-3 + 0x1.c71c70e6085c7p-4 * x
  let c = -0x1.745cf8db9bfc1p-4 + 0x1.3b11190fad800p-4 * x
  let d = -0x1.10ebb7a478194p-4 + 0x1.df0f3a08bdedep-5 * x
  let e = -0x1.9cd21c2ce9be4p-5 + 0x1.37d2a80a9df96p-5 * x
  let high = e + -0x1.255f781079eb3p-6 * x2
  let sum = (a + x2 * b) + x4 * ((c + x2 * d) + x4 * high)
  return tangent * x * sum
}

/// atan t for |t| up to 1/32: the next term, t¹³/13, is below 2⁻⁶³ of it.
@inline(__always)
internal func arcTangent<Value: SeriesValue>(ofSmall t: Value) -> Value {
  let q: Value = t * t
  let fifth: Value = 1.0 / 5 + q * q.polynomial(-1.0 / 7, 1.0 / 9, -1.0 / 11)
  let third: Value = -1.0 / 3 + q * fifth
  return t * (1 + q * third)
}

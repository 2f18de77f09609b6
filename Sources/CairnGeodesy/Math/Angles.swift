// Angles in degrees are reduced by whole turns without any rounding error. Up to `reducible` this
// takes a multiplication and an addition that rounds to an integer. Larger angles, which do not
// occur in sensible input, use the IEEE remainder, which is also exact.

/// 1.5 × 2⁵²: adding and subtracting it rounds to the nearest integer.
internal let integerRounder = 0x1.8p52

/// The maximum magnitude, in degrees, for which the fast reductions are valid.
internal let reducible = 0x1p30

/// The sum of two numbers and its rounding error; together they are exact.
///
/// Source: D. E. Knuth, "The Art of Computer Programming", vol. 2, section 4.2.2, theorem B.
@inline(__always)
internal func exactSum(_ a: Double, _ b: Double) -> (sum: Double, lost: Double) {
  let sum = a + b
  let fromB = sum - a
  let fromA = sum - fromB
  return (sum, (a - fromA) + (b - fromB))
}

/// An angle in degrees, reduced to -180...180 by whole turns, exactly.
///
/// NaN if the angle is not finite.
@inline(__always)
internal func withinHalfTurn(_ degrees: Double) -> Double {
  if degrees.magnitude <= 180 { return degrees }
  guard degrees.magnitude <= reducible else { return degrees.remainder(dividingBy: 360) }
  let turns = (degrees * (1 / 360) + integerRounder) - integerRounder
  let rest = degrees - 360 * turns
  // The quotient is rounded, too, so close to ±180 it may be off by one turn.
  return rest > 180 ? rest - 360 : rest < -180 ? rest + 360 : rest
}

/// The angle from one direction or meridian to another, in degrees, with its rounding error.
///
/// `difference` is in -180...180, and `difference + lost` is accurate to 2⁻¹⁰⁰ even if two large
/// numbers are subtracted across the antimeridian. Opposite directions may give 180 or -180. NaN if
/// an angle is not finite.
///
/// Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013),
/// doi:10.1007/s00190-012-0578-z, section 6, and the function AngDiff of its implementation.
@inline(__always)
internal func angleDifference(
  from start: Double, to end: Double
) -> (difference: Double, lost: Double) {
  var (sum, lost) = exactSum(end, -start)
  if sum.magnitude > reducible {
    (sum, lost) = exactSum(
      end.remainder(dividingBy: 360), -start.remainder(dividingBy: 360))
  }
  let (difference, rest) = exactSum(withinHalfTurn(sum), lost)
  return (difference, rest)
}

/// A bearing in degrees, reduced to 0..<360; never 360, never -0.
///
/// NaN if the bearing is not finite. A tiny negative bearing, which would round to 360, becomes 0.
@inline(__always)
internal func bearingRange(_ degrees: Double) -> Double {
  var bearing = withinHalfTurn(degrees)
  if bearing < 0 { bearing += 360 }
  // Adding 0 turns -0 into 0.
  return bearing >= 360 ? 0 : bearing + 0
}

/// A longitude in degrees, reduced to -180..<180; never -0.
///
/// NaN if the longitude is not finite.
@inline(__always)
internal func longitudeRange(_ degrees: Double) -> Double {
  let longitude = withinHalfTurn(degrees)
  return longitude == 180 ? -180 : longitude + 0
}

/// The difference of two longitudes as an unevaluated sum, in -180...180 degrees.
///
/// Opposite meridians differ by +180 in both directions, however their longitudes are given.
@inline(__always)
internal func longitudeDifference(
  from start: Double, to end: Double
) -> (difference: Double, lost: Double) {
  let (difference, lost) = angleDifference(from: start, to: end)
  if difference == -180 && lost <= 0 { return (180, lost) }
  if difference == 180 && lost > 0 { return (-180, lost) }
  return (difference, lost)
}

/// The eastward angle from one longitude in -180..<180 to another, in degrees, in 0..<360.
///
/// The relative error is a few roundings, even across the antimeridian.
internal func eastward(from west: Double, to east: Double) -> Double {
  west <= east ? east - west : (180 - west) + (east + 180)
}

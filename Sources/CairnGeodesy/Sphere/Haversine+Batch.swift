// The robust haversine for eight pairs of places: lane by lane the operations of
// `Haversine.halfAngle`, so the same bits. To be inlined into a loop: there, and only there, the
// compiler turns the comparisons of lanes into single instructions.

extension Haversine {
  /// Eight differences of longitudes in degrees, and whether they are exact.
  ///
  /// They are not exact beyond a million turns, nor are NaN: such pairs are to be computed alone.
  @inline(__always)
  static func widths(
    from west: SIMD8<Double>, to east: SIMD8<Double>
  ) -> (widths: SIMD8<Double>, areExact: Bool) {
    // The operations of `exactSum`.
    let sum: SIMD8<Double> = east - west
    let fromWest: SIMD8<Double> = sum - east
    let fromEast: SIMD8<Double> = sum - fromWest
    let lost: SIMD8<Double> = (east - fromEast) - (west + fromWest)
    let rounder = SIMD8<Double>(repeating: integerRounder)
    let turns: SIMD8<Double> = (sum * (1 / 360) + rounder) - rounder
    let widths: SIMD8<Double> = (sum - turns * 360) + lost
    let squares: SIMD8<Double> = turns * turns
    let four = squares.lowHalf + squares.highHalf
    let two = four.lowHalf + four.highHalf
    // The bound is (2³⁰ / 360)².
    return (widths, two.x + two.y < 0x1p43)
  }

  /// The cosines of eight latitudes in degrees; NaN outside -90...90.
  @inline(__always)
  static func cosines(latitudes: SIMD8<Double>) -> SIMD8<Double> {
    let zero = SIMD8<Double>(repeating: 0)
    let size = latitudes.replacing(with: zero - latitudes, where: latitudes .< zero)
    let angle = SIMD8<Double>(repeating: 90) - size
    let toPole = angle.replacing(with: SIMD8<Double>(repeating: .nan), where: angle .< zero)
    return quarterTurnSine(toPole * (2 * halfDegree))
  }

  /// The haversines of eight angles and their complements, the sums a and b.
  ///
  /// Both are computed in any case: a branch around the second cost more than it saved.
  @inline(__always)
  static func sums(
    from start: SIMD8<Double>, to end: SIMD8<Double>, cosines: SIMD8<Double>,
    widths: SIMD8<Double>
  ) -> (near: SIMD8<Double>, far: SIMD8<Double>) {
    let zero = SIMD8<Double>(repeating: 0)
    let sizes = widths.replacing(with: zero - widths, where: widths .< zero)
    let rise = quarterTurnSine((end - start) * halfDegree)
    let run = quarterTurnSine(widths * halfDegree)
    let near: SIMD8<Double> = rise * rise + cosines * (run * run)
    let farRise = quarterTurnSine((end + start) * halfDegree)
    let farRun = quarterTurnSine((180 - sizes) * halfDegree)
    let far: SIMD8<Double> = farRise * farRise + cosines * (farRun * farRun)
    return (near, far)
  }
}

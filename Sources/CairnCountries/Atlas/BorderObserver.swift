internal import CairnGeodesy

/// A point from which distances are measured, with what every measurement needs.
internal struct BorderObserver {
  /// Radians.
  let latitude: Double
  let longitude: Double
  let sine: Double
  let cosine: Double
  /// The whole units of the longitude and the latitude, and the rest.
  private let wholeX: Int32
  private let wholeY: Int32
  private let restX: Float
  private let restY: Float

  /// - Parameter coordinate: a valid one with a longitude in -180...180.
  init(_ coordinate: Coordinate) {
    latitude = coordinate.latitude * (.pi / 180)
    longitude = coordinate.longitude * (.pi / 180)
    (sine, cosine) = sineAndCosine(radians: latitude)
    let x = GridUnits.countries.floor(coordinate.longitude)
    let y = GridUnits.countries.floor(coordinate.latitude)
    wholeX = Int32(truncatingIfNeeded: x.whole)
    wholeY = Int32(truncatingIfNeeded: y.whole)
    restX = Float(x.rest)
    restY = Float(y.rest)
  }

  /// Lower bounds of the squared half chord to the children of a node.
  ///
  /// The haversine formula's terms are least where the differences of latitude and longitude and
  /// the cosine are, and the sine of a half angle is not below its first two terms.
  @inline(__always)
  func bounds(_ node: BorderIndex.Node) -> SIMD8<Float> {
    let around = SIMD8<Float>(repeating: 2 * .pi)
    var east = size(SIMD8(repeating: Float(longitude)) - node.longitude)
    let west = around - east
    east.replace(with: west, where: west .< east)
    let width = positive(east - node.halfWidth)
    let height = positive(
      size(SIMD8(repeating: Float(latitude)) - node.latitude) - node.halfHeight)
    let sum = squaredSine(height) + squaredSine(width) * node.cosine * Float(cosine)
    // What the roundings may have added.
    return sum * (1 - 0x1p-18)
  }

  /// Lower bounds of the squared half chord to eight lines that follow each other, from the ends
  /// of each in units.
  ///
  /// They are those of ``DegreeLine/nearestFraction(within:from:)``, less what the roundings may
  /// come to; 0 where a line is more than a radian away.
  ///
  /// - Parameter turn: units to be added to all longitudes.
  @inline(__always)
  func bounds(
    x0: SIMD8<Int32>, y0: SIMD8<Int32>, x1: SIMD8<Int32>, y1: SIMD8<Int32>, turn: Int32
  ) -> SIMD8<Float> {
    let scale = Float(BorderIndex.radiansPerUnit)
    let shiftX = SIMD8<Int32>(repeating: turn &- wholeX)
    let shiftY = SIMD8<Int32>(repeating: 0 &- wholeY)
    let longitude = (SIMD8<Float>(x0 &+ shiftX) - restX) * scale
    let south = (SIMD8<Float>(y0 &+ shiftY) - restY) * scale
    let run = SIMD8<Float>(x1 &- x0) * scale
    let rise = SIMD8<Float>(y1 &- y0) * scale
    // The cosine of the latitude farthest from the equator is not below its series.
    let steepest = greater(size(SIMD8<Float>(y0)), size(SIMD8<Float>(y1))) * scale
    let square = steepest * steepest
    let series = 1 - square * (0.5 - square * (1 / 24.0 - square * (1 / 720.0)))
    let squeeze = positive(series - 1e-6) * Float(cosine)
    let length = rise * rise + squeeze * run * run + 1e-30
    let toward = positive(SIMD8(repeating: 0) - (south * rise + squeeze * longitude * run))
    var fraction = toward / length
    fraction.replace(with: 1, where: fraction .> 1)
    let northing = south + fraction * rise
    let easting = longitude + fraction * run
    let squared = northing * northing + squeeze * easting * easting
    let reach = greater(
      greater(size(longitude), size(longitude + run)), greater(size(south), size(south + rise)))
    // The roundings move a place by at most some 2^-22 of the reach. A distance d that is off by
    // e is at least (1 - t) d^2 - e^2 / t when squared.
    let slip = reach * 0x1p-22
    let least = squared * 0.999 - slip * slip * 1_000
    var bound = positive(least) * (0.249_99 - reach * reach * (1 / 48.0))
    bound.replace(with: 0, where: reach .> 1)
    return bound
  }
}

@inline(__always)
private func positive(_ value: SIMD8<Float>) -> SIMD8<Float> {
  let zero = SIMD8<Float>(repeating: 0)
  return value.replacing(with: zero, where: value .< zero)
}

@inline(__always)
private func size(_ value: SIMD8<Float>) -> SIMD8<Float> {
  let opposite = 0 - value
  return value.replacing(with: opposite, where: opposite .> value)
}

@inline(__always)
private func greater(_ a: SIMD8<Float>, _ b: SIMD8<Float>) -> SIMD8<Float> {
  a.replacing(with: b, where: b .> a)
}

@inline(__always)
private func squaredSine(_ angle: SIMD8<Float>) -> SIMD8<Float> {
  let square = angle * angle
  let sine = 1 - square * (1 / 24.0)
  return square * 0.25 * sine * sine
}

internal import CairnGeodesy

// Distances from a point to the lines and boxes of the border index: first lower bounds, eight at a
// time in `Float`, then one at a time in `Double`, then the nearest point by Newton's method. The
// symbols are defined at the top of BorderIndex.swift.

/// A line in radians; longitudes are relative to the observer.
internal struct DegreeLine {
  let latitude: Double
  let longitude: Double
  let rise: Double
  let run: Double

  /// The approximate fraction at which the line is nearest, or `nil` if no point of it can have a
  /// key of at most `key`.
  ///
  /// Evaluates the haversine formula with the least cosine on the line and with a lower bound of
  /// the sine: first for the bounding box of the line, then for the line itself, on which the sum
  /// of the two squares is least at the foot of a perpendicular in that scale.
  func nearestFraction(within key: Double, from observer: DistanceOrigin) -> Double? {
    let south = latitude - observer.latitude
    let north = south + rise
    let height = max(0, min(south, north), -max(south, north))
    if height * height * (1 - height * height / 12) > 4 * key { return nil }
    let west = min(longitude, longitude + run)
    let east = max(longitude, longitude + run)
    // The series up to x⁶ is a lower bound of the cosine of the latitude farthest from the equator.
    let steepest = max(abs(latitude), abs(latitude + rise))
    let square = steepest * steepest
    let cosine = max(0, 1 - square * (0.5 - square * (1 / 24.0 - square / 720)))
    let scale = cosine * observer.cosine
    let reach = max(east, -west)
    if reach > 1.5 {
      // Far away, where the way around the other side may be shorter, only the box is tested.
      let width = max(0, min(max(west, -east), 2 * .pi - reach))
      let sine = width * (1 - width * width / 24)
      return scale * sine * sine * (1 - 1e-12) <= 4 * key ? 0.5 : nil
    }
    let tallest = max(abs(south), abs(north))
    let least = 1 - max(tallest * tallest, reach * reach) / 12
    let length = rise * rise + scale * run * run
    let toward = -(south * rise + scale * longitude * run)
    let fraction = toward <= 0 ? 0 : toward >= length ? 1 : toward / length
    let northing = south + fraction * rise
    let easting = longitude + fraction * run
    let squared = northing * northing + scale * easting * easting
    return squared * least * (1 - 1e-12) <= 4 * key ? fraction : nil
  }

  /// Updates the best candidate if the nearest point of the line is nearer.
  ///
  /// Parts of at most half a degree are nearly geodesic, so a few steps of Newton's method find the
  /// nearest point of each.
  func improve(
    _ best: inout NearestCandidate, arc: Int, from observer: DistanceOrigin, near fraction: Double
  ) {
    let size = max(abs(rise), abs(run))
    let longest = 0.00873
    if size <= longest {
      improve(&best, arc: arc, from: observer, near: fraction, between: 0, and: 1)
      return
    }
    let parts = (size / longest).rounded(.up)
    for part in 0..<Int(parts) {
      let low = Double(part) / parts
      let high = Double(part + 1) / parts
      improve(
        &best, arc: arc, from: observer, near: min(max(fraction, low), high), between: low,
        and: high)
    }
  }

  private func improve(
    _ best: inout NearestCandidate, arc: Int, from observer: DistanceOrigin, near start: Double,
    between low: Double, and high: Double
  ) {
    var fraction = start
    var place = LinePlace(self, fraction, observer)
    // No point of the line is nearer than this place by more than the line's length, measured as
    // chords. The earlier lower bounds are weak for distant borders.
    let limit = best.key.magnitude.squareRoot() + (abs(rise) + abs(run)) / 2
    if place.key * (1 - 1e-12) > limit * limit { return }
    for _ in 0..<8 {
      guard place.curvature > 0 else { break }
      let next = min(max(fraction - place.slope / place.curvature, low), high)
      let step = abs(next - fraction)
      if step == 0 { break }
      let nextPlace = LinePlace(self, next, observer)
      if nextPlace.key > place.key { break }
      fraction = next
      place = nextPlace
      // Converges quadratically: the next step would be about 1e-14 radians, a tenth of a micron.
      if step * (abs(rise) + abs(run)) < 1e-7 { break }
    }
    best.take(place, arc: arc, from: observer)
    if place.curvature <= 0 {
      best.take(LinePlace(self, low, observer), arc: arc, from: observer)
      best.take(LinePlace(self, high, observer), arc: arc, from: observer)
    }
  }
}

/// A point of a line with its key and the derivatives of the key along the line.
internal struct LinePlace {
  let latitude: Double
  let longitude: Double
  let key: Double
  let slope: Double
  let curvature: Double

  init(_ line: DegreeLine, _ fraction: Double, _ observer: DistanceOrigin) {
    latitude = line.latitude + line.rise * fraction
    longitude = line.longitude + line.run * fraction
    let height = Turn(latitude - observer.latitude)
    let width = Turn(longitude)
    let cosine = observer.cosine * height.cosine - observer.sine * height.sine
    let sine = observer.sine * height.cosine + observer.cosine * height.sine
    key = height.squaredHalfChord + observer.cosine * cosine * width.squaredHalfChord
    slope =
      height.sine * line.rise / 2
      + observer.cosine
      * (cosine * width.sine * line.run / 2 - sine * line.rise * width.squaredHalfChord)
    curvature =
      height.cosine * line.rise * line.rise / 2
      + observer.cosine
      * (cosine * width.cosine * line.run * line.run / 2
        - sine * line.rise * line.run * width.sine
        - cosine * line.rise * line.rise * width.squaredHalfChord)
  }
}

/// An angle with its sine, cosine and key.
private struct Turn {
  let sine: Double
  let cosine: Double
  /// The squared sine of half the angle.
  let squaredHalfChord: Double

  /// Uses series for angles below 1/16 (400 km), whose next terms are below an ulp.
  init(_ radians: Double) {
    if abs(radians) < 1.0 / 16 {
      let z = radians * radians
      squaredHalfChord = z * 0.25 * (1 - z / 12 * (1 - z / 30 * (1 - z / 56)))
      sine = radians * (1 - z / 6 * (1 - z / 20 * (1 - z / 42)))
      cosine = 1 - 2 * squaredHalfChord
    } else {
      let half = sineAndCosine(radians: radians / 2)
      squaredHalfChord = half.sine * half.sine
      sine = 2 * half.sine * half.cosine
      cosine = 1 - 2 * squaredHalfChord
    }
  }
}

/// A point from which distances are measured, with functions of its latitude.
internal struct DistanceOrigin {
  /// Radians.
  let latitude: Double
  let longitude: Double
  let sine: Double
  let cosine: Double
  /// The integer units of the longitude and the latitude, and the remainders.
  private let wholeX: Int32
  private let wholeY: Int32
  private let restX: Float
  private let restY: Float

  /// - Parameter coordinate: a valid coordinate with a longitude in -180...180.
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

  /// Lower bounds of the keys of the children of a node.
  ///
  /// The terms of the haversine formula are least for the least differences of latitude and
  /// longitude and the least cosine, and the sine of a half angle is at least its first two terms.
  @inline(__always)
  func bounds(_ node: BorderTree.Node) -> SIMD8<Float> {
    let around = SIMD8<Float>(repeating: 2 * .pi)
    var east = size(SIMD8(repeating: Float(longitude)) - node.longitude)
    let west = around - east
    east.replace(with: west, where: west .< east)
    let width = positive(east - node.halfWidth)
    let height = positive(
      size(SIMD8(repeating: Float(latitude)) - node.latitude) - node.halfHeight)
    let sum = squaredSine(height) + squaredSine(width) * node.cosine * Float(cosine)
    // The rounding of `Float`: about a dozen errors of 2^-24.
    return sum * (1 - 0x1p-18)
  }

  /// Lower bounds of the keys of eight consecutive lines.
  ///
  /// As in ``DegreeLine/nearestFraction(within:from:)``, the haversine formula with the least
  /// cosine, but each sine by more terms of its series, minus the possible rounding; 0 if a line is
  /// more than three radians away.
  ///
  /// - Parameters:
  ///   - x0: the starts of the lines, in units of longitude.
  ///   - y0: the starts of the lines, in units of latitude.
  ///   - x1: the ends of the lines, in units of longitude.
  ///   - y1: the ends of the lines, in units of latitude.
  ///   - turn: units to add to all longitudes.
  /// - Returns: one bound per lane.
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
    // The series is a lower bound of the cosine of the latitude farthest from the equator.
    let steepest = greater(size(SIMD8<Float>(y0)), size(SIMD8<Float>(y1))) * scale
    let square = steepest * steepest
    // In small expressions: the compiler takes seconds for one long expression.
    let fourth: SIMD8<Float> = 1 / 24.0 - square * (1 / 720.0)
    let second: SIMD8<Float> = 0.5 - square * fourth
    let series: SIMD8<Float> = 1 - square * second
    let squeeze = positive(series - 1e-6) * Float(cosine)
    // The squared sines of half the differences are at least these shares of the squares over 4.
    let tallest = greater(size(south), size(south + rise))
    let widest = greater(size(longitude), size(longitude + run))
    let down = leastShare(tallest)
    let along = squeeze * leastShare(widest)
    let length = down * rise * rise + along * run * run + 1e-30
    let toward = positive(SIMD8(repeating: 0) - (down * south * rise + along * longitude * run))
    var fraction = toward / length
    fraction.replace(with: 1, where: fraction .> 1)
    let northing = south + fraction * rise
    let easting = longitude + fraction * run
    let squared = down * northing * northing + along * easting * easting
    let reach = greater(tallest, widest)
    // Rounding moves a place by at most about 2^-22 of the reach. If a distance d has an error e,
    // its square is at least (1 - t) d^2 - e^2 / t.
    let slip = reach * 0x1p-22
    var bound = positive(squared * 0.999_9 - slip * slip * 10_000) * 0.249_99
    bound.replace(with: 0, where: reach .> 3)
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

/// A lower bound of 4 sin²(x/2) / x² for all angles up to the given one, at most three radians.
@inline(__always)
private func leastShare(_ angle: SIMD8<Float>) -> SIMD8<Float> {
  let square = angle * angle
  let last: SIMD8<Float> = 1 - square * (1 / 56.0)
  let second: SIMD8<Float> = 1 - square * (1 / 30.0) * last
  return 1 - square * (1 / 12.0) * second
}

@inline(__always)
private func squaredSine(_ angle: SIMD8<Float>) -> SIMD8<Float> {
  let square = angle * angle
  let sine = 1 - square * (1 / 24.0)
  return square * 0.25 * sine * sine
}

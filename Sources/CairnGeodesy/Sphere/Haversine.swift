internal import CairnMemory

/// The robust haversine: half the central angle of two places, accurate at every distance.
///
/// With φ for latitudes, λ for longitudes and Δλ reduced exactly,
///
///     a = sin²((φ₂ − φ₁)/2) + cos φ₁ cos φ₂ sin²(Δλ/2)
///     b = sin²((φ₂ + φ₁)/2) + cos φ₁ cos φ₂ cos²(Δλ/2) = 1 − a
///
/// the half angle is asin √a, or π/2 − asin √b beyond a quarter turn. Neither sum cancels, so the
/// result is accurate to a few roundings for places a tenth of a millimeter apart and for nearly
/// antipodal ones; the usual form, asin √a alone, errs by 0.2 m near the antipode.
///
/// Source of the haversine: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68
/// (1984), 159; the complement b follows from cos²x = 1 − sin²x.
///
/// Places within five degrees of each other use the same formula as series in the squared
/// differences (``nearSquare(rises:runs:cosines:)``), which is faster and equally accurate.
///
/// A single pair uses the two lanes of a vector for two sines at a time; batches use vectors of
/// eight. Each lane performs the same operations in the same order.
internal enum Haversine {
  /// π/360: half a degree in radians.
  @inline(__always)
  static var halfDegree: Double { 0x1.1df46a2529d39p-7 }

  /// The angle of a latitude to the nearer pole in degrees; NaN outside -90...90.
  @inline(__always)
  static func toPole(_ latitude: Double) -> Double {
    let angle = 90 - latitude.magnitude
    return angle >= 0 ? angle : .nan
  }

  /// The difference of two longitudes in degrees, within ±180 up to a rounding.
  ///
  /// The sign of an exact 180 does not matter here.
  @inline(__always)
  static func width(from start: Double, to end: Double) -> Double {
    var (sum, lost) = exactSum(end, -start)
    if sum.magnitude > reducible {
      (sum, lost) = exactSum(
        end.remainder(dividingBy: 360), -start.remainder(dividingBy: 360))
    }
    let turns = (sum * (1 / 360) + integerRounder) - integerRounder
    return (sum - 360 * turns) + lost
  }

  /// The distance in meters between two places on a sphere.
  @inline(__always)
  static func distance(_ start: Coordinate, _ end: Coordinate, on sphere: Sphere) -> Double {
    let toPoles = SIMD2(toPole(start.latitude), toPole(end.latitude))
    let cosines = quarterTurnSine(toPoles * (2 * halfDegree))
    let product = cosines.x * cosines.y
    let rise = end.latitude - start.latitude
    var width = end.longitude - start.longitude
    // A small difference is already the double nearest to the exact one.
    if !(width.magnitude <= 5) { width = Haversine.width(from: start.longitude, to: end.longitude) }
    let differences = SIMD2(rise, width)
    let squares = differences * differences
    if squares.x + squares.y <= nearLimit {
      let haversines = haversine(ofSquare: squares)
      let sum = haversines.x + product * haversines.y
      return sphere.degreeLength * root(square(ofHaversine: sum))
    }
    let ofNear = quarterTurnSine(differences * halfDegree)
    let far = SIMD2(end.latitude + start.latitude, 180 - width.magnitude)
    let ofFar = quarterTurnSine(far * halfDegree)
    let near = ofNear.x * ofNear.x + product * (ofNear.y * ofNear.y)
    let rest = ofFar.x * ofFar.x + product * (ofFar.y * ofFar.y)
    let isFar = rest < near
    let square = isFar ? rest : near
    let half = arcSine(root: root(square), square: square)
    return 2 * sphere.radius * (isFar ? .pi / 2 - half : half)
  }
}

// The same haversine for places close to each other, as in most queries: series in the squared
// differences of latitude and longitude replace sines and arc sine.

extension Haversine {
  /// The greatest sum of the squared differences of latitude and longitude, in degrees, for which
  /// the series are valid: a pair within five degrees.
  @inline(__always)
  static var nearLimit: Double { 25 }

  /// The haversines of angles, in units of π²/360², from the squares of the angles in degrees.
  ///
  /// That is p − p²π²/(3 · 360²) + …, so the haversine of a small angle is nearly its square. For
  /// squares up to 25; minimax in the relative error, below 2⁻⁵⁵.
  @inline(__always)
  static func haversine<Value: SeriesValue>(ofSquare p: Value) -> Value {
    let low: Value = -0x1.a9e2d241ac548p-16 + 0x1.1b678f6579fb1p-32 * p
    let square: Value = p * p
    let sum: Value = low + -0x1.940ea3e8dfcf0p-50 * square
    return p + square * sum
  }

  /// The squares, in degrees, of the angles with given haversines in units of π²/360².
  ///
  /// The inverse of ``haversine(ofSquare:)``, for up to 25; minimax in the relative error, below
  /// 2⁻⁵⁸.
  @inline(__always)
  static func square<Value: SeriesValue>(ofHaversine h: Value) -> Value {
    let low: Value = 0x1.a9e2d241acffdp-16 + 0x1.1b678faa20121p-30 * h
    let high: Value = 0x1.c6a2eb42cc622p-45 + 0x1.94ce15d987d73p-59 * h
    let square: Value = h * h
    let sum: Value = low + square * high
    return h + square * sum
  }

  /// The squares, in degrees, of the angles between places, from the squares of the differences
  /// of their latitudes and longitudes and the products of the cosines of their latitudes.
  @inline(__always)
  static func nearSquare<Value: SeriesValue>(
    rises: Value, runs: Value, cosines: Value
  ) -> Value {
    square(ofHaversine: haversine(ofSquare: rises) + cosines * haversine(ofSquare: runs))
  }
}

extension Sphere {
  /// The length in meters of one degree of arc at the surface.
  @inline(__always)
  internal var degreeLength: Double { radius * 0x1.1df46a2529d39p-6 }
}

// The robust haversine for eight pairs of places: each lane performs the operations of
// `Haversine.halfAngle`, so the bits are the same. Must be inlined into a loop: only there the
// compiler turns the comparisons of lanes into single instructions.

extension Haversine {
  /// Eight differences of longitudes in degrees, and whether they are exact.
  ///
  /// They are not exact beyond a million turns or for NaN: such pairs must be computed
  /// individually.
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
    let angle: SIMD8<Double> = 90 - latitudes.size
    let toPole = angle.replacing(with: SIMD8<Double>(repeating: .nan), where: angle .< zero)
    return quarterTurnSine(toPole * (2 * halfDegree))
  }

  /// The haversines of eight angles and their complements, the sums a and b.
  ///
  /// Both are always computed: a branch around the second cost more than it saved.
  @inline(__always)
  static func sums(
    from start: SIMD8<Double>, to end: SIMD8<Double>, cosines: SIMD8<Double>,
    widths: SIMD8<Double>
  ) -> (near: SIMD8<Double>, far: SIMD8<Double>) {
    let rise = quarterTurnSine((end - start) * halfDegree)
    let run = quarterTurnSine(widths * halfDegree)
    let near: SIMD8<Double> = rise * rise + cosines * (run * run)
    let farRise = quarterTurnSine((end + start) * halfDegree)
    let farRun = quarterTurnSine((180 - widths.size) * halfDegree)
    let far: SIMD8<Double> = farRise * farRise + cosines * (farRun * farRun)
    return (near, far)
  }
}

extension SIMD8<Double> {
  /// The numbers without their signs; a comparison with 0 would take five times as long.
  @inline(__always)
  internal var size: SIMD8<Double> {
    SIMD8(bits: bits & SIMD8<UInt64>(repeating: 0x7fff_ffff_ffff_ffff))
  }
}

// The two series of the haversine, for vectors of any width. Every lane performs the same
// operations in the same order, so a distance has the same bits whether it is computed alone or in
// a batch, and on every platform. Both are evaluated by Estrin's scheme: on plain x86-64 it is a
// third faster than Horner's, because the short scheduler of the floating-point units can run
// operations in parallel.
//
// They are generic over the width and inlined where it is known. This works for arithmetic only: a
// comparison of lanes in a generic function compiles to a loop.

/// The sine of an angle in radians of at most a quarter turn, plus a rounding, either way.
///
/// Accurate to 1.5 units in the last place: minimax in the relative error, below 2⁻⁶¹.
@inline(__always)
internal func quarterTurnSine<Value: SeriesValue>(_ angle: Value) -> Value {
  let x: Value = angle * angle
  let x2: Value = x * x
  let a: Value = -0x1.5555555555555p-3 + 0x1.11111111110c8p-7 * x
  let b: Value = -0x1.a01a01a014d6ep-13 + 0x1.71de3a52a0a15p-19 * x
  let c: Value = -0x1.ae6454d468327p-26 + 0x1.6123cd02c98cap-33 * x
  let d: Value = -0x1.ae4382da9e708p-41 + 0x1.8832704978ee1p-49 * x
  let low: Value = a + x2 * b
  let high: Value = c + x2 * d
  let x4: Value = x2 * x2
  let sum: Value = low + x4 * high
  return angle + angle * x * sum
}

/// The arc sine of a root in radians, from the root and its square, at most 1/2 plus a rounding.
///
/// Accurate to 1 unit in the last place for an exact root: minimax in the relative error, below
/// 2⁻⁵⁸.
@inline(__always)
internal func arcSine<Value: SeriesValue>(root: Value, square x: Value) -> Value {
  let x2: Value = x * x
  let x4: Value = x2 * x2
  let a: Value = 0x1.5555555555545p-3 + 0x1.3333333335fa8p-4 * x
  let b: Value = 0x1.6db6db6b0ca22p-5 + 0x1.f1c71dbff66dep-6 * x
  let c: Value = 0x1.6e8b71a17707dp-6 + 0x1.1c539270aa6a1p-6 * x
  let d: Value = 0x1.c8f1846190041p-7 + 0x1.82ea6bb3252d1p-7 * x
  let e: Value = 0x1.def826531b761p-8 + 0x1.b022e056a9070p-6 * x
  let f: Value = -0x1.845c012027f9bp-4 + 0x1.d5c3462b45d83p-2 * x
  let g: Value = -0x1.8f3f840284a4cp+0 + 0x1.0e49164222ba0p+2 * x
  let h: Value = -0x1.184836700b0fcp+3 + 0x1.b919cf01ac625p+3 * x
  let i: Value = -0x1.fc45d3bc4df12p+3 + 0x1.96ab0b0ea2c8dp+3 * x
  let j: Value = -0x1.94c06af108d53p+2 + 0x1.7f3a41583b46bp+0 * x
  let ab: Value = a + x2 * b
  let cd: Value = c + x2 * d
  let ef: Value = e + x2 * f
  let gh: Value = g + x2 * h
  let ij: Value = i + x2 * j
  let x8: Value = x4 * x4
  let abcd: Value = ab + x4 * cd
  let efgh: Value = ef + x4 * gh
  let x16: Value = x8 * x8
  let sum: Value = (abcd + x8 * efgh) + x16 * ij
  return root + root * (x * sum)
}

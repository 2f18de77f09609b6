// The same haversine for places close to each other, as most are that anyone asks about: series
// in the squared differences of latitude and longitude take the place of sines and arc sine.

extension Haversine {
  /// The greatest sum of the squared differences of latitude and longitude, in degrees, that the
  /// series are for: a pair within five degrees.
  @inline(__always)
  static var nearLimit: Double { 25 }

  /// The haversines of angles, in units of π²/360², from the squares of the angles in degrees.
  ///
  /// That is p − p²π²/(3 · 360²) + …, so small angles give their squares. For squares of up to
  /// 25; minimax in the relative error, below 2⁻⁵⁵.
  @inline(__always)
  static func haversine<V: SIMD>(ofSquare p: V) -> V where V.Scalar == Double {
    let low: V = V(repeating: -0x1.a9e2d241ac548p-16) + p * V(repeating: 0x1.1b678f6579fb1p-32)
    let square: V = p * p
    let sum: V = low + square * V(repeating: -0x1.940ea3e8dfcf0p-50)
    return p + square * sum
  }

  /// The squares, in degrees, of the angles with some haversines in units of π²/360².
  ///
  /// The inverse of ``haversine(ofSquare:)``, for up to 25; minimax in the relative error, below
  /// 2⁻⁵⁸.
  @inline(__always)
  static func square<V: SIMD>(ofHaversine h: V) -> V where V.Scalar == Double {
    let low: V = V(repeating: 0x1.a9e2d241acffdp-16) + h * V(repeating: 0x1.1b678faa20121p-30)
    let high: V = V(repeating: 0x1.c6a2eb42cc622p-45) + h * V(repeating: 0x1.94ce15d987d73p-59)
    let square: V = h * h
    let sum: V = low + square * high
    return h + square * sum
  }

  /// The squares, in degrees, of the angles between places, from the squares of the differences
  /// of their latitudes and longitudes and the products of the cosines of their latitudes.
  @inline(__always)
  static func nearSquare<V: SIMD>(
    rises: V, runs: V, cosines: V
  ) -> V where V.Scalar == Double {
    square(ofHaversine: haversine(ofSquare: rises) + cosines * haversine(ofSquare: runs))
  }
}

extension Sphere {
  /// Metres of an angle of a degree at the centre.
  @inline(__always)
  internal var degreeLength: Double { radius * 0x1.1df46a2529d39p-6 }
}

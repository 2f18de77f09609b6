/// A sphere as a model of the Earth; its shortest lines are great circles.
///
/// The methods here are the spherical forms of those that ``Coordinate`` offers for any
/// ``Surface``. They use no function of the C library: with plain additions, multiplications,
/// divisions and square roots, the bits of a result are the same on every platform.
///
/// ```swift
/// let moon = Sphere(radius: 1_737_400)
/// let apollo11 = Coordinate(latitude: 0.6741, longitude: 23.4730)
/// let apollo17 = Coordinate(latitude: 20.1911, longitude: 30.7717)
/// moon.distance(from: apollo11, to: apollo17)  // about 631 km
/// ```
///
/// A distance on the mean sphere is within 0.56 % of that on the ellipsoid. If that matters, as in
/// surveying and for borders in meters, use ``Ellipsoid/wgs84``. For thousands of distances use
/// ``Coordinate/distances(to:on:)``, which has the same bits; to only compare distances, use the
/// squared chords of ``UnitVectors``. A radius that is not positive and finite gives meaningless
/// distances, but never traps.
public struct Sphere: Hashable, Sendable, BitwiseCopyable {
  /// The radius in meters.
  public let radius: Double

  /// Creates a sphere.
  ///
  /// - Parameter radius: positive and finite, in meters.
  @inlinable
  public init(radius: Double) {
    self.radius = radius
  }

  /// The sphere with the Earth's mean radius (2a + b) / 3 = 6,371,008.8 m.
  ///
  /// Source: H. Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74 (2000),
  /// doi:10.1007/s001900050278, the radius R1, rounded to a decimeter.
  @inlinable
  public static var mean: Sphere { Sphere(radius: 6_371_008.8) }
}

extension Sphere {
  /// The squared chord of the unit sphere that corresponds to a distance on this sphere.
  ///
  /// The inverse of ``distance(ofSquaredChord:)``. It grows with the distance, so a search may
  /// compare squared chords (``UnitVector/squaredChord(to:)``) instead of distances, at a fiftieth
  /// of the cost. Both sides are rounded, so a place within 1 nm of the bound may fall on either
  /// side; use ``distance(from:to:)`` if that matters. Near the antipode the chord hardly grows,
  /// and the uncertain range widens to 0.2 m.
  ///
  /// - Parameter distance: in meters; clamped to half the circumference. A negative distance, which
  ///   includes nothing, gives a negative number; NaN gives NaN.
  /// - Returns: a number in 0...4, or -1.
  public func squaredChord(ofDistance distance: Double) -> Double {
    if distance < 0 { return -1 }
    if distance >= .pi * radius { return 4 }
    let sine = sineAndCosine(radians: distance / (2 * radius)).sine
    return 4 * sine * sine
  }

  /// The distance on this sphere, in meters, that corresponds to a squared chord of the unit
  /// sphere.
  ///
  /// The inverse of ``squaredChord(ofDistance:)``. The chord between two rounded unit vectors is
  /// accurate only to about 2e-16, so a distance computed from one is accurate to 2 nm, but near
  /// the antipode only to 0.2 m. For the distance between two places use ``distance(from:to:)``.
  ///
  /// - Parameter squaredChord: a number in 0...4, clamped to 4. Negative numbers give NaN.
  /// - Returns: meters, at most half the circumference.
  public func distance(ofSquaredChord squaredChord: Double) -> Double {
    guard squaredChord >= 0 else { return .nan }
    let square = min(squaredChord, 4)
    return 2 * radius * polarAngle(radiansOfX: root(4 - square), y: root(square))
  }
}

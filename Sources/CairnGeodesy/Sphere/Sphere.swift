/// A sphere that stands for the Earth; its shortest lines are great circles.
///
/// The methods here are the spherical forms of what ``Coordinate`` offers for any ``Surface``.
/// They use no function of the C library: with plain additions, multiplications, divisions and
/// square roots, the bits of a result are the same on every platform.
///
/// ```swift
/// let moon = Sphere(radius: 1_737_400)
/// let apollo11 = Coordinate(latitude: 0.6741, longitude: 23.4730)
/// let apollo17 = Coordinate(latitude: 20.1911, longitude: 30.7717)
/// moon.distance(from: apollo11, to: apollo17)  // about 631 km
/// ```
public struct Sphere: Hashable, Sendable, BitwiseCopyable {
  /// The radius in metres.
  public let radius: Double

  /// Makes a sphere.
  ///
  /// - Parameter radius: positive and finite, in metres.
  @inlinable
  public init(radius: Double) {
    self.radius = radius
  }

  /// The sphere with the Earth's mean radius (2a + b) / 3 = 6,371,008.8 m.
  ///
  /// Source: H. Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74 (2000),
  /// doi:10.1007/s001900050278, the radius R1, rounded to a decimetre.
  @inlinable
  public static var mean: Sphere { Sphere(radius: 6_371_008.8) }
}

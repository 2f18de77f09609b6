/// A sphere that stands for the Earth; all its lines are great circles.
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

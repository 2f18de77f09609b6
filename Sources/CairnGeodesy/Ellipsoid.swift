/// An ellipsoid of revolution that stands for the Earth; its shortest lines are geodesics.
public struct Ellipsoid: Hashable, Sendable {
  /// The equatorial radius (semi-major axis) in metres.
  public let equatorialRadius: Double
  /// The flattening (a - b) / a.
  public let flattening: Double

  /// Makes an ellipsoid.
  public init(equatorialRadius: Double, flattening: Double) {
    self.equatorialRadius = equatorialRadius
    self.flattening = flattening
  }

  /// The ellipsoid of the World Geodetic System 1984.
  public static let wgs84 = Ellipsoid(
    equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)
}

/// An ellipsoid of revolution that stands for the Earth; its shortest lines are geodesics.
///
/// ```swift
/// let sydney = Coordinate(latitude: -33.8688, longitude: 151.2093)
/// let santiago = Coordinate(latitude: -33.4489, longitude: -70.6693)
/// Ellipsoid.wgs84.distance(from: sydney, to: santiago) // metres
/// ```
///
/// Distances and bearings are exact to rounding (some 5 nm) for flattenings up to 1/50 in size,
/// oblate or prolate; the series lose digits beyond, but nothing fails to converge.
///
/// The constants that depend on the shape alone are worked out when a value is made and shared
/// by its copies: make an ellipsoid once and pass it on.
///
/// Source of the method: C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87
/// (2013), doi:10.1007/s00190-012-0578-z, with series of the sixth order.
public struct Ellipsoid: Sendable {
  /// What the calculations need to know about the shape.
  internal let constants: EllipsoidConstants

  /// Makes an ellipsoid.
  ///
  /// - Parameters:
  ///   - equatorialRadius: the semi-major axis in metres, positive and finite.
  ///   - flattening: (a - b) / a, below 1; negative for a prolate ellipsoid, 0 for a sphere.
  ///     Any other number gives an ellipsoid on which every answer is NaN.
  public init(equatorialRadius: Double, flattening: Double) {
    constants = EllipsoidConstants(equatorialRadius: equatorialRadius, flattening: flattening)
  }

  /// The ellipsoid of the World Geodetic System 1984.
  public static let wgs84 = Ellipsoid(
    equatorialRadius: 6_378_137, flattening: 1 / 298.257223563)

  /// The equatorial radius (semi-major axis, a) in metres.
  public var equatorialRadius: Double { constants.equatorialRadius }

  /// The polar radius (semi-minor axis, b) in metres.
  public var polarRadius: Double { constants.polarRadius }

  /// The flattening (a - b) / a.
  public var flattening: Double { constants.flattening }

  /// The area of the whole surface in square metres.
  public var area: Double { 4 * .pi * constants.authalicRadiusSquared }
}

extension Ellipsoid: Hashable {
  /// Whether two ellipsoids have the same equatorial radius and flattening.
  public static func == (a: Ellipsoid, b: Ellipsoid) -> Bool {
    a.equatorialRadius == b.equatorialRadius && a.flattening == b.flattening
  }

  /// Feeds the equatorial radius and the flattening into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(equatorialRadius)
    hasher.combine(flattening)
  }
}

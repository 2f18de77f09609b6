/// The figure of the Earth on which a distance is measured, chosen by value.
///
/// ```swift
/// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
/// let cairo = Coordinate(latitude: 30.0444, longitude: 31.2357)
/// oslo.distance(to: cairo)                                   // the mean sphere
/// oslo.distance(to: cairo, on: .sphere(radius: 6_378_137))   // another sphere
/// oslo.distance(to: cairo, on: .wgs84)                       // the ellipsoid of GPS
/// ```
///
/// The sphere is within 0.56 % of the ellipsoid for every pair of places and several times faster;
/// the ellipsoid is accurate to 15 nm. A custom ellipsoid computes its constants on creation:
/// create the surface once, not for each query.
public struct Surface: Hashable, Sendable {
  /// The kinds of surfaces; calculations switch over it once.
  @usableFromInline
  internal enum Kind: Hashable, Sendable {
    case sphere(Sphere)
    case ellipsoid(Ellipsoid)
  }

  @usableFromInline
  internal let kind: Kind

  @inlinable
  internal init(kind: Kind) {
    self.kind = kind
  }

  /// The sphere with the Earth's mean radius, 6,371,008.8 m.
  @inlinable
  public static var sphere: Surface { Surface(kind: .sphere(.mean)) }

  /// A sphere with a custom radius, in meters.
  ///
  /// - Parameter radius: positive and finite, in meters.
  /// - Returns: the surface; see ``Sphere``.
  @inlinable
  public static func sphere(radius: Double) -> Surface {
    Surface(kind: .sphere(Sphere(radius: radius)))
  }

  /// The ellipsoid of the World Geodetic System 1984, the one that GPS receivers use.
  public static var wgs84: Surface { Surface(kind: .ellipsoid(.wgs84)) }

  /// A custom ellipsoid of revolution.
  ///
  /// - Parameter ellipsoid: oblate or prolate; an invalid one gives NaN throughout.
  /// - Returns: the surface.
  @inlinable
  public static func ellipsoid(_ ellipsoid: Ellipsoid) -> Surface {
    Surface(kind: .ellipsoid(ellipsoid))
  }

  /// The equatorial and the polar radius in meters.
  package var radii: (equatorial: Double, polar: Double) {
    switch kind {
    case .sphere(let sphere): (sphere.radius, sphere.radius)
    case .ellipsoid(let ellipsoid): (ellipsoid.equatorialRadius, ellipsoid.polarRadius)
    }
  }
}

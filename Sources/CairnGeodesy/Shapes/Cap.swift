/// A circle on the Earth with its inside: a center and a radius in meters.
///
/// ```swift
/// let oslo = Coordinate(latitude: 59.9139, longitude: 10.7522)
/// let cap = Cap(center: oslo, radius: 50_000)
/// cap.contains(Coordinate(latitude: 59.7440, longitude: 10.2045))   // true: Drammen, 36 km
/// ```
///
/// Distances are those of ``Coordinate/distance(to:)`` on the mean sphere. A cap with a negative or
/// NaN radius contains nothing, one with radius 0 its center, and one with a radius of half the
/// circumference (20,015,115 m) or more the whole Earth. A cap with an invalid center contains
/// nothing.
///
/// A test costs one distance, about 30 ns. To find which of many places are in a cap, use an index
/// of the module `CairnIndex` instead of testing each; on the ellipsoid, compare
/// ``Coordinate/distance(to:on:)`` with the radius.
public struct Cap: Hashable, Sendable, BitwiseCopyable {
  /// The center of the circle.
  public let center: Coordinate
  /// The radius in meters along the surface of the mean sphere.
  public let radius: Double

  /// Creates a cap.
  ///
  /// - Parameters:
  ///   - center: the center of the circle.
  ///   - radius: meters along the surface; may be infinite.
  @inlinable
  public init(center: Coordinate, radius: Double) {
    self.center = center
    self.radius = radius
  }

  /// Whether the cap contains no point: a negative or NaN radius, or a center that is not
  /// ``Coordinate/isValid``.
  public var isEmpty: Bool { !(radius >= 0 && center.isValid) }

  /// Whether a coordinate is in the cap, including the circle itself.
  ///
  /// This is exactly `center.distance(to: coordinate) <= radius`.
  public func contains(_ coordinate: Coordinate) -> Bool {
    center.distance(to: coordinate) <= radius
  }

  /// Whether every point of another cap is in this one, up to the rounding of a distance.
  ///
  /// An empty cap is in every cap.
  public func contains(_ other: Cap) -> Bool {
    if other.isEmpty { return true }
    if isEmpty { return false }
    let half = Sphere.mean.radius * .pi
    return radius >= half || center.distance(to: other.center) + other.radius <= radius
  }

  /// Whether two caps have a point in common, up to the rounding of a distance.
  public func intersects(_ other: Cap) -> Bool {
    guard !isEmpty, !other.isEmpty else { return false }
    return center.distance(to: other.center) <= radius + other.radius
  }

  /// The smallest box that contains the cap; see ``BoundingBox/init(center:radius:)``.
  public var boundingBox: BoundingBox { BoundingBox(center: center, radius: radius) }

  /// The area in square meters on the mean sphere, in 0...5.1e14; 0 for an empty cap.
  ///
  /// Computed as 4 pi R^2 sin^2(radius / 2R), which keeps its digits for small caps.
  public var area: Double {
    guard !isEmpty else { return 0 }
    let earth = Sphere.mean.radius
    let half = min(radius / (2 * earth) * (180 / .pi), 90)
    let sine = sineAndCosine(degrees: half).sine
    return 4 * .pi * earth * earth * sine * sine
  }
}

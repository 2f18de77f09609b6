/// A place on the Earth: geographic latitude and longitude in degrees.
///
/// Latitude is positive to the north and lies in -90...90; longitude is positive to the east.
/// A longitude may be stored in any turn (-180...180, 0..<360 or beyond): every function of
/// this module takes it modulo 360, so 190 and -170 name the same meridian. A value is stored
/// as it is given, without a check, so that making one costs nothing; ask ``isValid`` or
/// ``init(validLatitude:longitude:)`` where the numbers come from outside.
///
/// ```swift
/// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
/// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
/// paris.distance(to: tokyo)             // metres on the mean sphere
/// paris.distance(to: tokyo, on: .wgs84) // metres on the WGS 84 ellipsoid
/// ```
///
/// Two coordinates are equal when their stored numbers are equal: (90, 0) and (90, 10) are
/// both the north pole, but they are not `==`. Compare with a distance where that matters.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Degrees north of the equator, in -90...90.
  public var latitude: Double
  /// Degrees east of Greenwich, in any turn.
  public var longitude: Double

  /// Makes a coordinate from degrees, without a check.
  ///
  /// - Parameters:
  ///   - latitude: degrees north, in -90...90.
  ///   - longitude: degrees east, taken modulo 360 wherever it is used.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

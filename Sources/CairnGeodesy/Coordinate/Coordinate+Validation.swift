extension Coordinate {
  /// Whether both numbers are finite and the latitude lies in -90...90.
  ///
  /// Any finite longitude is valid, since it is taken modulo 360.
  @inlinable
  public var isValid: Bool {
    latitude >= -90 && latitude <= 90 && longitude.isFinite
  }

  /// Makes a coordinate from numbers of unknown origin, or says what is wrong with them.
  ///
  /// ```swift
  /// do {
  ///   let place = try Coordinate(validLatitude: 139.69, longitude: 35.69)
  /// } catch {
  ///   print(error)   // latitude 139.69 is outside -90...90: latitude and longitude swapped?
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - latitude: degrees north; it must be finite and lie in -90...90.
  ///   - longitude: degrees east; any finite number, stored as it is.
  /// - Throws: ``CoordinateValidationError``.
  public init(
    validLatitude latitude: Double, longitude: Double
  ) throws(CoordinateValidationError) {
    guard latitude.isFinite else { throw .notFinite(.latitude, value: latitude) }
    guard longitude.isFinite else { throw .notFinite(.longitude, value: longitude) }
    guard abs(latitude) <= 90 else {
      throw .latitudeOutOfRange(
        latitude, seemsSwapped: abs(longitude) <= 90 && abs(latitude) <= 180)
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// The same place with a latitude in -90...90 and a longitude in -180..<180.
  ///
  /// A latitude beyond a pole is continued over it: 91 north on the meridian of 10 is 89 north
  /// on that of -170. Longitudes are reduced by whole turns without a rounding error, -0 becomes
  /// 0, and the longitude stored with a pole stays. Both numbers are NaN when one of them is not
  /// finite.
  public var normalized: Coordinate {
    guard latitude.isFinite, longitude.isFinite else {
      return Coordinate(latitude: .nan, longitude: .nan)
    }
    var latitude = withinHalfTurn(latitude)
    var longitude = longitudeRange(longitude)
    if abs(latitude) > 90 {
      latitude = (latitude < 0 ? -180 : 180) - latitude
      longitude = longitude < 0 ? longitude + 180 : longitude - 180
    }
    return Coordinate(latitude: latitude + 0, longitude: longitudeRange(longitude))
  }
}

/// One of the two numbers of a coordinate.
public enum CoordinateAxis: String, Hashable, Sendable {
  /// Degrees north of the equator.
  case latitude
  /// Degrees east of Greenwich.
  case longitude
}

/// Why two numbers are no coordinate.
public enum CoordinateValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number is infinite or NaN.
  case notFinite(CoordinateAxis, value: Double)
  /// The latitude is outside -90...90; `seemsSwapped` when the numbers fit the other way round.
  case latitudeOutOfRange(Double, seemsSwapped: Bool)

  /// One line that says what is wrong and what would be right.
  public var description: String {
    switch self {
    case .notFinite(let axis, let value):
      return "\(axis.rawValue) \(value) is not a finite number"
    case .latitudeOutOfRange(let latitude, let seemsSwapped):
      let hint = seemsSwapped ? ": latitude and longitude swapped?" : ""
      return "latitude \(latitude) is outside -90...90\(hint)"
    }
  }
}

/// The way eastwards from one longitude in -180..<180 to another, in degrees, in 0..<360.
///
/// The relative error is a few roundings, also across the antimeridian.
internal func eastward(from west: Double, to east: Double) -> Double {
  west <= east ? east - west : (180 - west) + (east + 180)
}

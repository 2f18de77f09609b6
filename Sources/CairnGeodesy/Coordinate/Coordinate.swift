/// A place on the Earth: geographic latitude and longitude in degrees.
///
/// Latitude is positive to the north and is in -90...90; longitude is positive to the east. A
/// longitude may be stored in any turn (-180...180, 0..<360 or beyond): every function of this
/// module takes it modulo 360, so 190 and -170 name the same meridian. A value is stored as given,
/// without a check, so that creating one costs nothing. Use ``isValid`` or
/// ``init(validLatitude:longitude:)`` for numbers from outside.
///
/// ```swift
/// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
/// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
/// paris.distance(to: tokyo)             // meters on the mean sphere
/// paris.distance(to: tokyo, on: .wgs84) // meters on the WGS 84 ellipsoid
/// ```
///
/// Two coordinates are equal when their stored numbers are equal: (90, 0) and (90, 10) are
/// both the north pole, but they are not `==`. Compare distances if that matters. If you compare
/// many places with one another, convert them to ``UnitVector``: the conversion is done once, and
/// comparing squared chords needs no trigonometry.
///
/// An invalid coordinate, with a latitude outside -90...90 or a number that is not finite, has NaN
/// for every distance and bearing and is in no region; computing with one is no slower. There is no
/// height: a place on a mountain is treated as if it were at sea level.
public struct Coordinate: Hashable, Sendable, BitwiseCopyable {
  /// Degrees north of the equator, in -90...90.
  public var latitude: Double
  /// Degrees east of Greenwich, in any turn.
  public var longitude: Double

  /// Creates a coordinate from degrees, without a check.
  ///
  /// - Parameters:
  ///   - latitude: degrees north, in -90...90.
  ///   - longitude: degrees east, taken modulo 360 wherever it is used.
  @inlinable
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The result of calculations on invalid input: NaN for both numbers.
  internal static var nowhere: Coordinate { Coordinate(latitude: .nan, longitude: .nan) }
}

extension Coordinate {
  /// Whether both numbers are finite and the latitude is in -90...90.
  ///
  /// Any finite longitude is valid, since it is taken modulo 360.
  @inlinable
  public var isValid: Bool {
    latitude >= -90 && latitude <= 90 && longitude.isFinite
  }

  /// Creates a coordinate from numbers of unknown origin, or throws an error that describes what is
  /// wrong with them.
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
  ///   - latitude: degrees north; must be finite and in -90...90.
  ///   - longitude: degrees east; any finite number, stored as given.
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
  /// A latitude beyond a pole continues over it: 91 north on the meridian of 10 becomes 89 north on
  /// the meridian of -170. Longitudes are reduced by whole turns without rounding error, -0 becomes
  /// 0, and the longitude stored with a pole is kept. Both numbers are NaN if either is not finite.
  public var normalized: Coordinate {
    guard latitude.isFinite, longitude.isFinite else { return .nowhere }
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

/// The reason why two numbers do not form a valid coordinate.
///
/// Thrown by ``Coordinate/init(validLatitude:longitude:)``, which is meant for unchecked input.
/// ``Coordinate/init(latitude:longitude:)`` accepts any numbers; ``Coordinate/isValid`` checks them
/// later.
///
/// ```swift
/// do {
///   _ = try Coordinate(validLatitude: 151.2, longitude: -33.9)
/// } catch {
///   print(error)   // latitude 151.2 is outside -90...90: latitude and longitude swapped?
/// }
/// ```
public enum CoordinateValidationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A number is infinite or NaN, often because of an empty field or an earlier division by zero.
  case notFinite(CoordinateAxis, value: Double)
  /// The latitude is outside -90...90; `seemsSwapped` is true if the numbers would be valid the
  /// other way round.
  case latitudeOutOfRange(Double, seemsSwapped: Bool)

  /// One line that describes the error and its likely cause.
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

#if !hasFeature(Embedded)
  extension Coordinate: Codable {
    private enum CodingKeys: String, CodingKey {
      case latitude
      case longitude
    }

    /// Decodes an object with the keys `latitude` and `longitude`, in degrees.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for an invalid coordinate: a latitude outside
    ///   -90...90, or a number that is not finite.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let latitude = try container.decode(Double.self, forKey: .latitude)
      let longitude = try container.decode(Double.self, forKey: .longitude)
      do throws(CoordinateValidationError) {
        try self.init(validLatitude: latitude, longitude: longitude)
      } catch {
        let key: CodingKeys
        switch error {
        case .notFinite(.longitude, _): key = .longitude
        case .notFinite(.latitude, _), .latitudeOutOfRange: key = .latitude
        }
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: container.codingPath + [key], debugDescription: "\(error)"))
      }
    }

    /// Encodes an object with the keys `latitude` and `longitude`, in degrees.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(latitude, forKey: .latitude)
      try container.encode(longitude, forKey: .longitude)
    }
  }
#endif

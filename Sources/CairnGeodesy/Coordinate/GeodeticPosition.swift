internal import CairnMemory

/// A coordinate with an optional height, as parsed from text.
///
/// ```swift
/// let summit = try GeodeticPosition(parsing: "27°59'17\"N 86°55'31\"E, 8849 m")
/// summit.coordinate.latitude   // 27.988055555555555
/// summit.height                // Optional(8849.0)
/// summit.formatted()           // +27.98806+086.92528+8849CRSWGS_84/
/// ```
///
/// Distances, boxes and indexes use the ``Coordinate`` alone: a place on a mountain is treated as
/// if it were at sea level.
public struct GeodeticPosition: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Latitude and longitude in degrees.
  public var coordinate: Coordinate
  /// Meters above the reference surface of the source, the ellipsoid or the sea; nil if unknown.
  public var height: Double?

  /// The maximum height that is accepted, in meters.
  internal static let heightLimit = 1e7

  /// Creates a position.
  ///
  /// - Parameters:
  ///   - coordinate: latitude and longitude in degrees.
  ///   - height: meters above the reference surface of the source; nil if unknown.
  public init(_ coordinate: Coordinate, height: Double? = nil) {
    self.coordinate = coordinate
    self.height = height
  }

  /// The coordinate with all its digits, followed by the height, such as
  /// `27.988, 86.925, 8849.0 m`.
  public var description: String {
    height.map { "\(coordinate), \($0) m" } ?? coordinate.description
  }

  /// Parses a coordinate in any of the forms of ``Coordinate/init(parsing:letterO:)``, with the
  /// height that may follow it.
  ///
  /// A height of at most 10,000 km is a number in meters or, followed by `ft`, in feet: `35 m`,
  /// `115 ft`, `altitude: 35`, the third number of a `geo:` URI or of ISO 6709. Its reference
  /// surface, which most texts do not state, is not kept.
  ///
  /// - Parameters:
  ///   - text: at most one position, optionally surrounded by blanks.
  ///   - letterO: the meaning of a letter O if the text does not determine it.
  /// - Throws: ``CoordinateParsingError`` with the position of the first error.
  /// - Complexity: O(*n*) in the length of the text.
  @inlinable
  public init(
    parsing text: some StringProtocol, letterO: CoordinateLetterO? = nil
  ) throws(CoordinateParsingError) {
    try self.init(reading: String(text), letterO: letterO)
  }

  @usableFromInline
  internal init(
    reading text: String, letterO: CoordinateLetterO?
  ) throws(CoordinateParsingError) {
    func read(
      _ bytes: UnsafeByteSpan
    ) -> Result<GeodeticPosition, CoordinateParsingError> {
      if let plain = PlainCoordinateReader.read(bytes) { return .success(.init(plain)) }
      do throws(CoordinateParsingError) {
        return .success(try GeodeticPosition(readingAnyForm: bytes, letterO: letterO))
      } catch {
        // Chinese and Japanese keyboards may enter fullwidth letters and digits.
        if let narrow = bytes.narrowed,
          let position = try? narrow.withUnsafeSpan({ bytes throws(CoordinateParsingError) in
            try GeodeticPosition(readingAnyForm: bytes, letterO: letterO)
          })
        {
          return .success(position)
        }
        return .failure(error.countingScalars(of: bytes))
      }
    }
    // Only bridged strings are not contiguous UTF-8.
    self = try (text.withUTF8Span(read) ?? Array(text.utf8).withUnsafeSpan(read)).get()
  }

  /// Reads any of the forms; positions in errors count bytes.
  internal init(
    readingAnyForm bytes: UnsafeByteSpan, letterO: CoordinateLetterO? = nil
  ) throws(CoordinateParsingError) {
    if let position = try CoordinateLinkReader.read(bytes) {
      self = position
    } else if let position = try ISO6709Reader.read(bytes) {
      self = position
    } else {
      self = try CoordinateReader.read(bytes, letterO: letterO)
    }
  }

  /// The position in the text form of ISO 6709, annex H, as `+48.85840+002.29450+35CRSWGS_84/`.
  ///
  /// As the standard requires, the equator and Greenwich have a plus sign and the antimeridian is
  /// -180, even if a number only rounds to one of these, and a height, in meters, is followed by
  /// the reference system. Without a height this is the coordinate's
  /// ``CoordinateFormat/iso6709(digits:)``.
  ///
  /// - Parameters:
  ///   - digits: digits after the point of the degrees, 0 to 13.
  ///   - heightDigits: digits after the point of the height; trailing zeros are dropped.
  /// - Returns: one line; the description of a coordinate that is not valid, without the height.
  public func formatted(digits: Int = 5, heightDigits: Int = 3) -> String {
    let text = coordinate.formatted(.iso6709(digits: digits))
    guard coordinate.isValid, let height, height.isFinite else { return text }
    let meters = decimalText(height, digits: heightDigits, trimsZeros: true)
    return text.dropLast() + (meters.utf8.first == UInt8(ascii: "-") ? "" : "+") + meters
      + "CRSWGS_84/"
  }
}

/// The meaning of the letter O in coordinates.
///
/// It means east in German (Ost) and Dutch (Oost), and west in French (Ouest), Spanish (Oeste),
/// Italian (Ovest) and Portuguese (Oeste).
public enum CoordinateLetterO: Hashable, Sendable {
  /// Ost, Oost.
  case east
  /// Ouest, Oeste, Ovest.
  case west
}

internal import CairnMemory

/// A coordinate with a height, where one is known: what a text says of a place.
///
/// ```swift
/// let summit = try GeodeticPosition(parsing: "27°59'17\"N 86°55'31\"E, 8849 m")
/// summit.coordinate.latitude   // 27.988055555555555
/// summit.height                // Optional(8849.0)
/// summit.formatted()           // +27.98806+086.92528+8849CRSWGS_84/
/// ```
///
/// Distances, boxes and indexes take the ``Coordinate`` alone: a place on a mountain is taken at
/// sea level.
public struct GeodeticPosition: Hashable, Sendable, BitwiseCopyable, CustomStringConvertible {
  /// Latitude and longitude in degrees.
  public var coordinate: Coordinate
  /// Metres above the level that the source counts from, the ellipsoid or the sea; nil where
  /// unknown.
  public var height: Double?

  /// The greatest height that is read, in metres; none that people paste is greater.
  internal static let heightLimit = 1e7

  /// Makes a position.
  ///
  /// - Parameters:
  ///   - coordinate: latitude and longitude in degrees.
  ///   - height: metres above the level that the source counts from; nil where unknown.
  public init(_ coordinate: Coordinate, height: Double? = nil) {
    self.coordinate = coordinate
    self.height = height
  }

  /// The coordinate with all its digits and behind it the height, such as `27.988, 86.925, 8849.0 m`.
  public var description: String {
    height.map { "\(coordinate), \($0) m" } ?? coordinate.description
  }

  /// Reads a coordinate in any of the forms of ``Coordinate/init(parsing:letterO:)``, with the
  /// height that may stand behind it.
  ///
  /// A height of at most 10,000 km is a number in metres or, with `ft` behind it, in feet: `35 m`,
  /// `115 ft`, `altitude: 35`, the third number of a `geo:` URI or of ISO 6709. The level that it
  /// counts from is not said by most texts, and not kept.
  ///
  /// - Parameters:
  ///   - text: at most one position, with blanks around it or not.
  ///   - letterO: what a letter O means where the text does not say it.
  /// - Throws: ``CoordinateParsingError`` with the place of the first mistake.
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
      _ bytes: ByteWindow
    ) -> Result<GeodeticPosition, CoordinateParsingError> {
      if let plain = PlainCoordinateReader.read(bytes) { return .success(.init(plain)) }
      do throws(CoordinateParsingError) {
        return .success(try GeodeticPosition(readingAnyForm: bytes, letterO: letterO))
      } catch {
        // Letters and digits of Chinese and Japanese keyboards are as wide as two.
        if let narrow = bytes.narrowed,
          let position = try? narrow.withWindow({ bytes throws(CoordinateParsingError) in
            try GeodeticPosition(readingAnyForm: bytes, letterO: letterO)
          })
        {
          return .success(position)
        }
        return .failure(error.countingScalars(of: bytes))
      }
    }
    // Only text of another runtime lies in pieces.
    self = try (text.withUTF8Window(read) ?? Array(text.utf8).withWindow(read)).get()
  }

  /// Reads any of the forms; the position of an error counts bytes.
  internal init(
    readingAnyForm bytes: ByteWindow, letterO: CoordinateLetterO? = nil
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
  /// As the standard wants it, the equator and Greenwich have a plus sign and the antimeridian is
  /// -180, also where a number only rounds to one of these; and a height, in metres, is followed
  /// by the reference system. Without a height this is the coordinate's
  /// ``CoordinateFormat/iso6709(digits:)``.
  ///
  /// - Parameters:
  ///   - digits: digits after the point of the degrees, 0 to 13.
  ///   - heightDigits: digits after the point of the height; zeros at the end are left out.
  /// - Returns: one line; the description of a coordinate that is not valid, without the height.
  public func formatted(digits: Int = 5, heightDigits: Int = 3) -> String {
    let text = coordinate.formatted(.iso6709(digits: digits))
    guard coordinate.isValid, let height, height.isFinite else { return text }
    let metres = decimalText(height, digits: heightDigits, trimsZeros: true)
    return text.dropLast() + (metres.utf8.first == UInt8(ascii: "-") ? "" : "+") + metres
      + "CRSWGS_84/"
  }
}

/// What the letter O stands for in coordinates.
///
/// It is the east in German (Ost) and Dutch (Oost), the west in French (Ouest), Spanish (Oeste),
/// Italian (Ovest) and Portuguese (Oeste).
public enum CoordinateLetterO: Hashable, Sendable {
  /// Ost, Oost.
  case east
  /// Ouest, Oeste, Ovest.
  case west
}

internal import CairnGeodesy

/// The reason why a place or a set of numbers has no grid coordinate.
///
/// Thrown by the initializers that create a UTM, UPS or MGRS coordinate or a Plus code from a
/// `Coordinate` or from its parts; parsing text throws ``GridParsingError``.
///
/// ```swift
/// do {
///   _ = try UTMCoordinate(Coordinate(latitude: 86, longitude: 16))
/// } catch .outsideOfGrid {
///   // UPS covers the latitudes nearer to a pole.
/// } catch {
///   print(error)
/// }
/// ```
public enum GridError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A latitude outside -90...90, or a number that is not finite.
  case invalidCoordinate(latitude: Double, longitude: Double)
  /// A latitude outside the grid: UTM covers -80..<84, UPS the rest and half a degree more. Use the
  /// other grid, or MGRS, which covers both.
  case outsideOfGrid(latitude: Double)
  /// A zone outside 1...60.
  case noSuchZone(Int)
  /// A place whose easting in the given zone is outside 0...1,000,000 meters; without a zone the
  /// place's own zone is used.
  case farFromZone(Int)
  /// An easting or a northing outside the grid.
  case outOfRange(easting: Double, northing: Double)
  /// An unsupported number of digits; the limits are `lowest` and `highest`.
  case unsupportedPrecision(Int, lowest: Int, highest: Int)

  /// One line that describes the error and the valid range.
  public var description: String {
    switch self {
    case .invalidCoordinate(let latitude, let longitude):
      "\(latitude), \(longitude) is not a coordinate: a latitude lies in -90...90"
    case .outsideOfGrid(let latitude):
      "latitude \(latitude) is outside of this grid: UTM covers -80..<84, UPS the rest"
    case .noSuchZone(let zone): "zone \(zone) is not one of 1...60"
    case .farFromZone(let zone): "the place is too far from zone \(zone)"
    case .outOfRange(let easting, let northing):
      "easting \(easting) and northing \(northing) are outside the grid"
    case .unsupportedPrecision(let precision, let lowest, let highest):
      "precision \(precision) is not one of \(lowest)...\(highest)"
    }
  }
}

/// An error in the text of a grid coordinate: what was found, where, and what was expected.
///
/// Thrown by every `init(parsing:)` of this module. Show its description to the user; programs can
/// use ``kind`` to decide whether to try another parser (``Kind-swift.enum/otherForm``) or to ask
/// for a nearby place (``Kind-swift.enum/needsReference``).
///
/// ```swift
/// do {
///   _ = try MGRSSquare(parsing: "33UXP050044499")
/// } catch {
///   print(error)
///   // 050044499 at character 6: expected equally many digits of easting and northing
/// }
/// ```
public struct GridParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// The text is not of this form at all.
    case otherForm
    /// The form is right, but a part of it is not.
    case malformed
    /// A part is outside the grid, or contradicts another.
    case outOfRange
    /// The text may mean two places; ``GridParsingError/expected`` names both.
    case ambiguous
    /// A short Plus code, which needs a nearby place.
    case needsReference
  }

  /// The kind of the error.
  public let kind: Kind
  /// The number of Unicode scalars before the error.
  public let position: Int
  /// The text found there; empty at the end of the text.
  public let found: String
  /// The text that would be valid there.
  public let expected: String

  /// Creates an error.
  public init(kind: Kind, position: Int, found: String, expected: String) {
    self.kind = kind
    self.position = position
    self.found = found
    self.expected = expected
  }

  /// One line with what was found, where, and what was expected.
  public var description: String {
    let what = found.isEmpty ? "end of text" : found
    return "\(what) at character \(position + 1): expected \(expected)"
  }
}

/// A byte scanner for the text of a grid coordinate.
internal struct GridScanner {
  private let bytes: [UInt8]
  private(set) var position = 0

  /// More bytes than any grid coordinate has.
  private static let limit = 100

  init(_ text: String) throws(GridParsingError) {
    bytes = Array(text.utf8.prefix(Self.limit + 1))
    guard bytes.count <= Self.limit else {
      throw GridParsingError(
        kind: .otherForm, position: 0, found: String(text.prefix(20)),
        expected: "at most \(Self.limit) bytes")
    }
  }

  /// The current byte, with letters in upper case; 0 at the end.
  var byte: UInt8 { byte(at: position) }

  func byte(at index: Int) -> UInt8 {
    guard index < bytes.count else { return 0 }
    let byte = bytes[index]
    return byte >= 97 && byte <= 122 ? byte & 0xDF : byte
  }

  var isDigit: Bool { byte &- 48 < 10 }
  var isLetter: Bool { byte &- 65 < 26 }
  var isAtEnd: Bool { position >= bytes.count }

  mutating func advance() { position += 1 }

  mutating func skipBlanks() {
    while byte == 0x20 || (9...13).contains(byte) { position += 1 }
  }

  /// Skips blanks and at most one comma.
  mutating func skipSeparator() {
    skipBlanks()
    if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") { position += 1 }
    skipBlanks()
  }

  /// The value of a run of digits, and their count; digits beyond the 18th only count.
  mutating func digits() -> (value: Int64, count: Int) {
    var value: Int64 = 0
    var count = 0
    while isDigit {
      if count < 18 { value = value * 10 + Int64(byte - 48) }
      count += 1
      position += 1
    }
    return (value, count)
  }

  /// A run of letters, in upper case.
  mutating func word() -> Range<Int> {
    let start = position
    while isLetter { position += 1 }
    return start..<position
  }

  /// Whether a range of the bytes equals a word in uppercase.
  func holds(_ word: String, in range: Range<Int>) -> Bool {
    guard word.utf8.count == range.count else { return false }
    return zip(range, word.utf8).allSatisfy { byte(at: $0) == $1 }
  }

  /// A number: digits with a decimal point or comma, without a sign.
  mutating func number() -> Double? {
    let start = position
    guard isDigit else { return nil }
    while isDigit { position += 1 }
    let isMark = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")
    if isMark, byte(at: position + 1) &- 48 < 10 {
      position += 1
      while isDigit { position += 1 }
    }
    return DecimalNumber.parse(start..<position, commaIsPoint: true) { bytes[$0] }
  }

  func error(
    _ kind: GridParsingError.Kind, at start: Int? = nil, _ expected: String
  ) -> GridParsingError {
    let start = start ?? position
    let isCharacter = { (byte: UInt8) in byte & 0xC0 != 0x80 }
    let found = String(decoding: bytes[min(start, bytes.count)...].prefix(40), as: UTF8.self)
    return GridParsingError(
      kind: kind, position: bytes[..<min(start, bytes.count)].count(where: isCharacter),
      found: String(found.prefix { $0 != " " }), expected: expected)
  }
}

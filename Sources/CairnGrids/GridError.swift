internal import CairnGeodesy

/// Why there is no grid coordinate of a place or of some numbers.
///
/// It comes when a UTM, UPS or MGRS coordinate or a Plus code is made of a `Coordinate` or of its
/// parts; text that is read has its own error, ``GridParsingError``.
///
/// ```swift
/// do {
///   _ = try UTMCoordinate(Coordinate(latitude: 86, longitude: 16))
/// } catch .outsideOfGrid {
///   // UPS has what is nearer to a pole.
/// } catch {
///   print(error)
/// }
/// ```
public enum GridError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A latitude outside -90...90, or a number that is not finite.
  case invalidCoordinate(latitude: Double, longitude: Double)
  /// A latitude that the grid does not reach: UTM has -80..<84, UPS the rest and half a degree
  /// more. Take the other grid, or MGRS, which is both.
  case outsideOfGrid(latitude: Double)
  /// A zone that is not in 1...60.
  case noSuchZone(Int)
  /// A place whose easting in the zone asked for is not in 0...1,000,000 metres; without a zone
  /// the place's own is taken.
  case farFromZone(Int)
  /// An easting or a northing that the grid does not reach.
  case outOfRange(easting: Double, northing: Double)
  /// A number of digits that the grid does not have; the limits are `lowest` and `highest`.
  case unsupportedPrecision(Int, lowest: Int, highest: Int)

  /// One line that says what is wrong and what would be right.
  public var description: String {
    switch self {
    case .invalidCoordinate(let latitude, let longitude):
      "\(latitude), \(longitude) is no coordinate: a latitude lies in -90...90"
    case .outsideOfGrid(let latitude):
      "latitude \(latitude) is outside of this grid: UTM has -80..<84, UPS what is nearer to a pole"
    case .noSuchZone(let zone): "zone \(zone) is not one of 1...60"
    case .farFromZone(let zone): "the place is too far from zone \(zone)"
    case .outOfRange(let easting, let northing):
      "easting \(easting) and northing \(northing) are outside of the grid"
    case .unsupportedPrecision(let precision, let lowest, let highest):
      "precision \(precision) is not one of \(lowest)...\(highest)"
    }
  }
}

/// What is wrong with the text of a grid coordinate: what was found, where, and what would be
/// right.
///
/// It comes from every `init(parsing:)` of this module. Show the description to who typed the text;
/// for a program, ``kind`` says whether another reader should be tried
/// (``Kind-swift.enum/otherForm``) or a place near is needed (``Kind-swift.enum/needsReference``).
///
/// ```swift
/// do {
///   _ = try MGRSSquare(parsing: "33UXP050044499")
/// } catch {
///   print(error)   // 050044499 at character 6: expected as many digits of the northing as of the easting
/// }
/// ```
public struct GridParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// The text is not of this form at all.
    case otherForm
    /// The form is right, but a part of it is not.
    case malformed
    /// A part lies outside of the grid, or contradicts another.
    case outOfRange
    /// The text may mean two places; ``GridParsingError/expected`` names both.
    case ambiguous
    /// A short Plus code, which needs a place near it.
    case needsReference
  }

  /// The kind of the mistake.
  public let kind: Kind
  /// Where it is: the number of Unicode scalars before it.
  public let position: Int
  /// What was found there; empty at the end of the text.
  public let found: String
  /// What would be right there.
  public let expected: String

  /// Makes an error.
  public init(kind: Kind, position: Int, found: String, expected: String) {
    self.kind = kind
    self.position = position
    self.found = found
    self.expected = expected
  }

  /// One line that says what was found, where, and what would be right.
  public var description: String {
    let what = found.isEmpty ? "end of text" : found
    return "\(what) at character \(position + 1): expected \(expected)"
  }
}

/// Takes the text of a grid coordinate apart, byte by byte.
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

  /// The byte here, letters in upper case; 0 at the end.
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

  /// A run of digits, and how many: those beyond 18 count but are left out.
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

  /// Whether a range of the bytes is a word in capital letters.
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

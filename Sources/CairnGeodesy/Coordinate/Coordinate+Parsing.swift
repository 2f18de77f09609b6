extension Coordinate {
  /// Reads a coordinate from text in one of the usual spellings.
  ///
  /// | Form | Example |
  /// |---|---|
  /// | decimal degrees | `48.8584, 2.2945` or `48.8584 2.2945` |
  /// | with hemispheres | `48.8584N 2.2945E`, `N48.8584 E2.2945`, `2.2945E, 48.8584N` |
  /// | degrees, minutes, seconds | `48°51'30.24"N 2°17'40.2"E`, `48 51 30 N, 2 17 40 E` |
  /// | degrees and minutes | `N 48° 51.504' W 2° 17.67'` |
  /// | ISO 6709 | `+48.8584+002.2945/`, `+485130.24+0021740.2+35CRSWGS_84/` |
  ///
  /// Without letters the first angle is the latitude. Degree, prime and quote marks may be the
  /// typographic ones or their ASCII stand-ins, the minus sign also U+2212. Comma, semicolon or
  /// blanks separate; the decimal mark is a point. Only the last part of an angle may have a
  /// fraction, minutes and seconds lie in 0..<60. A latitude lies in -90...90, a longitude in
  /// -360...360. The height of ISO 6709 is checked and dropped; a reference system must be
  /// WGS 84. Angles of up to 15 digits come out correctly rounded.
  ///
  /// ```swift
  /// let tower = try Coordinate(parsing: "48°51'30.24\"N 2°17'40.2\"E")
  /// tower.latitude   // 48.8584
  /// ```
  ///
  /// - Parameter text: at most one coordinate, with blanks around it or not.
  /// - Throws: ``CoordinateParsingError`` with the place of the first mistake.
  /// - Complexity: O(*n*) in the length of the text.
  public init(parsing text: some StringProtocol) throws(CoordinateParsingError) {
    if let plain = PlainCoordinateReader.read(String(text)) {
      self = plain
      return
    }
    try self.init(parsingAnyForm: Array(text.unicodeScalars))
  }

  /// Reads a coordinate in any of the forms.
  internal init(parsingAnyForm scalars: [Unicode.Scalar]) throws(CoordinateParsingError) {
    if let iso = try ISO6709Reader.read(scalars) {
      self = iso
      return
    }
    var reader = CoordinateReader(scalars)
    self = try reader.read()
  }
}

/// Characters and numbers as the readers of coordinates see them.
internal struct CoordinateScanner {
  let scalars: [Unicode.Scalar]
  private(set) var position = 0

  /// A number without its sign.
  struct Number {
    let value: Double
    let isWhole: Bool
    let start: Int
    let text: String

    /// The number as the last of its angle, after whole degrees or minutes, in degrees.
    ///
    /// Where the digits fit into a double, the decimal fraction is kept as a whole number until
    /// one division at the end: the result is then correctly rounded.
    ///
    /// - Parameters:
    ///   - whole: what stands before, in the number's own unit.
    ///   - unit: the number's units in a degree: 60 or 3600.
    /// - Returns: degrees, correctly rounded where the digits fit.
    func degrees(after whole: Double, unit: Double) -> Double {
      var scale = 1.0
      if let point = text.firstIndex(of: ".") {
        for _ in text[point...].dropFirst() where scale < 1e13 { scale *= 10 }
      }
      let digits = DecimalNumber.parse(text.filter { $0 != "." }) ?? .infinity
      let sum = whole * scale + digits
      guard scale <= 1e12, sum < 0x1p53, !text.contains("e") else {
        return (whole + value) / unit
      }
      return sum / (unit * scale)
    }
  }

  init(_ scalars: [Unicode.Scalar]) {
    self.scalars = scalars
  }

  var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    position + offset < scalars.count ? scalars[position + offset] : nil
  }

  mutating func advance() {
    position += 1
  }

  mutating func skipBlanks() {
    while let scalar = current, scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
      position += 1
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    guard let scalar else { return false }
    return scalar >= "0" && scalar <= "9"
  }

  static func isMinus(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2212}" }

  /// Whether a number starts here, its sign left aside.
  var startsNumber: Bool {
    Self.isDigit(current) || (current == "." && Self.isDigit(peek(1)))
  }

  /// Reads digits with a point and, where a small e and digits follow, an exponent.
  mutating func number() throws(CoordinateParsingError) -> Number {
    let start = position
    var isWhole = true
    while Self.isDigit(current) { advance() }
    if current == "." {
      isWhole = false
      advance()
      while Self.isDigit(current) { advance() }
    }
    let isSigned = peek(1) == "-" || peek(1) == "+"
    if current == "e", Self.isDigit(peek(isSigned ? 2 : 1)) {
      isWhole = false
      position += isSigned ? 2 : 1
      while Self.isDigit(current) { advance() }
    }
    let text = text(from: start, to: position)
    guard let value = DecimalNumber.parse(text) else {
      throw CoordinateParsingError(
        kind: .unexpectedNumber, position: start, found: text, expected: "a number")
    }
    return Number(value: value, isWhole: isWhole, start: start, text: text)
  }

  func text(from start: Int, to end: Int) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: scalars[start..<end])
    return String(result)
  }

  /// An error about what stands here.
  func unexpected(
    _ kind: CoordinateParsingError.Kind = .unexpectedCharacter, expected: String
  ) -> CoordinateParsingError {
    let found = current.map { String(Character($0)) } ?? ""
    return CoordinateParsingError(
      kind: found.isEmpty ? .incomplete : kind, position: position, found: found,
      expected: expected)
  }
}

/// What is wrong with the text of a coordinate: what was found, where, and what would be right.
///
/// ```swift
/// do {
///   _ = try Coordinate(parsing: "48°61'N 2°17'E")
/// } catch {
///   print(error)   // minutes 61 at character 4: expected a number in 0..<60
/// }
/// ```
public struct CoordinateParsingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// The text has no number, or ends before a coordinate is complete.
    case incomplete
    /// A character that no part of a coordinate begins with.
    case unexpectedCharacter
    /// A malformed number, or one where something else is expected.
    case unexpectedNumber
    /// Minutes or seconds that are not in 0..<60, or a fraction before the last part.
    case malformedAngle
    /// A latitude beyond 90 or a longitude beyond 360 degrees.
    case outOfRange
    /// Two latitudes or two longitudes, or a hemisphere letter that contradicts a sign.
    case contradictoryHemisphere
    /// An ISO 6709 text with a reference system other than WGS 84.
    case unsupportedReferenceSystem
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

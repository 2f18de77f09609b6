/// A token of a coordinate's text, as the lexer passes it to the reader.
internal struct CoordinateToken: BitwiseCopyable {
  enum Kind: UInt8, BitwiseCopyable {
    case number
    case minus, plus
    /// A comma, a semicolon, a bar.
    case separator
    /// A comma with a digit on either side, which may be a decimal mark.
    case tightComma
    case north, south, east, west
    /// The names of the numbers.
    case latitude, longitude, height
  }

  /// The mark after a number.
  enum Mark: UInt8, BitwiseCopyable {
    case none
    case degrees, minutes, seconds
    /// A colon, after which the next part follows.
    case colon
    /// A unit of length, already applied to the value.
    case meters
  }

  // The small properties are adjacent, so that a token is copied in few steps.
  var kind: Kind
  /// Whether blanks precede the token.
  var hasGap: Bool
  /// The mark after a number.
  var mark = Mark.none
  /// Whether the mark is the letter s, which may also mean south.
  var mayBeSouth = false
  /// Whether the mark is a word such as deg, which may end with the period of an abbreviation.
  var hasWordMark = false
  /// Whether a number begins with its decimal point, after the mark of the number before it.
  var isFraction = false
  /// Whether a number has neither point nor exponent.
  var isWhole = true
  /// Whether `digits` contains all digits of a number, without an exponent.
  var hasAllDigits = true
  /// The offset of its first byte.
  var start: Int
  var end: Int
  /// The end of a number's mark; equal to ``end`` without a mark.
  var markEnd = 0

  // For numbers only:
  /// The number, rounded correctly.
  var value = 0.0
  /// All its digits as an integer, and how many of them are after the decimal point.
  var digits: UInt64 = 0
  var fractionDigits = 0
  var wholeDigits = 0

  /// The axis of a direction or of a name.
  var axis: CoordinateAxis? {
    switch kind {
    case .north, .south, .latitude: .latitude
    case .east, .west, .longitude: .longitude
    default: nil
    }
  }

  var isDirection: Bool {
    kind.rawValue >= Kind.north.rawValue && kind.rawValue <= Kind.west.rawValue
  }
  var isNegativeDirection: Bool { kind == .south || kind == .west }
  /// Whether it is a number with the mark of degrees, minutes or seconds.
  var hasAngleMark: Bool {
    kind == .number && (mark == .degrees || mark == .minutes || mark == .seconds)
  }
  var isSeparator: Bool { kind == .separator || kind == .tightComma }
  var isSign: Bool { kind == .minus || kind == .plus }

  /// The number as the last part of its angle, after whole degrees or minutes, in degrees.
  ///
  /// If the digits fit into a double, the decimal fraction is kept as an integer until a single
  /// division at the end, so the result is correctly rounded.
  ///
  /// - Parameters:
  ///   - whole: the value of the preceding parts, in the number's own unit.
  ///   - unit: the number's units in a degree: 60 or 3600.
  /// - Returns: degrees.
  func degrees(after whole: Double, unit: Double) -> Double {
    Self.degrees(
      digits: hasAllDigits ? digits : .max, fractionDigits: fractionDigits, after: whole,
      unit: unit) ?? ((whole + value) / unit)
  }

  private static func degrees(
    digits: UInt64, fractionDigits: Int, after whole: Double, unit: Double
  ) -> Double? {
    guard digits < 1 << 53, fractionDigits <= 12 else { return nil }
    var scale = 1.0
    for _ in 0..<fractionDigits { scale *= 10 }
    let sum = whole * scale + Double(digits)
    return sum < 0x1p53 ? sum / (unit * scale) : nil
  }

  /// The number as degrees, minutes and seconds run together, such as 485130.24 or 00217.67.
  ///
  /// - Parameter degreeDigits: 2 for a latitude, 3 for a longitude.
  /// - Returns: nil unless the whole part has two or four more digits; `isMalformed` is true if
  ///   minutes or seconds are not in 0..<60.
  func packedDegrees(_ degreeDigits: Int) -> (degrees: Double, isMalformed: Bool)? {
    let parts = wholeDigits - degreeDigits
    guard parts == 2 || parts == 4 else { return nil }
    guard hasAllDigits, fractionDigits <= 12 else {
      // More digits than a double has: the last of them are ignored.
      let minutes = parts == 2 ? value : (value / 100).rounded(.down)
      let degrees = (minutes / 100).rounded(.down)
      let (minute, second) = (minutes - degrees * 100, parts == 2 ? 0 : value - minutes * 100)
      return (degrees + (minute * 60 + second) / 3600, minute >= 60 || second >= 60)
    }
    var scale: UInt64 = 1
    for _ in 0..<fractionDigits { scale *= 10 }
    let whole = digits / scale
    if parts == 2 {
      let degrees = whole / 100
      let rest = digits - degrees * 100 * scale
      return (
        Self.degrees(
          digits: rest, fractionDigits: fractionDigits, after: Double(degrees * 60), unit: 60)
          ?? .nan, rest >= 60 * scale
      )
    }
    let degrees = whole / 10_000
    let minutes = whole / 100 % 100
    let rest = digits - whole / 100 * 100 * scale
    return (
      Self.degrees(
        digits: rest, fractionDigits: fractionDigits,
        after: Double(degrees * 3600 + minutes * 60), unit: 3600) ?? .nan,
      minutes >= 60 || rest >= 60 * scale
    )
  }
}

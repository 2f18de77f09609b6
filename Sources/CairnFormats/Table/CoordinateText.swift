internal import CairnGeodesy
internal import CairnMemory

/// A coordinate in one field: `48.2082, 16.3738`, `(48.2082 16.3738)`, `48,2082; 16,3738`.
internal enum CoordinateText {
  /// The two numbers of a field in their order, or nil where it does not hold two numbers.
  ///
  /// They may stand in brackets and are separated by a semicolon, a comma, a slash or spaces; a
  /// comma that does not separate them is a decimal comma.
  static func numbers(
    _ bytes: ByteWindow, in range: Range<Int>
  ) -> (Double, Double)? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlankOrBracket(bytes[start]) { start += 1 }
    while start < end, isBlankOrBracket(bytes[end - 1]) { end -= 1 }
    for separator in [";", ",", "/"].map({ UInt8(ascii: $0) }) {
      guard let at = onlyIndex(of: separator, bytes, start..<end) else { continue }
      return pair(bytes, start..<at, at + 1..<end)
    }
    // No separator, or several commas of which some are decimal: a space decides.
    guard let blank = (start..<end).first(where: { isBlank(bytes[$0]) }) else { return nil }
    let comma = UInt8(ascii: ",")
    let first = start..<(bytes[blank - 1] == comma ? blank - 1 : blank)
    return pair(bytes, first, blank + 1..<end)
  }

  /// Whether a text may be an angle: a plain number, or digits with a mark, a letter or a space
  /// between.
  ///
  /// A number with quotes or a line break around it is none: in a table these are what is wrong.
  static func maybeAngle(_ text: String) -> Bool {
    if text.utf8.contains(where: { $0 < 0x20 }) { return false }
    let bytes = Array(text.trimmingBlanks.utf8)
    if DecimalNumber.parse(bytes, in: bytes.indices, commaIsPoint: true) != nil { return true }
    guard bytes.contains(where: \.isDigit) else { return false }
    return bytes.contains { byte in
      byte.isLetter || byte >= 0x80 || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ":")
        || byte == UInt8(ascii: " ")
    }
  }

  /// The coordinate of a latitude and a longitude of any form that the command line takes, each in
  /// a field of its own: `48°12'30"N` and `16°22'12"E`; nil where they are none.
  static func coordinate(latitude: String, longitude: String) -> Coordinate? {
    guard maybeAngle(latitude), maybeAngle(longitude) else { return nil }
    return try? Coordinate(parsing: "\(latitude); \(longitude)")
  }

  private static func onlyIndex(
    of byte: UInt8, _ bytes: ByteWindow, _ range: Range<Int>
  ) -> Int? {
    guard let first = range.first(where: { bytes[$0] == byte }) else { return nil }
    return (first + 1..<range.upperBound).contains { bytes[$0] == byte } ? nil : first
  }

  private static func pair(
    _ bytes: ByteWindow, _ first: Range<Int>, _ second: Range<Int>
  ) -> (Double, Double)? {
    guard
      let one = DecimalNumber.parse(bytes, in: trimmed(bytes, first), commaIsPoint: true),
      let two = DecimalNumber.parse(bytes, in: trimmed(bytes, second), commaIsPoint: true)
    else { return nil }
    return (one, two)
  }

  private static func trimmed(_ bytes: ByteWindow, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isBlankOrBracket(_ byte: UInt8) -> Bool {
    isBlank(byte) || "()[]".utf8.contains(byte)
  }
}

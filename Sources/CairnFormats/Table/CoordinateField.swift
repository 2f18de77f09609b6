internal import CairnGeodesy
internal import CairnMemory

/// Parsing of a coordinate in a single field: `48.2082, 16.3738`, `(48.2082 16.3738)`,
/// `48,2082; 16,3738`, and with the longitude first `[16.3738, 48.2082]`, a GeoJSON position.
internal enum CoordinateField {
  /// The numbers of a field.
  struct Numbers {
    var first: Double
    var second: Double
    /// A third number, in meters; only in square brackets.
    var third: Double?
    /// Whether they are in square brackets.
    var isPosition: Bool

    /// The position.
    ///
    /// - Parameter isLongitudeFirst: whether the longitude comes first, unless square brackets
    ///   imply it.
    /// - Returns: the position, which may be out of range.
    func position(isLongitudeFirst: Bool) -> GeoFeature.Position {
      let isReversed = isLongitudeFirst || isPosition
      return GeoFeature.Position(
        Coordinate(
          latitude: isReversed ? second : first, longitude: isReversed ? first : second),
        elevation: third)
    }
  }

  /// Parses the numbers of a field in order; nil unless it contains two numbers, or two or three in
  /// square brackets.
  ///
  /// They may be in brackets and are separated by a semicolon, a comma, a slash or spaces; a comma
  /// that is not the separator is a decimal comma.
  static func numbers(_ bytes: UnsafeByteSpan, in range: Range<Int>) -> Numbers? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    let isPosition = start < end && bytes[start] == UInt8(ascii: "[")
    while start < end, isBlankOrBracket(bytes[start]) { start += 1 }
    while start < end, isBlankOrBracket(bytes[end - 1]) { end -= 1 }
    if isPosition, let numbers = position(bytes, start..<end) { return numbers }
    guard let (first, second) = two(bytes, start, end) else { return nil }
    return Numbers(first: first, second: second, third: nil, isPosition: isPosition)
  }

  private static func two(_ bytes: UnsafeByteSpan, _ start: Int, _ end: Int) -> (Double, Double)? {
    for separator in [";", ",", "/"].map({ UInt8(ascii: $0) }) {
      guard let at = onlyIndex(of: separator, bytes, start..<end) else { continue }
      return pair(bytes, start..<at, at + 1..<end)
    }
    // There is no separator, or there are several commas, some of them decimal: the first space
    // decides.
    guard let blank = (start..<end).first(where: { isBlank(bytes[$0]) }) else { return nil }
    let comma = UInt8(ascii: ",")
    let first = start..<(bytes[blank - 1] == comma ? blank - 1 : blank)
    return pair(bytes, first, blank + 1..<end)
  }

  /// Parses three numbers separated by commas.
  private static func position(_ bytes: UnsafeByteSpan, _ range: Range<Int>) -> Numbers? {
    let commas = range.filter { bytes[$0] == UInt8(ascii: ",") }
    guard commas.count == 2 else { return nil }
    let parts = [
      range.lowerBound..<commas[0], commas[0] + 1..<commas[1], commas[1] + 1..<range.upperBound,
    ].compactMap { DecimalNumber.parse(bytes, in: trimmed(bytes, $0)) }
    guard parts.count == 3 else { return nil }
    return Numbers(first: parts[0], second: parts[1], third: parts[2], isPosition: true)
  }

  /// Whether a text may be an angle: a plain number, or digits with a symbol, a letter or an inner
  /// space.
  ///
  /// A number with a line break or another control character is not an angle: in a table that
  /// indicates an error.
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

  /// The coordinate of a latitude and a longitude in separate fields, in any form that the command
  /// line accepts: `48°12'30"N` and `16°22'12"E`; nil if they are not angles.
  static func coordinate(latitude: String, longitude: String) -> Coordinate? {
    guard maybeAngle(latitude), maybeAngle(longitude) else { return nil }
    return try? Coordinate(parsing: "\(latitude); \(longitude)")
  }

  private static func onlyIndex(
    of byte: UInt8, _ bytes: UnsafeByteSpan, _ range: Range<Int>
  ) -> Int? {
    guard let first = range.first(where: { bytes[$0] == byte }) else { return nil }
    return (first + 1..<range.upperBound).contains { bytes[$0] == byte } ? nil : first
  }

  private static func pair(
    _ bytes: UnsafeByteSpan, _ first: Range<Int>, _ second: Range<Int>
  ) -> (Double, Double)? {
    guard
      let one = DecimalNumber.parse(bytes, in: trimmed(bytes, first), commaIsPoint: true),
      let two = DecimalNumber.parse(bytes, in: trimmed(bytes, second), commaIsPoint: true)
    else { return nil }
    return (one, two)
  }

  private static func trimmed(_ bytes: UnsafeByteSpan, _ range: Range<Int>) -> Range<Int> {
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

/// A parse error and its byte offset.
internal struct ByteParseError: Error {
  internal let reason: FormatError.Reason
  internal let index: Int
}

extension FormatError {
  /// Creates the error for a standalone text, to whose bytes the offset refers.
  internal init(_ problem: ByteParseError, in text: [UInt8]) {
    let line = 1 + text[..<problem.index].count { $0 == UInt8(ascii: "\n") }
    self.init(problem.reason, line: line, byte: problem.index)
  }
}

/// A position in a range of bytes, with operations shared by the parsers of short texts: WKT, geo
/// URIs, dates.
internal struct ByteCursor {
  internal let bytes: [UInt8]
  /// The end of the range.
  internal let end: Int
  internal var index: Int

  /// Creates a cursor at the start of a range of bytes.
  internal init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  internal var isAtEnd: Bool { index == end }

  /// Skips white space.
  internal mutating func skipBlanks() {
    while index < end, bytes[index].isBlank { index += 1 }
  }

  /// Skips a delimiter if it is the next byte.
  ///
  /// - Returns: whether it was.
  internal mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard index < end, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  /// Skips the following bytes that satisfy a predicate.
  ///
  /// - Returns: their range, which may be empty.
  @inline(__always)
  internal mutating func run(while isWanted: (UInt8) -> Bool) -> Range<Int> {
    let start = index
    while index < end, isWanted(bytes[index]) { index += 1 }
    return start..<index
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit in either case; nil for other bytes.
  internal var hexadecimalValue: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}

extension LineInput {
  /// Reads the next line as a feature; an error affects only that line.
  ///
  /// - Parameter parse: parses a range of bytes without white space at its ends.
  /// - Returns: nil if the input so far contains no further complete line.
  /// - Throws: ``FormatError`` with the line and the byte of the input.
  @inline(__always)
  internal mutating func nextFeature(
    _ parse: (_ bytes: [UInt8], _ line: Range<Int>) throws(ByteParseError) -> GeoFeature
  ) throws(FormatError) -> GeoFeature? {
    guard let range = try next() else { return nil }
    do throws(ByteParseError) {
      return try parse(bytes, range)
    } catch {
      var failure = self.error(error.reason, at: error.index)
      failure.endsInput = false
      throw failure
    }
  }
}

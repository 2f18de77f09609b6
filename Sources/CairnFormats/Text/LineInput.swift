/// The lines of an input that arrives in pieces of any size.
///
/// Lines end with LF, CRLF or CR; surrounding white space, blank lines and a byte order mark are
/// skipped. Each byte is scanned once, however small the pieces are.
internal struct LineInput: Sendable {
  /// The input that has not been read yet, and the last line.
  internal private(set) var bytes: [UInt8] = []
  /// The number of the last line, counted from 1.
  internal private(set) var line = 0
  /// The maximum length of a line in bytes; longer ones are an error.
  internal var limit = 1 << 28

  private var position = 0
  private var scanned = 0
  private var nextLine = 1
  private var startOfBytes = 0
  private var isFinished = false
  private var isAtStart = true
  private var followsCarriageReturn = false

  internal mutating func append(_ piece: [UInt8]) {
    if position == bytes.count {
      startOfBytes += bytes.count
      bytes = piece
    } else {
      startOfBytes += position
      bytes.removeSubrange(..<position)
      bytes.append(contentsOf: piece)
    }
    scanned -= position
    position = 0
  }

  internal mutating func finish() { isFinished = true }

  /// Advances to the next line that is not blank.
  ///
  /// - Returns: its range in ``bytes``, without white space at its ends; nil if the input so far
  ///   contains no further complete line.
  internal mutating func next() throws(FormatError) -> Range<Int>? {
    if isAtStart {
      guard bytes.count >= 3 || isFinished else { return nil }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      scanned = position
      isAtStart = false
    }
    while true {
      while scanned < bytes.count, bytes[scanned] != 0x0A, bytes[scanned] != 0x0D { scanned += 1 }
      if scanned - position > limit {
        position = bytes.count
        scanned = position
        isFinished = true
        throw FormatError(.recordTooLong(limit: limit), line: nextLine)
      }
      let isBroken = scanned < bytes.count
      guard isBroken || (isFinished && position < bytes.count) else { return nil }
      let range = bytes.trimmingBlanks(in: position..<scanned)
      line = nextLine
      if isBroken {
        let isSecondHalf =
          followsCarriageReturn && scanned == position && bytes[scanned] == 0x0A
        if !isSecondHalf { nextLine += 1 }
        followsCarriageReturn = bytes[scanned] == 0x0D
        scanned += 1
      }
      position = scanned
      if !range.isEmpty { return range }
    }
  }

  /// Whether the whole input has been read.
  internal var isAtEnd: Bool { isFinished && position == bytes.count }

  /// The offset in the whole input of an index in ``bytes``, counted from 0.
  internal func byte(at index: Int) -> Int { startOfBytes + index }

  /// Creates an error within the last line.
  internal func error(_ reason: FormatError.Reason, at index: Int) -> FormatError {
    FormatError(reason, line: line, byte: byte(at: index))
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or a line break.
  internal var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Whether the byte is an ASCII letter.
  internal var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether the byte is an ASCII digit.
  internal var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
  /// The range without white space at its ends; empty, at its end, if there is only white space.
  internal func trimmingBlanks(in range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// The text of a range for an error message, at most 40 bytes.
  internal func excerpt(_ range: Range<Int>) -> String {
    guard range.count > 40 else { return String(decoding: self[range], as: UTF8.self) }
    return String(decoding: self[range.prefix(40)], as: UTF8.self) + "…"
  }

  /// Whether the bytes of a range equal a lower-case ASCII word, ignoring case.
  internal func matches(_ word: String, in range: Range<Int>) -> Bool {
    guard word.utf8.count == range.count else { return false }
    var index = range.lowerBound
    for letter in word.utf8 {
      let byte = self[index]
      if (byte.isLetter ? byte | 0x20 : byte) != letter { return false }
      index += 1
    }
    return true
  }
}

extension FormatError.Reason {
  /// The fault of a latitude and longitude; nil if they are in range.
  ///
  /// A latitude is at most 90 degrees, a longitude at most 540. The reason is ``swapped(_:)`` if
  /// they would be valid in the other order.
  internal init?(latitude: Double, longitude: Double) {
    if !(latitude.magnitude <= 90) {
      let isSwapped = latitude.magnitude <= 180 && longitude.magnitude <= 90
      self = isSwapped ? .swapped(latitude) : .outOfRange(latitude)
    } else if !(longitude.magnitude <= 540) {
      self = .outOfRange(longitude)
    } else {
      return nil
    }
  }
}

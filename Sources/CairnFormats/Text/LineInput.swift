/// The lines of an input that comes in pieces of any size.
///
/// Lines end with LF, CRLF or CR; white space around them, blank lines and a byte order mark
/// are passed over. Each byte is looked at once, however small the pieces are.
internal struct LineInput: Sendable {
  /// What has not been read yet, and the line read last.
  internal private(set) var bytes: [UInt8] = []
  /// The number of the line read last, counted from 1.
  internal private(set) var line = 0
  /// How long a line may be before it is an error.
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

  /// Moves to the next line that is not blank.
  ///
  /// - Returns: its range of ``bytes``, without white space at its ends; nil when the input so far
  ///   holds no further whole line.
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

  /// Whether all of the input has been read.
  internal var isAtEnd: Bool { isFinished && position == bytes.count }

  /// The byte of the whole input at an index of ``bytes``, counted from 0.
  internal func byte(at index: Int) -> Int { startOfBytes + index }

  /// An error within the line read last.
  internal func error(_ reason: FormatError.Reason, at index: Int) -> FormatError {
    FormatError(reason, line: line, byte: byte(at: index))
  }
}

extension UInt8 {
  /// Whether it is a space, a tab or a line break.
  internal var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

  /// Whether it is a letter of ASCII.
  internal var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// Whether it is a digit of ASCII.
  internal var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension [UInt8] {
  /// A range without the white space at its ends; it is empty, at its end, for white space alone.
  internal func trimmingBlanks(in range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while end > start, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// The text of a range as a message quotes it: not longer than 40 bytes.
  internal func excerpt(_ range: Range<Int>) -> String {
    guard range.count > 40 else { return String(decoding: self[range], as: UTF8.self) }
    return String(decoding: self[range.prefix(40)], as: UTF8.self) + "…"
  }

  /// Whether the bytes of a range are a word of lower-case ASCII letters, in any case.
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
  /// What is wrong with a latitude and a longitude, if anything.
  ///
  /// A latitude is at most 90 degrees, a longitude at most 540; the reason says so where the two
  /// would fit the other way round.
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

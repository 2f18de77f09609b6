internal import CairnMemory

/// Reads the tokens of JSON (RFC 8259) in order and checks all of them.
///
/// The bytes may end anywhere: if more are needed, ``JSONFault/Reason/ends`` is thrown, and the
/// caller restarts at a known position when more have arrived.
internal struct JSONCursor {
  internal let bytes: UnsafeByteSpan
  internal var position: Int
  /// Whether no more bytes will arrive, so that a number at the end is complete.
  internal let isLast: Bool

  /// Counts of valid content that was skipped, in a single word so that the cursor stays in
  /// registers.
  internal var passedOver = SkippedCounts()

  /// The maximum number of nested arrays and objects.
  internal static let depthLimit = 128

  @inline(__always)
  internal init(_ bytes: UnsafeByteSpan, at position: Int = 0, isLast: Bool = true) {
    self.bytes = bytes
    self.position = position
    self.isLast = isLast
  }

  /// The byte at the position.
  @inline(__always)
  internal func peek() throws(JSONFault) -> UInt8 {
    guard bytes.isInBounds(position) else { throw JSONFault(.ends, at: position) }
    return bytes[position]
  }

  /// Skips white space.
  @inline(__always)
  internal mutating func skipSpace() {
    guard bytes.isInBounds(position), bytes[position] <= 0x20 else { return }
    skipMoreSpace()
  }

  @inline(never)
  private mutating func skipMoreSpace() {
    var at = position
    while true {
      // Indentation, eight spaces at a time.
      while at &+ 8 <= bytes.count, bytes.word(at: at) == 0x2020_2020_2020_2020 { at &+= 8 }
      guard bytes.isInBounds(at) else { break }
      let byte = bytes[at]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      at &+= 1
    }
    position = at
  }

  /// Skips the comma in an object or an array, or its closing delimiter.
  ///
  /// - Returns: whether another element follows.
  @inline(__always)
  internal mutating func continues(
    before close: Unicode.Scalar, _ wanted: JSONFault.Wanted
  ) throws(JSONFault) -> Bool {
    skipSpace()
    let byte = try peek()
    position &+= 1
    if byte == UInt8(ascii: ",") {
      skipSpace()
      return true
    }
    guard byte == UInt8(ascii: close) else {
      throw JSONFault(.syntax(wanted), at: position &- 1)
    }
    return false
  }

  /// Reads the name of a member and skips the colon.
  @inline(__always)
  internal mutating func name(checksText: Bool = true) throws(JSONFault) -> JSONString {
    guard try peek() == UInt8(ascii: "\"") else { throw JSONFault(.syntax(.name), at: position) }
    let name = try string(checksText: checksText)
    skipSpace()
    guard try peek() == UInt8(ascii: ":") else { throw JSONFault(.syntax(.colon), at: position) }
    position &+= 1
    skipSpace()
    return name
  }

  /// Skips the opening delimiter of an object or an array.
  ///
  /// - Returns: whether it has an element.
  @inline(__always)
  internal mutating func opens(before close: Unicode.Scalar) throws(JSONFault) -> Bool {
    position &+= 1
    skipSpace()
    guard try peek() == UInt8(ascii: close) else { return true }
    position &+= 1
    return false
  }

  /// Iterates over the members of an object; the body reads each value.
  @inline(__always)
  internal mutating func members(
    _ body: (inout JSONCursor, JSONString) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard try opens(before: "}") else { return }
    repeat {
      let name = try name()
      try body(&self, name)
    } while try continues(before: "}", .commaOrBrace)
  }

  /// Iterates over the elements of an array; the body reads each.
  @inline(__always)
  internal mutating func elements(
    _ body: (inout JSONCursor) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    guard try opens(before: "]") else { return }
    repeat {
      try body(&self)
    } while try continues(before: "]", .commaOrBracket)
  }

  /// Skips `true`, `false` or `null`.
  @inline(__always)
  internal mutating func skip(literal: StaticString) throws(JSONFault) {
    let end = position &+ literal.utf8CodeUnitCount
    if end <= bytes.count, bytes.holds(literal, in: position..<end) {
      position = end
      return
    }
    throw broken(literal: literal)
  }

  @inline(never)
  private func broken(literal: StaticString) -> JSONFault {
    let isCut =
      position + literal.utf8CodeUnitCount > bytes.count
      && literal.description.utf8.starts(with: Array(bytes.text(in: position..<bytes.count).utf8))
    return isCut ? JSONFault(.ends, at: bytes.count) : JSONFault(.syntax(.literal), at: position)
  }
}

/// Counts of valid JSON that is skipped, packed into few words.
///
/// They refer to a single value, which is at most 256 MiB long. The counts saturate: at 2³² - 1
/// numbers, 2²⁴ - 1 members, 255 systems.
internal struct SkippedCounts {
  private var word: UInt64 = 0
  /// Elevations that are not numbers.
  internal private(set) var heightCount: UInt32 = 0

  /// Numbers of positions after the elevation.
  internal var measureCount: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }
  /// Members that GeoJSON does not define.
  internal var foreignCount: Int { Int(truncatingIfNeeded: word >> 32 & 0xFF_FFFF) }
  /// Reference systems near WGS 84.
  internal var nearSystemCount: Int { Int(truncatingIfNeeded: word >> 56) }

  @inline(__always)
  internal var isEmpty: Bool { word == 0 && heightCount == 0 }

  @inline(never)
  internal mutating func addHeight() {
    if heightCount < .max { heightCount &+= 1 }
  }

  @inline(never)
  internal mutating func addMeasure() {
    if word & 0xFFFF_FFFF < 0xFFFF_FFFF { word &+= 1 }
  }

  @inline(never)
  internal mutating func addForeign(_ count: Int = 1) {
    let least = min(count, 0xFF_FFFF - foreignCount)
    word &+= UInt64(truncatingIfNeeded: least) << 32
  }

  @inline(never)
  internal mutating func addNearSystem() {
    if word >> 56 < 0xFF { word &+= 1 << 56 }
  }
}

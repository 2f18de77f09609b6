package import CairnMemory

/// A text encoding.
public enum TextEncoding: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// UTF-8, including ASCII.
  case utf8 = "UTF-8"
  /// UTF-16 in either byte order.
  case utf16 = "UTF-16"
  /// Windows-1252, including Latin-1 (ISO 8859-1).
  case windows1252 = "Windows-1252"

  /// The name of the encoding.
  public var description: String { rawValue }
}

/// Converts a text of undeclared encoding to UTF-8, in pieces of any size.
///
/// UTF-16 is detected by its byte order mark, or by the zero byte next to the first character.
/// Otherwise the first non-ASCII byte decides: if it starts a valid UTF-8 character, the text is
/// UTF-8 and passed through unchanged; if not, it is Windows-1252. A byte that Windows-1252 does
/// not define, or four consecutive non-ASCII characters each different from the one before, which
/// occur in no Western language, indicate another encoding, which is rejected.
///
/// An unpaired surrogate in UTF-16 becomes bytes that are not valid UTF-8.
package struct TextDecoder: Sendable {
  /// The detected encoding; UTF-8 while the text is pure ASCII.
  package private(set) var encoding = TextEncoding.utf8
  /// The reason why decoding has stopped.
  package private(set) var problem: FormatError?
  /// Whether all further input is passed through unchanged.
  package var isSettled: Bool { problem == nil && state == .utf8 }
  /// Whether all input so far was ASCII.
  package var isASCII: Bool { problem == nil && state == .ascii && held.isEmpty }

  private enum State: Hashable, Sendable {
    case start, ascii, utf8, windows1252
    case wide(XMLEncoding)
    /// An encoding that was given.
    case named(NamedEncoding)
  }

  private var state = State.start
  /// Bytes that cannot be decoded before the following ones arrive.
  private var held: [UInt8] = []
  /// The number of bytes before those of the next piece.
  private var count = 0
  /// The number of non-ASCII characters at the end of the text, each different from the one before,
  /// and the last of them.
  private var strangers = 0
  private var last: UInt8 = 0

  /// Creates a decoder at the start of a text.
  ///
  /// - Parameter encoding: the encoding; nil to detect it.
  package init(_ encoding: NamedEncoding? = nil) {
    if let encoding { state = .named(encoding) }
  }

  /// Converts a piece to UTF-8.
  ///
  /// - Complexity: O(the piece); ASCII is scanned 64 bytes at a time, UTF-8 not at all.
  package mutating func decode(_ piece: [UInt8]) -> [UInt8] {
    if state == .utf8 { return piece }
    return decode(piece, isLast: false)
  }

  /// Skips a number of ASCII bytes while all previous input is ASCII.
  package mutating func passASCII(_ length: Int) { count += length }

  /// Ends the input; returns the conversion of the remaining bytes.
  package mutating func finish() -> [UInt8] {
    if state == .utf8 { return [] }
    var rest = decode([], isLast: true)
    if case .wide(var wide) = state {
      wide.finish(&rest)
      state = .wide(wide)
    }
    if case .named(var named) = state {
      rest += named.finish()
      state = .named(named)
      refuse(at: named.invalidLine)
    }
    return rest
  }

  /// Converts a whole text to UTF-8.
  package static func decoded(
    _ text: [UInt8]
  ) throws(FormatError) -> (text: [UInt8], encoding: TextEncoding) {
    var decoder = TextDecoder()
    var decoded = decoder.decode(text)
    let rest = decoder.finish()
    if !rest.isEmpty { decoded += rest }
    if let problem = decoder.problem { throw problem }
    return (decoded, decoder.encoding)
  }

  private mutating func decode(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    guard problem == nil else { return [] }
    let bytes = held.isEmpty ? piece : held + piece
    let start = count
    held = []
    if state == .start {
      let isPlain = bytes.count > 1 && bytes.prefix(2).allSatisfy { 1..<0x80 ~= $0 }
      guard bytes.count >= 4 || isPlain || isLast else {
        held = bytes
        return []
      }
      begin(bytes)
    }
    switch state {
    case .start: return []
    case .utf8: return bytes
    case .ascii: return decodeASCII(bytes, isLast: isLast)
    case .windows1252:
      count = start + bytes.count
      return western(bytes[...], from: start)
    case .wide(var wide):
      var text: [UInt8] = []
      wide.convert(bytes, to: &text)
      state = .wide(wide)
      return text
    case .named(var named):
      let text = named.convert(bytes)
      state = .named(named)
      refuse(at: named.invalidLine)
      return text
    }
  }

  /// Detects the encoding by the first four bytes.
  private mutating func begin(_ bytes: [UInt8]) {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 1 }
    let isFirstZero = byte(0) == 0
    let isSecondZero = byte(1) == 0
    // If the first two bytes are letters they decide, however small the first piece is.
    let isPlain = bytes.count > 1 && bytes.prefix(2).allSatisfy { 1..<0x80 ~= $0 }
    let isLittle32 = byte(0) != 0 && byte(2) == 0 && byte(3) == 0 && !isPlain
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) || isLittle32 {
      refuse("UTF-32", at: 0)
    } else if bytes.starts(with: [0xFE, 0xFF]) || isFirstZero && !isSecondZero {
      state = .wide(.utf16(isBigEndian: true, rest: []))
      encoding = .utf16
    } else if bytes.starts(with: [0xFF, 0xFE]) || !isFirstZero && isSecondZero {
      state = .wide(.utf16(isBigEndian: false, rest: []))
      encoding = .utf16
    } else {
      state = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? .utf8 : .ascii
    }
  }

  private mutating func decodeASCII(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    let found = bytes.withUnsafeSpan { span in
      span.firstBeyondASCII(in: 0..<span.count).map { first in
        (first, span.lengthOfUTF8(at: first))
      }
    }
    guard let (first, length) = found else {
      count += bytes.count
      return bytes
    }
    if length != nil {
      state = .utf8
      return bytes
    }
    if bytes.count - first < 4, !isLast {
      held = Array(bytes[first...])
      count += first
      return Array(bytes[..<first])
    }
    state = .windows1252
    encoding = .windows1252
    let text = Array(bytes[..<first])
    let start = count + first
    count += bytes.count
    return text + western(bytes[first...], from: start)
  }

  /// Converts Windows-1252 to UTF-8, up to the first byte that indicates another encoding.
  private mutating func western(_ bytes: ArraySlice<UInt8>, from start: Int) -> [UInt8] {
    var end = bytes.endIndex
    for index in bytes.indices {
      let byte = bytes[index]
      // A no-break space may occur anywhere.
      if byte < 0x80 || byte == 0xA0 {
        strangers = 0
      } else if byte != last || strangers == 0 {
        strangers += 1
      }
      last = byte
      if strangers == 4 || [0x81, 0x8D, 0x8F, 0x90, 0x9D].contains(byte) {
        refuse("another encoding", at: start + index - bytes.startIndex)
        end = index
        break
      }
    }
    var text: [UInt8] = []
    var encoding = XMLEncoding.windows1252
    encoding.convert(Array(bytes[..<end]), to: &text)
    return text
  }

  /// Reports bytes that are not in the given encoding.
  private mutating func refuse(at line: Int?) {
    guard let line, problem == nil else { return }
    problem = FormatError(
      .expected("a text in the given encoding", found: "other bytes"), line: line, endsInput: true)
  }

  private mutating func refuse(_ found: String, at byte: Int) {
    problem = FormatError(
      .expected("a text in UTF-8, UTF-16 or Windows-1252", found: found), line: 0, byte: byte,
      endsInput: true)
  }
}

extension UnsafeByteSpan {
  /// The first non-ASCII byte of a range.
  internal func firstBeyondASCII(in range: Range<Int>) -> Int? {
    let part = prefix(range.upperBound)
    let limit = SIMD16<UInt8>(repeating: 0x80)
    for at in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      // Bytes after the end of the part are zero.
      let block = part.block(at: at)
      if block.holds(where: { $0 .>= limit }) {
        return at + block.bits { $0 .>= limit }.trailingZeroBitCount
      }
    }
    return nil
  }

  /// The first byte of a range that does not start a valid UTF-8 character within it (The Unicode
  /// Standard, table 3-7).
  package func firstInvalidUTF8(in range: Range<Int>) -> Int? {
    let part = prefix(range.upperBound)
    var index = range.lowerBound
    while let next = part.firstBeyondASCII(in: index..<range.upperBound) {
      index = next
      while index < range.upperBound, part[index] >= 0x80 {
        guard let length = part.lengthOfUTF8(at: index) else { return index }
        index += length
      }
    }
    return nil
  }

  /// The length in bytes of the non-ASCII UTF-8 character at an index; nil if it is not valid.
  internal func lengthOfUTF8(at index: Int) -> Int? {
    func follows(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
      index + offset < count && self[index + offset] >= low && self[index + offset] <= high
    }
    switch self[index] {
    case 0xC2...0xDF: return follows(1) ? 2 : nil
    case 0xE0: return follows(1, 0xA0) && follows(2) ? 3 : nil
    case 0xED: return follows(1, 0x80, 0x9F) && follows(2) ? 3 : nil
    case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : nil
    case 0xF0: return follows(1, 0x90) && follows(2) && follows(3) ? 4 : nil
    case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : nil
    case 0xF4: return follows(1, 0x80, 0x8F) && follows(2) && follows(3) ? 4 : nil
    default: return nil
    }
  }
}

internal import CairnMemory

/// Converts a text in an encoding given by its name to UTF-8, in pieces of any size.
///
/// The text ends before the first bytes that are not in the encoding; `invalidLine` is their line.
package struct NamedEncoding: Hashable, Sendable {
  private var encoding: XMLEncoding
  private var isAtStart = true
  /// The line of the first bytes that are not in the encoding; the converted text ends before them.
  package private(set) var invalidLine: Int?
  private var lineBreaks = 0
  /// The first bytes of a character whose other bytes have not arrived.
  private var incomplete: [UInt8] = []

  /// Creates a converter at the start of a text; nil if neither this module nor the operating
  /// system supports the encoding.
  ///
  /// - Parameter name: the name of the encoding, such as `Shift_JIS`; case is ignored.
  package init?(_ name: String) {
    switch name.lowercased() {
    case "utf-16", "utf-16le", "ucs-2", "ucs-2le": encoding = .utf16(isBigEndian: false, rest: [])
    case "utf-16be", "ucs-2be": encoding = .utf16(isBigEndian: true, rest: [])
    case "utf-32", "utf-32le", "ucs-4", "ucs-4le": encoding = .utf32(isBigEndian: false, rest: [])
    case "utf-32be", "ucs-4be": encoding = .utf32(isBigEndian: true, rest: [])
    default:
      encoding = XMLEncoding(name: name)
      if case .asciiOnly = encoding {
        // An encoding without ASCII, such as EBCDIC.
        guard TextConversion.utf8([0x41], from: name) != nil else { return nil }
        encoding = .system(name: name, rest: [])
      }
    }
  }

  /// Converts a piece; the last characters of it may be part of the next result.
  ///
  /// - Complexity: O(the piece).
  package mutating func convert(_ piece: [UInt8]) -> [UInt8] {
    if isAtStart, !piece.isEmpty {
      isAtStart = false
      // A byte order mark decides.
      switch encoding {
      case .utf16, .utf32: if let found = XMLEncoding(wideStart: piece) { encoding = found }
      default: break
      }
    }
    var text: [UInt8] = []
    encoding.convert(piece, to: &text)
    return checked(text, isLast: false)
  }

  /// Ends the text and returns the rest of it.
  package mutating func finish() -> [UInt8] {
    var text: [UInt8] = []
    encoding.finish(&text)
    return checked(text, isLast: true)
  }

  /// The text up to the first bytes that are not UTF-8.
  ///
  /// A converter writes such bytes for input that is invalid in its encoding; input in UTF-8 is
  /// passed on with its errors.
  private mutating func checked(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
    guard invalidLine == nil else { return [] }
    var text = incomplete.isEmpty ? piece : incomplete + piece
    incomplete = []
    let invalid = text.withUnsafeSpan { $0.firstInvalidUTF8(in: 0..<$0.count) }
    if let invalid {
      let rest = text[invalid...]
      if !isLast, Self.mayContinue(rest) {
        incomplete = Array(rest)
      } else {
        invalidLine = lineBreaks + text[..<invalid].count { $0 == 0x0A } + 1
      }
      text.removeSubrange(invalid...)
    }
    lineBreaks += text.count { $0 == 0x0A }
    return text
  }

  /// Whether bytes may be the first ones of a UTF-8 character.
  private static func mayContinue(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    return bytes.count < length && bytes.dropFirst().allSatisfy { 0x80...0xBF ~= $0 }
  }
}

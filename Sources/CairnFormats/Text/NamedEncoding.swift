internal import CairnMemory

/// Converts a text in an encoding given by its name to UTF-8, in pieces of any size.
///
/// A byte that is not valid in the encoding becomes one that is not valid in UTF-8, so that a
/// reader reports it.
package struct NamedEncoding: Hashable, Sendable {
  private var encoding: XMLEncoding
  private var isAtStart = true

  /// Creates a converter at the start of a text; nil if neither this module nor the operating system
  /// knows the encoding.
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
    return text
  }

  /// Ends the text and returns the rest of it.
  package mutating func finish() -> [UInt8] {
    var text: [UInt8] = []
    encoding.finish(&text)
    return text
  }
}

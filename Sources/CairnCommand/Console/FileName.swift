internal import CairnMemory

/// File names that are not valid UTF-8, which most systems allow.
///
/// Everywhere else a word of the command line is a `String`. A byte that is not valid UTF-8 is
/// represented by one of the last 128 code points of Unicode, which are for private use, and is
/// turned back into the byte when the file is opened.
enum FileName {
  private static let base: UInt32 = 0x10FF00

  /// The text that represents the bytes of a word.
  static func text(_ bytes: [UInt8]) -> String {
    if let text = String(valid: bytes),
      !text.unicodeScalars.contains(where: isByte)
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      let length = (1...4).first { count in
        rest.count >= count && String(valid: rest.prefix(count)) != nil
      }
      let character = length.map { String(decoding: rest.prefix($0), as: UTF8.self) }
      if let length, let scalar = character?.unicodeScalars.first, !isByte(scalar) {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(first)) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes that a text represents.
  static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Whether a code point represents a byte.
  static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

  /// A name as a zero-terminated string for the system; nil for `-`, the standard input.
  static func system(_ path: String) -> [CChar]? {
    path == "-" ? nil : bytes(path).map { CChar(bitPattern: $0) } + [0]
  }

  /// The words of the command line, without the tool's name.
  static func arguments() -> [String] { System.arguments().map(text) }
}

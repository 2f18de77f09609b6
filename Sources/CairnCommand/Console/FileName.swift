internal import CairnMemory

/// Names of files that are no UTF-8, as most systems allow them.
///
/// A word of the command line is a `String` everywhere else. A byte of it that is no UTF-8 stands
/// there as one of the last 128 characters of Unicode, which belong to nobody, and becomes that
/// byte again where the file is opened.
enum FileName {
  private static let base: UInt32 = 0x10FF00

  /// The text that stands for the bytes of a word.
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

  /// The bytes of a word that a text stands for.
  static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      isByte(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Whether a character stands for a byte.
  static func isByte(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

  /// A name as the system takes it, with a zero behind it; nil for `-`, the standard input.
  static func system(_ path: String) -> [CChar]? {
    path == "-" ? nil : bytes(path).map { CChar(bitPattern: $0) } + [0]
  }

  /// The words of the command line, the tool's own name not among them.
  static func arguments() -> [String] { System.arguments().map(text) }
}

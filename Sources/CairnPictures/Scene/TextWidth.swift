/// Estimates the width of text in a sans-serif font; the actual font is not known.
internal enum TextWidth {
  /// The width of a text in pixels, rather too large than too small.
  static func of(_ text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + share(of: $1) } * size
  }

  /// The width of a character as a fraction of the font size.
  private static func share(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x20, 0x21, 0x27, 0x28, 0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x5B, 0x5D, 0x60, 0x66, 0x69,
      0x6A, 0x6C, 0x72, 0x74, 0x7C:
      return 0.36
    case 0x57, 0x4D, 0x6D, 0x40, 0x25: return 0.96
    case 0x41...0x5A: return 0.7
    // The widest usual font, DejaVu Sans, has wider letters than Helvetica.
    case 0x00...0x7E: return 0.62
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 1.05
    default: return 0.66
    }
  }

  /// A text truncated to a width, ending with "…" if anything is cut.
  static func truncated(_ text: String, to width: Double, size: Double) -> String {
    guard of(text, size: size) > width else { return text }
    var kept = ""
    var used = of("…", size: size)
    for character in text {
      used += of(String(character), size: size)
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// A text broken into lines that fit a width, at spaces.
  static func lines(of text: String, width: Double, size: Double, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if line.isEmpty || of(longer, size: size) <= width {
        line = longer
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    if !line.isEmpty { lines.append(line) }
    if lines.count > limit, limit > 0 {
      lines = Array(lines[..<(limit - 1)]) + [lines[(limit - 1)...].joined(separator: " ")]
    }
    return lines.map { truncated($0, to: width, size: size) }
  }
}

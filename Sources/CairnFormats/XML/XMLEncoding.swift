/// The encodings supported for XML, with conversion to UTF-8.
internal enum XMLEncoding: Sendable, Hashable {
  case utf8
  case latin1
  case windows1252
  /// UTF-16, with the bytes of an incomplete unit or surrogate pair.
  case utf16(isBigEndian: Bool, rest: [UInt8])
  /// UTF-16 declared by an input that is evidently not UTF-16.
  case undetectedUTF16

  /// Detects UTF-16 by its byte order mark or by the zero byte beside the first `<`.
  internal init?(wideStart bytes: [UInt8]) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) {
      self = .utf16(isBigEndian: true, rest: [])
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) {
      self = .utf16(isBigEndian: false, rest: [])
    } else {
      return nil
    }
  }

  /// Creates the encoding with a name, ignoring case; nil if it is not supported.
  internal init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "l1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16", "utf-16le", "utf-16be": self = .undetectedUTF16
    default: return nil
    }
  }

  /// Appends a piece of the input as UTF-8.
  ///
  /// An unpaired surrogate becomes three bytes that are not valid UTF-8, so that decoding the text
  /// detects it.
  internal mutating func convert(_ piece: [UInt8], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + piece.count)
    switch self {
    case .utf8, .undetectedUTF16:
      bytes.append(contentsOf: piece)
    case .latin1:
      for byte in piece { Self.append(UInt32(byte), to: &bytes) }
    case .windows1252:
      for byte in piece {
        Self.append(0x80...0x9F ~= byte ? Self.upper[Int(byte) - 0x80] : UInt32(byte), to: &bytes)
      }
    case .utf16(let isBigEndian, let rest):
      let input = rest + piece
      var index = 0
      while index + 1 < input.count {
        let (first, second) = (UInt32(input[index]), UInt32(input[index + 1]))
        let unit = isBigEndian ? first << 8 | second : second << 8 | first
        if unit & 0xFC00 == 0xD800 {
          guard index + 3 < input.count else { break }
          let (third, fourth) = (UInt32(input[index + 2]), UInt32(input[index + 3]))
          let low = isBigEndian ? third << 8 | fourth : fourth << 8 | third
          if low & 0xFC00 == 0xDC00 {
            Self.append(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF, to: &bytes)
            index += 4
            continue
          }
        }
        if unit != 0xFEFF { Self.append(unit, to: &bytes) }
        index += 2
      }
      self = .utf16(isBigEndian: isBigEndian, rest: Array(input[index...]))
    }
  }

  /// Appends an invalid byte if the input ends within a unit or a surrogate pair.
  internal mutating func finish(_ bytes: inout [UInt8]) {
    guard case .utf16(let isBigEndian, let rest) = self, !rest.isEmpty else { return }
    bytes.append(0xFF)
    self = .utf16(isBigEndian: isBigEndian, rest: [])
  }

  private static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    if scalar < 0x80 {
      bytes.append(UInt8(scalar))
    } else if scalar < 0x800 {
      bytes.append(0xC0 | UInt8(scalar >> 6))
      bytes.append(0x80 | UInt8(scalar & 0x3F))
    } else if scalar < 0x10000 {
      bytes.append(0xE0 | UInt8(scalar >> 12))
      bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(scalar & 0x3F))
    } else {
      bytes.append(0xF0 | UInt8(scalar >> 18))
      bytes.append(0x80 | UInt8(scalar >> 12 & 0x3F))
      bytes.append(0x80 | UInt8(scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(scalar & 0x3F))
    }
  }

  /// The characters of Windows-1252 in the range of Latin-1's control characters.
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

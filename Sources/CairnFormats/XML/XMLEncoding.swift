/// The encodings in which XML is read, and the way to UTF-8.
internal enum XMLEncoding: Sendable, Hashable {
  case utf8
  case latin1
  case windows1252
  /// UTF-16 with the bytes of a pair that are still incomplete.
  case utf16(isBigEndian: Bool, rest: [UInt8])
  /// UTF-16 that is named by an input that is plainly not in it.
  case wideWithoutMark

  /// UTF-16, told by its mark or by the zero beside the first `<`.
  internal init?(wideStart bytes: [UInt8]) {
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) {
      self = .utf16(isBigEndian: true, rest: [])
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) {
      self = .utf16(isBigEndian: false, rest: [])
    } else {
      return nil
    }
  }

  /// The encoding of a name in any case, nil for one that is not read.
  internal init?(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "l1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16", "utf-16le", "utf-16be": self = .wideWithoutMark
    default: return nil
    }
  }

  /// Appends a piece of the input as UTF-8; half of a surrogate pair comes out as three bytes that
  /// are no UTF-8, so that whoever takes them for a text finds out.
  internal mutating func convert(_ piece: [UInt8], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + piece.count)
    switch self {
    case .utf8, .wideWithoutMark:
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

  /// Appends what an input that ends here leaves behind: half of a pair, or of a unit.
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

  /// What windows-1252 has where Latin-1 has control characters.
  private static let upper: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}

internal import CairnMemory

/// The characters and words of a coordinate's text.
///
/// A value of three machine words, separate from the lexer's state, so that reading a character
/// copies none of that state.
internal struct CoordinateText {
  let bytes: UnsafeByteSpan
  /// The end of the text, without quotes around it.
  var end: Int

  init(_ bytes: UnsafeByteSpan) {
    self.bytes = bytes
    end = bytes.count
  }

  /// The byte at an index; 0 at the end and beyond.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index < end ? bytes[index] : 0 }

  @inline(__always)
  func isDigit(at index: Int) -> Bool { byte(index) &- 48 < 10 }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 97 < 26 }

  /// The scalar and the length of a character beyond ASCII; for malformed UTF-8, its first byte.
  func scalar(_ index: Int) -> (value: UInt32, length: Int) {
    let first = byte(index)
    let (second, third) = (byte(index &+ 1), byte(index &+ 2))
    if first & 0xE0 == 0xC0, second & 0xC0 == 0x80 {
      return (UInt32(first & 0x1F) << 6 | UInt32(second & 0x3F), 2)
    }
    if first & 0xF0 == 0xE0, second & 0xC0 == 0x80, third & 0xC0 == 0x80 {
      return (
        UInt32(first & 0x0F) << 12 | UInt32(second & 0x3F) << 6 | UInt32(third & 0x3F), 3
      )
    }
    if first & 0xF8 == 0xF0, second & 0xC0 == 0x80, third & 0xC0 == 0x80,
      byte(index &+ 3) & 0xC0 == 0x80
    {
      return (0, 4)
    }
    return (0, 1)
  }

  /// The meaning of a character that is neither a digit nor an ASCII letter.
  enum Symbol {
    case blank, minus, degrees, minutes, seconds, separator, letter, other
  }

  func symbol(_ index: Int) -> (symbol: Symbol, length: Int) {
    let first = byte(index)
    if first < 0x80 {
      switch first {
      case 0x20, 0x09...0x0D, UInt8(ascii: "_"): return (.blank, 1)
      case UInt8(ascii: "-"): return (.minus, 1)
      case UInt8(ascii: "'"), UInt8(ascii: "`"): return (.minutes, 1)
      case UInt8(ascii: "\""): return (.seconds, 1)
      default: return (Self.isLetter(first) ? .letter : .other, 1)
      }
    }
    // ° is by far the most frequent.
    if first == 0xC2, byte(index &+ 1) == 0xB0 { return (.degrees, 2) }
    let (value, length) = scalar(index)
    switch value {
    case 0xBA, 0x2DA: return (.degrees, length)
    case 0x2019, 0x2018, 0x2032, 0x2B9, 0xB4, 0x2BC: return (.minutes, length)
    case 0x201D, 0x201C, 0x201E, 0x2033, 0x2BA, 0x2DD: return (.seconds, length)
    case 0x2212, 0x2010...0x2014, 0xFE63, 0xFF0D: return (.minus, length)
    // Commas and semicolons of Chinese, Japanese and Arabic, which never occur within a number.
    case 0xFF0C, 0x3001, 0xFF64, 0xFF1B, 0x60C, 0x61B: return (.separator, length)
    // All kinds of blanks, marks of writing direction, the byte order mark.
    case 0x85, 0xA0, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F, 0x2060, 0x2066...0x2069,
      0x3000, 0xFEFF:
      return (.blank, length)
    case 0xC0...0x24F: return (.letter, length)
    default: return (.other, length)
    }
  }

  /// The end of the word that begins at an index.
  func wordEnd(_ start: Int) -> Int {
    var index = start
    while index < end {
      if Self.isLetter(bytes[index]) {
        index &+= 1
      } else {
        guard bytes[index] >= 0x80 else { break }
        let (symbol, length) = symbol(index)
        guard symbol == .letter else { break }
        index &+= length
      }
    }
    return index
  }

  /// The word in a range of bytes; nil if it is unknown.
  func word(_ range: Range<Int>) -> CoordinateWords.Entry? {
    guard range.count <= 16 else { return nil }
    var key = CoordinateWords.Key()
    for index in range { key.append(bytes[index]) }
    return CoordinateWords.all.entry(key)
  }
}

extension UnsafeByteSpan {
  /// The text with fullwidth digits, letters, points and signs converted to ASCII; nil if it has
  /// none.
  ///
  /// A fullwidth comma is kept, because it never occurs within a number.
  internal var narrowed: [UInt8]? {
    var bytes: [UInt8] = []
    var index = 0
    var isWide = false
    while index < count {
      // U+FF00 to U+FF7F: ASCII from the blank on, shifted.
      if index + 2 < count, self[index] == 0xEF, self[index + 1] & 0xFE == 0xBC {
        let ascii = (self[index + 1] & 1) << 6 + (self[index + 2] & 0x3F) + 0x20
        switch ascii {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "+"):
          bytes.append(ascii)
          index += 3
          isWide = true
          continue
        default: break
        }
      }
      bytes.append(self[index])
      index += 1
    }
    return isWide ? bytes : nil
  }
}

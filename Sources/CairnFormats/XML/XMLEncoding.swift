internal import CairnMemory

/// The encodings of XML, with conversion to UTF-8: Unicode and Western Europe everywhere, others if
/// the operating system supports them.
internal enum XMLEncoding: Sendable, Hashable {
  case utf8
  case latin1
  case windows1252
  /// UTF-16, with the bytes of an incomplete unit or surrogate pair.
  case utf16(isBigEndian: Bool, rest: [UInt8])
  /// UTF-32, with the bytes of an incomplete character.
  case utf32(isBigEndian: Bool, rest: [UInt8])
  /// An encoding that the system converts, with the bytes of an incomplete line.
  case system(name: String, rest: [UInt8])
  /// An unknown encoding of which ASCII is a part: the text ends at the first other byte.
  case asciiOnly(name: String, found: UInt8?)

  /// Detects UTF-16 and UTF-32 by the byte order mark or by the zero bytes next to the first `<`.
  internal init?(wideStart bytes: [UInt8]) {
    if bytes.starts(with: [0, 0, 0xFE, 0xFF]) || bytes.starts(with: [0, 0, 0, 0x3C]) {
      self = .utf32(isBigEndian: true, rest: [])
    } else if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0x3C, 0, 0, 0]) {
      self = .utf32(isBigEndian: false, rest: [])
    } else if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0, 0x3C]) {
      self = .utf16(isBigEndian: true, rest: [])
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0x3C, 0]) {
      self = .utf16(isBigEndian: false, rest: [])
    } else {
      return nil
    }
  }

  /// Creates the encoding with a name, ignoring case, of an input that begins like ASCII.
  internal init(name: String) {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": self = .utf8
    case "iso-8859-1", "latin1", "latin-1", "iso_8859-1", "l1": self = .latin1
    case "windows-1252", "cp1252": self = .windows1252
    case "utf-16", "utf-16le", "utf-16be", "ucs-2", "iso-10646-ucs-2", "utf-32", "utf-32le",
      "utf-32be", "ucs-4", "iso-10646-ucs-4":
      // A text that was converted without changing its declaration, as .NET programs write it.
      self = .utf8
    default:
      let known = Self.systemName(name)
      // In EBCDIC, the declaration would not have been readable.
      let sample = Array("<?xml version='1.0'?>".utf8)
      self =
        TextConversion.utf8(sample, from: known) == sample
        ? .system(name: known, rest: []) : .asciiOnly(name: name, found: nil)
    }
  }

  /// The number of bytes of a line that is converted as a whole.
  private static var lineLimit: Int { 1 << 28 }

  /// The name that systems use for an encoding.
  private static func systemName(_ name: String) -> String {
    switch name.lowercased() {
    case "x-sjis", "windows-31j", "ms_kanji", "shift-jis", "sjis": "CP932"
    case "windows-874", "x-windows-874": "CP874"
    case "windows-949", "ks_c_5601-1987", "korean": "CP949"
    case "gb2312", "gb_2312-80", "x-gbk", "windows-936": "GBK"
    case "iso-8859-8-i", "iso-8859-8-e": "ISO-8859-8"
    case "x-mac-roman", "mac", "macroman": "MACINTOSH"
    case "x-mac-cyrillic": "MAC-CYRILLIC"
    case "dos-720", "dos-862": name.replacing("dos-", with: "CP")
    case "x-euc-jp": "EUC-JP"
    case "x-big5": "BIG5"
    default: name
    }
  }

  /// The reason why the text cannot be converted any further.
  internal var problem: FormatError.Reason? {
    guard case .asciiOnly(let name, let found?) = self else { return nil }
    let digits = String(found, radix: 16, uppercase: true)
    return .expected(
      "an encoding that this system converts, or pure ASCII",
      found: "the encoding \(name) with the byte 0x\(digits)")
  }

  /// Appends a piece of the input as UTF-8.
  ///
  /// An unpaired surrogate becomes three bytes that are not valid UTF-8, so that decoding the text
  /// detects it.
  internal mutating func convert(_ piece: [UInt8], to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + piece.count)
    switch self {
    case .utf8:
      bytes.append(contentsOf: piece)
    case .latin1:
      for byte in piece { Self.append(UInt32(byte), to: &bytes) }
    case .windows1252:
      for byte in piece {
        Self.append(0x80...0x9F ~= byte ? Self.upper[Int(byte) - 0x80] : UInt32(byte), to: &bytes)
      }
    case .asciiOnly(let name, let found):
      if found != nil { return }
      // An escape to other characters consists of ASCII bytes.
      let isStateful = ["hz", "iso-2022", "utf-7"].contains { name.lowercased().hasPrefix($0) }
      let end =
        piece.firstIndex { $0 >= 0x80 || isStateful && [0x1B, 0x2B, 0x7E].contains($0) }
        ?? piece.count
      bytes.append(contentsOf: piece[..<end])
      if end < piece.count { self = .asciiOnly(name: name, found: piece[end]) }
    case .system(let name, var rest):
      self = .utf8
      // Only at the end of a line is every encoding in its initial state. A line longer than every
      // record limit is converted in parts, so that memory is bounded.
      let isTooLong = rest.count + piece.count > Self.lineLimit
      guard let end = isTooLong ? piece.indices.last : piece.lastIndex(of: 0x0A) else {
        rest.append(contentsOf: piece)
        self = .system(name: name, rest: rest)
        return
      }
      rest.append(contentsOf: piece[...end])
      Self.append(lines: rest, from: name, to: &bytes)
      self = .system(name: name, rest: Array(piece[(end + 1)...]))
    case .utf32(let isBigEndian, let rest):
      let input = rest + piece
      let end = input.count & ~3
      for index in stride(from: 0, to: end, by: 4) {
        let unit = input[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        let scalar = isBigEndian ? unit : unit.byteSwapped
        if scalar != 0xFEFF { Self.append(min(scalar, 0x1FFFFF), to: &bytes) }
      }
      self = .utf32(isBigEndian: isBigEndian, rest: Array(input[end...]))
    case .utf16(let isBigEndian, let rest):
      let input = rest + piece
      let end = Self.append(utf16: input, isBigEndian: isBigEndian, to: &bytes)
      self = .utf16(isBigEndian: isBigEndian, rest: Array(input[end...]))
    }
  }

  /// Appends the units of UTF-16, without byte order marks.
  ///
  /// - Returns: the number of bytes that were read. The first half of a surrogate pair waits for
  ///   the second.
  private static func append(
    utf16 input: [UInt8], isBigEndian: Bool, to bytes: inout [UInt8]
  ) -> Int {
    func unit(at index: Int) -> UInt32 {
      let (first, second) = (UInt32(input[index]), UInt32(input[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = 0
    while index + 1 < input.count {
      let high = unit(at: index)
      if high & 0xFC00 == 0xD800 {
        guard index + 3 < input.count else { break }
        let low = unit(at: index + 2)
        if low & 0xFC00 == 0xDC00 {
          append(0x10000 + (high & 0x3FF) << 10 + low & 0x3FF, to: &bytes)
          index += 4
          continue
        }
      }
      if high != 0xFEFF { append(high, to: &bytes) }
      index += 2
    }
    return index
  }

  /// Appends the rest of the text; an invalid byte if the input ends within a character.
  internal mutating func finish(_ bytes: inout [UInt8]) {
    switch self {
    case .utf16(let isBigEndian, let rest) where !rest.isEmpty:
      bytes.append(0xFF)
      self = .utf16(isBigEndian: isBigEndian, rest: [])
    case .utf32(let isBigEndian, let rest) where !rest.isEmpty:
      bytes.append(0xFF)
      self = .utf32(isBigEndian: isBigEndian, rest: [])
    case .system(let name, let rest) where !rest.isEmpty:
      Self.append(lines: rest, from: name, to: &bytes)
      self = .system(name: name, rest: [])
    default: break
    }
  }

  /// Appends lines in an encoding of the system; an invalid byte in place of the first line that is
  /// not in it, and of those after it.
  private static func append(lines: [UInt8], from name: String, to bytes: inout [UInt8]) {
    if let text = TextConversion.utf8(lines, from: name) {
      bytes.append(contentsOf: text)
      return
    }
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let text = TextConversion.utf8(Array(line) + [0x0A], from: name) else { break }
      bytes.append(contentsOf: text)
    }
    bytes.append(0xFF)
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

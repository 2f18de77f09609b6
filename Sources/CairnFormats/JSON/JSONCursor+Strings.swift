internal import CairnMemory

/// The range of a string between its quotes.
internal struct JSONString {
  internal let range: Range<Int>
  internal let hasEscapes: Bool
}

extension JSONCursor {
  /// Reads and checks a string, whose opening quote is at the position.
  @inline(__always)
  internal mutating func string(checksText: Bool = true) throws(JSONFault) -> JSONString {
    let start = position &+ 1
    var at = start
    var high: UInt64 = 0
    var hasEscapes = false
    while true {
      // Tests eight bytes at a time. Only the lowest mark of each test is exact, and only that is
      // used.
      if at &+ 8 <= bytes.count {
        let word = bytes.word(at: at)
        let quotes = word ^ 0x2222_2222_2222_2222
        let slashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
        var marks = (quotes &- 0x0101_0101_0101_0101) & ~quotes
        marks |= (slashes &- 0x0101_0101_0101_0101) & ~slashes
        marks |= (word &- 0x2020_2020_2020_2020) & ~word
        marks &= 0x8080_8080_8080_8080
        if marks == 0 {
          high |= word
          at &+= 8
          continue
        }
        // All bytes below the first mark are plain.
        high |= word & (marks & (0 &- marks) &- 1)
        at &+= marks.trailingZeroBitCount &>> 3
      } else if at == bytes.count {
        throw JSONFault(.ends, at: at)
      }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try skipEscape(&at, checksText: checksText)
      } else if byte < 0x20 {
        throw JSONFault(.syntax(.escapedControl), at: at)
      } else {
        high |= UInt64(byte)
        at &+= 1
      }
    }
    position = at &+ 1
    if high & 0x8080_8080_8080_8080 != 0, checksText { try checkText(in: start..<at) }
    return JSONString(range: start..<at, hasEscapes: hasEscapes)
  }

  /// Skips an escape, or both escapes of a surrogate pair.
  @inline(never)
  private func skipEscape(_ at: inout Int, checksText: Bool) throws(JSONFault) {
    let start = at
    guard at + 1 < bytes.count else { throw JSONFault(.ends, at: bytes.count) }
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let unit = try codeUnit(at: at + 2)
      at += 6
      guard checksText, unit & 0xF800 == 0xD800 else { return }
      guard unit < 0xDC00 else { throw JSONFault(.brokenText, at: start) }
      guard at < bytes.count else { throw JSONFault(.ends, at: at) }
      guard bytes[at] == UInt8(ascii: "\\") else { throw JSONFault(.brokenText, at: start) }
      guard at + 1 < bytes.count else { throw JSONFault(.ends, at: bytes.count) }
      guard bytes[at + 1] == UInt8(ascii: "u") else { throw JSONFault(.brokenText, at: start) }
      let second = try codeUnit(at: at + 2)
      guard second & 0xFC00 == 0xDC00 else { throw JSONFault(.brokenText, at: start) }
      at += 6
    default: throw JSONFault(.syntax(.escape), at: at + 1)
    }
  }

  /// Reads four hexadecimal digits.
  private func codeUnit(at start: Int) throws(JSONFault) -> UInt32 {
    var unit: UInt32 = 0
    for at in start..<(start + 4) {
      guard at < bytes.count else { throw JSONFault(.ends, at: bytes.count) }
      guard let digit = bytes[at].hexadecimalValue else {
        throw JSONFault(.syntax(.escape), at: at)
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// Checks that bytes are UTF-8 (Unicode 15, table 3-7).
  @inline(never)
  private func checkText(in range: Range<Int>) throws(JSONFault) {
    var at = range.lowerBound
    while at < range.upperBound {
      let first = bytes[at]
      if first < 0x80 {
        at &+= 1
        continue
      }
      let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard first >= 0xC2, first <= 0xF4, at &+ length <= range.upperBound else {
        throw JSONFault(.brokenText, at: at)
      }
      // The bounds of the second byte exclude overlong forms, surrogates and values beyond
      // U+10FFFF.
      let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
      let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
      guard bytes[at &+ 1] >= low, bytes[at &+ 1] <= highest else {
        throw JSONFault(.brokenText, at: at)
      }
      for next in (at &+ 2)..<max(at &+ 2, at &+ length) {
        guard bytes[next] & 0xC0 == 0x80 else { throw JSONFault(.brokenText, at: at) }
      }
      at &+= length
    }
  }

  /// The text of a string.
  internal func text(_ string: JSONString) -> String {
    guard string.hasEscapes else { return bytes.text(in: string.range) }
    var text: [UInt8] = []
    append(string, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of a checked string with its escapes resolved.
  @inline(__always)
  internal func append(_ string: JSONString, to text: inout [UInt8]) {
    if string.hasEscapes {
      appendUnescaped(string.range, to: &text)
    } else {
      text.append(bytes, string.range)
    }
  }

  @inline(never)
  private func appendUnescaped(_ range: Range<Int>, to text: inout [UInt8]) {
    var run = range.lowerBound
    var at = run
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      text.append(bytes, run..<at)
      let mark = bytes[at + 1]
      at += 2
      switch mark {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = (try? codeUnit(at: at)) ?? 0xFFFD
        at += 4
        if scalar & 0xFC00 == 0xD800, at + 6 <= range.upperBound,
          let second = try? codeUnit(at: at + 2), second & 0xFC00 == 0xDC00
        {
          scalar = 0x1_0000 + (scalar & 0x3FF) << 10 + second & 0x3FF
          at += 6
        }
        text.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? .init())
      default: text.append(mark)
      }
      run = at
    }
    text.append(bytes, run..<range.upperBound)
  }
}

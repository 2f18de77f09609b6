extension OpeningHoursParser {
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  var isDigit: Bool { isDigit(at: index) }

  func isDigit(at index: Int) -> Bool {
    index < bytes.count && 0x30...0x39 ~= bytes[index]
  }

  /// The number of digits that follow, up to five.
  var digitCount: Int {
    var count = 0
    while count < 5, isDigit(at: index + count) { count += 1 }
    return count
  }

  private func isAt(_ text: StaticString, _ index: Int) -> Bool {
    var index = index
    for scalar in "\(text)".utf8 {
      guard index < bytes.count, bytes[index] == scalar else { return false }
      index += 1
    }
    return true
  }

  /// Skips a text if it follows.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text, index) else { return false }
    index += text.utf8CodeUnitCount
    return true
  }

  /// Skips an apostrophe, straight or curly.
  mutating func skipApostrophe() -> Bool { skip("'") || skip("\u{2019}") }

  /// Skips white space, including no-break spaces.
  mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x09, 0x0A, 0x0D, 0x20: index += 1
      case 0xC2 where isAt("\u{A0}", index): index += 2
      case 0xE2 where isWideBlank: index += 3
      default: return
      }
    }
  }

  /// Whether a space of Unicode between U+2000 and U+202F or a mark of direction follows.
  private var isWideBlank: Bool {
    guard index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return false }
    return 0x80...0x8F ~= bytes[index + 2] || bytes[index + 2] == 0xAF
  }

  /// Skips a dash of any kind and the blanks around it, if there is one.
  mutating func skipDash() -> Bool {
    let start = index
    skipBlanks()
    let dashes: [StaticString] = [
      "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2192}",
      "\u{2212}",
    ]
    if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "~") {
      index += 1
    } else if dashes.contains(where: { isAt($0, index) }) {
      index += 3
    } else {
      index = start
      return false
    }
    skipBlanks()
    return true
  }

  var quoteLength: Int {
    if peek == UInt8(ascii: "\"") { return 1 }
    let quotes: [StaticString] = ["\u{201C}", "\u{201D}", "\u{201E}"]
    return quotes.contains { isAt($0, index) } ? 3 : 0
  }

  var isQuote: Bool { quoteLength > 0 }

  /// The letters from here on in lowercase.
  var word: String {
    let letters = bytes[index..<wordEnd]
    if letters.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: letters.map { $0 | 0x20 }, as: UTF8.self)
    }
    return String(decoding: letters, as: UTF8.self).lowercased()
  }

  /// The end of the letters from here on, at most 40 bytes; of Chinese, Japanese, Korean and Thai,
  /// the longest word that is known.
  var wordEnd: Int {
    var end = index
    if end < bytes.count, bytes[end] == 0xE0 || 0xE3...0xED ~= bytes[end] {
      // Each letter has three bytes.
      let last = min((bytes.count - index) / 3, bytes[end] == 0xE0 ? 13 : 6)
      for count in stride(from: last, to: 0, by: -1) {
        let next = index + 3 * count
        if HoursPhrase.unspaced.contains(String(decoding: bytes[index..<next], as: UTF8.self)) {
          return next
        }
      }
    }
    while end < bytes.count, end - index < 40, isLetter(bytes[end], isFirst: end == index) {
      end += 1
    }
    return end
  }

  /// Whether a byte belongs to a letter: of ASCII, Latin, Greek, Cyrillic, Hebrew, Arabic or an
  /// Asian script.
  ///
  /// Other signs beyond ASCII, such as dashes and quotation marks, begin with 0xC2 or 0xE2.
  private func isLetter(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0xC3...0xE1, 0xE3...0xEE: true
    case 0x80...0xBF: !isFirst
    default: false
    }
  }

  /// Skips one of several words if it follows.
  mutating func skipWord(_ words: [String]) -> Bool {
    let word = word
    guard words.contains(word) else { return false }
    index = wordEnd
    return true
  }

  /// Parses the digits that follow.
  mutating func readNumber() -> Int {
    var number = 0
    while isDigit, number < 100_000 {
      number = number * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return number
  }
}

internal import CairnMemory
internal import CairnText

/// A fast test of names for the words of a query, which rejects most names without their keys.
///
/// It reads the bytes of a name once. Thousands of names have one common word of a query, such as
/// "airport", and folding each of them took most of the time of a search.
internal struct WordFilter {
  /// The words, with whether a word may be the beginning of an abbreviation or of its other forms,
  /// which begin with the same letter.
  private var words: [(letters: [UInt8], isLoose: Bool)] = []
  /// The first letters of all words, if names whose first words begin with these are not rejected.
  private let initials: [UInt8]
  /// A bit for each word.
  private let all: UInt64

  /// - Parameters:
  ///   - words: words of a key, at most eight.
  ///   - known: the beginning of a word that each tested name has.
  ///   - isInOrder: whether to accept names whose first words have the first letters of the words,
  ///     since these may be abbreviations.
  init(_ words: [ArraySlice<UInt8>], besides known: SearchKey, orInOrder isInOrder: Bool) {
    for word in words where !known.bytes.starts(with: word) {
      self.words.append((Array(word), SearchReadings.mayBeginAbbreviation(word)))
    }
    all = 1 << UInt64(self.words.count) - 1
    initials = isInOrder ? words.compactMap(\.first) : []
  }

  /// Whether a name may have all words, as `Gazetteer.hasWords`.
  ///
  /// A word begins after a byte that is not a letter, and may continue after such bytes: "Al-Ula"
  /// has `al`, `ula` and `alula`. Letters other than those of ASCII are not compared.
  ///
  /// - Parameters:
  ///   - text: the text of a table.
  ///   - start: the byte at which a name starts, which ends before a tab or a line feed.
  /// - Returns: false only if the name does not have the words.
  func mayAccept(_ text: ConstantText, _ start: Int) -> Bool {
    var missing = all
    if missing == 0 { return true }
    var position = start
    var isStart = true
    // The number of words that begin with the initials; nil if one does not.
    var count: Int? = initials.isEmpty ? nil : 0
    while position < text.count {
      let byte = text[position]
      if byte >= 0x80 {
        if isStart || count != nil { return true }
        // Such a character may separate words.
        isStart = true
        while position + 1 < text.count, text[position + 1] & 0xC0 == 0x80 { position += 1 }
      } else if Self.isLetter(byte) {
        if isStart {
          if let known = count {
            count = byte | 0x20 == initials[known] ? known + 1 : nil
            if count == initials.count { return true }
          }
          missing = remove(missing, text, position, byte | 0x20)
          if missing == 0 { return true }
        }
        isStart = false
      } else if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") {
        return false
      } else {
        // The key of "&" is a word, and apostrophes do not always separate words.
        let isApostrophe = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
        if byte == UInt8(ascii: "&") || isApostrophe && count != nil { return true }
        isStart = true
      }
      position += 1
    }
    return false
  }

  /// Whether a byte is a letter or a digit of ASCII; digits also have the bit of lowercase letters.
  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }

  /// The missing words without those that may begin at a position with a letter.
  @inline(__always)
  private func remove(
    _ missing: UInt64, _ text: ConstantText, _ position: Int, _ letter: UInt8
  ) -> UInt64 {
    var missing = missing
    for index in words.indices where missing & 1 << UInt64(index) != 0 {
      let word = words[index].letters
      if word[0] == letter, words[index].isLoose || Self.mayBegin(text, position, word) {
        missing &= ~(1 << UInt64(index))
      }
    }
    return missing
  }

  /// Whether the letters from a position on may be those of a word, or are an initial, which may be
  /// joined with others.
  private static func mayBegin(_ text: ConstantText, _ start: Int, _ word: [UInt8]) -> Bool {
    var position = start
    var count = 0
    while count < word.count {
      guard position < text.count else { return false }
      let byte = text[position]
      if byte >= 0x80 || byte == UInt8(ascii: "&") { return true }
      if isLetter(byte) {
        guard byte | 0x20 == word[count] else { return false }
        count += 1
      } else if byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n") {
        return false
      } else if position == start + 1 {
        return true
      }
      position += 1
    }
    return true
  }
}

package import CairnMemory

/// A search key of a name: lowercase, without accents, words separated by single spaces.
///
/// "São Paulo", "sao paulo" and "SAO PAULO" have the key `sao paulo`; "Nuku'alofa" has `nukualofa`,
/// "Straße" `strasse`, "Łódź" `lodz`. Texts have the same key if they differ only in
/// - case in any script, including the final sigma: "ΑΘΗΝΑ" and "Αθήνα";
/// - accents of Latin, Greek and Cyrillic letters, except that й is a letter of its own; vowel
///   signs and hamza of Arabic, and ة and ه, ى and ي; points of Hebrew; nuktas of Indic scripts;
/// - composed and decomposed letters, ligatures, presentation and width forms: "ﬁ", "ﾊﾞｽ", "Ⅷ";
/// - hiragana and katakana, the digits of any script, "&" and "and", "№" and "No.".
///
/// Punctuation of any script counts as white space, apostrophes are dropped. Keys are ordered by
/// their bytes, which is not the order of any language: for lists that people read, sort the names
/// themselves. A text of only punctuation has an empty key.
package struct SearchKey: Hashable, Sendable {
  package var bytes: [UInt8]

  /// Creates a key from its bytes.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: some StringProtocol) {
    bytes = []
    bytes.reserveCapacity(text.utf8.count)
    Self.append(String(text), to: &bytes)
  }

  /// Appends the key of a text to bytes, without a leading space.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let isDone: Void? = text.withUTF8Span { append($0, to: &bytes) }
    if isDone == nil {
      // A bridged string without contiguous storage.
      let copy = String(decoding: Array(text.utf8), as: UTF8.self)
      copy.withUTF8Span { append($0, to: &bytes) }
    }
  }

  private static func append(_ text: UnsafeSpan<UInt8>, to bytes: inout [UInt8]) {
    var folding = Folding(start: bytes.count)
    var place = 0
    while place < text.count {
      let byte = text[place]
      if byte == UInt8(ascii: "&") {
        folding.append(ascii: byte, to: &bytes)
        place += 1
        continue
      }
      if byte < 0x80 {
        place = folding.appendRun(of: text, from: place, to: &bytes)
        continue
      }
      // A string is valid UTF-8: the first byte determines the number of following bytes, each with
      // six bits.
      var value = UInt32(byte & (byte < 0xE0 ? 0x1F : byte < 0xF0 ? 0xF : 7))
      place += 1
      for _ in 0..<(byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3) where place < text.count {
        value = value << 6 | UInt32(text[place] & 0x3F)
        place += 1
      }
      folding.append(Unicode.Scalar(value) ?? "\u{FFFD}", to: &bytes)
    }
  }

  package init(_ text: ConstantText, _ range: Range<Int>) {
    bytes = []
    assign(text, range)
  }

  /// Replaces the key by that of another text, reusing its memory.
  package mutating func assign(_ text: ConstantText, _ range: Range<Int>) {
    bytes.removeAll(keepingCapacity: true)
    var folding = Folding()
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = text[position]
      if byte < 0x80 {
        folding.append(ascii: byte, to: &bytes)
        position += 1
      } else {
        // The tables are valid UTF-8; a scalar ends before the next byte that starts one.
        var end = position + 1
        while end < range.upperBound, text[end] & 0xC0 == 0x80 { end += 1 }
        folding.append(text.scalar(position..<end), to: &bytes)
        position = end
      }
    }
  }

  package var isEmpty: Bool { bytes.isEmpty }

  /// Whether this key starts with another, whose last Hangul syllable may be incomplete.
  package func hasPrefix(_ prefix: SearchKey) -> Bool {
    TypedPrefix(prefix.bytes[...]).begins(bytes[...])
  }

  /// The key without its spaces, for abbreviations: "D.C." is `dc`.
  package var compact: [UInt8] { bytes.filter { $0 != UInt8(ascii: " ") } }

  /// Whether any word of the key starts with the given letters, whose last Hangul syllable may be
  /// incomplete.
  package func hasWord(beginningWith letters: ArraySlice<UInt8>) -> Bool {
    let typed = TypedPrefix(letters)
    var start = 0
    while start + letters.count <= bytes.count {
      if typed.begins(bytes[start...]) { return true }
      guard let space = bytes[start...].firstIndex(of: UInt8(ascii: " ")) else { return false }
      start = space + 1
    }
    return false
  }

  /// The words of the key.
  package var words: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: " ")) }
}

extension SearchKey: Comparable {
  package static func < (a: SearchKey, b: SearchKey) -> Bool {
    a.bytes.lexicographicallyPrecedes(b.bytes)
  }
}

extension ConstantText {
  /// The scalar encoded in the given range.
  fileprivate func scalar(_ range: Range<Int>) -> Unicode.Scalar {
    var value =
      UInt32(self[range.lowerBound]) & (range.count == 2 ? 0x1F : range.count == 3 ? 0xF : 7)
    for position in range.dropFirst() { value = value << 6 | UInt32(self[position] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}

package import CairnMemory

/// A search key of a name: lowercase, without accents, words separated by single spaces.
///
/// "São Paulo", "sao paulo" and "SAO PAULO" have the key `sao paulo`; "Nuku'alofa" has `nukualofa`,
/// "Straße" `strasse`, "Łódź" `lodz`. Precomposed and combining accents are equivalent, and so are
/// half-width and full-width Latin letters and katakana: "ﾊﾞｽ" has the key of "バス". Other non-Latin
/// letters are only lowercased; punctuation of any script counts as white space. Keys are ordered
/// by their bytes, which is not the order of any language: for lists that people read, sort the
/// names themselves. A text of only punctuation has an empty key.
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

  /// Whether this key starts with another.
  package func hasPrefix(_ prefix: SearchKey) -> Bool {
    bytes.count >= prefix.bytes.count && bytes.starts(with: prefix.bytes)
  }

  /// The key without its spaces, for abbreviations: "D.C." is `dc`.
  package var compact: [UInt8] { bytes.filter { $0 != UInt8(ascii: " ") } }

  /// Whether any word of the key starts with the given letters.
  package func hasWord(beginningWith letters: ArraySlice<UInt8>) -> Bool {
    var start = 0
    while start + letters.count <= bytes.count {
      if bytes[start...].starts(with: letters) { return true }
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

/// The folding of one text; its state is whether a space is pending.
private struct Folding {
  /// The index at which the key starts in the bytes.
  var start = 0
  var spaceIsDue = false

  mutating func append(ascii byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      letter(byte, to: &bytes)
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter(byte | 0x20, to: &bytes)
    case UInt8(ascii: "'"), UInt8(ascii: "`"): break
    default: spaceIsDue = true
    }
  }

  /// Appends a run of ASCII from a place, assembled in scratch memory: most texts are ASCII only.
  ///
  /// - Returns: the place after the run.
  mutating func appendRun(of text: UnsafeSpan<UInt8>, from first: Int, to bytes: inout [UInt8])
    -> Int
  {
    let isBehind = bytes.count > start
    var isDue = spaceIsDue
    var place = first
    // Each space replaces a skipped byte, except for one that may be pending.
    withScratch(of: UInt8.self, count: text.count - first + 1) { key in
      var end = 0
      while place < text.count, text[place] < 0x80 {
        let byte = text[place]
        place &+= 1
        // Digits also have the bit of lowercase letters.
        let small = byte | 0x20
        if small &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 {
          if isDue, isBehind || end > 0 {
            key[end] = UInt8(ascii: " ")
            end &+= 1
          }
          isDue = false
          key[end] = small
          end &+= 1
        } else if byte != UInt8(ascii: "'"), byte != UInt8(ascii: "`") {
          isDue = true
        }
      }
      bytes.append(key.window, 0..<end)
    }
    spaceIsDue = isDue
    return place
  }

  mutating func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case ..<0x80: append(ascii: UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
    case 0xAD, 0xB4, 0x2018, 0x2019: break  // soft hyphen, apostrophes
    case 0xA0..<0xC0, 0x2000..<0x2070: spaceIsDue = true
    case 0x2B0..<0x370: break  // modifier letters, combining marks
    case 0xC0..<0x2B0: table(FoldTable.from00C0, 0xC0, scalar, to: &bytes)
    case 0x1E00..<0x1F00: table(FoldTable.from1E00, 0x1E00, scalar, to: &bytes)
    case 0x3000..<0x3100, 0xFE30..<0xFE70, 0xFF00..<0xFFA0: wide(scalar, to: &bytes)
    default: foreign(scalar, to: &bytes)
    }
  }

  private mutating func table(
    _ table: StaticString, _ first: UInt32, _ scalar: Unicode.Scalar, to bytes: inout [UInt8]
  ) {
    switch ConstantText(table)[Int(scalar.value - first)] {
    case UInt8(ascii: "_"): spaceIsDue = true
    case UInt8(ascii: "*"):
      let (first, second) = FoldTable.pair(scalar.value)
      letter(first, to: &bytes)
      letter(second, to: &bytes)
    case UInt8(ascii: "?"): foreign(scalar, to: &bytes)
    case let folded: letter(folded, to: &bytes)
    }
  }

  /// Appends kana, Chinese and Japanese punctuation, and full-width or half-width letters.
  private mutating func wide(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303C,
      0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF:
      foreign(scalar, to: &bytes)
    case 0x302A...0x302F: break  // tone marks
    case 0x3099, 0x309B, 0xFF9E: mark(KanaTable.voiced, to: &bytes)
    case 0x309A, 0x309C, 0xFF9F: mark(KanaTable.halfVoiced, to: &bytes)
    case 0xFF01...0xFF5E: append(ascii: UInt8(scalar.value - 0xFEE0), to: &bytes)
    case 0xFF66...0xFF9D:
      foreign(KanaTable.wide(scalar.value), to: &bytes)
    default: spaceIsDue = true
    }
  }

  /// Adds a mark to the last kana; a mark after any other letter is ignored.
  private func mark(_ marked: (UInt32) -> Unicode.Scalar?, to bytes: inout [UInt8]) {
    guard !spaceIsDue, bytes.count >= start + 3, bytes[bytes.count - 3] == 0xE3 else { return }
    let value =
      0x3000 | UInt32(bytes[bytes.count - 2] & 0x3F) << 6 | UInt32(bytes[bytes.count - 1] & 0x3F)
    guard let scalar = marked(value) else { return }
    bytes.replaceSubrange((bytes.count - 3)..., with: String(scalar).utf8)
  }

  private mutating func foreign(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    switch scalar.value {
    // The apostrophes of Hebrew and Armenian, and the Arabic tatweel (kashida).
    case 0x5F3, 0x55A, 0x640: return
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .spaceSeparator, .control, .lineSeparator, .paragraphSeparator,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      spaceIsDue = true
      return
    default: break
    }
    for byte in properties.lowercaseMapping.utf8 { letter(byte, to: &bytes) }
  }

  private mutating func letter(_ byte: UInt8, to bytes: inout [UInt8]) {
    if spaceIsDue, bytes.count > start { bytes.append(UInt8(ascii: " ")) }
    spaceIsDue = false
    bytes.append(byte)
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

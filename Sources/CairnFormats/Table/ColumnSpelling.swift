/// The spelling of column names: the forms in which a name is compared with the known ones.
internal enum ColumnSpelling {
  /// The name in lower case, without spaces of any kind, punctuation, symbols and invisible
  /// characters; letters of full width are narrow.
  static func plain(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(
        decoding: name.utf8.compactMap { byte -> UInt8? in
          if byte &- 0x41 < 26 { return byte | 0x20 }
          return byte.isLetter || byte.isDigit || delimiters.contains(byte) ? byte : nil
        }, as: UTF8.self)
    }
    var plain = String.UnicodeScalarView()
    for scalar in name.lowercased().unicodeScalars {
      if 0xFF01...0xFF5E ~= scalar.value, let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
        if narrow.properties.isAlphabetic || 0x30...0x39 ~= narrow.value { plain.append(narrow) }
      } else if isKept(scalar) || scalar.isASCII && delimiters.contains(UInt8(ascii: scalar)) {
        plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Delimiters that are not removed: `lat;lon` with another delimiter is not one column for both.
  private static let delimiters = Array(";|\t".utf8)

  /// Whether a scalar is a letter, a mark of a letter or a digit.
  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default: false
    }
  }

  /// A plain name without the marks of its Latin and Greek letters: `zeměpisnášířka` becomes
  /// `zemepisnasirka`.
  ///
  /// - Complexity: O(the name).
  static func withoutMarks(_ plain: String) -> String {
    if plain.utf8.allSatisfy({ $0 < 0x80 }) { return plain }
    var bare = String.UnicodeScalarView()
    for scalar in plain.unicodeScalars where !(0x300...0x36F ~= scalar.value) {
      bare.append(base(of: scalar))
    }
    return String(bare)
  }

  /// Greek letters with a mark and the final sigma, which capitals do not have.
  private static let greek: [Unicode.Scalar: Unicode.Scalar] = [
    "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ",
    "ΐ": "ι", "ΰ": "υ", "ς": "σ",
  ]

  /// The basic letter of a letter with a mark, such as `l` of `ł`; other scalars unchanged.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    if 0x370...0x3FF ~= scalar.value { return greek[scalar] ?? scalar }
    guard 0xC0...0x24F ~= scalar.value || 0x1E00...0x1EFF ~= scalar.value else { return scalar }
    if scalar == "ı" { return "i" }
    let prefix = "LATIN SMALL LETTER "
    guard let name = scalar.properties.name, name.hasPrefix(prefix) else { return scalar }
    let letter = name.dropFirst(prefix.count).prefix { $0 != " " }
    guard letter.count == 1, let first = letter.lowercased().unicodeScalars.first else {
      return scalar
    }
    return first
  }

  /// The occurrences of a word in a plain name, which do not overlap.
  ///
  /// Compares bytes: a header may have a million names, for which `ranges(of:)` of a string is
  /// slow.
  ///
  /// - Complexity: O(the name · the word).
  static func ranges(of word: String, in name: String) -> [Range<String.Index>] {
    let (text, wanted) = (name.utf8, word.utf8)
    guard let first = wanted.first else { return [] }
    var found: [Range<String.Index>] = []
    var place = text.startIndex
    while let start = text[place...].firstIndex(of: first) {
      if text[start...].starts(with: wanted) {
        place = text.index(start, offsetBy: wanted.count)
        found.append(start..<place)
      } else {
        place = text.index(after: start)
      }
    }
    return found
  }

  /// A plain name with the usual misspellings of latitude and longitude corrected.
  static func corrected(_ plain: String) -> String {
    let count = plain.utf8.count
    if (7...10).contains(count), plain.utf8.first == UInt8(ascii: "l") {
      let isLongitude = isNearly(plain, "longitude")
      if isLongitude != isNearly(plain, "latitude") {
        return isLongitude ? "longitude" : "latitude"
      }
    }
    guard count <= 60,
      !ranges(of: "itu", in: plain).isEmpty || !ranges(of: "titide", in: plain).isEmpty
    else { return plain }
    for (wrong, right) in misspellings where plain.contains(wrong) {
      return plain.replacing(wrong, with: right)
    }
    return plain
  }

  private static let misspellings = [
    ("longtitude", "longitude"), ("longitute", "longitude"), ("lontitude", "longitude"),
    ("longtitute", "longitude"), ("logitude", "longitude"), ("langitude", "longitude"),
    ("longituge", "longitude"), ("lattitude", "latitude"), ("lattitute", "latitude"),
    ("latitute", "latitude"), ("latitide", "latitude"), ("latittude", "latitude"),
    ("laditude", "latitude"), ("latitiude", "latitude"), ("longitiude", "longitude"),
  ]

  /// Whether a word differs from another by at most one letter that is wrong, missing or added, or
  /// by two letters in the wrong order, and begins with the same letter.
  private static func isNearly(_ word: String, _ other: String) -> Bool {
    let (a, b) = (Array(word.unicodeScalars), Array(other.unicodeScalars))
    // A letter after the word is a suffix with a meaning, such as S.
    guard a.first == b.first, abs(a.count - b.count) <= 1, !a.starts(with: b) else { return false }
    var start = 0
    while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
    var end = 0
    while end < min(a.count, b.count) - start, a[a.count - 1 - end] == b[b.count - 1 - end] {
      end += 1
    }
    let (left, right) = (a[start..<a.count - end], b[start..<b.count - end])
    if left.count <= 1, right.count <= 1 { return true }
    return left.count == 2 && right.count == 2 && left.first == right.last
      && left.last == right.first
  }
}

// MARK: Similar names

extension ColumnSpelling {
  /// Whether a name is a known word in another form: with a wrong letter, another ending, or
  /// abbreviated, as `szer.` and `Геогр. ширина` are.
  ///
  /// That is too little to recognize a single column, but enough for two whose names are those of
  /// one language.
  ///
  /// - Parameters:
  ///   - name: the name as it is written.
  ///   - word: the word, in the form of ``plain(_:)``.
  /// - Returns: true for the word itself too, with or without the marks of its letters.
  static func isSimilar(_ name: String, to word: String) -> Bool {
    let bare = withoutMarks(plain(name))
    let known = withoutMarks(word)
    guard bare.unicodeScalars.first == known.unicodeScalars.first else { return false }
    if bare == known || isAbbreviation(name, of: known) { return true }
    let (a, b) = (Array(bare.unicodeScalars), Array(known.unicodeScalars))
    guard min(a.count, b.count) >= 5 else { return false }
    if isNearly(bare, known) { return true }
    let stem = zip(a, b).prefix { $0 == $1 }.count
    return stem >= 5 && stem >= max(a.count, b.count) - 3
  }

  /// Whether the parts of a name are parts of a word in their order: the beginning of it, and the
  /// end unless a period marks the last part as abbreviated.
  private static func isAbbreviation(_ name: String, of word: String) -> Bool {
    let parts = name.lowercased().split { !($0.isLetter || $0 == ".") }
      .flatMap(pieces)
    guard (1...4).contains(parts.count), parts.contains(where: \.isCut) || parts.count > 1 else {
      return false
    }
    var rest = Substring(word)
    for (number, part) in parts.enumerated() {
      guard part.text.unicodeScalars.count >= 2 else { return false }
      if number == 0 {
        guard rest.hasPrefix(part.text) else { return false }
        rest = rest.dropFirst(part.text.count)
      } else if number == parts.count - 1, !part.isCut {
        guard rest.hasSuffix(part.text) else { return false }
        rest = ""
      } else {
        guard let range = ranges(of: part.text, in: String(rest)).first else { return false }
        rest = Substring(String(rest)[range.upperBound...])
      }
    }
    return parts.last?.isCut == true || rest.isEmpty
  }

  /// The letters between the periods of a text, each with whether a period follows.
  private static func pieces(of text: Substring) -> [(text: String, isCut: Bool)] {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    return words.enumerated().compactMap { number, word in
      word.isEmpty
        ? nil : (withoutMarks(plain(String(word))), number < words.count - 1)
    }
  }
}

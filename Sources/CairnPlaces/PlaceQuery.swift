internal import CairnText

/// The text typed for a place: a name, and qualifiers that distinguish places of the same name.
///
/// In "Paris, Texas, USA" the name is "Paris" and the qualifiers are "Texas" and "USA".
internal struct PlaceQuery {
  /// The text as typed, without spaces around it.
  let text: String
  /// The name as typed.
  let name: String
  /// The key of the name.
  let key: SearchKey
  /// The parts after the commas.
  let qualifiers: [Qualifier]
  /// The phrases that were looked up as qualifiers.
  let phrases: QualifierPhrases

  init(_ text: String) {
    let parts = Self.parts(of: text)
    self.text = Self.trimmed(text[...])
    name = parts.first ?? ""
    key = SearchKey(name)
    phrases = QualifierPhrases()
    qualifiers = parts.dropFirst().map(phrases.qualifier)
  }

  private init(
    text: String, name: String, key: SearchKey, qualifiers: [Qualifier], phrases: QualifierPhrases
  ) {
    self.phrases = phrases
    self.text = text
    self.name = name
    self.key = key
    self.qualifiers = qualifiers
  }

  /// The parts between the commas.
  var parts: [String] { Self.parts(of: text) }

  private static func parts(of text: String) -> [String] {
    // Includes the commas of Chinese, Japanese and Arabic.
    text.split(whereSeparator: { ",，、､،".contains($0) }).map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The name as letters in base 256 if it has the form of an airport code.
  var code: UInt32? {
    guard name.utf8.count == 3 || name.utf8.count == 4 else { return nil }
    var code: UInt32 = 0
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): code = code << 8 | UInt32(byte & 0xDF)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        code = code << 8 | UInt32(byte)
      default: return nil
      }
    }
    return code
  }

  /// Whether the last word is written like a code of a region or a country, unlike the others.
  var endsWithCode: Bool { withoutCode(of: 2...3) != nil }

  /// The text without such a code: "Milano" for "Milano (MI)".
  ///
  /// - Parameter lengths: the number of letters of the code.
  /// - Returns: the text before the code; nil if the text does not end with one.
  func withoutCode(of lengths: ClosedRange<Int>) -> String? {
    let words = name.split { !$0.isLetter }
    guard words.count > 1, qualifiers.isEmpty, let last = words.last, lengths ~= last.utf8.count,
      last.utf8.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }),
      name.contains(where: \.isLowercase)
    else { return nil }
    return String(name[..<last.startIndex])
  }

  /// Whether the name is written like an airport code: in uppercase.
  var isWrittenAsCode: Bool {
    code != nil && !name.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension PlaceQuery {
  /// The name under another key, with the same qualifiers.
  func named(_ key: SearchKey) -> PlaceQuery {
    PlaceQuery(text: text, name: name, key: key, qualifiers: qualifiers, phrases: phrases)
  }

  /// The keys under which the name may be recorded: as typed; with `saint` or `sankt` for `st`
  /// and the reverse; without `the`; with initials or neighboring words joined, as in "al ula".
  var variants: [SearchKey] {
    var keys = spellings
    func append(_ bytes: [UInt8]) { keys.append(SearchKey(bytes: bytes)) }
    if let initials = SearchReadings.joiningInitials(key.bytes[...]) { append(initials) }
    if let shorter = SearchReadings.withoutFinalVirama(key.bytes[...]) { append(shorter) }
    let words = key.words
    if words.count > 1, words[0].elementsEqual("the".utf8) {
      append(Array(key.bytes[words[1].startIndex...]))
    }
    if (2...4).contains(words.count) {
      for word in words.dropFirst() {
        var joined = key.bytes
        joined.remove(at: word.startIndex - 1)
        append(joined)
      }
    }
    return keys
  }

  /// The key in the other script of Chinese.
  var inOtherScripts: [SearchKey] {
    SearchReadings.exchangingChinese(key.bytes[...]).map { SearchKey(bytes: $0) }
  }

  /// The key with umlauts and long vowels as single letters, which is compared only with main
  /// names, if nothing has the key as typed; nil if it has none.
  var withShortVowels: SearchKey? {
    SearchReadings.shorteningVowels(key.bytes[...]).map { SearchKey(bytes: $0) }
  }

  /// The key with its Arabic articles in other forms, if nothing begins with the key as typed.
  var withOtherArticles: [SearchKey] {
    SearchReadings.exchangingArticles(key.bytes[...]).map { SearchKey(bytes: $0) }
  }

  /// The key with an Arabic article that is joined to a word as a word, in all its forms, if
  /// nothing is found otherwise.
  var withSeparatedArticle: [SearchKey] {
    SearchReadings.separatingArticle(key.bytes[...]).map { SearchKey(bytes: $0) }
  }

  /// The key as typed, and with its abbreviations written out and the reverse.
  var spellings: [SearchKey] {
    [key] + SearchReadings.exchangingAbbreviations(key.bytes[...]).map { SearchKey(bytes: $0) }
  }

  /// The ways to divide the words into a name and words that qualify it, those with the longest
  /// name first: "paris | texas usa", "france | paris".
  var divisions: [(name: SearchKey, qualifiers: QualifierWords)] {
    dividedWords.map { ($0.name, $0.qualifiers) }
  }

  /// The divisions, with whether the name comes first.
  var dividedWords: [(name: SearchKey, qualifiers: QualifierWords, isNameFirst: Bool)] {
    let words = key.words
    if words.count == 1 { return dividedCharacters }
    guard (2...8).contains(words.count) else { return [] }
    func joined(_ words: ArraySlice<ArraySlice<UInt8>>) -> SearchKey {
      SearchKey(bytes: Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " ")))))
    }
    var found: [(name: SearchKey, qualifiers: QualifierWords, isNameFirst: Bool)] = []
    let all = words[...]
    for count in (1..<words.count).reversed() {
      let rest = words.count - count
      found.append(
        (joined(all.prefix(count)), QualifierWords(joined(all.suffix(rest)), phrases), true))
      found.append(
        (joined(all.suffix(count)), QualifierWords(joined(all.prefix(rest)), phrases), false))
    }
    return found
  }

  /// The divisions of a text of Chinese and Japanese characters, which has no spaces: "日本 | 大阪".
  private var dividedCharacters: [(name: SearchKey, qualifiers: QualifierWords, isNameFirst: Bool)]
  {
    let bytes = key.bytes
    let least = 2 * 3
    guard (2 * least...30).contains(bytes.count), bytes.count.isMultiple(of: 3),
      stride(from: 0, to: bytes.count, by: 3).allSatisfy({ 0xE3...0xE9 ~= bytes[$0] })
    else { return [] }
    return stride(from: bytes.count - least, through: least, by: -3).flatMap { middle in
      let (first, second) = (Array(bytes[..<middle]), Array(bytes[middle...]))
      return [(first, second, true), (second, first, false)].map { name, rest, isNameFirst in
        (
          name: SearchKey(bytes: name), qualifiers: QualifierWords(SearchKey(bytes: rest), phrases),
          isNameFirst: isNameFirst
        )
      }
    }
  }
}

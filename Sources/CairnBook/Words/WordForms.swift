internal import CairnText

/// Other forms of words in the names of an app's places: abbreviated street words, "and" in other
/// languages, numbers, and words that punctuation joins.
internal enum WordForms {
  /// Interchangeable words: a text with one of them is found by the others.
  private static let groups = [
    "avenue ave av", "avenida av avda", "street st str", "boulevard blvd bd bvd bulevar", "road rd",
    "square sq", "drive dr", "lane ln", "highway hwy", "parkway pkwy", "court ct", "terrace ter",
    "place pl", "platz pl", "plaza pza plz", "piazza pza", "strasse str", "straat str", "ulica ul",
    "улица ул", "проспект просп пр", "площадь пл", "переулок пер", "building bldg",
    "center centre ctr", "university univ", "international intl", "department dept",
    "first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th", "seventh 7th",
    "eighth 8th", "ninth 9th", "tenth 10th",
  ].map { $0.utf8.split(separator: UInt8(ascii: " ")).map { Array($0) } }

  /// "And" in languages whose names write it as "&", which the key of a text writes as "and".
  private static let conjunctions =
    "and und et e y i en og och ja ve es a és και и та".split(separator: " ").map {
      SearchKey($0).bytes
    }

  /// Endings of compounds that are abbreviated: "Hauptstr." for "Hauptstraße".
  private static let endings = [("strasse", "str"), ("straat", "str"), ("platz", "pl")].map {
    (Array($0.utf8), Array($1.utf8))
  }

  /// The Roman numerals of the names of rulers, streets and events.
  private static let numerals =
    """
    i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv
    """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }

  /// The maximum number of keys with other forms.
  private static let greatestCount = 8

  /// The keys with words in other forms.
  ///
  /// - Parameters:
  ///   - words: the words of a key.
  ///   - isKnown: whether a place has a word.
  /// - Returns: other keys than the given one, those with most exchanged words first.
  static func exchanging(_ words: [[UInt8]], where isKnown: ([UInt8]) -> Bool) -> [[UInt8]] {
    let forms = words.indices.map { place in
      self.forms(words, place).filter { $0 != words[place] && isKnown($0) } + [words[place]]
    }
    let count = forms.reduce(1) { min($0 * $1.count, greatestCount + 1) }
    return (0..<(count - 1)).map { number in
      var rest = number
      var chosen = words
      for place in words.indices.reversed() {
        chosen[place] = forms[place][rest % forms[place].count]
        rest /= forms[place].count
      }
      return Array(chosen.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
    }
  }

  /// The other forms of a word.
  private static func forms(_ words: [[UInt8]], _ place: Int) -> [[UInt8]] {
    let word = words[place]
    var forms = groups.filter { $0.contains(word) }.flatMap(\.self)
    // At an end it may be the beginning of another word.
    if place > 0, place < words.count - 1, conjunctions.contains(word) { forms += conjunctions }
    for (long, short) in endings {
      if word.count > long.count + 2, word.suffix(long.count).elementsEqual(long) {
        forms.append(word.dropLast(long.count) + short)
      }
      if word.count > short.count + 2, word.suffix(short.count).elementsEqual(short) {
        forms.append(word.dropLast(short.count) + long)
      }
    }
    guard place > 0 else { return forms }
    if let index = numerals.firstIndex(of: word) { forms.append(Array(String(index + 1).utf8)) }
    if let number = Int(String(decoding: word, as: UTF8.self)), 1...numerals.count ~= number {
      forms.append(numerals[number - 1])
    }
    return forms
  }

  /// Calls a closure with the key of each further reading of a text.
  ///
  /// Beyond those of `SearchReadings`:
  /// - words that punctuation joins: `att` for "AT&T", `711` for "7/11", `toysrus` for "Toys"R"Us";
  /// - Japanese syllables with ヴ as those with ブ: サービス for サーヴィス.
  static func forEachReading(
    of text: String, key: ArraySlice<UInt8>, _ body: ([UInt8]) -> Void
  ) {
    SearchReadings.forEach(of: text, key: key, body)
    if let joined = joiningWords(of: text) { body(joined) }
    if let plain = replacingVu(key) { body(plain) }
  }

  /// The key of a text in which words with one of these characters between them are joined; nil if
  /// it has none.
  private static func joiningWords(of text: String) -> [UInt8]? {
    func isJoint(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "&") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\"")
        || byte == UInt8(ascii: "+")
    }
    func isLetter(_ byte: UInt8) -> Bool {
      byte >= 0x80 || (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
    }
    guard text.utf8.contains(where: isJoint) else { return nil }
    let bytes = Array(text.utf8)
    var joined: [UInt8] = []
    for (place, byte) in bytes.enumerated() {
      let isBetween =
        place > 0 && place + 1 < bytes.count && isLetter(bytes[place - 1])
        && isLetter(bytes[place + 1])
      if !(isBetween && isJoint(byte)) { joined.append(byte) }
    }
    guard joined.count < bytes.count else { return nil }
    return SearchKey(String(decoding: joined, as: UTF8.self)).bytes
  }

  /// The key with ヴ and a small vowel as バ, ビ, ブ, ベ or ボ; nil if it has none.
  static func replacingVu(_ key: ArraySlice<UInt8>) -> [UInt8]? {
    // The first two bytes of the letters concerned.
    guard key.contains(0xE3) else { return nil }
    var letters: [UInt32] = []
    var isChanged = false
    for letter in String(decoding: key, as: UTF8.self).unicodeScalars {
      if letters.last == vu, let other = syllables[letter.value] {
        letters[letters.count - 1] = other
        isChanged = true
      } else {
        letters.append(letter.value)
      }
    }
    for place in letters.indices where letters[place] == vu {
      letters[place] = bu
      isChanged = true
    }
    guard isChanged else { return nil }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: letters.compactMap { Unicode.Scalar($0) })
    return Array(String(text).utf8)
  }

  private static let vu: UInt32 = 0x30F4
  private static let bu: UInt32 = 0x30D6
  /// The syllables by the small vowel that follows ヴ.
  private static let syllables: [UInt32: UInt32] = [
    0x30A1: 0x30D0, 0x30A3: 0x30D3, 0x30A7: 0x30D9, 0x30A9: 0x30DC,
  ]
}

/// Further readings of a name, under which people search for it.
///
/// A ``SearchKey`` has one reading: apostrophes are dropped and hyphens are spaces. The others are
/// - the word after an elided article: `orsay` for "Musée d'Orsay", `aquila` for "L'Aquila";
/// - the words joined at hyphens: `alula` for "Al-Ula";
/// - initials joined: `usa` for "U.S.A.", `hm` for "H&M";
/// - abbreviations written out and the reverse: `saint johann` for "St. Johann", `st gallen` for
///   "Sankt Gallen";
/// - the forms of the Arabic article: `an najaf`, `annajaf` for "Al Najaf".
package enum SearchReadings {
  /// The abbreviations that are words of place names, each followed by the words that it stands
  /// for.
  ///
  /// The most frequent word is the first. `Data/destinations.py` reads this table.
  private static let abbreviations = [
    "st saint sankt sint", "ste sainte", "sta santa", "sto santo", "mt mount", "ft fort",
    "pt port point", "pto puerto", "cd ciudad",
  ].map { $0.utf8.split(separator: UInt8(ascii: " ")).map { ArraySlice($0) } }

  /// The maximum number of readings of a key with other abbreviations.
  private static let mostExchanged = 8

  /// Calls a closure with the key of each further reading of a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - key: its key.
  ///   - body: receives the key of a reading.
  package static func forEach(of text: String, key: ArraySlice<UInt8>, _ body: ([UInt8]) -> Void) {
    if let initials = joiningInitials(key) { body(initials) }
    if let other = exchangingAbbreviations(key, limit: 1).first { body(other) }
    // Apostrophes and hyphens other than those of ASCII begin with these bytes.
    let mayHaveMarks = text.utf8.contains { byte in
      byte == UInt8(ascii: "'") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "`")
        || byte == 0xC2 || byte == 0xCA || byte == 0xE2 || byte == 0xEF
    }
    guard mayHaveMarks else { return }
    let scalars = Array(text.unicodeScalars)
    for place in scalars.indices where isElision(scalars, place) {
      body(SearchKey(String(String.UnicodeScalarView(scalars[(place + 1)...]))).bytes)
    }
    var joined = String.UnicodeScalarView()
    for place in scalars.indices where !isJoint(scalars, place) { joined.append(scalars[place]) }
    if joined.count < scalars.count { body(SearchKey(String(joined)).bytes) }
  }

  /// The keys with abbreviations written out and words abbreviated, the most probable first.
  ///
  /// The last word is never exchanged: as typed it may be the beginning of another, and a name
  /// seldom ends with one of these words.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - limit: the maximum number of keys.
  /// - Returns: other keys than the given one; of the first, all words are exchanged.
  package static func exchangingAbbreviations(
    _ key: ArraySlice<UInt8>, limit: Int = mostExchanged
  ) -> [[UInt8]] {
    guard hasAbbreviation(key) else { return [] }
    let words = key.split(separator: UInt8(ascii: " "))
    // The forms of each word, the word itself last.
    let forms = words.indices.map { index in
      let group = index == words.count - 1 ? nil : abbreviations.first { $0.contains(words[index]) }
      return (group ?? []).filter { $0 != words[index] } + [words[index]]
    }
    let count = forms.reduce(1) { min($0 * $1.count, limit + 1) }
    return (0..<(count - 1)).map { number in
      var rest = number
      var chosen = words
      for index in words.indices.reversed() {
        chosen[index] = forms[index][rest % forms[index].count]
        rest /= forms[index].count
      }
      return Array(chosen.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
    }
  }

  /// Whether letters begin an abbreviation or a word that it stands for, which have the same first
  /// letter.
  package static func mayBeginAbbreviation(_ letters: ArraySlice<UInt8>) -> Bool {
    abbreviations.contains { $0.contains { $0.starts(with: letters) } }
  }

  /// The key with umlauts and long vowels as single letters: `zurichsee` for "Zuerichsee", `tokyo`
  /// for "Toukyou", `vasteras` for "Vaesteraas"; nil if it has none.
  ///
  /// The second letters are those by which German, Danish and Japanese are transcribed.
  package static func shorteningVowels(_ key: ArraySlice<UInt8>) -> [UInt8]? {
    var short: [UInt8] = []
    for letter in key {
      switch (short.last, letter) {
      case (UInt8(ascii: "a")?, UInt8(ascii: "a")), (UInt8(ascii: "a")?, UInt8(ascii: "e")),
        (UInt8(ascii: "o")?, UInt8(ascii: "e")), (UInt8(ascii: "o")?, UInt8(ascii: "o")),
        (UInt8(ascii: "o")?, UInt8(ascii: "u")), (UInt8(ascii: "u")?, UInt8(ascii: "e")),
        (UInt8(ascii: "u")?, UInt8(ascii: "u")):
        continue
      default: short.append(letter)
      }
    }
    return short.count < key.count ? short : nil
  }

  /// The key without a virama at its end, which stands for a vowel that other spellings write:
  /// "హైదరాబాద్" is the beginning of "హైదరాబాదు"; nil if there is none.
  package static func withoutFinalVirama(_ key: ArraySlice<UInt8>) -> [UInt8]? {
    // From U+094D of Devanagari to U+0D4D of Malayalam, one in each block of 128 scalars.
    let last = key.suffix(3)
    guard key.count > 6, last.elementsEqual([0xE0, last.dropFirst().first ?? 0, 0x8D]),
      let block = last.dropFirst().first, 0xA5...0xB5 ~= block, block % 2 == 1
    else { return nil }
    return Array(key.dropLast(3))
  }

  /// The key with each sequence of two or more initials, even with `and` between them, as one word;
  /// nil if it has none.
  package static func joiningInitials(_ key: ArraySlice<UInt8>) -> [UInt8]? {
    guard hasInitials(key) else { return nil }
    let words = key.split(separator: UInt8(ascii: " "))
    var joined: [[UInt8]] = []
    var isInitials = false
    var index = 0
    while index < words.count {
      let isNext = isInitial(words[index])
      let isAnd =
        isInitials && words[index].elementsEqual("and".utf8) && index + 1 < words.count
        && isInitial(words[index + 1])
      if isAnd {
        index += 1
        continue
      }
      if isNext, isInitials {
        joined[joined.count - 1] += words[index]
      } else {
        joined.append(Array(words[index]))
      }
      isInitials = isNext
      index += 1
    }
    guard joined.count < words.count else { return nil }
    return Array(joined.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
  }

  /// Whether a key has an abbreviation or the word for one before its last word, without splitting
  /// it: most keys have none.
  private static func hasAbbreviation(_ key: ArraySlice<UInt8>) -> Bool {
    var packed: UInt64 = 0
    for byte in key {
      if byte != UInt8(ascii: " ") {
        // The words have at most seven bytes; a longer one stays greater than all of them.
        packed = packed >> 56 == 0 ? packed << 8 | UInt64(byte) : packed
      } else {
        if packedWords.contains(packed) { return true }
        packed = 0
      }
    }
    return false
  }

  /// The abbreviations and their words, each as a number in base 256.
  private static let packedWords = abbreviations.joined().map { word in
    word.reduce(0) { (packed: UInt64, byte) in packed << 8 | UInt64(byte) }
  }

  /// Whether a key may have two initials in sequence, without splitting it: a word of one letter
  /// after such a word, or after `and`.
  private static func hasInitials(_ key: ArraySlice<UInt8>) -> Bool {
    var start = key.startIndex
    var isAfterInitial = false
    while start < key.endIndex {
      var end = start
      while end < key.endIndex, key[end] != UInt8(ascii: " ") { end += 1 }
      if end > start {
        let word = key[start..<end]
        let isInitial = isInitial(word)
        if isInitial, isAfterInitial { return true }
        isAfterInitial = isInitial || isAfterInitial && word.elementsEqual("and".utf8)
      }
      start = end + 1
    }
    return false
  }

  /// Whether a word is one letter of a script with spaces.
  private static func isInitial(_ word: ArraySlice<UInt8>) -> Bool {
    guard let first = word.first else { return false }
    if word.count == 1 { return first >= UInt8(ascii: "a") }
    return word.count == 2 && 0xC0..<0xE0 ~= first
  }

  /// Whether an apostrophe is between a letter and at least two others: an elided article.
  private static func isElision(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    guard isApostrophe(scalars[place]), place > 0, place + 2 < scalars.count else { return false }
    return scalars[place - 1].properties.isAlphabetic
      && scalars[place + 1].properties.isAlphabetic && scalars[place + 2].properties.isAlphabetic
  }

  package static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x60, 0xB4, 0x2018, 0x2019, 0x2B9...0x2BF, 0x2C8, 0xFF07: true
    default: false
    }
  }

  /// Whether a hyphen is between letters or digits.
  private static func isJoint(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
    switch scalars[place].value {
    case 0x2D, 0x2010, 0x2011, 0xFF0D: break
    default: return false
    }
    guard place > 0, place + 1 < scalars.count else { return false }
    return [scalars[place - 1], scalars[place + 1]].allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
  }
}

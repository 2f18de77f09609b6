internal import CairnCountryFacts
internal import CairnIndex
internal import CairnText

extension Search {
  /// Another way to read the words of a query.
  struct Reading: Hashable {
    /// The words that a place must have; empty if none are left.
    var key: [UInt8]
    /// Words that must follow each other in a text.
    var sequence: [UInt8] = []
    /// Whether a text must consist of the words of the key.
    var isWhole = false
    /// The packed code of the country that a place must be in.
    var country: UInt16?
    /// The numbers of the areas that a place must be in, ascending.
    var areas: [Int32] = []
  }

  /// The further readings of the query, for the case that the words as typed find too few places.
  ///
  /// - A word that consists of a known word and the beginning of another: `burgerking`, `7eleven`.
  /// - Two words that are written as one: `mc donalds`.
  /// - An abbreviation for another word than in the text: `sankt louis` for "St. Louis". A text has
  ///   the most frequent exchanges itself.
  /// - Initials for one word: `m.g.m. grand`; a name without `the`: `the louvre`.
  /// - Another form of the Arabic article: `al oued` for "El Oued", `asharqiyah` for "Ash
  ///   Sharqiyah", and a text without it: `al jubail` for "Jubail".
  /// - Another form of a word that the book has: `boulevard` for "Blvd", `und` for "&", `14` for
  ///   "XIV", サーヴィス for サービス.
  /// - Umlauts and long vowels as two letters: `muenchen` for "München".
  /// - A country's name before or after the other words: `pizza italy`, `south korea temple`; and,
  ///   if the book has areas, their names: `bondi new south wales`, `bondi sydney australia`.
  func otherReadings() -> [Reading] {
    let typed = key.split(separator: UInt8(ascii: " ")).map { Array($0) }
    // A long text is not a search for a name.
    guard typed.count <= 16 else { return [] }
    var seen = Set<Reading>()
    return keyReadings(typed) + articleReadings(typed) + splitReadings(typed)
      + joinedReadings(typed) + vowelReadings() + formReadings(typed)
      + placeReadings(Reading(key: key)).filter { seen.insert($0).inserted }
  }

  /// Restricts the search to a reading, and to places that were not found before.
  func exclude(_ found: [Ranked], _ reading: Reading? = nil) {
    let known = Set(found.map(\.slot))
    let words = words
    let countries = reading?.country == nil ? PagedArray() : source.countries
    let areas = reading?.areas.isEmpty ?? true ? PagedArray() : source.areas.slots
    readingTest = { slot in
      if known.contains(slot) { return false }
      guard let reading else { return true }
      if let country = reading.country, slot >= countries.count || countries[slot] != country {
        return false
      }
      for area in reading.areas where slot >= areas.count || !areas[slot].contains(area) {
        return false
      }
      if reading.isWhole, words.match(slot, reading.key) != .exact { return false }
      return reading.sequence.isEmpty || words.hasSequence(slot, reading.sequence)
    }
  }

  /// The readings of the whole key, with other words.
  private func keyReadings(_ typed: [[UInt8]]) -> [Reading] {
    var keys = SearchReadings.exchangingAbbreviations(key[...])
    if let initials = SearchReadings.joiningInitials(key[...]) { keys.append(initials) }
    if typed.count > 1, typed[0].elementsEqual("the".utf8) {
      keys.append(Self.key(Array(typed.dropFirst())))
    }
    return keys.map { Reading(key: $0) }
  }

  /// The readings with other forms of the Arabic article.
  private func articleReadings(_ typed: [[UInt8]]) -> [Reading] {
    func reading(_ key: [UInt8], isSeparated: Bool) -> Reading {
      let others = key.split(separator: UInt8(ascii: " ")).map { Array($0) }
      // Without its article a name must be whole: "el karak" is not the beginning of "Karakoram".
      if others.count < typed.count + (isSeparated ? 1 : 0) {
        return Reading(key: key, isWhole: true)
      }
      let sequence = isSeparated ? Self.key(others.filter { !typed.contains($0) }) : []
      return Reading(key: key, sequence: sequence)
    }
    return SearchReadings.exchangingArticles(key[...]).map { reading($0, isSeparated: false) }
      + SearchReadings.separatingArticle(key[...]).map { reading($0, isSeparated: true) }
  }

  /// The reading with umlauts and long vowels as single letters.
  private func vowelReadings() -> [Reading] {
    SearchReadings.shorteningVowels(key[...]).map { [Reading(key: $0, isWhole: true)] } ?? []
  }

  /// The readings with words in other forms that the book has, and with ブ for ヴ.
  private func formReadings(_ typed: [[UInt8]]) -> [Reading] {
    let words = words
    var keys = WordForms.exchanging(typed) { words.hasWord(beginningWith: $0[...]) }
    if let plain = WordForms.replacingVu(key[...]) { keys.append(plain) }
    return keys.map { Reading(key: $0) }
  }

  private func splitReadings(_ typed: [[UInt8]]) -> [Reading] {
    var readings: [Reading] = []
    for (place, word) in typed.enumerated() where (4...64).contains(word.count) {
      // The rest has at least three letters: nearly every word begins with one or two.
      for end in 1...(word.count - 3)
      where word[end] & 0xC0 != 0x80 && words.number(of: word[..<end]) != nil {
        guard let rest = rest(ofSplit: word[end...]) else { continue }
        let sequence = Self.key([Array(word[..<end]), rest])
        var all = typed
        all[place] = sequence
        readings.append(Reading(key: Self.key(all), sequence: sequence))
      }
    }
    return readings
  }

  /// The rest of a word after its first part, if a word begins with it, possibly after an "n" for
  /// "and": `rocknroll`.
  private func rest(ofSplit letters: ArraySlice<UInt8>) -> [UInt8]? {
    if words.hasWord(beginningWith: letters) { return Array(letters) }
    let (and, others) = (letters.prefix(1), letters.dropFirst())
    guard and.first == UInt8(ascii: "n"), others.count > 2, words.number(of: and) != nil,
      words.hasWord(beginningWith: others)
    else { return nil }
    return Self.key([Array(and), Array(others)])
  }

  private func joinedReadings(_ typed: [[UInt8]]) -> [Reading] {
    typed.indices.dropLast().compactMap { place in
      let joined = typed[place] + typed[place + 1]
      guard joined.count >= 4, words.hasWord(beginningWith: joined[...]) else { return nil }
      var all = typed
      all[place] = joined
      all.remove(at: place + 1)
      return Reading(key: Self.key(all))
    }
  }

  /// The maximum number of names of areas in a query.
  private static var greatestAreaCount: Int { 3 }

  /// The readings without a country's name or names of areas at the ends of a key.
  func placeReadings(_ reading: Reading) -> [Reading] {
    let typed = reading.key.split(separator: UInt8(ascii: " ")).map { Array($0) }
    let areas = source.areas
    let hasCountries = !source.countries.isEmpty && reading.country == nil
    guard hasCountries || !areas.isEmpty else { return [] }
    var readings: [Reading] = []
    for count in (1...4).reversed() where count <= typed.count {
      let ends =
        count == typed.count
        ? [(typed[...], [])]
        : [
          (typed.suffix(count), Array(typed.dropLast(count))),
          (typed.prefix(count), Array(typed.dropFirst(count))),
        ]
      for (name, rest) in ends {
        let name = Self.key(Array(name))
        var other = reading
        other.key = Self.key(rest)
        if hasCountries, let country = Self.country(name) {
          other.country = country.packedCode
          readings.append(other)
          other.country = reading.country
        }
        if reading.areas.count < Self.greatestAreaCount, let area = areas.names.number(of: name),
          !reading.areas.contains(area)
        {
          other.areas.append(area)
          other.areas.sort()
          readings.append(other)
        }
      }
    }
    // Several names are looked up only in a book with areas.
    guard !areas.isEmpty else { return readings }
    return readings + readings.flatMap { placeReadings($0) }
  }

  private static func country(_ key: [UInt8]) -> Country? {
    let name = String(decoding: key, as: UTF8.self)
    // Other short words are codes, such as "in" and "and", or parts of other names.
    let isName = name.utf8.count >= 4 || ["uk", "usa", "uae"].contains(name)
    return isName ? Country(name) : nil
  }

  private static func key(_ words: [[UInt8]]) -> [UInt8] {
    Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
  }
}

extension WordSource {
  /// Whether a word begins with some letters.
  internal func hasWord(beginningWith letters: ArraySlice<UInt8>) -> Bool {
    var isFound = false
    forEach(beginningWith: letters) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// Whether a text of a slot has a sequence of words, the last of which may continue.
  internal func hasSequence(_ slot: Int, _ sequence: [UInt8]) -> Bool {
    let (bytes, range) = place(slot)
    var start = range.lowerBound
    while start + sequence.count <= range.upperBound {
      var place = 0
      while place < sequence.count, bytes[start + place] == sequence[place] { place += 1 }
      if place == sequence.count { return true }
      while start < range.upperBound, bytes[start] != UInt8(ascii: " "),
        bytes[start] != WordParts.separator
      {
        start += 1
      }
      start += 1
    }
    return false
  }
}

extension SearchReadings {
  /// The key with its Arabic articles in other forms: `el jubail`, `jubail` for "Al Jubail",
  /// `an najaf` for "Al Najaf", `al riyadh` for "Ar-Riyadh".
  ///
  /// - Parameter key: the key.
  /// - Returns: other keys than the given one: with all articles as `al`, as `el`, with the next
  ///   consonant, and without the first word if it is one.
  package static func exchangingArticles(_ key: ArraySlice<UInt8>) -> [[UInt8]] {
    let words = key.split(separator: UInt8(ascii: " "))
    let places = words.indices.dropLast().filter { isArticle(words[$0], before: words[$0 + 1]) }
    guard let first = places.first else { return [] }
    func joined(_ words: some Sequence<ArraySlice<UInt8>>) -> [UInt8] {
      Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
    }
    var keys = ["al", "el", nil].map { (form: String?) in
      var other = words
      for place in places {
        let consonant = consonants.first { words[place + 1].starts(with: $0.utf8) }
        other[place] = Array((form ?? "a" + (consonant ?? "l")).utf8)[...]
      }
      return joined(other)
    }
    if first == 0 { keys.append(joined(words.dropFirst())) }
    var seen = [Array(key)]
    for key in keys where !seen.contains(key) { seen.append(key) }
    return Array(seen.dropFirst())
  }

  /// The key with the Arabic article at the start of a word as a word of its own, in all its forms:
  /// `ash sharqiyah`, `al sharqiyah`, `el sharqiyah`, `sharqiyah` for "Asharqiyah"; empty if no
  /// word begins with one.
  ///
  /// The word after the article begins with a consonant and a vowel, and has at least four letters.
  /// It is not a name by itself after `al` and `el`, since many words begin with these.
  ///
  /// - Parameter key: the key.
  /// - Returns: the keys, of which the first has the article in the form that was typed.
  package static func separatingArticle(_ key: ArraySlice<UInt8>) -> [[UInt8]] {
    var start = key.startIndex
    while start < key.endIndex {
      let end = key[start...].firstIndex(of: UInt8(ascii: " ")) ?? key.endIndex
      if let (article, name) = articleAndName(key[start..<end]) {
        let separated = key[..<start] + article + [UInt8(ascii: " ")] + key[name...]
        let keys = [Array(separated)] + exchangingArticles(separated[...])
        guard article.last == UInt8(ascii: "l") else { return keys }
        let spaceCount = separated.count { $0 == UInt8(ascii: " ") }
        return keys.filter { $0.count { $0 == UInt8(ascii: " ") } == spaceCount }
      }
      start = end + 1
    }
    return []
  }

  /// The article at the start of a word, and the start of the name after it; nil if there is none.
  private static func articleAndName(_ word: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, Int)? {
    guard word.count >= 6, let vowel = word.first, "aeiu".utf8.contains(vowel) else { return nil }
    let rest = word.dropFirst()
    if rest.first == UInt8(ascii: "l") {
      return isName(rest.dropFirst()) ? (word.prefix(2), word.startIndex + 2) : nil
    }
    guard let consonant = consonants.first(where: { rest.starts(with: $0.utf8) }) else {
      return nil
    }
    let article = word.prefix(1 + consonant.utf8.count)
    var name = rest.dropFirst(consonant.utf8.count)
    // The two letters of "asharqiyah" belong to the article and to the name.
    if !name.starts(with: consonant.utf8) {
      guard consonant.utf8.count == 2 else { return nil }
      name = rest
    }
    return isName(name) ? (article, name.startIndex) : nil
  }

  /// Whether letters may be a name after a joined article: a consonant, a vowel and two more.
  private static func isName(_ letters: ArraySlice<UInt8>) -> Bool {
    func isVowel(_ letter: UInt8?) -> Bool { letter.map { "aeiouy".utf8.contains($0) } ?? false }
    guard letters.count >= 4, !isVowel(letters.first) else { return false }
    let isDigraph = consonants.contains { $0.utf8.count == 2 && letters.starts(with: $0.utf8) }
    return isVowel(letters.dropFirst(isDigraph ? 2 : 1).first)
  }

  /// The consonants that the article takes over from a word, those of two letters first.
  private static let consonants = ["sh", "ch", "dh", "th", "zh", "d", "n", "r", "s", "t", "z"]

  /// Whether a word is a form of the Arabic article before another one.
  private static func isArticle(
    _ word: ArraySlice<UInt8>, before next: ArraySlice<UInt8>
  ) -> Bool {
    guard 2...3 ~= word.count, next.count > 2, let vowel = word.first,
      "aeiu".utf8.contains(vowel)
    else { return false }
    let rest = word.dropFirst()
    return rest.elementsEqual("l".utf8)
      || consonants.contains { rest.elementsEqual($0.utf8) && next.starts(with: $0.utf8) }
  }
}

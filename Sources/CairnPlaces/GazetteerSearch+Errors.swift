internal import CairnText

extension GazetteerSearch {
  /// The number of names that a quick search for typing errors examines at most.
  private static let mostExamined = 1_500

  /// Adds the names of two words that begin with the query if these are joined: "sanfrancisco".
  internal func addSplitWord() {
    let bytes = query.key.bytes
    let isWord = bytes.allSatisfy { UInt8(ascii: "0")..<0x80 ~= $0 }
    guard isWord, (5...24).contains(bytes.count) else { return }
    for place in 2..<(bytes.count - 1) {
      let key = SearchKey(bytes: bytes[..<place] + [UInt8(ascii: " ")] + bytes[place...])
      lists.forEach(beginningWith: key, includingLater: false) { name in
        !isDone() && isNeeded(name, Factor.variant)
      } _: { name, isWhole in
        guard name.part != .later else { return }
        add(
          name, isWhole ? .exact : .prefix,
          Factor.variant * (isWhole ? Factor.whole : Factor.beginning), isWhole: isWhole)
      }
    }
  }

  // MARK: Typing errors

  /// The maximum number of typing errors in a key.
  private static func errorLimit(of key: SearchKey) -> Int {
    guard (4...40).contains(key.bytes.count), key.bytes.allSatisfy({ $0 < 0x80 }) else { return 0 }
    return key.bytes.count < 8 ? 1 : 2
  }

  /// Adds misspelled names; with two errors only if there are none with one.
  internal func addMisspelled() {
    if query.key.bytes.count == 3 { addWholeNamesWithOneError() }
    let most = Self.errorLimit(of: query.key)
    for limit in 0..<most {
      // With two errors the first letter must be right, or the search would take ten times as long.
      for key in query.spellings + query.withOtherArticles {
        addNames(like: key, limit: limit + 1, rightLetters: limit) { _ in true }
        if !hits.isEmpty { return }
      }
    }
    for (key, qualifiers) in query.divisions where !isStopped {
      guard Self.errorLimit(of: key) > 0, qualifiers.areKnown(in: gazetteer) else { continue }
      addNames(like: key, limit: 1, rightLetters: 0) { [gazetteer] row in
        qualifiers.match(row, in: gazetteer, isUnfinished: false)
      }
      if !hits.isEmpty { return }
    }
  }

  /// Adds the main names that equal the three letters of the query except for one missing, wrong or
  /// additional letter, or two exchanged letters; the first letter must be equal.
  ///
  /// Longer names would be too many: the beginning of nearly every one is within an error of some
  /// text of three letters. Other names of three letters are mostly abbreviations, of which nearly
  /// every one is close to another.
  private func addWholeNamesWithOneError() {
    let letters = query.key.bytes
    let alphabet = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard letters.allSatisfy({ alphabet ~= $0 }) else { return }
    let (first, second, third) = (letters[0], letters[1], letters[2])
    var keys: Set<[UInt8]> = [[first, second], [first, third], [first, third, second]]
    for letter in alphabet {
      keys.formUnion([
        [first, letter, third], [first, second, letter], [first, letter, second, third],
        [first, second, letter, third],
      ])
    }
    keys.remove(letters)
    for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if isDone() { return }
      lists.forEach(withKey: SearchKey(bytes: key)) { name in
        guard name.source == .main else { return }
        add(name, .misspelled(errors: 1), group: 11, Factor.whole, isWhole: true)
      }
    }
  }

  private func addNames(
    like key: SearchKey, limit: Int, rightLetters: Int, where isIncluded: (Int) -> Bool
  ) {
    var distance = PrefixDistance(to: key.bytes, limit: limit)
    var found: [(name: FoundName, errors: Int, whole: Int?)] = []
    let right = rightLetters + (isQuick ? 1 : 0)
    let most = isQuick ? examined + Self.mostExamined : Int.max
    lists.forEach(
      like: &distance, rightLetters: right, until: { isDone() || examined > most }
    ) {
      found.append(($0, $1, $2))
    }
    for (name, errors, whole) in found where isIncluded(name.row) {
      let isWhole = whole != nil && name.part != .later
      let least = max(1, isWhole ? whole ?? errors : errors)
      var factor = Factor.word
      if name.part != .later {
        factor = isWhole ? Factor.whole : Factor.beginning
        if !gazetteer.begins(name, withFirstLetterOf: key) { factor *= Factor.otherFirstLetter }
      }
      add(name, .misspelled(errors: least), group: 10 + least, factor, isWhole: isWhole)
    }
  }

  // MARK: Unknown words

  /// Adds the names that are a sequence of the words, or begin with one of several words; if there
  /// are none, the names that begin with one of the words.
  ///
  /// A name counts by the square of its share of the text: "old town" is another name of Las Vegas,
  /// but "old town dubrovnik" is in Dubrovnik.
  internal func addNamesOfSomeWords() {
    let words = query.key.words
    guard (2...8).contains(words.count) else { return }
    for isSingle in [false, true] {
      for count in (1..<words.count).reversed() {
        for first in 0...(words.count - count) {
          let part = words[first..<(first + count)]
          let key = SearchKey(
            bytes: Array(part.joined(separator: CollectionOfOne(UInt8(ascii: " ")))))
          guard key.bytes.count > 2, !isDone() else { continue }
          let share = Double(key.bytes.count) / Double(query.key.bytes.count)
          let missing = words.count - count
          if isSingle {
            addBeginnings(with: key, share * share, missing)
          } else {
            addWholeNames(key, share * share, missing)
            if count > 1 { addBeginnings(with: key, share * share, missing) }
          }
        }
      }
      if !hits.isEmpty { return }
    }
  }

  /// Adds the names that are some words of the text.
  private func addWholeNames(_ key: SearchKey, _ factor: Double, _ missing: Int) {
    (mostPeople, countriesOfCities) = (0, [])
    var found: [FoundName] = []
    lists.forEach(withKey: key) { found.append($0) }
    for name in found {
      let factor = factor * Factor.whole * (isMeant(name) ? Factor.meantName : 1)
      add(name, .partial(missing: missing), group: 20, factor, isWhole: true)
    }
  }

  /// Adds the names that begin with some words of the text.
  private func addBeginnings(with key: SearchKey, _ factor: Double, _ missing: Int) {
    var found: [FoundName] = []
    lists.forEach(beginningWith: key, includingLater: false) { name in
      !isDone() && isNeeded(name, Factor.beginning)
    } _: {
      // Official names of countries begin with common words: "Republic of India".
      guard $0.part != .later, !$1, $0.source != .countryName else { return }
      found.append($0)
    }
    for name in found {
      add(
        name, .partial(missing: missing), group: 20, factor * Factor.beginning, isWhole: false)
    }
  }
}

extension Gazetteer {
  /// Whether each of some words begins another word of a name, with or without its elided articles.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - name: the name.
  ///   - known: the key of the name, if it is known.
  /// - Returns: whether the name has the words.
  internal func hasWords(
    _ words: [ArraySlice<UInt8>], _ name: FoundName, key known: SearchKey? = nil
  ) -> Bool {
    let key = known ?? key(of: name)
    // In "milano mi" both words begin the same word of "Barriera di Milano".
    let isFound = words.allSatisfy { word in
      let wanted = words.count { $0.starts(with: word) }
      return wanted == 1 || wanted <= key.words.count { $0.starts(with: word) }
    }
    guard isFound else { return false }
    var elided: [SearchKey]?
    return words.allSatisfy { word in
      if key.hasWord(beginningWith: word) { return true }
      if elided == nil {
        var readings: [SearchKey] = []
        SearchReadings.forEach(of: string(of: name), key: key.bytes[...]) {
          readings.append(SearchKey(bytes: $0))
        }
        elided = readings
      }
      return elided?.contains { $0.hasWord(beginningWith: word) } ?? false
    }
  }
}

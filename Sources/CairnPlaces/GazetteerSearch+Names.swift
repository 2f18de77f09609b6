internal import CairnCountryFacts
internal import CairnText

// The names that match a query as typed, with words that qualify them and in other readings.

extension GazetteerSearch {
  /// Adds the boosted places whose main name matches.
  ///
  /// The bounds of the names do not include boosts.
  func addBoosted() {
    for row in boosts.keys.sorted() {
      let name = FoundName(row: row, source: .main, position: row)
      let key = gazetteer.key(ofRow: row)
      for (number, wanted) in query.variants.enumerated() where !wanted.isEmpty {
        let factor = number == 0 ? 1 : Factor.variant
        if key.hasPrefix(wanted) {
          let isWhole = key == wanted
          add(
            name, isWhole ? .exact : .prefix,
            factor * (isWhole ? Factor.whole : Factor.beginning), isWhole: isWhole)
        } else if gazetteer.hasWords(wanted.words, name) {
          add(name, .word, factor * Factor.word, isWhole: false)
        }
      }
    }
  }

  /// Adds the names that begin with a key, including at a later word.
  ///
  /// - Returns: whether a name begins with the key.
  func addNames(beginningWith key: SearchKey, _ factor: Double) -> Bool {
    // The lists of main names come first.
    var hasNames = lists.forEach(beginningWith: key) { name in
      !isDone() && isNeeded(name, factor * (name.isLater ? Factor.word : Factor.beginning))
    } _: { name, isWhole in
      switch name.part {
      case .later: add(name, .word, factor * Factor.word, isWhole: false)
      case .elided where isWhole:
        add(name, .exact, factor * Factor.elided * Factor.whole, isWhole: true)
      case .elided: add(name, .prefix, factor * Factor.elided * Factor.beginning, isWhole: false)
      case .whole where isWhole:
        let meant = isMeant(name) ? Factor.meantName : 1
        add(name, .exact, factor * Factor.whole * meant, isWhole: true)
      case .whole: add(name, .prefix, factor * Factor.beginning, isWhole: false)
      }
    }
    if hits.contains(where: { $0.kind != .word && $0.kind != .code }) { hasNames = true }
    gazetteer.forEachAirport(called: key) {
      add($0, .exact, factor * Factor.airport, isWhole: true)
    }
    return hasNames
  }

  /// Whether a whole name is an alternative name in use that precedes the places with this main
  /// name, as in `Gazetteer.place(named:)`.
  ///
  /// - Parameter name: the name.
  /// - Returns: true if no possible place has the name as its main name, or only places with less
  ///   than a hundredth of the people.
  func isMeant(_ name: FoundName) -> Bool {
    switch name.source {
    case .main:
      if isPossible(name.row), accepts(name.row) {
        mostPeople = max(mostPeople, gazetteer.weight(ofRow: name.row))
      }
      return false
    case .meaning: return false
    case .cityName where !gazetteer.tables.alternateNames.isInUse(at: name.position): return false
    case .countryName where countriesOfCities.contains(gazetteer.tables.countries[name.row]):
      return false
    case .cityName, .destinationName, .nativeName, .translation, .countryName:
      guard gazetteer.weight(ofRow: name.row) / Gazetteer.otherNameDiscount > mostPeople else {
        return false
      }
      if name.row < gazetteer.cityCount {
        countriesOfCities.insert(gazetteer.tables.countries[name.row])
      }
      return true
    }
  }

  /// Adds the names that begin with the query with another form of its Arabic articles, and those
  /// that are the query without the first one: "el karak" is not the beginning of Karakoram.
  ///
  /// - Returns: whether a name was found.
  func addNamesWithOtherArticles() -> Bool {
    addNames(withArticles: query.withOtherArticles, wordCount: query.key.words.count)
  }

  /// Adds the names with an article that is joined in the query: "asharqiyah".
  func addNamesWithSeparatedArticle() {
    let keys = query.withSeparatedArticle
    addNames(withArticles: keys, wordCount: keys.first?.words.count ?? 0)
  }

  /// Adds the names that begin with a key of some words, or are one of fewer words.
  @discardableResult
  private func addNames(withArticles keys: [SearchKey], wordCount: Int) -> Bool {
    var isFound = false
    for key in keys {
      if key.words.count == wordCount {
        if addNames(beginningWith: key, Factor.variant) { isFound = true }
      } else {
        lists.forEach(withKey: key) { name in
          add(name, .exact, Factor.variant * Factor.whole, isWhole: true)
          isFound = true
        }
      }
    }
    return isFound
  }

  /// Adds the countries by the later words of their names in other languages: "unis" is the
  /// beginning of none, but a word of "États-Unis".
  func addCountriesWithWords() {
    let words = query.key.words
    guard let longest = words.max(by: { $0.count < $1.count }) else { return }
    CountryNames.forEach(withLaterWord: SearchKey(bytes: Array(longest))) { position in
      guard let row = gazetteer.row(of: CountryNames.country(at: position)) else { return }
      let name = FoundName(row: row, source: .countryName, position: position)
      if gazetteer.hasWords(words, name) { add(name, .word, Factor.word, isWhole: false) }
    }
  }

  /// Adds the names followed or preceded by words that name their country, region or city.
  func addQualified(isUnfinished: Bool) {
    for (key, qualifiers, isNameFirst) in query.dividedWords where !isStopped {
      var found: [(FoundName, Bool)] = []
      if isUnfinished {
        guard key.bytes.count > 2 else { continue }
        lists.forEach(beginningWith: key, includingLater: false) { name in
          !isDone() && isNeeded(name, Factor.beginning)
        } _: {
          if $0.part != .later { found.append(($0, $1)) }
        }
      } else {
        let name = query.named(key)
        for key in name.variants + name.inOtherScripts {
          lists.forEach(withKey: key) { found.append(($0, true)) }
        }
      }
      for (name, isWhole) in found
      where qualifiers.match(name.row, in: gazetteer, isUnfinished: isNameFirst) {
        add(
          name, isWhole ? .exact : .prefix,
          Factor.qualified * (isWhole ? Factor.whole : Factor.beginning), isWhole: isWhole)
      }
      if !hits.isEmpty { return }
    }
  }

  /// Adds the main names that are exactly the query with umlauts and long vowels as single letters.
  ///
  /// Other names would be too many: "lueck" is Lübeck without a letter, but also "Łuck", which is
  /// Lutsk.
  func addNamesWithShortVowels() {
    guard let key = query.withShortVowels else { return }
    lists.forEach(withKey: key) { name in
      guard name.source == .main else { return }
      add(name, .exact, Factor.variant * Factor.whole, isWhole: true)
    }
  }

  /// Adds the names with words that begin with each word of the query, in any order, and those that
  /// begin with the query's words or words that these abbreviate.
  func addNamesWithAllWords(
    _ abbreviated: AbbreviatedWords? = nil, isForError: Bool = false
  ) {
    let words = query.key.words
    let lookupWords = abbreviated?.lookupWords ?? AbbreviatedWords.longestFirst(words)
    guard query.key.bytes.count >= 4, words.count <= 8, words.count > 1 || isForError,
      let key = lists.rarest(of: lookupWords)
    else { return }
    let greatest =
      abbreviated == nil ? Factor.word : Factor.whole * Double(Gazetteer.beginningDiscount)
    var found: [(FoundName, AbbreviatedWords.Extent?)] = []
    let filter = WordFilter(words, besides: key, orInOrder: abbreviated != nil)
    lists.forEach(beginningWith: key, passing: filter) { name in
      !isDone() && isNeeded(name, greatest)
    } _: { name, _ in
      compared += 1
      let key = gazetteer.key(of: name)
      let extent = abbreviated?.extent(in: key)
      if extent != nil || words.count == 1 || gazetteer.hasWords(words, name, key: key) {
        found.append((name, extent))
      }
    }
    for (name, extent) in found {
      switch extent {
      case .whole: add(name, .exact, Factor.variant * Factor.whole, isWhole: true)
      case .beginning: add(name, .prefix, Factor.variant * Factor.beginning, isWhole: false)
      case nil: add(name, .word, Factor.word, isWhole: false)
      }
    }
  }
}

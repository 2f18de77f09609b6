internal import CairnGeodesy
internal import CairnText

/// One search of a gazetteer: collects the names that match and orders their places by score.
///
/// The order, in five lines:
/// 1. Three capitals are the code of an airport, which comes first.
/// 2. The score of a place is its fame × match × name, divided by 1 + (distance / 150 km)² if there
///    is a center. Fame is the population; that of a destination is its weight, a tenth of it for
///    the beginning of its name; an airport counts as 10,000 people, without service as 100.
/// 3. Match: 10 for a whole name, 1 for its beginning, 1/100 for words within it; a tenth of the
///    first two behind an elided article ("orsay"), half if words after the name qualify it.
/// 4. Name: 1 for the main name, 1/100 for another name. A name that stands for one particular city
///    counts as ten million people.
/// 5. If at most two places are found, and none by its whole name, misspelled names follow, with
///    fewer errors first; if none is found at all, those of some of the words.
internal struct GazetteerSearch {
  private let gazetteer: Gazetteer
  private let lists: NameLists
  private let query: PlaceQuery
  private let center: Coordinate?
  private let accepts: (Int) -> Bool
  private var hits: [Hit] = []

  /// A matching name.
  internal struct Hit {
    var name: FoundName
    var kind: Gazetteer.Match.Kind
    /// The order before the score.
    var group: Int
    var score: Double
  }

  /// The factors of the score.
  private enum Factor {
    static let whole = 10.0
    static let beginning = 1.0
    static let word = 0.01
    static let elided = 0.1
    static let qualified = 0.5
    static let variant = 0.5
    static let otherName = 0.01
  }

  private static let distanceUnit = 150_000.0
  private static let fameOfMeaning = 10_000_000.0
  /// Typing errors are searched if fewer places are found, none of them by its whole name.
  private static let few = 3

  /// - Parameters:
  ///   - query: the typed text.
  ///   - gazetteer: the places.
  ///   - center: the center of the search.
  ///   - accepts: whether a row may be a result.
  init(
    _ query: PlaceQuery, in gazetteer: Gazetteer, near center: Coordinate?,
    accepts: @escaping (Int) -> Bool
  ) {
    self.query = query
    self.gazetteer = gazetteer
    self.center = center
    self.accepts = accepts
    lists = NameLists(of: gazetteer)
  }

  /// The first results.
  mutating func results(limit: Int) -> [Hit] {
    let coded = query.isWrittenAsCode ? gazetteer.row(code: query) : nil
    if let coded { addCode(coded, group: query.name.utf8.count == 3 ? 0 : 1) }
    let variants = query.variants
    for (number, key) in variants.enumerated() where !key.isEmpty {
      addNames(beginningWith: key, number == 0 ? 1 : Factor.variant)
    }
    // Words after a name qualify it, unless the whole text is a name or the beginning of one.
    let hasNames = hits.contains { $0.kind == .exact || $0.kind == .prefix }
    if !hasNames { addQualified(isUnfinished: false) }
    addNamesWithAllWords()
    if hits.isEmpty { addQualified(isUnfinished: true) }
    var seen: Set<Int> = []
    var found = best(limit, &seen)
    guard found.count < min(limit, Self.few), !found.contains(where: { $0.kind == .exact }) else {
      return found
    }
    if coded == nil, let row = gazetteer.row(code: query) { addCode(row, group: 2) }
    found += best(limit - found.count, &seen)
    if found.count < limit {
      addMisspelled()
      found += best(limit - found.count, &seen)
    }
    if found.isEmpty {
      addNamesOfSomeWords()
      found = best(limit, &seen)
    }
    return found
  }

  /// The rows whose names have words that begin with each word of the query, the likeliest first.
  mutating func rowsWithWords() -> [Int] {
    addNamesWithAllWords(isForError: true)
    var seen: Set<Int> = []
    return best(20, &seen).map(\.name.row)
  }

  // MARK: Scores

  private mutating func addCode(_ row: Int, group: Int) {
    let name = FoundName(row: row, source: .main, position: row)
    add(name, .code, group: group, Factor.whole, isWhole: true)
  }

  private mutating func add(
    _ name: FoundName, _ kind: Gazetteer.Match.Kind, group: Int = 1, _ factor: Double, isWhole: Bool
  ) {
    var score = fame(of: name, isWhole: isWhole) * factor
    if let center {
      let units = gazetteer.tables.coordinates[name.row].distance(to: center) / Self.distanceUnit
      score /= 1 + units * units
    }
    hits.append(Hit(name: name, kind: kind, group: group, score: score))
  }

  private func fame(of name: FoundName, isWhole: Bool) -> Double {
    let row = name.row
    if gazetteer.isAirport(row: row) {
      return row < gazetteer.cityCount + gazetteer.tables.servedCount ? 10_000 : 100
    }
    let weight =
      row < gazetteer.cityCount
      ? gazetteer.tables.cities.population(ofLine: row) : gazetteer.weight(ofRow: row)
    var fame = Double(max(1, weight))
    if row >= gazetteer.placeCount, !isWhole { fame /= Double(Gazetteer.beginningDiscount) }
    switch name.source {
    case .main: return fame
    case .meaning: return isWhole ? max(fame, Self.fameOfMeaning) : fame
    case .cityName, .destinationName: return fame * Factor.otherName
    }
  }

  /// Removes the best hits that are accepted, each place once.
  private mutating func best(_ limit: Int, _ seen: inout Set<Int>) -> [Hit] {
    var found: [Hit] = []
    // A heap, since usually only a few of many hits are needed.
    for index in (0..<(hits.count / 2)).reversed() { sink(index) }
    while found.count < limit, let first = hits.first {
      let last = hits.removeLast()
      if !hits.isEmpty {
        hits[0] = last
        sink(0)
      }
      if accepts(first.name.row), seen.insert(first.name.row).inserted { found.append(first) }
    }
    hits.removeAll()
    return found
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < hits.count && precedes(hits[child], hits[first]) {
        first = child
      }
      guard first != index else { return }
      hits.swapAt(index, first)
      index = first
    }
  }

  private func precedes(_ a: Hit, _ b: Hit) -> Bool {
    if a.group != b.group { return a.group < b.group }
    if a.score != b.score { return a.score > b.score }
    if a.name.row != b.name.row { return a.name.row < b.name.row }
    // Of the names of a place the main one is shown.
    return a.name.source.rawValue < b.name.source.rawValue
  }

  // MARK: Names

  /// Adds the names that begin with a key, also at a later word.
  private mutating func addNames(beginningWith key: SearchKey, _ factor: Double) {
    var found: [(FoundName, Bool)] = []
    lists.forEach(beginningWith: key) { found.append(($0, $1)) }
    for (name, isWhole) in found {
      switch name.part {
      case .later: add(name, .word, factor * Factor.word, isWhole: false)
      case .whole, .elided:
        let part = name.part == .elided ? Factor.elided : 1
        add(
          name, isWhole ? .exact : .prefix,
          factor * part * (isWhole ? Factor.whole : Factor.beginning), isWhole: isWhole)
      }
    }
    for suffix in [" airport", " international airport"] {
      var airport = key
      airport.bytes += suffix.utf8
      for part in gazetteer.tables.airportParts {
        part.forEach(withKey: airport) { line in
          let row = gazetteer.cityCount + line
          add(
            FoundName(row: row, source: .main, position: row), .exact, factor * Factor.whole,
            isWhole: true)
        }
      }
    }
  }

  /// Adds the names followed or preceded by words that name their country, region or city.
  private mutating func addQualified(isUnfinished: Bool) {
    for (key, qualifiers, isNameFirst) in query.dividedWords {
      var found: [(FoundName, Bool)] = []
      if isUnfinished {
        guard key.bytes.count > 2 else { continue }
        lists.forEach(beginningWith: key) { if $0.part != .later { found.append(($0, $1)) } }
      } else {
        for key in query.named(key).variants {
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

  /// Adds the names with words that begin with each word of the query, in any order.
  private mutating func addNamesWithAllWords(isForError: Bool = false) {
    let words = query.key.words
    guard query.key.bytes.count >= 4, words.count <= 8, words.count > 1 || isForError,
      let longest = words.max(by: { $0.count < $1.count }), longest.count > 2
    else { return }
    var found: [FoundName] = []
    lists.forEach(beginningWith: SearchKey(bytes: Array(longest))) { name, _ in
      if words.count == 1 || gazetteer.hasWords(words, name) { found.append(name) }
    }
    for name in found { add(name, .word, Factor.word, isWhole: false) }
  }

  // MARK: Typing errors

  /// The maximum number of typing errors in a key.
  private static func errorLimit(of key: SearchKey) -> Int {
    guard (4...40).contains(key.bytes.count), key.bytes.allSatisfy({ $0 < 0x80 }) else { return 0 }
    return key.bytes.count < 8 ? 1 : 2
  }

  /// Adds misspelled names; with two errors only if there are none with one.
  private mutating func addMisspelled() {
    let most = Self.errorLimit(of: query.key)
    for limit in 0..<most {
      addNames(like: query.key, limit: limit + 1) { _ in true }
      if hits.contains(where: { accepts($0.name.row) }) { return }
      hits.removeAll()
    }
    for (key, qualifiers) in query.divisions {
      guard Self.errorLimit(of: key) > 0, qualifiers.areKnown(in: gazetteer) else { continue }
      addNames(like: key, limit: 1) { [gazetteer] row in
        qualifiers.match(row, in: gazetteer, isUnfinished: false)
      }
      if !hits.isEmpty { return }
    }
  }

  private mutating func addNames(
    like key: SearchKey, limit: Int, where isIncluded: (Int) -> Bool
  ) {
    var distance = EditDistance(to: key.bytes, limit: limit)
    var found: [(name: FoundName, errors: Int, whole: Int?)] = []
    lists.forEach(like: &distance) { found.append(($0, $1, $2)) }
    for (name, errors, whole) in found where isIncluded(name.row) {
      let isWhole = whole != nil && name.part != .later
      let least = max(1, isWhole ? whole ?? errors : errors)
      add(
        name, .misspelled(errors: least), group: 10 + least,
        name.part == .later ? Factor.word : isWhole ? Factor.whole : Factor.beginning,
        isWhole: isWhole)
    }
  }

  // MARK: Unknown words

  /// Adds the names of the longest sequence of words that is a name, or the beginning of one.
  private mutating func addNamesOfSomeWords() {
    let words = query.key.words
    guard (2...8).contains(words.count) else { return }
    for count in (1..<words.count).reversed() {
      for first in 0...(words.count - count) {
        let part = words[first..<(first + count)]
        let key = SearchKey(
          bytes: Array(part.joined(separator: CollectionOfOne(UInt8(ascii: " ")))))
        guard key.bytes.count > 2 else { continue }
        var found: [(FoundName, Bool)] = []
        lists.forEach(beginningWith: key) { if $0.part != .later { found.append(($0, $1)) } }
        for (name, isWhole) in found {
          add(
            name, .partial(missing: words.count - count), group: 20,
            isWhole ? Factor.whole : Factor.beginning, isWhole: isWhole)
        }
      }
      if hits.contains(where: { accepts($0.name.row) }) { return }
      hits.removeAll()
    }
  }
}

extension Gazetteer {
  /// Whether each of some words begins a word of a name, with or without its elided articles.
  fileprivate func hasWords(_ words: [ArraySlice<UInt8>], _ name: FoundName) -> Bool {
    let key = key(of: name)
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

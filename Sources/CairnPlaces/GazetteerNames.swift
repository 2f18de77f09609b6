internal import CairnCountryFacts
internal import CairnMemory
internal import CairnText

/// A name of a place, found in one of the sorted lists.
internal struct FoundName {
  /// The list that contains the name.
  enum Source: UInt8 {
    /// The main name of a city, an airport or another destination.
    case main
    /// Another name of a city.
    case cityName
    /// Another name of a destination.
    case destinationName
    /// A name that stands for one particular city.
    case meaning
    /// A name of a large city in the script of its country.
    case nativeName
    /// A name of a city in another language.
    case translation
    /// Another name of a country, in any language.
    case countryName
  }

  /// The part of the name that was compared.
  enum Part: UInt8 {
    case whole
    /// From a later word on.
    case later
    /// From the word after an elided article on.
    case elided
  }

  /// The row of the place.
  var row: Int
  var source: Source
  /// The row of a main name; the byte at which the line of another name starts.
  var position: Int
  var part = Part.whole
}

/// One of the tables of names; an enumeration, so that the loops are specialized for each kind.
internal enum NameTable {
  case rows(PlaceRows)
  case names(AlternateNames)
  case translations(TranslatedNames)
  /// Those of the module `CairnCountryFacts`.
  case countries

  func forEach(withPrefix key: SearchKey, _ body: (_ position: Int, _ isExact: Bool) -> Void) {
    switch self {
    case .rows(let table): table.forEach(withPrefix: key, body)
    case .names(let table): table.forEach(withPrefix: key, body)
    case .translations(let table): table.forEach(withPrefix: key, body)
    case .countries: CountryNames.forEach(withPrefix: key, body)
    }
  }

  /// The text that contains the name at a position, and the byte at which it starts.
  func cell(at position: Int) -> (text: ConstantText, start: Int) {
    switch self {
    case .rows(let table):
      let cell = table.table.cell(at: position)
      return (cell.text, cell.start)
    case .names(let table): return (table.text, position)
    case .translations(let table):
      let cell = table.cell(at: position)
      return (cell.text, cell.start)
    case .countries: return (CountryNames.text, CountryNames.range(at: position).lowerBound)
    }
  }

  func forEach(withKey key: SearchKey, _ body: (_ position: Int) -> Void) {
    switch self {
    case .rows(let table): table.forEach(withKey: key, body)
    case .names(let table): table.forEach(withKey: key, body)
    case .translations(let table): table.forEach(withKey: key, body)
    case .countries: CountryNames.forEach(withPrefix: key) { if $1 { body($0) } }
    }
  }

  func forEach(
    like distance: inout PrefixDistance, rightLetters: Int, until isStopped: () -> Bool,
    _ body: (_ position: Int, _ errors: Int, _ whole: Int?) -> Void
  ) {
    switch self {
    case .rows(let table):
      table.forEach(like: &distance, rightLetters: rightLetters, until: isStopped, body)
    case .names(let table):
      let lines = table.lines
      lines.forEach(
        like: &distance, heads: table.heads, headCount: lines.count, rightLetters: rightLetters,
        until: isStopped
      ) { row, errors, whole in body(Int(lines.starts[row]), errors, whole) }
    case .translations(let table):
      table.forEach(
        like: &distance, heads: table.heads, headCount: table.count, rightLetters: rightLetters,
        until: isStopped, body)
    case .countries:
      CountryNames.forEach(
        like: &distance, rightLetters: rightLetters, until: isStopped, body)
    }
  }
}

/// The sorted lists of all names of a gazetteer.
internal struct NameLists {
  /// One sorted list.
  private struct List {
    let keys: NameTable
    let source: FoundName.Source
    /// The factor of the fame for the beginning of a name.
    var factor = 1.0
    /// The row of the place of a name; nil if it is not included.
    let row: (Int) -> Int?
  }

  /// A name that begins with a key, before it is read.
  struct Candidate {
    /// The row of the place; nil for a later word, whose row takes a search.
    let row: Int?
    /// An upper bound of the fame of the beginning of the name, with the factor of other names.
    let bound: Double
    let isLater: Bool
  }

  private let gazetteer: Gazetteer
  private let lists: [List]
  /// The lists of later words.
  private let later: [LaterWords]

  init(of gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    let tables = gazetteer.tables
    let (cities, places) = (gazetteer.cityCount, gazetteer.placeCount)
    let other = GazetteerSearch.otherNameFactor
    func others(_ names: AlternateNames, _ source: FoundName.Source, _ factor: Double) -> List {
      List(keys: .names(names), source: source, factor: factor) { names.row(at: $0) }
    }
    var lists = [List(keys: .rows(tables.cities), source: .main) { $0 }]
    lists += tables.airportParts.map { List(keys: .rows($0), source: .main) { cities + $0 } }
    lists.append(
      List(
        keys: .rows(tables.destinations), source: .main,
        factor: 1 / Double(Gazetteer.beginningDiscount)
      ) { places + $0 })
    lists.append(others(tables.meanings, .meaning, 1))
    lists.append(others(tables.alternateNames, .cityName, other))
    lists.append(others(tables.destinationNames, .destinationName, other))
    lists.append(others(tables.nativeNames, .nativeName, other))
    if let names = gazetteer.names {
      lists.append(
        List(keys: .translations(names), source: .translation, factor: other) { names.row(at: $0) })
    }
    lists.append(
      List(
        keys: .countries, source: .countryName, factor: other / Double(Gazetteer.beginningDiscount)
      ) { gazetteer.row(of: CountryNames.country(at: $0)) })
    self.lists = lists
    later = [tables.cityWords, tables.otherWords]
  }

  private func name(_ list: List, _ position: Int) -> FoundName? {
    list.row(position).map { row in
      FoundName(row: row, source: list.source, position: list.source == .main ? row : position)
    }
  }

  /// Calls a closure with the names that begin with a key, including at a later word from two
  /// letters on, and with whether the name or its rest is exactly the key.
  ///
  /// - Parameters:
  ///   - key: the beginning.
  ///   - includingLater: whether a name may begin with the key at a later word; otherwise only if
  ///     it is exactly the key after an elided article.
  ///   - filter: rejects names, if given.
  ///   - isNeeded: whether a longer name or a later word may be a result.
  ///   - body: receives the needed names.
  /// - Returns: whether any name begins with the key, other than at a later word.
  @discardableResult
  func forEach(
    beginningWith key: SearchKey, includingLater: Bool = true, passing filter: WordFilter? = nil,
    where isNeeded: (Candidate) -> Bool = { _ in true },
    _ body: (FoundName, _ isWhole: Bool) -> Void
  ) -> Bool {
    var isFound = false
    let fames = gazetteer.tables.fames
    for list in lists {
      list.keys.forEach(withPrefix: key) { position, isWhole in
        isFound = true
        if !isWhole {
          guard let row = list.row(position) else { return }
          // Other names of airports count as much as the main ones.
          let factor = gazetteer.isAirport(row: row) ? 1 : list.factor
          let bound = FameBound.values[Int(fames[row])] * factor
          guard isNeeded(Candidate(row: row, bound: bound, isLater: false)) else { return }
        }
        if let filter {
          let (text, start) = list.keys.cell(at: position)
          guard filter.mayAccept(text, start) else { return }
        }
        if let name = name(list, position) { body(name, isWhole) }
      }
    }
    guard key.bytes.count > 1 else { return isFound }
    for words in includingLater ? later : [] {
      words.forEach(withPrefix: key) { position, isWhole in
        let (_, text, start) = words.cell(at: position)
        let isElided = isWhole && Gazetteer.isElided(text, start)
        let candidate = Candidate(row: nil, bound: words.bound(at: position), isLater: true)
        guard isElided || isNeeded(candidate) else { return }
        guard filter?.mayAccept(text, Self.lineStart(text, start)) ?? true else { return }
        if let name = gazetteer.name(ofWord: position, in: words) { body(name, isWhole) }
      }
    }
    for words in includingLater ? [] : later {
      words.forEach(withKey: key) { position in
        let (_, text, start) = words.cell(at: position)
        guard Gazetteer.isElided(text, start) else { return }
        if let name = gazetteer.name(ofWord: position, in: words) { body(name, true) }
      }
    }
    return isFound
  }

  /// The key of the word by which the names with all of some words are looked up: the first one,
  /// or if thousands of names have it, such as "airport", the one that the fewest have.
  func rarest(of words: [ArraySlice<UInt8>]) -> SearchKey? {
    let keys = words.map { SearchKey(bytes: Array($0)) }
    guard let first = keys.first, keys.count > 1 else { return keys.first }
    let count = count(beginningWith: first)
    guard count > Self.few else { return first }
    let others = keys.dropFirst().map { (key: $0, count: self.count(beginningWith: $0)) }
    guard let rarest = others.min(by: { $0.count < $1.count }), rarest.count < count else {
      return first
    }
    return rarest.key
  }

  private static let few = 256

  /// The number of names with a word that begins with a key, without those of the shorter lists.
  private func count(beginningWith key: SearchKey) -> Int {
    func count(_ rows: some KeyOrdered) -> Int {
      let (exact, longer) = rows.ranges(withPrefix: key)
      return exact.count + longer.count
    }
    return later.reduce(count(gazetteer.tables.cities.table)) { $0 + count($1) }
  }

  /// The start of the line that contains a byte.
  fileprivate static func lineStart(_ text: ConstantText, _ position: Int) -> Int {
    var start = position
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  /// Calls a closure with the names that are exactly a key.
  func forEach(withKey key: SearchKey, _ body: (FoundName) -> Void) {
    for list in lists {
      list.keys.forEach(withKey: key) { position in
        if let name = name(list, position) { body(name) }
      }
    }
  }

  /// Calls a closure with the names that begin with a key after the elided article at their start.
  func forEach(elidedWithKey key: SearchKey, _ body: (FoundName) -> Void) {
    for words in later {
      words.forEach(withKey: key) { position in
        guard let name = gazetteer.name(ofWord: position, in: words), name.part == .elided else {
          return
        }
        // Nothing but the article precedes the word.
        if gazetteer.key(of: name).words.count == key.words.count { body(name) }
      }
    }
  }

  /// Calls a closure with the names whose beginning, including at a later word, is within the limit
  /// of a distance, with the number of errors and with that of the whole name.
  ///
  /// - Parameters:
  ///   - distance: the distance to the typed key.
  ///   - includingLater: whether later words are compared, too.
  ///   - rightLetters: the length of the exact prefix.
  ///   - isStopped: whether to stop; called for each key that is read.
  ///   - body: receives a name.
  func forEach(
    like distance: inout PrefixDistance, includingLater: Bool = true, rightLetters: Int = 0,
    until isStopped: () -> Bool = { false },
    _ body: (FoundName, _ errors: Int, _ whole: Int?) -> Void
  ) {
    for list in lists {
      list.keys.forEach(like: &distance, rightLetters: rightLetters, until: isStopped) {
        if let name = name(list, $0) { body(name, $1, $2) }
      }
    }
    for words in includingLater ? later : [] {
      words.forEach(
        like: &distance, heads: words.heads, headCount: words.positions.count,
        rightLetters: rightLetters, until: isStopped
      ) {
        if let name = gazetteer.name(ofWord: $0, in: words) { body(name, $1, $2) }
      }
    }
  }
}

extension Gazetteer {
  /// The text and the range of a name.
  private func cell(of name: FoundName) -> (text: ConstantText, range: Range<Int>) {
    let text: ConstantText
    switch name.source {
    case .main:
      let (rows, line) = line(ofRow: name.row)
      return (rows.table.text, rows.table.range(ofColumn: 0, row: line))
    case .cityName: text = tables.alternateNames.text
    case .destinationName: text = tables.destinationNames.text
    case .meaning: text = tables.meanings.text
    case .nativeName: text = tables.nativeNames.text
    case .translation:
      // Only a gazetteer with these names finds one.
      guard let names else { return (tables.cities.table.text, 0..<0) }
      return names.range(at: name.position)
    case .countryName: return (CountryNames.text, CountryNames.range(at: name.position))
    }
    return (text, name.position..<TextTable.Reader(text, at: name.position).endOfCell())
  }

  /// A name as it is written.
  internal func string(of name: FoundName) -> String {
    let (text, range) = cell(of: name)
    return text.string(range)
  }

  /// Whether the key of a name begins with the first letter of another key, in any script.
  internal func begins(_ name: FoundName, withFirstLetterOf key: SearchKey) -> Bool {
    let (text, range) = cell(of: name)
    let first = key.bytes.first ?? 0
    let bits = first < 0x80 ? 8 : first < 0xE0 ? 16 : first < 0xF0 ? 24 : 32
    return (SearchKey.head(ofCell: text, at: range.lowerBound) ^ key.head) >> (64 - bits) == 0
  }

  /// The key of a name.
  internal func key(of name: FoundName) -> SearchKey {
    let (text, range) = cell(of: name)
    return SearchKey(text, range)
  }

  /// The name that has a later word; nil if its place is not included.
  fileprivate func name(ofWord position: Int, in words: LaterWords) -> FoundName? {
    let (table, offset) = words.start(at: position)
    let text = words.tables[table]
    let start = NameLists.lineStart(text, offset)
    let part: FoundName.Part = Self.isElided(text, offset) ? .elided : .later
    func main(_ rows: PlaceRows, _ first: Int) -> FoundName? {
      rows.table.row(startingAt: start).map {
        FoundName(row: first + $0, source: .main, position: first + $0, part: part)
      }
    }
    func other(_ names: AlternateNames, _ source: FoundName.Source) -> FoundName? {
      names.row(at: start).map {
        FoundName(row: $0, source: source, position: start, part: part)
      }
    }
    if words.tables.count == 1 { return main(tables.cities, 0) }
    switch table {
    case 0: return main(tables.airports, cityCount)
    case 1: return main(tables.destinations, placeCount)
    case 2: return other(tables.alternateNames, .cityName)
    default: return other(tables.destinationNames, .destinationName)
    }
  }

  /// Whether an apostrophe precedes a word.
  fileprivate static func isElided(_ text: ConstantText, _ offset: Int) -> Bool {
    switch text[offset - 1] {
    case UInt8(ascii: "'"), UInt8(ascii: "`"): return true
    case 0x80...0xBF:
      // ‘ and ’ take three bytes, ʻ and the like two.
      return text[offset - 2] == 0xCA || text[offset - 3] == 0xE2 && text[offset - 2] == 0x80
    default: return false
    }
  }
}

extension TextTable {
  /// The row that starts at a byte; nil if none does.
  fileprivate func row(startingAt byte: Int) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) < byte { low = middle + 1 } else { high = middle }
    }
    return low < count && Int(starts[low]) == byte ? low : nil
  }
}

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
  }

  /// How much of the name was compared.
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

/// The sorted lists of all names of a gazetteer.
internal struct NameLists {
  private let gazetteer: Gazetteer
  private let lists: [(keys: any KeyOrdered, name: (Int) -> FoundName?)]
  /// The lists of later words.
  private let later: [(keys: any KeyOrdered, name: (Int) -> FoundName?)]

  init(of gazetteer: Gazetteer) {
    self.gazetteer = gazetteer
    let tables = gazetteer.tables
    let (cities, places) = (gazetteer.cityCount, gazetteer.placeCount)
    func main(_ row: Int) -> FoundName { FoundName(row: row, source: .main, position: row) }
    func others(
      _ names: AlternateNames, _ source: FoundName.Source
    ) -> (keys: any KeyOrdered, name: (Int) -> FoundName?) {
      (
        names,
        { position in
          names.row(at: position).map { FoundName(row: $0, source: source, position: position) }
        }
      )
    }
    lists =
      [(tables.cities, { main($0) })]
      + tables.airportParts.map { ($0, { main(cities + $0) }) }
      + [
        (tables.destinations, { main(places + $0) }), others(tables.meanings, .meaning),
        others(tables.alternateNames, .cityName),
        others(tables.destinationNames, .destinationName),
      ]
    later = [tables.cityWords, tables.otherWords].map { words in
      (words, { gazetteer.name(ofWord: $0, in: words) })
    }
  }

  /// Calls a closure with the names that begin with a key, also at a later word from two letters
  /// on, and with whether the name or its rest is exactly the key.
  func forEach(beginningWith key: SearchKey, _ body: (FoundName, _ isWhole: Bool) -> Void) {
    for list in key.bytes.count > 1 ? lists + later : lists {
      list.keys.forEach(withPrefix: key) { position, isWhole in
        if let name = list.name(position) { body(name, isWhole) }
      }
    }
  }

  /// Calls a closure with the names that are exactly a key.
  func forEach(withKey key: SearchKey, _ body: (FoundName) -> Void) {
    for list in lists {
      list.keys.forEach(withKey: key) { position in
        if let name = list.name(position) { body(name) }
      }
    }
  }

  /// Calls a closure with the names that begin with a key after the elided article at their start.
  func forEach(elidedWithKey key: SearchKey, _ body: (FoundName) -> Void) {
    for list in later {
      list.keys.forEach(withKey: key) { position in
        guard let name = list.name(position), name.part == .elided else { return }
        // Nothing but the article precedes the word.
        if gazetteer.key(of: name).words.count == key.words.count { body(name) }
      }
    }
  }

  /// Calls a closure with the names whose beginning, also at a later word, is within the limit of a
  /// distance, with the number of errors and with that of the whole name.
  func forEach(
    like distance: inout EditDistance, includingLater: Bool = true,
    _ body: (FoundName, _ errors: Int, _ whole: Int?) -> Void
  ) {
    for list in includingLater ? lists + later : lists {
      list.keys.forEach(like: &distance) { position, errors, whole in
        if let name = list.name(position) { body(name, errors, whole) }
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
    }
    return (text, name.position..<TextTable.Reader(text, at: name.position).endOfCell())
  }

  /// A name as it is written.
  internal func string(of name: FoundName) -> String {
    let (text, range) = cell(of: name)
    return text.string(range)
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
    var start = offset
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
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
  private static func isElided(_ text: ConstantText, _ offset: Int) -> Bool {
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

package import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// Names of the cities of the default set in other languages, from the module `CairnNames`.
///
/// A line is the row of a city, then, each after a tab, the digits of languages, a space and the name
/// in these languages. The lines are sorted by row, the words by the key of the name at their offset.
package struct TranslatedNames: Sendable {
  private let text: ConstantText
  private let digits: ConstantText
  /// The rows of the cities of the default set; nil if these are the rows themselves.
  private let rows: [Int32]?

  /// The columns of a line of the numbers.
  private static let columns = 24
  private static let width = 4

  /// - Parameters:
  ///   - names: the names.
  ///   - order: the byte offsets of the names, sorted by key: numbers of four digits in lines.
  package init(_ names: StaticString, order: StaticString) {
    self.init(ConstantText(names), ConstantText(order), nil)
  }

  private init(_ text: ConstantText, _ digits: ConstantText, _ rows: [Int32]?) {
    self.text = text
    self.digits = digits
    self.rows = rows
  }

  /// The names of a larger set of towns, with the rows of the cities of the default set.
  internal func mapped(to rows: [Int32]?) -> TranslatedNames { TranslatedNames(text, digits, rows) }

  /// The number of names.
  package var count: Int {
    (digits.count - digits.count / (Self.columns * Self.width + 1)) / Self.width
  }

  /// The name of the city of a row of the default set.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - language: the digit of the language.
  /// - Returns: the name; nil if none is known.
  package func name(ofRow row: Int, in language: UInt8) -> String? {
    var low = 0
    var high = text.count
    while low < high {
      let start = lineStart(before: low + (high - low) / 2)
      var reader = TextTable.Reader(text, at: start)
      let found = reader.integer() ?? 0
      if found == row { return name(after: reader.position, in: language) }
      if found < row {
        reader.skipLine()
        low = reader.position
      } else {
        high = start
      }
    }
    return nil
  }

  private func lineStart(before position: Int) -> Int {
    var start = position
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  private func name(after tab: Int, in language: UInt8) -> String? {
    var reader = TextTable.Reader(text, at: tab)
    while text[reader.position] == UInt8(ascii: "\t") {
      reader.position += 1
      let end = reader.endOfCell()
      var isWanted = false
      while text[reader.position] != UInt8(ascii: " ") {
        if text[reader.position] == language { isWanted = true }
        reader.position += 1
      }
      if isWanted { return text.string((reader.position + 1)..<end) }
      reader.position = end
    }
    return nil
  }
}

extension TranslatedNames: KeyOrdered {
  internal var positions: Range<Int> { 0..<count }

  /// The byte at which a name starts.
  internal func start(at position: Int) -> Int {
    let line = position / Self.columns * (Self.columns * Self.width + 1)
    let first = line + position % Self.columns * Self.width
    return (first..<(first + Self.width)).reduce(0) {
      $0 * PackedTown.base + PackedTown.digit(digits[$1])
    }
  }

  internal func cell(at position: Int) -> (row: Int, text: ConstantText, start: Int) {
    (position, text, start(at: position))
  }

  internal func position(after position: Int) -> Int { position + 1 }

  /// The range of a name.
  internal func range(at position: Int) -> (text: ConstantText, range: Range<Int>) {
    let start = start(at: position)
    return (text, start..<TextTable.Reader(text, at: start).endOfCell())
  }

  /// The row of the city with a name.
  internal func row(at position: Int) -> Int? {
    var reader = TextTable.Reader(text, at: lineStart(before: start(at: position)))
    guard let row = reader.integer() else { return nil }
    guard let rows else { return row }
    guard rows.indices.contains(row), rows[row] >= 0 else { return nil }
    return Int(rows[row])
  }
}

extension Gazetteer {
  /// The same gazetteer with names of its cities in other languages, for searches.
  package func adding(_ names: TranslatedNames) -> Gazetteer {
    Gazetteer(
      tables: tables, indexes: indexes, names: names.mapped(to: tables.alternateNames.rows))
  }

  /// The row of a city, given as a place of this gazetteer or of another one.
  package func cityRow(of place: Place) -> Int? {
    var found: Int?
    tables.cities.forEach(withKey: SearchKey(place.name)) { row in
      if tables.coordinates[row] == place.coordinate { found = row }
    }
    return found
  }
}

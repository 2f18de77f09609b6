package import CairnGeodesy
internal import CairnMemory
internal import CairnText

/// Names of the cities of the default set in other languages, from the module `CairnNames`.
///
/// The rows of the lines are those of cities. The words are sorted by the key of the name at their
/// offset.
package struct TranslatedNames: Sendable {
  private let lines: TranslatedLines
  private let order: PackedNumbers
  /// The rows of the cities of the default set; nil if these are the rows themselves.
  private let rows: [Int32]?
  /// The heads of the keys, shared by all copies.
  internal let heads: Once<AtomicWords>

  /// - Parameters:
  ///   - names: the names.
  ///   - order: the byte offsets of the names, sorted by key: numbers of four digits in lines.
  package init(_ names: StaticString, order: StaticString) {
    self.init(TranslatedLines(ConstantText(names)), PackedNumbers(ConstantText(order)), nil, Once())
  }

  private init(
    _ lines: TranslatedLines, _ order: PackedNumbers, _ rows: [Int32]?, _ heads: Once<AtomicWords>
  ) {
    self.heads = heads
    self.lines = lines
    self.order = order
    self.rows = rows
  }

  /// The names of a larger set of towns, with the rows of the cities of the default set.
  internal func mapped(to rows: [Int32]?) -> TranslatedNames {
    TranslatedNames(lines, order, rows, heads)
  }

  /// The number of names.
  package var count: Int { order.count }

  /// The name of the city of a row of the default set.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - language: the digit of the language.
  /// - Returns: the name; nil if none is known.
  package func name(ofRow row: Int, in language: UInt8) -> String? {
    lines.name(ofRow: row, in: language)
  }
}

extension TranslatedNames: RowOrdered {
  internal var positions: Range<Int> { 0..<count }

  /// The byte at which a name starts.
  internal func start(at position: Int) -> Int { order[position] }

  internal func cell(at position: Int) -> (row: Int, text: ConstantText, start: Int) {
    (position, lines.text, start(at: position))
  }

  internal func position(after position: Int) -> Int { position + 1 }

  /// The range of a name.
  internal func range(at position: Int) -> (text: ConstantText, range: Range<Int>) {
    let start = start(at: position)
    return (lines.text, start..<TextTable.Reader(lines.text, at: start).endOfCell())
  }

  /// The row of the city with a name.
  internal func row(at position: Int) -> Int? {
    var reader = TextTable.Reader(lines.text, at: lines.lineStart(before: start(at: position)))
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

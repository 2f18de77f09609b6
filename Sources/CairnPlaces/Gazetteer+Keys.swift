internal import CairnMemory
internal import CairnText

/// Rows sorted by search key, with the operations for bisecting them.
///
/// The keys are not stored: a bisection folds the beginnings of the names that it compares,
/// seventeen at most.
internal protocol KeyOrdered {
  /// The positions that can be bisected: rows, or bytes in which lines are found.
  var positions: Range<Int> { get }
  /// The row at or around a position: its own position, the text that contains its name, and the
  /// byte at which the name starts.
  func cell(at position: Int) -> (row: Int, text: ConstantText, start: Int)
  /// The position after a row.
  func position(after position: Int) -> Int
}

extension KeyOrdered {
  /// The order of the key of the row at or around a position and a key, with the row's own
  /// position.
  internal func order(at position: Int, _ key: SearchKey) -> (row: Int, order: KeyOrder) {
    let (row, text, start) = cell(at: position)
    return (row, key.order(ofCell: text, at: start))
  }

  /// The first row, from a given one on, whose key is not less than the given one.
  func lowerBound(of key: SearchKey, from first: Int? = nil) -> Int {
    lowerBound(of: key, in: (first ?? positions.lowerBound)..<positions.upperBound)
  }

  private func lowerBound(of key: SearchKey, in range: Range<Int>) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let (found, order) = order(at: low + (high - low) / 2, key)
      let row = max(low, found)
      if order == .less { low = position(after: row) } else { high = row }
    }
    return low
  }

  /// The positions of the rows of exactly a key, and those of the rows whose key starts with it and
  /// is longer.
  func ranges(withPrefix prefix: SearchKey) -> (exact: Range<Int>, longer: Range<Int>) {
    let start = lowerBound(of: prefix)
    var row = start
    while row < positions.upperBound, order(at: row, prefix).order == .equal {
      row = position(after: row)
    }
    // No key contains the byte 0xFF.
    let end = lowerBound(of: SearchKey(bytes: prefix.bytes + [0xFF]), from: row)
    return (start..<row, row..<end)
  }

  /// Calls a closure with each row whose key starts with the given one, and with whether the key is
  /// exactly the given one.
  ///
  /// The last Hangul syllable of the given key may be incomplete.
  func forEach(withPrefix prefix: SearchKey, _ body: (_ position: Int, _ isExact: Bool) -> Void) {
    let (exact, longer) = ranges(withPrefix: prefix)
    forEach(in: exact) { body($0, true) }
    forEach(in: longer) { body($0, false) }
    for keys in TypedPrefix(prefix.bytes[...]).further {
      let start = lowerBound(of: SearchKey(bytes: keys.first))
      let end = lowerBound(of: SearchKey(bytes: keys.end), from: start)
      forEach(in: start..<end) { body($0, false) }
    }
  }

  private func forEach(in range: Range<Int>, _ body: (_ position: Int) -> Void) {
    var row = range.lowerBound
    while row < range.upperBound {
      body(row)
      row = position(after: row)
    }
  }

  /// Calls a closure with each row of exactly the given key.
  func forEach(withKey wanted: SearchKey, _ body: (_ position: Int) -> Void) {
    var row = lowerBound(of: wanted)
    while row < positions.upperBound, order(at: row, wanted).order == .equal {
      body(row)
      row = position(after: row)
    }
  }

  /// Calls a closure with every row and its key.
  func forEach(_ body: (_ position: Int, _ key: SearchKey) -> Void) {
    var row = positions.lowerBound
    var key = SearchKey("")
    while row < positions.upperBound {
      let (_, text, start) = cell(at: row)
      key.assign(text, start..<TextTable.Reader(text, at: start).endOfCell())
      body(row, key)
      row = position(after: row)
    }
  }
}

extension TextTable: RowOrdered {
  var positions: Range<Int> { 0..<count }

  func cell(at row: Int) -> (row: Int, text: ConstantText, start: Int) {
    (row, text, Int(starts[row]))
  }

  func position(after row: Int) -> Int { row + 1 }
}

/// Alternative names of places: lines with a name and a number, found by their byte offset.
///
/// Bisection over bytes needs no list of line starts, so opening these names costs nothing.
internal struct AlternateNames: KeyOrdered {
  let text: ConstantText
  /// The rows of the places by the numbers of the lines, -1 for a place that is not included; `nil`
  /// if the numbers are the rows.
  let rows: [Int32]?
  /// The lines and the heads of their keys, for misspelled names only.
  private let madeLines = Once<TextTable>()
  let heads = Once<AtomicWords>()

  init(text: ConstantText, rows: [Int32]? = nil) {
    self.text = text
    self.rows = rows
  }

  var positions: Range<Int> { 0..<text.count }

  func cell(at position: Int) -> (row: Int, text: ConstantText, start: Int) {
    var start = position
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return (start, text, start)
  }

  func position(after position: Int) -> Int {
    var reader = TextTable.Reader(text, at: position)
    reader.skipLine()
    return reader.position
  }

  /// The names as rows, whose starts are the positions.
  var lines: TextTable {
    madeLines { TextTable(text, expectedRowLength: 16) }
  }

  /// The name on the line that starts at a position.
  func name(at position: Int) -> String {
    text.string(position..<TextTable.Reader(text, at: position).endOfCell())
  }

  /// Whether the name on the line that starts at a position is in use in one of fourteen languages
  /// or consists of initials: a zero precedes its number.
  func isInUse(at position: Int) -> Bool {
    var reader = TextTable.Reader(text, at: position)
    reader.skipCell()
    return text[reader.position] == UInt8(ascii: "0") && reader.endOfCell() > reader.position + 1
  }

  /// The row of the place of the line that starts at a position; `nil` if the place is not
  /// included.
  func row(at position: Int) -> Int? {
    var reader = TextTable.Reader(text, at: position)
    reader.skipCell()
    guard let number = reader.integer() else { return nil }
    guard let rows else { return number }
    guard rows.indices.contains(number), rows[number] >= 0 else { return nil }
    return Int(rows[number])
  }
}

/// The later words of names, sorted by the key of the name from there on: numbers of four digits.
internal struct LaterWords: RowOrdered {
  private let numbers: PackedNumbers
  /// The tables that the numbers refer to.
  let tables: [ConstantText]
  /// A digit for each block of words: the bound of their fame, as in ``FameBound``, a hundred times
  /// less for other names and ten times more after an elided article.
  private let bounds: ConstantText
  /// The heads of the keys.
  let heads = Once<AtomicWords>()

  /// The words of a block.
  private static let blockLength = 64

  init(_ digits: StaticString, bounds: StaticString, of tables: [ConstantText]) {
    numbers = PackedNumbers(ConstantText(digits))
    self.bounds = ConstantText(bounds)
    self.tables = tables
  }

  /// The number of words.
  var positions: Range<Int> { 0..<numbers.count }

  /// The bound of the fame of a word.
  func bound(at position: Int) -> Double {
    let block = position / Self.blockLength
    return FameBound.values[PackedPlace.digit(bounds[block + block / 80])]
  }

  /// The table that contains a word, and the byte at which it starts.
  func start(at position: Int) -> (table: Int, offset: Int) {
    let value = numbers[position]
    return (value % tables.count, value / tables.count)
  }

  func cell(at position: Int) -> (row: Int, text: ConstantText, start: Int) {
    let (table, offset) = start(at: position)
    return (position, tables[table], offset)
  }

  func position(after position: Int) -> Int { position + 1 }
}

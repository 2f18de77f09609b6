internal import CairnMemory
internal import CairnText

/// Rows sorted by search key, with the operations for bisecting them.
///
/// The keys are not stored: a bisection folds the names that it compares, seventeen at most.
internal protocol KeyOrdered {
  /// The positions that can be bisected: rows, or bytes in which lines are found.
  var positions: Range<Int> { get }
  /// Stores the key of the row at or around a position into `key` and returns the row's own
  /// position.
  func readKey(at position: Int, into key: inout SearchKey) -> Int
  /// The position after a row.
  func position(after position: Int) -> Int
}

extension KeyOrdered {
  /// The first row whose key is not less than the given one.
  func lowerBound(of key: SearchKey) -> Int {
    var low = positions.lowerBound
    var high = positions.upperBound
    var probe = SearchKey("")
    while low < high {
      let row = readKey(at: low + (high - low) / 2, into: &probe)
      if probe < key {
        low = position(after: row)
      } else {
        high = row
      }
    }
    return low
  }

  /// Calls a closure with each row whose key starts with the given one, in order, and with whether
  /// the key is exactly the given one.
  func forEach(withPrefix prefix: SearchKey, _ body: (_ position: Int, _ isExact: Bool) -> Void) {
    var row = lowerBound(of: prefix)
    var key = SearchKey("")
    while row < positions.upperBound {
      _ = readKey(at: row, into: &key)
      guard key.hasPrefix(prefix) else { return }
      body(row, key.bytes.count == prefix.bytes.count)
      row = position(after: row)
    }
  }

  /// Calls a closure with each row of exactly the given key.
  func forEach(withKey wanted: SearchKey, _ body: (_ position: Int) -> Void) {
    var row = lowerBound(of: wanted)
    var key = SearchKey("")
    while row < positions.upperBound {
      _ = readKey(at: row, into: &key)
      guard key == wanted else { return }
      body(row)
      row = position(after: row)
    }
  }

  /// Calls a closure with every row and its key.
  func forEach(_ body: (_ position: Int, _ key: SearchKey) -> Void) {
    var row = positions.lowerBound
    var key = SearchKey("")
    while row < positions.upperBound {
      _ = readKey(at: row, into: &key)
      body(row, key)
      row = position(after: row)
    }
  }
}

extension TextTable: KeyOrdered {
  var positions: Range<Int> { 0..<count }

  func readKey(at row: Int, into key: inout SearchKey) -> Int {
    key.assign(text, range(ofColumn: 0, row: row))
    return row
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

  init(text: ConstantText, rows: [Int32]? = nil) {
    self.text = text
    self.rows = rows
  }

  var positions: Range<Int> { 0..<text.count }

  func readKey(at position: Int, into key: inout SearchKey) -> Int {
    var start = position
    while start > 0, text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    key.assign(text, start..<TextTable.Reader(text, at: start).endOfCell())
    return start
  }

  func position(after position: Int) -> Int {
    var reader = TextTable.Reader(text, at: position)
    reader.skipLine()
    return reader.position
  }

  /// The name on the line that starts at a position.
  func name(at position: Int) -> String {
    text.string(position..<TextTable.Reader(text, at: position).endOfCell())
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

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
  /// The first row, from a given one on, whose key is not less than the given one.
  func lowerBound(of key: SearchKey, from first: Int? = nil) -> Int {
    var low = first ?? positions.lowerBound
    var high = positions.upperBound
    var probe = SearchKey("")
    while low < high {
      let row = max(low, readKey(at: low + (high - low) / 2, into: &probe))
      if probe < key {
        low = position(after: row)
      } else {
        high = row
      }
    }
    return low
  }

  /// The first row, after a given one, whose key is not less than the given one, by exponential
  /// search.
  private func lowerBound(of key: SearchKey, after row: Int) -> Int {
    var low = position(after: row)
    var probe = SearchKey("")
    var step = 1
    var high = positions.upperBound
    while low + step < high {
      let middle = readKey(at: low + step, into: &probe)
      if probe < key {
        low = position(after: middle)
        step *= 4
      } else {
        high = max(low, middle)
      }
    }
    while low < high {
      let row = max(low, readKey(at: low + (high - low) / 2, into: &probe))
      if probe < key { low = position(after: row) } else { high = row }
    }
    return low
  }

  /// Calls a closure with each row whose key starts with the given one, in order, and with whether
  /// the key is exactly the given one.
  func forEach(withPrefix prefix: SearchKey, _ body: (_ position: Int, _ isExact: Bool) -> Void) {
    var row = lowerBound(of: prefix)
    guard row < positions.upperBound else { return }
    var key = SearchKey("")
    // The rows of exactly this key are first.
    while row < positions.upperBound {
      _ = readKey(at: row, into: &key)
      guard key == prefix else { break }
      body(row, true)
      row = position(after: row)
    }
    let end = lowerBound(of: SearchKey(bytes: prefix.bytes + [0xFF]), from: row)
    while row < end {
      body(row, false)
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

  /// Calls a closure with each row whose key begins with letters within the limit of an edit
  /// distance, with the least number of errors of a beginning, and with that of the whole key if it
  /// is within the limit.
  ///
  /// The rows are traversed like a tree: a common prefix of neighbors is compared once, and the
  /// rows after a prefix that exceeds the limit are skipped by a search.
  func forEach(
    like distance: inout EditDistance,
    _ body: (_ position: Int, _ errors: Int, _ whole: Int?) -> Void
  ) {
    distance.pop(to: 0)
    var row = positions.lowerBound
    var key = SearchKey("")
    var last = SearchKey("")
    while row < positions.upperBound {
      _ = readKey(at: row, into: &key)
      var shared = 0
      let most = min(key.bytes.count, last.bytes.count, distance.depth)
      while shared < most, key.bytes[shared] == last.bytes[shared] { shared += 1 }
      distance.pop(to: shared)
      var isBeyond = false
      while !isBeyond, distance.depth < min(key.bytes.count, distance.greatestDepth) {
        isBeyond = !distance.push(key.bytes[distance.depth])
      }
      if let errors = distance.nearestPrefixDistance {
        body(row, errors, isBeyond || distance.depth < key.bytes.count ? nil : distance.distance)
        row = position(after: row)
      } else if isBeyond {
        // No key contains the byte 0xFF.
        let prefix = key.bytes[..<(distance.depth - 1)]
        let next = distance.letter(after: key.bytes[distance.depth - 1])
        row = lowerBound(of: SearchKey(bytes: prefix + [next ?? 0xFF]), after: row)
      } else {
        row = position(after: row)
      }
      swap(&key, &last)
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

/// The later words of names, sorted by the key of the name from there on: numbers of four digits.
internal struct LaterWords: KeyOrdered {
  /// The digits, in lines.
  private let digits: ConstantText
  /// The tables that the numbers refer to.
  let tables: [ConstantText]

  private static let columns = 24
  private static let width = 4
  private static let lineLength = columns * width + 1

  init(_ digits: StaticString, of tables: [ConstantText]) {
    self.digits = ConstantText(digits)
    self.tables = tables
  }

  /// The number of words.
  var positions: Range<Int> {
    // A line feed follows each line but the last.
    0..<((digits.count - digits.count / Self.lineLength) / Self.width)
  }

  /// The table that contains a word, and the byte at which it starts.
  func start(at position: Int) -> (table: Int, offset: Int) {
    let first = position / Self.columns * Self.lineLength + position % Self.columns * Self.width
    var value = 0
    for place in first..<(first + Self.width) {
      value = value * PackedTown.base + PackedTown.digit(digits[place])
    }
    return (value % tables.count, value / tables.count)
  }

  func readKey(at position: Int, into key: inout SearchKey) -> Int {
    let (table, offset) = start(at: position)
    let text = tables[table]
    key.assign(text, offset..<TextTable.Reader(text, at: offset).endOfCell())
    return position
  }

  func position(after position: Int) -> Int { position + 1 }
}

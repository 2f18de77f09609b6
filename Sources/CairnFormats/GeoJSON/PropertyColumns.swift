internal import CairnMemory

/// The property columns of many features while they are being read.
internal struct PropertyColumns: Sendable {
  internal private(set) var columns: [PropertyColumn] = []

  /// The names as concatenated UTF-8, and the end of each.
  private var names: [UInt8] = []
  private var nameEnds: [Int] = []
  /// The column that followed each one last time; features mostly use the same order.
  private var followers: [Int] = []
  private var first = 0
  /// An open-addressing hash table of columns: its size is a power of two, it is at most half full,
  /// and -1 marks a free slot.
  private var table = [Int32](repeating: -1, count: 64)

  /// The values of the feature in progress.
  private var pending: [Pending] = []
  /// For each column, the last feature that had it, counted from 1, and the index of its value in
  /// `pending`, to detect repeated names.
  private var lastFeature: [Int] = []
  private var lastValue: [Int] = []
  private var feature = 0

  private struct Pending {
    var column: Int
    var range: Range<Int>
    var hasEscapes: Bool
    var kind: PropertyColumn.Kind
  }

  /// Starts a feature; pending values without ``commit(_:row:)`` are discarded.
  internal mutating func beginFeature() {
    pending.removeAll(keepingCapacity: true)
    feature &+= 1
  }

  /// Discards the properties read before for the same feature; out of line because this is rare.
  @inline(never)
  private mutating func beginAgain() { beginFeature() }

  /// Reads an object of properties, whose bytes must stay valid until ``commit(_:row:)``; replaces
  /// an object read before for the same feature.
  internal mutating func read(_ cursor: inout JSONCursor) throws(JSONFault) {
    if !pending.isEmpty { beginAgain() }
    var expected = first
    var previous = -1
    try cursor.members { cursor, name throws(JSONFault) in
      let column = column(name, cursor, expected: expected)
      if previous >= 0 { followers[previous] = column } else { first = column }
      previous = column
      expected = followers[column]
      let value = try Self.value(column, &cursor)
      if lastFeature[column] == feature {
        pending[lastValue[column]] = value
      } else {
        lastFeature[column] = feature
        lastValue[column] = pending.count
        pending.append(value)
      }
    }
  }

  @inline(__always)
  private static func value(
    _ column: Int, _ cursor: inout JSONCursor
  ) throws(JSONFault) -> Pending {
    let start = cursor.position
    let kind: PropertyColumn.Kind
    switch try cursor.peek() {
    case UInt8(ascii: "\""):
      let string = try cursor.string()
      return Pending(
        column: column, range: string.range, hasEscapes: string.hasEscapes, kind: .text)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try cursor.number()
      kind = .number
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try cursor.skipValue()
      kind = .structure
    case UInt8(ascii: "n"):
      try cursor.skipValue()
      kind = .null
    default:
      try cursor.skipValue()
      kind = .boolean
    }
    return Pending(column: column, range: start..<cursor.position, hasEscapes: false, kind: kind)
  }

  /// Appends the values of the feature in progress to their columns.
  internal mutating func commit(_ cursor: JSONCursor, row: Int) {
    for value in pending {
      cursor.append(
        JSONString(range: value.range, hasEscapes: value.hasEscapes),
        to: &columns[value.column].values.bytes)
      columns[value.column].endValue(value.kind, row: row)
    }
  }

  /// The columns that contain a value, each padded with null to a number of rows.
  internal func finished(count: Int) -> [PropertyColumn] {
    columns.filter { $0.presentCount > 0 }.map { column in
      var column = column
      column.count = count
      return column
    }
  }
}

extension PropertyColumns {
  /// The column of a name; creates a column for a new name.
  @inline(__always)
  private mutating func column(
    _ name: JSONString, _ cursor: JSONCursor, expected: Int
  ) -> Int {
    if expected < nameEnds.count, !name.hasEscapes,
      cursor.bytes.isEqual(name.range, to: names, in: nameRange(expected))
    {
      return expected
    }
    return unexpectedColumn(name, cursor)
  }

  @inline(__always)
  private func nameRange(_ column: Int) -> Range<Int> {
    (column == 0 ? 0 : nameEnds[column &- 1])..<nameEnds[column]
  }

  @inline(never)
  private mutating func unexpectedColumn(_ name: JSONString, _ cursor: JSONCursor) -> Int {
    guard name.hasEscapes else { return column(name.range, of: cursor.bytes) }
    var text: [UInt8] = []
    cursor.append(name, to: &text)
    let bytes = text
    return bytes.withUnsafeSpan { column(0..<$0.count, of: $0) }
  }

  private mutating func column(_ name: Range<Int>, of bytes: UnsafeByteSpan) -> Int {
    var slot = bytes.hash(name) & (table.count - 1)
    while table[slot] >= 0 {
      let column = Int(table[slot])
      if bytes.isEqual(name, to: names, in: nameRange(column)) { return column }
      slot = (slot + 1) & (table.count - 1)
    }
    let column = columns.count
    table[slot] = Int32(truncatingIfNeeded: column)
    names.append(bytes, name)
    nameEnds.append(names.count)
    followers.append(column + 1)
    lastFeature.append(0)
    lastValue.append(0)
    columns.append(PropertyColumn(name: bytes.text(in: name)))
    if columns.count * 2 > table.count { growTable() }
    return column
  }

  private mutating func growTable() {
    table = [Int32](repeating: -1, count: table.count * 2)
    for column in columns.indices {
      var slot = names.withUnsafeSpan { $0.hash(nameRange(column)) } & (table.count - 1)
      while table[slot] >= 0 { slot = (slot + 1) & (table.count - 1) }
      table[slot] = Int32(truncatingIfNeeded: column)
    }
  }
}

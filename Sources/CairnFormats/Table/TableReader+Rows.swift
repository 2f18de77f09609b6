internal import CairnGeodesy
internal import CairnMemory

extension TableReader {
  /// Writes the next rows as GeoJSON as long as they are plain, without making features of them.
  ///
  /// - Returns: how many were written; ``next()`` goes on behind them.
  internal mutating func writeRows(
    to json: inout JSONWriter, _ options: GeoJSONOptions, around: (start: UInt8?, end: UInt8?)
  ) -> Int {
    guard let plan, hasPlainRows, !options.writesBoundingBoxes else { return 0 }
    if keys.isEmpty {
      for name in plan.names { keys.append(jsonKey: name) }
    }
    let (keys, uses) = (keys, plan.uses)
    return rows?.takePlainRows(plan.reader, width: uses.count) { row, place in
      if let start = around.start { json.bytes.append(start) }
      json.beginPoint()
      json.position(row.position(at: place, plan.reader).reduced, options)
      json.beginPointProperties()
      var isFirst = true
      keys.bytes.withWindow { keyBytes in
        for column in 0..<row.fieldCount where uses[column] != .location {
          let key = keys.range(at: column)
          json.bytes.append(keyBytes, isFirst ? key.dropFirst() : key)
          isFirst = false
          let field = row.field(column)
          json.bytes.append(plan.content(of: field, .value, row.bytes), of: field, row.bytes)
        }
      }
      json.endPoint()
      if let end = around.end { json.bytes.append(end) }
      return true
    } ?? 0
  }
}

extension TableReader {
  /// Packs the next rows as records of features as long as they are plain.
  ///
  /// - Returns: how many were packed; ``next()`` goes on behind them.
  internal mutating func packRows(to packed: inout PackedRows) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let uses = plan.uses
    return rows?.takePlainRows(plan.reader, width: uses.count) { row, place in
      while packed.numbers.count < row.fieldCount {
        let column = packed.numbers.count
        let isProperty = uses[column] != .location
        packed.numbers.append(isProperty ? packed.names.number(of: plan.names[column]) : -1)
      }
      packed.bytes.append(recordAt: row.position(at: place, plan.reader))
      for column in 0..<row.fieldCount where uses[column] != .location {
        let field = row.field(column)
        let key = UInt64(packed.numbers[column]) << 3
        switch plan.content(of: field, .value, row.bytes) {
        case .null: packed.bytes.append(.null, below: key)
        case .integer(let number, _): packed.bytes.append(.integer(number), below: key)
        case .number(let number, _): packed.bytes.append(.number(number), below: key)
        case .text(let range): packed.bytes.append(text: row.bytes, range, below: key)
        case .doubledQuotes:
          packed.bytes.append(.string(row.bytes.text(of: field)), below: key)
        }
      }
      packed.coordinates.append(place)
      packed.ends.append(packed.bytes.count)
      return true
    } ?? 0
  }

  /// Hands over where the points of the next rows are, and one of their properties, as long as they
  /// are plain.
  internal mutating func takePoints(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let column = property.flatMap { property in
      plan.names.firstIndex(of: property).flatMap { plan.uses[$0] == .value ? $0 : nil }
    }
    return rows?.takePlainRows(plan.reader, width: plan.uses.count) { row, place in
      var value: PropertyValue?
      if let column, column < row.fieldCount {
        value = plan.value(row.field(column), .value, row.bytes)
      }
      body(row.position(at: place, plan.reader), value)
      return true
    } ?? 0
  }

  /// Whether a row is a point with a property for each field, nothing else, and all of it wanted.
  private var hasPlainRows: Bool {
    guard let plan, wish.sieve == nil, wish.properties == nil,
      case .degrees = plan.reader.location
    else { return false }
    return plan.uses.allSatisfy { $0 == .value || $0 == .location }
  }
}

extension PlainRow {
  /// Where the point of the row is, with the elevation of its column.
  @inline(__always)
  fileprivate func position(
    at place: Coordinate, _ reader: PlaceRowReader
  ) -> GeoFeature.Position {
    var position = GeoFeature.Position(place)
    if let elevation = reader.elevation, elevation < fieldCount {
      position.elevation = reader.number(of: field(elevation), bytes)
    }
    return position
  }
}

/// Rows of a table as records of features.
internal struct PackedRows {
  var names = RecordNames()
  /// The number of the name of each column's property, as far as rows have had them.
  var numbers: [Int] = []
  var bytes: [UInt8] = []
  var ends: [Int] = []
  var coordinates: [Coordinate] = []

  /// Adds a feature.
  mutating func append(_ feature: GeoFeature) {
    let start = bytes.count
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
    coordinates.append(RecordCursor.coordinate(bytes, in: start..<bytes.count))
  }

  /// Forgets the rows, not the names and the coordinates.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

extension [UInt8] {
  /// Appends what a field holds, as ``JSONWriter`` writes the value of a property.
  @inline(__always)
  fileprivate mutating func append(
    _ content: TablePlan.Content, of field: RowScanner.Field, _ bytes: ByteWindow
  ) {
    switch content {
    case .null: append(contentsOf: "null".utf8)
    case .integer(_, let range): append(bytes, range)
    case .number(let number, let range):
      if bytes.isShortest(range) {
        append(bytes, range)
      } else {
        append(contentsOf: number.description.utf8)
      }
    case .text(let range):
      let text = bytes.prefix(range.upperBound).suffix(from: range.lowerBound)
      guard text.isPlainJSON else { return append(jsonString: bytes.text(in: range)) }
      append(UInt8(ascii: "\""))
      append(bytes, range)
      append(UInt8(ascii: "\""))
    case .doubledQuotes: append(jsonString: bytes.text(of: field))
    }
  }
}

extension ByteWindow {
  /// Whether a number with a point is written as the shortest text that means it, so that it may
  /// be copied: up to 15 digits, none of them a needless zero, and 0.001 or more.
  fileprivate func isShortest(_ range: Range<Int>) -> Bool {
    guard range.count <= 16 else { return false }
    var point = range.lowerBound
    while point < range.upperBound, self[point] != UInt8(ascii: ".") { point += 1 }
    let fraction = range.upperBound - point - 1
    guard fraction > 0, fraction == 1 || self[range.upperBound - 1] != UInt8(ascii: "0") else {
      return false
    }
    let isSmall = point > 0 && self[point - 1] == UInt8(ascii: "0")
    guard isSmall else { return true }
    // Texts such as 0.00001 have an exponent instead.
    return fraction < 3 || (1...3).contains { self[point + $0] != UInt8(ascii: "0") }
  }
}

extension TextColumn {
  /// Appends a name as the key of an object, with a comma before it and a colon behind it.
  fileprivate mutating func append(jsonKey name: String) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(jsonString: name)
    bytes.append(UInt8(ascii: ":"))
    endText()
  }

  /// Where a text stands among the bytes.
  @inline(__always)
  fileprivate func range(at position: Int) -> Range<Int> {
    (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }
}

internal import CairnGeodesy
internal import CairnMemory

extension TableReader {
  /// Packs the next rows as feature records as long as they are plain.
  ///
  /// - Returns: the number of rows packed; ``next()`` continues after them.
  internal mutating func packRows(to packed: inout PackedRows) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let uses = plan.uses
    return rows?.forEachPlainRow(plan.reader, width: uses.count) { row, place in
      if row.hasNonnumericElevation(plan.reader) { return false }
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

  /// Passes the positions of the next rows, with one of their properties, to a closure as long as
  /// the rows are plain.
  internal mutating func forEachPlainPoint(
    with property: String?, _ body: (GeoFeature.Position, PropertyValue?) -> Void
  ) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let column = property.flatMap { property in
      plan.names.firstIndex(of: property).flatMap { plan.uses[$0] == .value ? $0 : nil }
    }
    return rows?.forEachPlainRow(plan.reader, width: plan.uses.count) { row, place in
      if row.hasNonnumericElevation(plan.reader) { return false }
      var value: PropertyValue?
      if let column, column < row.fieldCount {
        value = plan.value(row.field(column), .value, row.bytes)
      }
      body(row.position(at: place, plan.reader), value)
      return true
    } ?? 0
  }

  /// Whether every row is a point and every field a property, with no filter or projection.
  internal var hasPlainRows: Bool {
    guard let plan, wish.sieve == nil, wish.properties == nil,
      case .degrees = plan.reader.location
    else { return false }
    return plan.uses.allSatisfy { $0 == .value || $0 == .location }
  }
}

extension PlainRow {
  /// Whether the elevation column contains something other than a number, which is a property.
  @inline(__always)
  internal func hasNonnumericElevation(_ reader: PlaceRowReader) -> Bool {
    guard let elevation = reader.elevation, hasText(in: elevation) else { return false }
    return reader.number(of: field(elevation), bytes) == nil
  }

  /// The position of the row's point, with its elevation.
  @inline(__always)
  internal func position(
    at place: Coordinate, _ reader: PlaceRowReader
  ) -> GeoFeature.Position {
    var position = GeoFeature.Position(place)
    if let elevation = reader.elevation, elevation < fieldCount {
      position.elevation = reader.number(of: field(elevation), bytes)
    }
    return position
  }
}

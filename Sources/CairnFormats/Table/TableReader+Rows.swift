internal import CairnGeodesy
internal import CairnMemory

extension TableReader {
  /// Packs the next rows as feature records as long as they are plain.
  ///
  /// - Returns: the number of rows packed; ``next()`` continues after them.
  internal mutating func packRows(to packed: inout PackedRecords) -> Int {
    guard let plan, hasPlainRows else { return 0 }
    let uses = plan.uses
    return rows?.forEachPlainRow(plan.reader, width: uses.count) { row, place in
      if row.hasNonnumericElevation(plan.reader) { return false }
      packed.append(row, at: place, plan, uses)
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

  /// Whether every row is a point and every field a property, with no request for some of them.
  internal var hasPlainRows: Bool {
    guard let plan, request.area == nil, request.properties == nil,
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

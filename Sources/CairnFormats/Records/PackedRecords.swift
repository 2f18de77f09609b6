package import CairnGeodesy
internal import CairnMemory

/// The records of features in memory, in the encoding of ``RecordFormat``.
package struct PackedRecords: Sendable {
  /// The names of all properties, in order of first occurrence.
  package private(set) var names: RecordNames
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// The name number of each column's property, for the columns of the table rows so far; -1 for a
  /// column of the location.
  private var columnNumbers: [Int] = []

  /// Creates an empty list, with the names that records to be appended refer to.
  package init(names: RecordNames = RecordNames()) { self.names = names }

  /// The number of records.
  package var count: Int { ends.count }

  /// The bytes of a record.
  package subscript(position: Int) -> ArraySlice<UInt8> { bytes[range(at: position)] }

  private func range(at position: Int) -> Range<Int> {
    (position == 0 ? 0 : ends[position - 1])..<ends[position]
  }

  /// The coordinate of a record's feature; NaN if its geometry is not a point.
  package func coordinate(at position: Int) -> Coordinate {
    RecordCursor.coordinate(bytes, in: range(at: position))
  }

  /// Decodes the property with a number in ``names``; nil if the feature lacks it.
  package func value(ofProperty number: Int, at position: Int) -> PropertyValue? {
    RecordNames.value(ofMember: number, bytes, in: range(at: position))
  }

  /// Decodes the feature of a record.
  package func feature(at position: Int) -> GeoFeature {
    names.feature(bytes, in: range(at: position)) ?? GeoFeature(geometry: nil)
  }

  /// Registers the names of a feature's properties without adding the feature.
  package mutating func note(namesOf feature: GeoFeature) {
    for (name, _) in feature.properties.members { _ = names.number(of: name) }
  }

  /// Appends a feature: of a geometry other than a point only the properties.
  package mutating func append(_ feature: GeoFeature) {
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
  }

  /// Appends a record.
  package mutating func append(record: ArraySlice<UInt8>) {
    bytes += record
    ends.append(bytes.count)
  }

  /// Appends the record of a table row at a place.
  @inline(__always)
  internal mutating func append(
    _ row: PlainRow, at place: Coordinate, _ plan: TablePlan, _ uses: [TablePlan.Use]
  ) {
    while columnNumbers.count < row.fieldCount {
      let column = columnNumbers.count
      let isProperty = uses[column] != .location
      columnNumbers.append(isProperty ? names.number(of: plan.names[column]) : -1)
    }
    bytes.append(recordAt: row.position(at: place, plan.reader))
    for column in 0..<row.fieldCount where uses[column] != .location {
      let field = row.field(column)
      let key = UInt64(columnNumbers[column]) << 3
      switch plan.content(of: field, .value, row.bytes) {
      case .null: bytes.append(.null, below: key)
      case .integer(let number, _): bytes.append(.integer(number), below: key)
      case .number(let number, _): bytes.append(.number(number), below: key)
      case .text(let range): bytes.append(text: row.bytes, range, below: key)
      case .doubledQuotes: bytes.append(.string(row.bytes.text(of: field)), below: key)
      }
    }
    ends.append(bytes.count)
  }

  /// Removes all records; the names are kept.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Removes the records that do not satisfy a predicate; the names are kept.
  ///
  /// - Complexity: O(bytes).
  package mutating func keep(where isKept: (Int) -> Bool) {
    var kept = 0
    var end = 0
    for position in ends.indices {
      let range = end..<ends[position]
      end = range.upperBound
      guard isKept(position) else { continue }
      let start = kept == 0 ? 0 : ends[kept - 1]
      if start < range.lowerBound {
        for offset in 0..<range.count { bytes[start + offset] = bytes[range.lowerBound + offset] }
      }
      ends[kept] = start + range.count
      kept += 1
    }
    ends.removeLast(ends.count - kept)
    bytes.removeLast(bytes.count - (ends.last ?? 0))
  }
}

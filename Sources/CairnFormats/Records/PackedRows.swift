package import CairnGeodesy

/// Rows of a table as feature records.
package struct PackedRows {
  package var names = RecordNames()
  /// The name number of each column's property, for the columns of the rows so far.
  package var numbers: [Int] = []
  package var bytes: [UInt8] = []
  package var ends: [Int] = []
  package var coordinates: [Coordinate] = []

  package init() {}

  /// Appends a feature.
  package mutating func append(_ feature: GeoFeature) {
    let start = bytes.count
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
    coordinates.append(RecordCursor.coordinate(bytes, in: start..<bytes.count))
  }

  /// Passes the records to a closure in order and removes them; keeps the names and coordinates.
  package mutating func drain<Failure: Error>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    for end in ends {
      try body(bytes[start..<end])
      start = end
    }
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}

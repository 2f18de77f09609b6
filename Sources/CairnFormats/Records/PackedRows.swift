package import CairnGeodesy

/// Rows of a table as records of features.
package struct PackedRows {
  package var names = RecordNames()
  /// The number of the name of each column's property, as far as rows have had them.
  package var numbers: [Int] = []
  package var bytes: [UInt8] = []
  package var ends: [Int] = []
  package var coordinates: [Coordinate] = []

  package init() {}

  /// Adds a feature.
  package mutating func append(_ feature: GeoFeature) {
    let start = bytes.count
    bytes.append(record: feature) { names.number(of: $0) }
    ends.append(bytes.count)
    coordinates.append(RecordCursor.coordinate(bytes, in: start..<bytes.count))
  }

  /// Hands over the records of the rows, in order, and forgets these, not the names and the
  /// coordinates.
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

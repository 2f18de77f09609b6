internal import CairnGeodesy

/// The coordinates of places with at most five decimals, in eight bytes each.
///
/// Each value is an integer of hundred-thousandths of a degree divided by 100,000, which has the
/// same bits as its parsed decimal text.
internal struct CoordinateColumn: Sendable {
  /// Latitude and longitude in hundred-thousandths of a degree.
  private var values: [SIMD2<Int32>] = []

  private static let degree = 100_000.0

  /// Creates an empty column.
  init(expectedCount: Int) { values.reserveCapacity(expectedCount) }

  var count: Int { values.count }

  subscript(row: Int) -> Coordinate {
    let value = values[row]
    return Coordinate(
      latitude: Double(value.x) / Self.degree, longitude: Double(value.y) / Self.degree)
  }

  /// The latitude of a row.
  func latitude(_ row: Int) -> Double { Double(values[row].x) / Self.degree }

  mutating func append(_ coordinate: Coordinate) {
    values.append(
      SIMD2(
        Int32((coordinate.latitude * Self.degree).rounded()),
        Int32((coordinate.longitude * Self.degree).rounded())))
  }
}

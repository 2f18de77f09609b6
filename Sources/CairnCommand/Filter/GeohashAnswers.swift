internal import CairnGeodesy
internal import CairnIndex

/// The geohash of each row.
struct GeohashAnswers: RowAnswers {
  static let pointCount = 1

  let columns: [String]
  private let precision: Int
  private var style = AnswerStyle(.csv)

  /// - Parameters:
  ///   - precision: the number of characters, in 1...12.
  ///   - column: the name of the column.
  init(precision: Int, column: String = "geohash") {
    self.precision = precision
    columns = [column]
  }

  mutating func begin(_ dialect: TableDialect) { style = AnswerStyle(dialect) }

  var capacity: Int { 13 }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {}

  @inline(__always)
  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    guard let hash = Geohash(points[row], precision: precision) else {
      return style.writeNothing(to: output, at: position)
    }
    output[position] = style.delimiter
    output.store(hash, at: position &+ 1)
    return position &+ 1 &+ precision
  }
}

internal import CairnGeodesy

/// The distance in metres between the two coordinates of each row.
///
/// It is written with all its digits, so that a comparison with it decides as one with the number
/// itself: what an index finds within a radius is what has no more than the radius here.
struct DistanceAnswers: RowAnswers {
  static let pointCount = 2

  let columns: [String]
  private let surface: Surface
  private var dialect = TableDialect.csv
  private var text = AnswerText()

  init(on surface: Surface, column: String = "distance_m") {
    self.surface = surface
    columns = [column]
  }

  mutating func begin(_ dialect: TableDialect) { self.dialect = dialect }

  var capacity: Int { text.longest }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {
    text.removeAll()
    for (point, other) in zip(points, others) {
      text.append([dialect.delimiter])
      let distance = point.distance(to: other, on: surface)
      if distance.isFinite {
        text.append(distance.description.utf8)
      } else if dialect.hasNulls {
        text.append("\\N".utf8)
      }
      text.endRow()
    }
  }

  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    text.write(row, to: output, at: position)
  }
}

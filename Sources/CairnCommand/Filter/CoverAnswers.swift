internal import CairnGeodesy
internal import CairnIndex

/// The cells of one precision that together hold all that is within a distance of a row's place;
/// the row is written once for each of them.
struct CoverAnswers: RowAnswers {
  static let pointCount = 1
  static let repeatsRows = true

  let columns: [String]
  private let radius: Double
  private let precision: Int
  private let limit: Int
  private var cells: [Geohash] = []
  private var delimiter = UInt8(ascii: ",")

  /// - Parameters:
  ///   - radius: metres, inclusive.
  ///   - precision: the number of characters of the cells, in 1...12.
  ///   - limit: the most cells that a row may have.
  init(radius: Double, precision: Int, limit: Int, column: String = "geohash") {
    self.radius = radius
    self.precision = precision
    self.limit = limit
    columns = [column]
  }

  mutating func begin(_ dialect: TableDialect) { delimiter = dialect.delimiter }

  var capacity: Int { 13 }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {}

  mutating func answers(to row: Int, of points: [Coordinate]) throws(Failure) -> Int {
    let region = GeohashRegion.cap(Cap(center: points[row], radius: radius))
    do {
      cells = try GeohashCover(region, precision: precision, maximumCells: limit).cells
    } catch {
      throw Failure(
        code: .data,
        message: "around \(points[row].latitude),\(points[row].longitude) \(error); "
          + "take a smaller --precision or a larger --limit")
    }
    return cells.count
  }

  func write(
    _ answer: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    output[position] = delimiter
    output.store(cells[answer], at: position + 1)
    return position + 1 + precision
  }
}

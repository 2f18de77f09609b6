internal import Cairn
internal import CairnCountries
internal import CairnGeodesy

/// The region of each row, of a file of regions: its name.
struct RegionAnswers: RowAnswers {
  static let pointCount = 1

  let columns: [String]
  private let atlas: RegionAtlas<String>
  /// The answer for each name, delimiter included, since there are far fewer names than rows.
  private var fields: [String: [UInt8]] = [:]
  private var nothing: [UInt8] = []
  private var text = AnswerText()

  /// - Parameters:
  ///   - atlas: the regions.
  ///   - column: the name of the column.
  init(_ atlas: RegionAtlas<String>, column: String = "region") {
    self.atlas = atlas
    columns = [column]
  }

  mutating func begin(_ dialect: TableDialect) {
    nothing = [dialect.delimiter] + (dialect.hasNulls ? Array("\\N".utf8) : [])
    for name in atlas.ids { fields[name] = [dialect.delimiter] + dialect.field(name) }
  }

  var capacity: Int { text.longest }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {
    text.removeAll()
    for point in points {
      let name = atlas.region(at: point)
      text.append(name.flatMap { fields[$0] } ?? nothing)
      text.endRow()
    }
  }

  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    text.write(row, to: output, at: position)
  }
}

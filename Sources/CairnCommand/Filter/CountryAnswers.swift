internal import CairnCountries
internal import CairnGeodesy

/// The country of each row: two letters.
struct CountryAnswers: RowAnswers {
  static let pointCount = 1

  let columns: [String]
  private let atlas: CountryAtlas
  private let distance: Double?
  private var countries: [Country?] = []
  private var style = AnswerStyle(.csv)

  /// - Parameters:
  ///   - distance: how far away in metres a country may be, for places at sea.
  ///   - column: the name of the column.
  init(_ atlas: CountryAtlas, within distance: Double?, column: String = "country") {
    self.atlas = atlas
    self.distance = distance
    columns = [column]
  }

  mutating func begin(_ dialect: TableDialect) { style = AnswerStyle(dialect) }

  var capacity: Int { 3 }

  mutating func answer(_ points: [Coordinate], _ others: [Coordinate]) {
    countries =
      if let distance { atlas.countries(at: points, within: distance) } else {
        atlas.countries(at: points)
      }
  }

  @inline(__always)
  func write(
    _ row: Int, of points: [Coordinate], to output: FilterSlots<UInt8>, at position: Int
  ) -> Int {
    guard let country = countries[row] else {
      return style.writeNothing(to: output, at: position)
    }
    let letters = UInt64(country.letters.byteSwapped)
    output.store(letters &<< 8 | UInt64(style.delimiter), at: position)
    return position &+ 3
  }
}

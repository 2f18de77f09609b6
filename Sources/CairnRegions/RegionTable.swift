internal import CairnCountryFacts
internal import CairnRegionData
internal import CairnText

/// The table of all regions, opened on first use.
internal struct RegionTable: Sendable {
  static let shared = RegionTable()

  /// One row per region: country, code or `-`, name; sorted by country and name.
  let table: TextTable
  /// The country of each row.
  let countries: [Country]
  /// The row of each code; opened on first use, since a name does not need it.
  static let rows: [String: Int] = {
    let table = shared.table
    var rows: [String: Int] = [:]
    rows.reserveCapacity(table.count)
    for row in 0..<table.count {
      if let code = table.optionalString(column: 1, row: row) { rows[code] = row }
    }
    return rows
  }()

  private init() {
    table = TextTable(RegionData.regions, expectedRowLength: 20)
    var countries: [Country] = []
    countries.reserveCapacity(table.count)
    for row in 0..<table.count {
      countries.append(Country(verified: table.string(column: 0, row: row)))
    }
    self.countries = countries
  }
}

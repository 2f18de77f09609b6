internal import CairnMemory
internal import CairnText

/// The embedded tables of countries, opened once: the start of each row and its country.
internal struct CountryTable: Sendable {
  /// The columns of the table of facts.
  enum Column: Int {
    case code, alpha3, numericCode, name, capital, capitalLatitude, capitalLongitude, dialCodes
    case currency, continent, region, languages, population
    case south, west, north, east, labelLatitude, labelLongitude, neighbors
    case currencyName, sovereign, unitedNations
  }

  static let shared = CountryTable()

  let facts = TextTable(CountryFacts.countries, expectedRowLength: 128)
  /// The first row names the languages; each other row is a country.
  let names = TextTable(CountryFacts.names, expectedRowLength: 256)
  /// The countries in the order of their rows, which is that of their codes.
  let countries: [Country]
  /// The row of each pair of letters, from AA to ZZ; 255 for a pair that is not a code.
  private let rows: [UInt8]

  private init() {
    var countries: [Country] = []
    countries.reserveCapacity(facts.count)
    var rows = [UInt8](repeating: 255, count: 26 * 26)
    for row in 0..<facts.count {
      let country = Country(verified: facts.string(column: 0, row: row))
      if let place = Self.place(ofLetters: country.letters) {
        rows[place] = UInt8(truncatingIfNeeded: row)
      }
      countries.append(country)
    }
    self.countries = countries
    self.rows = rows
  }

  /// The row of a country; `nil` for letters that are not a code.
  func row(ofLetters letters: UInt16) -> Int? {
    guard let place = Self.place(ofLetters: letters), rows[place] != 255 else { return nil }
    return Int(rows[place])
  }

  /// Visits the names of a country in the table of names that are not empty.
  ///
  /// - Parameters:
  ///   - row: the row of the country.
  ///   - visit: takes the text, the range of a name in it, and the column: 1 for other English
  ///     names, then one column per language, then other names in other languages.
  func forEachName(ofRow row: Int, _ visit: (ConstantText, Range<Int>, _ column: Int) -> Void) {
    let text = names.text
    var reader = TextTable.Reader(text, at: Int(names.starts[row + 1]))
    reader.skipCell()
    for column in 1...(2 + Country.nameLanguageCount) {
      let end = reader.endOfCell()
      let isOneName = isOneName(column)
      var start = reader.position
      while start < end {
        var stop = isOneName ? end : start
        while stop < end, text[stop] != UInt8(ascii: ";") { stop += 1 }
        if start < stop { visit(text, start..<stop, column) }
        // Names are separated by a semicolon and a space.
        start = stop + 2
      }
      reader.skipCell()
    }
  }

  /// Whether the cells of a column of the table of names have one name at most.
  func isOneName(_ column: Int) -> Bool { 1 < column && column < 2 + Country.nameLanguageCount }

  private static func place(ofLetters letters: UInt16) -> Int? {
    let first = Int(letters >> 8) - 0x41
    let second = Int(letters & 0xFF) - 0x41
    guard (0..<26).contains(first), (0..<26).contains(second) else { return nil }
    return first * 26 + second
  }
}

extension Country {
  /// The country's row in the tables.
  internal var row: Int {
    guard let row = CountryTable.shared.row(ofLetters: letters) else {
      preconditionFailure("The letters are not a country code.")
    }
    return row
  }

  internal func text(_ column: CountryTable.Column) -> String {
    CountryTable.shared.facts.string(column: column.rawValue, row: row)
  }

  internal func optionalText(_ column: CountryTable.Column) -> String? {
    CountryTable.shared.facts.optionalString(column: column.rawValue, row: row)
  }

  internal func integer(_ column: CountryTable.Column) -> Int? {
    CountryTable.shared.facts.integer(column: column.rawValue, row: row)
  }

  /// A cell in degrees; `nil` if it is empty.
  internal func degrees(_ column: CountryTable.Column) -> Double? {
    guard optionalText(column) != nil else { return nil }
    let table = CountryTable.shared.facts
    let start = table.range(ofColumn: column.rawValue, row: row).lowerBound
    var reader = TextTable.Reader(table.text, at: start)
    return reader.degrees()
  }
}

internal import CairnText

extension Gazetteer {
  /// What the gazetteer knows of a country: its codes and names.
  public struct Country: Hashable, Sendable {
    /// ISO 3166-1 alpha-2, as "FR".
    public let code: String
    /// ISO 3166-1 alpha-3, as "FRA".
    public let alpha3: String
    /// The English name.
    public let name: String
    /// The English name of the capital, where there is one.
    public let capital: String?
  }

  /// All countries and territories that have an ISO 3166-1 code, and Kosovo (XK), by code.
  public var countries: [Country] {
    (0..<tables.countries.count).map(country(at:))
  }

  /// The country of a code.
  ///
  /// - Parameter code: ISO 3166-1 alpha-2 or alpha-3 in any case.
  /// - Returns: the country, or `nil` for an unknown code.
  /// - Complexity: O(number of countries).
  public func country(code: String) -> Country? {
    let code = SearchKey(code).compact
    guard code.count == 2 || code.count == 3 else { return nil }
    return (0..<tables.countries.count).first { row in
      SearchKey(
        tables.countries.text, tables.countries.range(ofColumn: code.count - 2, row: row)
      ).bytes == code
    }.map(country(at:))
  }

  /// The country of a name.
  ///
  /// - Parameter name: an English name without regard to case and accents, a code, or one of a
  ///   few other usual names such as "UK" and "Holland".
  /// - Returns: the country, or `nil` for an unknown name.
  /// - Complexity: O(number of countries).
  public func country(named name: String) -> Country? {
    let key = SearchKey(name)
    if let code = Self.otherCountryNames[String(decoding: key.compact, as: UTF8.self)] {
      return country(code: code)
    }
    let row = (0..<tables.countries.count).first { row in
      SearchKey(tables.countries.text, tables.countries.range(ofColumn: 2, row: row)) == key
    }
    return row.map(country(at:)) ?? country(code: name)
  }

  private func country(at row: Int) -> Country {
    Country(
      code: tables.countries.string(column: 0, row: row),
      alpha3: tables.countries.string(column: 1, row: row),
      name: tables.countries.string(column: 2, row: row),
      capital: tables.countries.optionalString(column: 3, row: row))
  }

  /// Names in use that the table does not have, as keys without spaces.
  private static let otherCountryNames: [String: String] = [
    "america": "US", "unitedstatesofamerica": "US", "uk": "GB", "greatbritain": "GB",
    "britain": "GB", "holland": "NL", "netherlands": "NL", "thenetherlands": "NL",
    "czechrepublic": "CZ", "czechia": "CZ", "burma": "MM", "cotedivoire": "CI",
    "swaziland": "SZ", "macedonia": "MK", "turkey": "TR", "turkiye": "TR", "uae": "AE",
    "korea": "KR", "republicofkorea": "KR", "drc": "CD", "vaticancity": "VA",
    "capeverde": "CV", "easttimor": "TL",
  ]
}

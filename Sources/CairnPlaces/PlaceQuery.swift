internal import CairnCountryFacts
internal import CairnText

/// The text typed for a place: a name, and qualifiers that distinguish places of the same name.
///
/// In "Paris, Texas, USA" the name is "Paris" and the qualifiers are "Texas" and "USA".
internal struct PlaceQuery {
  /// The text as typed, without spaces around it.
  let text: String
  /// The name as typed.
  let name: String
  /// The key of the name.
  let key: SearchKey
  /// The parts after the commas.
  let qualifiers: [Qualifier]

  /// A qualifier: a region or a country, or the code of one, or a city.
  struct Qualifier {
    /// The key without spaces.
    let key: [UInt8]
    /// The key of the text as a name.
    let name: SearchKey
    /// The code of the country with this name, in lowercase as in a key.
    let country: [UInt8]?

    init(_ text: String) {
      name = SearchKey(text)
      key = name.compact
      country = Country(text).map { Array($0.alpha2.lowercased().utf8) }
    }
  }

  init(_ text: String) {
    // Includes the commas of Chinese, Japanese and Arabic.
    let parts = text.split(whereSeparator: { ",，、､،".contains($0) })
      .map(Self.trimmed).filter { !$0.isEmpty }
    self.text = Self.trimmed(text[...])
    name = parts.first ?? ""
    key = SearchKey(name)
    qualifiers = parts.dropFirst().map(Qualifier.init)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The name as letters in base 256 if it has the form of an airport code.
  var code: UInt32? {
    guard name.utf8.count == 3 || name.utf8.count == 4 else { return nil }
    var code: UInt32 = 0
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"): code = code << 8 | UInt32(byte & 0xDF)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        code = code << 8 | UInt32(byte)
      default: return nil
      }
    }
    return code
  }

  /// Whether the name is written like an airport code: in uppercase.
  var isWrittenAsCode: Bool {
    code != nil && !name.utf8.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }
}

extension Gazetteer {
  /// Whether a place matches a qualifier: its region or its country, by any name, or the city of
  /// which it is a district.
  internal func matches(_ qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    let wanted = qualifier.key
    if wanted.isEmpty { return true }
    let (rows, line) = line(ofRow: row)
    if let country = qualifier.country, isInCountry(country, row: row) { return true }
    let city = cityRow(ofRow: row)
    if city != row {
      if key(ofRow: city) == qualifier.name { return true }
      var isOtherName = false
      tables.alternateNames.forEach(withKey: qualifier.name) {
        if tables.alternateNames.row(at: $0) == city { isOtherName = true }
      }
      if isOtherName { return true }
    }
    if let region = rows.region(ofLine: line) {
      for column in 1...2 {
        let range = rows.regions.range(ofColumn: column, row: region)
        if SearchKey(rows.regions.text, range).compact == wanted { return true }
      }
    }
    return false
  }

  /// Whether a place is recorded in a country, given by its code in lowercase, as in a key.
  internal func isInCountry(_ key: [UInt8], row: Int) -> Bool {
    let (rows, line) = line(ofRow: row)
    let country = rows.country(ofLine: line)
    return SearchKey(country.text, country.range).bytes == key
  }

  internal func matches(_ query: PlaceQuery, row: Int) -> Bool {
    query.qualifiers.allSatisfy { matches($0, row: row) }
  }
}

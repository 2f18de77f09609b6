internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnMemory
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

  private init(text: String, name: String, key: SearchKey, qualifiers: [Qualifier]) {
    self.text = text
    self.name = name
    self.key = key
    self.qualifiers = qualifiers
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

extension PlaceQuery {
  /// The name under another key, with the same qualifiers.
  func named(_ key: SearchKey) -> PlaceQuery {
    PlaceQuery(text: text, name: name, key: key, qualifiers: qualifiers)
  }

  /// The keys under which the name may be recorded: as typed; with `saint` for `st` and the
  /// reverse; without `the`; with initials or neighboring words joined, as in "al ula".
  var variants: [SearchKey] {
    var keys = [key.bytes]
    if let other = SearchReadings.exchangingAbbreviations(key.bytes[...]) { keys.append(other) }
    if let initials = SearchReadings.joiningInitials(key.bytes[...]) { keys.append(initials) }
    let words = key.words
    if words.count > 1, words[0].elementsEqual("the".utf8) {
      keys.append(Array(key.bytes[words[1].startIndex...]))
    }
    if (2...4).contains(words.count) {
      for word in words.dropFirst() {
        var joined = key.bytes
        joined.remove(at: word.startIndex - 1)
        keys.append(joined)
      }
    }
    return keys.map { SearchKey(bytes: $0) }
  }

  /// The ways to divide the words into a name and words that qualify it, those with the longest
  /// name first: "paris | texas usa", "france | paris".
  var divisions: [(name: SearchKey, qualifiers: QualifierWords)] {
    dividedWords.map { ($0.name, $0.qualifiers) }
  }

  /// The divisions, with whether the name comes first.
  var dividedWords: [(name: SearchKey, qualifiers: QualifierWords, isNameFirst: Bool)] {
    let words = key.words
    guard (2...8).contains(words.count) else { return [] }
    func joined(_ words: ArraySlice<ArraySlice<UInt8>>) -> SearchKey {
      SearchKey(bytes: Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " ")))))
    }
    var found: [(name: SearchKey, qualifiers: QualifierWords, isNameFirst: Bool)] = []
    let all = words[...]
    for count in (1..<words.count).reversed() {
      let rest = words.count - count
      found.append((joined(all.prefix(count)), QualifierWords(joined(all.suffix(rest))), true))
      found.append((joined(all.suffix(count)), QualifierWords(joined(all.prefix(rest))), false))
    }
    return found
  }
}

/// Words that qualify a name without a comma: countries, regions and cities one after another.
internal final class QualifierWords {
  private let key: SearchKey
  private let words: [ArraySlice<UInt8>]
  private var known: [Range<Int>: PlaceQuery.Qualifier] = [:]

  init(_ key: SearchKey) {
    self.key = key
    words = key.words
  }

  /// A phrase of the words as a qualifier.
  private func phrase(_ range: Range<Int>) -> PlaceQuery.Qualifier {
    if let found = known[range] { return found }
    let bytes = key.bytes[words[range.lowerBound].startIndex..<words[range.upperBound - 1].endIndex]
    let new = PlaceQuery.Qualifier(String(decoding: bytes, as: UTF8.self))
    known[range] = new
    return new
  }

  /// Whether the words, divided into phrases, all match a place.
  ///
  /// If `isUnfinished`, the last phrase may be the beginning of a name.
  func match(_ row: Int, in gazetteer: Gazetteer, isUnfinished: Bool) -> Bool {
    match(row, gazetteer, isUnfinished, from: 0)
  }

  private func match(
    _ row: Int, _ gazetteer: Gazetteer, _ isUnfinished: Bool, from first: Int
  ) -> Bool {
    if first == words.count { return true }
    for end in (first + 1)...words.count {
      let phrase = phrase(first..<end)
      if gazetteer.matches(phrase, row: row), match(row, gazetteer, isUnfinished, from: end) {
        return true
      }
      if isUnfinished, end == words.count, gazetteer.matches(beginningOf: phrase, row: row) {
        return true
      }
    }
    return false
  }

  /// Whether the words name a country or a region of any place.
  func areKnown(in gazetteer: Gazetteer) -> Bool {
    let whole = phrase(0..<words.count)
    if whole.country != nil || gazetteer.isRegion(whole) { return true }
    return (1..<words.count).contains { middle in
      let (first, second) = (phrase(0..<middle), phrase(middle..<words.count))
      return (first.country != nil || gazetteer.isRegion(first))
        && (second.country != nil || gazetteer.isRegion(second))
    }
  }
}

extension Gazetteer {
  /// The distance in meters within which a place that is no district belongs to a city.
  private static let cityRadius = 60_000.0

  /// Whether a place matches a qualifier: its region or its country, by any name, the city of which
  /// it is a district or that it serves, or a larger city nearby.
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
    return isNear(qualifier, row: row)
  }

  /// Whether a landmark, an airport or a town is near a city with the name of a qualifier.
  private func isNear(_ qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    guard qualifier.country == nil, qualifier.name.bytes.count > 2 else { return false }
    let place = tables.coordinates[row]
    let people = population(ofRow: row)
    var isFound = false
    func look(_ city: Int) {
      guard !isFound, city != row, city < cityCount, population(ofRow: city) > people else {
        return
      }
      isFound = place.distance(to: tables.coordinates[city]) <= Self.cityRadius
    }
    tables.cities.forEach(withKey: qualifier.name) { look($0) }
    tables.alternateNames.forEach(withKey: qualifier.name) { position in
      if let city = tables.alternateNames.row(at: position) { look(city) }
    }
    return isFound
  }

  /// Whether the name of a place's country, region or city begins with a qualifier.
  internal func matches(beginningOf qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    let (rows, line) = line(ofRow: row)
    let country = rows.country(ofLine: line)
    if let name = Country(country.text.string(country.range))?.name,
      SearchKey(name).hasPrefix(qualifier.name)
    {
      return true
    }
    let city = cityRow(ofRow: row)
    if city != row, key(ofRow: city).hasPrefix(qualifier.name) { return true }
    guard let region = rows.region(ofLine: line) else { return false }
    let range = rows.regions.range(ofColumn: 2, row: region)
    return SearchKey(rows.regions.text, range).hasPrefix(qualifier.name)
  }

  /// Whether a qualifier is the name or the abbreviation of a region.
  internal func isRegion(_ qualifier: PlaceQuery.Qualifier) -> Bool {
    let regions = tables.cities.regions
    guard let first = qualifier.key.first else { return false }
    return (0..<regions.count).contains { row in
      (1...2).contains { column in
        let range = regions.range(ofColumn: column, row: row)
        guard !range.isEmpty else { return false }
        // A letter of ASCII decides most rows without folding their names.
        let letter = regions.text[range.lowerBound] | 0x20
        if 0x61...0x7A ~= letter, letter != first { return false }
        return SearchKey(regions.text, range).compact == qualifier.key
      }
    }
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

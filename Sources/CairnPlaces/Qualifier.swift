internal import CairnCountryFacts
internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

extension PlaceQuery {
  /// A qualifier: a region or a country, or the code of one, or a city.
  ///
  /// The area or city is looked up at the first comparison, and stored for the query.
  internal final class Qualifier {
    /// The key without spaces.
    let key: [UInt8]
    /// The key of the text as a name.
    let name: SearchKey
    /// The country with this name.
    let country: Country?
    /// Whether a period follows at least two letters.
    let isAbbreviated: Bool
    private var meaning: Meaning?
    /// Whether the names of countries and regions begin with the qualifier, by code and by row.
    private var countries: [UInt16: Bool] = [:]
    private var regions: [Int: Bool] = [:]

    /// The places and regions with the name.
    struct Meaning {
      /// The rows of the regions in the tables of the cities and of the other places.
      var cityRegions: Set<Int> = []
      var otherRegions: Set<Int> = []
      /// The cities with the main name, and all cities with the name.
      var mainCities: Set<Int> = []
      var cities: Set<Int> = []
    }

    init(_ text: String) {
      name = SearchKey(text)
      key = name.compact
      country = Country(text)
      isAbbreviated = text.hasSuffix(".") && key.count > 1
    }

    func meaning(in gazetteer: Gazetteer) -> Meaning {
      if let meaning { return meaning }
      var found = Meaning()
      let tables = gazetteer.tables
      let others =
        SearchReadings.exchangingAbbreviations(name.bytes[...])
        + SearchReadings.exchangingChinese(name.bytes[...])
      for name in [name] + others.map({ SearchKey(bytes: $0) }) {
        let key = name.compact
        found.cityRegions.formUnion(
          gazetteer.regionNames.rows(named: key, in: tables.cities.regions))
        found.otherRegions.formUnion(
          gazetteer.otherRegionNames.rows(named: key, in: tables.destinations.regions))
        tables.cities.forEach(withKey: name) { found.mainCities.insert($0) }
        tables.alternateNames.forEach(withKey: name) { position in
          if let city = tables.alternateNames.row(at: position) { found.cities.insert(city) }
        }
      }
      found.cities.formUnion(found.mainCities)
      addRegions(in: gazetteer, to: &found)
      meaning = found
      return found
    }

    /// Adds the regions, which may be islands, that have the name in another language as a
    /// destination: Kärnten.
    private func addRegions(in gazetteer: Gazetteer, to found: inout Meaning) {
      let tables = gazetteer.tables
      tables.destinationNames.forEach(withKey: name) { position in
        guard let row = tables.destinationNames.row(at: position),
          [.region, .island].contains(gazetteer.kind(ofRow: row))
        else { return }
        let key = gazetteer.key(ofRow: row).compact
        let country = gazetteer.country(ofRow: row).alpha2
        func rows(_ names: RegionNameIndex, _ regions: TextTable) -> Set<Int> {
          names.rows(named: key, in: regions).filter {
            regions.string(column: 0, row: $0) == country
          }
        }
        found.cityRegions.formUnion(rows(gazetteer.regionNames, tables.cities.regions))
        found.otherRegions.formUnion(
          rows(gazetteer.otherRegionNames, tables.destinations.regions))
      }
    }

    /// Whether the English name of a country begins with the qualifier.
    func begins(_ country: Country) -> Bool {
      if let known = countries[country.letters] { return known }
      let begins = SearchKey(country.name).hasPrefix(name)
      countries[country.letters] = begins
      return begins
    }

    /// Whether the name of a region begins with the qualifier.
    func begins(region: Int, of rows: PlaceRows) -> Bool {
      // Both tables of regions may be used in one query.
      let number = region * 2 + (rows.layout == .town ? 0 : 1)
      if let known = regions[number] { return known }
      let range = rows.regions.range(ofColumn: 2, row: region)
      let begins = SearchKey(rows.regions.text, range).hasPrefix(name)
      regions[number] = begins
      return begins
    }
  }
}

/// The qualifiers of one query by their keys, so that each is looked up once.
internal final class QualifierPhrases {
  private var known: [[UInt8]: PlaceQuery.Qualifier] = [:]

  /// A text after a comma.
  func qualifier(_ text: String) -> PlaceQuery.Qualifier { PlaceQuery.Qualifier(text) }

  /// Words of a key.
  func qualifier(_ words: ArraySlice<UInt8>) -> PlaceQuery.Qualifier {
    let key = Array(words)
    if let found = known[key] { return found }
    let new = PlaceQuery.Qualifier(String(decoding: key, as: UTF8.self))
    known[key] = new
    return new
  }
}

/// Words that qualify a name without a comma: countries, regions and cities one after another.
internal struct QualifierWords {
  private let key: SearchKey
  private let words: [ArraySlice<UInt8>]
  private let phrases: QualifierPhrases
  private let found = FoundPhrases()

  /// The phrases that were looked up, by their first word and their end: a search compares them
  /// with hundreds of places.
  private final class FoundPhrases {
    var phrases: [PlaceQuery.Qualifier?] = []
  }

  init(_ key: SearchKey, _ phrases: QualifierPhrases) {
    self.key = key
    self.phrases = phrases
    words = key.words
  }

  /// A phrase of the words as a qualifier.
  private func phrase(_ range: Range<Int>) -> PlaceQuery.Qualifier {
    let count = words.count
    if found.phrases.isEmpty { found.phrases = Array(repeating: nil, count: count * count) }
    let place = range.lowerBound * count + range.upperBound - 1
    if let phrase = found.phrases[place] { return phrase }
    let bytes = words[range.lowerBound].startIndex..<words[range.upperBound - 1].endIndex
    let phrase = phrases.qualifier(key.bytes[bytes])
    found.phrases[place] = phrase
    return phrase
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
  /// The distance in meters within which a place that is not a district belongs to a city.
  private static let cityRadius = 60_000.0
  /// An upper bound of the difference of latitude within that distance.
  private static let cityDegrees = cityRadius / 111_000

  /// Whether a place matches a qualifier: its region or its country, by any name, the city of which
  /// it is a district or that it serves, or a larger city nearby.
  internal func matches(_ qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    if qualifier.key.isEmpty { return true }
    if let country = qualifier.country, isInCountry(country, row: row) { return true }
    let meaning = qualifier.meaning(in: self)
    if !meaning.cities.isEmpty {
      let city = cityRow(ofRow: row)
      if city != row, meaning.cities.contains(city) { return true }
    }
    let regions = row < cityCount ? meaning.cityRegions : meaning.otherRegions
    if !regions.isEmpty {
      let (rows, line) = line(ofRow: row)
      if let region = rows.region(ofLine: line), regions.contains(region) { return true }
    }
    // "Granada" is also Grenada in Spanish.
    let isCountry = qualifier.country != nil
    return isNear(isCountry ? meaning.mainCities : meaning.cities, qualifier, row: row)
  }

  /// Whether a landmark, an airport or a town is near a larger city with the name of a qualifier.
  private func isNear(_ cities: Set<Int>, _ qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    guard !cities.isEmpty, qualifier.name.bytes.count > 2 else { return false }
    let place = tables.coordinates[row]
    // Nearly every place is farther, so the cells of its line are read last.
    return cities.contains { city in
      city != row && city < cityCount
        && abs(tables.coordinates.latitude(city) - place.latitude) < Self.cityDegrees
        && place.distance(to: tables.coordinates[city]) <= Self.cityRadius
        && population(ofRow: city) > population(ofRow: row)
        // The coordinate of an area is only a label: that of Spain is near Toledo.
        && ![.region, .country].contains(kind(ofRow: row))
    }
  }

  /// Whether the name of a place's country, region or city begins with a qualifier.
  internal func matches(beginningOf qualifier: PlaceQuery.Qualifier, row: Int) -> Bool {
    let (rows, line) = line(ofRow: row)
    if qualifier.begins(country(ofRow: row)) { return true }
    let city = cityRow(ofRow: row)
    if city != row, key(ofRow: city).hasPrefix(qualifier.name) { return true }
    guard let region = rows.region(ofLine: line) else { return false }
    return qualifier.begins(region: region, of: rows)
  }

  /// Whether a qualifier is the name or the abbreviation of a region.
  internal func isRegion(_ qualifier: PlaceQuery.Qualifier) -> Bool {
    !qualifier.meaning(in: self).cityRegions.isEmpty
  }

  /// The country in which a place is recorded.
  internal func country(ofRow row: Int) -> Country { Country(letters: tables.countries[row]) }

  /// Whether a place is recorded in a country.
  internal func isInCountry(_ country: Country, row: Int) -> Bool {
    self.country(ofRow: row) == country
  }

  /// Whether a place matches all qualifiers of a query: each may be several words, as "TX USA", or
  /// an abbreviation with a period, as "Ore.".
  internal func matches(_ query: PlaceQuery, row: Int) -> Bool {
    query.qualifiers.allSatisfy { qualifier in
      matches(qualifier, row: row)
        || qualifier.isAbbreviated && matches(beginningOf: qualifier, row: row)
        || QualifierWords(qualifier.name, query.phrases)
          .match(row, in: self, isUnfinished: false)
    }
  }

  /// The regions of the cities by name.
  internal var regionNames: RegionNameIndex {
    tables.regionNames { RegionNameIndex(tables.cities.regions) }
  }

  /// The regions of airports and destinations by name.
  internal var otherRegionNames: RegionNameIndex {
    tables.otherRegionNames { RegionNameIndex(tables.destinations.regions) }
  }
}

/// The rows of regions by their names and abbreviations.
internal struct RegionNameIndex: Sendable {
  /// The hashes of the keys without spaces, sorted, with the rows.
  private let entries: [(hash: UInt32, row: UInt32)]

  /// Folds all names: about a millisecond for 3,500 regions.
  init(_ regions: TextTable) {
    var entries: [(hash: UInt32, row: UInt32)] = []
    entries.reserveCapacity(2 * regions.count)
    var key = SearchKey("")
    for row in 0..<regions.count {
      for column in 1...2 {
        key.assign(regions.text, regions.range(ofColumn: column, row: row))
        if !key.isEmpty {
          entries.append((Self.hash(key.bytes[...]), UInt32(truncatingIfNeeded: row)))
        }
      }
    }
    self.entries = entries.sorted { ($0.hash, $0.row) < ($1.hash, $1.row) }
  }

  /// The rows with a name, given by its key without spaces.
  func rows(named name: [UInt8], in regions: TextTable) -> Set<Int> {
    let hash = Self.hash(name[...])
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].hash < hash { low = middle + 1 } else { high = middle }
    }
    var rows: Set<Int> = []
    for entry in entries[low...].prefix(while: { $0.hash == hash }) {
      let row = Int(entry.row)
      let isNamed = (1...2).contains { column in
        SearchKey(regions.text, regions.range(ofColumn: column, row: row)).compact == name
      }
      if isNamed { rows.insert(row) }
    }
    return rows
  }

  /// The hash FNV-1a of the bytes other than spaces.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes where byte != UInt8(ascii: " ") {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    return hash
  }
}

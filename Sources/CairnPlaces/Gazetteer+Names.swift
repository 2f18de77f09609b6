internal import CairnCountryFacts
public import CairnGeodesy
internal import CairnMemory
internal import CairnText

extension Gazetteer {
  /// The place with exactly the given name.
  ///
  /// The whole name must equal one of these, ignoring case, accents and punctuation: "zurich" is
  /// Zürich, "sao paulo" is São Paulo, "nukualofa" is Nuku‘alofa.
  /// - The main name of a city.
  /// - One of the alternative names in Latin script of a larger city: "Munich" and "München".
  /// - A name of a destination: "Santorini", "Bali", "Grand Canyon", "Tuscany", "Iceland".
  /// - A name of a country in any of `Country.nameLanguages`, an abbreviation or a former name:
  ///   "Deutschland", "UK", "Burma".
  /// - The name of an airport, optionally without "Airport" or "International Airport" at its end:
  ///   "London Heathrow".
  /// - An IATA or ICAO code **in uppercase**: "SYD", "YSSY".
  /// - The usual abbreviation of a region **in uppercase** that is not the code of a country:
  ///   "NSW".
  ///
  /// The beginning of a name, a single word of it, or a code in lowercase does not match:
  /// "Heathrow" is not London Heathrow, and "oa" is not an airport. These throw an error with
  /// suggestions; ``search(_:kind:in:near:limit:)`` finds partial matches.
  ///
  /// If the text is not a name itself, it may be one of these readings: `st` for `saint` or
  /// `sankt`, `mt` for `mount` and the reverse; "the" before the name; initials or two words joined
  /// ("al ula"); umlauts and long vowels as two letters ("toukyou"); the name without its elided
  /// article ("aquila" for L'Aquila); Arabic articles in another form ("Al Salt" for As-Salt);
  /// words abbreviated ("Frankfurt a.M.", "pto vallarta"); a name and its country, region or city
  /// without a comma ("paris texas", "villach kärnten"); a place in Italy and the code of a
  /// province of its region ("Milano (MI)", "TORINO TO"); a name with a postal code, which is not
  /// compared ("75001 Paris", "D-80331 München", "Chicago, IL 60601"); or the name after a word for
  /// its kind ("City of Bath", "Provincia di Siena").
  ///
  /// After a comma the text may name a region or a country, by its whole name or code, or the city
  /// of a district, to distinguish places of the same name: "Paris, Texas", "Paris, FR",
  /// "Springfield, IL, USA", "Soho, London".
  ///
  /// If several places have the name, the one with the most people is returned, and a place with
  /// this main name precedes one up to a hundred times as large with this alternative name. Places
  /// known far beyond their size count for more: an island or a landmark counts as a city of a
  /// million, so that "Petra" is the one in Jordan and "Bali" the island; a region counts as a
  /// tenth of its people and a country as half of them, at least a million; and some names stand
  /// for one particular city, such as "Toledo" for that of Spain. A city precedes the island, the
  /// region or the country that contains it: "Ibiza", "Salzburg", "Singapore"; but "Mexico" is the
  /// country, since its capital has another main name. To get another place, pass a kind or append
  /// a qualifier after a comma. Three uppercase letters are tried as an airport code before a name,
  /// four as a name first; but `USA` is the country, and an abbreviation of a country or a region
  /// such as `UAE` precedes the code of an airport without scheduled service.
  ///
  /// ```swift
  /// try Gazetteer.embedded.place(named: "Paris, Texas").population  // 24,782
  /// ```
  ///
  /// - Parameters:
  ///   - name: the typed text.
  ///   - kind: only places of this kind, if given; `aerodrome` stands for all airports.
  /// - Returns: the place.
  /// - Throws: ``PlaceNameError`` with close names if no place has the name.
  /// - Complexity: O(log n + matches) for a name that exists.
  public func place(named name: String, kind: Place.Kind? = nil) throws(PlaceNameError) -> Place {
    place(at: try row(named: name, kind: kind))
  }

  /// The airport with an IATA or ICAO code, ignoring case, with or without scheduled service.
  ///
  /// - Parameter code: three letters, or four letters and digits.
  /// - Returns: the airport, or `nil` for an unknown code.
  /// - Complexity: O(airports), a few microseconds.
  public func airport(code: String) -> Place? {
    row(code: PlaceQuery(code)).map(place(at:))
  }

  internal func row(named name: String, kind: Place.Kind?) throws(PlaceNameError) -> Int {
    let query = PlaceQuery(name)
    if query.key.isEmpty { throw PlaceNameError(query: query.text, reason: .empty) }
    let accepts = { (row: Int) in self.isOfKind(kind, row: row) }
    let found = find(query, where: accepts)
    if let row = found.row { return row }
    throw error(for: query, namesakes: found.namesakes, accepts: accepts)
  }

  /// The place with the name of a query, and the places of this name if all are elsewhere.
  internal func find(
    _ query: PlaceQuery, where accepts: (Int) -> Bool
  ) -> (row: Int?, namesakes: [Int]) {
    let coded = query.isWrittenAsCode ? row(code: query) : nil
    let isCode = coded.map { accepts($0) && matches(query, row: $0) } ?? false
    if let coded, isCode, query.name.utf8.count == 3, !isAbbreviation(query, beforeAirport: coded) {
      return (coded, [])
    }
    let named = rows(named: query).filter { accepts($0) }
    let meant = named.first { matches(query, row: $0) } ?? (isCode ? coded : nil)
    if let meant { return (meant, []) }
    if named.isEmpty, let row = rowUnderAnotherReading(query, where: accepts) { return (row, []) }
    if let row = countryRow(namedInParts: query), accepts(row) { return (row, []) }
    let other =
      row(inAddress: query, where: accepts) ?? row(withKind: query, where: accepts)
      ?? airportRows(ofCityIn: query).first(where: accepts)
      ?? rowInAnotherOrder(query, where: accepts)
    return (other, named)
  }

  /// The place whose name is a later part of the text and which the other parts qualify: "Japan,
  /// Kyoto".
  private func rowInAnotherOrder(_ query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    let parts = query.parts
    guard 2...3 ~= parts.count else { return nil }
    for index in parts.indices.dropFirst() {
      var others = parts
      let name = others.remove(at: index)
      let query = PlaceQuery(([name] + others).joined(separator: ", "))
      if let row = rows(named: query).first(where: { accepts($0) && matches(query, row: $0) }) {
        return row
      }
    }
    return nil
  }

  /// The place whose name is another reading of a text that is not a name itself: with `saint` for
  /// `st`, without an article, with its country, region or city after it, or a country by any name.
  private func rowUnderAnotherReading(_ query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    for key in query.variants.dropFirst() + query.withOtherArticles + query.withSeparatedArticle {
      let row = rows(named: query.named(key)).first { accepts($0) && matches(query, row: $0) }
      if let row { return row }
    }
    if let key = query.withShortVowels {
      let row = rows(named: query.named(key)).first {
        self.key(ofRow: $0) == key && accepts($0) && matches(query, row: $0)
      }
      if let row { return row }
    }
    for (key, qualifiers) in query.divisions {
      for key in query.named(key).variants {
        let row = rows(named: query.named(key)).first {
          accepts($0) && matches(query, row: $0)
            && qualifiers.match($0, in: self, isUnfinished: false)
        }
        if let row { return row }
      }
    }
    var elided: [Int] = []
    NameLists(of: self).forEach(elidedWithKey: query.key) { elided.append($0.row) }
    let best = elided.filter { accepts($0) && matches(query, row: $0) }
      .max { (weight(ofRow: $0), $1) < (weight(ofRow: $1), $0) }
    if let best { return best }
    if let row = rowUnderAbbreviation(query, where: accepts) { return row }
    return query.key.bytes.count > 3 ? countryRow(named: query, where: accepts) : nil
  }

  /// The place whose whole name consists of the words of a query, some of them abbreviated.
  private func rowUnderAbbreviation(_ query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    let lists = NameLists(of: self)
    guard let words = AbbreviatedWords(query.name, key: query.key),
      let key = lists.rarest(of: words.lookupWords)
    else { return nil }
    var found: [(weight: Int, row: Int)] = []
    lists.forEach(beginningWith: key) { name, _ in
      guard words.extent(in: self.key(of: name)) == .whole, accepts(name.row),
        matches(query, row: name.row)
      else { return }
      let isMain = name.source == .main || name.source == .meaning
      let weight = weight(ofRow: name.row)
      found.append((isMain ? weight : weight / Self.otherNameDiscount, name.row))
    }
    return found.max { ($0.weight, $1.row) < ($1.weight, $0.row) }?.row
  }

  /// The destination that is the country with a name in any language, or a former name.
  private func countryRow(named query: PlaceQuery, where accepts: (Int) -> Bool) -> Int? {
    guard let country = Country(query.name), let row = row(of: country) else { return nil }
    return accepts(row) && matches(query, row: row) ? row : nil
  }

  /// The destination that is the country with a name that includes a comma or parentheses:
  /// "Bonaire, Sint Eustatius and Saba", "Korea, Republic of".
  internal func countryRow(namedInParts query: PlaceQuery) -> Int? {
    guard !query.qualifiers.isEmpty || query.text.contains("(") else { return nil }
    return Country(query.text).flatMap(row(of:))
  }

  /// The destination that is a country; nil if a city of its name represents it.
  internal func row(of country: Country) -> Int? {
    let rows = tables.countryRows {
      let rows = destinations.indices.filter { kind(ofRow: $0) == .country }
      return Dictionary(rows.map { (tables.countries[$0], $0) }, uniquingKeysWith: { a, _ in a })
    }
    return rows[country.letters]
  }

  /// Whether three capitals are an abbreviation of a country or a region rather than the code of an
  /// airport: `USA`, which is its ISO code, or `UAE`, since that airport has no scheduled service.
  internal func isAbbreviation(_ query: PlaceQuery, beforeAirport row: Int) -> Bool {
    if !isServed(row: row), !regionRows(abbreviatedBy: query).isEmpty { return true }
    var isCountry = false
    CountryNames.forEach(withPrefix: query.key) { position, isWhole in
      guard isWhole, !isCountry else { return }
      let country = CountryNames.country(at: position)
      isCountry = !isServed(row: row) || country.alpha3 == query.name
    }
    return isCountry
  }

  /// The destinations that are the region abbreviated by two or three capitals, such as `BC`,
  /// unless these are the code of a country, such as `CA`.
  internal func regionRows(abbreviatedBy query: PlaceQuery) -> [Int] {
    let name = query.name.utf8
    guard 2...3 ~= name.count, name.allSatisfy({ UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }),
      query.key.bytes.count == name.count, Country(alpha2: query.name) == nil
    else { return [] }
    let regions = tables.destinations.regions
    var rows: [Int] = []
    for region in otherRegionNames.rows(named: query.key.bytes, in: regions)
    where regions.string(column: 1, row: region) == query.name {
      let key = SearchKey(regions.text, regions.range(ofColumn: 2, row: region))
      tables.destinations.forEach(withKey: key) { line in
        let row = placeCount + line
        if [.region, .island].contains(kind(ofRow: row)),
          country(ofRow: row).alpha2 == regions.string(column: 0, row: region)
        {
          rows.append(row)
        }
      }
    }
    return rows
  }

  internal func isOfKind(_ kind: Place.Kind?, row: Int) -> Bool {
    guard let kind else { return true }
    // Every airport is an aerodrome.
    if kind == .aerodrome { return isAirport(row: row) }
    guard rows(ofKind: kind).contains(row) else { return false }
    return kind == self.kind(ofRow: row)
  }

  /// Whether a row is of a kind and in a country, if these are given.
  internal func isOfKind(_ kind: Place.Kind?, in country: Country?, row: Int) -> Bool {
    isOfKind(kind, row: row) && (country.map { isInCountry($0, row: row) } ?? true)
  }

  /// The rows that may be of a kind: all rows for a kind that several groups have.
  internal func rows(ofKind kind: Place.Kind?) -> Range<Int> {
    switch kind {
    case .aerodrome?, .airport?: cityCount..<placeCount
    case .city?, .district?: 0..<cityCount
    case .island?, .landmark?, .region?, .country?: placeCount..<tables.coordinates.count
    default: 0..<tables.coordinates.count
    }
  }

  /// The airport whose IATA or ICAO code equals the query.
  internal func row(code query: PlaceQuery) -> Int? {
    guard let code = query.code else { return nil }
    let row =
      query.name.utf8.count == 3
      ? tables.codes.firstIndex { $0.iata == code } : tables.codes.firstIndex { $0.icao == code }
    return row.map { cityCount + $0 }
  }

  /// Adds the cities and destinations with a name, except countries by other names.
  private func add(_ key: SearchKey, to candidates: inout [(weight: Int, row: Int)]) {
    func add(_ names: AlternateNames, weight: (Int) -> Int) {
      names.forEach(withKey: key) { position in
        if let row = names.row(at: position) { candidates.append((weight(row), row)) }
      }
    }
    tables.cities.forEach(withKey: key) { row in candidates.append((population(ofRow: row), row)) }
    tables.destinations.forEach(withKey: key) { line in
      candidates.append((tables.destinations.weight(ofLine: line), placeCount + line))
    }
    add(tables.meanings) { _ in .max }
    add(tables.alternateNames) { weight(ofRow: $0) / Self.otherNameDiscount }
    add(tables.nativeNames) { weight(ofRow: $0) / Self.otherNameDiscount }
    names?.forEach(withKey: key) { position in
      guard let row = names?.row(at: position) else { return }
      candidates.append((weight(ofRow: row) / Self.otherNameDiscount, row))
    }
    add(tables.destinationNames) { weight(ofRow: $0) / Self.otherNameDiscount }
  }

  /// The places with exactly the name of the query, the likeliest first.
  internal func rows(named query: PlaceQuery) -> [Int] {
    var candidates: [(weight: Int, row: Int)] = []
    for key in [query.key] + query.inOtherScripts { add(key, to: &candidates) }
    // Their names take a millisecond to open, and no city shares its name with a country that has
    // many more people; but three letters may be initials.
    if query.key.bytes.count <= 3 || candidates.allSatisfy({ $0.weight < Self.largeCity }) {
      CountryNames.forEach(withPrefix: query.key) { position, isWhole in
        let country = CountryNames.country(at: position)
        // A city precedes the country that contains it.
        guard isWhole, let row = row(of: country),
          !candidates.contains(where: { $0.row < cityCount && isInCountry(country, row: $0.row) })
        else { return }
        candidates.append((weight(ofRow: row) / Self.otherNameDiscount, row))
      }
    }
    for row in regionRows(abbreviatedBy: query) {
      // A city precedes the region that contains it: New York City for `NY`.
      let name = place(at: row).name
      let hasCity = candidates.contains {
        $0.row < cityCount && isInCountry(country(ofRow: row), row: $0.row)
          && place(at: $0.row).region == name
      }
      candidates.append((weight(ofRow: row) / (hasCity ? Self.otherNameDiscount : 1), row))
    }
    for part in tables.airportParts {
      part.forEach(withKey: query.key) { row in candidates.append((-1, cityCount + row)) }
    }
    forEachAirport(called: query.key) { candidates.append((-1, $0.row)) }
    candidates.sort { ($1.weight, $0.row) < ($0.weight, $1.row) }
    var seen: Set<Int> = []
    return candidates.map { $0.row }.filter { seen.insert($0).inserted }
  }

  /// The factor by which a city must be larger to be found by an alternative name rather than
  /// another city by its main name.
  ///
  /// "Vienne" is the town in France, although Vienna, sixty times as large, has that name in
  /// French; "Roma" is Rome, not the town in Texas.
  internal static let otherNameDiscount = 100

  /// The population from which the name of a city is not compared with other names of countries.
  private static let largeCity = 100_000

  /// The factor by which a destination counts less for the beginning of its name than for the
  /// whole.
  ///
  /// Without it the islands and landmarks that begin with a letter would precede its cities.
  internal static let beginningDiscount = 10
}

public import CairnGeodesy
internal import CairnText

extension Gazetteer {
  /// The place that has a name, exactly.
  ///
  /// A name is one of these, whole, compared without regard to case, accents and punctuation:
  /// "zurich" is Zürich, "sao paulo" is São Paulo, "nukualofa" is Nuku‘alofa.
  /// - The main name of a city.
  /// - One of the other names in Latin script of a larger city: "Munich" and "München".
  /// - A name of a destination: "Santorini", "Bali", "Grand Canyon", "Tuscany", "Iceland".
  /// - The name of an airport, which may be without "Airport" or "International Airport" at its
  ///   end: "London Heathrow".
  /// - An IATA or ICAO code **in capitals**: "SYD", "YSSY".
  ///
  /// The beginning of a name, one word of it or a code in small letters does not do: "Heathrow" is
  /// not London Heathrow, "oa" no airport. They are errors that suggest what is close;
  /// ``search(_:kind:in:near:limit:)`` finds such.
  ///
  /// Behind commas may follow what tells a place from its namesakes, a region or a country by its
  /// whole name or code, or the city of a district: "Paris, Texas", "Paris, FR", "Springfield, IL,
  /// USA", "Soho, London".
  ///
  /// Where several places have the name, the one with the most people is meant, and one that has it
  /// as its main name comes before those that have it as another name. Places known far beyond
  /// their size count for more: an island or a landmark as a city of a million, so that "Petra" is
  /// that of Jordan and "Bali" the island; a region as a tenth of its people and a country as half
  /// of them; and some names mean one city before all, as "Toledo" that of Spain. A city comes
  /// before the island, the region or the country that it lies in: "Ibiza", "Salzburg",
  /// "Singapore". What is meant else can be had by a kind or behind a comma. Three capitals are an
  /// airport's code before they are a name, four a name first.
  ///
  /// ```swift
  /// try Gazetteer.embedded.place(named: "Paris, Texas").population  // 24,782
  /// ```
  ///
  /// - Parameters:
  ///   - name: what somebody typed.
  ///   - kind: only places of this kind, if given; `aerodrome` stands for all airports.
  /// - Returns: the place.
  /// - Throws: ``PlaceNameError`` when no place has the name; it says which names are close.
  /// - Complexity: O(log n + matches) for a name that exists.
  public func place(named name: String, kind: Place.Kind? = nil) throws(PlaceNameError) -> Place {
    place(at: try row(named: name, kind: kind))
  }

  /// The airport of an IATA or an ICAO code, in any case, with or without scheduled service.
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
    let coded = query.isWrittenAsCode ? row(code: query) : nil
    let isCode = coded.map { accepts($0) && matches(query, row: $0) } ?? false
    if let coded, isCode, query.name.utf8.count == 3 { return coded }
    let named = rows(named: query).filter { accepts($0) }
    let meant = named.first { matches(query, row: $0) }
    if let meant { return meant }
    if let coded, isCode { return coded }
    throw error(for: query, namesakes: named, accepts: accepts)
  }

  internal func isOfKind(_ kind: Place.Kind?, row: Int) -> Bool {
    guard let kind else { return true }
    // Every airport is an aerodrome.
    if kind == .aerodrome { return isAirport(row: row) }
    return kind == self.kind(ofRow: row)
  }

  /// The airport whose IATA or ICAO code the query is.
  internal func row(code query: PlaceQuery) -> Int? {
    guard let code = query.code else { return nil }
    let row =
      query.name.utf8.count == 3
      ? tables.codes.firstIndex { $0.iata == code } : tables.codes.firstIndex { $0.icao == code }
    return row.map { cityCount + $0 }
  }

  /// The places that have exactly the name of the query, the most likely one first.
  internal func rows(named query: PlaceQuery) -> [Int] {
    var candidates: [(weight: Int, row: Int)] = []
    func add(_ names: AlternateNames, weight: (Int) -> Int) {
      names.forEach(withKey: query.key) { position in
        if let row = names.row(at: position) { candidates.append((weight(row), row)) }
      }
    }
    tables.cities.forEach(withKey: query.key) { row in
      candidates.append((population(ofRow: row), row))
    }
    tables.destinations.forEach(withKey: query.key) { line in
      candidates.append((tables.destinations.weight(ofLine: line), placeCount + line))
    }
    add(tables.meanings) { _ in .max }
    add(tables.alternateNames) { weight(ofRow: $0) / Self.otherNameDiscount }
    add(tables.destinationNames) { weight(ofRow: $0) / Self.otherNameDiscount }
    for suffix in ["", " airport", " international airport"] {
      var key = query.key
      key.bytes += suffix.utf8
      for part in tables.airportParts {
        part.forEach(withKey: key) { row in candidates.append((-1, cityCount + row)) }
      }
    }
    candidates.sort { ($1.weight, $0.row) < ($0.weight, $1.row) }
    var seen: Set<Int> = []
    return candidates.map { $0.row }.filter { seen.insert($0).inserted }
  }

  /// How much more people a city must have to be meant by another name than by its main one.
  ///
  /// "Vienne" is the town in France, although Vienna, sixty times as large, is called that in
  /// French; "Roma" is Rome, not the town in Texas.
  internal static let otherNameDiscount = 100

  /// How much less a destination counts under the beginning of its name than under the whole.
  ///
  /// Without it the islands and landmarks that begin with a letter would stand before its cities.
  internal static let beginningDiscount = 10

  /// The airports and destinations in whose name each word of the key starts a word.
  internal func rows(withWords key: SearchKey) -> [Int] {
    let words = key.words
    guard key.bytes.count >= 4, !words.isEmpty, words.count <= 8 else { return [] }
    var rows: [Int] = []
    func look(in table: PlaceRows, from first: Int) {
      table.forEach { line, name in
        if words.allSatisfy({ name.hasWord(beginningWith: $0) }) { rows.append(first + line) }
      }
    }
    for part in tables.airportParts { look(in: part, from: cityCount) }
    look(in: tables.destinations, from: placeCount)
    return rows
  }
}

internal import CairnGeodesy
internal import CairnMemory
internal import CairnText

extension Gazetteer {
  /// The distance in meters within which an airport serves a city, if another place is recorded.
  private static let airportRadius = 60_000.0

  /// Calls a closure with the airports with a name, with or without "Airport" or "International
  /// Airport" at its end.
  internal func forEachAirport(called key: SearchKey, _ body: (FoundName) -> Void) {
    let suffixes = [" international airport", " airport"].map { Array($0.utf8) }
    var name = key
    if let suffix = suffixes.first(where: { key.bytes.suffix($0.count) == $0[...] }) {
      name.bytes.removeLast(suffix.count)
    }
    guard !name.isEmpty else { return }
    for suffix in suffixes {
      let key = SearchKey(bytes: name.bytes + suffix)
      for part in tables.airportParts {
        part.forEach(withKey: key) { line in
          let row = cityCount + line
          body(FoundName(row: row, source: .main, position: row))
        }
      }
      tables.destinationNames.forEach(withKey: key) { position in
        guard let row = tables.destinationNames.row(at: position), isAirport(row: row) else {
          return
        }
        body(FoundName(row: row, source: .destinationName, position: position))
      }
    }
  }

  /// A number that orders airports of equal fame: large ones first, then those of larger cities.
  ///
  /// It is too small to affect other comparisons.
  internal func rank(ofAirport row: Int) -> Double {
    let isLarge = tables.airports.has(.many, line: row - cityCount)
    let people = Double(people(ofCityServedBy: row))
    return (isLarge ? 5e-9 : 0) + min(4e-9, people * 1e-16)
  }

  /// The people of the city that an airport serves, 0 if it is not known.
  private func people(ofCityServedBy row: Int) -> Int {
    var people = 0
    tables.cities.forEach(withKey: cityKey(ofAirport: row)) { city in
      if tables.countries[city] == tables.countries[row] {
        people = max(people, population(ofRow: city))
      }
    }
    return people
  }

  /// The key of the name of the city that an airport serves.
  private func cityKey(ofAirport row: Int) -> SearchKey {
    let (rows, line) = line(ofRow: row)
    return SearchKey(rows.table.text, rows.table.range(ofColumn: 7, row: line))
  }

  /// The airports of the city that the text names together with a word for an airport, the
  /// likeliest first: "Flughafen München", "aeroporto di Roma".
  ///
  /// - Returns: the airports with scheduled service that have the city in their record or are near
  ///   it; empty if the text has no such words, or is not about a city.
  internal func airportRows(ofCityIn query: PlaceQuery) -> [Int] {
    guard let name = AirportWords.name(in: query.key),
      let city = rows(named: query.named(name)).first(where: { matches(query, row: $0) }),
      !isAirport(row: city), ![.region, .country].contains(kind(ofRow: city))
    else { return [] }
    let key = key(ofRow: city)
    let place = tables.coordinates[city]
    var found: [(rank: Int, distance: Double, row: Int)] = []
    for row in cityCount..<(cityCount + tables.servedCount) {
      let distance = place.distance(to: tables.coordinates[row])
      guard distance <= Self.airportRadius else { continue }
      let isLarge = tables.airports.has(.many, line: row - cityCount)
      let isOfCity = cityKey(ofAirport: row) == key
      found.append(((isLarge ? 0 : 2) + (isOfCity ? 0 : 1), distance, row))
    }
    found.sort { ($0.rank, $0.distance, $0.row) < ($1.rank, $1.distance, $1.row) }
    return found.map(\.row)
  }
}

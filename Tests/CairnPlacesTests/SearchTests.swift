import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// Searches near a place and in a country.
@Suite struct SearchTests {
  let world = Gazetteer.embedded

  private func first(
    _ text: String, in country: Country? = nil, near place: String
  ) throws -> String {
    let center = try world.place(named: place).coordinate
    return world.search(text, in: country, near: center).first?.description ?? ""
  }

  @Test func nearestNamesakeIsFirst() throws {
    #expect(try first("london", near: "Toronto") == "London, Ontario, CA")
    #expect(try first("paris", near: "Dallas").hasPrefix("Paris, Texas"))
    #expect(try first("paris", near: "Berlin").hasPrefix("Paris, "))
    #expect(try first("springfield", near: "Boston").hasPrefix("Springfield, Massachusetts"))
    #expect(try first("san jose", near: "San Francisco").contains("California"))
    // By an alternative name, too: Rome is nearer than Roma in Texas.
    #expect(try first("roma", near: "Naples").hasPrefix("Rome"))
    // A whole name precedes a nearer name that only begins with it: York before New York's
    // Yorktown.
    #expect(try first("york", near: "New York").hasPrefix("York, "))
    #expect(try first("barcelona", in: .venezuela, near: "Madrid").hasSuffix("VE"))
  }

  @Test func countriesFilterResults() {
    #expect(world.search("san", in: .chile).allSatisfy { $0.country == .chile })
    #expect(world.search("san", in: .chile).first?.name == "Santiago")
    #expect(world.search("valencia", in: .venezuela).first?.countryCode == "VE")
    #expect(world.search("JFK", in: .germany).isEmpty)
    #expect(world.search("paris, texas", in: .france).isEmpty)
    #expect(world.search("paris", kind: .airport, in: .france).allSatisfy { $0.kind == .airport })
    #expect(world.search("paris", in: .antarctica).isEmpty)
  }

  @Test func invalidCenterFindsNothing() {
    #expect(world.search("paris", near: Coordinate(latitude: .nan, longitude: 0)).isEmpty)
    #expect(world.search("paris", near: Coordinate(latitude: 91, longitude: 0)).isEmpty)
  }

  /// A place with its row and the quality of its match.
  private struct Row {
    let row: Int
    let place: Place
    /// The main name and the alternative names.
    let keys: [SearchKey]
    /// The IATA and the ICAO code in uppercase.
    let codes: [String]
  }

  /// Every row and all of its names, read without the search.
  private func rows() -> [Row] {
    let count = world.placeCount + world.destinations.count
    var names = [[SearchKey]](repeating: [], count: count)
    for row in names.indices { names[row].append(world.key(ofRow: row)) }
    let tables = world.tables
    for others in [tables.alternateNames, tables.destinationNames, tables.meanings] {
      others.forEach { position, key in
        if let row = others.row(at: position) { names[row].append(key) }
      }
    }
    return names.indices.map { row in
      var codes: [String] = []
      if world.isAirport(row: row) {
        for code in [5, 6] {
          let table = world.tables.airports.table
          codes.append(table.string(column: code, row: row - world.cityCount))
        }
      }
      return Row(row: row, place: world.place(at: row), keys: names[row], codes: codes)
    }
  }

  /// The quality of a row's match, lowest best; `nil` if it does not match.
  private func group(_ row: Row, _ text: String) -> Int? {
    let key = SearchKey(text)
    let isCode = row.codes.contains(text.uppercased())
    if isCode, text.utf8.count == 3, text == text.uppercased() { return 0 }
    let isAirport = world.isAirport(row: row.row)
    let exact = row.keys.contains { name in
      name == key
        || isAirport
          && [" airport", " international airport"].contains {
            name.bytes == key.bytes + Array($0.utf8)
          }
    }
    if exact || isCode { return isAirport ? 2 : 1 }
    if row.keys.contains(where: { $0.hasPrefix(key) }) { return 3 }
    let isWorded = row.row >= world.cityCount && key.bytes.count >= 4
    return isWorded && key.words.allSatisfy { row.keys[0].hasWord(beginningWith: $0) } ? 4 : nil
  }

  /// The groups, and within each the distances, as found by a loop over all rows.
  @Test func searchesNearAndInACountryAgreeWithAScan() {
    let rows = rows()
    let centers = [
      Coordinate(latitude: 47.5, longitude: 8.5), Coordinate(latitude: -17, longitude: 179.9),
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 35, longitude: -100),
    ]
    let texts = [
      "san", "Springfield", "paris", "LAX", "lax", "heathrow", "s", "victoria", "new y", "bali",
      "canyon",
      "st",
    ]
    // These are slow in a debug build, which tests only some of them.
    let step = rounds(1, inDebug: 8)
    for (number, text) in texts.prefix(rounds(12, inDebug: 6)).enumerated() {
      let fitting = rows.compactMap { row in group(row, text).map { (group: $0, row: row) } }
      for (column, country) in [nil, Country.unitedStates, .france].enumerated() {
        for (line, kind) in [nil, Place.Kind.city, .airport, .island, .town].enumerated()
        where (number + column + line).isMultiple(of: step) {
          let wanted = fitting.filter {
            (kind == nil || $0.row.place.kind == kind)
              && (country == nil || $0.row.place.country == country)
          }
          let center = centers[number % centers.count]
          let expected = wanted.map {
            (group: $0.group, distance: $0.row.place.coordinate.distance(to: center))
          }.sorted { ($0.group, $0.distance) < ($1.group, $1.distance) }
          let found = world.search(text, kind: kind, in: country, near: center, limit: .max)
          #expect(found.count == expected.count, "\(text)")
          #expect(
            found.map { $0.coordinate.distance(to: center) } == expected.map(\.distance), "\(text)")
          let some = world.search(text, kind: kind, in: country, near: center, limit: 5)
          #expect(some == Array(found.prefix(5)), "\(text)")
          // Without a center the same places are found in another order.
          let all = world.search(text, kind: kind, in: country, limit: .max)
          #expect(Set(all) == Set(wanted.map(\.row.place)), "\(text)")
        }
      }
    }
  }
}

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
    /// Whether each name stands for one particular city.
    let isMeaning: [Bool]
    /// Whether each name is another one in use.
    let isInUse: [Bool]
  }

  /// Every row and all of its names, read without the search.
  private func rows() -> [Row] {
    let count = world.placeCount + world.destinations.count
    var names = [[SearchKey]](repeating: [], count: count)
    var meanings = [[Bool]](repeating: [false], count: count)
    var uses = [[Bool]](repeating: [false], count: count)
    for row in names.indices { names[row].append(world.key(ofRow: row)) }
    let tables = world.tables
    for (number, others) in [
      tables.alternateNames, tables.destinationNames, tables.meanings,
    ].enumerated() {
      others.forEach { position, key in
        if let row = others.row(at: position) {
          names[row].append(key)
          meanings[row].append(number == 2)
          uses[row].append(number == 0 ? others.isInUse(at: position) : number == 1)
        }
      }
    }
    return names.indices.map { row in
      Row(
        row: row, place: world.place(at: row), keys: names[row], isMeaning: meanings[row],
        isInUse: uses[row])
    }
  }

  /// The score of a row without its distance, 0 if it does not match: the documented factors,
  /// evaluated for each name.
  ///
  /// - Parameters:
  ///   - row: the row.
  ///   - text: the typed text.
  ///   - mostPeople: the greatest weight of the possible places with this main name.
  /// - Returns: 0 or more.
  private func score(_ row: Row, _ text: String, mostPeople: Int = 0) -> Double {
    let key = SearchKey(text)
    // Without elided articles: "ling" for Ea T’ling.
    let words = row.place.name.split(whereSeparator: "'’".contains)
    let elided = words.dropFirst().map { SearchKey($0) }
    let isAirport = world.isAirport(row: row.row)
    let weight = Double(max(1, world.weight(ofRow: row.row)))
    let isOther = row.row >= world.placeCount
    var best = 0.0
    for (number, name) in row.keys.enumerated() {
      let isWhole =
        name == key
        || isAirport
          && [" airport", " international airport"].contains {
            name.bytes == key.bytes + Array($0.utf8)
          }
      let isElided = number == 0 && elided.contains { $0.hasPrefix(key) }
      var match = isWhole ? 10 : name.hasPrefix(key) ? 1 : isElided ? 0.1 : 0
      if match == 0 {
        let spaces = name.bytes.indices.filter { name.bytes[$0] == UInt8(ascii: " ") }
        let isLater = spaces.contains { name.bytes[($0 + 1)...].starts(with: key.bytes) }
        let hasAll =
          key.words.count > 1 && key.words.allSatisfy { name.hasWord(beginningWith: $0) }
        match = isLater || hasAll ? 0.01 : 0
      }
      var fame = isOther && !isWhole ? weight / 10 : weight
      if isAirport {
        fame = row.row < world.cityCount + world.tables.servedCount ? 10_000 : 100
      } else if row.isMeaning[number] {
        if isWhole { fame = max(fame, 10_000_000) }
      } else if number > 0 {
        let isMeant = isWhole && row.isInUse[number] && Int(weight) / 100 > mostPeople
        fame *= isMeant ? 1 : 0.01
      }
      best = max(best, fame * match)
    }
    return best
  }

  /// The results and their order, as found by a loop over all rows.
  @Test func searchesNearAndInACountryAgreeWithAScan() {
    let rows = rows()
    let centers = [
      Coordinate(latitude: 47.5, longitude: 8.5), Coordinate(latitude: -17, longitude: 179.9),
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 35, longitude: -100),
    ]
    let texts = [
      "san", "bali", "paris", "heathrow", "victoria", "new y", "Springfield", "canyon", "lin",
    ]
    // These are slow in a debug build, which tests only some of them.
    let step = rounds(1, inDebug: 5)
    for (number, text) in texts.prefix(rounds(9, inDebug: 2)).enumerated() {
      let fitting = rows.filter { score($0, text) > 0 }
      let key = SearchKey(text)
      for (column, country) in [nil, Country.unitedStates, .france].enumerated() {
        for (line, kind) in [nil, Place.Kind.city, .airport, .island, .town].enumerated()
        where (number + column + line).isMultiple(of: step) {
          let wanted = fitting.filter {
            (kind == nil || $0.place.kind == kind)
              && (country == nil || $0.place.country == country)
          }
          let mostPeople =
            wanted.filter { $0.keys[0] == key }.map { world.weight(ofRow: $0.row) }.max() ?? 0
          // Misspelled names follow a few matches.
          guard wanted.count > 2 else { continue }
          for center in [nil, centers[number % centers.count]] {
            var scores: [Place: Double] = [:]
            for row in wanted {
              let score = score(row, text, mostPeople: mostPeople)
              let units = center.map { row.place.coordinate.distance(to: $0) / 150_000 } ?? 0
              scores[row.place] = max(scores[row.place] ?? 0, score / (1 + units * units))
            }
            let found = world.search(text, kind: kind, in: country, near: center, limit: .max)
            #expect(Set(found) == Set(scores.keys), "\(text)")
            let ordered = found.map { scores[$0] ?? 0 }
            let isSorted = zip(ordered, ordered.dropFirst()).allSatisfy { $0 * (1 + 1e-12) >= $1 }
            #expect(isSorted, "\(text)")
            let some = world.search(text, kind: kind, in: country, near: center, limit: 5)
            #expect(some == Array(found.prefix(5)), "\(text)")
          }
        }
      }
    }
  }
}

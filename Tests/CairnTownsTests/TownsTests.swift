import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnText
import CairnTownData
import CairnTowns
import TestSupport
import Testing

@testable import CairnPlaces

/// The gazetteer of 235,000 towns.
@Suite struct TownsTests {
  private let small = Gazetteer.embedded
  private let large = Gazetteer.withTowns

  @Test func tablesHaveTheirChecksum() {
    var crc: UInt32 = 0xFFFF_FFFF
    let table = (0..<256).map { (value: UInt32) -> UInt32 in
      (0..<8).reduce(value) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
    }
    for literal in TownData.tables {
      for byte in literal.withUTF8Buffer({ bytes in unsafe Array(bytes) }) {
        crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
      }
    }
    #expect(crc ^ 0xFFFF_FFFF == TownData.checksum)
  }

  @Test func countsAgreeWithTheScript() {
    #expect(large.cities.count == 234_806)
    #expect(large.airports.count == small.airports.count)
    #expect(large.index(of: .city).count == small.index(of: .city).count)
    #if !DEBUG
      #expect(large.index().count < large.places.count)
    #endif
    #expect(large.index(of: .island).count == small.index(of: .island).count)
  }

  /// Names in other languages precede beginnings among all towns, too.
  @Test(arguments: [
    ("gand", "Gent"), ("kassa", "Košice"), ("kl", "Kuala Lumpur"), ("Toskana", "Tuscany"),
  ])
  func wholeNamesInOtherLanguages(_ text: String, _ name: String) {
    #expect(large.search(text, limit: 1).map(\.name) == [name])
  }

  /// The cities of the smaller set equal the cities of the larger one, in the same order.
  @Test func citiesAreTheSame() {
    let rows = large.cities.indices.filter { large.kind(ofRow: $0) == .city }
    let cities = small.cities.indices.filter { small.kind(ofRow: $0) == .city }
    #expect(rows.count == cities.count)
    for (a, b) in zip(cities, rows) where a.isMultiple(of: 7) {
      #expect(small.cities[a] == large.cities[b])
    }
    for (a, b) in zip(small.airports, large.airports).prefix(500) { #expect(a == b) }
  }

  @Test func everyRowIsATown() {
    var lastKey = SearchKey("")
    var outOfOrder = 0
    var kinds: [Place.Kind: Int] = [:]
    var people = 0
    for row in large.cities.indices {
      let key = large.key(ofRow: row)
      if key < lastKey || key.isEmpty { outOfOrder += 1 }
      lastKey = key
      // Creating a place from each row is slow in a debug build.
      guard row.isMultiple(of: 29) else { continue }
      let town = large.cities[row]
      kinds[town.kind, default: 0] += 1
      people += town.population ?? 0
      if !town.coordinate.isValid || town.timeZone?.contains("/") != true
        || town.countryCode?.utf8.count != 2 || town.name.isEmpty || town.region == "-"
      {
        Issue.record("row \(row) is \(town)")
      }
    }
    #expect(outOfOrder == 0)
    #expect(Set(kinds.keys) == [.city, .district, .town])
    #expect((100_000_000...200_000_000).contains(people))
  }

  @Test(arguments: [
    ("Vernazza", "IT", "Liguria", 44.135, 9.683, "Europe/Rome"),
    ("Hallstatt", "AT", "Upper Austria", 47.562, 13.649, "Europe/Vienna"),
    ("Giethoorn", "NL", "Overijssel", 52.74, 6.079, "Europe/Amsterdam"),
    ("Moab", "US", "Utah", 38.573, -109.55, "America/Denver"),
    ("Queenstown", "NZ", "Otago", -45.03, 168.663, "Pacific/Auckland"),
    ("Bruges", "BE", "Flanders", 51.209, 3.224, "Europe/Brussels"),
    ("Sydney", "AU", "New South Wales", -33.868, 151.207, "Australia/Sydney"),
  ])
  func knownTowns(
    name: String, country: String, region: String, latitude: Double, longitude: Double, zone: String
  ) throws {
    let town = try large.place(named: name)
    #expect(town.countryCode == country)
    #expect(town.region == region)
    #expect(town.timeZone == zone)
    let expected = Coordinate(latitude: latitude, longitude: longitude)
    #expect(town.coordinate.distance(to: expected) < 5_000)
    // A famous town is listed only once.
    #expect(large.search(name, in: town.country, limit: .max).filter { $0 == town }.count == 1)
  }

  /// Finds towns by name, by bisecting the index of names.
  @Test func townsAreFoundByTheirNames() {
    var random = SeededGenerator(seed: 71)
    for _ in 0..<400 {
      let row = Int.random(in: large.cities.indices, using: &random)
      let query = PlaceQuery(large.cities[row].name)
      if query.qualifiers.isEmpty {
        #expect(large.rows(named: query).contains(row), "\(query.name)")
      }
    }
  }

  /// All places with a name or a beginning, found by a loop over all rows.
  @Test(
    arguments: ["vernazza", "springfield", "qu", "Petra", "zurich", "san jos"].prefix(
      rounds(6, inDebug: 3)))
  func searchesAgreeWithAScan(text: String) {
    let key = SearchKey(text)
    var rows: Set<Int> = []
    for row in 0..<(large.places.count + large.destinations.count)
    where large.key(ofRow: row).hasPrefix(key) {
      rows.insert(row)
    }
    let tables = large.tables
    for names in [tables.alternateNames, tables.destinationNames, tables.meanings] {
      names.forEach(withPrefix: key) { position, _ in
        if let row = names.row(at: position) { rows.insert(row) }
      }
    }
    let found = large.search(text, limit: .max)
    #expect(Set(found).isSuperset(of: rows.map { large.place(at: $0) }))
    #expect(found == large.search(text, limit: .max), "repeated searches give the same result")
    #expect(large.search(text, limit: 3) == Array(found.prefix(3)))
  }

  @Test func nearestTownAgreesWithAScan() {
    var random = SeededGenerator(seed: 5)
    // Building the index of all towns takes minutes in a debug build, which uses that of the
    // cities.
    #if DEBUG
      let (count, kind) = (2, Place.Kind?.some(.city))
    #else
      let (count, kind) = (50, Place.Kind?.none)
    #endif
    let wanted = large.places.indices.filter {
      let own = large.kind(ofRow: $0)
      return kind == nil ? own != .district && own != .aerodrome : own == kind
    }
    let settlements = large.cities.indices.filter {
      let own = large.kind(ofRow: $0)
      return kind == nil || own == .city || own == .district
    }
    for _ in 0..<count {
      let center = random.coordinate()
      let found = large.places(nearestTo: center, count: 3, kind: kind)
      func distance(_ row: Int) -> Double {
        large.tables.coordinates[row].distance(to: center)
      }
      // The city of the nearest district comes where the district is.
      var (around, reach) = (-1, Double.infinity)
      for row in settlements {
        let distance = distance(row)
        if distance < reach { (around, reach) = (large.cityRow(ofRow: row), distance) }
      }
      var nearest: [(key: Double, distance: Double)] = []
      for row in wanted {
        let distance = distance(row)
        let key = row == around ? reach : distance
        if nearest.count == 3, key >= nearest[2].key { continue }
        nearest.append((key, distance))
        nearest.sort { $0.key < $1.key }
        if nearest.count > 3 { nearest.removeLast() }
      }
      #expect(found.map(\.distance) == nearest.map(\.distance))
      #expect(found.allSatisfy { $0.element == large.places[$0.offset] })
    }
  }

  @Test func travelNamesFindTheSamePlaces() throws {
    for name in ["Bali", "Petra", "Paris", "Toledo", "Grand Canyon", "Tuscany", "Maldives", "SYD"] {
      #expect(try large.place(named: name) == small.place(named: name))
    }
    #expect(large.suggestions(for: "Vernaza").contains("Vernazza"))
    #expect(throws: PlaceNameError.self) { try large.place(named: "Qqqqqqq") }
  }

  @Test func concurrentSearches() async {
    let names = ["Vernazza", "Moab", "Queenstown", "Zürich"]
    let expected = names.map { (try? large.place(named: $0))?.description }
    await withTaskGroup(of: [String?].self) { group in
      for _ in 0..<8 {
        group.addTask {
          names.map { (try? Gazetteer.withTowns.place(named: $0))?.description }
        }
      }
      for await found in group { #expect(found == expected) }
    }
  }
}

import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnPlaceData
import CairnText
import Testing

@testable import CairnPlaces

@Suite struct GazetteerContentTests {
  let world = Gazetteer.embedded

  @Test func tablesHaveTheirChecksum() {
    var crc: UInt32 = 0xFFFF_FFFF
    let table = (0..<256).map { (value: UInt32) -> UInt32 in
      (0..<8).reduce(value) { rest, _ in rest & 1 == 1 ? 0xEDB8_8320 ^ (rest >> 1) : rest >> 1 }
    }
    for literal in PlaceData.tables {
      for byte in literal.withUTF8Buffer({ bytes in unsafe Array(bytes) }) {
        crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
      }
    }
    #expect(crc ^ 0xFFFF_FFFF == PlaceData.checksum)
  }

  @Test func countsAgreeWithTheScript() {
    #expect(world.cities.count == 34_032)
    #expect(world.airports.count == 4_102)
    #expect(world.aerodromes.count == 9_131)
    #expect(world.places.count == 38_134)
  }

  @Test func everyRowIsAPlace() {
    var unknownCountry = 0
    var withoutRegion = 0
    var badCoordinates = 0
    var kinds: [Place.Kind: Int] = [:]
    var airportCodes: Set<String> = []
    for (position, place) in zip(world.places.indices, world.places) {
      kinds[place.kind, default: 0] += 1
      if place.name.isEmpty || place.name.unicodeScalars.contains(where: { $0.value < 32 }) {
        Issue.record("row \(position) has the name \(place.name.debugDescription)")
      }
      if place.country == nil || place.country?.alpha2 != place.countryCode { unknownCountry += 1 }
      if place.region == nil { withoutRegion += 1 }
      let coordinate = place.coordinate
      if abs(coordinate.latitude) > 90 || abs(coordinate.longitude) > 180 { badCoordinates += 1 }
      if coordinate != world.places.coordinate(at: position) { badCoordinates += 1 }
      if place.timeZone?.contains("/") != true { Issue.record("\(place) has no time zone") }
      if place.kind == .airport, let code = place.code { airportCodes.insert(code) }
    }
    #expect(kinds == [.city: 30_990, .district: 3_042, .airport: 4_102])
    #expect(unknownCountry == 0)
    #expect(badCoordinates == 0)
    #expect(withoutRegion < 600)
    #expect(airportCodes.count == 4_102, "IATA codes are unique")
  }

  @Test func rowsAreSortedByKey() {
    // The script folds in Python; a single name folded differently here would break the order.
    func isSorted(_ rows: some KeyOrdered) -> Bool {
      var last = SearchKey("")
      var inOrder = true
      rows.forEach { _, key in
        if key < last || key.isEmpty { inOrder = false }
        last = key
      }
      return inOrder
    }
    #expect(isSorted(world.tables.cities))
    #expect(world.tables.airportParts.allSatisfy { isSorted($0) })
    #expect(isSorted(world.tables.alternateNames))
  }

  @Test func alternativeNamesDifferFromTheMainName() {
    let names = world.tables.alternateNames
    var count = 0
    var wrong = 0
    names.forEach { position, key in
      count += 1
      guard let row = names.row(at: position), world.cities.indices.contains(row),
        world.key(ofRow: row) != key
      else {
        wrong += 1
        return
      }
    }
    #expect(count == 51_583)
    #expect(wrong == 0)
  }

  @Test func coordinatesAreReadExactly() throws {
    // Each value must have the same bits as its shortest decimal text with at most five digits.
    for coordinate in (0..<world.tables.coordinates.count).map({ world.tables.coordinates[$0] }) {
      for value in [coordinate.latitude, coordinate.longitude] {
        #expect((value * 100_000).rounded() / 100_000 == value)
      }
    }
    // The cells of airports have the same bits as parsed by the standard library.
    let table = world.tables.airports.table
    for (row, position) in world.aerodromes.indices.enumerated() where row % 7 == 0 {
      let coordinate = world.aerodromes.coordinate(at: position)
      #expect(Double(table.string(column: 1, row: row)) == coordinate.latitude)
      #expect(Double(table.string(column: 2, row: row)) == coordinate.longitude)
    }
  }

  @Test(arguments: [
    ("Sydney", "AU", "New South Wales", -33.868, 151.207, "Australia/Sydney"),
    ("São Paulo", "BR", "São Paulo", -23.55, -46.633, "America/Sao_Paulo"),
    ("Reykjavík", "IS", "Capital Region", 64.147, -21.943, "Atlantic/Reykjavik"),
    ("Suva", "FJ", "Central", -18.142, 178.442, "Pacific/Fiji"),
  ])
  func knownCities(
    name: String, country: String, region: String, latitude: Double, longitude: Double,
    zone: String
  ) throws {
    let place = try world.place(named: name)
    #expect(place.name == name)
    #expect(place.countryCode == country)
    #expect(place.region == region)
    let expected = Coordinate(latitude: latitude, longitude: longitude)
    #expect(place.coordinate.distance(to: expected) < 5_000)
    #expect(place.timeZone == zone)
    #expect(place.kind == .city)
    #expect(place.code == nil)
  }

  @Test func knownAirports() throws {
    let sydney = try #require(world.airport(code: "SYD"))
    #expect(sydney.name == "Sydney Kingsford Smith International Airport")
    #expect(sydney.locality == "Sydney")
    #expect(sydney.code == "SYD")
    #expect(sydney.population == nil)
    #expect(world.airport(code: "egll")?.code == "LHR")
    #expect(world.airport(code: "MUC")?.region == "Bavaria")
    #expect(world.airport(code: "ZZZ") == nil)
    #expect(world.airport(code: "") == nil)
    #expect(world.airport(code: "sydney") == nil)
  }

  @Test func placesHaveACountry() throws {
    #expect(try world.place(named: "Paris").country == .france)
    #expect(world.airport(code: "PRN")?.country == .kosovo)
    var place = Place(name: "Nowhere", coordinate: Coordinate(latitude: 0, longitude: 0))
    #expect(place.country == nil)
    place.countryCode = "ZZ"
    #expect(place.country == nil)
    place.countryCode = "is"
    #expect(place.country == .iceland)
  }

  /// Country names that older versions of the gazetteer knew still name the countries.
  private static let countriesDistinguishNamesakesCases: [(String, String)] = [
    ("Paris, fr", "FR"), ("Paris, fra", "FR"), ("Dallas, united states", "US"),
    ("Dallas, U.S.A.", "US"), ("Dallas, America", "US"), ("London, UK", "GB"),
    ("London, Great Britain", "GB"), ("Amsterdam, Holland", "NL"),
    ("Utrecht, the Netherlands", "NL"),
    ("Prague, Czech Republic", "CZ"), ("Yangon, Burma", "MM"), ("Abidjan, Cote d'Ivoire", "CI"),
    ("Abidjan, Ivory Coast", "CI"), ("Mbabane, Swaziland", "SZ"), ("Skopje, Macedonia", "MK"),
    ("Ankara, Turkey", "TR"), ("Ankara, Türkiye", "TR"), ("Dubai, UAE", "AE"),
    ("Seoul, Korea", "KR"), ("Seoul, Republic of Korea", "KR"), ("Kinshasa, DRC", "CD"),
    ("Praia, Cape Verde", "CV"), ("Dili, East Timor", "TL"), ("Wien, Österreich", "AT"),
  ]

  @Test(arguments: countriesDistinguishNamesakesCases)
  func countriesDistinguishNamesakes(name: String, code: String) throws {
    #expect(try world.place(named: name).countryCode == code)
  }
}

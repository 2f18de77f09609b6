import CairnCountryFacts
import CairnGeodesy
import CairnIndex
import CairnText
import TestSupport
import Testing

@testable import CairnPlaces

/// Travel destinations that are neither cities with at least 15,000 people nor airports.
@Suite struct DestinationTests {
  let world = Gazetteer.embedded

  /// Eighty destinations from an independent, held-out list: the names of a travel site without
  /// countries and some large cities, with coordinates to 0.01 degrees.
  ///
  /// A place is correct if it is in its country and within its tolerance, which is that of an area
  /// for an island.
  @Test func commonDestinationsAreFound() throws {
    let rows = try VectorFile("travel_destinations.csv").rows
    #expect(rows.count == 80)
    var right = 0
    var wrong: [String] = []
    for row in rows {
      guard let place = try? world.place(named: row[0]) else { continue }
      let latitude = try #require(Double(row[2]))
      let longitude = try #require(Double(row[3]))
      let expected = Coordinate(latitude: latitude, longitude: longitude)
      let tolerance = try #require(Double(row[4])) * 1_000
      if place.countryCode == row[1], place.coordinate.distance(to: expected) <= tolerance {
        right += 1
      } else {
        wrong.append("\(row[0]) is \(place)")
      }
    }
    #expect(right >= 76)
    #expect(wrong == [])
  }

  /// Another independent list, with countries only.
  ///
  /// The meaning of three of its names depends on the country that the reader has in mind.
  @Test func namesOfTravelListsAreInTheirCountries() throws {
    let rows = try VectorFile("travel_names.csv").rows
    var right = 0
    var elsewhere: [String] = []
    for row in rows {
      guard let place = try? world.place(named: row[0]) else { continue }
      if place.countryCode == row[1] { right += 1 } else { elsewhere.append(row[0]) }
      // With the country after a comma the name is unambiguous.
      if let country = Country(row[1]),
        let told = try? world.place(named: "\(row[0]), \(country.name)")
      {
        #expect(told.countryCode == row[1])
      }
    }
    #expect(rows.count == 330)
    #expect(right >= 320)
    #expect(elsewhere == ["Lagos", "Trinidad", "Victoria"])
  }

  /// 462 towns known to travelers, mostly of less than 15,000 people, with coordinates to 0.1
  /// degrees.
  ///
  /// Most of those found elsewhere have a larger namesake, such as Rye in New York.
  @Test func smallTownsAreFound() throws {
    let rows = try VectorFile("small_towns.csv").rows
    var right = 0
    var elsewhere = 0
    for row in rows {
      guard let place = try? world.place(named: row[0]) else { continue }
      let latitude = try #require(Double(row[2]))
      let longitude = try #require(Double(row[3]))
      let expected = Coordinate(latitude: latitude, longitude: longitude)
      if place.coordinate.distance(to: expected) < 40_000 { right += 1 } else { elsewhere += 1 }
    }
    #expect(rows.count == 462)
    #expect(right >= 427)
    #expect(elsewhere <= 14)
  }

  /// A small town does not take a name that means another place, however it is typed.
  @Test func townsDoNotTakeTheNamesOfOtherPlaces() throws {
    for (name, country, kind) in [
      ("Tobermory", "GB", Place.Kind.town), ("Surinam", "SR", .country),
      ("Equador", "EC", .country), ("St Lucia", "LC", .country), ("Monte Verde", "CR", .landmark),
      ("Rebun", "JP", .aerodrome), ("LaGuardia", "US", .airport),
    ] {
      let place = try world.place(named: name)
      #expect(place.countryCode == country && place.kind == kind, "\(place)")
    }
  }

  /// Places whose nearest town is beyond a border of regions or time zones.
  private static let destinationsAtBordersCases: [(String, String, String)] = [
    ("Yellowstone", "Wyoming", "America/Denver"), ("Old Faithful", "Wyoming", "America/Denver"),
    ("Lake Powell", "Utah", "America/Denver"), ("Hoover Dam", "Nevada", "America/Los_Angeles"),
    ("Lord Howe Island", "New South Wales", "Australia/Lord_Howe"),
    ("Aleutian Islands", "Alaska", "America/Adak"),
    ("Cape Horn", "Region of Magallanes", "America/Punta_Arenas"),
    ("Mont Saint-Michel", "Normandy", "Europe/Paris"),
    ("Whitsunday Islands", "Queensland", "Australia/Lindeman"),
    ("Península Valdés", "Chubut", "America/Argentina/Catamarca"),
    ("Monument Valley", "Arizona", "America/Denver"),
    ("Utila", "Bay Islands", "America/Tegucigalpa"),
    ("Valley of the Kings", "Luxor", "Africa/Cairo"), ("Denali", "Alaska", "America/Anchorage"),
  ]

  @Test(arguments: destinationsAtBordersCases)
  func destinationsAtBordersHaveTheirRegionAndZone(
    name: String, region: String, zone: String
  ) throws {
    let places = world.destinations.filter { $0.name == name && $0.kind != .town }
    #expect(places.map(\.region) == [region])
    #expect(places.map(\.timeZone) == [zone])
  }

  @Test(arguments: [
    "Antigua", "Honshu", "Java", "Viti Levu", "Nevis", "Lake Garda", "Lake Baikal",
  ])
  func placesInSeveralRegionsHaveNone(name: String) {
    let places = world.destinations.filter {
      $0.name == name && ($0.kind == .island || $0.kind == .landmark)
    }
    #expect(places.count == 1)
    #expect(places.allSatisfy { $0.region == nil })
  }

  private static let famousNamesMeanFamousPlacesCases: [(String, String, String)] = [
    ("Bali", "ID", "island"), ("Santorini", "GR", "island"), ("Oia", "GR", "town"),
    ("Moab", "US", "town"), ("Amalfi", "IT", "town"), ("Petra", "JO", "landmark"),
    ("Yosemite", "US", "landmark"), ("Machu Picchu", "PE", "landmark"),
    ("Grand Canyon", "US", "landmark"), ("Uluru", "AU", "landmark"),
    ("Ayers Rock", "AU", "landmark"), ("Galapagos", "EC", "island"), ("Tuscany", "IT", "region"),
    ("Bavaria", "DE", "region"), ("Texas", "US", "region"), ("Kerala", "IN", "region"),
    ("Maldives", "MV", "country"), ("Iceland", "IS", "country"), ("Jordan", "JO", "country"),
    ("Georgia", "GE", "country"), ("Queenstown", "NZ", "town"), ("Goa", "IN", "region"),
    ("Naples", "IT", "city"), ("Granada", "ES", "city"), ("Toledo", "ES", "city"),
    ("San Francisco", "US", "city"), ("Singapore", "SG", "city"), ("Salzburg", "AT", "city"),
    ("Ibiza", "ES", "city"), ("New York", "US", "city"), ("Cusco", "PE", "city"),
    ("Luxembourg", "LU", "city"), ("Djibouti", "DJ", "city"), ("Quebec", "CA", "city"),
    // A country precedes a city that has its name as another one, and a small one counts as much as
    // an island.
    ("Mexico", "MX", "country"), ("Kuwait", "KW", "country"), ("Guatemala", "GT", "country"),
    ("Palau", "PW", "country"), ("Dominica", "DM", "country"), ("Niue", "NU", "country"),
    ("Kreta", "GR", "island"),
  ]

  @Test(arguments: famousNamesMeanFamousPlacesCases)
  func famousNamesMeanFamousPlaces(name: String, country: String, kind: String) throws {
    let place = try world.place(named: name)
    #expect(place.countryCode == country, "\(place)")
    #expect(place.kind == Place.Kind(kind), "\(place)")
    #expect(world.search(name).first == place)
  }

  @Test func namesakesCanBeSelected() throws {
    #expect(try world.place(named: "Bali", kind: .city).countryCode == "IN")
    #expect(try world.place(named: "Toledo, Ohio").region == "Ohio")
    #expect(try world.place(named: "Ibiza", kind: .island).coordinate.latitude > 38.9)
    #expect(try world.place(named: "Georgia, US").kind == .region)
    #expect(try world.place(named: "Granada, Nicaragua").countryCode == "NI")
    #expect(throws: PlaceNameError.self) { try world.place(named: "Petra", kind: .airport) }
    let islands = world.search("san", kind: .island, limit: .max)
    #expect(!islands.isEmpty && islands.allSatisfy { $0.kind == .island })
    #expect(world.search("mount", in: .japan).map(\.name).contains("Mount Fuji"))
    #expect(world.search("picchu").first?.name == "Machu Picchu")
  }

  @Test func beginningsFindCitiesFirst() {
    #expect(world.search("par").first?.name == "Paris")
    #expect(world.search("san fran").first?.name == "San Francisco")
    #expect(world.search("santor").first?.name == "Santorini")
    // A famous namesake is found by its whole name, but does not precede all names with that
    // beginning.
    #expect(world.search("tol").first?.countryCode != "ES")
  }

  @Test func everyDestinationIsAPlaceOfItsKind() {
    var kinds: [Place.Kind: Int] = [:]
    let first = world.destinations.startIndex
    #expect(first == world.aerodromes.endIndex)
    for (position, place) in zip(world.destinations.indices, world.destinations) {
      kinds[place.kind, default: 0] += 1
      #expect(place.coordinate.isValid && place.country != nil, "\(place)")
      #expect(place.timeZone?.contains("/") == true, "\(place)")
      #expect(place.coordinate == world.destinations.coordinate(at: position))
      #expect(place.code == nil && (place.population ?? 1) > 0)
      #expect(place.kind == .town || place.population == nil, "\(place)")
    }
    #expect(Set(kinds.keys) == [.town, .island, .landmark, .region, .country])
    #expect(kinds[.country] == 250)
    #expect(kinds.values.reduce(0, +) == world.destinations.count)
  }

  @Test func destinationsAreOnlyNearbyOnRequest() throws {
    let fuji = try world.place(named: "Mount Fuji")
    let near = world.places(within: 100_000, of: fuji.coordinate)
    #expect(!near.isEmpty && near.allSatisfy { [.city, .airport].contains($0.element.kind) })
    for kind in [Place.Kind.town, .island, .landmark, .region, .country] {
      let found = world.places(nearestTo: fuji.coordinate, count: 5, kind: kind)
      let nearest = world.destinations.filter { $0.kind == kind }
        .map { $0.coordinate.distance(to: fuji.coordinate) }.sorted().prefix(5)
      #expect(found.map(\.distance) == Array(nearest))
      #expect(found.allSatisfy { $0.element.kind == kind })
      #expect(found.allSatisfy { world.destinations[$0.offset] == $0.element })
    }
    let landmarks = world.places(nearestTo: fuji.coordinate, count: 1, kind: .landmark)
    #expect(landmarks.first?.element == fuji)
  }

  @Test func rowsAreSortedByKey() {
    for names in [world.tables.destinationNames, world.tables.meanings] {
      var last = SearchKey("")
      names.forEach { position, key in
        #expect(!(key < last) && !key.isEmpty)
        #expect(names.row(at: position) != nil)
        last = key
      }
    }
    var last = SearchKey("")
    world.tables.destinations.forEach { _, key in
      #expect(!(key < last) && !key.isEmpty)
      last = key
    }
  }

  /// Every destination is among the results for its own name and country.
  @Test func everyDestinationIsFoundByItsName() {
    var missed: [String] = []
    for row in world.destinations.indices {
      let query = PlaceQuery(world.destinations[row].name)
      if query.qualifiers.isEmpty, !world.rows(named: query).contains(row) {
        missed.append(query.name)
      }
    }
    #expect(missed == [])
  }

  /// Places that were missing, with the country of each.
  private static let famousAndHistoricNamesFindPlacesCases: [(String, String)] = [
    ("Malibu", "US"), ("Thermopylae", "GR"), ("Guernica", "ES"), ("Evian", "FR"), ("Amboise", "FR"),
    ("Ypres", "BE"), ("St Andrews", "GB"), ("Yorkshire", "GB"), ("Thebes", "GR"),
    ("Golden Temple", "IN"), ("Dune du Pilat", "FR"), ("Oymyakon", "RU"), ("Big Ben", "GB"),
    ("Neuschwanstein", "DE"), ("Mount Kailash", "CN"), ("Göbekli Tepe", "TR"), ("Kronborg", "DK"),
    ("Chambord", "FR"), ("Leaning Tower of Pisa", "IT"), ("Sanssouci", "DE"), ("Angkor", "KH"),
    ("Abyssinia", "ET"), ("Rhodesia", "ZW"), ("USSR", "RU"), ("Persia", "IR"), ("Siam", "TH"),
    ("Burma", "MM"), ("Ceylon", "LK"), ("Bombay", "IN"), ("Saigon", "VN"), ("Kiev", "UA"),
    ("Kyiv", "UA"), ("Nur-Sultan", "KZ"), ("Constantinople", "TR"), ("Leningrad", "RU"),
  ]

  @Test(arguments: famousAndHistoricNamesFindPlacesCases)
  func famousAndHistoricNamesFindPlaces(name: String, country: String) throws {
    #expect(try Gazetteer.embedded.place(named: name).countryCode == country)
  }
}

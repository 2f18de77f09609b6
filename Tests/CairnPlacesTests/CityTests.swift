import CairnCountryFacts
import CairnGeodesy
import CairnText
import Testing

@testable import CairnPlaces

/// The city at a coordinate.
@Suite struct CityTests {
  private let world = Gazetteer.embedded

  @Test(arguments: [
    (35.6595, 139.7005, "Tokyo", "Shibuya", "JP"), (48.8584, 2.2945, "Paris", "", "FR"),
    (-33.8568, 151.2153, "Sydney", "", "AU"), (41.0086, 28.9802, "Istanbul", "", "TR"),
    (40.7484, -73.9857, "New York City", "", "US"), (1.2834, 103.8607, "Singapore", "", "SG"),
  ])
  func cityContainsTheCoordinate(
    latitude: Double, longitude: Double, city: String, district: String, country: String
  ) throws {
    let here = Coordinate(latitude: latitude, longitude: longitude)
    let found = try #require(world.city(at: here))
    #expect(found.city.name == city)
    if !district.isEmpty { #expect(found.district?.name == district) }
    #expect(found.country?.alpha2 == country)
    #expect(found.distance < 5_000)
  }

  @Test func placesWithoutACityHaveNone() {
    #expect(world.city(at: Coordinate(latitude: 0, longitude: -30)) == nil)
    #expect(world.city(at: Coordinate(latitude: 91, longitude: 0)) == nil)
    #expect(world.city(at: Coordinate(latitude: .nan, longitude: 0)) == nil)
    let sahara = Coordinate(latitude: 22, longitude: 5)
    #expect(world.city(at: sahara, within: 10_000) == nil)
    #expect(world.city(at: sahara, within: .infinity)?.country == .algeria)
  }

  /// Each city and district is at its own coordinate.
  @Test func citiesAreAtTheirCoordinates() {
    for row in stride(from: 0, to: world.cities.count, by: 211) {
      let place = world.cities[row]
      guard let found = world.city(at: place.coordinate) else {
        Issue.record("\(place)")
        continue
      }
      #expect(found.distance < 2)
      let names = [found.city.name, found.district?.name]
      #expect(names.contains(place.name) || found.distance == 0)
      #expect(found.country == place.country)
      if let district = found.district { #expect(district.locality == found.city.name) }
    }
  }

  @Test func descriptionNamesEachPlaceOnce() {
    let istanbul = Place(name: "Istanbul", coordinate: .init(latitude: 41, longitude: 29))
    let here = Gazetteer.Location(city: istanbul, region: "Istanbul", country: .turkey)
    #expect(here.description == "Istanbul, TR")
  }
}

/// Names of large cities in the script of their country.
@Suite struct NativeNameTests {
  private let world = Gazetteer.embedded

  @Test(arguments: [
    ("東京", "Tokyo"), ("Москва", "Moscow"), ("москва", "Moscow"), ("القاهرة", "Cairo"),
    ("القاهره", "Cairo"), ("서울", "Seoul"), ("Αθήνα", "Athens"), ("ΑΘΗΝΑ", "Athens"),
    ("北京", "Beijing"), ("上海", "Shanghai"), ("大阪", "Osaka"), ("부산", "Busan"),
    ("กรุงเทพ", "Bangkok"), ("दिल्ली", "Delhi"), ("مشهد", "Mashhad"), ("Київ", "Kyiv"),
  ])
  func nativeNamesFindCities(name: String, city: String) throws {
    #expect(world.search(name).first?.name == city)
    if name != "กรุงเทพ" { #expect(try world.place(named: name).name == city) }
  }

  @Test func nativeNamesAreSorted() {
    var last = SearchKey("")
    var count = 0
    world.tables.nativeNames.forEach { _, key in
      #expect(!(key < last) && !key.isEmpty)
      last = key
      count += 1
    }
    #expect(count > 1_500)
  }

  /// Of the cities above 1.5 million people in countries with another script, at most one in thirty
  /// has no native name.
  @Test func largestCitiesHaveNativeNames() {
    let countries = [
      "CN", "JP", "KR", "RU", "UA", "GR", "EG", "SA", "IQ", "IR", "IL", "TH", "IN", "BD", "PK",
    ]
    var named: Set<Int> = []
    let names = world.tables.nativeNames
    names.forEach { position, _ in if let row = names.row(at: position) { named.insert(row) } }
    let largest = world.cities.indices.filter {
      world.kind(ofRow: $0) == .city && world.population(ofRow: $0) > 1_500_000
        && countries.contains(world.country(ofRow: $0).alpha2)
    }
    let missing = largest.filter { !named.contains($0) }
    #expect(largest.count > 150 && missing.count * 30 < largest.count)
  }
}

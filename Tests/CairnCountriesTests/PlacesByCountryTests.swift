import CairnGeodesy
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCountries
@testable import CairnCountrySearch
@testable import CairnIndex

/// Filtering places by country agrees with looking up each of them.
@Suite struct PlacesByCountryTests {
  private static let atlas = CountryAtlas.world

  /// All countries in the atlas.
  private static let countries = Set(
    WorldBoundaries.countries(from: .usual).compactMap { $0 }
  ).sorted()

  /// Places around cities, along borders, at the poles and at 180 degrees.
  private static func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    let cities = Gazetteer.embedded.cities.indices.map(Gazetteer.embedded.cities.coordinate)
    let arcs = WorldBoundaries.arcs()
    return (0..<count).map { number in
      switch number % 10 {
      case 8, 9:
        // At sea, some of them about as far from a coast as waters reach.
        let vertex = random.integer(in: 0...arcs.x.count - 1)
        let corner = Coordinate(
          latitude: Double(arcs.y[vertex]) / 10_000, longitude: Double(arcs.x[vertex]) / 10_000)
        let distance =
          number % 20 == 8 ? 24_900 + random.unit() * 200 : random.unit() * 60_000
        return corner.destination(bearing: random.unit() * 360, distance: distance)
      case 0:
        // On a vertex of a border, or a few meters beside it.
        let vertex = random.integer(in: 0...arcs.x.count - 1)
        let off = number % 16 == 0 ? 0 : random.double(in: -1e-4...1e-4)
        return Coordinate(
          latitude: min(90, max(-90, Double(arcs.y[vertex]) / 10_000 + off)),
          longitude: Double(arcs.x[vertex]) / 10_000 + off)
      case 1:
        return Coordinate(
          latitude: random.double(in: -90...90), longitude: random.double(in: -540...540))
      case 2:
        return Coordinate(
          latitude: number % 3 == 0 ? -90 : random.double(in: -20...75),
          longitude: 180 + (number % 5 == 0 ? 0 : random.double(in: -3...3)))
      default:
        let city = cities[random.integer(in: 0...cities.count - 1)]
        return Coordinate(
          latitude: city.latitude + random.double(in: -0.5...0.5),
          longitude: city.longitude + random.double(in: -0.5...0.5))
      }
    }
  }

  private struct Site: Identifiable {
    let id: Int
    let place: Coordinate
  }

  @Test func filtersByCountryAgreeWithLookups() throws {
    let count = rounds(400_000, inDebug: 4_000)
    // One city of each country, so that there is something to find.
    let cities = Dictionary(grouping: Gazetteer.embedded.cities, by: \.countryCode)
    var places = Self.places(count, seed: 1)
    places += cities.compactMap { $0.value.first?.coordinate }
      .sorted { $0.latitude < $1.latitude }
    let index = try PlaceIndex(places.indices, coordinate: { places[$0] })
    let mapped = try MappedPlaceIndex(bytes: index.encoded(), decode: { _ in 0 })
    let dynamic = try DynamicPlaceIndex(
      places.enumerated().map { Site(id: $0.offset, place: $0.element) }, coordinate: \.place)
    var expected: [Country: [Int]] = [:]
    for (offset, place) in places.enumerated() {
      if let country = Self.atlas.country(at: place) {
        expected[country, default: []].append(offset)
      }
    }
    #expect(expected.count > 225)
    #expect(Self.countries.count > 240)
    for country in Self.countries {
      let found = expected[country] ?? []
      #expect(index.elements(in: country) == found, "\(country)")
      #expect(index.count(in: country) == found.count, "\(country)")
      #expect(
        index.elements(in: country, limit: 3) { $0 % 2 == 0 }
          == Array(found.filter { $0 % 2 == 0 }.prefix(3)))
      #expect(try mapped.count(in: country) == found.count)
      #expect(dynamic.elements(in: country, limit: 20).map(\.id) == Array(found.prefix(20)))
      #expect(dynamic.count(in: country) == found.count)
      let box = Self.atlas.region(of: country).boundingBox
      #expect(found.allSatisfy { box.contains(places[$0]) }, "\(country) \(box)")
    }
    let counts = expected.mapValues(\.count)
    #expect(index.countsByCountry() == counts)
    #expect(try mapped.countsByCountry() == counts)
    #expect(dynamic.countsByCountry() == counts)
    #expect(Self.atlas.counts(of: places) == counts)
    // The land alone, through the same functions.
    let land = Self.atlas.landOnly
    let onLand = Dictionary(
      places.compactMap { land.country(at: $0) }.map { ($0, 1) }, uniquingKeysWith: +)
    let (landCount, wholeCount) = (onLand.values.reduce(0, +), counts.values.reduce(0, +))
    #expect(landCount + 500 < wholeCount)
    #expect(index.countsByCountry(of: land) == onLand)
    #expect(try mapped.countsByCountry(of: land) == onLand)
    #expect(dynamic.countsByCountry(of: land) == onLand)
    for country in Self.countries {
      #expect(index.count(in: country, of: land) == onLand[country] ?? 0, "\(country)")
      #expect(try mapped.count(in: country, of: land) == onLand[country] ?? 0)
      #expect(dynamic.elements(in: country, of: land).count == onLand[country] ?? 0)
    }
  }

  @Test func nearestInACountryEqualsSorting() throws {
    let places = Self.places(6_000, seed: 2)
    let index = try PlaceIndex(places.indices, coordinate: { places[$0] })
    let mapped = try MappedPlaceIndex(bytes: index.encoded(), decode: { _ in 0 })
    let dynamic = try DynamicPlaceIndex(
      places.enumerated().map { Site(id: $0.offset, place: $0.element) }, coordinate: \.place)
    let countries = places.map { Self.atlas.country(at: $0) }
    var random = SeededGenerator(seed: 3)
    for country in Self.countries {
      let center = Coordinate(
        latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
      let nearest = places.indices.filter { countries[$0] == country }
        .map { (center.distance(to: places[$0]), $0) }
        .sorted { $0 < $1 }
        .prefix(7)
      let found = index.nearest(to: center, count: 7, in: country)
      #expect(found.map(\.offset) == nearest.map(\.1), "\(country)")
      #expect(found.map(\.distance) == nearest.map(\.0), "\(country)")
      #expect(
        try mapped.nearest(to: center, count: 7, in: country).map(\.offset) == nearest.map(\.1))
      #expect(dynamic.nearest(to: center, in: country).prefix(7).map(\.id) == nearest.map(\.1))
      #expect(index.nearest(to: center, count: -1, in: country).isEmpty)
    }
  }

  /// Several countries and other points of view behave like any other region.
  @Test func setsOfCountriesAndOtherViews() throws {
    let places = Self.places(rounds(12_000, inDebug: 3_000), seed: 4)
    let index = try PlaceIndex(places, coordinate: \.self)
    var random = SeededGenerator(seed: 5)
    for atlas in [Self.atlas, Self.atlas.landOnly, .world(view: .deFacto)] {
      for _ in 0..<rounds(12, inDebug: 4) {
        let chosen = (0..<random.integer(in: 0...9)).map { _ in
          Self.countries[random.integer(in: 0...Self.countries.count - 1)]
        }
        let region = atlas.region(of: chosen)
        let inside = places.indices.filter { offset in
          atlas.country(at: places[offset]).map(chosen.contains) ?? false
        }
        #expect(index.keys(in: region) == inside)
        #expect(index.containsAny(in: region) == !inside.isEmpty)
        #expect(inside.allSatisfy { region.contains(places[$0]) })
      }
    }
  }

  /// A rectangle reported to be inside a country has no place outside, and vice versa.
  @Test func relationsOfRectanglesAreCorrect() {
    var random = SeededGenerator(seed: 6)
    for country in Self.countries {
      let isLandOnly = random.integer(in: 0...1) == 0
      let region = (isLandOnly ? Self.atlas.landOnly : Self.atlas).region(of: country)
      let box = region.boundingBox
      for _ in 0..<60 {
        let size = [0.01, 0.1, 1, 4][random.integer(in: 0...3)]
        let south = max(-90, box.south + random.double(in: -0.3...1) * box.latitudeSpan)
        let west = box.west + random.double(in: -0.3...1) * box.longitudeSpan
        let rectangle = DegreeRectangle(
          south: min(south, 90), north: min(90, south + size * random.double(in: 0...1)),
          west: Coordinate(latitude: 0, longitude: west).normalized.longitude,
          width: size * random.double(in: 0...1))
        let relation = region.search.relation(to: rectangle)
        guard relation != .crossing else { continue }
        for _ in 0..<10 {
          let place = Coordinate(
            latitude: random.double(in: rectangle.south...rectangle.north),
            longitude: rectangle.west + random.double(in: 0...1) * rectangle.width)
          #expect(
            region.contains(place) == (relation == .inside), "\(country) \(rectangle) \(place)")
        }
      }
    }
  }
}

import CairnCountrySearch
import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCountries

/// A place at sea belongs to the country whose waters contain it.
@Suite struct WatersTests {
  private let atlas = CountryAtlas.world
  private static let arcs = WorldBoundaries.arcs()

  @Test(
    "places off the drawn coast",
    arguments: [
      ("Hong Kong airport", 22.308, 113.918, "HK"), ("Murano", 45.458, 12.353, "IT"),
      ("Palm Jumeirah", 25.112, 55.139, "AE"), ("Suomenlinna", 60.1454, 24.9881, "FI"),
      ("Alcatraz", 37.8267, -122.4233, "US"), ("Robben Island", -33.8067, 18.3667, "ZA"),
      ("Southend Pier", 51.5165, 0.7223, "GB"),
    ])
  func placesOffTheCoast(name: String, latitude: Double, longitude: Double, code: String) {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    #expect(atlas.country(at: place)?.alpha2 == code, "\(name)")
    #expect(atlas.landOnly.country(at: place) == nil, "\(name)")
    #expect(atlas.landOnly.landOnly.country(at: place) == nil)
    #expect(atlas.landOnly.country(at: place, within: 25_000)?.alpha2 == code)
    #expect(atlas.country(at: place, within: 0)?.alpha2 == code)
  }

  @Test("airports are in their countries according to the gazetteer")
  func airports() throws {
    let airports = Array(Gazetteer.embedded.aerodromes)
    let index = try PlaceIndex(airports, coordinate: \.coordinate)
    let counts = index.countsByCountry()
    for (country, count) in [
      (Country.maldives, 20), (.frenchPolynesia, 51), (.iceland, 36), (.japan, 99), (.fiji, 27),
    ] {
      #expect(counts[country] == count, "\(country)")
      #expect(index.count(in: country) == count, "\(country)")
      #expect(airports.count { $0.countryCode == country.alpha2 } == count, "\(country)")
    }
    // Of 9,131 aerodromes about 400 are not on land as drawn.
    #expect(airports.count { atlas.landOnly.country(at: $0.coordinate) == nil } > 350)
    // Swallow Reef of the Spratly Islands, which several countries claim, is in none.
    #expect(airports.filter { atlas.country(at: $0.coordinate) == nil }.map(\.code) == ["LAC"])
    // At disputed borders, and where a border crosses the runway, the gazetteer may differ.
    let others = airports.count { atlas.country(at: $0.coordinate)?.alpha2 != $0.countryCode }
    #expect(others < 30)
    let cities = Gazetteer.embedded.cities
    #expect(cities.count { atlas.landOnly.country(at: $0.coordinate) == nil } > 450)
    #expect(cities.allSatisfy { atlas.country(at: $0.coordinate) != nil })
  }

  @Test("land, waters and the high seas are consistent")
  func landWatersAndBeyond() throws {
    let count = rounds(400_000, inDebug: 6_000)
    var random = SeededGenerator(seed: 5)
    let cities = Gazetteer.embedded.cities.indices.map(Gazetteer.embedded.cities.coordinate)
    let russia = try #require(PointOfView(of: .russia))
    for view in [PointOfView.usual, .deFacto, russia] {
      let atlas = CountryAtlas.world(view: view)
      let land = atlas.landOnly
      var waterCount = 0
      for _ in 0..<(view == .usual ? count : count / 10) {
        let city = cities[random.integer(in: 0...cities.count - 1)]
        let place = city.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 0...60_000))
        let whole = atlas.country(at: place)
        let strict = land.country(at: place)
        // Waters begin where land ends.
        if strict != nil { #expect(whole == strict) }
        if strict == nil, whole != nil { waterCount += 1 }
        #expect(atlas.country(at: place, within: -1) == whole)
        #expect(land.country(at: place, within: -1) == strict)
        let nearest = land.nearestCountry(to: place, within: 25_000)
        #expect(atlas.nearestCountry(to: place, within: 25_000) == nearest)
        // Unclaimed land is in no country.
        let isLand = atlas.isLand(place)
        #expect(
          land.country(at: place, within: 25_000) == (isLand ? strict : nearest?.country))
        #expect(
          atlas.country(at: place, within: 25_000)
            == whole ?? (isLand ? nil : nearest?.country))
        if let strict { #expect(nearest?.country == strict && nearest?.distance == 0) }
      }
      #expect(waterCount > (view == .usual ? count : count / 10) / 50)
    }
  }

  @Test("waters extend at least ten kilometers from the coasts")
  func reachOfWaters() {
    var random = SeededGenerator(seed: 6)
    let arcs = WorldBoundaries.sharedArcs
    var inWaters = 0
    var count = 0
    while count < 3_000 {
      let vertex = random.integer(in: 0...arcs.x.count - 1)
      let corner = Coordinate(
        latitude: Double(arcs.y[vertex]) / 1e4, longitude: Double(arcs.x[vertex]) / 1e4)
      let place = corner.destination(
        bearing: random.double(in: 0...360), distance: random.double(in: 0...10_000))
      guard atlas.landOnly.country(at: place) == nil,
        let nearest = atlas.nearestCountry(to: place, within: 10_000)
      else { continue }
      // The coast of Antarctica is under treaty and has no waters in any source.
      if nearest.country == .antarctica { continue }
      count += 1
      if atlas.country(at: place) != nil { inWaters += 1 }
    }
    #expect(inWaters > 2_900)
  }

  @Test("unclaimed land is in no country, however near one is")
  func unclaimed() throws {
    let birTawil = Coordinate(latitude: 21.87, longitude: 33.75)
    #expect(atlas.country(at: birTawil) == nil)
    #expect(atlas.country(at: birTawil, within: 100_000) == nil)
    #expect(try #require(atlas.nearestCountry(to: birTawil)).distance < 25_000)
    let index = try PlaceIndex([birTawil], coordinate: \.self)
    #expect(index.countsByCountry().isEmpty)
    #expect(index.count(in: .egypt) + index.count(in: .sudan) == 0)
  }

  @Test("waters at a pole and across 180 degrees, around land and between countries")
  func smallWorld() {
    // Land at 180 degrees with waters around it, and two countries whose waters touch.
    var starts: [Int32] = [0]
    var (x, y, left, right): ([Int32], [Int32], [UInt16], [UInt16]) = ([], [], [], [])
    func add(_ vertices: [(Int32, Int32)], _ leftArea: UInt16, _ rightArea: UInt16) {
      x += vertices.map(\.0)
      y += vertices.map(\.1)
      starts.append(Int32(x.count))
      left.append(leftArea)
      right.append(rightArea)
    }
    func ring(_ west: Int32, _ south: Int32, _ east: Int32, _ north: Int32) -> [(Int32, Int32)] {
      [(west, south), (east, south), (east, north), (west, north), (west, south)]
    }
    // 1, 3, 5: land of Fiji, Norway, Denmark; 2, 4, 6: their waters.
    add(ring(1_797_000, -100, 1_798_000, 100), 1, 2)
    add([(1_800_000, 1_000), (1_796_000, 1_000), (1_796_000, -1_000), (1_800_000, -1_000)], 2, 0)
    add(
      [(-1_800_000, -1_000), (-1_799_000, -1_000), (-1_799_000, 1_000), (-1_800_000, 1_000)], 2, 0)
    add(ring(100, 100, 200, 200), 3, 4)
    add(ring(300, 100, 400, 200), 5, 6)
    add([(250, 300), (0, 300), (0, 0), (250, 0)], 4, 0)
    add([(250, 0), (500, 0), (500, 300), (250, 300)], 6, 0)
    add([(250, 0), (250, 300)], 4, 6)
    let arcs = BoundaryArcs(starts: starts, x: x, y: y, left: left, right: right, areaCount: 7)
    let atlas = CountryAtlas(
      arcs, countries: [nil, .fiji, .fiji, .norway, .norway, .denmark, .denmark],
      isWater: [false, false, true, false, true, false, true])
    func answers(_ latitude: Double, _ longitude: Double) -> [Country?] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      return [atlas.country(at: place), atlas.landOnly.country(at: place)]
    }
    #expect(answers(0, 179.75) == [.fiji, .fiji])
    #expect(answers(0, 179.85) == [.fiji, nil])
    #expect(answers(0, -179.95) == [.fiji, nil])
    #expect(answers(0, -179.85) == [nil, nil])
    #expect(answers(0.015, 0.015) == [.norway, .norway])
    #expect(answers(0.015, 0.0249) == [.norway, nil])
    #expect(answers(0.015, 0.0251) == [.denmark, nil])
    #expect(answers(0.035, 0.0251) == [nil, nil])
    // Borders and distances are those of land.
    let between = Coordinate(latitude: 0.015, longitude: 0.0251)
    #expect(atlas.nearestBorder(to: between)?.countries == [.denmark])
    #expect(
      atlas.nearestCountries(to: between, count: 5).map(\.country) == [.denmark, .norway, .fiji])
    #expect(atlas.borderLines().isEmpty)
    #expect(atlas.landRings().count == 3)
    let waters = BoundingBox(south: -0.01, west: 0.022, north: 0.009, east: 0.028)
    #expect(atlas.countries(touching: waters).isEmpty)
    #expect(atlas.outline(of: .norway).contains(Coordinate(latitude: 0.015, longitude: 0.015)))
    #expect(!atlas.outline(of: .norway).contains(Coordinate(latitude: 0.015, longitude: 0.024)))
  }
}

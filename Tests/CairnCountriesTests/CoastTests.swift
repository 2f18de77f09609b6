import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCountries

/// A place on no land belongs to the country of the nearest land within reach.
@Suite struct CoastTests {
  private let atlas = CountryAtlas.world
  private static let arcs = WorldBoundaries.arcs()

  @Test(
    "what lies off the coast as it is drawn",
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
  }

  @Test("an airport is in the country whose it is, as the gazetteer has it")
  func airports() throws {
    let airports = Array(Gazetteer.embedded.airports)
    let index = try PlaceIndex(airports, coordinate: \.coordinate)
    let counts = index.countsByCountry()
    for (country, count) in [
      (Country.maldives, 19), (.frenchPolynesia, 48), (.iceland, 33), (.japan, 96), (.fiji, 21),
    ] {
      #expect(counts[country] == count, "\(country)")
      #expect(index.count(in: country) == count, "\(country)")
      #expect(airports.count { $0.countryCode == country.alpha2 } == count, "\(country)")
    }
    // Of 7,884 airports 401 lie on no land, and one is farther out than a coast reaches.
    #expect(airports.count { atlas.landOnly.country(at: $0.coordinate) == nil } == 401)
    #expect(airports.count { atlas.country(at: $0.coordinate) == nil } == 1)
    // At disputed borders, and where one runs through the runway, the gazetteer may differ.
    let others = airports.count { atlas.country(at: $0.coordinate)?.alpha2 != $0.countryCode }
    #expect(others < 30)
    let cities = Gazetteer.embedded.cities
    #expect(cities.count { atlas.landOnly.country(at: $0.coordinate) == nil } == 527)
    #expect(cities.allSatisfy { atlas.country(at: $0.coordinate) != nil })
  }

  /// Places anywhere, around cities, around the vertices of coasts, about as far from them as a
  /// coast reaches, at the poles and at 180 degrees.
  private func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    let cities = Array(Gazetteer.embedded.cities.map(\.coordinate))
    return (0..<count).map { number in
      switch number % 6 {
      case 0:
        return Coordinate(
          latitude: random.double(in: -90...90), longitude: random.double(in: -540...540))
      case 1:
        let city = cities[random.integer(in: 0...cities.count - 1)]
        return Coordinate(
          latitude: max(-90, min(90, city.latitude + random.double(in: -0.4...0.4))),
          longitude: city.longitude + random.double(in: -0.4...0.4))
      case 2:
        return Coordinate(
          latitude: number % 5 == 0 ? 90 : number % 7 == 0 ? -90 : random.double(in: -90...90),
          longitude: number % 4 == 0 ? 180 : random.double(in: 179.5...180.5))
      default:
        let vertex = random.integer(in: 0...Self.arcs.x.count - 1)
        let corner = Coordinate(
          latitude: Double(Self.arcs.y[vertex]) / 1e4,
          longitude: Double(Self.arcs.x[vertex]) / 1e4)
        let distance =
          number % 6 == 3 ? random.double(in: 24_900...25_100) : random.double(in: 0...50_000)
        return corner.destination(bearing: random.double(in: 0...360), distance: distance)
      }
    }
  }

  @Test("the coast is what a search for the nearest land within reach finds")
  func nearestLandWithinReach() throws {
    #if DEBUG
      let count = 30_000
    #else
      let count = 1_000_000
    #endif
    let russia = try #require(PointOfView(of: .russia))
    let turkey = try #require(PointOfView(of: .turkey))
    for (number, view) in [PointOfView.usual, .deFacto, russia, turkey].enumerated() {
      let atlas = CountryAtlas.world(view: view)
      var coastCount = 0
      var differences = 0
      for place in places(number == 0 ? count : count / 10, seed: UInt64(number)) {
        let land = atlas.landOnly.country(at: place)
        let nearest = atlas.nearestCountry(to: place, within: CountryAtlas.coastReach)?.country
        // Land of nobody has no coast.
        let expected = land ?? (atlas.area(at: place) == 0 ? nearest : nil)
        if land == nil, expected != nil { coastCount += 1 }
        if atlas.country(at: place) != expected {
          differences += 1
          if differences < 5 { Issue.record("\(view) \(place): not \(expected?.name ?? "none")") }
        }
      }
      #expect(differences == 0)
      #expect(coastCount > count / 60)
    }
  }

  @Test("land of nobody is nobody's, as close as a country may be")
  func nobody() throws {
    let birTawil = Coordinate(latitude: 21.87, longitude: 33.75)
    #expect(atlas.country(at: birTawil) == nil)
    #expect(atlas.country(at: birTawil, within: 100_000) == nil)
    #expect(try #require(atlas.nearestCountry(to: birTawil)).distance < 25_000)
    let index = try PlaceIndex([birTawil], coordinate: \.self)
    #expect(index.countsByCountry().isEmpty)
    #expect(index.count(in: .egypt) + index.count(in: .sudan) == 0)
  }

  @Test("coasts at a pole and across 180 degrees")
  func smallWorld() {
    /// Squares of a hundredth of a degree or so around a middle, one area each.
    func world(_ squares: [(latitude: Int32, longitude: Int32, half: Int32)]) -> BoundaryArcs {
      var starts: [Int32] = [0]
      var (x, y, left): ([Int32], [Int32], [UInt16]) = ([], [], [])
      for (number, square) in squares.enumerated() {
        let half = square.half
        for (dx, dy) in [
          (-half, -half), (half, -half), (half, half), (-half, half), (-half, -half),
        ] {
          x.append(square.longitude + dx)
          y.append(square.latitude + dy)
        }
        starts.append(Int32(x.count))
        left.append(UInt16(number + 1))
      }
      return BoundaryArcs(
        starts: starts, x: x, y: y, left: left, right: left.map { _ in 0 },
        areaCount: squares.count + 1)
    }
    let arcs = world([
      (0, 1_799_000, 100), (899_000, 0, 50), (-899_000, 1_000_000, 50), (0, 0, 100),
      (0, 4_000, 100),
    ])
    let countries: [Country?] = [nil, .fiji, .iceland, .antarctica, .norway, .denmark]
    let atlas = CountryAtlas(arcs, countries: countries)
    var random = SeededGenerator(seed: 4)
    func check(_ place: Coordinate) {
      let expected =
        atlas.landOnly.country(at: place)
        ?? atlas.nearestCountry(to: place, within: 25_000)?.country
      #expect(atlas.country(at: place) == expected, "\(place)")
    }
    for _ in 0..<4_000 {
      check(
        Coordinate(
          latitude: random.double(in: -0.4...0.4), longitude: 180 + random.double(in: -0.5...0.5)))
      check(
        Coordinate(
          latitude: random.double(in: -0.4...0.4), longitude: random.double(in: -0.4...0.8)))
      check(
        Coordinate(
          latitude: random.double(in: 89.4...90), longitude: random.double(in: -180...180)))
      check(
        Coordinate(
          latitude: -random.double(in: 89.4...90), longitude: random.double(in: -180...180)))
    }
    #expect(atlas.country(at: Coordinate(latitude: 0, longitude: -179.99)) == .fiji)
    #expect(atlas.country(at: Coordinate(latitude: 90, longitude: 0)) == .iceland)
    #expect(atlas.country(at: Coordinate(latitude: 0, longitude: 0.199)) == .norway)
    #expect(atlas.country(at: Coordinate(latitude: 0, longitude: 0.201)) == .denmark)
    // Equally near: whichever it is, it is the same by every door.
    let middle = Coordinate(latitude: 0, longitude: 0.2)
    let one = atlas.country(at: middle)
    #expect([.norway, .denmark].contains(one))
    #expect(atlas.countries(at: [middle]) == [one])
    #expect(atlas.nearestCountry(to: middle, within: 25_000)?.country == one)
    #expect(atlas.country(at: Coordinate(latitude: .nan, longitude: 0.199)) == nil)
  }
}

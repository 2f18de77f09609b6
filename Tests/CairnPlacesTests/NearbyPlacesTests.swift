import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnPlaces

@Suite struct NearbyPlacesTests {
  let world = Gazetteer.embedded

  /// The distances of all places, the oracle for these tests: the distance of a city is that of the
  /// nearest of its point and those of its districts.
  private func distances(from center: Coordinate) -> [Double] {
    (0..<world.aerodromes.endIndex).map { center.distance(to: world.tables.coordinates[$0]) }
  }

  /// The positions of places in the order of a linear scan: by their distances, but the city around
  /// the center, if a district is the nearest of all cities and districts, by that of the district.
  private func order(of positions: Set<Int>, _ distances: [Double]) -> [Int] {
    var keys = distances
    if let nearest = world.cities.indices.min(by: { distances[$0] < distances[$1] }) {
      keys[world.cityRow(ofRow: nearest)] = distances[nearest]
    }
    return positions.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  private func plainOrder(_ positions: Set<Int>, _ distances: [Double]) -> [Int] {
    positions.sorted { (distances[$0], $0) < (distances[$1], $1) }
  }

  /// Checks a list against the beginning of a linear scan.
  private func check(
    _ found: [Neighbor<Place>], _ expected: some Sequence<Int>, _ distances: [Double]
  ) {
    #expect(found.map(\.offset) == Array(expected))
    #expect(found.map(\.distance) == found.map { distances[$0.offset] })
    #expect(found.allSatisfy { $0.element == world.place(at: $0.offset) })
  }

  @Test func nearestPlacesAgreeWithALinearScan() {
    var random = SeededGenerator(seed: 7)
    var centers = [
      Coordinate(latitude: -33.86, longitude: 151.2), Coordinate(latitude: 90, longitude: 0),
      Coordinate(latitude: -90, longitude: 12), Coordinate(latitude: -17.7, longitude: 180),
      Coordinate(latitude: 65, longitude: -180), Coordinate(latitude: 0, longitude: 0),
    ]
    for _ in 0..<2 {
      centers.append(
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
    }
    func positions(_ kinds: Place.Kind...) -> Set<Int> {
      Set((0..<world.aerodromes.endIndex).filter { kinds.contains(world.kind(ofRow: $0)) })
    }
    let kinds: [(Place.Kind?, Set<Int>)] = [
      (nil, positions(.city, .airport)), (.city, positions(.city)),
      (.district, positions(.district)), (.airport, positions(.airport)),
      (.aerodrome, positions(.airport, .aerodrome)),
    ]
    for center in centers.prefix(rounds(8, inDebug: 4)) {
      let distances = distances(from: center)
      for (kind, positions) in kinds {
        // Districts and airports have no city that comes before its own distance.
        let hasCities = kind == nil || kind == .city
        let order = hasCities ? order(of: positions, distances) : plainOrder(positions, distances)
        let nearest = world.places(nearestTo: center, count: 41, kind: kind)
        check(nearest, order.prefix(41), distances)
        // The radius is the distance of a place itself: the edge is inside.
        let reach = nearest.last?.distance ?? 0
        let within = world.places(within: reach, of: center, kind: kind)
        check(within, order.filter { distances[$0] <= reach }, distances)
      }
    }
  }

  /// The first queries of a process scan all rows; later ones use an index.
  @Test func theFirstQueriesFindWhatTheIndexFinds() {
    let kinds: [Place.Kind?] = [
      nil, .city, .district, .town, .airport, .aerodrome, .island, .landmark, .country, .region,
      Place.Kind("other"),
    ]
    let sets = kinds.map(IndexedPlaces.kind) + [true, false].map(IndexedPlaces.citiesByDistrict)
    var random = SeededGenerator(seed: 31)
    var centers = [
      Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 12),
      Coordinate(latitude: -17.7, longitude: 180), Coordinate(latitude: 65, longitude: -180),
      Coordinate(latitude: 91, longitude: 0), Coordinate(latitude: .nan, longitude: 0),
      world.tables.coordinates[0],
    ]
    for _ in 0..<rounds(100, inDebug: 2) {
      centers.append(
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
    }
    for (number, set) in sets.enumerated() {
      let index = world.indexes.index(of: set, in: world)
      func expectEqual(at center: Coordinate, _ count: Int, _ radius: Double, isFiltered: Bool) {
        let isIncluded: ((Int) -> Bool)? = isFiltered ? { $0 % 3 != 0 } : nil
        let found = world.scan(
          nearestTo: center, count: count, within: radius, among: set, where: isIncluded)
        let expected = index.nearest(to: center, count: count, within: radius) {
          isIncluded?($0) ?? true
        }
        #expect(found.map(\.element) == expected.map(\.element), "\(set) \(center) \(count)")
        #expect(found.map(\.offset) == expected.map(\.element))
        #expect(found.map(\.distance) == expected.map(\.distance))
      }
      for (row, center) in centers.enumerated() {
        let queries = [
          (1, Double.infinity), (64, .infinity), (7, 200_000), (3, 0), (0, .infinity), (2, .nan),
          (2, -1),
        ]
        // A debug build runs two of the queries at each center, in turn.
        let first = (number + row) % queries.count
        for (count, radius) in (queries + queries)[first...].prefix(rounds(7, inDebug: 2)) {
          expectEqual(at: center, count, radius, isFiltered: number % 2 != 0)
        }
      }
      // A place of the set at the center is within 0 meters.
      for place in index.nearest(to: centers[0], count: 1) {
        expectEqual(at: world.tables.coordinates[place.element], 1, 0, isFiltered: false)
      }
    }
  }

  /// Inside a large city the city comes first, with the distance of its coordinate.
  @Test func theCityAroundTheCenterComesFirst() {
    let centers: [(String, Double, Double)] = [
      ("Paris", 48.8584, 2.2945), ("Tokyo", 35.6595, 139.7005), ("Berlin", 52.5163, 13.3777),
      ("Sydney", -33.86, 151.2), ("New York City", 40.7580, -73.9855), ("London", 51.5308, -0.1238),
    ]
    for (name, latitude, longitude) in centers {
      let center = Coordinate(latitude: latitude, longitude: longitude)
      for radius in [30_000, Double.infinity] {
        let found = world.places(nearestTo: center, count: 9, within: radius, kind: .city)
        #expect(found.first?.element.name == name)
        for neighbor in found {
          #expect(neighbor.distance == center.distance(to: neighbor.element.coordinate))
          #expect(neighbor.distance <= radius)
        }
        let others = found.dropFirst().map(\.distance)
        #expect(others == others.sorted())
      }
    }
  }

  /// A radius is one around the center: a city whose own coordinate is beyond is not within it.
  @Test func aCityBeyondTheRadiusIsNotWithinIt() {
    let eiffelTower = Coordinate(latitude: 48.8584, longitude: 2.2945)
    let cities = world.places(within: 3_000, of: eiffelTower, kind: .city)
    #expect(cities.allSatisfy { $0.distance <= 3_000 })
    #expect(cities.count == world.index(of: .city).count(within: 3_000, of: eiffelTower))
    #expect(!cities.contains { $0.element.name == "Paris" })
    #expect(
      world.places(within: 5_000, of: eiffelTower, kind: .city).first?.element.name == "Paris")
  }

  /// A filter receives cities, not their districts.
  @Test func aFilterDecidesWhichCityIsAround() {
    let shibuya = Coordinate(latitude: 35.6595, longitude: 139.7005)
    let found = world.positions(nearestTo: shibuya, count: 3, within: .infinity, kind: .city) {
      world.place(at: $0).name != "Tokyo"
    }
    #expect(found.count == 3)
    #expect(found.allSatisfy { world.place(at: $0.element).name != "Tokyo" })
    let distances = found.map(\.distance)
    #expect(distances == distances.sorted())
  }

  @Test func unknownKindsHaveNoPlaces() {
    let center = Coordinate(latitude: 0, longitude: 0)
    #expect(world.places(nearestTo: center, count: 5, kind: Place.Kind("volcano")).isEmpty)
    #expect(world.index(of: .airport).count == 4_102)
  }

  @Test func invalidCenterFindsNothing() {
    let center = Coordinate(latitude: .nan, longitude: 0)
    #expect(world.places(within: 1e6, of: center).isEmpty)
    #expect(world.places(nearestTo: center, count: 5).isEmpty)
  }
}

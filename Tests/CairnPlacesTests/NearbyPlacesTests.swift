import CairnGeodesy
import CairnIndex
import CairnPlaces
import Testing

@Suite struct NearbyPlacesTests {
  let world = Gazetteer.embedded

  private func scan(_ positions: Range<Int>, _ center: Coordinate) -> [(Double, Int)] {
    positions.map { (center.distance(to: world.places.coordinate(at: $0)), $0) }.sorted(by: <)
  }

  @Test func nearestPlacesAreThoseOfALinearScan() {
    var random = SeededGenerator(seed: 7)
    var centers = [
      Coordinate(latitude: -33.86, longitude: 151.2), Coordinate(latitude: 90, longitude: 0),
      Coordinate(latitude: -90, longitude: 12), Coordinate(latitude: -17.7, longitude: 180),
      Coordinate(latitude: 65, longitude: -180), Coordinate(latitude: 0, longitude: 0),
    ]
    for _ in 0..<6 {
      centers.append(
        Coordinate(
          latitude: .random(in: -90...90, using: &random),
          longitude: .random(in: -180...180, using: &random)))
    }
    let kinds: [(Place.Kind?, Range<Int>)] = [
      (nil, world.places.indices), (.city, world.cities.indices),
      (.airport, world.airports.indices),
    ]
    for center in centers {
      for (kind, positions) in kinds {
        let expected = scan(positions, center)
        let nearest = world.places(nearestTo: center, count: 25, kind: kind)
        #expect(nearest.map(\.offset) == expected.prefix(25).map(\.1))
        #expect(nearest.map(\.distance) == expected.prefix(25).map(\.0))
        // The radius is the distance of a place itself: the edge is inside.
        let radius = expected[40].0
        let within = world.places(within: radius, of: center, kind: kind)
        #expect(within.map(\.offset) == expected.prefix { $0.0 <= radius }.map(\.1))
        #expect(within.allSatisfy { $0.element == world.places[$0.offset] })
      }
    }
  }

  @Test func anUnknownKindHasNoPlaces() {
    let center = Coordinate(latitude: 0, longitude: 0)
    #expect(world.places(nearestTo: center, count: 5, kind: Place.Kind("volcano")).isEmpty)
    #expect(world.index(of: .airport).count == 7_884)
  }

  @Test func aCenterThatIsNoPlaceFindsNothing() {
    let center = Coordinate(latitude: .nan, longitude: 0)
    #expect(world.places(within: 1e6, of: center).isEmpty)
    #expect(world.places(nearestTo: center, count: 5).isEmpty)
  }
}

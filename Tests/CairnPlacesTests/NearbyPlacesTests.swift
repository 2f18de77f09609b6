import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnPlaces

@Suite struct NearbyPlacesTests {
  let world = Gazetteer.embedded

  /// The distances of all places, the oracle for these tests: the distance of a city is that of the
  /// nearest of its own point and those of its districts.
  private func distances(from center: Coordinate) -> [Double] {
    var distances = (0..<world.aerodromes.endIndex).map {
      center.distance(to: world.tables.coordinates[$0])
    }
    for row in world.cities.indices {
      let city = world.cityRow(ofRow: row)
      distances[city] = min(distances[city], distances[row])
    }
    return distances
  }

  /// Compares a list with a scan: correct distances, correct order, nothing missing.
  private func check(
    _ found: [Neighbor<Place>], reach: Double, among positions: Set<Int>, _ distances: [Double]
  ) {
    #expect(found.map(\.distance) == found.map { distances[$0.offset] })
    for (a, b) in zip(found, found.dropFirst()) {
      #expect((a.distance, a.offset) < (b.distance, b.offset))
    }
    var closer = 0
    for position in positions where distances[position] <= reach { closer += 1 }
    #expect(found.count == closer)
    #expect(found.allSatisfy { positions.contains($0.offset) })
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
        let nearest = world.places(nearestTo: center, count: 41, kind: kind)
        #expect(nearest.count == 41)
        let reach = nearest.last?.distance ?? 0
        check(nearest, reach: reach, among: positions, distances)
        // The radius is the exact distance of a place: the bound is inclusive.
        let within = world.places(within: reach, of: center, kind: kind)
        check(within, reach: reach, among: positions, distances)
      }
    }
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

import CairnGeodesy
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCountries

/// The countries along a path, compared with lookups of closely spaced places on it.
@Suite struct CountriesAlongTests {
  private let atlas = CountryAtlas.world

  private func path(_ places: [(Double, Double)]) -> GeoPath {
    GeoPath(places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
  }

  @Test func tripAlongTheCoastHasFewStays() {
    // Basel, Paris, Bordeaux, Biarritz, along the coast to Bilbao, Madrid, Lisbon.
    let trip = path([
      (47.5596, 7.5886), (48.8566, 2.3522), (44.8378, -0.5792), (43.4832, -1.5586),
      (43.3183, -1.9812), (43.263, -2.935), (40.4168, -3.7038), (38.7223, -9.1393),
    ])
    let stays = atlas.countries(along: trip)
    #expect(stays.map(\.country.alpha2) == ["CH", "FR", "ES", "PT"])
    #expect(stays.first?.entry.distance == 0 && stays.last?.exit.distance == trip.length())
    for (stay, next) in zip(stays, stays.dropFirst()) {
      #expect(stay.exit == next.entry)
      #expect(stay.length > 1_000)
    }
  }

  @Test func highSeasAreInNoCountry() throws {
    // Lisbon to New York, and Suva to Apia across 180 degrees.
    let ocean = atlas.countries(along: path([(38.7223, -9.1393), (40.7128, -74.006)]))
    #expect(ocean.first?.country == .portugal && ocean.last?.country == .unitedStates)
    let portugal = try #require(ocean.first)
    let shore = portugal.exit
    #expect(shore.edge == 0 && shore.fraction > 0 && shore.fraction < 0.1)
    #expect(ocean.count > 1 && portugal.exit.distance < ocean[1].entry.distance)
    let pacific = atlas.countries(along: path([(-18.14, 178.44), (-13.83, -171.77)]))
    #expect(pacific.first?.country == .fiji && pacific.last?.country == .samoa)
  }

  @Test func shortPathsAreInOneCountry() {
    let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
    for count in 1...3 {
      let stays = atlas.countries(along: GeoPath([Coordinate](repeating: vienna, count: count)))
      #expect(stays.map(\.country) == [.austria])
      #expect(stays.first?.length == 0)
    }
    let walk = GeoPath([vienna, vienna.destination(bearing: 70, distance: 200)])
    #expect(atlas.countries(along: walk).map(\.length) == [walk.length()])
    #expect(atlas.countries(along: GeoPath([])).isEmpty)
    let broken = GeoPath([vienna, Coordinate(latitude: .nan, longitude: 0)])
    #expect(atlas.countries(along: broken).isEmpty)
    #expect(atlas.countries(along: path([(-40, -120)])).isEmpty)
  }

  @Test func shortStaysMergeIntoThePrecedingOne() throws {
    // From Rome's Trastevere through the Vatican and on.
    let rome = path([(41.889, 12.4534), (41.92, 12.4534)])
    let all = atlas.countries(along: rome, shortest: 0)
    #expect(all.map(\.country.alpha2) == ["IT", "VA", "IT"])
    let vatican = try #require(all.dropFirst().first)
    let long = atlas.countries(along: rome, shortest: vatican.length + 1)
    #expect(long.map(\.country.alpha2) == ["IT"])
    #expect(long.first?.length == rome.length())
    #expect(atlas.countries(along: rome, shortest: .nan) == all)
    #expect(atlas.countries(along: rome, shortest: -1) == all)
    #expect(atlas.countries(along: rome, shortest: .infinity).count == 1)
  }

  @Test(arguments: [false, true])
  func stayIsTheCountryOfEachPlace(isLandOnly: Bool) throws {
    let atlas = isLandOnly ? atlas.landOnly : atlas
    var random = SeededGenerator(seed: isLandOnly ? 3 : 4)
    let arcs = WorldBoundaries.sharedArcs
    let spacing = 5.0
    for number in 0..<rounds(60, inDebug: 5) {
      // Around a vertex of a boundary, some across 180 degrees; a few along the boundary itself.
      let vertex = random.integer(in: 0...arcs.x.count - 1)
      let start = Coordinate(
        latitude: Double(arcs.y[vertex]) / 1e4,
        longitude: number % 10 == 0 ? 179.999 : Double(arcs.x[vertex]) / 1e4)
      var places = [start.destination(bearing: random.double(in: 0...360), distance: 3_000)]
      for _ in 0..<4 {
        places.append(
          start.destination(
            bearing: random.double(in: 0...360), distance: random.double(in: 0...6_000)))
      }
      if number % 5 == 0 {
        places = (0..<8).map { vertex + $0 }.filter { $0 < arcs.x.count }.map {
          Coordinate(latitude: Double(arcs.y[$0]) / 1e4, longitude: Double(arcs.x[$0]) / 1e4)
        }
        // The next vertex may belong to an unrelated arc.
        places = Array(places.prefix { $0.distance(to: start) < 50_000 })
      }
      let path = GeoPath(places)
      let stays = atlas.countries(along: path, shortest: 0)
      for (stay, next) in zip(stays, stays.dropFirst()) {
        #expect(stay.exit.distance <= next.entry.distance)
        #expect(stay.country != next.country || stay.exit.distance < next.entry.distance)
      }
      let length = path.length()
      let samples = stride(from: 0, to: length, by: spacing).map { distance in
        (distance, path.coordinate(atDistance: distance).flatMap { atlas.country(at: $0) })
      }
      var wrong = 0
      for (distance, country) in samples {
        let stay = stays.first {
          $0.entry.distance - 1 <= distance && distance <= $0.exit.distance + 1
            && $0.country == country
        }
        let isRight =
          stay != nil
          || country == nil
            && !stays.contains {
              $0.entry.distance + 1 < distance && distance < $0.exit.distance - 1
            }
        // Less than ten meters may be missed: never three consecutive places.
        wrong = isRight ? 0 : wrong + 1
        #expect(wrong < 3, "\(places) at \(distance) m")
      }
    }
  }

  @Test func positionsAreOnThePath() {
    let trip = path([
      (47.5596, 7.5886), (48.8566, 2.3522), (50.85, 4.35), (50.85, 4.35), (52.37, 4.9),
    ])
    for stay in atlas.countries(along: trip, shortest: 0) {
      for position in [stay.entry, stay.exit] {
        let place = trip.coordinate(atDistance: position.distance)
        #expect(place.map { $0.distance(to: position.coordinate) < 0.01 } ?? false)
        #expect((0...1).contains(position.fraction) && (0...3).contains(position.edge))
      }
      #expect(atlas.country(at: stay.entry.coordinate) == stay.country)
    }
  }
}

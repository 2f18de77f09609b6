import CairnCountries
import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnRegions

@Suite("Lookup of regions")
struct RegionLookupTests {
  static let arcs = AdministrativeAtlas.boundaries()
  static let rays = RayCasting(arcs)
  let atlas = AdministrativeAtlas.world

  /// The number of points of each kind: all in a release build.
  static let effort = rounds(500_000, inDebug: 2_000)

  private func expectSameAnswers(_ points: [Coordinate]) {
    var differences = 0
    for point in points {
      let row = atlas.area(at: point).map { Int($0.row) }
      // The poles are looked up on the meridian of Greenwich, the north pole just south of it.
      let isPole = point.latitude.magnitude == 90
      let asked =
        isPole
        ? Coordinate(latitude: min(point.latitude, (90.0).nextDown), longitude: 0) : point
      let area = Self.rays.area(at: asked)
      if row != (area == 0 ? nil : area - 1) {
        differences += 1
        if differences <= 5 { Issue.record("\(point): row \(row ?? -1), but area \(area)") }
      }
    }
    #expect(differences == 0)
  }

  @Test("points anywhere agree with ray casting")
  func anywhere() { expectSameAnswers(LayerPoints.anywhere(count: Self.effort, seed: 1)) }

  @Test("points near lines agree with ray casting")
  func lines() {
    expectSameAnswers(LayerPoints.atLines(of: Self.arcs, count: Self.effort, seed: 2))
  }

  @Test("the country of a region agrees with the country atlas")
  func countries() {
    let cities = Gazetteer.embedded.cities.indices.map(Gazetteer.embedded.cities.coordinate)
    let points =
      LayerPoints.anywhere(count: 60_000, seed: 3) + cities
      + LayerPoints.atLines(of: WorldBoundaries.arcs(), count: 20_000, seed: 4)
    #expect(points.count > 100_000)
    var divided = 0
    var near = 0
    for point in points {
      guard let region = atlas.area(at: point) else { continue }
      divided += 1
      if CountryAtlas.world.country(at: point) == region.country { continue }
      // Where a line between regions meets a border, the border bends by less than the rounding of
      // a vertex.
      near += 1
      let neighbors = [-1e-4, 0, 1e-4].flatMap { south in
        [-1e-4, 0, 1e-4].map { east in
          CountryAtlas.world.country(
            at: Coordinate(
              latitude: point.latitude + south, longitude: point.longitude + east))
        }
      }
      #expect(neighbors.contains(region.country), "\(point) \(region)")
    }
    #expect(divided > 60_000)
    #expect(near < divided / 200)
  }

  @Test("a city is in a region if its country has regions")
  func citiesHaveRegions() {
    let cities = Gazetteer.embedded.cities
    let without = cities.filter { city in
      guard let country = CountryAtlas.world.country(at: city.coordinate) else { return false }
      return !AdministrativeArea.all(of: country).isEmpty
        && atlas.area(at: city.coordinate) == nil
    }
    #expect(without.isEmpty)
  }

  @Test("poles, the antimeridian and invalid places have defined results")
  func special() {
    for longitude in [-180.0, -90, 0, 45, 180] {
      #expect(atlas.area(at: Coordinate(latitude: 90, longitude: longitude)) == nil)
      #expect(atlas.area(at: Coordinate(latitude: -90, longitude: longitude)) == nil)
    }
    // Both sides of 180° in Chukotka, and the same meridian in both notations.
    for longitude in [179.9, 180, -180, -179.9] {
      let place = Coordinate(latitude: 68.5, longitude: longitude)
      #expect(atlas.area(at: place)?.code == "RU-CHU", "\(longitude)")
    }
    for (latitude, longitude) in [
      (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity), (90.1, 0), (-91, 10),
    ] as [(Double, Double)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      #expect(atlas.area(at: place) == nil)
      #expect(atlas.landOnly.area(at: place) == nil)
    }
    // Longitudes are taken modulo 360.
    let vienna = Coordinate(latitude: 48.2085, longitude: 16.373 + 360)
    #expect(atlas.area(at: vienna)?.code == "AT-9")
  }

  @Test("waters belong to the nearest region, unless the atlas is land only")
  func waters() {
    let pier = Coordinate(latitude: 51.5165, longitude: 0.7223)
    #expect(atlas.area(at: pier)?.code == "GB-ENG")
    #expect(atlas.landOnly.area(at: pier) == nil)
    let ocean = Coordinate(latitude: 35.68, longitude: 150)
    #expect(atlas.area(at: ocean) == nil)
    let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
    #expect(atlas.landOnly.area(at: berlin)?.code == "DE-BE")
  }

  @Test("batch lookups agree with single lookups")
  func batch() {
    let points = LayerPoints.anywhere(count: 5_000, seed: 5)
    let answers = atlas.areas(at: points)
    #expect(answers == points.map { atlas.area(at: $0) })
    let counts = atlas.counts(of: points)
    #expect(counts.values.reduce(0, +) == answers.count { $0 != nil })
    #expect(counts.allSatisfy { region, count in answers.count { $0 == region } == count })
  }

  @Test("concurrent lookups in cells that are not cut yet give the same results")
  func concurrent() async {
    let points = LayerPoints.atLines(of: Self.arcs, count: 2_000, seed: 6)
    let fresh = AreaGrid(Self.arcs)
    let answers = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 { group.addTask { points.map { fresh.area(at: $0) } } }
      return await group.reduce(into: [[Int]]()) { $0.append($1) }
    }
    #expect(answers.count == 8)
    let expected = points.map { atlas.area(at: $0).map { Int($0.row) + 1 } ?? 0 }
    for answer in answers { #expect(answer == expected) }
  }
}

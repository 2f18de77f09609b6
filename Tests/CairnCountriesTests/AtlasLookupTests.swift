import CairnGeodesy
import CairnIndex
import CairnPlaces
import Testing

@testable import CairnCountries

@Suite("Look-up of countries")
struct AtlasLookupTests {
  static let arcs = WorldBoundaries.arcs()
  static let rays = RayCasting(arcs)
  let atlas = CountryAtlas.world

  /// How many points of each kind: the promised millions in a release build.
  #if DEBUG
    static let effort = 20_000
  #else
    static let effort = 1_000_000
  #endif

  private func expectSameAnswers(_ points: some Sequence<Coordinate>) {
    var differences = 0
    for point in points {
      let area = atlas.area(at: point)
      let expected = Self.rays.area(at: point)
      if area != expected {
        differences += 1
        if differences <= 5 { Issue.record("\(point): area \(area), not \(expected)") }
      }
    }
    #expect(differences == 0)
  }

  @Test("uniform points lie where ray casting says")
  func uniform() {
    var generator = SeededGenerator(seed: 1)
    expectSameAnswers(
      (0..<Self.effort).lazy.map { _ in
        Coordinate(
          latitude: generator.double(in: -90...90), longitude: generator.double(in: -180...179.99))
      })
  }

  @Test("points near cities lie where ray casting says")
  func cities() {
    var generator = SeededGenerator(seed: 2)
    let cities = Array(Gazetteer.embedded.cities.map(\.coordinate))
    expectSameAnswers(
      (0..<Self.effort).lazy.map { _ in
        let city = cities[generator.integer(in: 0...cities.count - 1)]
        let longitude = city.longitude + generator.double(in: -0.3...0.3)
        return Coordinate(
          latitude: city.latitude + generator.double(in: -0.3...0.3),
          longitude: (longitude + 180).truncatingRemainder(dividingBy: 360) - 180)
      })
  }

  @Test("points within a kilometre of a border lie where ray casting says")
  func borders() {
    var generator = SeededGenerator(seed: 3)
    expectSameAnswers(
      (0..<Self.effort / 10).lazy.map { _ in
        let vertex = generator.integer(in: 0...Self.arcs.x.count - 1)
        let latitude = Double(Self.arcs.y[vertex]) / 1e4 + generator.double(in: -0.009...0.009)
        let longitude = Double(Self.arcs.x[vertex]) / 1e4 + generator.double(in: -0.009...0.009)
        return Coordinate(
          latitude: max(-90, min(89.99, latitude)), longitude: max(-180, min(179.9999, longitude)))
      })
  }

  @Test("vertices, and points a hair beside them, lie where ray casting says")
  func vertices() {
    var generator = SeededGenerator(seed: 4)
    expectSameAnswers(
      (0..<Self.effort / 10).lazy.map { _ in
        let vertex = generator.integer(in: 0...Self.arcs.x.count - 1)
        var latitude = Double(Self.arcs.y[vertex]) / 1e4
        var longitude = Double(Self.arcs.x[vertex]) / 1e4
        if longitude == 180 { longitude = -180 }
        switch generator.next() % 5 {
        case 0: latitude = latitude.nextUp
        case 1: latitude = latitude.nextDown
        case 2: longitude = longitude > -180 ? longitude.nextDown : longitude
        case 3: longitude = longitude.nextUp
        default: break
        }
        return Coordinate(latitude: latitude, longitude: longitude)
      })
  }

  @Test("points on the middle of a line lie where ray casting says")
  func middles() {
    var generator = SeededGenerator(seed: 5)
    expectSameAnswers(
      (0..<Self.effort / 10).lazy.compactMap { _ in
        let arc = generator.integer(in: 0...Self.arcs.count - 1)
        let range = Self.arcs.vertices(of: arc)
        let line = generator.integer(in: range.lowerBound...range.upperBound - 2)
        let x = Double(Self.arcs.x[line] + Self.arcs.x[line + 1]) / 2
        let y = Double(Self.arcs.y[line] + Self.arcs.y[line + 1]) / 2
        return x < 1_800_000 ? Coordinate(latitude: y / 1e4, longitude: x / 1e4) : nil
      })
  }

  @Test("many threads that ask an atlas at once, which no one has asked before, get its answers")
  func concurrent() async {
    var generator = SeededGenerator(seed: 6)
    let points = (0..<2_000).map { _ in
      let vertex = generator.integer(in: 0...Self.arcs.x.count - 1)
      return Coordinate(
        latitude: Double(Self.arcs.y[vertex]) / 1e4 + generator.double(in: -0.1...0.1),
        longitude: Double(Self.arcs.x[vertex]) / 1e4 + generator.double(in: -0.1...0.1))
    }
    let expected = points.map { atlas.country(at: $0) }
    let fresh = CountryAtlas(Self.arcs, countries: WorldBoundaries.countries(from: .usual))
    let answers = await withTaskGroup(of: [Country?].self) { group in
      for _ in 0..<8 { group.addTask { points.map { fresh.country(at: $0) } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 8)
    #expect(answers.allSatisfy { $0 == expected })
  }

  @Test("poles, the antimeridian and invalid coordinates have their documented answers")
  func rules() {
    for longitude in [-180.0, -179.5, -3, 0, 17.25, 180, 540, 1e6] {
      let south = atlas.country(at: Coordinate(latitude: -90, longitude: longitude))
      #expect(south == Country(letters: 0x4151))
      #expect(atlas.country(at: Coordinate(latitude: 90, longitude: longitude)) == nil)
    }
    for latitude in stride(from: -90.0, through: 90, by: 0.25) {
      let west = atlas.country(at: Coordinate(latitude: latitude, longitude: -180))
      let east = atlas.country(at: Coordinate(latitude: latitude, longitude: 180))
      #expect(west == east)
      #expect(east == atlas.country(at: Coordinate(latitude: latitude, longitude: 540)))
    }
    for latitude in [91, -90.001, .nan, .infinity] {
      #expect(atlas.country(at: Coordinate(latitude: latitude, longitude: 0)) == nil)
    }
    for longitude in [Double.nan, .infinity, -.infinity] {
      #expect(atlas.country(at: Coordinate(latitude: 48, longitude: longitude)) == nil)
    }
  }
}

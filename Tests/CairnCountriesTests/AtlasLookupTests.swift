import CairnCountrySearch
import CairnGeodesy
import CairnIndex
import CairnPlaces
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Lookup of countries")
struct AtlasLookupTests {
  static let arcs = WorldBoundaries.arcs()
  static let rays = RayCasting(arcs)
  let atlas = CountryAtlas.world

  /// The number of points of each kind: the promised millions in a release build.
  static let effort = rounds(1_000_000, inDebug: 1_500)

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

  @Test("uniform points agree with ray casting")
  func uniform() {
    var generator = SeededGenerator(seed: 1)
    expectSameAnswers(
      (0..<Self.effort).lazy.map { _ in
        Coordinate(
          latitude: generator.double(in: -90...90), longitude: generator.double(in: -180...179.99))
      })
  }

  @Test("points near cities agree with ray casting")
  func cities() {
    var generator = SeededGenerator(seed: 2)
    let cities = Gazetteer.embedded.cities.indices.map(Gazetteer.embedded.cities.coordinate)
    expectSameAnswers(
      (0..<Self.effort).lazy.map { _ in
        let city = cities[generator.integer(in: 0...cities.count - 1)]
        let longitude = city.longitude + generator.double(in: -0.3...0.3)
        return Coordinate(
          latitude: city.latitude + generator.double(in: -0.3...0.3),
          longitude: (longitude + 180).truncatingRemainder(dividingBy: 360) - 180)
      })
  }

  @Test("points within a kilometer of a border agree with ray casting")
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

  @Test("vertices, and points very close to them, agree with ray casting")
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

  @Test("points on the middle of a line agree with ray casting")
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

  @Test("concurrent lookups in an unused atlas give the right answers")
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

  @Test("a point just north of a line of the Amazon delta is decided correctly")
  func besideALine() {
    // The double is 7.6e-20 degrees north of the line at -0.0038, which separates land from sea.
    let place = Coordinate(latitude: -0.0038, longitude: -50.5414)
    let land = atlas.landOnly
    #expect(land.country(at: place) == .brazil)
    #expect(land.countries(at: [place]) == [.brazil])
    #expect(land.counts(of: [place]) == [.brazil: 1])
    #expect(land.region(of: .brazil).contains(place))
    #expect(atlas.nearestCountry(to: place)?.country == .brazil)
    let south = Coordinate(latitude: (-0.0038).nextDown, longitude: -50.5414)
    #expect(land.country(at: south) == nil && atlas.country(at: south) == .brazil)
  }

  /// Points on the lines of a small star around latitude and longitude 0 and very close to them,
  /// where doubles have the most digits, and whether they are inside according to rational
  /// arithmetic (Python's `fractions`).
  @Test("points very close to lines near latitude and longitude 0 are decided exactly")
  func smallAngles() {
    let ring: [(x: Int32, y: Int32)] = [
      (23, 0), (17, 11), (15, 19), (7, 21), (-8, 30), (-8, 13), (-26, 16), (-7, 0), (-30, -20),
      (-15, -20), (-2, -6), (2, -8), (8, -11), (17, -11), (23, 0),
    ]
    let arcs = BoundaryArcs(
      starts: [0, Int32(ring.count)], x: ring.map(\.x), y: ring.map(\.y), left: [1], right: [0],
      areaCount: 2)
    let atlas = CountryAtlas(arcs, countries: [nil, .ghana])
    let points: [(latitude: Double, longitude: Double, isInside: Bool)] = [
      (0.0014221917999999998, -0.0015331508, true),
      (-0.0009231901999999999, 0.0004463804, true),
      (-0.0008747090000000001, 0.001822886, true),
      (0.0013274134, -0.0009644804, false),
      (-0.0009231902000000001, 0.0004463804, false),
      (-0.0006509636000000002, -9.80728e-05, false),
      (0.0021, 0.0007, true),
      (0.0025840190999999995, -0.0001066985, true),
      (-0.0011, 0.0009235961, false),
      (0.0014768576000000002, -0.0024537684, true),
      (-0.0015170909999999997, -0.0010515845, true),
      (0.0013, -0.0008, true),
      (-0.0018891900000000002, -0.0028725685, true),
      (0.00011992960000000005, -0.0008424164, true),
      (0.0010383163999999998, 0.0017336456, true),
      (0.0018999999999999998, 0.0015, true),
      (-0.0019999999999999996, -0.0015, true),
      (-0.0011, 0.0017, false),
      (0.0019651819999999998, 0.001239272, true),
      (0.0020231598, 0.0010073608, true),
      (0.0022979145, 0.0003701425, false),
      (-0.0004056107000000001, 0.0020787578, true),
      (-9.634000000000017e-06, -0.0007110791, false),
      (0.0011324616, 0.0016918846, false),
      (0.0014037896000000003, 0.0016240526, false),
      (6.1846663056564425e-21, -0.0007, true),
      (0.0011, 0.0017, true),
      (0.0028841322000000003, -0.000606887, false),
      (-0.002, -0.0015, false),
      (-0.0007355660000000002, -0.0015459009, true),
      (-0.0010532016, 0.0017255264, true),
      (0.000251592, -0.0009987655, true),
      (0.000520024, -0.0013175285, false),
      (0.0011091903999999996, 0.0016977024, true),
      (0.0004828064000000001, -0.0012733326, true),
      (-0.000735566, -0.0015459009, false),
      (-0.0006188412999999997, 0.0019624502, false),
      (-0.0010999999999999998, 0.0009235961, true),
      (-0.0008750832000000001, -0.0004554344, false),
      (0.00011992960000000002, -0.0008424164, false),
      (-0.0010277896000000003, -0.0005972332, false),
      (0.000894088, -0.0017617295, true),
      (-0.0011, 0.0012855734, false),
      (0.0028841322, -0.000606887, true),
      (-0.0010532016000000003, 0.0017255264, false),
      (-0.0019999999999999996, -0.002632506, true),
      (0.0028068312, -0.000478052, false),
      (0.00020329760000000022, 0.0021891104, false),
      (-0.001145246, -0.0020170329, false),
      (-0.0007090467999999999, 1.80936e-05, true),
      (0.0026502896999999995, -0.0002171495, true),
      (-0.0020000000000000005, -0.002733231, false),
      (-0.0010999999999999998, 0.0008285669, true),
      (-0.00057706, -0.001363619, true),
      (0.0021000000000000003, 0.0007, false),
      (0.0006751248, -0.0015017107, false),
      (-0.0005770599999999998, -0.001363619, false),
      (-0.00040561070000000006, 0.0020787578, true),
      (-0.0007537014000000001, 0.0001074028, false),
      (-0.0007209974000000002, 4.19948e-05, false),
      (-0.0006178235999999999, -0.0001643528, true),
      (7.123931074678087e-20, 0.0023, true),
      (0.0020231598000000003, 0.0010073608, false),
      (0.0010652972, 0.0017189288, false),
      (-0.0010999999999999998, 0.0013799186, true),
      (-0.0006000000000000001, -0.0002, false),
      (6.184666305656443e-21, -0.0007, true),
      (-0.0006416263999999999, -0.0001167472, true),
      (-0.0006, -0.0002, true),
      (0.0014045312000000002, -0.0023678808, true),
      (0.0020868437999999995, 0.0007526248, true),
      (0.0024085595999999996, 0.000185734, true),
      (-0.0010040294000000002, 0.0017523476, false),
      (-0.0011, 0.0008, false),
      (-0.0018939373999999998, -0.0014015133, true),
      (0.0011631352000000003, 0.0016842162, false),
      (0.0019651819999999993, 0.001239272, true),
      (0.0011000000000000005, 0.0017, false),
      (-0.0010660768000000003, -0.0006327856, false),
      (-0.0011000000000000003, 0.0008285669, false),
      (0.0013000000000000002, -0.0008, false),
      (-0.0011730780000000004, -0.0020490397, true),
      (-0.0011000000000000003, 0.0013799186, false),
      (0.0019, 0.0015, false),
      (-0.002, -0.0027036945, false),
      (0.0017127864000000003, 0.0015468034, false),
      (-0.0007930353999999999, 0.0001860708, true),
      (0.002023706, 0.001005176, false),
      (-0.0019999999999999996, -0.002733231, true),
      (-0.0008798998999999999, 0.0003597998, true),
      (1e-300, 0.0, true),
      (-1e-300, 0.0, true),
      (0.0, -0.0, true),
    ]
    for point in points {
      let place = Coordinate(latitude: point.latitude, longitude: point.longitude)
      #expect((atlas.landOnly.country(at: place) != nil) == point.isInside, "\(point)")
    }
  }
}

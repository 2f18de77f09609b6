import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Countries by box, cap and polygon")
struct AtlasShapesTests {
  let atlas = CountryAtlas.world

  private func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private func codes(_ countries: [Country]) -> String {
    countries.map(\.alpha2).joined(separator: " ")
  }

  /// All countries with land.
  private var all: [Country] {
    let storage = atlas.storage
    return Set(storage.letters.indices.compactMap { atlas.country(ofLand: UInt16($0)) }).sorted()
  }

  @Test("known boxes")
  func boxes() {
    let alps = BoundingBox(south: 45.8, west: 5.9, north: 47.9, east: 10.5)
    #expect(codes(atlas.countries(touching: alps)) == "AT CH DE FR IT LI")
    #expect(codes(atlas.countries(inside: alps)) == "CH LI")
    let fiji = BoundingBox(south: -22, west: 174, north: -12, east: -178)
    #expect(codes(atlas.countries(touching: fiji)) == "FJ WF")
    #expect(codes(atlas.countries(inside: fiji)) == "FJ")
    let west = BoundingBox(south: -21, west: 176, north: -12, east: 180)
    #expect(codes(atlas.countries(touching: west)) == "FJ")
    #expect(atlas.countries(inside: west).isEmpty)
    // The antimeridian alone, in either notation.
    for longitude in [180.0, -180] {
      let line = BoundingBox(south: -17, west: longitude, north: -16, east: longitude)
      #expect(codes(atlas.countries(touching: line)) == "FJ")
    }
    let turned = BoundingBox(south: -17, west: -180, north: -16, east: -179.9)
    #expect(codes(atlas.countries(touching: turned)) == "FJ")
  }

  @Test("the world, empty boxes, points and holes")
  func extremes() {
    #expect(atlas.countries(touching: .world) == all)
    #expect(atlas.countries(inside: .world) == all)
    #expect(all.count > 230)
    #expect(atlas.countries(touching: .empty).isEmpty)
    #expect(atlas.countries(inside: .empty).isEmpty)
    let berne = coordinate(46.95, 7.44)
    let point = BoundingBox(
      south: berne.latitude, west: berne.longitude, north: berne.latitude, east: berne.longitude)
    #expect(codes(atlas.countries(touching: point)) == "CH")
    #expect(atlas.countries(inside: point).isEmpty)
    // All but a strip of the Pacific with Caroline Island, part of Brazil, and the area north of 85
    // degrees.
    let gap = BoundingBox(south: -90, west: -150, north: 90, east: -151)
    let across = ["AQ", "KI", "PF", "US"]
    #expect(atlas.countries(inside: gap) == all.filter { !across.contains($0.alpha2) })
    let brazil = BoundingBox(south: -90, west: -50, north: 90, east: -50.5)
    let besides = Set(all).subtracting(atlas.countries(inside: brazil)).sorted()
    #expect(codes(besides) == "AQ BR GL")
    let pole = BoundingBox(south: 85, west: -180, north: 90, east: 180)
    #expect(atlas.countries(touching: pole).isEmpty)
    let noPole = BoundingBox(south: -89, west: -180, north: 90, east: 180)
    #expect(atlas.countries(touching: noPole) == all)
    #expect(atlas.countries(inside: noPole) == all.filter { $0.alpha2 != "AQ" })
    let polar = BoundingBox(south: -90, west: -180, north: -60, east: 180)
    #expect(codes(atlas.countries(inside: polar)) == "AQ")
    let top = BoundingBox(south: -90, west: 0, north: -90, east: 0)
    #expect(codes(atlas.countries(touching: top)) == "AQ")
  }

  @Test("known caps, caps of radius 0 and caps of all sizes")
  func caps() {
    let bratislava = coordinate(48.1486, 17.1077)
    #expect(codes(atlas.countries(touching: Cap(center: bratislava, radius: 20_000))) == "AT HU SK")
    let vaduz = coordinate(47.141, 9.5215)
    #expect(codes(atlas.countries(touching: Cap(center: vaduz, radius: 0))) == "LI")
    #expect(codes(atlas.countries(inside: Cap(center: vaduz, radius: 25_000))) == "LI")
    let wide = Cap(center: vaduz, radius: 300_000)
    #expect(codes(atlas.countries(touching: wide)) == "AT CH DE FR IT LI")
    #expect(codes(atlas.countries(inside: wide)) == "CH LI")
    for radius in [-1.0, .nan] {
      #expect(atlas.countries(touching: Cap(center: vaduz, radius: radius)).isEmpty)
      #expect(atlas.countries(inside: Cap(center: vaduz, radius: radius)).isEmpty)
    }
    let invalid = Cap(center: coordinate(.nan, 0), radius: 1e6)
    #expect(atlas.countries(touching: invalid).isEmpty)
    for radius in [20_015_116.0, 1e9, .infinity] {
      #expect(atlas.countries(touching: Cap(center: vaduz, radius: radius)) == all)
      #expect(atlas.countries(inside: Cap(center: vaduz, radius: radius)) == all)
    }
    // All but a kilometer in the middle of Brazil, far from any border.
    let rest = Cap(center: coordinate(10, 125), radius: 20_014_000)
    #expect(atlas.countries(touching: rest) == all)
    #expect(atlas.countries(inside: rest) == all.filter { $0.alpha2 != "BR" })
    let pole = Cap(center: coordinate(-90, 40), radius: 3_500_000)
    #expect(codes(atlas.countries(inside: pole)) == "AQ")
  }

  @Test("a circle along a border follows it to the millimeter")
  func circleAlongBorder() {
    // The border along the 49th parallel, from the north pole.
    let pole = coordinate(90, 0)
    let toParallel = pole.distance(to: coordinate(49, -100))
    for (radius, touches) in [(toParallel - 0.0015, false), (toParallel, true)] {
      let arcs = BoundaryArcs(
        starts: [0, 5], x: [-1_000_000, -1_200_000, -1_200_000, -1_000_000, -1_000_000],
        y: [490_000, 490_000, 300_000, 300_000, 490_000], left: [1], right: [0], areaCount: 2)
      let atlas = CountryAtlas(arcs, countries: [nil, .canada])
      #expect(
        atlas.countries(touching: Cap(center: pole, radius: radius)) == (touches ? [.canada] : []))
    }
  }

  @Test("known polygons: poles, holes, outlines and enclaves")
  func polygons() {
    let alps = GeoPolygon([
      coordinate(45.7, 5.8), coordinate(45.7, 10.6), coordinate(47.9, 10.6), coordinate(47.9, 5.8),
    ])
    #expect(codes(atlas.countries(touching: alps)) == "AT CH DE FR IT LI")
    #expect(codes(atlas.countries(inside: alps)) == "CH LI")
    let hole = [coordinate(46.8, 8.2), coordinate(46.81, 8.2), coordinate(46.8, 8.21)]
    let holed = GeoPolygon(alps.outer, holes: [hole])
    #expect(codes(atlas.countries(touching: holed)) == "AT CH DE FR IT LI")
    #expect(codes(atlas.countries(inside: holed)) == "LI")
    #expect(codes(atlas.countries(touching: GeoPolygon(hole))) == "CH")
    #expect(atlas.countries(inside: GeoPolygon(hole)).isEmpty)
    let south = GeoPolygon((0..<4).map { coordinate(-58, Double($0) * 90) })
    #expect(atlas.countries(touching: south).map(\.alpha2).contains("AQ"))
    let fiji = GeoPolygon([
      coordinate(-22, 174), coordinate(-22, -177), coordinate(-12, -177), coordinate(-12, 174),
    ])
    #expect(codes(atlas.countries(inside: fiji)) == "FJ")
    let none = [GeoPolygon([]), GeoPolygon([coordinate(.nan, 0), coordinate(0, 1)])]
    #expect(atlas.countries(touching: GeoMultiPolygon(none)).isEmpty)
    #expect(atlas.countries(inside: GeoMultiPolygon(none)).isEmpty)
    #expect(atlas.countries(touching: GeoMultiPolygon([])).isEmpty)
  }

  @Test(
    "an outline contains its country and touches the neighbors",
    arguments: [
      ("CH", "AT CH DE FR IT LI"), ("ZA", "BW LS MZ NA SZ ZA ZW"), ("LS", "LS ZA"),
    ])
  func outlines(code: String, neighbors: String) throws {
    let country = try #require(Country(alpha2: code))
    let outline = atlas.outline(of: country)
    #expect(codes(atlas.countries(inside: outline)) == code)
    #expect(codes(atlas.countries(touching: outline)) == neighbors)
  }

  @Test("boxes and polygons agree with every vertex of every border, and with places inside")
  func bruteForce() {
    var random = SeededGenerator(seed: 41)
    let arcs = atlas.borders.arcs
    // Every vertex with the countries on its sides.
    let borders = (0..<arcs.count).map { arc in
      (
        places: arcs.vertices(of: arc).map {
          coordinate(Double(arcs.y[$0]) / 1e4, Double(arcs.x[$0]) / 1e4)
        },
        sides: [arcs.left[arc], arcs.right[arc]].compactMap { atlas.country(ofLand: $0) }
      )
    }
    for round in 0..<6 {
      let center = coordinate(random.double(in: -70...80), random.double(in: -180...180))
      let size = random.double(in: 2...25)
      let box = BoundingBox(
        south: center.latitude - size / 2, west: center.longitude - size,
        north: center.latitude + size / 2, east: center.longitude + size)
      let polygon = GeoPolygon(
        stride(from: 0.0, to: 360, by: 45).map {
          center.destination(bearing: $0, distance: random.double(in: 0.3...1) * size * 111_000)
        })
      let isBox = round.isMultiple(of: 2)
      func contains(_ place: Coordinate) -> Bool {
        isBox ? box.contains(place) : polygon.contains(place)
      }
      let touching = Set(
        isBox ? atlas.countries(touching: box) : atlas.countries(touching: polygon))
      let inside = Set(isBox ? atlas.countries(inside: box) : atlas.countries(inside: polygon))
      var found: Set<Country> = []
      var leaving: Set<Country> = []
      for border in borders {
        if border.places.contains(where: contains) { found.formUnion(border.sides) }
        if !border.places.allSatisfy(contains) { leaving.formUnion(border.sides) }
      }
      for _ in 0..<2_000 {
        let place = center.destination(
          bearing: random.double(in: 0...360), distance: random.unit() * size * 130_000)
        if contains(place), let country = atlas.landOnly.country(at: place) {
          found.insert(country)
        }
      }
      #expect(found.isSubset(of: touching))
      #expect(inside == found.subtracting(leaving))
      // A country that only touches an edge of the shape is at the shape's boundary.
      #expect(touching.subtracting(found).count <= 2)
    }
  }

  @Test("caps agree with the nearest countries")
  func capsByDistance() {
    var random = SeededGenerator(seed: 42)
    for _ in 0..<12 {
      let center = coordinate(random.double(in: -80...85), random.double(in: -180...180))
      let radius = random.double(in: 10...600) * 1_000
      let nearest = atlas.nearestCountries(to: center, count: .max, within: radius)
      #expect(
        atlas.countries(touching: Cap(center: center, radius: radius))
          == nearest.map(\.country).sorted())
    }
  }
}

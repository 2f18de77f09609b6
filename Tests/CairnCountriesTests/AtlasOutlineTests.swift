import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCountries

@Suite("Outlines of countries")
struct AtlasOutlineTests {
  let atlas = CountryAtlas.world

  private func country(_ code: String) -> Country {
    Country(letters: code.utf8.reduce(0) { $0 << 8 | UInt16($1) })
  }

  @Test(
    "an outline contains exactly the places that the lookup finds",
    arguments: ["FR", "ZA", "LS", "IT", "FJ", "RU", "AQ", "NZ", "NL", "BE", "US"])
  func outlineAgrees(code: String) {
    let country = country(code)
    let outline = atlas.outline(of: country)
    #expect(!outline.polygons.isEmpty)
    let box = outline.boundingBox
    var generator = SeededGenerator(seed: 31)
    var inside = 0
    for _ in 0..<rounds(400, inDebug: 100) {
      let point = Coordinate(
        latitude: generator.double(in: box.south...box.north),
        longitude: box.west + generator.unit() * box.longitudeSpan)
      let isInside = atlas.landOnly.country(at: point) == country
      if isInside { inside += 1 }
      if outline.contains(point) != isInside {
        let border = atlas.nearestBorder(to: point)?.distance ?? .infinity
        #expect(border < 10, "\(code) at \(point), \(border) m from a border")
      }
    }
    #expect(inside > 0)
  }

  @Test("holes are excluded, and Antarctica contains its pole")
  func holes() {
    let southAfrica = atlas.outline(of: country("ZA"))
    #expect(southAfrica.polygons.contains { !$0.holes.isEmpty })
    let maseru = Coordinate(latitude: -29.5, longitude: 28.2)
    #expect(!southAfrica.contains(maseru))
    let both = atlas.outline(of: [country("ZA"), country("LS")])
    #expect(both.contains(maseru))
    #expect(both.polygons.allSatisfy { $0.holes.isEmpty })
    let antarctica = atlas.outline(of: country("AQ"))
    #expect(antarctica.contains(Coordinate(latitude: -90, longitude: 0)))
    #expect(atlas.outline(of: []).polygons.isEmpty)
  }

  @Test("simplified neighbors share the vertices of their border")
  func simplified() {
    let full = atlas.outline(of: country("CH"))
    let swiss = atlas.outline(of: country("CH"), tolerance: 2_000)
    let austrian = atlas.outline(of: country("AT"), tolerance: 2_000)
    func corners(_ outline: GeoMultiPolygon) -> Set<Coordinate> {
      Set(outline.polygons.flatMap(\.outer))
    }
    let fullCount = corners(full).count
    let count = corners(swiss).count
    #expect(count * 3 < fullCount)
    // The border is 160 km long, so about a dozen vertices remain.
    let shared = corners(swiss).intersection(corners(austrian)).count
    #expect(shared >= 10)
  }
}

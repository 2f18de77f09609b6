import CairnCountries
import CairnGeodesy
import CairnRegions
import TestSupport
import Testing

@Suite("Outlines of regions")
struct RegionOutlineTests {
  let atlas = AdministrativeAtlas.world

  /// Meters to the nearest edge, each of which is straight in degrees to within ten meters.
  private func rim(of outline: GeoMultiPolygon, from place: Coordinate) -> Double {
    outline.polygons.flatMap { [$0.outer] + $0.holes }.reduce(.infinity) { least, ring in
      let path = GeoPath(ring + ring.prefix(1))
      return min(least, path.nearestPoint(to: place)?.distance ?? .infinity)
    }
  }

  @Test(
    "an outline contains exactly the places that the lookup finds, including waters",
    arguments: ["AT-7", "AT-3", "DE-BB", "RU-CHU", "FJ-N", "US-AK", "AU-NSW", "IT-62"])
  func agrees(code: String) throws {
    let region = try #require(AdministrativeArea(code: code))
    let outline = atlas.outline(of: region)
    #expect(!outline.polygons.isEmpty)
    let box = outline.boundingBox
    var generator = SeededGenerator(seed: 41)
    var inside = 0
    for _ in 0..<rounds(400, inDebug: 40) {
      let place = Coordinate(
        latitude: generator.double(in: box.south...box.north),
        longitude: box.west + generator.unit() * box.longitudeSpan)
      let isInside = atlas.area(at: place) == region
      if isInside { inside += 1 }
      if outline.contains(place) != isInside {
        let meters = rim(of: outline, from: place)
        #expect(meters < 10, "\(code) at \(place), \(meters) m from its rim")
      }
    }
    #expect(inside > 0)
  }

  @Test("holes are excluded, and parts are separate")
  func holes() throws {
    let brandenburg = try #require(AdministrativeArea(code: "DE-BB"))
    let berlin = Coordinate(latitude: 52.52, longitude: 13.405)
    #expect(atlas.outline(of: brandenburg).polygons.contains { !$0.holes.isEmpty })
    #expect(!atlas.outline(of: brandenburg).contains(berlin))
    let tyrol = try #require(AdministrativeArea(code: "AT-7"))
    // East Tyrol is separate, and Jungholz meets the rest only at a summit.
    let parts = atlas.outline(of: tyrol).polygons
    #expect(parts.count == 3)
    let jungholz = Coordinate(latitude: 47.575, longitude: 10.45)
    #expect(parts.contains { $0.contains(jungholz) && $0.area() < 1e7 })
  }

  // Each of these once went around a hole on its way, or around several that touch.
  @Test("no ring visits a corner twice", arguments: ["AE-SH", "BR-GO", "AT-7", "US-AK"])
  func rings(code: String) throws {
    let region = try #require(AdministrativeArea(code: code))
    for polygon in atlas.outline(of: region).polygons {
      for ring in [polygon.outer] + polygon.holes { #expect(Set(ring).count == ring.count) }
    }
  }

  @Test("the regions of a country cover its land exactly once", arguments: ["AT", "CH"])
  func partition(code: String) throws {
    let country = try #require(Country(code))
    let outlines = AdministrativeArea.all(of: country).map { atlas.outline(of: $0) }
    let area = outlines.reduce(0) { $0 + $1.area() }
    // No waters off a coast: the regions equal the country except for corners rounded to 11 meters.
    let whole = CountryAtlas.world.outline(of: country).area()
    #expect(abs(area / whole - 1) < 1e-3, "\(area) of \(whole)")
  }

  @Test("simplified neighbors share the vertices of their border")
  func simplified() throws {
    let tyrol = try #require(AdministrativeArea(code: "AT-7"))
    let salzburg = try #require(AdministrativeArea(code: "AT-5"))
    func corners(_ region: AdministrativeArea, _ tolerance: Double) -> Set<Coordinate> {
      Set(atlas.outline(of: region, tolerance: tolerance).polygons.flatMap(\.outer))
    }
    #expect(corners(tyrol, 2_000).count * 3 < corners(tyrol, 0).count)
    #expect(corners(tyrol, 2_000).intersection(corners(salzburg, 2_000)).count >= 5)
  }
}

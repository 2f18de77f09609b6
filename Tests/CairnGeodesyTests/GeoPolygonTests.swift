import CairnGeodesy
import Testing

@Suite struct GeoPolygonTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func ringsAroundAPoleAndAcrossTheAntimeridian() {
    let cap = GeoPolygon([at(60, -180), at(60, -90), at(60, 0), at(60, 90)])
    #expect(cap.contains(at(90, 0)) && cap.contains(at(90, 123)) && cap.contains(at(80, 180)))
    #expect(!cap.contains(at(-90, 0)) && !cap.contains(at(59, 45)))
    // Between its corners the edge is north of the parallel: from 45 degrees up to 67.8.
    #expect(!cap.contains(at(65, 45)) && cap.contains(at(68, 45)))
    let reversed = GeoPolygon(cap.outer.reversed())
    #expect(reversed.contains(at(90, 0)) && !reversed.contains(at(-90, 0)))
    let rest = GeoPolygon(cap.outer.reversed(), interior: .leftOfRing)
    #expect(!rest.contains(at(90, 0)) && rest.contains(at(-90, 0)) && rest.contains(at(0, 0)))

    let south = GeoPolygon([
      at(-84, -180), at(-70, -90), at(-70, 0), at(-70, 90), at(-84, 180), at(-90, 180),
      at(-90, -180), at(-84, -180),
    ])
    #expect(south.contains(at(-90, 7)) && south.contains(at(-87, 180)))
    #expect(south.contains(at(-87, -180)) && !south.contains(at(-60, 0)))
    #expect(!south.contains(at(90, 0)))

    let strip = GeoPolygon([at(-10, 170), at(-10, -170), at(10, -170), at(10, 170)])
    #expect(strip.contains(at(0, 180)) && strip.contains(at(0, -180)) && strip.contains(at(0, 540)))
    #expect(!strip.contains(at(0, 0)) && !strip.contains(at(0, 169)))
  }

  @Test func octantsShareTheSphereExactly() {
    var octants: [GeoPolygon] = []
    for west in stride(from: -180.0, to: 180, by: 90) {
      octants.append(GeoPolygon([at(0, west), at(0, west + 90), at(90, 0)]))
      octants.append(GeoPolygon([at(0, west), at(0, west + 90), at(-90, 33)]))
    }
    var points = [at(90, 0), at(90, 50), at(-90, 0), at(-90, -120)]
    for latitude in stride(from: -90.0, through: 90, by: 15) {
      for longitude in stride(from: -180.0, through: 180, by: 15) {
        points.append(at(latitude, longitude))
      }
    }
    for point in points {
      #expect(octants.filter { $0.contains(point) }.count == 1, "\(point)")
    }
  }

  @Test func degenerateRingsEncloseNothing() {
    for ring in [
      [], [at(0, 0)], [at(0, 0), at(0, 10)], [at(0, 0), at(0, 10), at(0, 0)],
      [at(0, 0), at(0, 10), at(.nan, 5)], [at(0, 0), at(0, 10), at(91, 5)],
      [at(90, 0), at(90, 10), at(90, 20)], [at(0, 0), at(10, 0), at(5, 0)],
    ] {
      let polygon = GeoPolygon(ring)
      #expect(!polygon.contains(at(0, 5)) && !polygon.contains(at(90, 0)))
      #expect(!polygon.contains(at(2, 0)) && !polygon.contains(at(-90, 0)))
    }
    let fine = GeoPolygon([at(0, 0), at(0, 10), at(10, 5)])
    #expect(!fine.contains(at(.nan, 0)) && !fine.contains(at(5, .infinity)))
  }

  @Test func holesAreCutOutAndTheirBorderBelongsToOne() {
    let hole = [at(2, 2), at(2, 8), at(8, 8), at(8, 2)]
    let ring = [at(0, 0), at(0, 10), at(10, 10), at(10, 0)]
    let cheese = GeoPolygon(ring, holes: [hole])
    let plug = GeoPolygon(hole)
    let both = GeoMultiPolygon([cheese, plug])
    let whole = GeoPolygon(ring)
    #expect(!cheese.contains(at(5, 5)) && cheese.contains(at(1, 1)))
    for point in hole + ring + [at(2, 5), at(5, 2), at(5, 8), at(5, 5)] {
      #expect(cheese.contains(point) != plug.contains(point) || !whole.contains(point))
      #expect(both.contains(point) == whole.contains(point))
    }
  }
}

import CairnGeodesy
import TestSupport
import Testing

@testable import CairnCommand

@Suite struct RoadsGeometryTests {
  private func place(_ north: Double, _ east: Double) -> Coordinate {
    Coordinate(latitude: north, longitude: east)
  }

  @Test func areasAcross180DegreesAreCut() throws {
    let outer = [place(-17, 179.9), place(-17, -179.9), place(-16.8, -179.9), place(-16.8, 179.9)]
    let hole = [
      place(-16.95, -179.95), place(-16.9, -179.95), place(-16.9, 179.95), place(-16.95, 179.95),
    ]
    let polygon = GeoPolygon(outer, holes: [hole])
    let parts = RoadsGeometry.polygons(GeoMultiPolygon([polygon]))
    #expect(parts.count == 2)
    for part in parts {
      let east = part.joined().map(\.longitude)
      #expect(east.allSatisfy { $0 >= 179.9 } || east.allSatisfy { $0 <= -179.9 })
      #expect(east.contains { $0.magnitude == 180 })
      #expect(part.allSatisfy { $0.first == $0.last && $0.count > 3 })
    }
    let area = parts.reduce(0) { sum, rings in
      sum + GeoPolygon(rings[0], holes: Array(rings.dropFirst())).area()
    }
    #expect(abs(area / polygon.area() - 1) < 1e-3)
  }

  @Test func areasElsewhereKeepTheirCorners() {
    let ring = [place(1, 2), place(1, 3), place(2, 3)]
    let parts = RoadsGeometry.polygons(GeoMultiPolygon([GeoPolygon(ring)]))
    #expect(parts == [[ring + ring.prefix(1)]])
    // Around Greenwich, with the first corner in the west.
    let near = [place(0, -1), place(0, 1), place(1, 0)]
    #expect(RoadsGeometry.polygons(GeoMultiPolygon([GeoPolygon(near)])).count == 1)
  }

  @Test func linesAcross180DegreesAreCut() {
    let line = [place(0, 179), place(1, 179.8), place(2, -179.8), place(3, -179)]
    let parts = RoadsGeometry.lines(line)
    #expect(parts.count == 2)
    #expect(parts.map { $0.last?.longitude.magnitude == 180 } == [true, false])
    #expect(parts.joined().count == 6)
    let plain = [place(0, 1), place(0, 1)]
    #expect(RoadsGeometry.lines(plain) == [plain])
  }

  @Test func ringsKeepTheirAreaWhereverTheyStart() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let count = random.integer(in: 3...9)
      let middle = place(random.double(in: -70...70), 180)
      let ring = (0..<count).map {
        middle.destination(
          bearing: -360 * Double($0) / Double(count), distance: random.double(in: 5_000...30_000))
      }
      let polygon = GeoPolygon(ring)
      let parts = RoadsGeometry.polygons(GeoMultiPolygon([polygon]))
      let area = parts.reduce(0) { $0 + GeoPolygon($1[0]).area() }
      #expect(parts.count >= 2)
      #expect(abs(area / polygon.area() - 1) < 0.02)
    }
  }
}

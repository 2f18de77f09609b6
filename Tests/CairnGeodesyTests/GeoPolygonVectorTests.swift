import TestSupport
import Testing

@testable import CairnGeodesy

@Suite struct GeoPolygonVectorTests {
  private func coordinates(_ text: String) -> [Coordinate] {
    let numbers = text.split(separator: " ").map { Double($0) ?? .nan }
    return stride(from: 0, to: numbers.count - 1, by: 2).map {
      Coordinate(latitude: numbers[$0], longitude: numbers[$0 + 1])
    }
  }

  /// Points on vertices, on edges and one unit in the last place beside them, decided with 60
  /// digits.
  @Test func membershipIsExact() throws {
    var checked = 0
    for row in try VectorFile("polygon_contains.csv").rows {
      let ring = coordinates(row[1])
      let points = coordinates(row[2])
      for polygon in [GeoPolygon(ring), GeoPolygon(ring.reversed() + [ring[ring.count - 1]])] {
        for (point, expected) in zip(points, row[3]) {
          #expect(polygon.contains(point) == (expected == "1"), "\(row[0]) \(ring) \(point)")
          checked += 1
        }
      }
    }
    #expect(checked == 7840)
  }

  @Test func areasAgreeWithTheVectors() throws {
    let rows = try VectorFile("polygon_area.csv").rows
    #expect(rows.count == 84)
    for row in rows {
      let ring = coordinates(row[1])
      let v = row[2...].map { Double($0) ?? .nan }
      let polygon = GeoPolygon(ring)
      let area = polygon.area()
      #expect(abs(area - abs(v[0])) <= 1e-13 * abs(v[0]), "\(row[0]) \(area) \(v[0])")
      let left = GeoPolygon(ring, interior: .leftOfRing).area()
      let earth = 4 * .pi * 6_371_008.8 * 6_371_008.8
      let expected = v[0] < 0 ? earth + v[0] : v[0]
      #expect(abs(left - expected) <= 1e-13 * expected, "\(row[0])")
      // The planimeter's results have four decimals in square meters.
      let ellipsoidal = polygon.area(on: .wgs84)
      if v[1].isFinite {
        #expect(abs(ellipsoidal - abs(v[1])) <= 0.1 + 1e-10 * abs(v[1]), "\(row[0])")
      }
      let doubled = GeoPolygon(ring).area(on: .sphere(radius: 2 * 6_371_008.8))
      #expect(abs(doubled - 4 * area) <= 1e-14 * doubled)
    }
  }
}

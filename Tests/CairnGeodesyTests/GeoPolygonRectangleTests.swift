import TestSupport
import Testing

@testable import CairnGeodesy

/// Compares the relation of a rectangle to a polygon with the rectangle's own places.
@Suite struct GeoPolygonRectangleTests {
  /// A ring of winding edges around a place, in degrees.
  private func star(
    _ count: Int, around center: Coordinate, reach: Double, _ random: inout SeededGenerator
  ) -> [Coordinate] {
    (0..<count).map { corner in
      center.destination(
        bearing: 360 * Double(corner) / Double(count), distance: reach * random.double(in: 0.4...1))
    }
  }

  private func polygons(_ random: inout SeededGenerator) -> [GeoPolygon] {
    var polygons: [GeoPolygon] = []
    let centers = [
      Coordinate(latitude: 48, longitude: 16), Coordinate(latitude: 1, longitude: 179.9),
      Coordinate(latitude: -17, longitude: -179.99), Coordinate(latitude: 90, longitude: 0),
      Coordinate(latitude: -89.5, longitude: 70), Coordinate(latitude: 89, longitude: -120),
    ]
    for center in centers {
      for (count, reach) in [(3, 1e6), (12, 3e3), (40, 5e5), (400, 2e6), (90, 8e6), (30, 12e6)] {
        let ring = star(count, around: center, reach: reach, &random)
        let hole = star(30, around: center, reach: reach / 5, &random)
        polygons.append(GeoPolygon(ring, holes: [hole]))
        polygons.append(GeoPolygon(ring.reversed(), interior: .leftOfRing))
      }
    }
    let pole = Coordinate(latitude: 90, longitude: 0)
    polygons.append(
      GeoPolygon([
        pole, Coordinate(latitude: 10, longitude: 0), Coordinate(latitude: 10, longitude: 90),
      ]))
    polygons.append(
      GeoPolygon([
        Coordinate(latitude: 60, longitude: -100), Coordinate(latitude: 60, longitude: 80),
        Coordinate(latitude: 20, longitude: 0),
      ]))
    polygons.append(GeoPolygon([pole, pole]))
    return polygons
  }

  @Test func decidedRectanglesHaveAllPlacesOnOneSide() {
    var random = SeededGenerator(seed: 71)
    var sure = (inside: 0, outside: 0)
    for polygon in polygons(&random) {
      for _ in 0..<200 {
        // Of all sizes, most of them at a corner of the polygon.
        let corner = polygon.outer[random.integer(in: 0...polygon.outer.count - 1)]
        let isNear = random.integer(in: 0...3) > 0
        let height = exp2(random.double(in: -24...5))
        let width = exp2(random.double(in: -24...8))
        let middle =
          isNear
          ? corner
          : Coordinate(
            latitude: random.double(in: -90...90), longitude: random.double(in: -180...180))
        let south = min(
          max(middle.latitude + height * random.double(in: -2...1), -90), 90)
        let west = longitudeRange(middle.longitude + width * random.double(in: -2...1))
        let rectangle = DegreeRectangle(
          south: south, north: min(south + height, 90), west: west, width: min(width, 360))
        guard let isInside = polygon.containsAllOrNone(of: rectangle) else { continue }
        if isInside { sure.inside += 1 } else { sure.outside += 1 }
        for place in 0..<16 {
          let point = Coordinate(
            latitude: place & 1 == 0
              ? [rectangle.south, rectangle.north][place >> 1 & 1]
              : random.double(in: rectangle.south...rectangle.north),
            longitude: longitudeRange(
              west + rectangle.width
                * (place & 4 == 0 ? Double(place >> 3) : random.double(in: 0...1))
            ))
          #expect(
            polygon.contains(point) == isInside, "\(point) in \(rectangle) of \(polygon.outer)")
        }
      }
    }
    #expect(sure.inside > 400)
    #expect(sure.outside > 2_000)
  }

  private func exp2(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + (exponent - whole))
  }
}

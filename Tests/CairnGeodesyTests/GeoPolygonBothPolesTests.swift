import CairnGeodesy
import Testing

@Suite struct GeoPolygonBothPolesTests {
  /// A ring through both poles: everything between 90 and 270 degrees, plus an area beside it.
  @Test func aRingThroughBothPolesHasTwoSides() {
    let ring = [(90.0, 0.0), (-30, 90), (-90, 180), (45, 270), (0, 0)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let left = GeoPolygon(ring, interior: .leftOfRing)
    let right = GeoPolygon(ring.reversed(), interior: .leftOfRing)
    let smaller = GeoPolygon(ring)
    for longitude in stride(from: -178.0, to: 180, by: 4) {
      for latitude in stride(from: -88.0, to: 90, by: 4) {
        let place = Coordinate(latitude: latitude, longitude: longitude)
        // The arc from 45° N, 90° W to the equator at Greenwich: tan f = sin of the distance to it.
        let isBetween = longitude < 0 && longitude >= -90
        let arc = place.crossTrackDistance(fromLineThrough: ring[3], and: ring[4])
        let isInside = longitude >= 90 || longitude < -90 || (isBetween && arc < 0)
        #expect(left.contains(place) == isInside, "\(place)")
        #expect(right.contains(place) == !isInside, "\(place)")
        #expect(smaller.contains(place) == !isInside, "\(place)")
        #expect(!left.contains(place) || left.boundingBox.contains(place))
        #expect(!right.contains(place) || right.boundingBox.contains(place))
      }
    }
  }
}

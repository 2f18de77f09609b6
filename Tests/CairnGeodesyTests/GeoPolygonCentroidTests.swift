import CairnGeodesy
import Foundation
import TestSupport
import Testing

/// Compares centroids of rings that intersect themselves or enclose nothing with a mean of places.
@Suite("Centroids of polygons with self-intersecting rings")
struct GeoPolygonCentroidTests {
  private func ring(_ numbers: (Double, Double)...) -> [Coordinate] {
    numbers.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// The direction of the mean of those places within a cap that the region contains.
  private func mean(
    in center: Coordinate, _ radius: Double, contains: (Coordinate) -> Bool
  ) -> (place: Coordinate?, count: Int) {
    var sum = (x: 0.0, y: 0.0, z: 0.0)
    var count = 0
    let total = 3_000
    for index in 0..<total {
      // Equal areas around the center, rotated by the golden angle.
      let share = (Double(index) + 0.5) / Double(total)
      let sine = sin(radius / Sphere.mean.radius / 2) * share.squareRoot()
      let distance = 2 * asin(sine) * Sphere.mean.radius
      let bearing = (Double(index) * 222.49223594996216).truncatingRemainder(dividingBy: 360)
      let place = center.destination(bearing: bearing, distance: distance)
      guard contains(place) else { continue }
      let vector = place.unitVector
      sum = (sum.x + vector.x, sum.y + vector.y, sum.z + vector.z)
      count += 1
    }
    guard count > 0 else { return (nil, 0) }
    return (UnitVector(x: sum.x, y: sum.y, z: sum.z).coordinate, count)
  }

  @Test("The centroid of a bow tie with equal halves is its knot, wherever it is")
  func bowTies() throws {
    for corners in [
      ring((0, 0), (0, 10), (10, 0), (10, 10)), ring((0, 0), (10, 10), (0, 10), (10, 0)),
      ring((0, 0), (10, 0), (0, 10), (10, 10)),
      // With the knot as a corner of both halves, and repeated corners.
      ring((0, 0), (0, 10), (5.0190, 5), (10, 0), (10, 10), (5.0190, 5)),
      ring((0, 0), (0, 0), (0, 10), (10, 0), (10, 10), (0, 0)),
    ] {
      for turn in [0.0, 90, 177, 355] {
        let polygon = GeoPolygon(
          corners.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + turn) })
        let centroid = try #require(polygon.centroid)
        let knot = Coordinate(latitude: 5, longitude: 5 + turn)
        #expect(centroid.distance(to: knot) < 60_000, "\(centroid)")
        #expect(polygon.boundingBox.contains(centroid))
        let several = try #require(GeoMultiPolygon([polygon]).centroid)
        #expect(several.distance(to: centroid) < 1e-3)
      }
    }
  }

  @Test("A figure eight has the mean of both halves, even if the signed areas nearly cancel")
  func figureEights() throws {
    for width in [0.001, 0.5, 0.9, 0.999_999, 1, 1.000_001, 1.1, 3] {
      // Two triangles with a common corner at the origin, the second `width` times as large.
      let corners = ring((1, -1), (-width, width), (width, width), (-1, -1))
      let centroid = try #require(GeoPolygon(corners).centroid)
      let expected = (width * width * width * 2 / 3 - 2.0 / 3) / (1 + width * width)
      #expect(abs(centroid.latitude) < 1e-9 * max(1, width))
      #expect(abs(centroid.longitude - expected) < 1e-3 * max(1, width), "\(width) \(centroid)")
    }
  }

  @Test("A small bow tie keeps its digits, as a ring and as a hole")
  func smallRings() throws {
    let middle = Coordinate(latitude: 48.2, longitude: 16.37)
    let corners = [(315.0, 10.0), (135, 10), (45, 10), (225, 10)].map {
      middle.destination(bearing: $0.0, distance: $0.1)
    }
    let tie = try #require(GeoPolygon(corners).centroid)
    #expect(tie.distance(to: middle) < 1e-4)
    let square = [45.0, 315, 225, 135].map { middle.destination(bearing: $0, distance: 30) }
    let pierced = try #require(GeoPolygon(square, holes: [corners]).centroid)
    #expect(pierced.distance(to: middle) < 1e-4)
  }

  @Test("Stars follow the even-odd rule: the mean of the tips, without the middle")
  func stars() throws {
    for (count, step) in [(5, 2), (7, 3), (8, 3), (9, 4)] {
      for middle in [
        Coordinate(latitude: 20, longitude: 30), Coordinate(latitude: 90, longitude: 0),
      ] {
        let corners = (0..<count).map {
          middle.destination(
            bearing: 360 * Double($0 * step % count) / Double(count) + 1, distance: 500_000)
        }
        let polygon = GeoPolygon(corners)
        let centroid = try #require(polygon.centroid)
        #expect(centroid.distance(to: middle) < 1, "\(count) \(step) \(centroid)")
      }
    }
  }

  @Test("Centroids of random rings agree with the mean of many places that they contain")
  func randomRings() {
    var random = SeededGenerator(seed: 31)
    for round in 0..<60 {
      let middle = Coordinate(
        latitude: round % 6 == 0
          ? 90 : round % 6 == 1 ? -89 : .random(in: -80...80, using: &random),
        longitude: round % 6 == 2 ? 180 : .random(in: -180...180, using: &random))
      let radius = [100.0, 10_000, 1_000_000, 4_000_000][round % 4]
      let corners = (0..<Int.random(in: 4...9, using: &random)).map { _ in
        middle.destination(
          bearing: .random(in: 0...360, using: &random),
          distance: .random(in: 0...radius, using: &random))
      }
      let polygon = GeoPolygon(corners)
      // If a ring crosses itself around a pole, the larger side may be selected; the centroid is
      // then that of the rest of the Earth, which these places do not cover.
      let opposite = Coordinate(latitude: -middle.latitude, longitude: middle.longitude + 180)
      #expect(!polygon.contains(opposite), "\(round) \(corners)")
      let expected = mean(in: middle, radius) { polygon.contains($0) }
      guard let place = expected.place, expected.count > 30, let centroid = polygon.centroid else {
        #expect(expected.count <= 30, "\(corners)")
        continue
      }
      let bound = 2 * radius / Double(expected.count).squareRoot()
      #expect(centroid.distance(to: place) < bound, "\(round) \(corners)")
    }
  }

  @Test("Rings that enclose nothing have no centroid")
  func nothing() {
    let (first, last) = (
      Coordinate(latitude: 47.1, longitude: 11.3), Coordinate(latitude: 52.7, longitude: 19.9)
    )
    func at(_ share: Double) -> Coordinate { first.interpolated(to: last, fraction: share) }
    for ring in [
      [], [first], [first, last], [first, last, first, last],
      // There and back, with corners between.
      [first, at(0.5), last], [first, at(0.3), at(0.7), last, at(0.6), at(0.2)],
      // The same triangle twice, which encloses nothing by the even-odd rule.
      ring((0, 0), (0, 1), (1, 1), (0, 0), (0, 1), (1, 1)),
    ] {
      let polygon = GeoPolygon(ring)
      // A line may enclose area because of rounding; its centroid is then on the line.
      if let centroid = polygon.centroid {
        let nearest = GeoPath([first, last]).nearestPoint(to: centroid)
        #expect(nearest.map { $0.coordinate.distance(to: centroid) < 1e-3 } == true, "\(ring)")
        #expect(centroid.distance(to: first) <= first.distance(to: last))
      }
    }
    #expect(GeoPolygon(ring((0, 0), (0, 1), (1, 1), (0, 0), (0, 1), (1, 1))).centroid == nil)
    #expect(GeoPolygon(ring((0, 0), (0, 1), (0, 2), (0, 1))).centroid == nil)
  }

  @Test("Spikes and touched corners do not change the centroid")
  func spikes() throws {
    let square = ring((0, 0), (0, 2), (2, 2), (2, 0))
    let plain = try #require(GeoPolygon(square).centroid)
    for other in [
      ring((0, 0), (0, 5), (0, 2), (2, 2), (2, 0)),
      ring((0, 0), (0, 2), (2, 2), (6, 7), (2, 2), (2, 0)),
      ring((0, 0), (0, 1), (0, 2), (2, 2), (0, 1), (2, 2), (2, 0)),
    ] {
      let centroid = try #require(GeoPolygon(other).centroid)
      #expect(centroid.distance(to: plain) < 1e-3, "\(other)")
    }
  }
}

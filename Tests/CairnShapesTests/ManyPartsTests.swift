import CairnGeodesy
import CairnIndex
import CairnShapes
import TestSupport
import Testing

/// Shapes of many parts and holes compared with a loop over all pairs of parts, to the last bit.
@Suite struct ManyPartsTests {
  /// Returns small polygons around a place, some of which touch or overlap.
  private func polygons(
    _ count: Int, around center: Coordinate, _ size: Double, _ random: inout SeededGenerator
  ) -> [GeoPolygon] {
    (0..<count).map { _ in
      let middle = center.destination(
        bearing: random.double(in: 0...360), distance: size * random.unit())
      return GeoPolygon(
        ShapeSets.star(middle, size * random.double(in: 0.001...0.2), 5, &random),
        holes: random.integer(in: 0...3) == 0
          ? [ShapeSets.star(middle, size / 5000, 4, &random)] : [])
    }
  }

  private static let centers = [
    (48.0, 11.0), (90.0, 0.0), (-89.9, 70.0), (0.0, 180.0), (12.0, -179.9),
  ]
  .map { Coordinate(latitude: $0.0, longitude: $0.1) }

  private func plainDistance(_ a: [GeoPolygon], _ b: [GeoPolygon]) -> Double {
    var least = Double.infinity
    for one in a {
      for other in b { least = min(least, GeoShape(one).distance(to: other)) }
    }
    return least
  }

  @Test(arguments: 0..<5)
  func distancesOfManyParts(_ number: Int) throws {
    var random = SeededGenerator(seed: 300 + UInt64(number))
    let center = Self.centers[number]
    var apart = 0
    for round in 0..<rounds(60, inDebug: 7) {
      let size = power(10, random.double(in: 1...6))
      let a = polygons(random.integer(in: 2...20), around: center, size, &random)
      let middle = center.destination(
        bearing: random.double(in: 0...360),
        distance: size * [0, 1.2, 1.5, 2, 4][round % 5])
      let b = polygons(random.integer(in: 1...20), around: middle, size, &random)
      let (first, second) = (GeoShape(GeoMultiPolygon(a)), GeoShape(GeoMultiPolygon(b)))
      let expected = plainDistance(a, b)
      #expect(first.distance(to: second) == expected)
      #expect(first.intersects(second) == (expected == 0))
      let pair = try #require(first.nearestPoints(to: second))
      #expect((pair.own.distance(to: pair.other) - expected).magnitude <= 1e-6)
      if expected > 0 { apart += 1 }
      // A place, a line, a box and a circle.
      let place = middle.destination(bearing: random.double(in: 0...360), distance: size)
      #expect(first.contains(place) == a.contains { $0.contains(place) })
      #expect(
        first.distance(to: place) == a.map { GeoShape($0).distance(to: place) }.min())
      #expect(
        first.distance(toBorderFrom: place)
          == a.map { GeoShape($0).distance(toBorderFrom: place) }.min())
      let path = GeoShape(GeoPath([place, middle, center]))
      #expect(path.distance(to: first) == a.map { path.distance(to: $0) }.min())
      let box = GeoShape(Cap(center: place, radius: size / 10).boundingBox)
      #expect(box.distance(to: first) == a.map { box.distance(to: $0) }.min())
      let cap = GeoShape(Cap(center: place, radius: size / 10))
      #expect(cap.distance(to: first) == a.map { cap.distance(to: $0) }.min())
      let nearest = try #require(first.nearestPoint(to: place))
      #expect((nearest.distance(to: place) - first.distance(to: place)).magnitude <= 1e-6)
    }
    #expect(apart > 3)
  }

  @Test func distancesWithManyHoles() {
    var random = SeededGenerator(seed: 310)
    for round in 0..<rounds(40, inDebug: 6) {
      let center = Self.centers[round % 5]
      let holes = (0..<30).map { number in
        ShapeSets.star(
          center.destination(bearing: Double(number) * 12, distance: 30_000), 1_000, 6, &random)
      }
      let ring = (0..<40).map { center.destination(bearing: Double($0) * 9, distance: 60_000) }
      let sieve = GeoPolygon(ring, holes: holes)
      let rings = ([ring] + holes).map { GeoPath($0 + [$0[0]]) }
      for _ in 0..<30 {
        let place = center.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 28_000...62_000))
        let small = GeoPolygon(ShapeSets.star(place, 200, 5, &random))
        let isInside = sieve.contains(small.outer[0])
        let expected =
          isInside || small.contains(ring[0])
          ? 0
          : rings.map {
            GeoShape($0).distance(to: GeoShape(GeoPath(small.outer + [small.outer[0]])))
          }.min()
        #expect(GeoShape(sieve).distance(to: small) == expected)
        #expect(
          GeoShape(sieve).distance(toBorderFrom: place)
            == rings.map { $0.distance(to: place) }.min())
      }
    }
  }

  @Test func indexesFindShapesOfManyParts() {
    var random = SeededGenerator(seed: 320)
    let groups = (0..<12).map { number in
      polygons(
        number.isMultiple(of: 2) ? 1 : 12, around: Self.centers[number % 5], 200_000, &random)
    }
    let index = ShapeIndex(groups.indices.map { $0 }) { GeoShape(GeoMultiPolygon(groups[$0])) }
    for center in Self.centers {
      let other = polygons(9, around: center, 150_000, &random)
      let shape = GeoShape(GeoMultiPolygon(other))
      let distances = groups.map { plainDistance($0, other) }
      #expect(index.keys(touching: shape) == groups.indices.filter { distances[$0] == 0 })
      let near = index.within(100_000, of: shape)
      let expected = groups.indices.filter { distances[$0] <= 100_000 }
        .sorted { (distances[$0], $0) < (distances[$1], $1) }
      #expect(near.map(\.element) == expected)
      #expect(near.map(\.distance) == expected.map { distances[$0] })
    }
  }
}

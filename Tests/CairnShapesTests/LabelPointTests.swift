import CairnGeodesy
import CairnShapes
import TestSupport
import Testing

/// Label points of shapes that are slow for a search by rectangles: many equal maxima, long thin
/// parts, crossings.
@Suite struct LabelPointTests {
  /// Returns a place by meters east and north of a place on the equator.
  private func place(_ east: Double, _ north: Double) -> Coordinate {
    let degree = Sphere.mean.radius * .pi / 180
    return Coordinate(latitude: north / degree, longitude: 10 + east / degree)
  }

  private func turned(_ corners: [(Double, Double)], by degrees: Double) -> [Coordinate] {
    let direction = Coordinate(latitude: 0, longitude: degrees).unitVector
    return corners.map {
      place($0.0 * direction.x - $0.1 * direction.y, $0.0 * direction.y + $0.1 * direction.x)
    }
  }

  /// A comb with teeth 10 m wide and 2 km long on a back of 8 m.
  private func comb(_ teeth: Int) -> [(Double, Double)] {
    var corners = [(0.0, -8.0), (Double(20 * teeth - 10), -8)]
    for tooth in (0..<teeth).reversed() {
      let west = Double(20 * tooth)
      corners += [(west + 10, 0), (west + 10, 2_000), (west, 2_000), (west, 0)]
    }
    return corners
  }

  private func check(
    _ polygon: GeoPolygon, distance: Double, within error: Double, tolerance: Double,
    _ comment: Comment
  ) throws {
    let found = try #require(GeoShape(polygon).labelPoint(tolerance: tolerance), comment)
    #expect(polygon.contains(found.coordinate), comment)
    #expect(found.distance == GeoShape(polygon).distance(toBorderFrom: found.coordinate), comment)
    #expect((found.distance - distance).magnitude <= error, comment)
  }

  @Test(arguments: [1, 0.01, 0, -1, .nan] as [Double])
  func combsOfEqualTeeth(tolerance: Double) throws {
    for angle in [0.0, 33] {
      let polygon = GeoPolygon(turned(comb(rounds(60, inDebug: 4)), by: angle))
      // The largest circle is at the foot of a tooth, through two corners and touching the back.
      let radius = (64.0 + 25) / 16
      try check(
        polygon, distance: radius, within: max(tolerance.isNaN ? 0 : tolerance, 1e-5),
        tolerance: tolerance, "\(angle)")
    }
  }

  @Test func stripsSpiralsAndRings() throws {
    // A strip 2 km long and 10 m wide, in any direction.
    for angle in stride(from: 0.0, to: 180, by: Double(rounds(25, inDebug: 80))) {
      let strip = GeoPolygon(turned([(0, 0), (2_000, 0), (2_000, 10), (0, 10)], by: angle))
      try check(strip, distance: 5, within: 1e-3, tolerance: 0, "\(angle)")
    }
    // A spiral of rectangles with walls of equal width, a little wider in one place.
    var outward: [(Double, Double)] = []
    var inward: [(Double, Double)] = []
    for turn in 0..<rounds(40, inDebug: 10) {
      let size = Double(100 + 40 * turn)
      let corner = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][turn % 4]
      outward.append((corner.0 * size, corner.1 * size))
      inward.append((corner.0 * (size - 20), corner.1 * (size - 20)))
    }
    let spiral = GeoPolygon(turned(outward + inward.reversed(), by: 20))
    let found = try #require(GeoShape(spiral).labelPoint(tolerance: 0.001))
    #expect(found.distance > 9.9 && found.distance < 15)
    // A thin ring with many corners.
    let center = Coordinate(latitude: 50, longitude: 179.99)
    func circle(_ radius: Double) -> [Coordinate] {
      (0..<rounds(720, inDebug: 40)).map {
        center.destination(
          bearing: 360 * Double($0) / Double(rounds(720, inDebug: 40)), distance: radius)
      }
    }
    let ring = GeoPolygon(circle(10_000), holes: [circle(9_990)])
    try check(ring, distance: 5, within: 0.05, tolerance: 0.001, "ring")
  }

  @Test func holesAndCorners() throws {
    // Holes in a grid: the largest circle is between four of them and touches only corners.
    var holes: [[Coordinate]] = []
    let count = rounds(12, inDebug: 5)
    for row in 0..<count {
      for column in 0..<count {
        let (east, north) = (Double(column) * 100, Double(row) * 100)
        holes.append(
          [(0.0, -10.0), (10, 0), (0, 10), (-10, 0)].map { place(east + $0.0, north + $0.1) })
      }
    }
    let end = Double(count) * 100 - 70
    let sieve = GeoPolygon(
      [(-30.0, -30.0), (end, -30), (end, end), (-30, end)].map { place($0.0, $0.1) }, holes: holes)
    // From the middle of four diamonds to the middle of a side of one of them.
    let diagonal = 50 * 2.0.squareRoot() - 10 / 2.0.squareRoot()
    try check(sieve, distance: diagonal, within: 1e-3, tolerance: 0, "sieve")
    // Four spikes that point to the center: the circle touches only their four corners.
    let star = [
      (-100.0, -100.0), (0, -10), (100, -100), (10, 0), (100, 100), (0, 10), (-100, 100), (-10, 0),
    ].map { place($0.0, $0.1) }
    try check(GeoPolygon(star), distance: 10, within: 1e-5, tolerance: 0, "star")
  }

  /// Rings there and back on great circles, which enclose nothing.
  @Test func ringsWithoutAreaHaveNoLabel() {
    for (latitude, longitudes) in [(0.0, [170, 30, 100, 30]), (0, [-5, 40, 20, 60, 10, 40])] {
      let ring = longitudes.map { Coordinate(latitude: latitude, longitude: Double($0)) }
      #expect(GeoShape(GeoPolygon(ring)).labelPoint() == nil)
      let meridian = longitudes.map { Coordinate(latitude: Double($0) / 3, longitude: -71) }
      #expect(GeoShape(GeoPolygon(meridian)).labelPoint() == nil)
    }
  }

  @Test func ringsThatCrossThemselves() throws {
    // A bow tie of two triangles: the circle is in the larger one.
    let bow = GeoPolygon([(0.0, 0.0), (100, 100), (100, 0), (0, 100)].map { place($0.0, $0.1) })
    // The incircle of a triangle with the sides 100, 70.7 and 70.7.
    let inside = 2_500 / (50 + 50 * 2.0.squareRoot())
    try check(bow, distance: inside, within: 1e-4, tolerance: 0, "bow")
    // Two overlapping squares: every border counts.
    let squares = GeoMultiPolygon(
      [0.0, 60].map { shift in
        GeoPolygon([(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { place($0.0 + shift, $0.1) })
      })
    let found = try #require(GeoShape(squares).labelPoint(tolerance: 0))
    #expect((found.distance - 30).magnitude < 1e-4)
    // The same square twice, and with an adjacent square that shares a part of a side.
    for shift in [0.0, 100] {
      let squares = GeoMultiPolygon([
        GeoPolygon([(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { place($0.0, $0.1) }),
        GeoPolygon(
          [(0.0, 20.0), (90, 20), (90, 110), (0, 110)].map { place($0.0 + shift, $0.1) }),
      ])
      let found = try #require(GeoShape(squares).labelPoint(tolerance: 0))
      #expect(found.distance > (shift == 0 ? 34.9 : 49.999))
    }
    // A five-pointed star crosses itself; its center is outside.
    let star = (0..<5).map { number in
      let direction = Coordinate(latitude: 0, longitude: Double(number) * 144).unitVector
      return place(100 * direction.x, 100 * direction.y)
    }
    let tip = try #require(GeoShape(GeoPolygon(star)).labelPoint(tolerance: 0))
    #expect(GeoPolygon(star).contains(tip.coordinate))
    #expect(tip.distance > 10 && tip.distance < 20)
  }

  /// Compared with the best of many places, and with a search around the best of them.
  @Test func randomPolygonsAgainstASearchOfPlaces() throws {
    var random = SeededGenerator(seed: 48)
    for round in 0..<rounds(200, inDebug: 6) {
      let center =
        round.isMultiple(of: 3) ? Coordinate(latitude: 89.9, longitude: 0) : random.coordinate()
      let size = power(10, random.double(in: 0...6.4))
      let corners = random.integer(in: 3...24)
      let holes =
        round.isMultiple(of: 2)
        ? [] : [ShapeSets.star(center, size / 4, random.integer(in: 3...9), &random)]
      let polygon = GeoPolygon(ShapeSets.star(center, size, corners, &random), holes: holes)
      let shape = GeoShape(polygon)
      let found = try #require(shape.labelPoint(tolerance: 0))
      #expect(polygon.contains(found.coordinate))
      #expect(found.distance == shape.distance(toBorderFrom: found.coordinate))
      // A random ascent from several places.
      var farthest = 0.0
      for _ in 0..<6 {
        var place = center.destination(
          bearing: random.double(in: 0...360), distance: size * random.unit())
        var depth = polygon.contains(place) ? shape.distance(toBorderFrom: place) : 0
        var step = size / 3
        while step > size * 1e-4 {
          let next = place.destination(bearing: random.double(in: 0...360), distance: step)
          let nextDepth = polygon.contains(next) ? shape.distance(toBorderFrom: next) : 0
          if nextDepth > depth { (place, depth) = (next, nextDepth) } else { step *= 0.9 }
        }
        farthest = max(farthest, depth)
      }
      #expect(farthest <= found.distance * (1 + 2e-6), "\(round)")
    }
  }

  @Test func labelsOfBoxes() throws {
    let boxes = [
      BoundingBox(south: -1, west: 10, north: 1, east: 100),
      BoundingBox(south: -80, west: 10, north: 80, east: 10.01),
      BoundingBox(south: 60, west: 170, north: 61, east: -170),
      BoundingBox(south: 80, west: -10, north: 90, east: 10),
      BoundingBox(south: -90, west: -180, north: -70, east: 180),
      BoundingBox(south: -90, west: 0, north: 90, east: 200),
      BoundingBox(south: 10, west: -100, north: 80, east: 100),
    ]
    var random = SeededGenerator(seed: 49)
    for box in boxes {
      let shape = GeoShape(box)
      let found = try #require(shape.labelPoint(tolerance: 0))
      #expect(box.contains(found.coordinate))
      for _ in 0..<rounds(3_000, inDebug: 300) {
        let place = Coordinate(
          latitude: random.double(in: box.south...box.north),
          longitude: box.west + random.double(in: 0...box.longitudeSpan))
        #expect(shape.distance(toBorderFrom: place) <= found.distance + 1e-3, "\(box) \(place)")
      }
    }
    #expect(GeoShape(BoundingBox.world).labelPoint()?.distance == .infinity)
    #expect(GeoShape(BoundingBox(south: 1, west: 1, north: 1, east: 5)).labelPoint() == nil)
    #expect(GeoShape(BoundingBox(south: 1, west: 1, north: 5, east: 1)).labelPoint() == nil)
    // Polygons without area have no place inside.
    for line in [
      [(0.0, 0.0), (100, 0), (50, 0)], [(0, 0), (0, 0), (0, 0)],
      [(0, 0), (100, 0), (0, 0), (0, 50)],
    ] {
      let polygon = GeoPolygon(line.map { place($0.0, $0.1) })
      #expect(GeoShape(polygon).labelPoint(tolerance: 0).map { $0.distance < 1e-6 } ?? true)
    }
  }
}

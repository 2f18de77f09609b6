import TestSupport
import Testing

@testable import CairnGeodesy

/// Rings as defined in files: straight in degrees, from longitude to longitude.
@Suite struct GeoPolygonMapTests {
  private func ring(_ corners: [(Double, Double)]) -> [Coordinate] {
    corners.map { Coordinate(latitude: $0.1, longitude: $0.0) }
  }

  /// Whether a place is within rings on the map, on any of its turns, by the even-odd rule; nil
  /// where it is so near to an edge that great circles may differ.
  private func isInside(_ place: Coordinate, _ rings: [[Coordinate]], margin: Double = 0.01)
    -> Bool?
  {
    var isInside = false
    for ring in rings {
      for index in ring.indices {
        let a = ring[index]
        let b = ring[(index + 1) % ring.count]
        for turn in -4...4 {
          let x = place.longitude + 360 * Double(turn)
          guard (a.longitude <= x) != (b.longitude <= x) else { continue }
          let y =
            a.latitude
            + (b.latitude - a.latitude) * ((x - a.longitude) / (b.longitude - a.longitude))
          if abs(y - place.latitude) < margin { return nil }
          if y < place.latitude { isInside.toggle() }
        }
      }
    }
    return isInside
  }

  private static let rings: [[(Double, Double)]] = [
    [(-170, -80), (170, -80), (170, 80), (-170, 80)],
    [(-180, -80), (180, -80), (180, 80), (-180, 80)],
    [(-180, -90), (180, -90), (180, 90), (-180, 90)], [(0, -90), (360, -90), (360, 90), (0, 90)],
    [(-130, 30), (60, 30), (60, 60), (-130, 60)], [(170, -20), (190, -20), (190, 20), (170, 20)],
    [(530, -20), (550, -20), (550, 20), (530, 20)], [(0, 0), (180, 0), (180, 50), (0, 50)],
    [(-180, -90), (180, -90), (180, -70), (90, -65), (0, -68), (-90, -72), (-180, -70)],
    [(-180, 90), (-180, 10), (180, 10), (180, 90)],
    [(-180, -90), (180, -90), (180, 75), (-180, 75)],
    [(0, -90), (100, -90), (100, 90), (0, 90)], [(0, -90), (250, -90), (250, 90), (0, 90)],
    [(-170, -50), (160, -80), (170, 10), (-160, 70)], [(-20, 89), (340, -60), (340, 20)],
    [(-180, -90), (180, -90), (180, 90), (10, 90), (0, 40), (-10, 90), (-180, 90)],
    [(-180, 0), (180, 0), (180, 40), (-180, 45)], [(-179, -89), (0, -60), (179, -89)],
    [(-181, -10), (181, -10), (150, 40)], [(20, 0), (0, 10), (380, 20), (400, 5)],
  ]

  @Test(arguments: rings)
  func ringsEncloseTheSameAreaAsOnTheMap(corners: [(Double, Double)]) {
    var random = SeededGenerator(seed: 72)
    let map = ring(corners)
    for ring in [map, map.reversed(), map + [map[0]]] {
      for tolerance in [500.0, 10].prefix(rounds(2, inDebug: 1)) {
        let polygon = GeoPolygon(straightInDegrees: ring, tolerance: tolerance)
        let box = polygon.boundingBox
        var inside = 0.0
        var total = 0.0
        for _ in 0..<rounds(400, inDebug: 150) {
          let place = Coordinate(
            latitude: Double.asin(random.double(in: -1...1)) * 180 / .pi,
            longitude: random.double(in: -180...180))
          guard let expected = isInside(place, [map]) else { continue }
          #expect(polygon.contains(place) == expected, "\(corners) \(place)")
          #expect(!expected || box.contains(place))
          if expected { inside += 1 }
          total += 1
        }
        let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8
        #expect(abs(polygon.area() / earth - inside / total) < 0.1, "\(corners)")
      }
    }
  }

  @Test func ringsThatCrossThemselvesMeanWhatTheyEncloseOnTheMap() {
    // Lobes in opposite directions, one lobe twice, and random rings, some along the south pole.
    var rings: [[(Double, Double)]] = [
      [
        (-179, -80), (-1, -80), (-1, 80), (-0.5, 80), (-0.5, -80), (179, -80), (179, 85),
        (-179, 85),
      ],
      [(-179, -85), (0, 85), (179, 85), (179, -85), (0, 85.5), (-179, 85.5)],
      [(-179, -80), (1, -80), (-1, 80), (179, 80), (179, -80), (-1, -80), (1, 80), (-179, 80)],
      [(-90, 0), (90, 0), (90, 60), (-90, 60), (-90, 1), (89, 1), (89, 61), (-90, 61)],
      [(-180, -90), (180, -90), (180, 10), (0, -40), (-90, 60), (20, 70), (-180, 10)],
      [(0, -90), (200, -90), (100, 80), (300, 80), (250, -60), (-100, 70)],
    ]
    var random = SeededGenerator(seed: 73)
    for round in 0..<rounds(200, inDebug: 5) {
      var ring = (0..<random.integer(in: 4...9)).map { _ in
        (random.double(in: -180...180), random.double(in: -85...85))
      }
      if round % 2 == 0 { ring += [(-180, -90), (random.double(in: 0...180), -90)] }
      rings.append(ring)
    }
    for corners in rings {
      for map in [ring(corners), ring(corners).reversed()] {
        let polygon = GeoPolygon(straightInDegrees: map, tolerance: 6_000)
        let box = polygon.boundingBox
        var wrong: [Coordinate] = []
        for _ in 0..<60 {
          let place = Coordinate(
            latitude: Double.asin(random.double(in: -1...1)) * 180 / .pi,
            longitude: random.double(in: -180...180))
          guard let expected = isInside(place, [map], margin: 0.3) else { continue }
          if polygon.contains(place) != expected || expected && !box.contains(place) {
            wrong.append(place)
          }
        }
        #expect(wrong.isEmpty, "\(corners)")
      }
    }
  }

  @Test func areasAgreeWithTheMap() {
    let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8
    for (west, south, east, north) in [
      (-170.0, -80.0, 170.0, 80.0), (-180, -90, 180, 90), (-180, -80, 180, 80), (0, -90, 250, 90),
      (170, -20, 190, 20), (-180, -90, 180, -60), (-180, -90, 180, 60), (-130, 30, 60, 60),
    ] {
      let box = ring([(west, south), (east, south), (east, north), (west, north)])
      let share =
        (east - west) / 720
        * (Double.sin(north * .pi / 180) - Double.sin(south * .pi / 180))
      let polygon = GeoPolygon(straightInDegrees: box, tolerance: 1)
      #expect(abs(polygon.area() / earth - share) < 1e-6, "\(west) \(south)")
      let back = GeoPolygon(straightInDegrees: box.reversed(), tolerance: 1)
      #expect(abs(back.area() / earth - share) < 1e-6, "\(west) \(south)")
      #expect(abs(polygon.area(on: .wgs84) / earth - share) < 2e-3)
    }
  }

  @Test func holesOfAnySizeAreCutOut() {
    let world = ring([(-180, -90), (180, -90), (180, 90), (-180, 90)])
    var random = SeededGenerator(seed: 73)
    for corners in Self.rings {
      let hole = ring(corners)
      let mask = GeoPolygon(straightInDegrees: world, holes: [hole])
      let plug = GeoPolygon(straightInDegrees: hole)
      for _ in 0..<rounds(200, inDebug: 10) {
        let place = random.coordinate()
        #expect(mask.contains(place) != plug.contains(place), "\(corners) \(place)")
      }
      let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8
      #expect(abs((mask.area() + plug.area()) / earth - 1) < 1e-9, "\(corners)")
      #expect(
        mask.oriented().contains(Coordinate(latitude: 1, longitude: -179.5))
          == mask.contains(Coordinate(latitude: 1, longitude: -179.5)), "\(corners)")
      #expect((mask.area(on: .wgs84) + plug.area(on: .wgs84)) / Ellipsoid.wgs84.area - 1 < 1e-9)
    }
    let small = GeoPolygon(world, holes: [ring(Self.rings[0])])
    let large = GeoPolygon(straightInDegrees: world, holes: [ring(Self.rings[0])])
    #expect(small != large)
  }

  @Test func ringsSurviveARoundTripToTheMap() {
    var random = SeededGenerator(seed: 74)
    func around(_ center: Coordinate, _ degrees: Double) -> [Coordinate] {
      (0..<40).map { center.destination(bearing: Double(-9 * $0), distance: degrees * 111_195) }
    }
    let places = [(0.0, 0.0), (5, 178), (-80, 20), (85, -100), (90, 3), (-90, 0), (40, -179)]
    for (latitude, longitude) in places {
      let center = Coordinate(latitude: latitude, longitude: longitude)
      for degrees in [0.5, 20, 60, 85] {
        let outer = around(center, degrees)
        let hole = around(center, degrees / 2)
        for polygon in [
          GeoPolygon(outer), GeoPolygon(outer.reversed(), holes: [hole]),
          GeoPolygon(outer.reversed(), interior: .leftOfRing),
          GeoPolygon(outer, holes: [hole.reversed()], interior: .leftOfRing),
        ] {
          let rings = polygon.ringsOnMap { start, end in
            (1...50).map { start.interpolated(to: end, fraction: Double($0) / 50) }
          }
          #expect(rings.allSatisfy { $0.count > 3 && $0.first == $0.last })
          for _ in 0..<rounds(100, inDebug: 12) {
            let place = random.coordinate()
            // Steps so close to a pole are not straight lines.
            guard abs(place.latitude) < 89.5,
              let expected = isInside(place.normalized, rings)
            else { continue }
            #expect(polygon.contains(place) == expected, "\(center) \(degrees) \(place)")
          }
        }
      }
    }
  }

  @Test func twoInterpretationsOfARingDiffer() {
    let corners = ring([(-170, -80), (170, -80), (170, 80), (-170, 80)])
    let paris = Coordinate(latitude: 48.86, longitude: 2.35)
    let pacific = Coordinate(latitude: 0, longitude: 180)
    let map = GeoPolygon(straightInDegrees: corners)
    let sphere = GeoPolygon(corners)
    #expect(map.contains(paris) && !map.contains(pacific) && map.interior == .leftOfRing)
    #expect(!sphere.contains(paris) && sphere.contains(pacific))
    for numbers: [Double] in [[1e300, 0, 5], [-1e7, 1e7, 3], [1e9, 1e9 + 2, 1e9 + 1]] {
      let far = GeoPolygon(
        straightInDegrees: ring([(numbers[0], 0.0), (numbers[1], 0), (numbers[2], 10)]))
      #expect(far.outer.count >= 3)
      _ = (far.area(), far.contains(paris))
    }
  }

  /// A small file must not take unlimited memory.
  @Test func longEdgesAddALimitedNumberOfVertices() {
    var random = SeededGenerator(seed: 1031)
    func corners(_ count: Int, wide: Double) -> [Coordinate] {
      (0..<count).map { _ in
        Coordinate(
          latitude: random.double(in: -90...90), longitude: random.double(in: -wide...wide))
      }
    }
    func add(_ ring: [Coordinate], _ tolerance: Double, _ limit: Int?) -> [Coordinate] {
      followingStraightLines(ring, tolerance: tolerance, takesShorterWay: false, limit: limit)
    }
    for _ in 0..<rounds(400, inDebug: 60) {
      let ring = corners(Int(random.double(in: 3...40)), wide: 180)
      let tolerance = Double.exp(random.double(in: -8...12))
      let limit = Int(Double.exp(random.double(in: 4...8)))
      let exact = add(ring, tolerance, .max)
      let limited = add(ring, tolerance, limit)
      // Edges wider than 150 degrees always get vertices.
      #expect(limited.count <= ring.count + max(limit, 3 * ring.count))
      let isExact = exact.count - ring.count <= limit
      #expect(isExact == (limited.count == exact.count) && (!isExact || limited == exact))
      // The corners are kept in their order, and the other direction adds the same vertices.
      var rest = limited[...]
      for corner in ring {
        rest = rest.drop { $0 != corner }.dropFirst()
        #expect(!rest.isEmpty || corner == ring.last)
      }
      #expect(Set(add(ring.reversed(), tolerance, limit)) == Set(limited))
    }
    for (ring, tolerance) in [
      (corners(3_000, wide: 180), 10), (corners(3_000, wide: 1_800), 1e-9),
      (corners(50, wide: 1e15), .nan), (corners(2_000, wide: 720), .infinity),
    ] {
      #expect(add(ring, tolerance, nil).count <= 20_000 + 201 * ring.count)
    }
    let many = corners(20_000, wide: 180)
    #expect(add(many, 10, nil).count <= 1_000_000 + many.count)
    let winding = corners(rounds(100_000, inDebug: 10_000), wide: 1_800)
    #expect(add(winding, 10, nil).count <= max(1_000_000, 30 * winding.count) + winding.count)
  }
}

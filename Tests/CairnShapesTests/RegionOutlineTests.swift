import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

@testable import CairnShapes

/// Polygons of regions: valid on the map, and accurate to the tolerance.
@Suite struct RegionOutlineTests {
  private static let regions: [(String, any PlaceRegion, Double)] = {
    let north = Coordinate(latitude: 90, longitude: 0)
    let fiji = Coordinate(latitude: -17, longitude: 179.9)
    let city = Coordinate(latitude: 48.85, longitude: 2.35)
    let route = GeoPath([
      city, Coordinate(latitude: 48.9, longitude: 2.5), Coordinate(latitude: 48.7, longitude: 2.6),
      Coordinate(latitude: 48.86, longitude: 2.4),
    ])
    let cap = Cap(center: city, radius: 10_000)
    let box = BoundingBox(south: 48.8, west: 2.3, north: 48.9, east: 2.6)
    var random = SeededGenerator(seed: 60)
    let star = GeoPolygon(
      ShapeSets.star(city, 20_000, 25, &random),
      holes: [ShapeSets.star(city, 3_000, 9, &random)])
    return [
      ("cap", cap, 100), ("polar cap", Cap(center: north, radius: 1_000_000), 20_000),
      ("cap at 180", Cap(center: fiji, radius: 300_000), 5_000),
      ("box", box, 50), ("star", star, 60),
      ("corridor", PathCorridor(within: 900, of: route), 60),
      ("union", cap.union(box).union(PathCorridor(within: 500, of: route)), 100),
      ("difference", star.subtracting(cap).subtracting(PathCorridor(within: 300, of: route)), 60),
      (
        "ring", Cap(center: fiji, radius: 300_000).subtracting(Cap(center: fiji, radius: 200_000)),
        4_000
      ),
      ("without a cap", Cap(center: fiji, radius: 2_000_000).complement, 60_000),
      (
        "without the poles",
        Cap(center: north, radius: 2_000_000).union(
          Cap(center: Coordinate(latitude: -90, longitude: 0), radius: 1_000_000)
        ).complement, 50_000
      ),
      ("world", BoundingBox.world.union(cap), 500_000),
      ("hemisphere", Cap(center: fiji, radius: 10_007_543), 100_000),
      ("buffer", star.buffered(by: 2_000), 100), ("inner buffer", star.buffered(by: -500), 40),
      ("wedge", BoundingBox(south: -90, west: 10, north: 90, east: 40), 100_000),
      ("belt", BoundingBox(south: -20, west: -180, north: 30, east: 180), 100_000),
      ("own", HalfDisc(cap: cap), 200),
    ]
  }()

  private struct HalfDisc: PlaceRegion {
    let cap: Cap
    var boundingBox: BoundingBox { cap.boundingBox }
    func contains(_ coordinate: Coordinate) -> Bool {
      cap.contains(coordinate) && coordinate.longitude > cap.center.longitude
    }
  }

  // The difference of three regions is too slow for a debug build.
  @Test(arguments: regions.indices.filter { rounds(0, inDebug: $0) != 7 })
  func ringsAreValidAndAccurate(number: Int) throws {
    let (name, region, tolerance) = Self.regions[number]
    try check(name, region, tolerance)
  }

  private func check(_ name: String, _ region: some PlaceRegion, _ tolerance: Double) throws {
    let shape = try region.multiPolygon(tolerance: tolerance)
    #expect(!shape.polygons.isEmpty)
    expectValid(shape, name)
    var random = SeededGenerator(seed: 61)
    let box = region.boundingBox
    var (inside, outside) = (0, 0)
    for round in 0..<rounds(3_000, inDebug: 60) {
      let place =
        round % 3 == 0
        ? random.coordinate()
        : Coordinate(
          latitude: random.double(in: max(box.south - 0.1, -90)...min(box.north + 0.1, 90)),
          longitude: box.west - 0.1 + random.double(in: 0...box.longitudeSpan + 0.2))
      let isInside = region.contains(place)
      // A place is away from the border if all sample places around it have the same containment.
      let isClear = stride(from: 0, to: 360, by: 15).allSatisfy { bearing in
        [0.25, 0.5, 0.75, 1.02].allSatisfy {
          region.contains(place.destination(bearing: Double(bearing), distance: $0 * tolerance))
            == isInside
        }
      }
      guard isClear else { continue }
      if isInside { inside += 1 } else { outside += 1 }
      #expect(shape.contains(place) == isInside, "\(name): \(place)")
    }
    #expect(inside > 0)
    #expect(outside > 0 || name == "world")
    let (area, error) = try region.area(tolerance: tolerance)
    #expect(error >= 0)
    #expect((area - shape.area()).magnitude <= error + 1e-9 * area, "\(name)")
    if let exact = exactArea(region) {
      #expect((area - exact).magnitude <= error, "\(name): \(area) for \(exact)")
      #expect((area - exact).magnitude <= 0.05 * exact, "\(name): \(area) for \(exact)")
    }
  }

  private func exactArea(_ region: any PlaceRegion) -> Double? {
    switch region {
    case let cap as Cap: cap.area
    case let polygon as GeoPolygon: polygon.area()
    default: nil
    }
  }

  /// Checks that edges intersect only at the common corner of adjacent edges, that longitudes stay
  /// within half a turn, and that outer rings are counterclockwise.
  private func expectValid(_ shape: GeoMultiPolygon, _ name: String) {
    var edges: [(ring: Int, index: Int, count: Int, a: Coordinate, b: Coordinate)] = []
    var number = 0
    for polygon in shape.polygons {
      for (hole, ring) in ([polygon.outer] + polygon.holes).enumerated() {
        #expect(ring.count >= 3, "\(name)")
        #expect(ring.allSatisfy { $0.isValid && $0.longitude.magnitude <= 180 })
        var area = 0.0
        for (index, a) in ring.enumerated() {
          let b = ring[(index + 1) % ring.count]
          area += a.longitude * b.latitude - a.latitude * b.longitude
          edges.append((number, index, ring.count, a, b))
        }
        #expect((area > 0) == (hole == 0), "\(name): ring \(number)")
        number += 1
      }
    }
    func side(_ a: Coordinate, _ b: Coordinate, _ c: Coordinate) -> Double {
      (b.longitude - a.longitude) * (c.latitude - a.latitude)
        - (b.latitude - a.latitude) * (c.longitude - a.longitude)
    }
    for i in edges.indices {
      for j in edges.indices where j > i {
        let (e, f) = (edges[i], edges[j])
        guard min(e.a.latitude, e.b.latitude) <= max(f.a.latitude, f.b.latitude),
          min(f.a.latitude, f.b.latitude) <= max(e.a.latitude, e.b.latitude),
          min(e.a.longitude, e.b.longitude) <= max(f.a.longitude, f.b.longitude),
          min(f.a.longitude, f.b.longitude) <= max(e.a.longitude, e.b.longitude)
        else { continue }
        let step = f.index - e.index
        if e.ring == f.ring, step == 1 || step == e.count - 1 { continue }
        let meets =
          side(e.a, e.b, f.a) * side(e.a, e.b, f.b) <= 0
          && side(f.a, f.b, e.a) * side(f.a, f.b, e.b) <= 0
        #expect(!meets, "\(name): \(e) \(f)")
      }
    }
  }

  @Test func emptyRegionsAndBadTolerances() throws {
    let nothing: [any PlaceRegion] = [
      BoundingBox.empty, GeoMultiPolygon([]), BoundingBox.world.complement,
      Cap(center: Coordinate(latitude: 1, longitude: 2), radius: 0),
      GeoShape(
        GeoPath([Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 3, longitude: 2)])),
    ]
    for region in nothing {
      let empty = CombinedRegion(unionOf: [region])
      #expect(try empty.multiPolygon(tolerance: 1_000).polygons.isEmpty)
      #expect(try empty.area(tolerance: 1_000).area == 0)
    }
    let cap = Cap(center: Coordinate(latitude: 1, longitude: 2), radius: 1_000)
    for tolerance in [0, -1, 1e-4, .nan] {
      #expect(throws: RegionOutlineError.self) { try cap.multiPolygon(tolerance: tolerance) }
    }
    #expect(throws: RegionOutlineError.tooManyCells(limit: 1_000, tolerance: 0.01)) {
      try cap.multiPolygon(tolerance: 0.01, limit: 1_000)
    }
    // With a tolerance larger than the region, the result is empty or a rough outline.
    _ = try cap.multiPolygon(tolerance: .infinity)
    _ = try cap.multiPolygon(tolerance: 1e9)
  }

  @Test func capsAsPolygons() throws {
    var random = SeededGenerator(seed: 62)
    let half = Sphere.mean.radius * .pi
    for round in 0..<rounds(200, inDebug: 48) {
      let radius = [10, 1e4, 1e6, 9e6, half / 2, 1.2e7, half - 1e5, half - 10][round % 8]
      let cap = Cap(center: random.coordinate(), radius: radius)
      let tolerance = [0.1, 10, 1e4][round % 3]
      let polygon = try #require(GeoPolygon(cap, tolerance: tolerance))
      let isCapped = polygon.outer.count == 10_000
      for _ in 0..<50 {
        let place = random.coordinate()
        let depth = cap.radius - cap.center.distance(to: place)
        guard depth.magnitude > (isCapped ? 100 : tolerance * 1.01 + 1e-6) else { continue }
        #expect(polygon.contains(place) == (depth > 0), "\(cap) \(place)")
      }
      let bearing = random.double(in: 0...360)
      let inner = cap.center.destination(
        bearing: bearing, distance: cap.radius - tolerance * 1.01 - 1e-6)
      if cap.radius > 1.1 * tolerance, !isCapped { #expect(polygon.contains(inner)) }
    }
    let place = Coordinate(latitude: 1, longitude: 2)
    for radius in [0, -1, half, .infinity, .nan] {
      #expect(GeoPolygon(Cap(center: place, radius: radius), tolerance: 1) == nil)
    }
    #expect(GeoPolygon(Cap(center: place, radius: 5), tolerance: .nan) != nil)
  }

  @Test func boxesAsPolygons() throws {
    var random = SeededGenerator(seed: 63)
    for case .box(let box) in ShapeSets.special + ShapeSets.random(count: 300, seed: 64) {
      guard let polygon = GeoPolygon(box, tolerance: 5) else {
        #expect(box.isEmpty || box.latitudeSpan == 0 || box.longitudeSpan == 0)
        continue
      }
      for _ in 0..<100 {
        let place =
          random.integer(in: 0...1) == 0
          ? random.coordinate()
          : Coordinate(
            latitude: random.double(in: box.south...box.north),
            longitude: box.west + random.double(in: 0...box.longitudeSpan))
        guard GeoShape(box).distance(toBorderFrom: place) > 10, place.latitude.magnitude < 89.999
        else { continue }
        #expect(polygon.contains(place) == box.contains(place), "\(box) \(place)")
      }
    }
  }
}

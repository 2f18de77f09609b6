import TestSupport
import Testing

@testable import CairnGeodesy

@Suite struct GeoPolygonPropertyTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A star around a center, with increasing azimuths and random distances.
  private func star(
    around center: Coordinate, count: Int, reach: Double, using random: inout SeededGenerator
  ) -> [Coordinate] {
    (0..<count).map { index in
      let bearing = 360 * (Double(index) + random.unit() * 0.9) / Double(count)
      return offset(center, bearing: 360 - bearing, angle: reach * random.double(in: 0.4...1))
    }
  }

  private func offset(_ start: Coordinate, bearing: Double, angle: Double) -> Coordinate {
    let (sinD, cosD) = (Double.sin(angle), Double.cos(angle))
    let phi = start.latitude * .pi / 180
    let theta = bearing * .pi / 180
    let sine = Double.sin(phi) * cosD + Double.cos(phi) * sinD * Double.cos(theta)
    let y = Double.sin(theta) * sinD * Double.cos(phi)
    return at(
      Double.asin(min(1, max(-1, sine))) * 180 / .pi,
      start.longitude + Double.atan2(y, cosD - Double.sin(phi) * sine) * 180 / .pi)
  }

  /// Whether the ring winds around the point, by plain vector arithmetic.
  private func winds(_ ring: [Coordinate], around point: Coordinate) -> Bool {
    let p = point.unitVector
    func cross(_ a: UnitVector, _ b: UnitVector) -> UnitVector {
      UnitVector(
        x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x)
    }
    func dot(_ a: UnitVector, _ b: UnitVector) -> Double { a.x * b.x + a.y * b.y + a.z * b.z }
    var angle = 0.0
    for index in ring.indices {
      let a = cross(p, ring[index].unitVector)
      let b = cross(p, ring[(index + 1) % ring.count].unitVector)
      angle += Double.atan2(dot(p, cross(a, b)), dot(a, b))
    }
    return abs(angle) > .pi
  }

  @Test func membershipAgreesWithTheWindingOfVectors() {
    var random = SeededGenerator(seed: 11)
    for round in 0..<120 {
      let center = random.coordinate()
      let reach = round % 2 == 0 ? random.double(in: 0.001...0.3) : random.double(in: 0.3...1)
      let count = [5, 12, 30, 90, 400][round % 5]
      let ring = star(around: center, count: count, reach: reach, using: &random)
      let polygon = GeoPolygon(ring)
      let box = polygon.boundingBox
      for _ in 0..<60 {
        let point = offset(
          center, bearing: random.double(in: 0...360), angle: reach * 1.2 * random.unit())
        let expected = winds(ring, around: point)
        #expect(polygon.contains(point) == expected, "\(center) \(reach) \(count) \(point)")
        if expected { #expect(box.contains(point), "\(box) \(point)") }
      }
      for vertex in ring { #expect(box.contains(vertex)) }
    }
  }

  /// A large ring uses the grid; a scan over all edges must agree everywhere.
  @Test func theGridAgreesWithTheScan() {
    var random = SeededGenerator(seed: 12)
    for round in 0..<40 {
      let center = round % 4 == 0 ? at(90, 0) : random.coordinate()
      var ring = star(
        around: center, count: random.integer(in: 24...300), reach: random.double(in: 1e-4...1.4),
        using: &random)
      if round % 3 == 0 {
        // Integer degrees: many meridian edges, equal longitudes and points on edges.
        ring = ring.map { at($0.latitude.rounded(), $0.longitude.rounded()) }
      }
      if round % 5 == 0 { ring.insert(at(round % 2 == 0 ? 90 : -90, 10), at: 7) }
      let index = RingIndex(ring, interior: .smallerSide)
      let scan = RingIndex(ring, interior: .smallerSide, usesGrid: false)
      let box = index.boundingBox
      if box.isEmpty { continue }
      for step in 0..<400 {
        var point = at(
          random.double(in: box.south...box.north), box.west + random.unit() * box.longitudeSpan)
        if step % 4 == 0, let vertex = ring.randomElement(using: &random) { point = vertex }
        if step % 4 == 1 { point = at(point.latitude.rounded(), point.longitude.rounded()) }
        if step % 16 == 2 { point = random.coordinate() }
        let place = RingPoint(
          longitude: longitudeRange(point.longitude), latitude: point.latitude)
        #expect(index.contains(place) == scan.contains(place), "\(round) \(point)")
      }
      #expect(box == scan.boundingBox)
    }
  }

  /// Slices between chains from pole to pole share every edge; each point is in exactly one.
  @Test func pointsOnSharedBordersAreInExactlyOneRegion() {
    var random = SeededGenerator(seed: 13)
    let steps = 40
    let chains: [[Coordinate]] = (0..<6).map { chain in
      (1..<steps).map { step in
        at(
          -90 + 180 * Double(step) / Double(steps),
          Double(chain) * 60 - 150 + random.double(in: -25...25))
      }
    }
    let slices = chains.indices.map { index in
      GeoPolygon(
        [at(-90, 0)] + chains[index] + [at(90, 0)] + chains[(index + 1) % 6].reversed())
    }
    var points = [at(90, 0), at(-90, 0), at(90, 55)]
    for chain in chains {
      for (a, b) in zip(chain, chain.dropFirst()) {
        let middle = GeoPath([a, b]).coordinates[0]
        points += [a, middle, at(a.latitude.nextUp, a.longitude)]
        points += [at(a.latitude, a.longitude.nextUp), at(a.latitude, a.longitude.nextDown)]
        points.append(at((a.latitude + b.latitude) / 2, (a.longitude + b.longitude) / 2))
      }
    }
    for _ in 0..<500 { points.append(random.coordinate()) }
    for point in points {
      #expect(slices.filter { $0.contains(point) }.count == 1, "\(point)")
    }
    let whole = slices.reduce(0) { $0 + $1.area() }
    let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8
    #expect(abs(whole - earth) <= 1e-13 * earth)
  }

  @Test func areaAndCentroidAgreeWithManyPoints() {
    var random = SeededGenerator(seed: 14)
    for round in 0..<8 {
      let center = random.coordinate()
      let ring = star(
        around: center, count: 9, reach: random.double(in: 0.3...0.9), using: &random)
      let hole = star(around: center, count: 5, reach: 0.1, using: &random)
      let polygon = GeoPolygon(
        round % 2 == 0 ? ring : ring.reversed(), holes: round % 3 == 0 ? [hole] : [])
      var inside = 0
      var sum = UnitVector(x: 0, y: 0, z: 0)
      let count = 20_000
      for step in 0..<count {
        // A spiral that covers the sphere evenly.
        let z = 1 - (2 * Double(step) + 1) / Double(count)
        let point = at(
          Double.asin(z) * 180 / .pi,
          (Double(step) * 137.507764050037854).truncatingRemainder(dividingBy: 360))
        guard polygon.contains(point) else { continue }
        inside += 1
        let v = point.unitVector
        sum = UnitVector(x: sum.x + v.x, y: sum.y + v.y, z: sum.z + v.z)
      }
      let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8
      #expect(abs(polygon.area() / earth - Double(inside) / Double(count)) < 2e-3)
      #expect((polygon.centroid?.distance(to: sum.coordinate) ?? .infinity) < 60_000)
    }
  }

  @Test func centroidsOfSmallAndSymmetricRegions() {
    // A square of one meter, and the same scaled up: the centroid is the center.
    for size in [1e-5, 1e-3, 0.01, 1] {
      let square = GeoPolygon([
        at(-size, 179), at(-size, 179 + 2 * size), at(size, 179 + 2 * size), at(size, 179),
      ])
      let expected = at(0, 179 + size)
      #expect((square.centroid?.distance(to: expected) ?? .infinity) < 1e-4, "\(size)")
    }
    let polar = GeoPolygon([at(80, 0), at(80, 90), at(80, 180), at(80, 270)])
    #expect((polar.centroid?.distance(to: at(90, 0)) ?? .infinity) < 1e-6)
    #expect(GeoPolygon([]).centroid == nil && GeoPolygon([at(0, 0), at(1, 1)]).centroid == nil)
    #expect(GeoPolygon([at(0, 0), at(1, 1), at(.nan, 0)]).centroid == nil)
  }

  @Test func measuresOfDegenerateRings() {
    #expect(GeoPolygon([]).area() == 0 && GeoPolygon([at(0, 0), at(1, 1)]).area() == 0)
    #expect(GeoPolygon([at(0, 0), at(1, 1), at(95, 0)]).area().isNaN)
    #expect(GeoPolygon([]).perimeter() == 0 && GeoPolygon([]).boundingBox == .empty)
    let octant = GeoPolygon([at(0, 0), at(0, 90), at(90, 0)])
    let quarter = Double.pi / 2 * 6_371_008.8
    #expect(abs(octant.perimeter() - 3 * quarter) < 1e-6)
    #expect(octant.boundingBox == BoundingBox(south: 0, west: 0, north: 90, east: 90))
    let tiny = [at(50, 8), at(50, 8.000001), at(50.000001, 8)]
    let most = GeoPolygon(tiny.reversed(), interior: .leftOfRing)
    #expect(most.contains(at(-90, 0)) && most.contains(at(0, 0)))
    #expect(!most.contains(at(50.0000003, 8.0000003)) && most.boundingBox == .world)
    #expect(!GeoPolygon(tiny, interior: .leftOfRing).contains(at(-90, 0)))
  }
}

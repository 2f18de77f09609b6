import CairnGeodesy
import TestSupport
import Testing

/// Calls every public function of boxes, caps, paths and polygons with hostile numbers and
/// vertices.
@Suite struct NeverTrapsShapeTests {
  private static let surfaces: [Surface] = [
    .sphere, .wgs84, .sphere(radius: .nan),
    .ellipsoid(Ellipsoid(equatorialRadius: .infinity, flattening: 2)),
  ]

  @Test func boxes() {
    var random = SeededGenerator(seed: 64)
    func number() -> Double { Hostile.numbers[random.integer(in: 0...Hostile.numbers.count - 1)] }
    var boxes = [BoundingBox.empty, .world]
    for _ in 0..<300 {
      boxes.append(BoundingBox(south: number(), west: number(), north: number(), east: number()))
    }
    for (a, b) in zip(boxes, boxes.dropFirst() + [boxes[0]]) {
      #expect(a.isEmpty || (a.south >= -90 && a.south <= a.north && a.north <= 90))
      #expect(a.isEmpty || ((-180...180).contains(a.west) && (-180...180).contains(a.east)))
      #expect((0...360).contains(a.longitudeSpan) && (0...180).contains(a.latitudeSpan))
      #expect(a.center.isPlaceOrNaN && a.center.latitude.isNaN == a.isEmpty)
      #expect(a.isEmpty || a.contains(a.center), "\(a)")
      #expect(a.union(b).contains(a) && a.union(b).contains(b), "\(a) \(b)")
      #expect(a.intersects(b) == !a.intersection(b).isEmpty, "\(a) \(b)")
      #expect(a.intersectionPieces(b).count <= 2)
      #expect(a.expanded(byMeters: number()).contains(a))
      let place = Hostile.some(1, using: &random)[0]
      #expect(!a.contains(place) || place.isValid)
      #expect(a.union(place).contains(a) && a.union(place).contains(place) == place.isValid)
    }
    for places in Hostile.rings {
      #expect(places.allSatisfy { BoundingBox(enclosing: places).contains($0) == $0.isValid })
    }
    #expect(BoundingBox(holding: boxes) == .world)
  }

  @Test func caps() {
    var random = SeededGenerator(seed: 65)
    for center in Hostile.coordinates {
      for radius in Hostile.numbers {
        let cap = Cap(center: center, radius: radius)
        let other = Cap(center: Hostile.some(1, using: &random)[0], radius: -radius)
        #expect(cap.isEmpty == !(center.isValid && radius >= 0))
        #expect(cap.contains(center) == !cap.isEmpty)
        #expect(cap.boundingBox.isEmpty == cap.isEmpty)
        #expect(cap.isEmpty || cap.boundingBox.contains(center), "\(cap)")
        #expect(cap.area >= 0 && cap.area <= 5.11e14, "\(cap)")
        #expect(cap.contains(cap) || radius.isNaN || !center.isValid, "\(cap)")
        #expect(cap.intersects(other) == other.intersects(cap))
      }
    }
  }

  @Test(arguments: surfaces)
  func paths(surface: Surface) {
    var random = SeededGenerator(seed: 66)
    let isEarth = surface == .sphere || surface == .wgs84
    for ring in Hostile.rings
    where ring.count <= (surface == .sphere ? rounds(200, inDebug: 20) : 8) {
      let path = GeoPath(ring)
      let isValid = ring.allSatisfy(\.isValid)
      if isValid, isEarth { #expect(path.length(on: surface) >= 0) }
      #expect(path.reversed().coordinates.count == ring.count)
      #expect(path.boundingBox.isEmpty == (ring.isEmpty || !isValid), "\(ring)")
      for place in Hostile.some(4, using: &random) {
        let away = path.distance(to: place, on: surface)
        let nearest = path.nearestPoint(to: place, on: surface)
        #expect(away.isLengthOrNaN, "\(ring) \(place)")
        #expect(!isEarth || (nearest == nil) == away.isNaN, "\(ring) \(place)")
        if let nearest { #expect(ring.count == 1 || (0..<ring.count - 1).contains(nearest.edge)) }
      }
      for x in Hostile.numbers {
        let point = path.coordinate(atDistance: x, on: surface)
        #expect(!(ring.isEmpty || x.isNaN) || point == nil, "\(ring) \(x)")
        let y = Hostile.numbers[random.integer(in: 0...Hostile.numbers.count - 1)]
        if ring.count < 40 { _ = path.sliced(from: x, to: y, on: surface) }
        let simple = path.simplified(tolerance: x)
        #expect(simple.coordinates.count <= ring.count)
        #expect(simple.coordinates.isEmpty == ring.isEmpty)
      }
      for x in [Double.nan, -1, 0, 1e5, 1e300, .infinity] {
        #expect(path.densified(toEdgesOf: x, on: surface).coordinates.count >= ring.count)
      }
    }
    let edge = GeoPath([
      Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1),
    ])
    #expect(edge.densified(toEdgesOf: .leastNonzeroMagnitude).coordinates.count == 100_001)
    for a in Hostile.coordinates {
      let b = Hostile.some(1, using: &random)[0]
      let box = BoundingBox(arcFrom: a, to: b)
      #expect(box.isEmpty == !(a.isValid && b.isValid))
      #expect(box.isEmpty || (box.contains(a) && box.contains(b)), "\(a) \(b) \(box)")
    }
  }

  @Test func polygons() {
    var random = SeededGenerator(seed: 67)
    let earth = Surface.sphere
    for (number, ring) in Hostile.rings.enumerated() {
      let hole = Hostile.rings[random.integer(in: 0...Hostile.rings.count - 1)]
      let interiors = [GeoPolygon.Interior.smallerSide, .leftOfRing]
      // A debug build tests one interior of each ring.
      let order = number.isMultiple(of: 2) ? interiors : interiors.reversed()
      for interior in order.prefix(rounds(2, inDebug: 1)) {
        let plain = GeoPolygon(ring, interior: interior)
        let polygon = GeoPolygon(ring, holes: [hole, []], interior: interior)
        let box = plain.boundingBox
        for place in Hostile.some(rounds(30, inDebug: 5), using: &random)
          + ring.prefix(rounds(.max, inDebug: 5))
        {
          let isInside = plain.contains(place)
          #expect(!isInside || (place.isValid && box.contains(place)), "\(ring) \(place)")
          #expect(!polygon.contains(place) || isInside)
        }
        let area = plain.area(on: earth)
        #expect(area.isNaN || (area >= 0 && area <= 5.1007e14), "\(ring) \(area)")
        #expect(plain.centroid?.isValid != false)
        #expect(polygon == GeoPolygon(ring, holes: [hole, []], interior: interior))
        for surface in Self.surfaces {
          _ = (polygon.area(on: surface), polygon.perimeter(on: surface))
        }
        _ = (polygon.isCounterclockwise, polygon.oriented(), polygon.centroid, polygon.hashValue)
        let both = GeoMultiPolygon([plain, polygon])
        _ = (both.area(), both.perimeter(on: .wgs84), both.centroid, both.boundingBox)
        let tolerances = [Double.nan, .infinity, -1, 0, 1e-300, 1, 1e5, 2.1e7, 1e300]
        let first = number % tolerances.count
        for tolerance in (tolerances + tolerances)[first...].prefix(rounds(9, inDebug: 2)) {
          let simple = polygon.simplified(tolerance: tolerance)
          #expect(simple.outer.count <= ring.count)
          _ = both.simplified(tolerance: tolerance)
        }
      }
      // A debug build tests one tolerance of each ring.
      let tolerances = [Double.nan, .infinity, -1, 1e4, 1e300]
      for tolerance in (tolerances + tolerances)[(number % 5)...].prefix(rounds(5, inDebug: 1)) {
        // A negative tolerance counts as a millimeter: thousands of vertices.
        let hole = tolerance < 0 ? [] : hole
        if tolerance < 0, ring.count > 3 { continue }
        let straight = GeoPolygon(straightInDegrees: ring, holes: [hole], tolerance: tolerance)
        #expect(straight.outer.count >= ring.count)
      }
      if let hull = GeoPolygon(convexHullOf: ring) {
        #expect(hull.outer.count >= 3 && hull.outer.allSatisfy(ring.contains))
      }
      let measured = Ellipsoid.wgs84.measure(ring: ring)
      let isValid = ring.allSatisfy(\.isValid)
      #expect(measured.perimeter.isNaN == !isValid || ring.isEmpty, "\(ring)")
    }
  }
}

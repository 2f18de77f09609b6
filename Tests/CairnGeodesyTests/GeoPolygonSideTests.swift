import TestSupport
import Testing

@testable import CairnGeodesy

/// The interior of rings for which it is hard to determine: `contains`, `area` and `centroid` must
/// agree.
@Suite struct GeoPolygonSideTests {
  private static let earth = 4 * Double.pi * 6_371_008.8 * 6_371_008.8

  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Places that cover the sphere evenly.
  private static let spiral: [Coordinate] = (0..<4_000).map { step in
    let sine = 1 - (2 * Double(step) + 1) / 4_000
    return Coordinate(
      latitude: Double.asin(sine) * 180 / .pi,
      longitude: (Double(step) * 137.507764050037854).remainder(dividingBy: 360))
  }

  /// The fraction of the Earth in a polygon and the direction of its mean, by counting.
  private func counted(_ polygon: GeoPolygon) -> (share: Double, mean: UnitVector) {
    var sum = UnitVector(x: 0, y: 0, z: 0)
    var count = 0
    for place in Self.spiral where polygon.contains(place) {
      count += 1
      let v = place.unitVector
      sum = UnitVector(x: sum.x + v.x, y: sum.y + v.y, z: sum.z + v.z)
    }
    let scale = 1 / Double(Self.spiral.count)
    return (
      Double(count) * scale, UnitVector(x: sum.x * scale, y: sum.y * scale, z: sum.z * scale)
    )
  }

  private func expectOneSide(_ polygon: GeoPolygon, _ note: String) {
    let (share, mean) = counted(polygon)
    #expect(abs(polygon.area() / Self.earth - share) < 0.01, "\(note): \(share)")
    #expect(abs(polygon.area(on: .wgs84) / Self.earth - share) < 0.015, "\(note), WGS 84")
    if mean.length > 0.02 {
      #expect(
        polygon.centroid.map { $0.distance(to: mean.coordinate) < 400_000 } == true,
        "\(note): \(polygon.centroid.map { "\($0)" } ?? "none"), not \(mean.coordinate)")
    }
    let box = polygon.boundingBox
    let isOutside = Self.spiral.contains { polygon.contains($0) && !box.contains($0) }
    #expect(!isOutside, "\(note): \(box)")
  }

  @Test func halvesOfTheEarthHaveOneInside() {
    // The equator and similar rings, with antipodal vertices; tilted great circles; with vertices
    // between.
    var rings = [
      [at(0, 0), at(0, 90), at(0, 180), at(0, -90)], [at(90, 0), at(0, 0), at(-90, 0), at(0, 180)],
      [at(0, 10), at(0, 130), at(0, -110)], [at(90, 10), at(0, 40), at(-90, 10), at(0, -140)],
    ]
    for tilt in [0.0, 0.1, 0.4, 1, 1.5, 3] {
      for count in [3, 4, 7, 36, 360].prefix(rounds(5, inDebug: 4)) {
        rings.append(
          (0..<count).map { index in
            let angle = 2 * Double.pi * (Double(index) + 0.3) / Double(count)
            let (x, y) = (Double.cos(angle), Double.sin(angle))
            return UnitVector(x: x, y: y * Double.cos(tilt), z: y * Double.sin(tilt)).coordinate
          })
      }
    }
    for ring in rings {
      for ring in [ring, ring.reversed()] {
        for interior in [GeoPolygon.Interior.smallerSide, .leftOfRing] {
          let polygon = GeoPolygon(ring, interior: interior)
          #expect(abs(polygon.area() / Self.earth - 0.5) < 1e-9, "\(ring)")
          expectOneSide(polygon, "\(ring.prefix(4)) \(interior)")
        }
        #expect(GeoPolygon(ring).isCounterclockwise, "\(ring)")
      }
    }
    let equator = GeoPolygon(rings[0])
    #expect(equator.contains(at(1, 50)) && !equator.contains(at(-1, 50)))
    #expect((equator.centroid?.latitude ?? 0) > 89.999)
  }

  @Test func ringsThatWindTwiceEncloseTheirTips() {
    // Pentagrams around either pole and near it, in both directions.
    for (latitude, size) in [(80.0, 10.0), (90, 10), (60, 35), (20, 70), (10, 80), (0, 50)] {
      for sign in [1.0, -1] {
        let center = at(sign * latitude, 33)
        let star = (0..<5).map {
          center.destination(bearing: Double($0 * 144), distance: size * 111e3)
        }
        for ring in [star, star.reversed()] {
          let polygon = GeoPolygon(ring)
          let far = at(-sign * latitude, 33 + 180)
          let note = "\(latitude) \(size) \(sign)"
          #expect(!polygon.contains(far) && !polygon.contains(center), "\(note)")
          for index in 0..<5 {
            let tip = center.destination(bearing: Double(index * 72), distance: 0.85 * size * 111e3)
            #expect(polygon.contains(tip), "\(note)")
            let gap = center.destination(
              bearing: Double(index * 72 + 36), distance: 0.85 * size * 111e3)
            #expect(!polygon.contains(gap), "\(note)")
          }
          let box = polygon.boundingBox
          #expect(!Self.spiral.contains { polygon.contains($0) && !box.contains($0) })
        }
      }
    }
    for sign in [1.0, -1] {
      let ring = [0.0, 144, 288, 72, 216].map { at(sign * 80, $0) }
      #expect(abs(GeoPolygon(ring).area() - GeoPolygon(ring.reversed()).area()) < 1)
      #expect(GeoPolygon(ring).area() < Self.earth / 50)
      #expect(counted(GeoPolygon(ring)).share < 0.02)
      let outside = sign > 0 ? ring.reversed() : ring
      #expect(counted(GeoPolygon(outside, interior: .leftOfRing)).share > 0.98, "\(sign)")
      let left = GeoPolygon(outside.reversed(), interior: .leftOfRing)
      #expect(counted(left).share < 0.02, "\(sign)")
    }
  }

  @Test func simpleRingsOfAllSizesHaveOneInside() {
    var random = SeededGenerator(seed: 71)
    for round in 0..<rounds(60, inDebug: 25) {
      let center = round % 5 == 0 ? at(round % 2 == 0 ? 90 : -90, 7) : random.coordinate()
      let reach = random.double(in: 0.4...3)
      let count = random.integer(in: 8...40)
      let ring = (0..<count).map { index in
        center.destination(
          bearing: 360 * Double(index) / Double(count),
          distance: 6_371_008.8 * min(reach * random.double(in: 0.8...1), 3.1))
      }
      expectOneSide(GeoPolygon(ring), "\(round) \(center) \(reach)")
      expectOneSide(GeoPolygon(ring, interior: .leftOfRing), "\(round) left")
      let hole = (0..<12).map { center.destination(bearing: Double($0 * 30), distance: 1_500_000) }
      let polygon = GeoPolygon(ring.reversed(), holes: [hole], interior: .leftOfRing)
      if reach < 1.5 { expectOneSide(polygon, "\(round) holed") }
    }
  }

  @Test func edgesOverPolesAndBetweenAntipodesAreMeasured() {
    let rings = [
      [at(80, 10), at(80, -170), at(60, 100)], [at(-30, 20), at(-50, -160), at(-40, 100)],
      [at(45, 0), at(-45, 180), at(0, 90)], [at(90, 20), at(-90, 70), at(0, 100)],
      [at(90, 20), at(-90, 70), at(10, -100)], [at(90, 0), at(0, 20), at(-90, 5), at(0, 60)],
      [at(0, 0), at(0, 180), at(40, 90)], [at(-90, 0), at(10, 50), at(-5, -130)],
    ]
    for ring in rings {
      for shift in 0..<ring.count {
        let turned = Array(ring[shift...] + ring[..<shift])
        for ring in [turned, turned.reversed()] {
          let polygon = GeoPolygon(ring)
          let (share, mean) = counted(polygon)
          #expect(abs(polygon.area() / Self.earth - share) < 0.01, "\(ring) \(share)")
          #expect((polygon.centroid?.distance(to: mean.coordinate) ?? 1e9) < 400_000, "\(ring)")
        }
      }
    }
  }

  @Test func earthIsToTheLeftOfAMeridianFromPoleToPole() {
    let slits = [
      [at(-90, 0), at(0, 180), at(90, 5), at(0, -180)], [at(90, 7), at(-90, 7)],
      [at(-90, -180), at(-90, 180), at(3, 180), at(90, 180), at(90, -180), at(0, -180)],
    ]
    for ring in slits {
      let whole = GeoPolygon(ring, interior: .leftOfRing)
      #expect(Self.spiral.allSatisfy(whole.contains) && whole.contains(at(-90, 0)))
      #expect(whole.contains(at(90, 0)) && whole.boundingBox == .world && whole.centroid == nil)
      #expect(abs(whole.area() / Self.earth - 1) < 1e-15)
      #expect(abs(whole.area(on: .wgs84) / Ellipsoid.wgs84.area - 1) < 1e-15)
      let none = GeoPolygon(ring)
      #expect(!none.contains(at(10, 10)) && none.area() < 1)
    }
    let lune = GeoPolygon([at(90, 7), at(-90, 50)], interior: .leftOfRing)
    #expect(lune.boundingBox.isEmpty && lune.area() == 0)
    let third = GeoPolygon([at(90, 7), at(0, 7), at(-90, 50)], interior: .leftOfRing)
    #expect(third.contains(at(0, 20)) && !third.contains(at(0, 60)))
  }

  @Test func largeAndHostileRingsTakeLinearWork() {
    // Stars, teeth and repeated vertices with very many corners; the test is that they finish.
    let count = rounds(50_000, inDebug: 4_000)
    func star(_ reach: Double) -> [Coordinate] {
      (0..<count).map { index in
        let angle = Double(index) / Double(count) * 2 * .pi
        let size = index % 2 == 0 ? reach : reach / 1_000
        return at(40 + size * Double.sin(angle), 10 + size * Double.cos(angle))
      }
    }
    let teeth = (0..<count).map { number in
      at(number.isMultiple(of: 2) ? 1 : 1.0001, Double(number) * 2e-4)
    }
    let ring = teeth + [at(0, 10), at(0, 0)]
    let repeated = (0..<count).map { number in
      let quarter = number / (count / 4)
      return at(10 + Double(quarter), Double(quarter % 2))
    }
    let wild = (0..<count / 20).map { number in
      let latitude = Double(number * 7_919 % 170) - 85
      return at(latitude, Double(number * 104_729 % 360))
    }
    for ring in [star(1), star(40), ring, repeated, wild] {
      let polygon = GeoPolygon(ring)
      _ = (polygon.contains(at(40, 10)), polygon.area(), polygon.centroid, polygon.boundingBox)
    }
    #expect(
      GeoPolygon(ring).contains(at(0.5, 5)) && !GeoPolygon(ring).contains(at(1.00005, 5)))
  }
}

import TestSupport
import Testing

@testable import CairnGeodesy

/// Rings that cross themselves, against a count of crossings in space and of places on each side.
@Suite("Sides of rings that cross themselves")
struct GeoPolygonCrossingTests {
  /// Places that cover the sphere evenly, without symmetry.
  private static let spiral: [Coordinate] = (0..<1_000).map { step in
    let sine = 1 - (2 * Double(step) + 1.1) / 1_000.1
    return Coordinate(
      latitude: Double.asin(sine) * 180 / .pi,
      longitude: (Double(step) * 137.507764050037854 + 0.31).remainder(dividingBy: 360))
  }

  /// Whether two places are on different sides, by the crossings of the arc between them.
  private func areApart(_ a: UnitVector, _ b: UnitVector, by ring: [UnitVector]) -> Bool {
    let normal = a.cross(b)
    var isOdd = false
    for index in ring.indices {
      let (c, d) = (ring[index], ring[(index + 1) % ring.count])
      let other = c.cross(d)
      let (start, end) = (normal.dot(c), normal.dot(d))
      guard start * end < 0, other.dot(a) * other.dot(b) < 0 else { continue }
      // The great circles meet at two places; the arcs at one of them or not at all.
      let sum = UnitVector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
      let place = normal.cross(other)
      let middle = UnitVector(x: c.x + d.x, y: c.y + d.y, z: c.z + d.z)
      if place.dot(sum) * place.dot(middle) > 0 { isOdd.toggle() }
    }
    return isOdd
  }

  /// Compares `contains` with the smaller of the sides, by counting; false if neither is clearly
  /// smaller.
  private func expectSmallerSide(_ ring: [Coordinate], within places: [Coordinate], _ note: String)
    -> Bool
  {
    let polygon = GeoPolygon(ring)
    let vectors = ring.map(\.unitVector)
    let first = places[0].unitVector
    let isApart = places.map { areApart(first, $0.unitVector, by: vectors) }
    let count = isApart.count { $0 }
    guard abs(Double(count) / Double(places.count) - 0.5) > 0.04 else { return false }
    let isSmaller = 2 * count < places.count
    let box = polygon.boundingBox
    var wrong = 0
    for (place, isApart) in zip(places, isApart) {
      let isInside = polygon.contains(place)
      if isInside != (isApart == isSmaller) || isInside && !box.contains(place) { wrong += 1 }
    }
    #expect(wrong == 0, "\(note): \(ring)")
    return true
  }

  @Test("Random rings of all sizes contain the smaller side by the even-odd rule")
  func randomRings() {
    var random = SeededGenerator(seed: 32)
    var decided = 0
    for round in 0..<rounds(1_500, inDebug: 150) {
      let middle = [
        Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
        Coordinate(latitude: random.double(in: -60...60), longitude: 180), random.coordinate(),
      ][round % 4]
      let reach = [0.9, 1.5, 2.2, Double.pi][round / 4 % 4] * Sphere.mean.radius
      let ring = (0..<random.integer(in: 4...10)).map { _ in
        middle.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 0...reach))
      }
      if expectSmallerSide(ring, within: Self.spiral, "\(round)") { decided += 1 }
    }
    #expect(decided > rounds(1_200, inDebug: 120))
  }

  @Test("Small rings do not contain what is opposite, wherever they are")
  func smallRings() {
    var random = SeededGenerator(seed: 33)
    for round in 0..<4_000 {
      let middle = [
        Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: -90, longitude: 0),
        Coordinate(latitude: random.double(in: -80...80), longitude: 180), random.coordinate(),
      ][round % 4]
      let reach = [1e-4, 1, 1e3, 1e6, 6e6, 9.9e6][round / 4 % 6]
      let ring = (0..<random.integer(in: 3...9)).map { _ in
        middle.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 0...reach))
      }
      let opposite = Coordinate(latitude: -middle.latitude, longitude: middle.longitude + 180)
      let polygon = GeoPolygon(ring)
      #expect(!polygon.contains(opposite), "\(round) \(ring)")
      #expect(GeoPolygon(ring.reversed()).contains(middle) == polygon.contains(middle))
      // A polygon around a pole has all longitudes, so its box contains what is opposite if the
      // polygon reaches that latitude, which takes more than 60 degrees.
      let box = polygon.boundingBox
      let south = Coordinate(latitude: -90, longitude: 0)
      let north = Coordinate(latitude: 90, longitude: 0)
      let isAroundPole = polygon.contains(south) || polygon.contains(north)
      #expect(!isAroundPole || box.longitudeSpan == 360, "\(round) \(ring)")
      let mayContain = isAroundPole && reach > 6.6e6
      #expect(box.isEmpty || mayContain || !box.contains(opposite), "\(round) \(ring)")
    }
  }

  @Test("Bow ties and pentagrams with a pole in either part")
  func figuresAtPoles() {
    for sign in [1.0, -1] {
      for shift in stride(from: -9.0, through: 9, by: 1.5) {
        // Two lobes of different sizes along a meridian, the knot near the pole.
        let pole = Coordinate(latitude: sign * 90, longitude: 0)
        let start = pole.destination(bearing: 20, distance: shift * 111e3)
        let corners = [(21.0, 10.0), (112, 4), (293, 4), (204, 6)].map {
          start.destination(bearing: $0.0, distance: $0.1 * 111e3)
        }
        let star = (0..<5).map {
          start.destination(bearing: Double($0 * 144) + 3, distance: 700_000)
        }
        let eight = [corners[0], corners[1], corners[3], corners[2]]
        for ring in [eight, star, eight.reversed(), star.reversed()] {
          #expect(expectSmallerSide(ring, within: Self.spiral, "\(sign) \(shift)"))
          let near = (0..<200).map {
            start.destination(bearing: Double($0) * 222.5, distance: Double($0) * 7_003 + 501)
          }
          let far = Coordinate(latitude: -start.latitude, longitude: start.longitude + 179)
          let vectors = ring.map(\.unitVector)
          let polygon = GeoPolygon(ring)
          let wrong = near.filter {
            polygon.contains($0) != areApart(far.unitVector, $0.unitVector, by: vectors)
          }
          #expect(wrong.isEmpty, "\(sign) \(shift) \(ring)")
        }
      }
    }
  }

  @Test("What is left of a ring that crosses itself does not depend on where the poles are")
  func leftSides() {
    var random = SeededGenerator(seed: 34)
    for round in 0..<rounds(1_000, inDebug: 150) {
      let corners = (0..<random.integer(in: 4...9)).map { _ in
        (random.double(in: 0...360), random.double(in: 0...[1e4, 1e6, 6e6][round % 3]))
      }
      func answers(_ middle: Coordinate, _ turn: Double) -> [Bool] {
        let ring = corners.map { middle.destination(bearing: $0.0 + turn, distance: $0.1) }
        let polygon = GeoPolygon(ring, interior: .leftOfRing)
        let far = Coordinate(latitude: -middle.latitude, longitude: middle.longitude + 180)
        return [polygon.contains(middle), polygon.contains(far)]
      }
      let expected = answers(Coordinate(latitude: 3, longitude: 4), 0)
      for (latitude, longitude) in [(90.0, 0.0), (-90, 0), (0, 180), (89.9, 50)] {
        let found = answers(Coordinate(latitude: latitude, longitude: longitude), 0)
        #expect(found == expected, "\(round) \(latitude)")
      }
    }
  }

  @Test("Lobes that together are larger than half of the Earth are outside")
  func largeFigures() {
    // Two triangles that meet at a point, each about a third of the Earth; they wind in opposite
    // directions, so that their signed areas cancel.
    for turn in [0.0, 100, 180] {
      for tilt in [0.0, 40, 90] {
        let middle = Coordinate(latitude: tilt, longitude: turn)
        let bearings: [Double] = [10, 110, 130, 230, 250, 350]
        let ring = bearings.map { middle.destination(bearing: $0, distance: 125 * 111_195) }
        let knotted = [ring[0], ring[3], ring[1], ring[4], ring[2], ring[5]]
        for ring in [ring, knotted] {
          _ = expectSmallerSide(ring, within: Self.spiral, "\(turn) \(tilt)")
        }
      }
    }
  }
}

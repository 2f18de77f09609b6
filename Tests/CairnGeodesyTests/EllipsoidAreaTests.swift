import CairnGeodesy
import TestSupport
import Testing

@Suite struct EllipsoidAreaTests {
  let wgs84 = Ellipsoid.wgs84

  private func ring(_ pairs: (Double, Double)...) -> [Coordinate] {
    pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  @Test func octantsAndHalves() {
    let total = wgs84.area
    // The published area of the ellipsoid.
    #expect(abs(total - 510_065_621_724_088.4) < 1)
    let octant = wgs84.measure(ring: ring((0, 0), (0, 90), (90, 0)))
    #expect(abs(octant.area - total / 8) < 0.1)
    let south = wgs84.measure(ring: ring((0, 0), (0, 90), (-90, 0)))
    #expect(abs(south.area + total / 8) < 0.1)
    let half = wgs84.measure(ring: ring((0, 0), (0, 90), (0, 180), (0, -90)))
    #expect(abs(abs(half.area) - total / 2) < 0.1)
    #expect(abs(half.perimeter - 2 * Double.pi * wgs84.equatorialRadius) < 4e-8)
  }

  /// Compares a ring around a pole with the area of a zone in closed form on a sphere.
  @Test func polesInside() {
    let sphere = Ellipsoid(equatorialRadius: 1000, flattening: 0)
    for latitude in [80.0, 10, 0.5] {
      var ring: [Coordinate] = []
      for step in 0..<3600 {
        ring.append(Coordinate(latitude: latitude, longitude: Double(step) / 10))
      }
      let cap = 2 * Double.pi * 1e6 * (1 - Double.sin(latitude * .pi / 180))
      #expect(abs(sphere.measure(ring: ring).area / cap - 1) < 2e-6)
      let south = ring.map { Coordinate(latitude: -$0.latitude, longitude: $0.longitude) }
      #expect(abs(sphere.measure(ring: south).area / cap + 1) < 2e-6)
    }
  }

  /// The sum of the parts equals the whole, wherever the parts are.
  @Test func areasAdd() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<500 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      let c = generator.coordinate()
      let d = wgs84.midpoint(from: b, to: c)
      let whole = wgs84.measure(ring: [a, b, c]).area
      let parts = wgs84.measure(ring: [a, b, d]).area + wgs84.measure(ring: [a, d, c]).area
      #expect(abs((whole - parts).remainder(dividingBy: wgs84.area)) < 2)
      #expect(abs(whole) <= wgs84.area / 2)
    }
  }

  @Test func rotationClosingAndLongitudeTurnsDoNotMatter() {
    let ring = ring((60, 170), (62, -170), (55, -175), (54, 178))
    let area = wgs84.measure(ring: ring).area
    #expect(area < 0)
    for shift in 1..<4 {
      let turned = Array(ring[shift...] + ring[..<shift])
      #expect(abs(wgs84.measure(ring: turned).area - area) < 0.1)
    }
    #expect(wgs84.measure(ring: ring + [ring[0]]).area == area)
    let unrolled = ring.map {
      Coordinate(
        latitude: $0.latitude, longitude: $0.longitude < 0 ? $0.longitude + 360 : $0.longitude)
    }
    #expect(wgs84.measure(ring: unrolled).area == area)
  }

  @Test func fewPlacesHaveNoArea() {
    #expect(wgs84.measure(ring: []) == (0, 0))
    #expect(wgs84.measure(ring: ring((10, 20))) == (0, 0))
    let there = wgs84.measure(ring: ring((10, 20), (-30, 77)))
    #expect(there.area.bitPattern == 0)
    #expect(there.perimeter > 0)
  }
}

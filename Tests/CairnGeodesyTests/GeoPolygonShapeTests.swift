import TestSupport
import Testing

@testable import CairnGeodesy

@Suite struct GeoPolygonShapeTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func simplifiedRingsStayRings() {
    let circle = (0..<360).map { at(0, 180).destination(bearing: Double(-$0), distance: 500_000) }
    let polygon = GeoPolygon(circle, holes: [circle.map { at($0.latitude / 2, 180) }])
    for tolerance in [1, 100, 10_000, 100_000, 1e6, 1e8] {
      let simple = polygon.simplified(tolerance: tolerance)
      #expect(simple.outer.count >= 3 && simple.outer.count <= 360)
      #expect(simple.area() > 0)
      let border = GeoPath(simple.outer + [simple.outer[0]])
      if tolerance < 1e6 {
        for index in stride(from: 5, to: 360, by: 12) {
          #expect(border.distance(to: circle[index]) <= tolerance * (1 + 1e-9))
        }
      }
      #expect(simple.holes.isEmpty)
    }
    #expect(polygon.simplified(tolerance: 0) == polygon)
    let closed = GeoPolygon(circle + [circle[0]]).simplified(tolerance: 1e8)
    #expect(closed.outer.count == 4 && closed.outer.first == closed.outer.last)
    let hole = (0..<60).map { at(0, 180).destination(bearing: Double($0 * 6), distance: 50_000) }
    let holed = GeoPolygon(circle, holes: [hole])
    #expect(holed.simplified(tolerance: 1000).holes.count == 1)
    #expect(holed.simplified(tolerance: 200_000).holes.isEmpty)
    #expect(GeoPolygon([]).simplified(tolerance: 5).outer.isEmpty)
    let regions = GeoMultiPolygon([holed, polygon]).simplified(tolerance: 1000)
    #expect(regions.polygons.count == 2 && regions.polygons[0].outer.count < 120)
  }

  @Test func hullsContainTheirPoints() {
    var random = SeededGenerator(seed: 51)
    for round in 0..<80 {
      let center = random.coordinate()
      let reach = round % 2 == 0 ? random.double(in: 1...10_000) : random.double(in: 1e5...9.9e6)
      var points = (0..<random.integer(in: 3...60)).map { _ in
        center.destination(
          bearing: random.double(in: 0...360), distance: reach * random.unit().squareRoot())
      }
      points += points.prefix(5)
      points.append(at(.nan, 0))
      guard let hull = GeoPolygon(convexHullOf: points) else {
        Issue.record("no hull of \(points)")
        continue
      }
      #expect(hull.isCounterclockwise)
      #expect(hull.outer.allSatisfy { vertex in points.contains { $0 == vertex } })
      for point in points where point.isValid {
        let border = GeoPath(hull.outer + [hull.outer[0]]).distance(to: point)
        #expect(hull.contains(point) || border < 1e-6, "\(center) \(reach) \(border)")
      }
      // No vertex is to the right of an edge.
      for (a, b) in zip(hull.outer, hull.outer.dropFirst() + [hull.outer[0]]) {
        for c in hull.outer where c != a && c != b {
          #expect(Sphere.mean.crossTrackDistance(of: c, fromLineThrough: a, and: b) < 1e-6)
        }
      }
    }
  }

  @Test func somePointSetsHaveNoHull() {
    #expect(GeoPolygon(convexHullOf: []) == nil)
    #expect(GeoPolygon(convexHullOf: [at(0, 0), at(1, 1)]) == nil)
    #expect(GeoPolygon(convexHullOf: (0..<20).map { at(0, Double($0)) }) == nil)
    #expect(GeoPolygon(convexHullOf: [at(0, 0), at(0, 120), at(0, -120)]) == nil)
    #expect(GeoPolygon(convexHullOf: [at(0, 0), at(0, 180), at(50, 90)]) == nil)
    let tetrahedron = [at(90, 0), at(-19.47, 0), at(-19.47, 120), at(-19.47, -120)]
    #expect(GeoPolygon(convexHullOf: tetrahedron) == nil)
    // Nearly a hemisphere, with the pole in its center.
    let cap = (0..<36).map { at(0.001, Double($0) * 10) } + [at(30, 5), at(-0.0005, 3)]
    let hull = GeoPolygon(convexHullOf: cap)
    #expect(hull?.contains(at(90, 0)) == true && hull?.outer.count == 14)
    let square = [at(0, 0), at(0, 1), at(1, 1), at(1, 0), at(0.5, 0.5), at(0, 0.5), at(0, 0)]
    #expect(GeoPolygon(convexHullOf: square)?.outer.count == 4)
    #expect(GeoPolygon(convexHullOf: [at(5, 5), at(5, 5), at(5, 5)]) == nil)
  }

  @Test func straightEdgesFollowTheParallel() {
    let ring = [at(49, -123), at(49, -95), at(60, -95), at(60, -123)]
    let curved = GeoPolygon(ring)
    let straight = GeoPolygon(straightInDegrees: ring, tolerance: 5)
    #expect(!curved.contains(at(49.5, -109)) && straight.contains(at(49.5, -109)))
    #expect(straight.contains(at(49.0002, -109)) && !straight.contains(at(48.9998, -109)))
    #expect(straight.outer.count > 100 && straight.outer.count < 2000)
    // The other side of the border gets the same vertices.
    let south = GeoPolygon(
      straightInDegrees: [at(49, -95), at(49, -123), at(30, -123), at(30, -95)], tolerance: 5)
    let shared = Set(straight.outer).intersection(south.outer)
    #expect(shared.count > 50 && shared.allSatisfy { $0.latitude == 49 })
    for vertex in shared where vertex.longitude > -123 && vertex.longitude < -95 {
      #expect(straight.contains(vertex) != south.contains(vertex))
    }
    // Short edges are kept, and the deviation is within the requested tolerance.
    let garden = [at(48, 11), at(48.001, 11), at(48.001, 11.001), at(48, 11.001)]
    #expect(GeoPolygon(straightInDegrees: garden, tolerance: 1).outer == garden)
    for (a, b) in [(at(10, 0), at(60, 80)), (at(-70, 170), at(-20, 240)), (at(5, 0), at(-5, 90))] {
      let path = GeoPolygon(straightInDegrees: [a, b, at(0, a.longitude)], tolerance: 2000)
      let border = GeoPath(path.outer + [path.outer[0]])
      for step in 0...24 {
        let fraction = Double(step) / 24
        let width = (b.longitude - a.longitude + 360).truncatingRemainder(dividingBy: 360)
        let point = at(
          a.latitude + (b.latitude - a.latitude) * fraction, a.longitude + width * fraction)
        #expect(border.distance(to: point) <= 2000, "\(a) \(b) \(fraction)")
      }
    }
  }

  @Test func orientation() {
    let ring = [at(0, 179), at(0, -179), at(2, 180)]
    let hole = [at(0.5, 179.9), at(0.5, -179.9), at(0.7, 180)]
    let polygon = GeoPolygon(ring.reversed(), holes: [hole])
    #expect(!polygon.isCounterclockwise && GeoPolygon(ring).isCounterclockwise)
    #expect(polygon.oriented() == GeoPolygon(ring, holes: [hole.reversed()]))
    #expect(abs(polygon.oriented().area() - polygon.area()) < 1e-3)
    #expect(polygon.oriented().oriented() == polygon.oriented())
  }

  @Test func multipolygonsAddUp() {
    let fiji = GeoPolygon([at(-18, 177), at(-18, 179), at(-16, 178)])
    let lau = GeoPolygon([at(-18, -179), at(-18, -178), at(-17, -178.5)])
    let both = GeoMultiPolygon([fiji, lau])
    #expect(both.area() == fiji.area() + lau.area())
    #expect(both.perimeter() == fiji.perimeter() + lau.perimeter())
    #expect(both.boundingBox.west == 177 && both.boundingBox.east == -178)
    #expect(both.contains(at(-17.5, 178)) && both.contains(at(-17.8, 181.5)))
    #expect(!both.contains(at(-17.5, 180)) && !both.contains(at(.nan, 0)))
    #expect(both.boundingBox.contains(both.centroid ?? at(0, 0)))
    #expect(GeoMultiPolygon([]).centroid == nil && GeoMultiPolygon([]).boundingBox == .empty)
    #expect(both.area(on: .wgs84) > both.area() * 0.98)
  }
}

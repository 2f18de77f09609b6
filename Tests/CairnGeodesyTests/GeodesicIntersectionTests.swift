import CairnGeodesy
import TestSupport
import Testing

/// Compares intersections with IntersectTool of GeographicLib 2.7 and with their definition.
@Suite struct GeodesicIntersectionTests {
  private func line(_ row: ArraySlice<Double>, on surface: Surface = .wgs84) -> GeodesicLine {
    let numbers = Array(row)
    return GeodesicLine(
      from: Coordinate(latitude: numbers[0], longitude: numbers[1]), bearing: numbers[2],
      on: surface)
  }

  private func segment(_ row: ArraySlice<Double>, on surface: Surface = .wgs84) -> GeodesicLine {
    let numbers = Array(row)
    return GeodesicLine(
      from: Coordinate(latitude: numbers[0], longitude: numbers[1]),
      to: Coordinate(latitude: numbers[2], longitude: numbers[3]), on: surface)
  }

  /// Checks that the place is on both lines, whatever the angle.
  private func expectMeeting(
    _ found: GeodesicIntersection, _ line: GeodesicLine, _ other: GeodesicLine, within: Double,
    _ row: [Double]
  ) {
    let place = line.coordinate(at: found.distance)
    let another = other.coordinate(at: found.otherDistance)
    #expect(found.coordinate == place)
    #expect(place.distance(to: another, on: line.surface) <= within, "\(row) \(found)")
  }

  @Test func intersectionsAgreeWithTheReference() throws {
    var worst = 0.0
    for row in try VectorFile("geodesic_intersections.csv").numbers {
      let line = line(row[0..<3])
      let other = self.line(row[3..<6])
      let found = try #require(line.intersection(with: other), "\(row)")
      expectMeeting(found, line, other, within: 3e-8, row)
      let sum = found.distance.magnitude + found.otherDistance.magnitude
      let expected = row[6].magnitude + row[7].magnitude
      // If two are equally near, either may be found; lines at a small angle are less accurate.
      let angle = try #require(
        crossing(line, found.distance, other, found.otherDistance).map { max($0, 1e-9) })
      #expect((sum - expected).magnitude <= 2e-8 / angle + 1e-7, "\(row) \(found)")
      #expect(found.isOverlap == (row[8] != 0), "\(row)")
      if !found.isOverlap, (found.distance - row[6]).magnitude < 1 {
        worst = max(worst, (found.distance - row[6]).magnitude * angle)
      }
    }
    #expect(worst < 1.5e-8)
  }

  /// The sine of the angle between two lines.
  private func crossing(
    _ line: GeodesicLine, _ x: Double, _ other: GeodesicLine, _ y: Double
  ) -> Double? {
    let turn = line.place(at: x).finalBearing - other.place(at: y).finalBearing
    return UnitVector(Coordinate(latitude: 0, longitude: turn)).y.magnitude
  }

  @Test func segmentIntersectionsAgreeWithTheReference() throws {
    var meetings = 0
    for row in try VectorFile("segment_intersections.csv").numbers {
      for isSwapped in [false, true] {
        var (line, other) = (segment(row[0..<4]), segment(row[4..<8]))
        if isSwapped { swap(&line, &other) }
        let found = line.segmentIntersection(with: other)
        // A segment that touches with an end may be decided either way by a nanometer.
        let (x, y) = isSwapped ? (row[9], row[8]) : (row[8], row[9])
        let isClear = [x, y, line.length - x, other.length - y].allSatisfy { $0.magnitude > 1e-6 }
        if isClear, row[10] == 0 { #expect((found != nil) == (row[11] == 0), "\(row)") }
        if row[11] == 0 { #expect(found != nil, "\(row)") }
        guard let found else { continue }
        meetings += 1
        expectMeeting(found, line, other, within: 1.2e-7, row)
        #expect(0...line.length ~= found.distance)
        #expect(0...other.length ~= found.otherDistance)
        if row[10] != 0 { #expect(found.isOverlap, "\(row)") }
      }
    }
    #expect(meetings > 300)
  }

  /// On the sphere great circles meet where the planes do, at the nearer of two antipodal places.
  @Test func greatCirclesMeetWherePlanesDo() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let places = (0..<4).map { _ in random.coordinate() }
      let line = GeodesicLine(from: places[0], to: places[1])
      let other = GeodesicLine(from: places[2], to: places[3])
      guard line.length > 1, other.length > 1 else { continue }
      let found = try #require(line.intersection(with: other))
      expectMeeting(found, line, other, within: 3e-8, [])
      #expect(
        found.distance.magnitude + found.otherDistance.magnitude
          <= Sphere.mean.radius * .pi + 1e-6)
      let vectors = places.map(\.unitVector)
      func side(_ a: UnitVector, _ b: UnitVector, _ c: UnitVector) -> Double {
        (a.y * b.z - a.z * b.y) * c.x + (a.z * b.x - a.x * b.z) * c.y
          + (a.x * b.y - a.y * b.x) * c.z
      }
      let sides = [
        side(vectors[0], vectors[1], vectors[2]), side(vectors[0], vectors[1], vectors[3]),
        side(vectors[2], vectors[3], vectors[0]), side(vectors[2], vectors[3], vectors[1]),
      ]
      guard sides.allSatisfy({ $0.magnitude > 1e-12 }) else { continue }
      let meets = sides[0] * sides[1] < 0 && sides[2] * sides[3] < 0 && sides[0] * sides[2] < 0
      #expect((line.segmentIntersection(with: other) != nil) == meets)
    }
  }

  @Test func linesWithoutIntersection() {
    let here = Coordinate(latitude: 1, longitude: 2)
    let line = GeodesicLine(from: here, bearing: 10)
    let invalid = GeodesicLine(from: Coordinate(latitude: 91, longitude: 0), bearing: 10)
    #expect(line.intersection(with: invalid) == nil)
    #expect(invalid.intersection(with: line) == nil)
    #expect(line.segmentIntersection(with: invalid) == nil)
    #expect(line.intersection(with: GeodesicLine(from: here, bearing: 10, on: .wgs84)) == nil)
    let flat = Surface.ellipsoid(Ellipsoid(equatorialRadius: 6e6, flattening: 0.3))
    let odd = GeodesicLine(from: here, bearing: 10, on: flat)
    #expect(odd.intersection(with: odd) == nil)
    for bearing in [0, 45, 90, 180, .nan, .infinity, 1e300] {
      for place in [here, Coordinate(latitude: 90, longitude: 0)] {
        let other = GeodesicLine(from: place, bearing: bearing)
        _ = line.intersection(with: other)
        _ = line.segmentIntersection(with: other)
      }
    }
  }
}

extension UnitVector {
  fileprivate init(_ coordinate: Coordinate) { self = coordinate.unitVector }
}

import CairnGeodesy
import TestSupport
import Testing

@testable import CairnPictures

@Suite struct ProjectionTests {
  private static let radius = Sphere.mean.radius

  private static let centers = [
    Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 47.5, longitude: 8.5),
    Coordinate(latitude: -41, longitude: 174.8), Coordinate(latitude: 90, longitude: 0),
    Coordinate(latitude: -90, longitude: 30), Coordinate(latitude: 12, longitude: -180),
  ]

  private static var projections: [MapProjection] {
    [.equalEarth(), .equalEarth(centralMeridian: 150)]
      + centers.flatMap { center in
        [
          MapProjection.azimuthalEqualArea(center: center), .azimuthalEquidistant(center: center),
          .orthographic(center: center),
        ]
      }
  }

  @Test func equalEarthHasThePublishedMeasures() {
    let map = MapProjection.equalEarth()
    // The extents for a unit sphere, computed from the published polynomial with 30 digits.
    let pole = map.point(of: Coordinate(latitude: 90, longitude: 0))
    #expect(abs(pole.x) < 1e-6)
    #expect(abs(pole.y / Self.radius - 1.317_362_759_157_413) < 1e-12)
    let edge = MapProjection.equalEarth(eastward: 180, latitude: 0)
    #expect(abs(edge.x / Self.radius - 2.706_629_983_696_075) < 1e-12)
    let corner = MapProjection.equalEarth(eastward: 180, latitude: 90)
    #expect(corner.x > 0.58 * edge.x && corner.x < 0.6 * edge.x)
  }

  @Test func projectionsRoundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    for projection in Self.projections {
      for _ in 0..<400 {
        let place = Coordinate(
          latitude: Double.random(in: -90...90, using: &generator),
          longitude: Double.random(in: -180...180, using: &generator))
        let point = projection.point(of: place)
        if projection.kind == .orthographic, !point.isFinite {
          #expect(projection.center.distance(to: place) > 10_007_000)
          continue
        }
        // At the rim of a globe or a disc the inverse loses digits.
        let far = projection.center.distance(to: place)
        if projection.kind == .orthographic, far > 9_900_000 { continue }
        if !projection.isCutAlongMeridian, far > 19_900_000 { continue }
        let back = try #require(projection.coordinate(at: point))
        #expect(back.distance(to: place) < 1e-3, "\(projection) \(place) \(back)")
      }
    }
  }

  @Test func equidistantDistancesAreExact() {
    var generator = SeededGenerator(seed: 2)
    for center in Self.centers {
      let projection = MapProjection.azimuthalEquidistant(center: center)
      for _ in 0..<200 {
        let place = Coordinate(
          latitude: Double.random(in: -90...90, using: &generator),
          longitude: Double.random(in: -180...180, using: &generator))
        let point = projection.point(of: place)
        let length = (point.x * point.x + point.y * point.y).squareRoot()
        #expect(abs(length - center.distance(to: place)) < 1e-2)
      }
    }
  }

  /// The area of a small quadrangle on the plane equals that on the sphere, at any location.
  @Test func equalAreaProjectionsPreserveAreas() {
    var generator = SeededGenerator(seed: 3)
    for projection in Self.projections
    where projection.kind == .equalEarth || projection.kind == .azimuthalEqualArea {
      for _ in 0..<100 {
        let south = Double.random(in: -88...87, using: &generator)
        let west = Double.random(in: -179...178, using: &generator)
        let size = 0.01
        let corners = [(0.0, 0.0), (0, size), (size, size), (size, 0)].map { north, east in
          projection.point(
            of: Coordinate(latitude: south + north, longitude: west + east))
        }
        let center = projection.center
        let middle = Coordinate(latitude: south, longitude: west)
        if center.distance(to: middle) > 18_000_000 { continue }
        let fromCut = (west - center.longitude).remainder(dividingBy: 360).magnitude
        if projection.isCutAlongMeridian, fromCut > 179 { continue }
        let flat = abs(area(of: corners))
        let radians = Double.pi / 180
        let sphere =
          Self.radius * Self.radius * size * radians
          * (sine(south + size) - sine(south))
        #expect(abs(flat / sphere - 1) < 2e-4, "\(projection) \(middle)")
      }
    }
  }

  private func sine(_ degrees: Double) -> Double {
    Coordinate(latitude: degrees, longitude: 0).unitVector.z
  }

  @Test func invalidCoordinatesHaveNoPoint() {
    for projection in Self.projections {
      for place in [
        Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 91, longitude: 0),
        Coordinate(latitude: 0, longitude: .infinity),
      ] {
        #expect(!projection.point(of: place).isFinite)
      }
      #expect(projection.coordinate(at: PlanePoint(x: .nan, y: 0)) == nil)
      #expect(projection.coordinate(at: PlanePoint(x: 1e9, y: 1e9)) == nil)
    }
    #expect(
      MapProjection.azimuthalEqualArea(center: Coordinate(latitude: .nan, longitude: 0)).center
        == Coordinate(latitude: 0, longitude: 0))
  }

  @Test func polesAndAntipodesArePoints() {
    for center in Self.centers {
      let map = MapProjection.azimuthalEquidistant(center: center)
      #expect(map.point(of: center).distance(to: PlanePoint(x: 0, y: 0)) < 1e-6)
      let antipode = Coordinate(latitude: -center.latitude, longitude: center.longitude + 180)
      let point = map.point(of: antipode)
      let length = (point.x * point.x + point.y * point.y).squareRoot()
      #expect(abs(length / Self.radius - .pi) < 1e-9)
    }
  }
}

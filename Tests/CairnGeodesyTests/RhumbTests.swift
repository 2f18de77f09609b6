import CairnGeodesy
import TestSupport
import Testing

@Suite struct RhumbTests {
  private func turn(_ a: Double, _ b: Double) -> Double {
    abs((a - b).remainder(dividingBy: 360))
  }

  @Test func inverseAgreesWithItsVectors() throws {
    let rows = try VectorFile("rhumb_inverse_hp.csv").rows
    #expect(rows.count > 400)
    for row in rows {
      let v = try row.dropFirst().map { try #require(Double($0)) }
      let a = Coordinate(latitude: v[0], longitude: v[1])
      let b = Coordinate(latitude: v[2], longitude: v[3])
      let sphere = Sphere.mean.rhumbInverse(from: a, to: b)
      #expect(abs(sphere.distance - v[4]) <= 5e-9, "\(row)")
      #expect(turn(sphere.bearing, v[5]) <= 1e-12, "\(row)")
      let wgs84 = Ellipsoid.wgs84.rhumbInverse(from: a, to: b)
      #expect(abs(wgs84.distance - v[6]) <= 1.5e-8, "\(row)")
      #expect(turn(wgs84.bearing, v[7]) <= 1e-12, "\(row)")
    }
  }

  @Test func directAgreesWithItsVectors() throws {
    let rows = try VectorFile("rhumb_direct_wgs84_rhumbsolve.csv").rows
    #expect(rows.count >= 200)
    let metersPerDegree = 6_400_000 * Double.pi / 180
    for row in rows {
      let v = try row.map { try #require(Double($0)) }
      let start = Coordinate(latitude: v[0], longitude: v[1])
      let end = Ellipsoid.wgs84.rhumbDirect(from: start, bearing: v[2], distance: v[3])
      let cosine = Double.cos(v[4] * .pi / 180)
      #expect(abs(end.latitude - v[4]) * metersPerDegree <= 1.5e-8, "\(row)")
      #expect(turn(end.longitude, v[5]) * metersPerDegree * cosine <= 1.5e-8, "\(row)")
    }
  }

  @Test(arguments: [Surface.sphere, .wgs84, .ellipsoid(Self.prolate)])
  func directInvertsInverse(surface: Surface) {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let a = generator.coordinate()
      let b = generator.coordinate()
      let distance = a.rhumbDistance(to: b, on: surface)
      let bearing = a.rhumbBearing(to: b, on: surface)
      #expect(bearing >= 0 && bearing < 360)
      let end = a.rhumbDestination(bearing: bearing, distance: distance, on: surface)
      // The bearing in degrees is accurate to 3e-14 of its size, which is 60 nm over 20,000 km.
      #expect(end.distance(to: b) < 3e-7, "\(a) \(b) \(end)")
      #expect(a.distance(to: b) <= distance * 1.007)
      let middle = a.rhumbMidpoint(to: b, on: surface)
      let first = a.rhumbDistance(to: middle, on: surface)
      #expect(abs(first - distance / 2) < 1e-6)
    }
  }

  static let prolate = Ellipsoid(equatorialRadius: 6_400_000, flattening: -1.0 / 150)

  @Test func parallelsAndMeridians() {
    let wgs84 = Ellipsoid.wgs84
    let a = Coordinate(latitude: 60, longitude: 179)
    let b = Coordinate(latitude: 60, longitude: -179)
    #expect(wgs84.rhumbInverse(from: a, to: b).bearing == 90)
    #expect(wgs84.rhumbInverse(from: b, to: a).bearing == 270)
    #expect(Sphere.mean.rhumbInverse(from: a, to: b).bearing == 90)
    let east = wgs84.rhumbDirect(from: a, bearing: 90, distance: 1_000_000)
    #expect(east.latitude == 60)
    // A parallel can be circled repeatedly.
    let round = wgs84.rhumbInverse(from: a, to: b).distance * 180
    let back = wgs84.rhumbDirect(from: a, bearing: 90, distance: round)
    #expect(abs(back.longitude - 179) < 1e-12)
    // The meridian is a geodesic.
    let south = Coordinate(latitude: -20, longitude: 30)
    let north = Coordinate(latitude: 70, longitude: 390)
    let meridian = wgs84.rhumbInverse(from: south, to: north)
    #expect(meridian.bearing == 0)
    #expect(abs(meridian.distance - wgs84.distance(from: south, to: north)) < 4e-9)
    #expect(wgs84.rhumbInverse(from: north, to: south).bearing == 180)
    let up = wgs84.rhumbDirect(from: south, bearing: 0, distance: meridian.distance)
    #expect(abs(up.latitude - 70) < 1e-13 && up.longitude == 30)
  }

  /// A line that climbs by one unit in the last place is a parallel to all digits.
  @Test func almostParallelsKeepTheirDigits() {
    for latitude in [0, 1e-9, 45, 60, 89.999, -30] {
      let a = Coordinate(latitude: latitude, longitude: 10)
      let b = Coordinate(latitude: latitude, longitude: 70)
      let c = Coordinate(latitude: latitude.nextUp, longitude: 70)
      for surface in [Surface.sphere, .wgs84] {
        let level = a.rhumbDistance(to: b, on: surface)
        #expect(abs(a.rhumbDistance(to: c, on: surface) - level) <= 1e-8)
        #expect(abs(a.rhumbBearing(to: c, on: surface) - 90) < 1e-7)
        let middle = a.rhumbMidpoint(to: c, on: surface)
        let cosine = Double.cos(latitude * .pi / 180)
        #expect(abs(middle.longitude - 40) * cosine < 1e-12)
        #expect(abs(middle.latitude - latitude) <= 2 * latitude.nextUp.ulp)
      }
    }
  }

  @Test func oppositeMeridiansRunEast() {
    for (west, east) in [(0.0, 180.0), (180, 0), (-180, 0), (0, -180), (90, -90), (-90, 90)] {
      let a = Coordinate(latitude: 10, longitude: west)
      let b = Coordinate(latitude: 20, longitude: east)
      for surface in [Surface.sphere, .wgs84] {
        let bearing = a.rhumbBearing(to: b, on: surface)
        #expect(bearing > 0 && bearing < 90)
      }
    }
  }

  @Test func linesEndAtThePole() {
    let start = Coordinate(latitude: 80, longitude: 20)
    for surface in [Surface.sphere, .wgs84] {
      for bearing in [0.0, 30, 89, -45] {
        let end = start.rhumbDestination(bearing: bearing, distance: 1e12, on: surface)
        #expect(end == Coordinate(latitude: 90, longitude: 20))
        let back = start.rhumbDestination(bearing: bearing, distance: -1e12, on: surface)
        #expect(back == Coordinate(latitude: -90, longitude: 20))
      }
      let south = start.rhumbDestination(bearing: 180, distance: 1e8, on: surface)
      #expect(south == Coordinate(latitude: -90, longitude: 20))
      // To, from and between poles: meridians.
      let pole = Coordinate(latitude: 90, longitude: -50)
      let low = Coordinate(latitude: -90, longitude: 100)
      #expect(start.rhumbBearing(to: pole, on: surface) == 0)
      #expect(pole.rhumbBearing(to: start, on: surface) == 180)
      #expect(pole.rhumbBearing(to: low, on: surface) == 180)
      let half = surface == .wgs84 ? 20_003_931.458625447 : 6_371_008.8 * Double.pi
      #expect(abs(pole.rhumbDistance(to: low, on: surface) - half) < 4e-9)
      let middle = pole.rhumbMidpoint(to: start, on: surface)
      #expect(middle.longitude == 20 && abs(middle.latitude - 85) < 0.01)
      #expect(pole.rhumbDistance(to: Coordinate(latitude: 90, longitude: 7), on: surface) == 0)
      let away = pole.rhumbDestination(bearing: 150, distance: 1000, on: surface)
      #expect(away.longitude == -50 && away.latitude < 90)
      #expect(pole.rhumbDestination(bearing: 90, distance: 1000, on: surface) == pole)
    }
  }

  @Test func equalPlacesAndSignedZeros() {
    let zero = Coordinate(latitude: 0, longitude: 0)
    let minus = Coordinate(latitude: -0.0, longitude: -0.0)
    for surface in [Surface.sphere, .wgs84] {
      for (a, b) in [(zero, minus), (minus, zero), (zero, zero), (minus, minus)] {
        #expect(a.rhumbDistance(to: b, on: surface) == 0)
        #expect(a.rhumbBearing(to: b, on: surface).bitPattern == 0)
      }
      let turned = Coordinate(latitude: 5, longitude: 725)
      let same = Coordinate(latitude: 5, longitude: 5)
      #expect(turned.rhumbDistance(to: same, on: surface) == 0)
      #expect(turned.rhumbMidpoint(to: same, on: surface) == same)
      let end = minus.rhumbDestination(bearing: 0, distance: 0, on: surface)
      #expect(end.longitude.bitPattern == 0 && end.latitude == 0)
      let dateline = Coordinate(latitude: 5, longitude: 180)
      #expect(dateline.rhumbDestination(bearing: 0, distance: 0, on: surface).longitude == -180)
    }
  }

  @Test func invalidPlacesGiveNaN() {
    let place = Coordinate(latitude: 1, longitude: 2)
    let bad = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
      Coordinate(latitude: 90.1, longitude: 0), Coordinate(latitude: -91, longitude: 0),
      Coordinate(latitude: 0, longitude: .infinity), Coordinate(latitude: .infinity, longitude: 0),
    ]
    for surface in [Surface.sphere, .wgs84] {
      for other in bad {
        #expect(place.rhumbDistance(to: other, on: surface).isNaN)
        #expect(other.rhumbDistance(to: place, on: surface).isNaN)
        #expect(place.rhumbBearing(to: other, on: surface).isNaN)
        #expect(place.rhumbMidpoint(to: other, on: surface).latitude.isNaN)
        #expect(other.rhumbDestination(bearing: 1, distance: 1, on: surface).longitude.isNaN)
      }
      for number in [Double.nan, .infinity, -.infinity] {
        let a = place.rhumbDestination(bearing: number, distance: 1, on: surface)
        let b = place.rhumbDestination(bearing: 1, distance: number, on: surface)
        #expect(a.latitude.isNaN && a.longitude.isNaN && b.latitude.isNaN && b.longitude.isNaN)
      }
    }
  }
}

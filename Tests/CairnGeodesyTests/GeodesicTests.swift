import CairnGeodesy
import TestSupport
import Testing

/// Properties of geodesics that hold for any numbers.
@Suite struct GeodesicTests {
  static let shapes = [
    Ellipsoid.wgs84,
    Ellipsoid(equatorialRadius: 6_400_000, flattening: 0),
    Ellipsoid(equatorialRadius: 6_400_000, flattening: 1.0 / 50),
    Ellipsoid(equatorialRadius: 6_400_000, flattening: -1.0 / 50),
  ]

  /// Pairs that have caused problems for solvers: antipodal, polar, equatorial, meridional, tiny.
  private func pair(_ generator: inout SeededGenerator) -> (Coordinate, Coordinate) {
    let a = generator.coordinate()
    var b = generator.coordinate()
    let size = Double.exp(generator.double(in: -40...1))
    switch generator.next() % 8 {
    case 0:
      b.latitude = -a.latitude + generator.double(in: -size...size)
      b.longitude = a.longitude + 180 + generator.double(in: -size...size)
    case 1:
      b.latitude = a.latitude + generator.double(in: -size...size)
      b.longitude = a.longitude + generator.double(in: -size...size)
    case 2: b.longitude = a.longitude + 180
    case 3: b.longitude = a.longitude
    case 4: b = Coordinate(latitude: size * 1e-3, longitude: a.longitude + 179.5)
    case 5: b.latitude = -a.latitude
    default: break
    }
    b.latitude = max(-90, min(90, b.latitude))
    return (a, b)
  }

  @Test(arguments: shapes)
  func directInvertsInverse(shape: Ellipsoid) {
    var generator = SeededGenerator(seed: 7)
    let longest = max(shape.equatorialRadius, shape.polarRadius) * .pi
    for _ in 0..<4000 {
      let (a, b) = pair(&generator)
      let answer = shape.inverse(from: a, to: b)
      #expect(answer.distance >= 0 && answer.distance <= longest + 8e-9)
      #expect((0..<360).contains(answer.initialBearing))
      #expect((0..<360).contains(answer.finalBearing))
      let end = shape.direct(from: a, bearing: answer.initialBearing, distance: answer.distance)
      // A bearing in degrees is accurate to 3e-14, which displaces the end by at most 5 nm.
      let miss = end.coordinate.distance(to: b)
      #expect(miss < 3e-8, "\(shape) \(a) \(b) \(miss)")
    }
  }

  @Test(arguments: shapes)
  func inverseIsSymmetric(shape: Ellipsoid) {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<4000 {
      let (a, b) = pair(&generator)
      let there = shape.distance(from: a, to: b)
      #expect(abs(there - shape.distance(from: b, to: a)) <= 8e-9)
      let mirror = shape.distance(
        from: Coordinate(latitude: -a.latitude, longitude: -a.longitude),
        to: Coordinate(latitude: -b.latitude, longitude: -b.longitude))
      #expect(abs(there - mirror) <= 8e-9)
      #expect(there == shape.inverse(from: a, to: b).distance)
    }
  }

  /// The geodesic of the inverse problem is not longer than any path through a third place.
  @Test func triangleInequalityHolds() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<4000 {
      let (a, b) = pair(&generator)
      let c = generator.coordinate()
      let shape = Ellipsoid.wgs84
      let direct = shape.distance(from: a, to: b)
      #expect(direct <= shape.distance(from: a, to: c) + shape.distance(from: c, to: b) + 2e-8)
    }
  }

  @Test func sphereEqualsAnEllipsoidWithoutFlattening() {
    var generator = SeededGenerator(seed: 10)
    let sphere = Sphere(radius: 6_400_000)
    for _ in 0..<4000 {
      let (a, b) = pair(&generator)
      let round = Self.shapes[1].inverse(from: a, to: b)
      #expect(abs(round.distance - sphere.distance(from: a, to: b)) <= 8e-9)
      // Antipodal places have no bearing, and near ones an inaccurate one.
      guard round.distance > 1 && round.distance < 20_106_000 else { continue }
      let plain = sphere.inverse(from: a, to: b)
      let turn = (plain.initialBearing - round.initialBearing).remainder(dividingBy: 360)
      #expect(abs(turn) < 1e-7 / min(1, round.distance * 1e-3))
    }
  }

  @Test func equalPlacesAndSignedZeros() {
    let shape = Ellipsoid.wgs84
    let zeros = [0.0, -0.0]
    for latitude in zeros + [45, -90, 90] {
      for (u, v) in [(0.0, -0.0), (-0.0, 0.0), (180, -180), (-180, 180), (10, 370), (0, -720)] {
        let answer = shape.inverse(
          from: Coordinate(latitude: latitude, longitude: u),
          to: Coordinate(latitude: latitude == 0 ? -latitude : latitude, longitude: v))
        #expect(answer.distance == 0)
        #expect(answer.initialBearing.bitPattern == 0 && answer.finalBearing.bitPattern == 0)
      }
    }
    for a in zeros {
      for b in zeros {
        // Due north and due south, never -0 and never 360.
        let north = shape.inverse(
          from: Coordinate(latitude: a, longitude: b), to: Coordinate(latitude: 1, longitude: a))
        #expect(north.initialBearing.bitPattern == 0 && north.finalBearing.bitPattern == 0)
        let south = shape.inverse(
          from: Coordinate(latitude: a, longitude: b), to: Coordinate(latitude: -1, longitude: a))
        #expect(south.initialBearing == 180 && south.finalBearing == 180)
        let east = shape.inverse(
          from: Coordinate(latitude: a, longitude: b), to: Coordinate(latitude: b, longitude: 1))
        #expect(east.initialBearing == 90 && east.finalBearing == 90)
        let end = shape.direct(
          from: Coordinate(latitude: a, longitude: b), bearing: a, distance: b)
        #expect(end.coordinate.latitude == 0 && end.coordinate.longitude.bitPattern == 0)
        #expect(end.finalBearing.bitPattern == 0)
      }
    }
    // A bearing slightly west of north is 0 or just below 360, never 360.
    let west = shape.inverse(
      from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 80, longitude: -1e-300))
    #expect((0..<360).contains(west.initialBearing))
  }

  @Test func bearingsAtAPoleFollowTheStoredLongitude() {
    for shape in Self.shapes {
      for (longitude, target) in [(0.0, 30.0), (-70, 100), (180, -20), (500, 3)] {
        let pole = Coordinate(latitude: 90, longitude: longitude)
        let place = Coordinate(latitude: 50, longitude: target)
        // From the north pole, south is along the stored meridian: 180 minus the turn to the east.
        let bearing = (180 - (target - longitude)).remainder(dividingBy: 360)
        let away = shape.inverse(from: pole, to: place)
        #expect(abs((away.initialBearing - bearing).remainder(dividingBy: 360)) < 1e-12)
        #expect(away.finalBearing == 180)
        let back = shape.inverse(from: place, to: pole)
        #expect(back.initialBearing == 0)
        let end = shape.direct(from: pole, bearing: bearing, distance: away.distance)
        #expect(end.coordinate.distance(to: place) < 1e-8)
        // The distance does not depend on the longitude of the pole.
        let other = Coordinate(latitude: 90, longitude: longitude + 77)
        #expect(shape.distance(from: other, to: place) == away.distance)
        #expect(shape.distance(from: other, to: pole) == 0)
      }
    }
  }

  @Test func oppositeMeridiansHaveAFixedSign() {
    for (u, v) in [(0.0, 180.0), (0, -180), (180, 0), (-180, 0), (90, 270), (-90, 90)] {
      let a = Coordinate(latitude: 0.1, longitude: u)
      let b = Coordinate(latitude: -0.2, longitude: v)
      // On an oblate ellipsoid the meridian over the nearer pole is the shortest line.
      let oblate = Ellipsoid.wgs84.inverse(from: a, to: b)
      #expect(oblate.initialBearing == 180 && oblate.finalBearing == 0)
      // On a prolate one, two lines avoid the poles; the eastern one is chosen.
      let prolate = Self.shapes[3].inverse(from: a, to: b)
      #expect(prolate.initialBearing > 0 && prolate.initialBearing < 180)
    }
    // The same latitude on the opposite meridian, where the first trial does not move at all.
    for latitude in [0.5, 1, 1.5, 2, -1] {
      let a = Coordinate(latitude: latitude, longitude: 26)
      let b = Coordinate(latitude: latitude, longitude: -154)
      let prolate = Self.shapes[3].inverse(from: a, to: b)
      #expect(prolate.distance > 19_000_000)
      let end = Self.shapes[3].direct(
        from: a, bearing: prolate.initialBearing, distance: prolate.distance)
      #expect(end.coordinate.distance(to: b) < 3e-8)
    }
    // Between opposite points of the equator the line over a pole is the shorter one.
    let half = Ellipsoid.wgs84.inverse(
      from: Coordinate(latitude: 0, longitude: 0), to: Coordinate(latitude: 0, longitude: 180))
    #expect(abs(half.distance - 20_003_931.458625447) < 8e-9)
    #expect(half.initialBearing == 0 && half.finalBearing == 180)
  }

  @Test func invalidPlacesGiveNaN() {
    let place = Coordinate(latitude: 1, longitude: 2)
    let shape = Ellipsoid.wgs84
    for bad in [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
      Coordinate(latitude: 90.000001, longitude: 0), Coordinate(latitude: -91, longitude: 0),
      Coordinate(latitude: 0, longitude: .infinity), Coordinate(latitude: .infinity, longitude: 0),
    ] {
      for (a, b) in [(place, bad), (bad, place), (bad, bad)] {
        let answer = shape.inverse(from: a, to: b)
        #expect(answer.distance.isNaN && answer.initialBearing.isNaN && answer.finalBearing.isNaN)
        #expect(shape.distance(from: a, to: b).isNaN)
        #expect(shape.midpoint(from: a, to: b).latitude.isNaN)
        #expect(shape.crossTrackDistance(of: a, fromLineThrough: place, and: b).isNaN)
        #expect(shape.distance(from: a, toSegmentFrom: b, to: place).isNaN)
        #expect(shape.measure(ring: [a, b]).area.isNaN)
      }
      #expect(shape.direct(from: bad, bearing: 1, distance: 1).coordinate.latitude.isNaN)
      #expect(GeodesicLine(from: bad, bearing: 1, on: .wgs84).coordinate(at: 1).latitude.isNaN)
      #expect(GeodesicLine(from: bad, to: place).length.isNaN)
    }
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(shape.direct(from: place, bearing: number, distance: 1).finalBearing.isNaN)
      #expect(shape.direct(from: place, bearing: 1, distance: number).coordinate.longitude.isNaN)
    }
    for (radius, flattening) in [(1.0, 1.0), (-1, 0), (1, 2), (.nan, 0), (1, .nan), (1, .infinity)]
    {
      let none = Ellipsoid(equatorialRadius: radius, flattening: flattening)
      #expect(none.distance(from: place, to: Coordinate(latitude: 0, longitude: 0)).isNaN)
      #expect(none.direct(from: place, bearing: 1, distance: 1).finalBearing.isNaN)
    }
    // A huge distance still ends on the Earth.
    let far = shape.direct(from: place, bearing: 30, distance: 1e300).coordinate
    #expect(abs(far.latitude) <= 90 && (-180..<180).contains(far.longitude))
  }

  @Test func longitudesCountModulo360() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let a = generator.coordinate()
      let b = Coordinate(
        latitude: generator.double(in: -90...90),
        longitude: generator.double(in: -180...180).rounded())
      let far = Coordinate(latitude: b.latitude, longitude: b.longitude + 360_000)
      #expect(
        Ellipsoid.wgs84.inverse(from: a, to: b) == Ellipsoid.wgs84.inverse(from: a, to: far))
    }
  }
}

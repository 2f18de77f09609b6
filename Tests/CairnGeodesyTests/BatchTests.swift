import CairnGeodesy
import TestSupport
import Testing

/// Compares the batch forms with the scalar ones, bit by bit.
struct BatchTests {
  private static func places(_ count: Int, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      switch number % 23 {
      case 7: Coordinate(latitude: random.double(in: -90...90), longitude: 1e12)
      case 11: Coordinate(latitude: 91, longitude: 0)
      case 13: Coordinate(latitude: .nan, longitude: 5)
      case 17: Coordinate(latitude: 3, longitude: .infinity)
      case 19: Coordinate(latitude: 10 * Double(number % 5) - 20, longitude: 180)
      default: random.coordinate()
      }
    }
  }

  private func expectEqual(_ a: [Double], _ b: [Double], _ note: String) {
    #expect(a.count == b.count)
    for (x, y) in zip(a, b) {
      #expect(x == y || (x.isNaN && y.isNaN), "\(note)")
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 16, 31, 500])
  func distancesFromOnePlace(count: Int) {
    let places = Self.places(count, seed: 21)
    for center in Self.places(20, seed: 22) {
      for surface in [Surface.sphere, .sphere(radius: 10)] {
        expectEqual(
          center.distances(to: places, on: surface),
          places.map { center.distance(to: $0, on: surface) }, "\(center)")
      }
    }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 40, 3000])
  func distancesOfPairs(count: Int) {
    let starts = Self.places(count, seed: 23)
    let ends = Self.places(count + 3, seed: 24).dropFirst(3)
    expectEqual(
      Coordinate.distances(from: starts, to: Array(ends)),
      zip(starts, ends).map { $0.distance(to: $1) }, "pairs")
  }

  @Test func neighborsAndAntipodes() {
    var random = SeededGenerator(seed: 25)
    let center = Coordinate(latitude: 12.25, longitude: -77.5)
    let places = (0..<800).map { number in
      let far = number % 2 == 1
      let reach = number % 3 == 0 ? 1e-9 : 0.5
      return Coordinate(
        latitude: (far ? -12.25 : 12.25) + random.double(in: -reach...reach),
        longitude: (far ? 102.5 : -77.5) + random.double(in: -reach...reach))
    }
    expectEqual(
      center.distances(to: places), places.map { center.distance(to: $0) }, "antipodes")
  }

  /// Near and far places, some across the antimeridian or around a pole, mixed in every way within
  /// eight.
  @Test func everyMixtureOfNearAndFar() {
    var random = SeededGenerator(seed: 28)
    let centers = [
      Coordinate(latitude: 48.5, longitude: 2.25), Coordinate(latitude: -17, longitude: 179.5),
      Coordinate(latitude: 66, longitude: -180), Coordinate(latitude: 90, longitude: 7),
      Coordinate(latitude: -89.5, longitude: 100), Coordinate(latitude: 3, longitude: 541),
    ]
    for center in centers {
      var places: [Coordinate] = []
      for pattern in 0..<256 {
        for lane in 0..<8 {
          if pattern >> lane & 1 == 0 {
            places.append(random.coordinate())
          } else {
            let latitude = center.latitude + random.double(in: -4...4)
            let longitude = center.longitude + random.double(in: -4...4)
            places.append(
              Coordinate(
                latitude: min(90, max(-90, latitude)),
                longitude: pattern % 3 == 0 ? longitude.remainder(dividingBy: 360) : longitude))
          }
        }
      }
      places[9] = Coordinate(latitude: center.latitude, longitude: .nan)
      places[2040] = Coordinate(latitude: .nan, longitude: center.longitude)
      places[1999] = Coordinate(latitude: 90.5, longitude: center.longitude)
      let expected = places.map { center.distance(to: $0) }
      expectEqual(center.distances(to: places), expected, "\(center)")
      expectEqual(
        Coordinate.distances(
          from: places, to: Array(repeating: center, count: places.count)),
        expected, "\(center)")
    }
  }

  /// Places anywhere, at integer degrees, close by, near the antipode, on a meridian, on the
  /// parallel and its mirror image, at the poles, huge and invalid: pairs that the vector code
  /// decides and pairs that it does not.
  private static func places(around center: Coordinate, seed: UInt64) -> [Coordinate] {
    var random = SeededGenerator(seed: seed)
    return (0..<1200).map { number in
      let reach = [1e-12, 1e-7, 1e-3, 0.5, 4][number % 5]
      let north = random.double(in: -reach...reach)
      let east = random.double(in: -reach...reach)
      let latitude = min(90, max(-90, center.latitude + north))
      return switch random.integer(in: 0...11) {
      case 0...3: random.coordinate()
      case 4:
        Coordinate(
          latitude: Double(random.integer(in: -90...90)),
          longitude: Double(random.integer(in: -720...720)))
      case 5, 6: Coordinate(latitude: latitude, longitude: center.longitude + east)
      case 7: Coordinate(latitude: -latitude, longitude: center.longitude + 180 + east)
      case 8: Coordinate(latitude: latitude, longitude: center.longitude)
      case 9:
        Coordinate(
          latitude: number % 2 == 0 ? center.latitude : -center.latitude,
          longitude: random.double(in: -180...180))
      case 10: Coordinate(latitude: number % 2 == 0 ? 90 : -90, longitude: east)
      default: Self.places(23, seed: seed)[number % 23]
      }
    }
  }

  @Test(arguments: [1 / 298.257223563, 0, -1.0 / 150, 1.0 / 50, 0.2, -0.3, 1.5])
  func everyEllipsoid(flattening: Double) {
    let surface = Surface.ellipsoid(
      Ellipsoid(equatorialRadius: 6_378_137, flattening: flattening))
    let centers = [
      Coordinate(latitude: 48.5, longitude: 2.25), Coordinate(latitude: 0, longitude: 179.5),
      Coordinate(latitude: -0.0, longitude: -0.0), Coordinate(latitude: 90, longitude: 7),
      Coordinate(latitude: -89.9999, longitude: -180), Coordinate(latitude: 30, longitude: 541),
      Coordinate(latitude: -1e-18, longitude: 12), Coordinate(latitude: .nan, longitude: 0),
    ]
    for (number, center) in centers.enumerated() {
      for count in [0, 1, 3, 4, 5, rounds(1200, inDebug: 19)] {
        let places = Array(Self.places(around: center, seed: 29 + UInt64(number)).prefix(count))
        let expected = places.map { center.distance(to: $0, on: surface) }
        expectEqual(center.distances(to: places, on: surface), expected, "\(center)")
        expectEqual(
          Coordinate.distances(
            from: places, to: Array(repeating: center, count: count), on: surface),
          places.map { $0.distance(to: center, on: surface) }, "pairs of \(center)")
      }
    }
  }

  @Test func callersMemoryIsWrittenOnlyAsFarAsNeeded() {
    let places = Self.places(21, seed: 27)
    let center = Coordinate(latitude: 1, longitude: 2)
    var results = [Double](repeating: -1, count: 30)
    unsafe places.withUnsafeBufferPointer { places in
      unsafe results.withUnsafeMutableBufferPointer { results in
        unsafe center.distances(to: places, into: results)
      }
    }
    expectEqual(Array(results.prefix(21)), center.distances(to: places), "borrowed")
    #expect(results.dropFirst(21).allSatisfy { $0 == -1 })
  }
}

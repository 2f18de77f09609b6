import CairnGeodesy
import TestSupport
import Testing

/// Numbers and shapes that no one intends, but that occur in input.
enum Hostile {
  static let numbers: [Double] = [
    .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude,
    -.leastNonzeroMagnitude, 1e-300, -1e-17, 1, -45,
    (90.0).nextDown, 90, (90.0).nextUp, -90, 179.99999999999997, 180, -180, (180.0).nextUp, 360,
    540, -1e6, 20_015_114, 2.1e7, 0x1p53, 1e19, -1e19, 1e300, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude,
  ]

  static let counts = [Int.min, -1, 0, 1, 15, 16, 1000, Int.max]

  static let coordinates: [Coordinate] = {
    let latitudes: [Double] = [
      .nan, .infinity, 1e300, (90.0).nextUp, 90, (90.0).nextDown, 45, .leastNonzeroMagnitude, -0.0,
      -45, -90,
    ]
    let longitudes: [Double] = [
      .nan, -.infinity, .greatestFiniteMagnitude, -1e19, -180, -135, -0.0, 1e-17, 45, 180, 540,
    ]
    return latitudes.flatMap { latitude in
      longitudes.map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }()

  /// Some of the coordinates, favoring those with finite numbers.
  static func some(_ count: Int, using random: inout SeededGenerator) -> [Coordinate] {
    (0..<count).map { _ in
      let place = coordinates[random.integer(in: 0...coordinates.count - 1)]
      return place.isValid || random.integer(in: 0...9) == 0 ? place : random.coordinate()
    }
  }

  /// Rings and paths: empty, single, repeated and antipodal vertices, poles, spikes, NaN.
  static let rings: [[Coordinate]] = {
    func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(latitude: latitude, longitude: longitude)
    }
    let a = at(10, 20)
    let opposite = at(-10, -160)
    var rings: [[Coordinate]] = [
      [], [a], [a, a], [a, a, a, a], [a, opposite], [a, opposite, a, opposite],
      [a, opposite, at(0, 0)], [a, at(10, 200), at(-10, 20)], [at(90, 0), at(-90, 0)],
      [at(90, 0), at(90, 90), at(90, 180), at(90, 270)], [at(90, 0), at(-90, 90), at(90, 180)],
      [at(0, 0), at(0, 180), at(0, 360)], [at(0, 0), at(0, 90), at(0, 180), at(0, 270)],
      [a, at(10, 30), at(10, 20), at(20, 30), at(10, 20)], [a, at(.nan, 0), at(0, 0)],
      [
        at(.leastNonzeroMagnitude, 0), at(0, .leastNonzeroMagnitude),
        at(-.leastNonzeroMagnitude, 0),
      ], [a, at((10.0).nextUp, 20), at(10, 20.1)],
      (0..<100).map { _ in a }, (0..<100).map { at(Double($0 % 2), 179.5 + Double($0 % 3)) },
      (0..<200).map { at(89.9999999, Double($0) * 7.2) },
      (0..<64).map { at($0 % 2 == 0 ? 90 : -90, Double($0) * 5.625) },
      (0..<64).map { at(45, Double($0) * 1e17) }, (0..<64).map { at(0, Double($0) * 5.625) },
    ]
    var random = SeededGenerator(seed: 61)
    for count in [2, 3, 3, 4, 5, 8, 30, 60] {
      rings.append(some(count, using: &random))
      rings.append(some(count, using: &random).filter(\.isValid))
    }
    return rings
  }()
}

extension Double {
  /// Whether it is NaN, or a bearing as documented: in 0..<360, with a zero without a sign.
  var isBearingOrNaN: Bool { isNaN || (self >= 0 && self < 360 && sign == .plus) }
  /// Whether it is NaN, or not negative.
  var isLengthOrNaN: Bool { isNaN || (self >= 0 && sign == .plus) }
}

extension Coordinate {
  /// Whether both numbers are NaN, or it is a place on the Earth.
  var isPlaceOrNaN: Bool { (latitude.isNaN && longitude.isNaN) || isValid }
}

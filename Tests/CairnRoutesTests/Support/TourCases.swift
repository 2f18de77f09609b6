import CairnGeodesy
import TestSupport

@testable import CairnRoutes

/// Places and costs for tests of the tour search.
enum TourCases {
  /// Places uniformly distributed on the Earth.
  static func anywhere(_ count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      let z = Double.random(in: -1...1, using: &generator)
      let vector = UnitVector(x: (1 - z * z).squareRoot(), y: 0, z: z)
      return Coordinate(
        latitude: vector.coordinate.latitude,
        longitude: .random(in: -180..<180, using: &generator))
    }
  }

  /// Clusters with many places each.
  static func clusters(_ count: Int, seed: UInt64) -> [Coordinate] {
    var generator = SeededGenerator(seed: seed)
    let centers = anywhere(12, seed: seed &+ 1)
    return (0..<count).map { _ in
      let center = centers[Int.random(in: 0..<12, using: &generator)]
      return center.destination(
        bearing: .random(in: 0..<360, using: &generator),
        distance: .random(in: 0..<50_000, using: &generator))
    }
  }

  /// Difficult inputs: duplicates, all places on a line, at the poles, and so on.
  static let adversarial: [(name: String, places: [Coordinate])] = [
    ("all equal", Array(repeating: Coordinate(latitude: 12, longitude: 34), count: 60)),
    (
      "two places, thirty times each",
      (0..<60).map { Coordinate(latitude: 0, longitude: $0.isMultiple(of: 2) ? 1 : 2) }
    ),
    ("on the equator", (0..<60).map { Coordinate(latitude: 0, longitude: Double($0 * 37 % 60)) }),
    ("on a meridian", (0..<60).map { Coordinate(latitude: Double($0 * 7 % 60), longitude: 5) }),
    (
      "around the antimeridian",
      (0..<60).map {
        let turn: Double = $0 > 30 ? 360 : 0
        return Coordinate(latitude: Double($0 % 8), longitude: Double(177 + $0 % 7) - turn)
      }
    ),
    ("at one pole", (0..<60).map { Coordinate(latitude: 90, longitude: Double($0 * 6)) }),
    (
      "at both poles",
      (0..<60).map {
        Coordinate(latitude: $0.isMultiple(of: 2) ? 90 : -90, longitude: Double($0))
      }
    ),
    (
      "antipodes",
      (0..<60).map {
        Coordinate(
          latitude: $0 < 30 ? 10 : -10, longitude: Double($0 % 30) - ($0 < 30 ? 0 : 180))
      }
    ),
    (
      "a grid",
      (0..<64).map { Coordinate(latitude: Double($0 / 8), longitude: Double($0 % 8)) }
    ),
    ("within a meter", (0..<60).map { Coordinate(latitude: 1e-9 * Double($0), longitude: 0) }),
    ("clusters", clusters(60, seed: 4)),
  ]

  /// Random symmetric costs that violate the triangle inequality.
  static func costs(_ count: Int, seed: UInt64) -> MatrixCosts {
    var generator = SeededGenerator(seed: seed)
    return MatrixCosts(count: count) { _, _ in .random(in: 0..<100, using: &generator) }
  }

  /// The length of the shortest closed tour, by dynamic programming over sets of cities.
  static func optimum(_ costs: some TourCosts) -> Double {
    let count = costs.count
    let others = count - 1
    var best = [Double](repeating: .infinity, count: (1 << others) * others)
    for city in 0..<others {
      best[(1 << city) * others + city] = costs.cost(Int32(others), Int32(city))
    }
    for set in 1..<(1 << others) {
      for last in 0..<others where set & (1 << last) != 0 {
        let here = best[set * others + last]
        for next in 0..<others where set & (1 << next) == 0 {
          let place = (set | 1 << next) * others + next
          best[place] = min(best[place], here + costs.cost(Int32(last), Int32(next)))
        }
      }
    }
    let all = (1 << others) - 1
    return (0..<others).map {
      best[all * others + $0] + costs.cost(Int32($0), Int32(others))
    }.min() ?? 0
  }
}

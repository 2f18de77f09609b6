import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// Nearest places with many more nearly equidistant places than requested.
@Suite struct PlaceIndexNearestTests {
  /// A ring around a center, a few places inside it, and duplicates of everything.
  private func ring(_ count: Int, around center: Coordinate, _ radius: Double) -> [Coordinate] {
    let inner = [0.0, 90, 200].map { center.destination(bearing: $0, distance: radius * 0.99) }
    let outer = (0..<count).map {
      center.destination(bearing: 360 * Double($0) / Double(count), distance: radius)
    }
    return outer + inner + outer + inner
  }

  /// The pole, where places of one latitude are exactly equidistant, and other centers, where they
  /// are equidistant up to rounding.
  private static let centers = [
    Coordinate(latitude: 90, longitude: 0), Coordinate(latitude: 0, longitude: 180),
    Coordinate(latitude: 48.2, longitude: 16.4),
  ]

  @Test(arguments: centers, [0.01, 50, 100_000, 15_000_000])
  func ringsOfEquallyFarPlaces(_ center: Coordinate, _ radius: Double) throws {
    let points = ring(300, around: center, radius)
    let index = try PlaceIndex(points, coordinate: { $0 })
    let all = BruteForce(points: points).ordered(from: center)
    for wanted in [1, 2, 5, 6, 7, 11, 12, 13, 24, 25, 64, 100, 605, 606, 607] {
      #expect(
        BruteForce.answers(index.nearest(to: center, count: wanted)) == Array(all.prefix(wanted)))
    }
  }

  /// Thousands of places in a few houses within a meter: places of the same house tie, and only
  /// their offsets determine the order.
  @Test(arguments: [1, 2, 7, 40])
  func manyPlacesInFewHouses(_ houses: Int) throws {
    var random = SeededGenerator(seed: 13)
    for center in Self.centers {
      let spots = (0..<houses).map { _ in
        center.destination(
          bearing: random.double(in: 0...360), distance: random.double(in: 0...0.5))
      }
      let points = (0..<rounds(3_000, inDebug: 900)).map { _ in
        spots[random.integer(in: 0...houses - 1)]
      }
      let index = try PlaceIndex(points.enumerated().map { ($0, $1) }, coordinate: { $0.1 })
      for asked in [center, spots[0], center.destination(bearing: 70, distance: 100)] {
        let all = BruteForce(points: points).ordered(from: asked)
        let odd = all.filter { $0.offset % 5 == 3 }
        for wanted in [1, 2, 3, 11, 12, 13, 100] {
          let found = index.nearest(to: asked, count: wanted)
          #expect(BruteForce.answers(found) == Array(all.prefix(wanted)))
          let some = index.nearest(to: asked, count: wanted) { $0.0 % 5 == 3 }
          #expect(BruteForce.answers(some) == Array(odd.prefix(wanted)))
        }
      }
    }
  }

  /// The box of a leaf of sixteen equal places is a point, so its bound is their squared chord, and
  /// the search stores the lane of the leaf in its last bits.
  @Test func placesOnTheRadiusAreFoundInEveryLane() throws {
    var random = SeededGenerator(seed: 12)
    func place() -> Coordinate {
      Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
    }
    let clusters = (0..<64).map { _ in place() }
    let points = clusters.flatMap { [Coordinate](repeating: $0, count: 16) }
    let index = try PlaceIndex(points, coordinate: { $0 })
    for center in (0..<rounds(20, inDebug: 2)).map({ _ in place() }) {
      for (number, cluster) in clusters.enumerated() {
        let radius = center.distance(to: cluster)
        let within = clusters.filter { center.distance(to: $0) <= radius }.count
        let wanted = [1024, 16 * within, 1][number % 3]
        let found = index.nearest(to: center, count: wanted, within: radius)
        #expect(found.count == min(wanted, 16 * within))
        // All places before those on the radius are excluded.
        let last = index.nearest(to: center, count: 5, within: radius) { $0 == cluster }
        #expect(last.count == 5)
      }
    }
  }

  /// Nodes of equal places are skipped, but not those of nearly equal ones and not the first ones.
  @Test func equalPlacesInInputOrder() throws {
    var random = SeededGenerator(seed: 41)
    for size in [300, 1_100, 4_500, 140_000].prefix(rounds(4, inDebug: 3)) {
      let place = Coordinate(latitude: 10.5, longitude: 20.25)
      for others in [0, 1, 40] {
        var points = [Coordinate](repeating: place, count: size)
        for number in 0..<others {
          let distance = [1e-3, 1, 1e5][number % 3]
          points[Int.random(in: 0..<size, using: &random)] = place.destination(
            bearing: Double(9 * number), distance: distance)
        }
        let index = try PlaceIndex(points.indices, coordinate: { points[$0] })
        let centers = [place, place.destination(bearing: 77, distance: 3_000)]
        for center in centers {
          let all = BruteForce(points: points).ordered(from: center)
          for wanted in [1, 2, 12, 13, 16, 17, 256, 257, 5_000] {
            let found = index.nearest(to: center, count: wanted)
            #expect(BruteForce.answers(found) == Array(all.prefix(wanted)))
          }
        }
      }
    }
  }

  @Test(arguments: centers)
  func predicatesAreCalledOnce(_ center: Coordinate) throws {
    let points = ring(300, around: center, 1000)
    let index = try PlaceIndex(points.indices, coordinate: { points[$0] })
    let all = BruteForce(points: points).ordered(from: center)
    for wanted in [1, 3, 12, 13, 40] {
      for step in [1, 2, 7, 1000] {
        var asked = [Int](repeating: 0, count: points.count)
        let found = index.nearest(to: center, count: wanted) { offset in
          asked[offset] += 1
          return offset % step == 0
        }
        #expect(
          BruteForce.answers(found) == Array(all.filter { $0.offset % step == 0 }.prefix(wanted)))
        #expect(asked.allSatisfy { $0 <= 1 })
      }
    }
  }
}

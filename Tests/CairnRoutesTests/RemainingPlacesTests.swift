import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// The nearest of the places that are left are those of a loop, in every order of removal.
@Suite struct RemainingPlacesTests {
  private static let sets: [(name: String, places: [Coordinate])] =
    TourCases.adversarial + [
      ("anywhere", TourCases.anywhere(rounds(1_500, inDebug: 300), seed: 4)),
      ("clusters", TourCases.clusters(rounds(1_500, inDebug: 300), seed: 5)),
      ("within a meter", meter),
      ("around 180 degrees", antimeridian),
      ("around a pole", pole),
    ]

  private static let meter: [Coordinate] = (0..<200).map { (number: Int) -> Coordinate in
    Coordinate(
      latitude: 48 + Double(number * 7 % 20) * 4e-7, longitude: 16 + Double(number % 10) * 6e-7)
  }
  private static let antimeridian: [Coordinate] = (0..<200).map { (number: Int) -> Coordinate in
    let east = -180 + Double(number) * 0.001
    return Coordinate(
      latitude: Double(number % 13) * 0.01, longitude: number % 2 == 0 ? 180 : east)
  }
  private static let pole: [Coordinate] = (0..<200).map { (number: Int) -> Coordinate in
    Coordinate(latitude: 90 - Double(number % 5) * 1e-4, longitude: Double(number * 37 % 360 - 180))
  }

  @Test(arguments: sets.indices, [1, 4]) func nearestAgreeWithALoop(set: Int, wanted: Int) {
    let places = Self.sets[set].places
    var watch = SearchWatch()
    guard let left = RemainingPlaces(places, until: &watch) else {
      Issue.record("there is no time limit")
      return
    }
    var random = SeededGenerator(seed: UInt64(set))
    var numbers = Set(places.indices)
    while !numbers.isEmpty {
      for number in [0, places.count - 1, Int.random(in: places.indices, using: &random)] {
        let expected = numbers.map { (places[number].distance(to: places[$0]), $0) }
          .sorted { $0 < $1 }.prefix(wanted)
        let found = left.nearest(to: number, wanted: wanted)
        #expect(found.map(\.distance) == expected.map(\.0))
        #expect(found.map { Int($0.number) } == expected.map(\.1))
      }
      for _ in 0..<max(1, numbers.count / 4) {
        guard let gone = numbers.randomElement(using: &random) else { break }
        left.remove(gone)
        left.remove(gone)
        numbers.remove(gone)
      }
    }
    #expect(left.nearest(to: 0, wanted: wanted).isEmpty)
  }
}

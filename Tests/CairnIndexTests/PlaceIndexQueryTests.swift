import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// Queries not covered by ``PlaceIndexExactnessTests``.
@Suite struct PlaceIndexQueryTests {
  /// The lazy sequence is in exact order.
  @Test(arguments: PointClass.allCases)
  func sequenceIsInOrder(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 4)
    var asked = 0
    while asked < queriesPerClass {
      let points = kind.points(using: &random)
      let index = try PlaceIndex(points, coordinate: { $0 })
      for _ in 0..<10 {
        let center = kind.center(for: points, using: &random)
        let all = BruteForce(points: points).ordered(from: center)
        let wanted = Bool.random(using: &random) ? points.count + 1 : 20
        let found = index.nearest(to: center).prefix(wanted)
        #expect(BruteForce.answers(found) == Array(all.prefix(wanted)))
        asked += 20
      }
    }
  }

  /// An iterator resumes where it stopped, and is independent of its copies.
  @Test func iteratorsResume() throws {
    var random = SeededGenerator(seed: 5)
    let points = PointClass.twoLevelsPlusOne.points(using: &random)
    let index = try PlaceIndex(points, coordinate: { $0 })
    let center = Coordinate(latitude: 10, longitude: 20)
    let all = BruteForce(points: points).ordered(from: center)
    var iterator = index.nearest(to: center).makeIterator()
    for _ in 0..<100 { _ = iterator.next() }
    var copy = iterator
    for _ in 0..<50 { _ = copy.next() }
    #expect(iterator.next()?.offset == all[100].offset)
    #expect(copy.next()?.offset == all[150].offset)
  }

  /// Invalid coordinates are rejected with their offset, or skipped and reported.
  @Test func invalidCoordinates() throws {
    let points = [
      Coordinate(latitude: 10, longitude: 370), Coordinate(latitude: .nan, longitude: 0),
      Coordinate(latitude: 20, longitude: 1e9), Coordinate(latitude: 0, longitude: -.infinity),
      Coordinate(latitude: -90.001, longitude: 0), Coordinate(latitude: -90, longitude: 5),
    ]
    #expect {
      try PlaceIndex(points, coordinate: { $0 })
    } throws: { error in
      guard case .invalidCoordinate(offset: 1, _)? = error as? PlaceIndexError else { return false }
      return true
    }
    let index = try PlaceIndex(skippingInvalid: points, coordinate: { $0 })
    #expect(index.skippedOffsets == [1, 3, 4])
    #expect(index.count == 3)
    #expect(index.elements.count == 6)
    #expect(index.nearest(to: points[5], count: 9).map(\.offset) == [5, 0, 2])
    #expect(index.keys(in: .world) == [0, 2, 5])
    let none = try PlaceIndex(skippingInvalid: [points[1]], coordinate: { $0 })
    #expect(none.isEmpty)
    #expect(none.nearest(to: points[0], count: 1).isEmpty)
  }

  /// Any sequence, any element type, and key paths are supported.
  @Test func sequencesAndKeyPaths() throws {
    struct Stop { let name: String; let place: Coordinate }
    let stops = ["a", "b", "c"].enumerated().lazy.map {
      Stop(name: $0.element, place: Coordinate(latitude: Double($0.offset), longitude: 0))
    }
    let index = try PlaceIndex(stops, coordinate: \.place)
    let here = Coordinate(latitude: 1.9, longitude: 0)
    #expect(index.nearest(to: here, count: 2).map(\.element.name) == ["c", "b"])
    #expect(index.elements.map(\.name) == ["a", "b", "c"])
  }

  /// An index does not depend on the number of threads that built it.
  @Test func buildDoesNotDependOnThreads() throws {
    var random = SeededGenerator(seed: 12)
    let points = (0..<70_000).map { _ in coordinate(&random) }
    let one = try PlaceIndex(points, coordinate: { $0 })
    let center = Coordinate(latitude: 12, longitude: 34)
    for threads in [3, 2, 8].prefix(rounds(3, inDebug: 1)) {
      let index = try PlaceIndex(points, coordinate: { $0 }, threads: threads)
      // In tree order, to detect a different tree.
      #expect(
        index.within(3_000_000, of: center, order: .unspecified)
          == one.within(3_000_000, of: center, order: .unspecified))
      #expect(index.count(in: .world) == points.count)
    }
  }
}

import CairnGeodesy
import CairnIndex
import Testing

/// Many queries in one call give what they give one by one, on any number of threads.
@Suite struct PlaceIndexBatchTests {
  @Test(arguments: PointClass.allCases, [1, 2, 5])
  func equalsSingleQueries(_ kind: PointClass, _ threads: Int) throws {
    var random = SeededGenerator(seed: 10)
    let points = kind.points(using: &random)
    let index = try PlaceIndex(points, coordinate: { $0 })
    let centers = (0..<37).map { _ in kind.center(for: points, using: &random) }
    let radius = kind.radius(around: centers[0], for: points, using: &random)
    let counts = index.counts(within: radius, ofEach: centers, threads: threads)
    #expect(counts == centers.map { index.count(within: radius, of: $0) })
    let inside = index.within(radius, ofEach: centers, threads: threads)
    #expect(inside.map(Array.init) == centers.map { index.within(radius, of: $0) })
    let nearest = index.nearest(toEach: centers, count: 4, within: radius, threads: threads)
    #expect(
      nearest.map(Array.init) == centers.map { index.nearest(to: $0, count: 4, within: radius) })
    let none = index.nearest(toEach: [], count: 4, threads: threads)
    #expect(none.isEmpty)
  }

  /// An index is the same whatever number of threads built it.
  @Test func buildsAlikeOnThreads() throws {
    var random = SeededGenerator(seed: 12)
    let points = (0..<70_000).map { _ in coordinate(&random) }
    let one = try PlaceIndex(points, coordinate: { $0 })
    let center = Coordinate(latitude: 12, longitude: 34)
    for threads in [2, 3, 8] {
      let index = try PlaceIndex(points, coordinate: { $0 }, threads: threads)
      // In tree order, so that a different tree shows.
      #expect(
        index.unsorted(within: 3_000_000, of: center)
          == one.unsorted(within: 3_000_000, of: center))
      #expect(index.count(in: .world) == points.count)
    }
  }

  @Test(arguments: PointClass.allCases, [1, 3])
  func joinsEqualBruteForce(_ kind: PointClass, _ threads: Int) throws {
    var random = SeededGenerator(seed: 11)
    let points = kind.points(using: &random)
    let others = Array(kind.points(using: &random).prefix(50)) + points.prefix(5)
    let index = try PlaceIndex(points, coordinate: { $0 })
    let otherIndex = try PlaceIndex(others, coordinate: { $0 })
    let radius = 50_000.0
    var expected: [PlacePair] = []
    for (offset, point) in points.enumerated() {
      for (other, center) in others.enumerated() {
        let distance = center.distance(to: point)
        if distance <= radius {
          expected.append(PlacePair(offset: offset, otherOffset: other, distance: distance))
        }
      }
    }
    #expect(index.pairs(within: radius, with: otherIndex, threads: threads) == expected)
  }
}

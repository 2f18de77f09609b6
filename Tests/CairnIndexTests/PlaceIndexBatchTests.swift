import CairnGeodesy
import CairnIndex
import Testing

/// Many queries in one call give what they give one by one, on any number of threads.
@Suite struct PlaceIndexBatchTests {
  @Test(arguments: PointClass.allCases, [1, 3])
  func equalsSingleQueries(_ kind: PointClass, _ threads: Int) throws {
    var random = SeededGenerator(seed: 10)
    var asked = 0
    while asked < kind.queries {
      let trio = try IndexTrio(kind, using: &random)
      let index = trio.packed
      let centers = (0..<37).map { _ in kind.center(for: trio.points, using: &random) }
      let radius = kind.radius(around: centers[0], for: trio.points, using: &random)
      let accepts = { @Sendable (offset: Int) in offset % 3 == 0 }
      let counts = index.counts(within: radius, ofEach: centers, threads: threads)
      #expect(counts == centers.map { index.count(within: radius, of: $0) })
      #expect(
        index.counts(within: radius, ofEach: centers, threads: threads, where: accepts)
          == centers.map { index.count(within: radius, of: $0, where: accepts) })
      let inside = index.within(radius, ofEach: centers, threads: threads)
      #expect(inside.map(Array.init) == centers.map { index.within(radius, of: $0) })
      #expect(
        index.within(radius, ofEach: centers, threads: threads, where: accepts).map(Array.init)
          == centers.map { index.within(radius, of: $0, where: accepts) })
      let nearest = index.nearest(toEach: centers, count: 4, within: radius, threads: threads)
      #expect(
        nearest.map(Array.init) == centers.map { index.nearest(to: $0, count: 4, within: radius) })
      #expect(
        index.nearest(
          toEach: centers, count: 4, within: radius, threads: threads, where: accepts
        ).map(Array.init)
          == centers.map { index.nearest(to: $0, count: 4, within: radius, where: accepts) })
      asked += 6 * centers.count
    }
  }

  @Test func noCenters() throws {
    let index = try PlaceIndex([Coordinate(latitude: 1, longitude: 2)], coordinate: { $0 })
    #expect(index.nearest(toEach: [], count: 4, threads: 2).isEmpty)
    #expect(index.counts(within: 1, ofEach: [], threads: 2).isEmpty)
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

  /// Every pair is asked about once, so a join of n and m places is as many answers as n.
  @Test(arguments: PointClass.allCases, [1, 3])
  func joinsEqualBruteForce(_ kind: PointClass, _ threads: Int) throws {
    var random = SeededGenerator(seed: 11)
    var asked = 0
    while asked < kind.queries {
      let points = try IndexTrio(kind, using: &random).points
      let others = Array(kind.points(using: &random).prefix(50)) + points.prefix(5)
      let index = try PlaceIndex(points.indices, coordinate: { points[$0] })
      let otherIndex = try PlaceIndex(others.indices, coordinate: { others[$0] })
      let radius = min(
        kind.radius(
          around: others.first ?? .init(latitude: 0, longitude: 0), for: points,
          using: &random), 50_000)
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
      #expect(
        index.pairs(within: radius, with: otherIndex, threads: threads) { $0 <= $1 }
          == expected.filter { $0.offset <= $0.otherOffset })
      asked += 2 * (points.count + 1)
    }
  }
}

import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

private let placeCount = rounds(200_000, inDebug: 3_000)

@Suite struct AsyncBatchTests {
  private let places: [Coordinate]
  private let centers: [Coordinate]

  init() {
    var random = SeededGenerator(seed: 91)
    places = (0..<placeCount).map { _ in coordinate(&random) }
    centers = (0..<300).map { _ in coordinate(&random) }
  }

  @Test(arguments: [1, 3])
  func asyncBatchesMatchSynchronousOnes(_ threads: Int) async throws {
    let index = try PlaceIndex(places, coordinate: \.self)
    let reports = Lock<[BatchProgress]>([])
    let counts = try await index.counts(
      within: 400_000, ofEach: centers, threads: threads
    ) { report in reports.withLock { $0.append(report) } }
    #expect(counts == centers.map { index.count(within: 400_000, of: $0) })
    let told = reports.withLock { $0 }
    #expect(told.last == BatchProgress(completed: centers.count, total: centers.count))
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.completed < $1.completed })
    let within = try await index.within(
      200_000, ofEach: centers, threads: threads, progress: nil)
    #expect(within.count == centers.count)
    #expect(zip(within, centers).allSatisfy { Array($0) == index.within(200_000, of: $1) })
    let nearest = try await index.nearest(
      toEach: centers, count: 7, threads: threads, progress: nil)
    #expect(zip(nearest, centers).allSatisfy { Array($0) == index.nearest(to: $1, count: 7) })
    let none = try await index.counts(within: 1, ofEach: []) { report in
      reports.withLock { $0.append(report) }
    }
    #expect(none.isEmpty && reports.withLock { $0.last } == BatchProgress(completed: 0, total: 0))
  }

  /// Many shares on several threads give the same results as one thread.
  @Test func resultsDoNotDependOnThreads() throws {
    var random = SeededGenerator(seed: 92)
    let points = (0..<(6 * placeCount / 10)).map { _ in
      Coordinate(
        latitude: .random(in: -2...2, using: &random),
        longitude: .random(in: -2...2, using: &random))
    }
    let index = try PlaceIndex(points + points.prefix(50), coordinate: \.self)
    // About nine neighbors each, regardless of the number of places.
    let radius = 18_000 * (1_800 / Double(points.count)).squareRoot()
    let one = index.within(radius, ofEach: points)
    let pairs = index.pairs(within: radius, with: index)
    #expect(one.neighbors.count > 3_000)
    #expect(pairs.count > 4_200)
    for threads in [3, 2, 8].prefix(rounds(3, inDebug: 1)) {
      let several = index.within(radius, ofEach: points, threads: threads)
      #expect(several.neighbors == one.neighbors)
      #expect(several.map(\.count) == one.map(\.count))
      #expect(index.pairs(within: radius, with: index, threads: threads) == pairs)
      #expect(
        index.counts(within: radius, ofEach: points, threads: threads) == one.map(\.count))
      let nearest = index.nearest(toEach: points, count: 3, threads: threads)
      #expect(nearest.neighbors == index.nearest(toEach: points, count: 3).neighbors)
    }
  }

  /// Batches with a predicate, and pairs.
  @Test(arguments: [1, 3])
  func conditionsAndPairs(_ threads: Int) async throws {
    let index = try PlaceIndex(places.prefix(2_000), coordinate: \.self)
    let north: @Sendable (Coordinate) -> Bool = { $0.latitude > 0 }
    let radius = 900_000.0
    let counts = try await index.counts(
      within: radius, ofEach: centers, threads: threads, where: north, progress: nil)
    #expect(counts == index.counts(within: radius, ofEach: centers, where: north))
    let within = try await index.within(
      radius, ofEach: centers, threads: threads, where: north, progress: nil)
    #expect(within.neighbors == index.within(radius, ofEach: centers, where: north).neighbors)
    let nearest = try await index.nearest(
      toEach: centers, count: 3, threads: threads, where: north, progress: nil)
    #expect(
      nearest.neighbors == index.nearest(toEach: centers, count: 3, where: north).neighbors)
    let reports = Lock<[BatchProgress]>([])
    let pairs = try await index.pairs(within: 300_000, with: index, threads: threads) { report in
      reports.withLock { $0.append(report) }
    }
    #expect(pairs == index.pairs(within: 300_000, with: index) && pairs.count > 4_096)
    #expect(reports.withLock { $0.last } == BatchProgress(completed: 2_000, total: 2_000))
    let some = try await index.pairs(
      within: 300_000, with: index, threads: threads, where: { $0.latitude < $1.latitude },
      progress: nil)
    #expect(
      some == index.pairs(within: 300_000, with: index) { $0.latitude < $1.latitude })
  }

  /// Tags beyond those of an index: equal, far apart, and at the end of the range.
  @Test func pairsOfAnyTagsAreSorted() {
    var random = SeededGenerator(seed: 93)
    let makers: [(inout SeededGenerator) -> Int] = [
      { _ in 7 }, { $0.integer(in: 0...3) }, { $0.integer(in: 0...5_000) << 32 | 9 },
      { $0.integer(in: 0...9) == 0 ? Int.max : $0.integer(in: 0...700) },
      { Int.random(in: 0...Int.max, using: &$0) },
    ]
    for make in makers {
      for count in [0, 1, 4_096, rounds(300_000, inDebug: 6_000)] {
        var other = 0
        var lists: [[_TagPair]] = [[], [], [], []]
        for _ in 0..<count {
          // No pair occurs twice.
          other += random.integer(in: 1...3)
          let shuffled = other &* 0x9E37_79B9 & 0xFFFF_FFFF
          lists[random.integer(in: 0...3)].append(
            _TagPair(tag: make(&random), other: shuffled, distance: Double(other)))
        }
        let expected = lists.joined().sorted(by: _TagPair.precedes)
        for threads in [1, 3] {
          let sorted = _TagPair.sorted(lists, threads: threads)
          #expect(
            sorted.elementsEqual(expected) {
              ($0.tag, $0.other, $0.distance) == ($1.tag, $1.other, $1.distance)
            })
        }
      }
    }
  }

  @Test func mappedAndDynamicIndexes() async throws {
    let pins = places.prefix(500).enumerated().map { Pin(id: $0, coordinate: $1) }
    let dynamic = try DynamicPlaceIndex(pins, coordinate: \.coordinate)
    let mapped = try MappedPlaceIndex(
      bytes: PlaceIndex(pins, coordinate: \.coordinate).encoded(record: IndexTrio.record)
    ) { IndexTrio.id($0) }
    let joined = try await mapped.pairs(within: 500_000, with: dynamic, threads: 2, progress: nil)
    #expect(try joined == mapped.pairs(within: 500_000, with: dynamic))
    let files = try await mapped.pairs(within: 500_000, with: mapped, progress: nil)
    #expect(try files == mapped.pairs(within: 500_000, with: mapped))
    let fleet = try await dynamic.pairs(
      within: 500_000, with: dynamic, where: { $0.id < $1.id }, progress: nil)
    #expect(fleet.count == (joined.count - 500) / 2)
    let ids = try await dynamic.nearest(toEach: centers, count: 3, progress: nil)
    let records = try await mapped.nearest(toEach: centers, count: 3, progress: nil)
    #expect(ids.neighbors.map(\.id) == records.neighbors.map(\.element))
  }

  /// A batch that would take minutes ends when its task is cancelled, before or after it has
  /// started.
  @Test(arguments: [1, 2])
  func cancellationEndsABatch(_ threads: Int) async throws {
    let index = try PlaceIndex(places, coordinate: \.self)
    let many = [Coordinate](repeating: centers[0], count: 2_000_000)
    let hasBegun = Lock(false)
    let task = Task {
      try await index.within(2_000_000, ofEach: many, threads: threads) { _ in
        hasBegun.withLock { $0 = true }
      }
    }
    while !hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
    task.cancel()
    let result = await task.result
    #expect(throws: BatchError<Never>.cancelled) { _ = try result.get() }
    let before = Task {
      try await index.counts(within: 2_000_000, ofEach: many, threads: threads, progress: nil)
    }
    before.cancel()
    let early = await before.result
    #expect(throws: BatchError<Never>.cancelled) { _ = try early.get() }
    let pairs = Task {
      try await index.pairs(within: 2_000_000, with: index, threads: threads, progress: nil)
    }
    pairs.cancel()
    let none = await pairs.result
    #expect(throws: BatchError<Never>.cancelled) { _ = try none.get() }
  }

  /// The main actor is free while a batch that it started runs elsewhere.
  @MainActor
  @Test func theMainActorIsNotBlocked() async throws {
    let index = try PlaceIndex(places, coordinate: \.self)
    let many = [Coordinate](repeating: centers[0], count: 2_000_000)
    let task = Task { @MainActor in
      try await index.counts(within: 3_000_000, ofEach: many, progress: nil)
    }
    // Each iteration needs the main actor, which the batch would otherwise block for minutes.
    var turns = 0
    for _ in 0..<50 {
      try await Task.sleep(for: .milliseconds(1))
      turns += 1
    }
    #expect(turns == 50)
    task.cancel()
    await #expect(throws: BatchError<Never>.cancelled) { _ = try await task.value }
  }
}

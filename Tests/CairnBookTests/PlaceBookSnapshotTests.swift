import CairnBook
import CairnGeodesy
import CairnIndex
import TestSupport
import Testing

/// Changes while snapshots exist, and updates.
struct PlaceBookSnapshotTests {
  private func spot(_ id: Int, _ name: String = "") -> Spot {
    Spot(id: id, place: Coordinate(latitude: Double(id % 90), longitude: 0), name: name)
  }

  /// The results of several queries.
  private func results(_ book: PlaceBook<Int, Spot>) -> [[Int]] {
    let center = Coordinate(latitude: 48, longitude: 16)
    let words = ["caf", "museum", "lisbon", "東京", "moskva", "abcdefgz", ""]
    return words.map { word in
      book.places(.init(words: word, center: center, limit: 20)).map(\.id)
    } + [
      book.places(.init(filters: [.equal(\.kind, "museum")])).map(\.id),
      book.places(.init(filters: [.contains(\.tags, "sea"), .isTrue(\.visited)])).map(\.id),
      book.places(.init(filters: [.within(\.rating, 3...)], order: .descending(\.rating))).map(
        \.id),
      book.statistics(by: \.kind).map(\.count), book.statistics(byEach: \.tags).map(\.count),
      book.statisticsByCountry().map(\.count),
      book.clusters?.clusters(in: .world, zoom: 6).map(\.count) ?? [],
    ]
  }

  @Test func snapshotsAndTheBookEqualRebuiltBooks() throws {
    var random = SeededGenerator(seed: 8)
    var maker = SpotMaker(seed: 9)
    let fields = Spot.fields + [.importance(\.stars)]
    let initial = (0..<400).map { maker.spot($0) }
    var book = try Spot.book(initial, fields, clusters: .init())
    var held: [(book: PlaceBook<Int, Spot>, spots: [Spot])] = []
    for step in 0..<rounds(1_500, inDebug: 300) {
      if step % 20 == 0 {
        if held.count == 4 { held.remove(at: random.integer(in: 0...3)) }
        held.append((book, book.elements))
      }
      switch random.integer(in: 0...9) {
      case 0...4: try book.insert(maker.spot(random.integer(in: 0...600)))
      case 5...6: book.remove(random.integer(in: 0...600))
      default:
        let name = maker.text(3)
        try book.update(random.integer(in: 0...600)) { $0.name = name }
      }
    }
    for (book, spots) in held + [(book, book.elements)] {
      #expect(book.elements == spots)
      let rebuilt = try Spot.book(spots, fields, clusters: .init())
      // Clusters of equal cells may come in another order of groups only for equal counts.
      #expect(results(book) == results(rebuilt))
    }
  }

  @Test func updatesAreAtomic() async throws {
    let shared = SharedPlaceBook(try Spot.book([spot(0), spot(1)]))
    let count = rounds(20_000, inDebug: 2_000)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<count { try shared.update(1) { $0.stars += 1 } }
        }
      }
      group.addTask { for _ in 0..<100 { _ = shared.book.count } }
      try await group.waitForAll()
    }
    #expect(shared.book[1]?.stars == 2 * count)
  }

  @Test func updatesThatCannotBeApplied() throws {
    let shared = SharedPlaceBook(try Spot.book([spot(0), spot(1)]))
    #expect(try shared.update(7) { $0.stars = 1 } == nil)
    #expect(throws: PlaceUpdateError.changedID) { try shared.update(1) { $0.id = 2 } }
    #expect(throws: PlaceUpdateError.self) {
      try shared.update(1) { $0.place = Coordinate(latitude: 91, longitude: 0) }
    }
    #expect(shared.book.elements == [spot(0), spot(1)])
    var other = spot(1)
    other.name = "b"
    #expect(try shared.update(1) { $0.name = "b" } == .replaced(old: spot(1), new: other))
    #expect(shared.book.places(.init(words: "b")).map(\.id) == [1])
  }

  @Test func slowConsumersGetBatches() async throws {
    let shared = SharedPlaceBook(Spot.emptyBook())
    let batches = shared.batches(limit: 3)
    var iterator = batches.makeAsyncIterator()
    try shared.insert(spot(1))
    try shared.insert(spot(2))
    var batch = await iterator.next()
    #expect(batch?.changes == [.inserted(spot(1)), .inserted(spot(2))])
    #expect(batch?.missedCount == 0)
    for id in 3..<8 { try shared.insert(spot(id)) }
    batch = await iterator.next()
    #expect(batch?.changes == [] && batch?.missedCount == 5)
    shared.remove(1)
    shared.finish()
    batch = await iterator.next()
    #expect(batch?.changes == [.removed(spot(1))])
    batch = await iterator.next()
    #expect(batch == nil)
    var late = shared.batches(limit: 0).makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func aSlowConsumerKeepsUpWithManyWriters() async throws {
    let shared = SharedPlaceBook(Spot.emptyBook())
    let batches = shared.batches(limit: 50)
    let consumer = Task {
      var seen = 0
      for await batch in batches {
        #expect(batch.changes.count <= 50)
        seen += batch.changes.count + batch.missedCount
        await Task.yield()
      }
      return seen
    }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<3 {
        group.addTask {
          for step in 0..<300 { _ = try? shared.insert(spot(worker * 1_000 + step)) }
        }
      }
    }
    shared.finish()
    #expect(await consumer.value == 900)
  }
}

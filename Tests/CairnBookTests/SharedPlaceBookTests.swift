import CairnBook
import CairnGeodesy
import CairnIndex
import Testing

/// The changes that listeners of a shared book receive.
struct SharedPlaceBookTests {
  private func spot(_ id: Int, _ name: String = "") -> Spot {
    Spot(id: id, place: Coordinate(latitude: Double(id % 90), longitude: 0), name: name)
  }

  @Test func changesArriveInOrderAndEnd() async throws {
    let shared = SharedPlaceBook(Spot.emptyBook())
    try shared.insert(spot(0))
    let stream = shared.changes()
    let listener = Task {
      var book = Spot.emptyBook()
      try book.insert(spot(0))
      for await change in stream {
        switch change {
        case .inserted(let spot), .replaced(_, let spot): try book.insert(spot)
        case .removed(let spot): book.remove(spot.id)
        }
      }
      return book.elements
    }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for step in 0..<500 {
            let id = (worker * 31 + step * 7) % 97
            if step % 4 == 3 {
              shared.remove(id)
            } else {
              _ = try? shared.insert(spot(id, "\(worker) \(step)"))
            }
          }
        }
      }
    }
    let wrong = Spot(id: 1, place: Coordinate(latitude: .nan, longitude: 0))
    #expect(throws: PlaceIndexError.self) { try shared.insert(wrong) }
    #expect(shared.insert(contentsOf: [spot(200), wrong, spot(201)]).count == 1)
    shared.finish()
    // Listeners receive nothing after the end.
    try shared.insert(spot(300))
    let seen = try await listener.value
    #expect(Set(seen).union([spot(300)]) == Set(shared.book.elements))
    #expect(seen == shared.book.elements.dropLast())
    for await _ in shared.changes() { Issue.record("received a change after the end") }
  }

  @Test func sequencesEndWithTheBook() async throws {
    var shared: SharedPlaceBook? = SharedPlaceBook(Spot.emptyBook())
    let stream = shared?.changes()
    try shared?.insert(spot(1))
    shared = nil
    var told = 0
    for await _ in try #require(stream) { told += 1 }
    #expect(told == 1)
  }

  @Test func cancelledListenersAreRemoved() async throws {
    let shared = SharedPlaceBook(Spot.emptyBook())
    let first = shared.changes()
    let second = shared.changes()
    let task = Task { for await _ in first {} }
    task.cancel()
    await task.value
    try shared.insert(spot(1))
    shared.finish()
    var told: [PlaceBookChange<Spot>] = []
    for await change in second { told.append(change) }
    #expect(told == [.inserted(spot(1))])
  }

  @Test func aSnapshotDoesNotChange() throws {
    let shared = SharedPlaceBook(try Spot.book([spot(1), spot(2)]))
    let snapshot = shared.book
    shared.remove(1)
    #expect(shared.remove(1) == nil)
    #expect(snapshot.count == 2 && shared.book.count == 1)
  }
}

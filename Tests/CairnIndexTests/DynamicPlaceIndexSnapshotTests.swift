import CairnGeodesy
import TestSupport
import Testing

@testable import CairnIndex

/// Copies of a dynamic index that are kept while one of them is changed.
@Suite struct DynamicPlaceIndexSnapshotTests {
  private typealias Index = DynamicPlaceIndex<Int, Pin>

  private static func randomPlace(_ random: inout SeededGenerator) -> Coordinate {
    Coordinate(
      latitude: .random(in: -90...90, using: &random),
      longitude: .random(in: -180...180, using: &random))
  }

  /// Returns the first difference between an index and its expected contents; nil if none exists.
  private static func difference(
    _ index: Index, _ truth: [Int: Coordinate], _ random: inout SeededGenerator
  ) -> String? {
    let center = randomPlace(&random)
    let radius = Double.random(in: 0...3e6, using: &random)
    let inside = truth.filter { center.distance(to: $0.value) <= radius }
    if index.count != truth.count { return "the count" }
    if index.count(within: radius, of: center) != inside.count { return "the count within" }
    if Set(index.within(radius, of: center).map(\.id)) != Set(inside.keys) { return "the places" }
    let nearest = truth.values.map { center.distance(to: $0) }.sorted().prefix(5)
    let found = index.nearest(to: center, count: 5).map(\.distance)
    if found != Array(nearest) { return "the nearest" }
    if truth.contains(where: { index.coordinate(of: $0.key) != $0.value }) { return "a coordinate" }
    return index.elements.count == truth.count ? nil : "the elements"
  }

  /// Randomly created and dropped copies keep their state, whichever of them is changed.
  @Test(arguments: 1...6)
  func copiesKeepTheirState(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var index = Index(coordinate: \.coordinate)
    var truth: [Int: Coordinate] = [:]
    var kept: [(index: Index, truth: [Int: Coordinate])] = []
    var wanted = 300
    var wrong: [String] = []
    for step in 0..<rounds(1_000_000 / 6, inDebug: 3_000) {
      if step % 2048 == 0 { wanted = [0, 20, 300, 2000].randomElement(using: &random) ?? 20 }
      let id = Int.random(in: 0..<max(4, 2 * wanted), using: &random)
      let place =
        seed % 2 == 0
        ? Coordinate(latitude: Double(id % 3), longitude: 5) : Self.randomPlace(&random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        if try index.move(id, to: place) != nil { truth[id] = place }
      case 2:
        guard let old = truth[id] else { break }
        let near = Coordinate(latitude: min(90, old.latitude + 1e-4), longitude: old.longitude)
        try index.move(id, to: near)
        truth[id] = near
      case 3,
        4 where truth.count > wanted,
        5 where truth.count > wanted:
        index.remove(id)
        truth[id] = nil
      default:
        try index.insert(Pin(id: id, coordinate: place))
        truth[id] = place
      }
      guard Int.random(in: 0..<64, using: &random) == 0 else { continue }
      switch Int.random(in: 0..<16, using: &random) {
      case 0...6: kept.append((index, truth))
      case 7...12: kept.indices.randomElement(using: &random).map { _ = kept.remove(at: $0) }
      case 13: if kept.count > 8 { kept = [] }
      case 14:
        // A copy that is changed and dropped, and one that replaces the index.
        var trial = index
        trial.remove(id)
        if let old = kept.randomElement(using: &random), Bool.random(using: &random) {
          (index, truth) = old
        }
      default:
        wrong += kept.compactMap { Self.difference($0.index, $0.truth, &random) }
        if let found = Self.difference(index, truth, &random) { wrong.append(found) }
      }
      if !index._core.tree.version.isSuperseded, let found = index._core.tree.violation() {
        wrong.append(found)
      }
    }
    wrong += kept.compactMap { Self.difference($0.index, $0.truth, &random) }
    #expect(wrong.isEmpty)
  }

  /// A change while a copy exists copies a few nodes, and the replaced nodes are reused when the
  /// copy is gone.
  @Test func memoryIsReused() throws {
    var random = SeededGenerator(seed: 3)
    let pins = (0..<5000).map { Pin(id: $0, coordinate: Self.randomPlace(&random)) }
    var index = try Index(pins, coordinate: \.coordinate)
    let capacity = index._core.tree.capacity
    for round in 0..<rounds(2000, inDebug: 200) {
      let copy = index
      try index.move(round, to: Self.randomPlace(&random))
      let kept = index._core.tree.version.history
      let waiting =
        kept.retainedCount(.leaf) + kept.retainedCount(.node) + kept.retainedCount(.page)
      if round % 100 == 0 { #expect(waiting > 0 && waiting < 160) }
      extendLifetime(copy)
    }
    #expect(index._core.tree.capacity == capacity)
    #expect(index._core.tree.violation() == nil)
    try index.move(0, to: Self.randomPlace(&random))
    let kept = index._core.tree.version.history
    #expect(kept.retainedCount(.leaf) + kept.retainedCount(.node) + kept.retainedCount(.page) == 0)
    #expect(!index._core.tree.isShared)
  }

  /// A long-lived copy does not retain nodes that were created and replaced after it.
  @Test func oldCopiesRetainOnlyTheirState() throws {
    var random = SeededGenerator(seed: 4)
    let pins = (0..<5000).map { Pin(id: $0, coordinate: Self.randomPlace(&random)) }
    var index = try Index(pins, coordinate: \.coordinate)
    let first = index
    var last = index
    for round in 0..<rounds(5000, inDebug: 300) {
      last = index
      try index.move(round % 10, to: Self.randomPlace(&random))
    }
    let history = index._core.tree.version.history
    let tree = index._core.tree
    #expect(history.retainedCount(.leaf) < 100 && tree.capacity.leaves < 4000)
    #expect(first.coordinate(of: 3) == pins[3].coordinate)
    #expect(last.count == 5000)
    #expect(tree.violation() == nil)
  }

  /// Readers query copies on other threads while the writer continues, and both copies may be
  /// changed.
  @Test func readersRunConcurrentlyWithTheWriter() async throws {
    var random = SeededGenerator(seed: 5)
    let pins = (0..<2000).map { Pin(id: $0, coordinate: Self.randomPlace(&random)) }
    var index = try Index(pins, coordinate: \.coordinate)
    let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
      for round in 0..<rounds(400, inDebug: 60) {
        let copy = index
        let center = Self.randomPlace(&random)
        let seen = copy.within(2_000_000, of: center).map(\.id)
        group.addTask {
          var own = copy
          let before = copy.within(2_000_000, of: center).map(\.id) != seen
          if round % 8 == 0 { own.remove(round) }
          return before || copy.within(2_000_000, of: center).map(\.id) != seen
            || own.count != (round % 8 == 0 ? 1999 : 2000)
        }
        for _ in 0..<50 {
          try index.move(
            Int.random(in: 0..<2000, using: &random), to: Self.randomPlace(&random))
        }
        if round % 4 == 3, let found = try await group.next(), found { return true }
      }
      for try await found in group where found { return true }
      return false
    }
    #expect(!wrong)
    #expect(index.count == 2000)
  }
}

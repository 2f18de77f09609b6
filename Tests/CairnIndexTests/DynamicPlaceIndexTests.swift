import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// The number of elements of the larger sets; more in the release run.
private let manyElements = rounds(60_000, inDebug: 4_000)

@Suite struct DynamicPlaceIndexTests {
  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)

  private func pins(_ count: Int, seed: UInt64 = 1) -> [Pin] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { Pin(id: $0, coordinate: coordinate(&random)) }
  }

  private func expectSame(
    _ index: DynamicPlaceIndex<Int, Pin>, _ pins: [Pin], seed: UInt64 = 2
  ) throws {
    #expect(index._core.tree.violation() == nil)
    #expect(index.elements == pins)
    // The packed index over the same elements in the same order.
    let packed = try PlaceIndex(pins, coordinate: \.coordinate)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let center = coordinate(&random)
      let nearest = packed.nearest(to: center, count: 30)
      #expect(index.nearest(to: center, count: 30).map(\.element) == nearest.map(\.element))
      #expect(index.count(within: 2e6, of: center) == packed.count(within: 2e6, of: center))
    }
  }

  // MARK: Value semantics

  @Test func copiesDiverge() throws {
    let all = pins(3000)
    let first = try DynamicPlaceIndex(all, coordinate: \.coordinate)
    var second = first
    for pin in all where pin.id.isMultiple(of: 2) { second.remove(pin.id) }
    let third = second
    for pin in all.reversed() where pin.id.isMultiple(of: 2) { try second.insert(pin) }
    for pin in all.prefix(100) { try second.move(pin.id, to: paris) }
    second.removeAll()
    try expectSame(first, all)
    try expectSame(third, all.filter { !$0.id.isMultiple(of: 2) })
    #expect(second.isEmpty)
  }

  /// Batch moves and removals match single ones.
  @Test func batchMovesAndRemovals() throws {
    var random = SeededGenerator(seed: 5)
    let all = pins(400)
    var index = try DynamicPlaceIndex(all, coordinate: \.coordinate)
    var single = index
    let ids = (0..<300).map { _ in Int.random(in: 0..<500, using: &random) }
    let places = ids.map { _ in coordinate(&random) }
    let known = ids.filter { $0 < 400 }.count
    #expect(try index.move(contentsOf: zip(ids, places)) == known)
    for (id, place) in zip(ids, places) { try single.move(id, to: place) }
    for pin in all { #expect(index.coordinate(of: pin.id) == single.coordinate(of: pin.id)) }
    let beyond = Coordinate(latitude: 91, longitude: 0)
    #expect(throws: PlaceIndexError.invalidCoordinate(offset: 2, coordinate: beyond)) {
      try index.move(contentsOf: [(1, paris), (999, paris), (2, beyond), (3, paris)])
    }
    #expect(index.coordinate(of: 1) == paris && index.coordinate(of: 3) != paris)
    #expect(index.remove(contentsOf: ids) == Set(ids.filter { $0 < 400 }).count)
    #expect(index.elements.map(\.id) == all.map(\.id).filter { !ids.contains($0) })
    #expect(index._core.tree.violation() == nil)
  }

  @Test func firstChangedCopyReusesTheMemory() throws {
    let first = try DynamicPlaceIndex(pins(1000), coordinate: \.coordinate)
    var second = first
    #expect(second._core.tree.points.isSame(as: first._core.tree.points))
    #expect(second.remove(-1) == nil)
    #expect(second._core.tree.points.isSame(as: first._core.tree.points))
    second.remove(7)
    #expect(second._core.tree.root != first._core.tree.root)
    var third = first
    third.remove(8)
    #expect(!third._core.tree.points.isSame(as: first._core.tree.points))
    #expect(first.contains(7))
  }

  @Test func nearestSequenceKeepsASnapshot() throws {
    var index = try DynamicPlaceIndex(pins(500), coordinate: \.coordinate)
    let expected = index.nearest(to: paris, count: 500).map(\.id)
    var iterator = index.nearest(to: paris).makeIterator()
    var found: [Int] = []
    while let next = iterator.next() {
      found.append(next.id)
      index.remove(next.id)
    }
    #expect(found == expected)
    #expect(index.isEmpty)
  }

  @Test func queriesRunConcurrentlyWithChangesOfACopy() async throws {
    let index = try DynamicPlaceIndex(pins(2000), coordinate: \.coordinate)
    let expected = index.count(within: 5e6, of: paris)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<8 {
        group.addTask {
          var copy = index
          for id in 0..<200 where id % 8 == task { copy.remove(id) }
          return copy.count == 1975 && index.count(within: 5e6, of: paris) == expected
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  // MARK: Special sets

  @Test func equalPointsKeepTheTreeBalanced() throws {
    let all = (0..<manyElements).map { Pin(id: $0, coordinate: paris) }
    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    try index.insert(contentsOf: all)
    #expect(index._core.tree.violation() == nil)
    let level = index._core.tree.nodeHeads[Int(index._core.tree.root)].level
    #expect(level <= 6)
    #expect(index.count(within: 0, of: paris) == manyElements)
    #expect(index.nearest(to: paris, count: 5).map(\.id) == [0, 1, 2, 3, 4])
    #expect(index.nearest(to: paris).prefix(5).map(\.id) == [0, 1, 2, 3, 4])
    for pin in all.dropFirst(10) { index.remove(pin.id) }
    #expect(index._core.tree.violation() == nil)
    #expect(index.within(0, of: paris).map(\.element) == Array(all.prefix(10)))
  }

  @Test func emptyingReleasesNodesAndRefillingReusesThem() throws {
    let all = pins(2000)
    var index = try DynamicPlaceIndex(all, coordinate: \.coordinate)
    for round in 0..<4 {
      let capacity = index._core.tree.capacity
      for pin in all { #expect(index.remove(pin.id) == pin) }
      #expect(index.isEmpty)
      #expect(index._core.tree.violation() == nil)
      #expect(index.nearest(to: paris, count: 3).isEmpty)
      #expect(index.nearest(to: paris).first { _ in true } == nil)
      #expect(!index.containsAny(within: .infinity, of: paris))
      try index.insert(contentsOf: all)
      try expectSame(index, all)
      // The slots of the removed elements are reused, and so are the nodes.
      #expect(index._core.slotCount == all.count)
      if round > 1 { #expect(index._core.tree.capacity == capacity) }
    }
  }

  @Test func insertionsIntoOneCornerSplitEveryLevel() throws {
    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    var random = SeededGenerator(seed: 3)
    let all = (0..<manyElements).map { number in
      // Clusters ever farther along one meridian: the worst order for a split.
      Pin(
        id: number,
        coordinate: Coordinate(
          latitude: Double(number) * 80 / Double(manyElements)
            + .random(in: 0...0.5, using: &random), longitude: 10))
    }
    for pin in all {
      try index.insert(pin)
      if pin.id % (manyElements / 16) == 0 { #expect(index._core.tree.violation() == nil) }
    }
    try expectSame(index, all)
  }

  @Test func movesAcrossTheAntimeridianAndThePoles() throws {
    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    try index.insert(Pin(id: 1, coordinate: Coordinate(latitude: 0, longitude: 179.9)))
    try index.insert(contentsOf: pins(40).map { Pin(id: $0.id + 10, coordinate: $0.coordinate) })
    let old = try index.move(1, to: Coordinate(latitude: 0, longitude: -179.9))
    #expect(old == Coordinate(latitude: 0, longitude: 179.9))
    let seam = Coordinate(latitude: 0, longitude: 180)
    #expect(index.nearest(to: seam, count: 1).first?.id == 1)
    #expect(index.containsAny(within: 12_000, of: seam) { $0.id == 1 })
    for longitude in stride(from: -720.0, through: 720, by: 45) {
      try index.move(1, to: Coordinate(latitude: 90, longitude: longitude))
      #expect(index.nearest(to: Coordinate(latitude: 90, longitude: 3), count: 1).first?.id == 1)
      try index.move(1, to: Coordinate(latitude: -90, longitude: longitude))
      #expect(!index.containsAny(within: 1, of: Coordinate(latitude: 90, longitude: 0)))
      #expect(index.count(within: 0, of: Coordinate(latitude: -90, longitude: 0)) == 1)
    }
    #expect(index._core.tree.violation() == nil)
  }

  // MARK: IDs, order and errors

  @Test func replacingKeepsTheOrderAndReturnsTheOldElement() throws {
    let all = (0..<50).map { Pin(id: $0, coordinate: paris) }
    var index = try DynamicPlaceIndex(all, coordinate: \.coordinate)
    let changed = Pin(id: 20, coordinate: paris, version: 1)
    #expect(try index.insert(changed) == all[20])
    #expect(index.within(0, of: paris).map(\.id) == Array(0..<50))
    #expect(index[20] == changed)
    // An ID that was removed and inserted again comes last.
    index.remove(20)
    #expect(index[20] == nil)
    #expect(index.coordinate(of: 20) == nil)
    try index.insert(changed)
    #expect(index.within(0, of: paris).last?.id == 20)
    #expect(index.elements.last == changed)
  }

  @Test func renumberingKeepsTheOrder() throws {
    var index = try DynamicPlaceIndex(
      (0..<40).map { Pin(id: $0, coordinate: paris) }, coordinate: \.coordinate)
    for id in 0..<10 { index.remove(id) }
    index._core.nextSequence = Int(Int32.max)
    let copy = index
    try index.insert(Pin(id: 99, coordinate: paris))
    #expect(index._core.nextSequence == 31)
    #expect(index.within(1, of: paris).map(\.id) == Array(10..<40) + [99])
    #expect(copy.within(1, of: paris).map(\.id) == Array(10..<40))
    #expect(index._core.tree.violation() == nil)
  }

  @Test func rejectsInvalidCoordinates() throws {
    let bad = [
      Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: .infinity),
      Coordinate(latitude: 90.1, longitude: 0), Coordinate(latitude: 0, longitude: .nan),
    ]
    var index = try DynamicPlaceIndex(pins(10), coordinate: \.coordinate)
    for place in bad {
      #expect(throws: PlaceIndexError.self) {
        try index.insert(Pin(id: 3, coordinate: place))
      }
      #expect(throws: PlaceIndexError.self) {
        try index.insert(Pin(id: 30, coordinate: place))
      }
      #expect(throws: PlaceIndexError.self) { try index.move(3, to: place) }
      #expect(throws: PlaceIndexError.self) {
        _ = try DynamicPlaceIndex([Pin(id: 1, coordinate: place)], coordinate: \.coordinate)
      }
      #expect(index.nearest(to: place, count: 3).isEmpty)
      #expect(index.nearest(to: place).first { _ in true } == nil)
      #expect(index.count(within: .infinity, of: place) == 0)
    }
    try expectSame(index, pins(10))
    let beyond = Coordinate(latitude: 91, longitude: 5)
    #expect(throws: PlaceIndexError.invalidCoordinate(offset: 2, coordinate: beyond)) {
      try index.insert(contentsOf: pins(2) + [Pin(id: 70, coordinate: beyond)])
    }
    let mixed = [Pin(id: 8, coordinate: beyond)] + pins(3) + [Pin(id: 9, coordinate: beyond)]
    let skipping = try DynamicPlaceIndex(
      skippingInvalid: mixed, id: \.id, coordinate: \.coordinate)
    #expect(skipping.elements == pins(3))
    #expect(skipping.skippedOffsets == [0, 4])
    #expect(throws: PlaceIndexError.duplicateID(offset: 10)) {
      _ = try DynamicPlaceIndex(pins(10) + pins(1), coordinate: \.coordinate)
    }
    #expect(try index.move(77, to: paris) == nil)
    #expect(index.count(within: -1, of: paris) == 0)
    #expect(index.within(.nan, of: paris).isEmpty)
    #expect(index.nearest(to: paris, count: 0).isEmpty)
    #expect(index.nearest(to: paris, count: -1).isEmpty)
    #expect(index.nearest(to: paris, count: .max).count == 10)
    #expect(index.within(.infinity, of: paris).count == 10)
  }

  @Test func idsWithEqualHashesAreDistinguished() throws {
    struct Clumsy: Hashable {
      let name: String
      func hash(into hasher: inout Hasher) { hasher.combine(name.count) }
    }
    var index = DynamicPlaceIndex<Clumsy, String>(
      id: { Clumsy(name: $0) },
      coordinate: { Coordinate(latitude: Double($0.utf8.first ?? 0) / 2, longitude: 0) })
    let names = (65...90).flatMap { a in (65...90).map { b in "\(a)\(b)" } }
    try index.insert(contentsOf: names)
    #expect(index.elements == names)
    for name in names.reversed() where name.hasSuffix("7") {
      #expect(index.remove(Clumsy(name: name)) == name)
    }
    #expect(index.elements == names.filter { !$0.hasSuffix("7") })
    for name in names { #expect(index.contains(Clumsy(name: name)) == !name.hasSuffix("7")) }
  }

  @Test func removedElementsAreReleased() throws {
    final class Token: Sendable {}
    struct Held { let id: Int, token: Token }
    weak var first: Token?
    weak var second: Token?
    let place = paris
    var index = DynamicPlaceIndex<Int, Held>(id: \.id, coordinate: { _ in place })
    do {
      let tokens = [Token(), Token()]
      first = tokens[0]
      second = tokens[1]
      for (id, token) in tokens.enumerated() { try index.insert(Held(id: id, token: token)) }
    }
    #expect(first != nil && second != nil)
    index.remove(0)
    #expect(first == nil && second != nil)
    try index.insert(Held(id: 1, token: Token()))
    #expect(second == nil)
  }

  @Test func insertionsStayInReservedMemory() throws {
    var index = DynamicPlaceIndex<Int, Pin>(coordinate: \.coordinate)
    index.reserveCapacity(3000)
    let capacity = index._core.tree.capacity
    try index.insert(contentsOf: pins(3000))
    #expect(index._core.tree.capacity == capacity)
    try expectSame(index, pins(3000))
  }
}

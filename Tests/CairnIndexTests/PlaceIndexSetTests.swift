import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

/// The parts of a set; ``QueryTests`` compares its queries with brute force.
@Suite struct PlaceIndexSetTests {
  private let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)

  /// An index file of places north of Paris, with their names as records.
  private func part(_ name: String, _ count: Int) throws -> MappedPlaceIndex<String> {
    let places = (0..<count).map { number in
      Coordinate(latitude: paris.latitude + 0.001 * Double(number), longitude: paris.longitude)
    }
    let index = try PlaceIndex(places, coordinate: { $0 })
    var number = -1
    let bytes = try index.encoded { _ in
      number += 1
      return "\(name) \(number)".utf8
    }
    return try MappedPlaceIndex(bytes: bytes) { String(decoding: $0, as: UTF8.self) }
  }

  @Test func partsAreReplacedAndRemoved() throws {
    var set = try PlaceIndexSet([
      (name: "a", index: part("a", 3)), (name: "b", index: part("b", 2)),
    ])
    let old = set
    set["c"] = try part("c", 4)
    #expect(set.names == ["a", "b", "c"])
    #expect(set.count == 9 && set.elementCount == 9)
    set["a"] = try part("new", 1)
    set["b"] = nil
    set["none"] = nil
    #expect(set.names == ["a", "c"] && set["a"]?.count == 1 && set["b"] == nil)
    #expect(
      try set.within(.infinity, of: paris).map(\.element)
        == ["new 0", "c 0", "c 1", "c 2", "c 3"])
    #expect(try set.nearest(to: paris, count: 2).map(\.offset) == [0, 1])
    #expect(set.part(ofOffset: 0) == ("a", 0))
    #expect(set.part(ofOffset: 4) == ("c", 3))
    // A later part replaces an earlier one of the same name in its place.
    let twice = try PlaceIndexSet([
      (name: "a", index: part("x", 3)), (name: "b", index: part("b", 2)),
      (name: "a", index: part("a", 3)),
    ])
    #expect(twice.names == ["a", "b"] && twice.part(ofOffset: 3) == ("b", 0))
    #expect(
      try twice.within(.infinity, of: paris).map(\.element)
        == old.within(.infinity, of: paris).map(\.element))
    // A snapshot is unchanged.
    #expect(old.names == ["a", "b"])
    #expect(
      try old.within(.infinity, of: paris).map(\.element) == ["a 0", "b 0", "a 1", "b 1", "a 2"])
    var nearest = old.nearest(to: paris).makeIterator()
    #expect(try nearest.next()?.element == "a 0")
    #expect(try nearest.next()?.element == "b 0")
  }

  @Test func anEmptySetFindsNothing() throws {
    let set = PlaceIndexSet<String>()
    #expect(set.isEmpty && set.elementCount == 0 && set.names.isEmpty)
    #expect(try set.nearest(to: paris, count: 5).isEmpty)
    #expect(try set.count(in: BoundingBox.world) == 0)
    var nearest = set.nearest(to: paris).makeIterator()
    #expect(try nearest.next() == nil)
    #expect(try MappedPlaceIndex(bytes: set.encoded(), decode: { _ in "" }).isEmpty)
  }

  /// A set can be written as one file.
  @Test func aSetIsWrittenAsOneFile() throws {
    let set = try PlaceIndexSet([
      (name: "a", index: part("a", 300)), (name: "b", index: part("b", 20)),
    ])
    let whole = try MappedPlaceIndex(bytes: set.encoded { $0.utf8 }) {
      String(decoding: $0, as: UTF8.self)
    }
    try whole.checkEverything()
    #expect(whole.count == 320)
    #expect(
      try whole.within(5_000, of: paris).map(\.element)
        == set.within(5_000, of: paris).map(\.element))
  }

  @Test func readersKeepTheirSnapshot() throws {
    let first = try PlaceIndexSet([
      (name: "a", index: part("a", 500)), (name: "b", index: part("b", 500)),
    ])
    let expected = try first.count(within: 10_000, of: paris)
    let set = Lock(first)
    let other = try part("c", 700)
    let wrong = Lock(0)
    inParts(4, threads: 4) { part, _ in
      for round in 0..<200 {
        if part == 0 {
          set.withLock { $0[round % 2 == 0 ? "b" : "c"] = round % 4 < 2 ? other : nil }
        } else {
          let found = try? first.count(within: 10_000, of: paris)
          if found != expected { wrong.withLock { $0 += 1 } }
          let now = set.withLock { $0 }
          guard (try? now.count(within: 1e8, of: paris)) == now.count else {
            wrong.withLock { $0 += 1 }
            continue
          }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}

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
    set["a"] = try part("new", 1)
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

  /// An index file without records.
  private func file(_ places: [Coordinate]) throws -> MappedPlaceIndex<RecordBytes> {
    try MappedPlaceIndex(bytes: PlaceIndex(places, coordinate: { $0 }).encoded()) { $0 }
  }

  /// More parts than a node of their tree has, compared with one index of all places.
  @Test func manyPartsFindWhatOneIndexFinds() throws {
    var random = SeededGenerator(seed: 390)
    for round in 0..<rounds(40, inDebug: 5) {
      var places: [Coordinate] = []
      var parts: [(name: String, index: MappedPlaceIndex<RecordBytes>)] = []
      for number in 0..<(9 + 20 * round % 90) {
        // Groups of various extents, some of which overlap; a few places are in several groups.
        let middle = round % 3 == 0 ? random.coordinate() : coordinate(&random)
        let extent = [0, 1e-7, 0.01, 3, 40][Int.random(in: 0..<5, using: &random)]
        var own = (0..<Int.random(in: 0...12, using: &random)).map { _ in
          Coordinate(
            latitude: max(-90, min(90, middle.latitude + random.double(in: -extent...extent))),
            longitude: middle.longitude + random.double(in: -extent...extent))
        }
        if number % 4 == 0, let other = places.randomElement(using: &random) { own.append(other) }
        places += own
        parts.append(("\(number)", try file(own)))
      }
      let all = try PlaceIndex(places, coordinate: { $0 })
      let set = PlaceIndexSet(parts)
      try expectSame(set, all, places, &random)
    }
  }

  /// Compares the results of a set with those of one index.
  private func expectSame(
    _ set: PlaceIndexSet<RecordBytes>, _ all: PlaceIndex<Coordinate>, _ places: [Coordinate],
    _ random: inout SeededGenerator
  ) throws {
    let centers = (0..<6).map { $0 % 2 == 0 ? coordinate(&random) : places[$0 * 7 % places.count] }
    var differences: [String] = []
    func compare(_ query: String, _ found: [Int], _ expected: [Int]) {
      if found != expected { differences.append(query) }
    }
    for center in centers {
      for radius in [0, 10, 1e5, 3e6, 2e7, .infinity] {
        let expected = all.within(radius, of: center).map(\.offset)
        compare("within", try set.within(radius, of: center).map(\.offset), expected)
        compare("count", [try set.count(within: radius, of: center)], [expected.count])
        for count in [1, 5, 100] {
          compare(
            "nearest", try set.nearest(to: center, count: count, within: radius).map(\.offset),
            Array(expected.prefix(count)))
        }
      }
      var nearest = set.nearest(to: center).makeIterator()
      for expected in all.within(.infinity, of: center) {
        compare("lazy", [try nearest.next()?.offset ?? -1], [expected.offset])
      }
      let cap = Cap(center: center, radius: 2e6)
      let path = GeoPath([center, centers[0], centers[3]])
      compare("cap", try set.keys(in: cap), all.keys(in: cap))
      compare(
        "path", try set.within(4e5, of: path).map(\.offset), all.within(4e5, of: path).map(\.offset)
      )
      var inside = set.nearest(to: centers[1], in: cap).makeIterator()
      var offsets: [Int] = []
      while let next = try inside.next() { offsets.append(next.offset) }
      compare("lazy in a cap", offsets, all.nearest(to: centers[1], in: cap).map(\.offset))
    }
    let box = BoundingBox(south: -60, west: 150, north: 89, east: -100)
    compare("box", try set.keys(in: box), all.keys(in: box))
    compare("box, limit", try set.keys(in: box, limit: 3), all.keys(in: box, limit: 3))
    compare(
      "each", try set.nearest(toEach: centers, count: 4, threads: 2).neighbors.map(\.offset),
      all.nearest(toEach: centers, count: 4).neighbors.map(\.offset))
    compare(
      "counts", try set.counts(within: 1e6, ofEach: centers, threads: 2),
      all.counts(within: 1e6, ofEach: centers))
    let (pairs, expected) = (
      try set.pairs(within: 1e5, with: all, threads: 2), all.pairs(within: 1e5, with: all)
    )
    compare("pairs", pairs.map(\.key), expected.map(\.key))
    compare("pairs", pairs.map(\.otherKey), expected.map(\.otherKey))
    #expect(differences.isEmpty)
  }

  /// Parts side by side: a query reads those near its center, however many there are.
  @Test func queriesSkipDistantParts() throws {
    for count in [9, 64, 300] {
      let width = 360 / Double(count)
      let parts = try (0..<count).map { number in
        let west = -180 + width * Double(number)
        let longitudes = [west, west + width / 2, west + width * 0.99]
        return (
          name: "\(number)",
          index: try file(longitudes.map { Coordinate(latitude: 10, longitude: $0) })
        )
      }
      let core = PlaceIndexSet(parts)._core
      for longitude in stride(from: -179.9, to: 180, by: 31) {
        let center = Coordinate(latitude: 10.5, longitude: longitude)
        var searched = [0, 0, 0, 0]
        core.forEachPart(within: .infinity, nearestTo: center) { part in
          searched[0] += 1
          var distance = Double.infinity
          part.core.withNearest(
            1, to: center, within: .infinity, where: { _ in true }, filtered: false
          ) { distance = $0[0].distance }
          return distance
        }
        core.forEachPart(within: 20_000, of: center) { _ in
          searched[1] += 1
          return true
        }
        core.forEachPart(in: Cap(center: center, radius: 20_000).boundingBox) { _ in
          searched[2] += 1
          return true
        }
        var cursor = MergedCursor(core, from: center, in: nil)
        _ = cursor.next()
        searched[3] = cursor.opened.count
        #expect(searched.allSatisfy { $0 <= 4 }, "\(count) parts: \(searched)")
      }
    }
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

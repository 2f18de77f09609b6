import CairnColumns
import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@Suite("Indexes over columns")
struct IndexColumnsTests {
  private struct Opened {
    let number: Int64
    let places: [Coordinate]
    let nulls: Set<Int>

    init(_ places: [Coordinate], nulls: Set<Int> = []) {
      self.places = places
      self.nulls = nulls
      let number = Memory<Int64>(1, of: -1)
      let south = Column(places.map(\.latitude), nulls: nulls, offset: 2)
      #expect(
        unsafe cairnIndexBuild(
          Int64(places.count), south.description, longitudes(places).description, number.start)
          == 0)
      self.number = number[0]
    }

    /// The places within a radius, nearest first, by a loop over all.
    func within(_ radius: Double, of center: Coordinate) -> [(offset: Int, meters: Double)] {
      places.indices.filter { !nulls.contains($0) }
        .map { (offset: $0, meters: center.distance(to: places[$0])) }
        .filter { $0.meters <= radius }
        .sorted { ($0.meters, $0.offset) < ($1.meters, $1.offset) }
    }
  }

  private static func path(_ name: String) -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("cairn-columns-\(name)-\(UUID().uuidString)").path
  }

  @safe private func withFile<R>(
    _ name: String, _ body: (String, UnsafePointer<CChar>) throws -> R
  ) rethrows -> R {
    let path = Self.path(name)
    return try unsafe path.withCString { try unsafe body(path, $0) }
  }

  /// Compares all queries of an index with a loop.
  private func check(_ number: Int64, _ opened: Opened, centers: [Coordinate]) {
    let rows = centers.count
    let (south, west) = (latitudes(centers), longitudes(centers))
    let validity = Memory<UInt8>((rows + 7) / 8, of: 0x5A)
    let count = Memory<Int64>(1, of: -1)
    #expect(unsafe cairnIndexCount(number, count.start) == 0)
    let valid = opened.places.indices.filter {
      !opened.nulls.contains($0) && opened.places[$0].isValid
    }
    #expect(count[0] == Int64(valid.count))

    for radius in [Double.infinity, 1_000_000, 0, -1] {
      let lists = centers.map { opened.within(radius, of: $0) }
      for wanted in [1, 3, 40] {
        let offsets = Memory<Int64>(rows * wanted, of: -9)
        let meters = Memory<Double>(rows * wanted, of: -9)
        #expect(
          unsafe cairnNearest(
            number, Int64(rows), south.description, west.description, Int64(wanted), radius,
            offsets.start, meters.start, validity.start) == 0)
        for row in 0..<rows {
          let expected = lists[row].prefix(wanted)
          for rank in 0..<wanted {
            let place = row * wanted + rank
            #expect(offsets[place] == (rank < expected.count ? Int64(expected[rank].offset) : -1))
            #expect(
              rank < expected.count
                ? meters[place] == expected[rank].meters : meters[place].isNaN)
          }
        }
        #expect(bits(validity, rows) == centers.map(\.isValid))
        #expect(offsets.isIntact && meters.isIntact && validity.isIntact)
      }
    }
    for radius in [Double.infinity, 2_000_000, 0, -1] {
      let lists = centers.map { opened.within(radius, of: $0) }
      let counts = Memory<Int64>(rows, of: -9)
      #expect(
        unsafe cairnCount(
          number, Int64(rows), south.description, west.description, radius, counts.start,
          validity.start) == 0)
      #expect(counts.values == lists.map { Int64($0.count) } && counts.isIntact)
      #expect(bits(validity, rows) == centers.map(\.isValid))
      for capacity in [1, 50, 100_000] { checkLists(number, centers, lists, radius, capacity) }
    }
  }

  /// Compares lists and pairs, read in chunks, with a loop.
  private func checkLists(
    _ number: Int64, _ centers: [Coordinate], _ lists: [[(offset: Int, meters: Double)]],
    _ radius: Double, _ capacity: Int
  ) {
    let rows = centers.count
    let offsets = Memory<Int64>(capacity, of: -9)
    let meters = Memory<Double>(capacity, of: -9)
    let answered = Memory<Int64>(1, of: -9)
    let needed = Memory<Int64>(1, of: -9)
    let joined = Memory<Int64>(capacity, of: -9)
    let pairs = Memory<Int64>(1, of: -9)
    var row = 0
    while row < rows {
      let rest = Array(centers[row...])
      let ends = Memory<Int64>(rest.count, of: -9)
      let (south, west) = (latitudes(rest), longitudes(rest))
      let status = unsafe cairnWithin(
        number, Int64(rest.count), south.description, west.description, radius, Int64(capacity),
        ends.start, offsets.start, meters.start, answered.start, needed.start, nil)
      let joinStatus = unsafe cairnJoin(
        number, Int64(rest.count), south.description, west.description, radius, Int64(capacity),
        joined.start, offsets.start, meters.start, pairs.start, answered.start, nil)
      #expect(status == joinStatus)
      #expect(offsets.isIntact && meters.isIntact && ends.isIntact && joined.isIntact)
      if status == 2 {
        #expect(lists[row].count > capacity && needed[0] == Int64(lists[row].count))
        #expect(answered[0] == 0 && lastError().contains("capacity"))
        row += 1
        continue
      }
      #expect(status == 0)
      let done = Int(answered[0])
      #expect(done > 0 && row + done <= rows)
      #expect(needed[0] == (row + done < rows ? Int64(lists[row + done].count) : 0))
      var start = 0
      for place in 0..<done {
        let list = lists[row + place]
        #expect(ends[place] == Int64(start + list.count))
        for (rank, neighbor) in list.enumerated() {
          #expect(offsets[start + rank] == Int64(neighbor.offset))
          #expect(meters[start + rank] == neighbor.meters)
          #expect(joined[start + rank] == Int64(place))
        }
        start += list.count
      }
      #expect(pairs[0] == Int64(start))
      row += done
    }
  }

  @Test("Indexes in memory and in files equal a loop over all places")
  func answers() {
    let opened = Opened(places(300, seed: 41), nulls: [0, 17, 299])
    let centers = places(rounds(60, inDebug: 12), seed: 42) + opened.places.prefix(6)
    check(opened.number, opened, centers: centers)
    withFile("answers") { path, name in
      #expect(unsafe cairnIndexWrite(opened.number, name) == 0)
      let number = Memory<Int64>(1, of: -1)
      #expect(unsafe cairnIndexOpen(name, number.start) == 0)
      check(number[0], opened, centers: centers)
      #expect(cairnIndexFree(number[0]) == 0)
    }
    #expect(cairnIndexFree(opened.number) == 0)
  }

  @Test("No places, one place, and places at one spot", arguments: [0, 1, 40])
  func degenerate(count: Int) {
    let spot = Coordinate(latitude: -90, longitude: 12)
    let opened = Opened(Array(repeating: spot, count: count))
    check(opened.number, opened, centers: places(9, seed: 43) + [spot])
    #expect(cairnIndexFree(opened.number) == 0)
  }

  @Test("Indexes that were freed, even twice, or never existed are unknown")
  func unknown() {
    let opened = Opened([Coordinate(latitude: 1, longitude: 2)])
    #expect(cairnIndexFree(opened.number) == 0)
    for number in [opened.number, opened.number, 0, -1, .max, .min, opened.number + 1_000_000] {
      #expect(cairnIndexFree(number) == 3)
      #expect(lastError().contains("\(number)"))
      let column = Column([1])
      let offset = Memory<Int64>(1, of: 0)
      #expect(
        unsafe cairnNearest(
          number, 1, column.description, column.description, 1, 5, offset.start, nil, nil) == 3)
      #expect(unsafe cairnIndexCount(number, offset.start) == 3)
      #expect(withFile("none") { unsafe cairnIndexWrite(number, $1) } == 3)
    }
    let next = Opened([])
    #expect(next.number != opened.number)
    #expect(cairnIndexFree(next.number) == 0)
  }

  @Test("Files that are missing, not an index, or damaged")
  func files() throws {
    let number = Memory<Int64>(1, of: -1)
    #expect(withFile("missing") { unsafe cairnIndexOpen($1, number.start) } == 4)
    #expect(lastError().contains("open"))
    #expect(unsafe "/etc/passwd".withCString { unsafe cairnIndexOpen($0, number.start) } == 4)
    #expect(unsafe "/".withCString { unsafe cairnIndexOpen($0, number.start) } == 4)
    #expect(unsafe "".withCString { unsafe cairnIndexOpen($0, number.start) } == 1)
    #expect(unsafe cairnIndexOpen(nil, number.start) == 1)
    #expect(number[0] == -1)
    let opened = Opened(places(50, seed: 44))
    #expect(unsafe "/nowhere/at/all".withCString { unsafe cairnIndexWrite(opened.number, $0) } == 4)
    #expect(cairnIndexWrite(opened.number, nil) == 1)
    #expect(cairnIndexFree(opened.number) == 0)
  }

  @Test("Files built from several columns equal those of an index in memory")
  func builtFiles() throws {
    let opened = Opened(places(300, seed: 46), nulls: [0, 17, 299])
    let number = Memory<Int64>(1, of: -1)
    try withFile("built") { path, name in
      #expect(unsafe cairnIndexWrite(opened.number, name) == 0)
      let written = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(unsafe cairnIndexCreate(name, number.start) == 0)
      for part in [0..<1, 1..<1, 1..<200, 200..<300] {
        let rows = part.map { opened.places[$0] }
        let nulls = Set(part.filter(opened.nulls.contains).map { $0 - part.lowerBound })
        let south = Column(rows.map(\.latitude), nulls: nulls, offset: 3)
        #expect(
          unsafe cairnIndexAppend(
            number[0], Int64(rows.count), south.description, longitudes(rows).description) == 0)
      }
      let count = Memory<Int64>(1, of: -1)
      #expect(unsafe cairnIndexCount(number[0], count.start) == 1)
      #expect(lastError().contains("cairn_index_finish"))
      #expect(cairnIndexFinish(number[0], 0) == 1 && lastError().hasPrefix("threads"))
      #expect(cairnIndexFinish(number[0], 2) == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == written)
      check(number[0], opened, centers: places(5, seed: 47))
      let column = Column([1])
      #expect(
        unsafe cairnIndexAppend(number[0], 1, column.description, column.description) == 1)
      #expect(cairnIndexFinish(number[0], 1) == 1 && lastError().contains("finished"))
      #expect(cairnIndexFree(number[0]) == 0)
      #expect(cairnIndexFinish(number[0], 1) == 3)
      try FileManager.default.removeItem(atPath: path)
      // A draft that is freed leaves no file.
      #expect(unsafe cairnIndexCreate(name, number.start) == 0)
      #expect(cairnIndexFree(number[0]) == 0 && !FileManager.default.fileExists(atPath: path))
    }
    // A draft whose folder has disappeared fails once and for all.
    let folder = Self.path("folder")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(
      unsafe (folder + "/a.cairn").withCString { unsafe cairnIndexCreate($0, number.start) } == 0)
    try FileManager.default.removeItem(atPath: folder)
    #expect(cairnIndexFinish(number[0], 1) == 4)
    let column = Column([1])
    #expect(unsafe cairnIndexAppend(number[0], 1, column.description, column.description) == 1)
    #expect(lastError().contains("has failed") && cairnIndexFinish(number[0], 1) == 1)
    #expect(cairnIndexFree(number[0]) == 0)
    #expect(unsafe "/nowhere/at/all".withCString { unsafe cairnIndexCreate($0, number.start) } == 4)
    #expect(unsafe cairnIndexCreate(nil, number.start) == 1)
    #expect(cairnIndexFree(opened.number) == 0)
  }

  @Test("Threads query, open and free indexes concurrently")
  func threads() async {
    let opened = Opened(
      places(2_000, seed: 45).map { $0.isValid ? $0 : Coordinate(latitude: 1, longitude: 1) })
    let center = Coordinate(latitude: 10, longitude: 20)
    let number = opened.number
    let expected = Int64(opened.within(3_000_000, of: center).count)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<50).allSatisfy { _ in
            let own = Opened([center])
            let count = Memory<Int64>(1, of: -9)
            let (south, west) = (Column([center.latitude]), Column([center.longitude]))
            let status = unsafe cairnCount(
              number, 1, south.description, west.description, 3_000_000, count.start, nil)
            return status == 0 && count[0] == expected && cairnIndexFree(own.number) == 0
              && cairnIndexFree(own.number) == 3
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    #expect(cairnIndexFree(number) == 0)
  }
}

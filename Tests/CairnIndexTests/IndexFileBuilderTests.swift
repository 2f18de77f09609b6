import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnIndex

/// Index files that are built in parts, compared with those of an index in memory.
@Suite struct IndexFileBuilderTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "cairn-builder-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private var path: String { folder + "/places.cairn" }

  private func bytes(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The bytes of a file built in parts that each fill a node of a level.
  private func built(
    _ points: [Coordinate], partLevel: Int, threads: Int, record: ((Int) -> [UInt8])? = nil
  ) throws -> [UInt8] {
    var builder = try IndexFileBuilder(creating: path, partLevel: partLevel)
    if let record {
      for (offset, point) in points.enumerated() {
        try builder.append(point, record: record(offset))
      }
    } else {
      // In batches of various sizes.
      var rest = points[...]
      var size = 1
      while !rest.isEmpty {
        try builder.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        size = size * 3 % 5_000 + 1
      }
    }
    #expect(builder.count == points.count)
    let count = try builder.finish(threads: threads)
    #expect(count == points.filter(\.isValid).count)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["places.cairn"])
    return try bytes(path)
  }

  /// The bytes of the file of an index in memory, whose parts are arranged separately, too.
  private func inMemory(
    _ points: [Coordinate], partLevel: Int, threads: Int = 1, record: ((Int) -> [UInt8])? = nil
  ) throws -> [UInt8] {
    let offsets = points.indices.filter { points[$0].isValid }
    let tree = PackedTree(
      offsets.map { points[$0] },
      offsets: offsets.count == points.count ? nil : offsets.map { UInt32($0) },
      threads: threads,
      partLevel: partLevel)
    var table: RecordTable?
    if let record {
      var records = RecordTable(capacity: points.count)
      for offset in points.indices { records.append(record(offset)) }
      table = records
    }
    return try _PackedCore(tree: tree).encoded(elementCount: points.count, records: table)
  }

  /// Points that are hard to divide: few distinct ones, on lines, at poles and the antimeridian,
  /// in other turns, and invalid ones.
  private func hardPoints(_ count: Int, _ random: inout SeededGenerator) -> [[Coordinate]] {
    let invalid = Coordinate(latitude: .nan, longitude: 0)
    func made(_ make: (Int) -> Coordinate) -> [Coordinate] { (0..<count).map(make) }
    return [
      made { _ in Coordinate(latitude: 10, longitude: 20) },
      made { Coordinate(latitude: 10, longitude: Double($0 % 7)) },
      made { Coordinate(latitude: Double($0) / Double(count), longitude: 180) },
      made { Coordinate(latitude: 5, longitude: $0 % 2 == 0 ? 180 : -180) },
      made { _ in Coordinate(latitude: 90, longitude: .random(in: -180...180, using: &random)) },
      made { _ in
        Coordinate(
          latitude: .random(in: -90 ... -89.999, using: &random),
          longitude: .random(in: -540...540, using: &random))
      },
      made { _ in
        Coordinate(
          latitude: .random(in: 48...48.0000001, using: &random),
          longitude: .random(in: 16...16.0000001, using: &random))
      } + [Coordinate(latitude: -80, longitude: -170)],
      made { $0 % 3 == 1 ? invalid : coordinate(&random) },
      made { _ in coordinate(&random) },
      // Ascending, as in a sorted file.
      made { Coordinate(latitude: -90 + 180 * Double($0) / Double(count), longitude: 0) },
      made { Coordinate(latitude: 0, longitude: 1e300 * Double($0 % 5)) },
    ]
  }

  @Test(arguments: [1, 2]) func partsEqualTheIndexInMemory(_ level: Int) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 39)
    let size = PartPlan.partSize(level: level)
    let counts =
      level == 1
      ? [257, 512, 4_097] + [4_096, 4_095, 9_000].prefix(rounds(3, inDebug: 0)) : [2 * size + 17]
    for count in counts {
      // A debug build tests half of the sets, and a quarter of those of more than two parts.
      let step = rounds(1, inDebug: count < 4_000 ? 2 : 4)
      for (number, points) in hardPoints(count, &random).enumerated()
      where number % step == count % 4 % step {
        let expected = try inMemory(points, partLevel: level)
        for threads in [1 + number % 3] + [1, 2, 3].prefix(rounds(3, inDebug: 0)) {
          let found = try built(points, partLevel: level, threads: threads)
          #expect(found == expected, "\(count) points, set \(number), \(threads) threads")
        }
        try MappedPlaceIndex(opening: path).checkEverything()
      }
    }
  }

  /// More threads than a call can use, or than there are points, do not change the file.
  @Test func anyNumberOfThreadsMakesTheSameFile() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 43)
    // Equal keys at the split, and points without order.
    for (number, points) in hardPoints(402, &random).enumerated() where [1, 8].contains(number) {
      let expected = try inMemory(points, partLevel: 1)
      for threads in [257, Int.max].suffix(rounds(2, inDebug: 1)) {
        try #expect(inMemory(points, partLevel: 1, threads: threads) == expected, "\(threads)")
        try #expect(built(points, partLevel: 1, threads: threads) == expected, "\(threads)")
      }
    }
    let many = (0..<17_000).map { _ in coordinate(&random) }
    let index = try PlaceIndex(many, coordinate: { $0 }, threads: .max)
    try #expect(index.encoded() == PlaceIndex(many, coordinate: { $0 }).encoded())
  }

  /// A tree of parts returns the same results as one that was arranged at once.
  @Test func partsFindTheSamePlaces() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 40)
    for points in hardPoints(rounds(30_000, inDebug: 600), &random) {
      let index = try PlaceIndex(skippingInvalid: points, coordinate: { $0 })
      _ = try built(points, partLevel: 1, threads: 2)
      let file = try MappedPlaceIndex(opening: path)
      #expect(try file.skippedOffsets == index.skippedOffsets)
      let box = BoundingBox(south: -20, west: 170, north: 60, east: -150)
      #expect(try file.keys(in: box) == index.keys(in: box))
      for _ in 0..<rounds(20, inDebug: 4) {
        let center = Bool.random(using: &random) ? coordinate(&random) : points[7]
        let radius = Double.random(in: 1...2_000_000, using: &random)
        let expected = index.within(radius, of: center)
        #expect(try file.within(radius, of: center).map(\.offset) == expected.map(\.offset))
        #expect(
          try file.nearest(to: center, count: 9).map(\.offset)
            == index.nearest(to: center, count: 9).map(\.offset))
      }
    }
  }

  @Test func fewPlacesEqualAPlaceIndex() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 41)
    for count in [0, 1, 16, 17, 255, 256, 257, 5_000] {
      let points = (0..<count).map { _ in coordinate(&random) }
      let index = try PlaceIndex(points, coordinate: { $0 })
      try #expect(built(points, partLevel: PartPlan.level, threads: 2) == index.encoded())
    }
    let none = [Coordinate](repeating: Coordinate(latitude: 91, longitude: 0), count: 5_000)
    let index = try PlaceIndex(skippingInvalid: none, coordinate: { $0 })
    try #expect(built(none, partLevel: 1, threads: 2) == index.encoded())
  }

  @Test func recordsAreStoredAsInMemory() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 42)
    let points = (0..<rounds(3_000, inDebug: 600)).map { _ in coordinate(&random) }
    let records: [(Int) -> [UInt8]] = [
      { _ in [] }, { [UInt8(truncatingIfNeeded: $0), 1, 2] },
      { Array(repeating: 7, count: $0 % 50) }, { Array("place \($0)".utf8) },
      // Distinct ones that are stored once, of three widths.
      { Array("category \($0 % 90) of places".utf8) },
      { Array(repeating: UInt8($0 % 9), count: 300 + $0 % 9) },
      { $0 == 4 ? Array(repeating: 1, count: 70_000) : [1, 2, 3] },
    ]
    for (number, record) in records.enumerated() {
      let found = try built(points, partLevel: 1, threads: 2, record: record)
      try #expect(found == inMemory(points, partLevel: 1, record: record), "records \(number)")
    }
  }

  /// Distinct records are counted by sorting, or with bits if there are many.
  @Test(arguments: [0, 1 << 18]) func distinctRecordsAreCounted(sortLimit: Int) {
    var random = SeededGenerator(seed: 43)
    for count in sortLimit > 0 ? [0, 1, 700] : [700] {
      var distinct = DistinctRecords(sortLimit: sortLimit)
      var all: Set<[UInt8]> = []
      for _ in 0..<count {
        let record = Array("\(random.next() % 300) of \(random.next() % 2)".utf8)
        distinct.add(record[...])
        all.insert(record)
      }
      #expect(distinct.bytes(lengthBytes: 2) == all.reduce(0) { $0 + $1.count + 2 })
    }
  }

  @Test func anUnfinishedFileIsRemoved() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = try built([Coordinate(latitude: 1, longitude: 2)], partLevel: 5, threads: 1)
    let old = try bytes(path)
    do {
      var builder = try IndexFileBuilder(creating: path)
      try builder.append([Coordinate(latitude: 3, longitude: 4)])
      #expect(throws: IndexFileError.self) {
        try builder.append(Coordinate(latitude: 3, longitude: 4), record: [1])
      }
    }
    #expect(try bytes(path) == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["places.cairn"])
    #expect(throws: IndexFileError.self) {
      _ = try IndexFileBuilder(creating: folder + "/none/x.cairn")
    }
  }

  #if os(Linux)
    /// A device has no positions, so the file is written to a temporary one first.
    @Test func aFullDeviceIsAnError() throws {
      defer { try? FileManager.default.removeItem(atPath: folder) }
      var builder = try IndexFileBuilder(creating: "/dev/full")
      try builder.append([Coordinate(latitude: 3, longitude: 4)])
      do {
        try builder.finish()
        Issue.record("no error")
      } catch {
        #expect(error == .system(operation: "write", path: "/dev/full", code: ENOSPC))
      }
    }
  #endif
}

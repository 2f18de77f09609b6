import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnIndex

private struct Landmark: Equatable, Sendable {
  let name: String
  let coordinate: Coordinate
}

private func landmarks(_ count: Int, seed: UInt64) -> [Landmark] {
  var random = SeededGenerator(seed: seed)
  return (0..<count).map { number in
    Landmark(
      name: String(repeating: "é", count: .random(in: 0...12, using: &random)) + "\(number)",
      coordinate: coordinate(&random))
  }
}

private func name(_ record: RecordBytes) -> String {
  String(decoding: record, as: UTF8.self)
}

@Suite struct IndexFileTests {
  /// A file returns the same results as its source index, for every class of points.
  @Test(arguments: PointClass.allCases)
  func matchesTheIndexInMemory(_ kind: PointClass) throws {
    var random = SeededGenerator(seed: 11)
    let points = kind.points(using: &random)
    let index = try PlaceIndex(points.enumerated().map { $0 }, coordinate: \.element)
    let file = try MappedPlaceIndex(
      bytes: index.encoded { "place \($0.offset)".utf8 }, decode: name)
    try file.checkEverything()
    #expect(file.count == points.count)
    #expect(file.elementCount == points.count)
    for _ in 0..<rounds(60, inDebug: 4) {
      let center = kind.center(for: points, using: &random)
      let radius = kind.radius(around: center, for: points, using: &random)
      let expected = index.within(radius, of: center)
      let found = try file.within(radius, of: center)
      #expect(found.map(\.offset) == expected.map(\.offset))
      #expect(found.map(\.distance) == expected.map(\.distance))
      #expect(found.map(\.element) == expected.map { "place \($0.offset)" })
      #expect(try file.count(within: radius, of: center) == expected.count)
      #expect(try file.containsAny(within: radius, of: center) == !expected.isEmpty)
      #expect(
        try file.nearest(to: center, count: 7).map(\.offset)
          == index.nearest(to: center, count: 7).map(\.offset))
    }
  }

  @Test func recordsOfAnyLengthAreStored() throws {
    let lengths: [(String, (Int) -> Int)] = [
      ("none", { _ in 0 }), ("equal", { _ in 24 }), ("short", { $0 % 256 }),
      ("long", { $0 % 7 == 3 ? 700 : $0 % 5 }), ("huge", { $0 == 31 ? 70_000 : 1 }),
    ]
    let places = landmarks(257, seed: 12)
    for (title, length) in lengths {
      let index = try PlaceIndex(
        places.enumerated().map { $0 }, coordinate: \.element.coordinate)
      let bytes = try index.encoded { place in
        (0..<length(place.offset)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ place.offset) }
      }
      let file = try MappedPlaceIndex(bytes: bytes) { Array($0) }
      for offset in places.indices {
        let expected = (0..<length(offset)).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ offset) }
        #expect(try file.element(at: offset) == expected, "\(title) \(offset)")
      }
    }
  }

  /// Equal records are stored once, whatever their length.
  @Test func equalRecordsAreStoredOnce() throws {
    let places = landmarks(2000, seed: 22)
    let names = (0..<40).map { String(repeating: "ab", count: $0 * $0 / 3) + "\($0)" }
    let index = try PlaceIndex(places.enumerated().map { $0 }, coordinate: \.element.coordinate)
    let bytes = try index.encoded { names[$0.offset * 7 % 40].utf8 }
    let layout = try PageVerifier(PackedMemory(copying: bytes)).layout
    #expect(layout.storage == .shared(lengthBytes: 2))
    #expect(layout.records.count == names.map { $0.utf8.count + 2 }.reduce(0, +))
    let file = try MappedPlaceIndex(bytes: bytes, decode: name)
    try file.checkEverything()
    for offset in places.indices {
      #expect(try file.element(at: offset) == names[offset * 7 % 40])
    }
    // Invalid references and lengths from a hostile writer.
    for (position, change) in [
      (layout.recordLengths.lowerBound + 20, [255, 255, 255, 255]),
      (layout.recordLengths.lowerBound + 20, [0, 0, 1, 0]),
      (layout.records.lowerBound, [255, 255] as [UInt8]),
    ] {
      var changed = bytes
      changed.replaceSubrange(position..<(position + change.count), with: change)
      changed = RechecksummedFile.bytes(changed, layout)
      let error = #expect(throws: IndexFileError.self) {
        try MappedPlaceIndex(bytes: changed, decode: name).checkEverything()
      }
      #expect(error.map { "\($0)".contains("record lengths") } == true)
    }
  }

  @Test func elementsWithoutACoordinateKeepTheirRecords() throws {
    let nowhere = Coordinate(latitude: .nan, longitude: 0)
    let places = landmarks(50, seed: 13).enumerated().map { offset, place in
      Landmark(name: place.name, coordinate: offset % 10 == 4 ? nowhere : place.coordinate)
    }
    let index = try PlaceIndex(skippingInvalid: places, coordinate: \.coordinate)
    let file = try MappedPlaceIndex(bytes: index.encoded { $0.name.utf8 }, decode: name)
    #expect(file.count == 45)
    #expect(file.elementCount == 50)
    #expect(try file.element(at: 4) == places[4].name)
    let all = try file.within(.infinity, of: places[0].coordinate)
    #expect(all.map(\.element) == all.map { places[$0.offset].name })
    #expect(all.count == 45)
  }

  @Test func indexWithoutRecords() throws {
    let index = try PlaceIndex(landmarks(20, seed: 14), coordinate: \.coordinate)
    let file = try MappedPlaceIndex(bytes: index.encoded()) { $0.count }
    #expect(try file.nearest(to: Coordinate(latitude: 0, longitude: 0), count: 20).count == 20)
    #expect(try file.element(at: 3) == 0)
  }

  /// Concurrent threads that access the pages of a file first all get the correct results.
  @Test func threadsShareAFile() async throws {
    let places = landmarks(3000, seed: 15)
    let index = try PlaceIndex(places, coordinate: \.coordinate)
    let bytes = try index.encoded { $0.name.utf8 }
    for _ in 0..<5 {
      let file = try MappedPlaceIndex(bytes: bytes, decode: name)
      let agree = try await withThrowingTaskGroup(of: Bool.self) { group in
        for task in 0..<4 {
          group.addTask {
            try (0..<20).allSatisfy { number in
              let center = places[number * 4 + task].coordinate
              return try file.within(700_000, of: center).map(\.element)
                == index.within(700_000, of: center).map(\.element.name)
            }
          }
        }
        return try await group.allSatisfy { $0 }
      }
      #expect(agree)
    }
  }
}

/// The distance between changed bytes; the release run changes every byte.
private let step = rounds(1, inDebug: 23)

@Suite struct IndexFileDamageTests {
  private let center = Coordinate(latitude: 10, longitude: 20)

  private func malformedSection(_ error: IndexFileError) -> IndexFileError.Section? {
    if case .malformed(let section, _) = error { section } else { nil }
  }

  private func answers(_ bytes: [UInt8]) throws -> [String] {
    let file = try MappedPlaceIndex(bytes: bytes, decode: name)
    return try file.within(5_000_000, of: center).map { "\($0.element) \($0.distance)" }
      + file.nearest(to: center, count: 3).map(\.element)
      + ["\(try file.count(within: 9_000_000, of: center))"]
  }

  /// Each byte of a file in turn is changed: the results stay correct or an error reports the
  /// section, and a full verification always detects the change.
  @Test func everyChangedByteIsDetected() throws {
    let index = try PlaceIndex(landmarks(300, seed: 16), coordinate: \.coordinate)
    var bytes = try index.encoded { $0.name.utf8 }
    let expected = try answers(bytes)
    for position in stride(from: 0, to: bytes.count, by: step) {
      let saved = bytes[position]
      defer { bytes[position] = saved }
      bytes[position] ^= position % 3 == 0 ? 0xFF : 1 << UInt8(position % 8)
      if let found = try? answers(bytes) {
        #expect(found == expected, "byte \(position)")
      }
      #expect(throws: IndexFileError.self, "byte \(position)") {
        try MappedPlaceIndex(bytes: bytes, decode: name).checkEverything()
      }
    }
  }

  @Test func everyTruncationIsDetected() throws {
    let index = try PlaceIndex(landmarks(40, seed: 17), coordinate: \.coordinate)
    let bytes = try index.encoded { $0.name.utf8 }
    for length in 0..<bytes.count {
      #expect(throws: IndexFileError.self, "\(length) bytes") {
        try answers(Array(bytes.prefix(length)))
      }
    }
    #expect(
      throws: IndexFileError.wrongLength(
        expected: UInt64(bytes.count), found: UInt64(bytes.count + 4096))
    ) {
      try answers(bytes + [UInt8](repeating: 0, count: 4096))
    }
  }

  @Test func otherFilesAreRejected() throws {
    for bytes in [[], [1], Array("latitude,longitude\n".utf8), [UInt8](repeating: 0, count: 8192)] {
      #expect(throws: IndexFileError.notAnIndexFile) { try answers(bytes) }
    }
    let index = try PlaceIndex(landmarks(5, seed: 18), coordinate: \.coordinate)
    var bytes = try index.encoded()
    for version: UInt8 in [1, 2, 9] {
      bytes[8] = version
      #expect(
        throws: IndexFileError.unsupportedVersion(found: UInt32(version), supported: 3)
      ) {
        try answers(bytes)
      }
    }
  }

  @Test func damageReportsItsSection() throws {
    let index = try PlaceIndex(landmarks(5000, seed: 19), coordinate: \.coordinate)
    let bytes = try index.encoded { $0.name.utf8 }
    let layout = try PageVerifier(PackedMemory(copying: bytes)).layout
    for (section, range) in layout.sections {
      var broken = bytes
      let position = (range.lowerBound + range.upperBound) / 2
      broken[position] ^= 4
      let page = section == .checksums ? range.lowerBound >> 12 : position >> 12
      #expect(throws: IndexFileError.damaged(section: section, page: page)) {
        try MappedPlaceIndex(bytes: broken, decode: name).checkEverything()
      }
    }
  }

  /// Files from a hostile writer, with correct checksums.
  @Test func invalidContentsAreRejected() throws {
    let index = try PlaceIndex(landmarks(300, seed: 20), coordinate: \.coordinate)
    let bytes = try index.encoded { $0.name.utf8 }
    let layout = try PageVerifier(PackedMemory(copying: bytes)).layout
    let tree = PackedLayout(count: 300)
    let at = layout.tree.lowerBound
    let nan: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF8, 0x7F]
    let beyond: [UInt8] = [0, 0, 0, 0, 0, 0, 0x57, 0x40]
    let cases: [(Int, [UInt8], IndexFileError.Section)] = [
      (at + tree.offsetsOffset + 40, [0x2C, 1, 0, 0], .tree),
      (at + tree.offsetsOffset + 44, [255, 255, 255, 255], .tree),
      (at + tree.degreesOffset + 160, nan, .tree),
      (at + tree.degreesOffset + 160, beyond, .tree),
      // Boxes that do not bound: of the root and of a node, in rows of minima and maxima.
      (at + tree.nodesOffset + 3, [0x3F], .tree), (at + tree.nodesOffset + 448 + 1, [9], .tree),
      (at + tree.nodesOffset + 448 + 17 * 4 * 3, [9], .tree),
      // Frames: a different origin, a NaN origin, a wrong slack, wrong repeat bits.
      (at + tree.nodesOffset + 384 + 6, [9], .tree),
      (at + tree.nodesOffset + 448 + 384 + 8, nan, .tree),
      (at + tree.nodesOffset + 384 + 24, [9], .tree),
      (at + tree.nodesOffset + 448 + 384 + 24, [9], .tree),
      (at + tree.nodesOffset + 448 + 384 + 32, [4], .tree),
      // A point that does not match its coordinate.
      (at + tree.pointsOffset + 5 * 4, [7], .tree),
      // Unused children and points.
      (at + tree.nodesOffset + 2 * 4, [0, 0, 0, 0], .tree),
      (at + tree.nodesOffset + 2 * 448 + 5 * 4, [0, 0, 0, 0], .tree),
      (at + tree.pointsOffset + 18 * 192 + 12 * 4, [0, 0, 0, 0], .tree),
      (at, [45], .tree), (at + 8, [7], .tree), (at + 16, [99], .tree),
      (
        layout.recordLengths.lowerBound + 8, [255, 255, 255, 255, 255, 255, 255, 255],
        .recordLengths
      ),
      (layout.recordLengths.lowerBound + 8, [255, 255, 255, 127, 0, 0, 0, 0], .recordLengths),
      (24, [255, 255, 255, 255, 255, 255, 255, 255], .header), (24, [0x2D, 1], .header),
      (32, [255, 255, 255, 255], .header), (32, [0], .header), (12, [1], .header),
      (12, [3], .header), (40, [3], .header), (48, [0, 0], .header), (104, [1], .header),
      (113, [1], .header),
      (120, [255, 255, 255, 255, 255, 255, 255, 255], .header),
    ]
    for (position, change, section) in cases {
      var changed = bytes
      changed.replaceSubrange(position..<(position + change.count), with: change)
      changed = RechecksummedFile.bytes(changed, layout)
      let error = #expect(throws: IndexFileError.self, "\(change) at \(position)") {
        try MappedPlaceIndex(bytes: changed, decode: name).checkEverything()
      }
      #expect(error.map(malformedSection) == section, "\(change) at \(position)")
      #expect(throws: IndexFileError.self) { try answers(changed) }
    }
    #expect(RechecksummedFile.bytes(bytes, layout) == bytes)
  }

  /// A record size that overflows.
  @Test func recordSizesThatOverflow() throws {
    let index = try PlaceIndex(landmarks(40, seed: 23), coordinate: \.coordinate)
    let bytes = try index.encoded { _ in [1, 2] as [UInt8] }
    let layout = try PageVerifier(PackedMemory(copying: bytes)).layout
    #expect(layout.storage == .fixed(bytes: 2))
    var changed = bytes
    // Both the number of elements and the bytes per record are the maximum.
    for position in [32, 40] {
      changed.replaceSubrange(position..<position + 4, with: [255, 255, 255, 255])
    }
    changed = RechecksummedFile.bytes(changed, layout)
    let error = #expect(throws: IndexFileError.self) {
      try MappedPlaceIndex(bytes: changed, decode: name)
    }
    #expect(error.map(malformedSection) == .header)
  }
}

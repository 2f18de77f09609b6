import CairnGeodesy
import CairnMemory
import TestSupport
import Testing

@testable import CairnRoads

/// Files of roads, including damaged ones.
@Suite struct FileTests {
  private let map = RandomMapTests.map(3)

  /// Uses every part of a network; returns false if it is rejected with a typed error.
  private func isUsable(_ bytes: [UInt8]) -> Bool {
    let points = [map.coordinate(100), map.coordinate(123), map.coordinate(144)]
    do throws(RoadError) {
      let network = try RoadNetwork(bytes: bytes)
      for profile in network.profileNames {
        for start in points {
          for end in points {
            do throws(RoadError) {
              _ = try network.route(from: start, to: end, by: profile)
            } catch {
              switch error {
              case .noRoute, .noRoad: break
              default: throw error
              }
            }
          }
        }
        _ = try network.milliseconds(from: points, to: points, by: profile)
        _ = try network.reach(from: points[0], within: .seconds(600), by: profile, withLines: true)
        _ = try network.snap(points[1], by: profile)
      }
      try network.checkEverything()
      return true
    } catch {
      return false
    }
  }

  @Test func aFileGivesTheSameNetwork() throws {
    let network = try map.network()
    let copy = try RoadNetwork(bytes: network.bytes)
    #expect(copy.bytes == network.bytes)
    #expect(copy.profileNames == ["foot", "bicycle", "car"])
    #expect(isUsable(network.bytes))
    let (start, end) = (map.coordinate(100), map.coordinate(133))
    #expect(
      try copy.milliseconds(from: [start], to: [end], by: "foot")
        == network.milliseconds(from: [start], to: [end], by: "foot"))
  }

  @Test func theBuildIsDeterministic() throws {
    #expect(try map.network().bytes == map.network().bytes)
  }

  @Test func otherFilesAreRejected() throws {
    let bytes = try map.network().bytes
    #expect(throws: RoadError.notARoadFile) { try RoadNetwork(bytes: []) }
    #expect(throws: RoadError.notARoadFile) {
      try RoadNetwork(bytes: [UInt8](repeating: 0, count: 100))
    }
    var version = bytes
    version[8] = 99
    #expect(throws: RoadError.unsupportedVersion(found: 99, supported: 1)) {
      try RoadNetwork(bytes: version)
    }
    #expect(
      throws: RoadError.wrongLength(expected: UInt64(bytes.count), found: UInt64(bytes.count - 64))
    ) {
      try RoadNetwork(bytes: Array(bytes.dropLast(64)))
    }
  }

  @Test func everyChangedByteOfASectionIsDetected() throws {
    let bytes = try map.network().bytes
    let layout = try RoadFileLayout(PackedMemory(copying: bytes))
    var random = SeededGenerator(seed: 5)
    for entry in layout.entries where entry.length > 0 {
      var changed = bytes
      changed[entry.offset + Int.random(in: 0..<entry.length, using: &random)] ^= 1
      #expect(throws: RoadError.self) { try RoadNetwork(bytes: changed).checkEverything() }
    }
  }

  /// Changes that a checksum does not reveal, since it is computed again.
  @Test(arguments: 0..<4)
  func hostileFilesNeverTrap(_ seed: Int) throws {
    let bytes = try map.network().bytes
    let layout = try RoadFileLayout(PackedMemory(copying: bytes))
    var random = SeededGenerator(seed: UInt64(seed))
    var rejected = 0
    for _ in 0..<rounds(40, inDebug: 12) {
      var changed = bytes
      let entry = layout.entries[Int.random(in: 0..<layout.entries.count, using: &random)]
      guard entry.length > 0 else { continue }
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let offset = entry.offset + Int.random(in: 0..<entry.length, using: &random)
        changed[offset] =
          [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)][
            Int.random(in: 0..<5, using: &random)]
      }
      if !isUsable(Self.signed(changed)) { rejected += 1 }
    }
    #expect(rejected > 0)
    for _ in 0..<rounds(40, inDebug: 12) {
      var changed = bytes
      // The header and the table of sections.
      changed[Int.random(in: 12..<400, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = isUsable(Self.signed(changed))
    }
  }

  /// The file with valid checksums, as far as its table can be read.
  private static func signed(_ bytes: [UInt8]) -> [UInt8] {
    let memory = PackedMemory(copying: bytes)
    let words = unsafe UnsafeBuffer<UInt64>(memory, byteOffset: 0, count: bytes.count / 8)
    let count = Int(words[1] >> 32)
    let end = (RoadFileLayout.headerBytes + count * RoadFileLayout.entryBytes) / 8
    guard end <= words.count else { return bytes }
    for index in 0..<count {
      let word = (RoadFileLayout.headerBytes + index * RoadFileLayout.entryBytes) / 8
      let (offset, length) = (words[word + 1], words[word + 2])
      let (sum, isTooLarge) = offset.addingReportingOverflow(length)
      guard !isTooLarge, sum <= UInt64(bytes.count), offset % 8 == 0 else { continue }
      words[word + 3] = RoadFileLayout.checksum(
        memory,
        RoadFileLayout.Entry(
          kind: 0, profile: 0, offset: Int(offset), length: Int(length), checksum: 0))
    }
    words[5] = RoadFileLayout.checksum(ofHeader: words.span, end: end)
    return memory.allBytes
  }
}

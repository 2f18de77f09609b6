import Foundation
import TestSupport
import Testing

@testable import CairnMemory

/// Spilled bytes and records are those that were appended, in memory and in a file.
@Suite struct SpillFileTests {
  private static let folder = FileManager.default.temporaryDirectory.path

  private func read(_ file: inout SpillFile) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try file.read { piece throws(FileError) in
      bytes += piece
    } failure: {
      $0
    }
    return bytes
  }

  private func records(_ file: inout SpillFile) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try file.forEachRecord { bytes, range throws(FileError) in
      records.append(Array(bytes[range]))
    } failure: {
      $0
    }
    return records
  }

  @Test(arguments: [0, 1_000, 4 << 20])
  func recordsAreReadInOrder(memoryLimit: Int) throws {
    var random = SeededGenerator(seed: 5)
    let wanted = (0..<3_000).map { (_: Int) -> [UInt8] in
      let count = [0, 1, 127, 128, 300, 20_000][Int(random.next() % 6)]
      return [UInt8](repeating: UInt8(truncatingIfNeeded: random.next()), count: count)
    }
    var file = SpillFile(beside: Self.folder + "/records", memoryLimit: memoryLimit)
    for (number, record) in wanted.enumerated() {
      try file.append(record: record[...])
      // Reading in between changes nothing.
      if number == 1_500 { #expect(try records(&file).count == 1_501) }
    }
    #expect(try records(&file) == wanted)
    #expect(try records(&file) == wanted)
  }

  @Test(arguments: [0, 4 << 20])
  func bytesAreReadAtAnyPosition(memoryLimit: Int) throws {
    let wanted = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var file = SpillFile(beside: Self.folder + "/bytes", memoryLimit: memoryLimit)
    for start in stride(from: 0, to: wanted.count, by: 99_999) {
      try file.write(wanted[start..<min(start + 99_999, wanted.count)])
    }
    #expect(try read(&file) == wanted)
    #expect(file.byteCount == wanted.count)
    let bytes = try file.atAnyPosition()
    for range in [0..<0, 0..<10, 262_140..<262_150, 699_990..<700_000] {
      #expect(bytes(range) == Array(wanted[range]))
    }
  }

  @Test func bytesStayInMemoryIfTheFileCannotBeCreated() throws {
    var file = SpillFile(beside: Self.folder + "/no such folder/bytes", memoryLimit: 0)
    try file.write([UInt8](repeating: 7, count: 600_000)[...])
    try file.write([1, 2, 3])
    #expect(try read(&file) == [UInt8](repeating: 7, count: 600_000) + [1, 2, 3])
  }
}

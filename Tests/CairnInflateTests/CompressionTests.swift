import TestSupport
import Testing

@testable import CairnInflate

/// Compressed files, and zlib streams, decoded bit by bit by the oracle.
@Suite struct CompressionTests {
  /// Data with and without repetitions, near and far, below and above the length of a block.
  private static func samples() -> [[UInt8]] {
    var random = SeededGenerator(seed: 91)
    func noise(_ count: Int) -> [UInt8] {
      (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    var found: [[UInt8]] = [[], [7], [1, 2, 3, 4], noise(300)]
    // Runs around the shortest and the longest match.
    for count in [2, 3, 4, 5, 257, 258, 259, 517] {
      found.append([9] + [UInt8](repeating: 5, count: count) + [9])
    }
    // The same bytes again, just within the window of 32 KiB and just outside of it.
    let words = noise(40)
    for distance in [40, 1_000, 32_767, 32_768, 32_769] {
      found.append(words + noise(distance - 40) + words)
    }
    // More than two blocks of 64 KiB, some with matches across their border.
    let long = (0..<rounds(400_000, inDebug: 140_000)).map { (number: Int) -> UInt8 in
      number % 61 == 0 ? UInt8(truncatingIfNeeded: random.next() & 3) : UInt8(number % 251)
    }
    found.append(long)
    return found
  }

  private func compressed(
    _ data: [UInt8], _ kind: CompressedOutput.Kind, pieces: Int = .max
  ) -> [UInt8] {
    var output = CompressedOutput(kind)
    var bytes: [UInt8] = []
    var start = 0
    while start < data.count {
      let end = data.count - start > pieces ? start + pieces : data.count
      bytes += output.append(Array(data[start..<end]))
      start = end
    }
    return bytes + (output.finish() ?? [])
  }

  /// CRC-32, bit by bit.
  private func crc32(_ data: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in data {
      value ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = value & 1 == 1
        value >>= 1
        if isOdd { value ^= 0xEDB8_8320 }
      }
    }
    return ~value
  }

  private func number(_ bytes: some Sequence<UInt8>) -> Int {
    Array(bytes).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  @Test func gzipFilesHaveTheirData() {
    for (index, data) in Self.samples().enumerated() {
      let file = compressed(data, .gzip)
      #expect(file.prefix(4) == [0x1F, 0x8B, 8, 0])
      let body = Array(file[10..<(file.count - 8)])
      let decoded = ReferenceInflate.decode(body)
      #expect(decoded?.output == data, "sample \(index)")
      #expect(decoded?.count == body.count)
      #expect(number(file[(file.count - 8)...].prefix(4)) == Int(crc32(data)))
      #expect(number(file.suffix(4)) == data.count)
      // Neither the pieces nor their order in memory matter.
      #expect(compressed(data, .gzip, pieces: 997) == file, "sample \(index)")
    }
  }

  @Test func repetitionsAreStoredOnce() {
    let line = Array("Großglockner,47.0742,12.6939\n".utf8)
    let data = [[UInt8]](repeating: line, count: 2_000).flatMap { $0 }
    #expect(compressed(data, .gzip).count < data.count / 40)
  }

  /// The directory of an archive refers to its only document, whose sizes and checksum are right.
  @Test func archivesHaveOneDocument() throws {
    for data in Self.samples() {
      let file = compressed(data, .kmz)
      let end = file.count - 22
      #expect(file[end...].prefix(4) == [0x50, 0x4B, 5, 6])
      #expect(number(file[(end + 10)...].prefix(2)) == 1)
      let directory = number(file[(end + 16)...].prefix(4))
      #expect(directory + number(file[(end + 12)...].prefix(4)) == end)
      let entry = file[directory...]
      #expect(
        entry.prefix(4) == [0x50, 0x4B, 1, 2]
          && entry.dropFirst(46).prefix(7) == Array("doc.kml".utf8)[...])
      #expect(number(entry.dropFirst(16).prefix(4)) == Int(crc32(data)))
      let length = number(entry.dropFirst(20).prefix(4))
      #expect(number(entry.dropFirst(24).prefix(4)) == data.count)
      let body = Array(file[37..<(37 + length)])
      #expect(ReferenceInflate.decode(body)?.output == data)
    }
  }

  /// A zlib stream around the data of a gzip file.
  private func zlib(_ data: [UInt8]) -> [UInt8] {
    let file = compressed(data, .gzip)
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x9C] + file[10..<(file.count - 8)]
      + [b >> 8, b & 255, a >> 8, a & 255].map { UInt8($0) }
  }

  @Test func zlibStreamsAreDecompressed() throws {
    for data in Self.samples() {
      #expect(try ZlibStream.decompress(zlib(data), limit: data.count) == data)
    }
  }

  @Test func damagedZlibStreamsAreErrors() throws {
    let data = Array("a stream of some length, a stream of some length".utf8)
    let stream = zlib(data)
    func byte(_ bytes: [UInt8], limit: Int = 1_000) -> Int? {
      do throws(InflateError) {
        _ = try ZlibStream.decompress(bytes, limit: limit)
        return nil
      } catch {
        return error.byte
      }
    }
    #expect(byte(stream) == nil)
    #expect(byte([]) == 0 && byte([0x78, 0x9C, 3, 0, 0]) == 0)
    #expect(byte([0x79] + stream.dropFirst()) == 0)
    #expect(byte([0x78, 0xBB] + stream.dropFirst(2)) == 1)
    #expect(byte(stream, limit: data.count - 1) != nil)
    #expect(byte(Array(stream.dropLast()) + [stream[stream.count - 1] ^ 1]) == stream.count - 4)
    #expect(byte(stream + [0]) != nil)
    for count in 0..<stream.count { #expect(byte(Array(stream.prefix(count))) != nil, "\(count)") }
  }
}

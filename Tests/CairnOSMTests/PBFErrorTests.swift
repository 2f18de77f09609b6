import TestSupport
import Testing

@testable import CairnOSM

@Suite struct PBFErrorTests {
  /// A file with a header and one block that is built by a closure.
  private func file(_ build: (inout ProtobufMessage) -> Void) -> [UInt8] {
    var block = ProtobufMessage()
    build(&block)
    return MapFixture().pbf() + MapFixture.blob("OSMData", block.bytes, .zlib)
  }

  private func error(_ bytes: [UInt8]) -> OSMError? {
    do throws(OSMError) {
      _ = try MapFixture(OSMFile(bytes: bytes))
      return nil
    } catch {
      return error
    }
  }

  private func expect(
    _ message: String, _ bytes: [UInt8], _ place: SourceLocation = #_sourceLocation
  ) {
    let found = error(bytes)?.description ?? "no error"
    #expect(found.contains(message), "\(found)", sourceLocation: place)
  }

  @Test func otherFormatsAreNamed() {
    expect("compression by bzip2 is not supported; decompress it", Array("BZh91AY".utf8))
    expect("compression by xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0])
    expect("compression by Zstandard", [0x28, 0xB5, 0x2F, 0xFD, 0])
    expect("a ZIP archive", Array("PK\u{3}\u{4}".utf8))
    expect("the format o5m", [0xFF, 0xE0, 4, 0x6F])
    expect("found an empty file", [])
    expect("expected an extract of OpenStreetMap", Array("id,name\n1,a\n".utf8))
    expect("expected <osm>, found <html>", Array("<!DOCTYPE html><html></html>".utf8))
    expect("a file of changes is not supported", Array("<osmChange></osmChange>".utf8))
  }

  @Test(arguments: [(4, "LZMA"), (5, "bzip2"), (6, "LZ4"), (7, "Zstandard")])
  func otherCompressionsNameTheRemedy(field: Int, name: String) {
    var blob = ProtobufMessage()
    blob.integer(2, 10)
    blob.data(UInt64(field), [1, 2, 3])
    let bytes = MapFixture().pbf() + MapFixture.framed("OSMData", blob.bytes)
    expect("compression by \(name) is not supported; convert it: osmium cat", bytes)
    #expect(error(bytes)?.byte == MapFixture().pbf().count)
  }

  @Test func requiredFeaturesAreChecked() {
    var options = MapFixture.Options()
    options.requiredFeatures.append("Teleportation")
    expect("the required feature `Teleportation` is not supported", MapFixture().pbf(options))
    expect("expected a header block", MapFixture.blob("OSMData", [], .raw))
  }

  @Test func unknownBlocksAreSkipped() throws {
    var map = MapFixture()
    map.nodes = [.init(id: 1, latitude: 2, longitude: 3)]
    let whole = map.pbf()
    let header = MapFixture().pbf()
    let bytes = header + MapFixture.blob("Other", [1, 2, 3], .raw) + whole[header.count...]
    #expect(try MapFixture(OSMFile(bytes: bytes)) == map)
  }

  @Test func truncatedFilesAreErrorsAtEveryByte() throws {
    var generator = SeededGenerator(seed: 1)
    let map = MapFixture.random(&generator, count: 3)
    let bytes = map.pbf()
    var starts: Set<Int> = []
    for count in 0..<bytes.count where error(Array(bytes[..<count])) == nil { starts.insert(count) }
    // Only a file that ends between two blocks looks like a complete one.
    let blocks = map.blocks(MapFixture.Options())
    var end = MapFixture().pbf().count
    var ends: Set<Int> = []
    for block in blocks {
      ends.insert(end)
      end += MapFixture.blob("OSMData", block, .zlib).count
    }
    #expect(starts == ends)
  }

  @Test func lengthsAndIntegersAreChecked() {
    let header = MapFixture().pbf()
    expect("the header of a block exceeds the limit of 65536 bytes", header + [0x7F, 0, 0, 0])
    // A block of 2 GB.
    for size in [1 << 31, 1 << 40, UInt64.max] as [UInt64] {
      var big = ProtobufMessage()
      big.text(1, "OSMData")
      big.integer(3, size)
      let bytes = header + [0, 0, 0, UInt8(big.bytes.count)] + big.bytes
      expect("a block exceeds the limit of 33554432 bytes", bytes)
    }
    expect("more than 64 bits", file { $0.bytes += [0x08] + [UInt8](repeating: 0xFF, count: 12) })
    expect(
      "more than 64 bits", file { $0.bytes += [0x08] + [UInt8](repeating: 0xFF, count: 9) + [2] })
    expect("a field is longer than the message", file { $0.bytes += [0x0A, 0xFF, 0x7F] })
    expect("the unknown wire type 7", file { $0.bytes += [0x07 | 0x18] })
    expect("a group has no start", file { $0.bytes += [0x04 | 0x18] })
    expect("groups are nested too deeply", file { $0.bytes += [UInt8](repeating: 0x1B, count: 99) })
    expect("the number 0", file { $0.bytes += [0, 0] })
    expect("granularity", file { $0.integer(17, 0) })
  }

  @Test func decompressionIsBounded() {
    let zeros = [UInt8](repeating: 0, count: 100_000)
    let header = MapFixture().pbf()
    expect("is longer than 10 bytes", header + MapFixture.blob("OSMData", zeros, .zlib, size: 10))
    expect(
      "a decompressed block exceeds the limit of 33554432 bytes",
      header + MapFixture.blob("OSMData", zeros, .zlib, size: 1 << 26))
    expect(
      "a block does not have its stated size",
      header + MapFixture.blob("OSMData", [1], .zlib, size: 2))
    var damaged = MapFixture.blob("OSMData", Array("some data".utf8), .zlib)
    damaged[damaged.count - 1] ^= 1
    expect("does not match its checksum", header + damaged)
  }

  @Test func aBlockHasABoundedNumberOfItems() throws {
    func count(_ field: UInt64, _ number: UInt64) -> ((inout ProtobufMessage) -> Void) {
      { block in
        block.message(1) { $0.text(1, "") }
        block.message(2) {
          $0.message(field) { $0.packed(number, [UInt64](repeating: 0, count: 99)) }
        }
      }
    }
    for (field, number) in [(2, 1), (2, 8), (2, 9), (2, 10), (3, 8), (3, 2), (4, 9)]
      as [(UInt64, UInt64)]
    {
      var block = ProtobufMessage()
      count(field, number)(&block)
      var decoder = PBFBlockDecoder(kinds: Set(OSMElementKind.allCases), hasHistory: false)
      decoder.columnLimit = 50
      #expect(throws: OSMError(.invalid("a block has more than 50 items"), byte: 3)) {
        try decoder.decode(block.bytes, at: 3)
      }
    }
  }

  @Test func indicesAndColumnsAreChecked() {
    func group(_ build: (inout ProtobufMessage) -> Void) -> [UInt8] {
      file { block in
        block.message(1) { $0.text(1, "") }
        block.message(2, build)
      }
    }
    expect(
      "a string index is beyond",
      group {
        $0.message(3) { way in
          way.integer(1, 1)
          way.packed(2, [1])
          way.packed(3, [0])
        }
      })
    expect(
      "as many keys as values",
      group {
        $0.message(3) { way in
          way.integer(1, 1)
          way.packed(2, [0])
        }
      })
    expect("a way has no identifier", group { $0.message(3) { $0.packed(8, [1]) } })
    expect("node 4 has no coordinate", group { $0.message(1) { $0.signed(1, 4) } })
    expect(
      "members without a kind",
      group {
        $0.message(4) { relation in
          relation.integer(1, 1)
          relation.packed(8, [0])
        }
      })
    expect(
      "a member has the unknown kind 3",
      group {
        $0.message(4) { relation in
          relation.integer(1, 1)
          relation.packed(10, [3])
        }
      })
    expect("as many coordinates", group { $0.message(2) { $0.deltas(1, [1, 2]) } })
    func dense(_ tags: [UInt64]) -> [UInt8] {
      group {
        $0.message(2) { nodes in
          nodes.deltas(1, [1])
          nodes.deltas(8, [1])
          nodes.deltas(9, [1])
          nodes.packed(10, tags)
        }
      }
    }
    expect("a string index is beyond", dense([1]))
    expect("tags for more nodes", dense([0, 0]))
    expect(
      "exceeds 64 bits",
      group {
        $0.message(2) { $0.packed(1, [UInt64.max, UInt64.max - 2, UInt64.max, UInt64.max]) }
      })
    expect(
      "beyond the Earth",
      group { $0.message(2) { $0.deltas(8, [Int64.max]) } })
    expect(
      "not UTF-8",
      file { block in
        block.message(1) { $0.data(1, [0xC3, 0x28]) }
        block.message(2) { $0.message(3) { $0.integer(1, 1) } }
      })
  }

  @Test func blocksBeforeAnErrorAreDelivered() throws {
    var generator = SeededGenerator(seed: 1)
    let map = MapFixture.random(&generator, count: 9)
    let bytes = map.pbf() + [0, 0]
    for threads in [1, 4] {
      var found = MapFixture()
      var blocks = try OSMFile(bytes: bytes).blocks(threads: threads)
      var error: OSMError?
      do {
        while let block = try blocks.next() { found.add(block) }
      } catch let thrown {
        error = thrown
      }
      #expect(found == map)
      #expect(error == OSMError(.endsWithin("the length of a block"), byte: bytes.count - 2))
      #expect(try blocks.next() == nil)
    }
  }
}

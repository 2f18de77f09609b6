import TestSupport
import Testing

@testable import CairnOSM

/// Seeded damage to small files: the result is elements or an error, never a trap.
@Suite struct HostileInputTests {
  private static let tries = rounds(20_000, inDebug: 800)

  private func mutated(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<generator.integer(in: 1...4) where !bytes.isEmpty {
      let place = generator.integer(in: 0...bytes.count - 1)
      switch generator.integer(in: 0...6) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
      case 1: bytes[place] ^= 1 << UInt8(generator.integer(in: 0...7))
      case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF][generator.integer(in: 0...3)]
      case 3: bytes.removeSubrange(place..<min(place + generator.integer(in: 1...9), bytes.count))
      case 4: bytes.insert(contentsOf: bytes[place..<min(place + 7, bytes.count)], at: place)
      case 5: bytes.insert(contentsOf: repeatElement(0xFF, count: 9), at: place)
      default: bytes.removeLast(generator.integer(in: 0...min(3, bytes.count)))
      }
    }
    return bytes
  }

  /// Reads a file; returns whether it is valid.
  private func read(_ bytes: [UInt8]) -> Bool {
    do throws(OSMError) {
      _ = try MapFixture(OSMFile(bytes: bytes))
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  @Test func damagedBlocksAreErrorsOrElements() {
    var generator = SeededGenerator(seed: 21)
    var counts = (valid: 0, invalid: 0)
    let header = MapFixture().pbf()
    for round in 0..<Self.tries {
      var options = MapFixture.Options()
      options.isDense = round.isMultiple(of: 2)
      options.hasHistory = round.isMultiple(of: 3)
      let map = MapFixture.random(&generator, count: 3)
      var bytes = options.hasHistory ? MapFixture().pbf(options) : header
      // The damage is inside the blocks, which would otherwise fail their checksums.
      for block in map.blocks(options) {
        bytes += MapFixture.blob("OSMData", mutated(block, &generator), .raw)
      }
      if read(bytes) { counts.valid += 1 } else { counts.invalid += 1 }
    }
    #expect(counts.valid > 0)
    #expect(counts.invalid > Self.tries / 4)
  }

  @Test func damagedFilesAreErrorsOrElements() {
    var generator = SeededGenerator(seed: 22)
    let map = MapFixture.random(&generator, count: 4)
    let bytes = map.pbf()
    for _ in 0..<Self.tries { _ = read(mutated(bytes, &generator)) }
  }

  @Test func damagedXMLIsAnErrorOrElements() {
    var generator = SeededGenerator(seed: 23)
    let map = MapFixture.random(&generator, count: 3)
    let bytes = Array(map.xml.utf8)
    for _ in 0..<Self.tries { _ = read(mutated(bytes, &generator)) }
  }
}

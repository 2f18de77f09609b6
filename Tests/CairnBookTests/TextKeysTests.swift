import TestSupport
import Testing

@testable import CairnBook

/// The stored keys of texts, compared with an array of them.
struct TextKeysTests {
  /// A key of random length: mostly short, sometimes empty, longer than a block, or too long for a
  /// length of 23 bits.
  private func key(_ random: inout SeededGenerator, long: Bool) -> [UInt8] {
    let count =
      switch random.integer(in: 0...19) {
      case 0: 0
      case 1: random.integer(in: 30_000...40_000)
      case 2 where long: (1 << 23) - 2 + random.integer(in: 0...3)
      default: random.integer(in: 1...60)
      }
    return [UInt8](repeating: UInt8.random(in: 1...255, using: &random), count: count)
  }

  private func keys(_ all: [[UInt8]]) -> TextKeys {
    // Appended one by one: without optimization, `joined()` copies each byte by several calls.
    var (bytes, ends): ([UInt8], [Int]) = ([], [])
    for key in all {
      bytes += key
      ends.append(bytes.count)
    }
    return TextKeys(bytes, ends: ends)
  }

  /// Keys are found after they have been created together and after any changes.
  @Test(arguments: [false, true])
  func changesMatchAnArray(long: Bool) {
    var random = SeededGenerator(seed: long ? 12 : 11)
    var expected = (0..<40).map { _ in key(&random, long: long) }
    var stored = keys(expected)
    #expect(expected.indices.allSatisfy { stored.key($0) == expected[$0] })
    for step in 0..<rounds(long ? 60 : 20_000, inDebug: long ? 15 : 1_500) {
      let slot = random.integer(in: 0...min(expected.count, 59))
      let new = key(&random, long: long)
      stored.set(slot, new)
      if slot < expected.count { expected[slot] = new } else { expected.append(new) }
      guard step % (long ? 5 : 50) == 0 else { continue }
      #expect(stored.count == expected.count)
      #expect(expected.indices.allSatisfy { stored.key($0) == expected[$0] }, "step \(step)")
    }
  }
}

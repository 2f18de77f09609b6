internal import CairnMemory

/// A list of words that a consumer looks for in the strings of blocks.
///
/// ```swift
/// let words = OSMVocabulary(["highway", "oneway", "yes"])
/// while let block = try blocks.next() {
///   let numbers = words.numbers(of: block.strings)
///   for tag in block.ways.tagRange(of: 0) where numbers[Int(block.tagKeys[tag])] == 0 {
///     …                                        // the value of the key `highway`
///   }
/// }
/// ```
public struct OSMVocabulary: Sendable {
  /// The words; their numbers are their offsets.
  public let words: [String]
  private let strings: OSMStrings
  /// A hash table with open addressing: the number of a word, or -1.
  private let slots: [Int32]

  /// Creates a vocabulary.
  ///
  /// - Parameter words: the words; of equal words, the first determines the number.
  public init(_ words: [String]) {
    self.words = words
    let strings = OSMStrings(words)
    var capacity = 16
    while capacity < 4 * words.count { capacity *= 2 }
    var slots = [Int32](repeating: -1, count: capacity)
    strings.bytes.withUnsafeSpan { bytes in
      for number in words.indices {
        var slot = Self.hash(bytes, strings.range(of: number)) & (capacity - 1)
        while slots[slot] >= 0 {
          let other = strings.range(of: Int(slots[slot]))
          if bytes.isEqual(strings.range(of: number), to: strings.bytes, in: other) { break }
          slot = (slot + 1) & (capacity - 1)
        }
        if slots[slot] < 0 { slots[slot] = Int32(number) }
      }
    }
    self.strings = strings
    self.slots = slots
  }

  /// Returns the number of each string: its offset in ``words``, or -1 for any other string.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public func numbers(of strings: OSMStrings) -> [Int32] {
    strings.bytes.withUnsafeSpan { bytes in
      (0..<strings.count).map { number(bytes, strings.range(of: $0)) }
    }
  }

  /// Returns the number of a word, or -1 for any other string.
  public func number(of word: String) -> Int32 {
    word.withBytes { number($0, 0..<$0.count) }
  }

  private func number(_ bytes: UnsafeByteSpan, _ range: Range<Int>) -> Int32 {
    var slot = Self.hash(bytes, range) & (slots.count - 1)
    while slots[slot] >= 0 {
      if bytes.isEqual(range, to: strings.bytes, in: strings.range(of: Int(slots[slot]))) {
        return slots[slot]
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return -1
  }

  /// The FNV-1a hash, which is fast for short strings.
  ///
  /// Only the words of the vocabulary are in the table, so input cannot make it degenerate.
  private static func hash(_ bytes: UnsafeByteSpan, _ range: Range<Int>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash &>> 32)
  }
}

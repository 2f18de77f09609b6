/// Collects the words of keys, and what has them.
internal struct WordTable {
  /// Where a word came first, how many slots have it, and which came last.
  private struct First {
    var start: Int
    var length: UInt32
    var count: UInt32
    var hash: UInt32
    var lastSlot: UInt32
    /// Where the last slot stands among the tokens.
    var lastToken: Int
  }

  private var firsts: ContiguousArray<First> = []
  /// The number of each word of the keys, above its slot and whether it starts a text.
  private var tokens: ContiguousArray<UInt64> = []
  /// The numbers of words by their hashes, 0 for none and else one more.
  private var places = ContiguousArray<UInt32>(repeating: 0, count: 1 << 15)

  /// The words of keys with the slots that have them.
  static func words(of keys: TextKeys) -> ContiguousArray<IndexedWord> {
    var table = WordTable()
    table.tokens.reserveCapacity(8 * keys.count)
    let bytes = keys.bytes
    for slot in 0..<keys.count {
      WordParts.forEachWord(of: bytes, in: keys.range(slot)) { table.append(slot, $0, $1, bytes) }
    }
    return table.words(bytes, limit: keys.count)
  }

  /// Puts the slots of each word one behind another.
  private func words(
    _ bytes: ContiguousArray<UInt8>, limit: Int
  ) -> ContiguousArray<IndexedWord> {
    var ends = ContiguousArray<Int>(repeating: 0, count: firsts.count)
    var start = 0
    for word in firsts.indices {
      ends[word] = start
      start += Int(firsts[word].count)
    }
    var entries = ContiguousArray<UInt32>(repeating: 0, count: start)
    for token in tokens {
      let word = Int(truncatingIfNeeded: token >> 32)
      entries[ends[word]] = UInt32(truncatingIfNeeded: token)
      ends[word] += 1
    }
    var words: ContiguousArray<IndexedWord> = []
    words.reserveCapacity(firsts.count)
    for (number, first) in firsts.enumerated() {
      let slots = entries[(ends[number] - Int(first.count))..<ends[number]]
      words.append(
        IndexedWord(
          bytes: Array(bytes[first.start..<(first.start + Int(first.length))]),
          slots: WordSlots(slots, limit: limit)))
    }
    return words
  }

  @inline(__always)
  private mutating func append(
    _ slot: Int, _ range: Range<Int>, _ startsText: Bool, _ bytes: ContiguousArray<UInt8>
  ) {
    let entry = UInt64(truncatingIfNeeded: slot) << 1 | (startsText ? 1 : 0)
    if firsts.count * 2 >= places.count { grow() }
    let mask = places.count - 1
    let hash = Self.hash(bytes, range)
    var place = Int(hash) & mask
    while places[place] != 0 {
      let word = Int(places[place]) - 1
      if firsts[word].hash == hash, isFirst(word, range, bytes) {
        if Int(firsts[word].lastSlot) == slot {
          tokens[firsts[word].lastToken] |= entry & 1
          return
        }
        firsts[word].count += 1
        firsts[word].lastSlot = UInt32(truncatingIfNeeded: slot)
        firsts[word].lastToken = tokens.count
        tokens.append(UInt64(truncatingIfNeeded: word) << 32 | entry)
        return
      }
      place = (place + 1) & mask
    }
    let token = tokens.count
    tokens.append(UInt64(truncatingIfNeeded: firsts.count) << 32 | entry)
    firsts.append(
      First(
        start: range.lowerBound, length: UInt32(truncatingIfNeeded: range.count), count: 1,
        hash: hash, lastSlot: UInt32(truncatingIfNeeded: slot), lastToken: token))
    places[place] = UInt32(truncatingIfNeeded: firsts.count)
  }

  @inline(__always)
  private func isFirst(
    _ word: Int, _ range: Range<Int>, _ bytes: ContiguousArray<UInt8>
  ) -> Bool {
    guard Int(firsts[word].length) == range.count else { return false }
    let start = firsts[word].start
    for offset in 0..<range.count where bytes[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    places = ContiguousArray(repeating: 0, count: places.count * 4)
    let mask = places.count - 1
    for word in firsts.indices {
      var place = Int(firsts[word].hash) & mask
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(truncatingIfNeeded: word + 1)
    }
  }

  /// The FNV-1a hash of Fowler, Noll and Vo, with its halves mixed.
  @inline(__always)
  private static func hash(_ bytes: ContiguousArray<UInt8>, _ range: Range<Int>) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

/// Collects the words of keys, and what has them.
internal struct WordTable {
  /// Where a word came first, how many slots have it, and which came last.
  private struct First {
    var start: Int
    /// The first eight bytes, as in a ``WordList``: most words are told apart by these.
    var head: UInt64
    var length: UInt32
    var count: UInt32
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

  /// Puts the words in order, so that those that begin alike lie together, and the slots of each
  /// one behind another.
  private func words(
    _ bytes: ContiguousArray<UInt8>, limit: Int
  ) -> ContiguousArray<IndexedWord> {
    var order: ContiguousArray<(head: UInt64, word: Int)> = []
    order.reserveCapacity(firsts.count)
    for word in firsts.indices { order.append((firsts[word].head, word)) }
    order.sort { a, b in
      if a.head != b.head { return a.head < b.head }
      return bytes[range(of: a.word)].lexicographicallyPrecedes(bytes[range(of: b.word)])
    }
    var ends = ContiguousArray<Int>(repeating: 0, count: firsts.count)
    var start = 0
    for entry in order {
      ends[entry.word] = start
      start += Int(firsts[entry.word].count)
    }
    var entries = ContiguousArray<UInt32>(repeating: 0, count: start)
    for token in tokens {
      let word = Int(truncatingIfNeeded: token >> 32)
      entries[ends[word]] = UInt32(truncatingIfNeeded: token)
      ends[word] += 1
    }
    var words: ContiguousArray<IndexedWord> = []
    words.reserveCapacity(firsts.count)
    for entry in order {
      let slots = entries[(ends[entry.word] - Int(firsts[entry.word].count))..<ends[entry.word]]
      words.append(
        IndexedWord(
          bytes: Array(bytes[range(of: entry.word)]), slots: WordSlots(slots, limit: limit)))
    }
    return words
  }

  private func range(of word: Int) -> Range<Int> {
    firsts[word].start..<(firsts[word].start + Int(firsts[word].length))
  }

  @inline(__always)
  private mutating func append(
    _ slot: Int, _ range: Range<Int>, _ startsText: Bool, _ bytes: ContiguousArray<UInt8>
  ) {
    let entry = UInt64(truncatingIfNeeded: slot) << 1 | (startsText ? 1 : 0)
    if firsts.count * 2 >= places.count { grow(bytes) }
    let mask = places.count - 1
    let head = WordList.head(bytes, range)
    var place = Self.hash(head, bytes, range) & mask
    while places[place] != 0 {
      let word = Int(places[place]) - 1
      if firsts[word].head == head, isFirst(word, range, bytes) {
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
        start: range.lowerBound, head: head, length: UInt32(truncatingIfNeeded: range.count),
        count: 1, lastSlot: UInt32(truncatingIfNeeded: slot), lastToken: token))
    places[place] = UInt32(truncatingIfNeeded: firsts.count)
  }

  /// Whether a word with the same first bytes is that of a range.
  @inline(__always)
  private func isFirst(
    _ word: Int, _ range: Range<Int>, _ bytes: ContiguousArray<UInt8>
  ) -> Bool {
    guard Int(firsts[word].length) == range.count else { return false }
    guard range.count > 8 else { return true }
    let start = firsts[word].start
    for offset in 8..<range.count where bytes[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow(_ bytes: ContiguousArray<UInt8>) {
    places = ContiguousArray(repeating: 0, count: places.count * 4)
    let mask = places.count - 1
    for word in firsts.indices {
      var place = Self.hash(firsts[word].head, bytes, range(of: word)) & mask
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(truncatingIfNeeded: word + 1)
    }
  }

  /// The first eight bytes as one number and the others one by one, in the manner of the FNV-1a
  /// hash of Fowler, Noll and Vo, the upper half mixed into the lower one.
  @inline(__always)
  private static func hash(
    _ head: UInt64, _ bytes: ContiguousArray<UInt8>, _ range: Range<Int>
  ) -> Int {
    var hash = head ^ head >> 32
    if range.count > 8 {
      for index in (range.lowerBound + 8)..<range.upperBound {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      }
    }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 33)
  }
}

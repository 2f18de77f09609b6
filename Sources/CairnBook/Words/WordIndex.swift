internal import CairnIndex

/// An inverted index from words to slots, with the search keys of each slot.
internal struct WordIndex: Sendable {
  /// The concatenated keys of the texts of each slot; empty for a free slot.
  internal private(set) var keys = TextKeys()
  internal private(set) var words = PagedArray<IndexedWord>()
  private var freeWords = PagedStack()
  internal private(set) var list = WordList()

  internal init() {}

  /// Creates the index of consecutive slots from their keys.
  ///
  /// - Parameters:
  ///   - bytes: all keys.
  ///   - ends: the end of each key.
  internal init(_ bytes: [UInt8], ends: [Int]) {
    let words = WordTable.words(of: bytes, ends: ends)
    list = WordList(words)
    self.words = PagedArray(words)
    keys = TextKeys(bytes, ends: ends)
  }

  /// Sets the texts of a slot.
  internal mutating func set(_ slot: Int, _ key: [UInt8]) {
    let old = slot < keys.count ? keys.key(slot) : []
    guard old != key || slot >= keys.count else { return }
    keys.set(slot, key)
    // Unchanged words are not touched: most changes affect one or two words.
    let before = Token.sorted(old)
    let after = Token.sorted(key)
    var place = 0
    for token in before {
      while place < after.count, Token.precedes(after[place], token, key, old) {
        add(key[after[place].range], slot, after[place].ends)
        place += 1
      }
      if place < after.count, !Token.precedes(token, after[place], old, key) {
        if token.ends != after[place].ends {
          remove(old[token.range], slot)
          add(key[after[place].range], slot, after[place].ends)
        }
        place += 1
      } else {
        remove(old[token.range], slot)
      }
    }
    for token in after[place...] { add(key[token.range], slot, token.ends) }
  }

  private mutating func add(_ word: ArraySlice<UInt8>, _ slot: Int, _ ends: TextEnds) {
    if let found = number(of: word) {
      words[Int(found)].slots.insert(slot, ends, limit: keys.count)
      return
    }
    let new = IndexedWord(
      bytes: ArrayPart(ContiguousArray(word)),
      slots: WordSlots(ArrayPart([WordSlots.entry(slot, ends)]), limit: keys.count))
    let number: Int
    if let free = freeWords.pop() {
      number = free
      words[free] = new
    } else {
      number = words.count
      words.append(new)
    }
    let place = lowerBound(word, WordList.head(word))
    list.insert(UInt32(truncatingIfNeeded: number), at: place, words)
  }

  private mutating func remove(_ word: ArraySlice<UInt8>, _ slot: Int) {
    guard let number = number(of: word) else { return }
    words[Int(number)].slots.remove(slot)
    guard words[Int(number)].slots.isEmpty else { return }
    list.remove(at: lowerBound(word, WordList.head(word)))
    words[Int(number)].bytes = ArrayPart()
    freeWords.push(Int(number))
  }

  /// All words in order, with the entries of their slots; for tests.
  internal var contents: [(word: [UInt8], shared: Int, entries: [UInt32])] {
    list.all.map { ($0.word, $0.shared) }.map { number, shared in
      (Array(words[Int(number)].bytes), shared, words[Int(number)].slots.list)
    }
  }
}

extension WordIndex: WordSource {
  internal var slotLimit: Int { keys.count }

  @inline(__always)
  internal func place(_ slot: Int) -> (bytes: [UInt8], range: Range<Int>) { keys.place(slot) }

  internal var chunkCount: Int { list.chunks.count }

  @inline(__always)
  internal func chunk(_ index: Int) -> WordList.Chunk { list.chunks[index] }

  @inline(__always)
  internal func readLetters<Result>(
    ofWord number: Int, _ body: (ArrayPart<UInt8>) -> Result
  ) -> Result {
    words.read(number) { body($0.bytes) }
  }

  internal func slotCount(ofWord number: Int) -> Int { words.read(number) { $0.slots.count } }

  @inline(__always)
  internal func cost(ofWord number: Int) -> (cost: Int, starting: Int) {
    words.read(number) { ($0.slots.cost, $0.slots.startingCount) }
  }

  @inline(__always)
  internal func addSlots(ofWord number: Int, to set: inout SlotBitSet) {
    words.read(number) { $0.slots.add(to: &set) }
  }

  @inline(__always)
  internal func addSlots(ofWord number: Int, _ end: TextEnds, to set: inout SlotBitSet) {
    words.read(number) { word in
      if end != .first || word.slots.startingCount > 0 { word.slots.add(end, to: &set) }
    }
  }

  internal func add(_ weight: Double, ofWord number: Int, to sums: inout ContiguousArray<Double>) {
    words.read(number) { word in word.slots.forEach { sums[$0] += weight } }
  }
}

/// A word of a key, for comparison with those of another key.
private struct Token {
  var hash: UInt64
  var range: Range<Int>
  var ends: TextEnds

  /// The distinct words of a key in a canonical order, each with its positions in the texts.
  static func sorted(_ key: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(16)
    WordParts.forEachWord(of: key, in: key.indices) { range, ends in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for index in range { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01B3 }
      tokens.append(Token(hash: hash, range: range, ends: ends))
    }
    tokens.sort { precedes($0, $1, key, key) }
    var count = 0
    for token in tokens {
      if count > 0, !precedes(tokens[count - 1], token, key, key) {
        tokens[count - 1].ends.formUnion(token.ends)
      } else {
        tokens[count] = token
        count += 1
      }
    }
    tokens.removeSubrange(count...)
    return tokens
  }

  /// Orders by hash, then by bytes.
  @inline(__always)
  static func precedes(
    _ a: Token, _ b: Token, _ keyOfA: [UInt8], _ keyOfB: [UInt8]
  ) -> Bool {
    if a.hash != b.hash { return a.hash < b.hash }
    return keyOfA[a.range].lexicographicallyPrecedes(keyOfB[b.range])
  }
}

internal import CairnText

/// Which slots have which words, and what the texts of each slot are looked up by.
internal struct WordIndex: Sendable {
  /// What stands between the texts of a slot; in no key of a text.
  internal static let separator: UInt8 = 0

  /// The keys of the texts of each slot, one behind another; empty for a free slot.
  private(set) var keys: ContiguousArray<[UInt8]>
  private var words: ContiguousArray<IndexedWord> = []
  private var freeWords: ContiguousArray<UInt32> = []
  private var list = WordList()

  internal init() { keys = [] }

  /// Makes the index of slots from 0 on by their keys.
  internal init(_ keys: ContiguousArray<[UInt8]>) {
    self.keys = keys
    words = WordTable.words(of: keys)
    list = WordList(words)
  }

  /// Calls a closure with the range of each word of a key, and whether it is a text's first.
  @inline(__always)
  fileprivate static func forEachWord(
    of key: [UInt8], _ body: (_ range: Range<Int>, _ startsText: Bool) -> Void
  ) {
    var start = 0
    var startsText = true
    for index in 0...key.count {
      let byte = index < key.count ? key[index] : separator
      guard byte == UInt8(ascii: " ") || byte == separator else { continue }
      if start < index { body(start..<index, startsText) }
      start = index + 1
      startsText = byte == separator
    }
  }

  /// Gives a slot other texts.
  internal mutating func set(_ slot: Int, _ key: [UInt8]) {
    while slot >= keys.count { keys.append([]) }
    let old = keys[slot]
    guard old != key else { return }
    keys[slot] = key
    // What stays is not touched: most changes are of a word or two.
    let kept = Self.sharedWords(old, key)
    Self.forEachWord(of: old) { range, startsText in
      if !kept.contains(Token(old[range], startsText)) { remove(old[range], slot) }
    }
    Self.forEachWord(of: key) { range, startsText in
      if !kept.contains(Token(key[range], startsText)) { add(key[range], slot, startsText) }
    }
  }

  /// A word of a key, and whether a text begins with it.
  private struct Token: Hashable {
    var word: ArraySlice<UInt8>
    var startsText: Bool

    init(_ word: ArraySlice<UInt8>, _ startsText: Bool) {
      self.word = word
      self.startsText = startsText
    }
  }

  /// The words that two keys have alike, each of them nowhere otherwise in either key.
  private static func sharedWords(_ old: [UInt8], _ new: [UInt8]) -> Set<Token> {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    var before: Set<Token> = []
    var after: Set<Token> = []
    forEachWord(of: old) { before.insert(Token(old[$0], $1)) }
    forEachWord(of: new) { after.insert(Token(new[$0], $1)) }
    let both = before.intersection(after)
    return both.filter { token in
      let other = Token(token.word, !token.startsText)
      return !before.contains(other) && !after.contains(other)
    }
  }

  private mutating func add(_ word: ArraySlice<UInt8>, _ slot: Int, _ startsText: Bool) {
    if let found = number(of: word) {
      words[Int(found)].slots.insert(slot, startsText: startsText, limit: keys.count)
      return
    }
    var new = IndexedWord(bytes: Array(word))
    new.slots.append(slot, startsText: startsText)
    let number: UInt32
    if let free = freeWords.popLast() {
      number = free
      words[Int(free)] = new
    } else {
      number = UInt32(truncatingIfNeeded: words.count)
      words.append(new)
    }
    list.insert(number, words)
  }

  private mutating func remove(_ word: ArraySlice<UInt8>, _ slot: Int) {
    guard let number = number(of: word) else { return }
    words[Int(number)].slots.remove(slot)
    guard words[Int(number)].slots.isEmpty else { return }
    list.remove(word, words)
    words[Int(number)].bytes = []
    freeWords.append(number)
  }

  private func number(of word: ArraySlice<UInt8>) -> UInt32? {
    list.find(word, words)
  }
}

// MARK: Questions

extension WordIndex {
  /// The slots that have each of some words or one that begins so, and those among them that may
  /// begin a text with the first.
  internal func slots(
    with wanted: [ArraySlice<UInt8>]
  ) -> (all: SlotSet, starting: SlotSet) {
    var all = SlotSet(limit: keys.count)
    var starting = SlotSet(limit: keys.count)
    for (position, word) in wanted.enumerated() {
      var found = SlotSet(limit: keys.count)
      list.forEach(beginningWith: word, words) { number in
        words[Int(number)].slots.add(to: &found)
        if position == 0 { words[Int(number)].slots.addStarting(to: &starting) }
      }
      if position == 0 { all = found } else { all.formIntersection(found) }
    }
    return (all, starting)
  }

  /// How many errors each of some words may have.
  internal static func errorLimit(of word: ArraySlice<UInt8>) -> Int {
    guard (4...64).contains(word.count), !word.contains(where: { $0 >= 0xE0 }) else { return 0 }
    return word.count < 8 ? 1 : 2
  }

  /// The slots that have each of some words but for typing errors: for each word the slots by how
  /// many errors it takes at most.
  internal func slots(like wanted: [ArraySlice<UInt8>]) -> [[SlotSet]] {
    wanted.map { word in
      let limit = Self.errorLimit(of: word)
      var levels = Array(repeating: SlotSet(limit: keys.count), count: limit + 1)
      list.forEach(beginningLike: word, limit: limit, words) { number, errors in
        words[Int(number)].slots.add(to: &levels[errors])
      }
      for level in levels.indices.dropFirst() { levels[level].formUnion(levels[level - 1]) }
      return levels
    }
  }

  /// How well the texts of a slot that has all the words of a key, the first at the beginning of a
  /// text, match the key as a whole.
  internal func match(_ slot: Int, _ wanted: [UInt8]) -> PlaceMatchKind {
    let key = keys[slot]
    var best = PlaceMatchKind.word
    var start = 0
    while start + wanted.count <= key.count {
      let end = key[start...].firstIndex(of: Self.separator) ?? key.count
      if start + wanted.count <= end, key[start..<(start + wanted.count)] == wanted[...] {
        if end - start == wanted.count { return .exact }
        best = .prefix
      }
      start = end + 1
    }
    return best
  }

  /// Calls a closure with the slots that have a word of a slot, for each of its different words.
  internal func forEachWord(ofSlot slot: Int, _ body: (_ slots: WordSlots) -> Void) {
    let key = keys[slot]
    var seen: Set<UInt32> = []
    Self.forEachWord(of: key) { range, _ in
      guard let number = number(of: key[range]), seen.insert(number).inserted else { return }
      body(words[Int(number)].slots)
    }
  }

  /// All words in order, with the slots that have them and whether at the beginning of a text: for
  /// tests.
  internal var contents: [(word: [UInt8], shared: Int, entries: [UInt32])] {
    list.all.map { ($0.word, $0.shared) }.map { number, shared in
      (words[Int(number)].bytes, shared, words[Int(number)].slots.list)
    }
  }
}

/// Collects the words of keys, and what has them.
private struct WordTable {
  /// Where a word came first, and how often it comes.
  private struct First {
    var slot: UInt32
    var start: UInt32
    var length: UInt32
    var count: UInt32
  }

  private let keys: ContiguousArray<[UInt8]>
  private var firsts: ContiguousArray<First> = []
  /// The number of each word of the keys, above its slot and whether it starts a text.
  private var tokens: ContiguousArray<UInt64> = []
  /// The numbers of words by their hashes, 0 for none and else one more.
  private var places = ContiguousArray<UInt32>(repeating: 0, count: 1 << 14)

  /// The words of keys with the slots that have them.
  static func words(of keys: ContiguousArray<[UInt8]>) -> ContiguousArray<IndexedWord> {
    var table = WordTable(keys: keys)
    for slot in keys.indices {
      WordIndex.forEachWord(of: keys[slot]) { table.append(slot, $0, $1) }
    }
    var words = ContiguousArray<IndexedWord>()
    words.reserveCapacity(table.firsts.count)
    for first in table.firsts {
      let start = Int(first.start)
      let bytes = Array(keys[Int(first.slot)][start..<(start + Int(first.length))])
      words.append(IndexedWord(bytes: bytes))
      words[words.count - 1].slots.reserveCapacity(Int(first.count))
    }
    for token in table.tokens {
      let slot = Int(truncatingIfNeeded: token >> 1 & 0x7FFF_FFFF)
      words[Int(truncatingIfNeeded: token >> 32)].slots.append(slot, startsText: token & 1 != 0)
    }
    for word in words.indices { words[word].slots.settle(limit: keys.count) }
    return words
  }

  private init(keys: ContiguousArray<[UInt8]>) {
    self.keys = keys
    tokens.reserveCapacity(8 * keys.count)
  }

  @inline(__always)
  private mutating func append(_ slot: Int, _ range: Range<Int>, _ startsText: Bool) {
    let entry = UInt64(truncatingIfNeeded: slot) << 1 | (startsText ? 1 : 0)
    if firsts.count * 2 >= places.count { grow() }
    let mask = places.count - 1
    let key = keys[slot]
    var place = Self.hash(key, range) & mask
    while places[place] != 0 {
      let word = Int(places[place]) - 1
      if isFirst(word, key, range) {
        firsts[word].count += 1
        tokens.append(UInt64(truncatingIfNeeded: word) << 32 | entry)
        return
      }
      place = (place + 1) & mask
    }
    tokens.append(UInt64(truncatingIfNeeded: firsts.count) << 32 | entry)
    firsts.append(
      First(
        slot: UInt32(truncatingIfNeeded: slot), start: UInt32(truncatingIfNeeded: range.lowerBound),
        length: UInt32(truncatingIfNeeded: range.count), count: 1))
    places[place] = UInt32(truncatingIfNeeded: firsts.count)
  }

  @inline(__always)
  private func isFirst(_ word: Int, _ key: [UInt8], _ range: Range<Int>) -> Bool {
    let first = firsts[word]
    guard Int(first.length) == range.count else { return false }
    let other = keys[Int(first.slot)]
    let start = Int(first.start)
    for offset in 0..<range.count where other[start + offset] != key[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    places = ContiguousArray(repeating: 0, count: places.count * 4)
    let mask = places.count - 1
    for word in firsts.indices {
      let start = Int(firsts[word].start)
      let range = start..<(start + Int(firsts[word].length))
      var place = Self.hash(keys[Int(firsts[word].slot)], range) & mask
      while places[place] != 0 { place = (place + 1) & mask }
      places[place] = UInt32(truncatingIfNeeded: word + 1)
    }
  }

  /// The FNV-1a hash of Fowler, Noll and Vo, with its bits mixed once more.
  @inline(__always)
  private static func hash(_ key: [UInt8], _ range: Range<Int>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in range { hash = (hash ^ UInt64(key[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29) & Int.max
  }
}

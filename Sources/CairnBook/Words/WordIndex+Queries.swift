internal import CairnIndex
internal import CairnText

extension WordIndex {
  /// The cost of collecting the slots that have a word, in slots, and how many of them have a text
  /// that begins with it; counting ends when the cost reaches a limit.
  internal func cost(of wanted: WantedWord, upTo limit: Int) -> (cost: Int, starting: Int) {
    var cost = 0
    var starting = 0
    list.forEach(beginningWith: wanted.beginning, words) { number in
      words.read(Int(number)) { word in
        cost += 1 + word.slots.cost
        starting += word.slots.startingCount
      }
      return cost < limit
    }
    return (cost, starting)
  }

  /// The slots that have a word or prefix, and those among them that may begin a text with it.
  internal func slots(with wanted: WantedWord) -> (all: SlotBitSet, starting: SlotBitSet) {
    var all = SlotBitSet(limit: keys.count)
    var starting = SlotBitSet(limit: keys.count)
    list.forEach(beginningWith: wanted.beginning, words) { number in
      words.read(Int(number)) { word in
        word.slots.add(to: &all)
        if word.slots.startingCount > 0 { word.slots.add(.first, to: &starting) }
      }
      return true
    }
    if wanted.isVerified {
      for slot in all.list where !hasWord(slot, wanted) {
        all.remove(slot)
        starting.remove(slot)
      }
    }
    return (all, starting)
  }

  /// Whether a slot has a word or prefix.
  internal func hasWord(_ slot: Int, _ wanted: WantedWord) -> Bool {
    let (bytes, part) = keys.place(slot)
    var found = false
    WordParts.forEachWord(of: bytes, in: part) { range, _ in
      // A truncated word continues past its range.
      let end = range.lowerBound + wanted.bytes.count
      guard !found, end <= part.upperBound else { return }
      var place = range.lowerBound
      for byte in wanted.bytes {
        if bytes[place] != byte {
          found = wanted.typed.isAmongFurther(bytes[range.lowerBound..<part.upperBound])
          return
        }
        place += 1
      }
      found = true
    }
    return found
  }

  /// The slots that may have a text of exactly these words: all words occur in full, the first at
  /// the start of a text and the last at the end of one.
  internal func slots(withTextOf wanted: [WantedWord]) -> SlotBitSet {
    let none = SlotBitSet(limit: keys.count)
    var slots: SlotBitSet?
    func keep(_ add: (inout SlotBitSet) -> Void) {
      var found = none
      add(&found)
      slots?.formIntersection(found)
      if slots == nil { slots = found }
    }
    for (position, word) in wanted.enumerated() {
      guard let number = number(of: word.indexed) else { return none }
      let found = words[Int(number)].slots
      let isLast = position == wanted.count - 1 && !word.isCut
      if position == 0 { keep { found.add(.first, to: &$0) } }
      if isLast { keep { found.add(.last, to: &$0) } }
      if position > 0, !isLast { keep { found.add(to: &$0) } }
    }
    return slots ?? none
  }

  /// The maximum number of typing errors in a word.
  internal static func errorLimit(of word: ArraySlice<UInt8>) -> Int {
    guard (4...64).contains(word.count), !word.contains(where: { $0 >= 0xE0 }) else { return 0 }
    return word.count < 8 ? 1 : 2
  }

  /// The slots that have a word with typing errors, by the maximum number of errors.
  internal func slots(like wanted: WantedWord) -> [SlotBitSet] {
    let limit = Self.errorLimit(of: wanted.bytes)
    if limit == 0 { return [slots(with: wanted).all] }
    var levels = Array(repeating: SlotBitSet(limit: keys.count), count: limit + 1)
    list.forEach(beginningLike: wanted.bytes, limit: limit, words) { number, errors in
      words.read(Int(number)) { $0.slots.add(to: &levels[errors]) }
    }
    for level in levels.indices.dropFirst() { levels[level].formUnion(levels[level - 1]) }
    return levels
  }

  /// The total number of errors with which a slot has all words, each within its limit; nil if it
  /// does not have them.
  internal func errors(_ slot: Int, _ distances: inout [EditDistance]) -> Int? {
    var least = distances.map { $0.limit + 1 }
    let (bytes, part) = keys.place(slot)
    WordParts.forEachWord(of: bytes, in: part) { range, _ in
      for index in distances.indices where least[index] > 0 {
        distances[index].pop(to: 0)
        let end = min(range.upperBound, range.lowerBound + distances[index].greatestDepth)
        for letter in range.lowerBound..<end where !distances[index].push(bytes[letter]) { break }
        if let errors = distances[index].nearestPrefixDistance {
          least[index] = min(least[index], errors)
        }
      }
    }
    var sum = 0
    for index in least.indices {
      if least[index] > distances[index].limit { return nil }
      sum += least[index]
    }
    return sum
  }

  /// How well the texts of a slot that has all words of a key match the key as a whole.
  internal func match(_ slot: Int, _ wanted: [UInt8]) -> PlaceMatchKind {
    let (bytes, part) = keys.place(slot)
    let typed = TypedPrefix(wanted[...])
    var best = PlaceMatchKind.word
    var start = part.lowerBound
    while start + wanted.count <= part.upperBound {
      var place = 0
      while place < wanted.count, bytes[start + place] == wanted[place] { place += 1 }
      var end = start + place
      if place == wanted.count {
        if end == part.upperBound || bytes[end] == WordParts.separator { return .exact }
        best = .prefix
      } else if typed.isAmongFurther(bytes[start..<part.upperBound]) {
        best = .prefix
      }
      while end < part.upperBound, bytes[end] != WordParts.separator { end += 1 }
      start = end + 1
    }
    return best
  }

  /// Calls a closure once with the number of each distinct word of a slot.
  internal func forEachWord(ofSlot slot: Int, _ body: (_ number: UInt32) -> Void) {
    let key = keys.key(slot)
    var seen: Set<UInt32> = []
    WordParts.forEachWord(of: key, in: key.indices) { range, _ in
      guard let number = number(of: key[range]), seen.insert(number).inserted else {
        return
      }
      body(number)
    }
  }

  /// All words in order, with the entries of their slots; for tests.
  internal var contents: [(word: [UInt8], shared: Int, entries: [UInt32])] {
    list.all.map { ($0.word, $0.shared) }.map { number, shared in
      (words[Int(number)].bytes, shared, words[Int(number)].slots.list)
    }
  }
}

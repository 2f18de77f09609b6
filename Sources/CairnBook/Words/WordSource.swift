internal import CairnIndex
internal import CairnText

/// The words of the places in the slots of a book: in memory (``WordIndex``) or in a file
/// (``MappedWords``).
///
/// Every query is implemented once, over these primitives, and specialized for both.
internal protocol WordSource: Sendable {
  associatedtype Chunk: WordChunk

  /// The number of slots; all slots are below it.
  var slotLimit: Int { get }
  /// The bytes with the key of a slot, and the range of the key in them.
  func place(_ slot: Int) -> (bytes: [UInt8], range: Range<Int>)
  /// The number of chunks of the sorted list of words, of which none is empty.
  var chunkCount: Int { get }
  /// A chunk of the list.
  func chunk(_ index: Int) -> Chunk
  /// Calls a closure with the letters of a word.
  func readLetters<Result>(ofWord number: Int, _ body: (ArrayPart<UInt8>) -> Result) -> Result

  /// The number of slots that have a word.
  func slotCount(ofWord number: Int) -> Int
  /// The cost of adding the slots of a word to a set, in slots, and the number of slots with a text
  /// that begins with the word.
  func cost(ofWord number: Int) -> (cost: Int, starting: Int)
  /// Adds the slots of a word to a set that has capacity for all slots.
  func addSlots(ofWord number: Int, to set: inout SlotBitSet)
  /// Adds the slots with a text that begins, or ends, with a word to a set that has capacity for
  /// all slots.
  func addSlots(ofWord number: Int, _ end: TextEnds, to set: inout SlotBitSet)
  /// Adds a weight to the sums of all slots that have a word.
  func add(_ weight: Double, ofWord number: Int, to sums: inout ContiguousArray<Double>)
}

extension WordSource {
  /// The cost of collecting the slots that have a word, in slots, and how many of them have a text
  /// that begins with it; counting ends when the cost reaches a limit.
  internal func cost(of wanted: WantedWord, upTo limit: Int) -> (cost: Int, starting: Int) {
    var cost = 0
    var starting = 0
    forEach(beginningWith: wanted.beginning) { number in
      let word = self.cost(ofWord: Int(number))
      cost += 1 + word.cost
      starting += word.starting
      return cost < limit
    }
    return (cost, starting)
  }

  /// The slots that have a word or prefix, and those among them that may begin a text with it.
  internal func slots(with wanted: WantedWord) -> (all: SlotBitSet, starting: SlotBitSet) {
    var all = SlotBitSet(limit: slotLimit)
    var starting = SlotBitSet(limit: slotLimit)
    forEach(beginningWith: wanted.beginning) { number in
      addSlots(ofWord: Int(number), to: &all)
      addSlots(ofWord: Int(number), .first, to: &starting)
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
    let (bytes, part) = place(slot)
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
  internal func slots(withTextOf wanted: [WantedWord], last: WantedWord?) -> SlotBitSet {
    let none = SlotBitSet(limit: slotLimit)
    var slots: SlotBitSet?
    func keep(_ add: (inout SlotBitSet) -> Void) {
      var found = none
      add(&found)
      slots?.formIntersection(found)
      if slots == nil { slots = found }
    }
    for (position, word) in wanted.enumerated() {
      guard let number = number(of: word.indexed) else { return none }
      if position == 0 { keep { addSlots(ofWord: Int(number), .first, to: &$0) } }
      if position > 0, word.isCut || word.bytes != last?.bytes {
        keep { addSlots(ofWord: Int(number), to: &$0) }
      }
    }
    if let last, !last.isCut {
      guard let number = number(of: last.indexed) else { return none }
      keep { addSlots(ofWord: Int(number), .last, to: &$0) }
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
    var levels = Array(repeating: SlotBitSet(limit: slotLimit), count: limit + 1)
    forEach(beginningLike: wanted.bytes, limit: limit) { number, errors in
      addSlots(ofWord: Int(number), to: &levels[errors])
    }
    for level in levels.indices.dropFirst() { levels[level].formUnion(levels[level - 1]) }
    return levels
  }

  /// The total number of errors with which a slot has all words, each within its limit; nil if it
  /// does not have them.
  internal func errors(_ slot: Int, _ comparison: inout WordComparison) -> Int? {
    for word in comparison.exact where !hasWord(slot, word) { return nil }
    if comparison.distances.isEmpty { return 0 }
    let (bytes, part) = place(slot)
    comparison.begin()
    WordParts.forEachWord(of: bytes, in: part) { range, _ in comparison.compare(bytes, range) }
    return comparison.errors
  }

  /// The best match of a key as a whole with a text of a slot that has all of its words.
  internal func match(_ slot: Int, _ wanted: [UInt8]) -> PlaceMatchKind {
    let (bytes, part) = place(slot)
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
    let (key, part) = place(slot)
    var seen: Set<UInt32> = []
    WordParts.forEachWord(of: key, in: part) { range, _ in
      guard let number = number(of: key[range]), seen.insert(number).inserted else {
        return
      }
      body(number)
    }
  }
}

/// The words of a query, for comparing them with the words of some places.
internal struct WordComparison {
  /// The words that may have no errors.
  let exact: [WantedWord]
  /// The others.
  fileprivate private(set) var distances: [PrefixDistance] = []
  /// For each of the others, the minimum number of errors of the words so far.
  private var least: [Int] = []

  /// - Parameter wanted: comparable words.
  init(_ wanted: [WantedWord]) {
    exact = wanted.filter { WordIndex.errorLimit(of: $0.bytes) == 0 }
    for word in wanted {
      let limit = WordIndex.errorLimit(of: word.bytes)
      if limit > 0 { distances.append(PrefixDistance(to: Array(word.bytes), limit: limit)) }
    }
    least = distances.map { _ in .max }
  }

  /// Begins with another place.
  fileprivate mutating func begin() {
    for index in least.indices { least[index] = .max }
  }

  /// Compares a word of the place.
  @inline(__always)
  fileprivate mutating func compare(_ bytes: [UInt8], _ range: Range<Int>) {
    for index in distances.indices where least[index] > 0 {
      distances[index].pop(to: 0)
      let end = min(range.upperBound, range.lowerBound + distances[index].greatestDepth)
      for letter in range.lowerBound..<end where !distances[index].push(bytes[letter]) { break }
      if let errors = distances[index].nearestPrefixDistance {
        least[index] = min(least[index], errors)
      }
    }
  }

  /// The total number of errors of the place; nil if it lacks a word.
  fileprivate var errors: Int? {
    least.contains(.max) ? nil : least.reduce(0, +)
  }
}

internal import CairnMemory

/// Builds the word index in bulk: numbers the words in order of appearance, counts the slots of
/// each, and then fills them in.
internal struct WordTable {
  /// The first occurrence of a word.
  private struct Word {
    /// The first eight bytes, as in ``WordList``, which distinguish most words.
    var head: UInt64
    var start: Int
    var length: UInt32
  }

  /// A bucket of the hash table: a copy of the word's head, to avoid another memory access, and its
  /// number plus 1, or 0 if it is empty.
  private struct Bucket {
    var head: UInt64 = 0
    var length: UInt32 = 0
    var number: UInt32 = 0
  }

  private let bytes: UnsafeByteSpan
  private var words: [Word] = []
  private var buckets = [Bucket](repeating: Bucket(), count: 1 << 14)
  /// The word numbers of all slots, concatenated, each shifted left by two bits that hold its
  /// `TextEnds`.
  private var tokens: [UInt32] = []
  /// The end of the tokens of each slot.
  private var ends: [Int] = []

  /// The words of the keys of consecutive slots, with the slots that have them.
  ///
  /// - Parameters:
  ///   - bytes: all keys.
  ///   - ends: the end of each key.
  /// - Returns: the words in order.
  static func words(of bytes: [UInt8], ends: [Int]) -> ContiguousArray<IndexedWord> {
    bytes.withUnsafeSpan { bytes in
      var table = WordTable(bytes: bytes)
      table.tokens.reserveCapacity(8 * ends.count)
      table.ends.reserveCapacity(ends.count)
      var start = 0
      for end in ends {
        table.append(start..<end)
        table.ends.append(table.tokens.count)
        start = end
      }
      return table.indexedWords()
    }
  }

  private init(bytes: UnsafeByteSpan) {
    self.bytes = bytes
  }

  // MARK: Numbering words

  /// Adds the words of a slot.
  @inline(__always)
  private mutating func append(_ part: Range<Int>) {
    var start = part.lowerBound
    var first = TextEnds.first
    while start < part.upperBound {
      let (end, isPlain) = self.end(ofWordAt: start, part.upperBound)
      let endsText = end == part.upperBound || bytes[end] == WordParts.separator
      let last = endsText ? TextEnds.last : []
      if isPlain {
        if start < end { append(start, end, [first, last]) }
      } else {
        let letters = letters(start, end &- start)
        WordParts.forEachPart(of: letters, in: letters.indices) { range, _ in
          append(
            start + range.lowerBound, start + range.upperBound,
            [range.lowerBound == 0 ? first : [], range.upperBound == letters.count ? last : []])
        }
      }
      guard end < part.upperBound else { return }
      first = endsText ? .first : []
      start = end &+ 1
    }
  }

  /// The end of a word, scanning eight bytes at a time, and whether all of its letters take at most
  /// two bytes.
  @inline(__always)
  private func end(ofWordAt start: Int, _ limit: Int) -> (end: Int, isPlain: Bool) {
    var place = start
    var isPlain = true
    while place < limit {
      let word = eightBytes(at: place)
      // A zero byte sets its top bit when 1 is subtracted; the lowest such bit is always correct.
      let spaces = word ^ 0x2020_2020_2020_2020
      let hits =
        ((word &- 0x0101_0101_0101_0101) & ~word | (spaces &- 0x0101_0101_0101_0101) & ~spaces)
        & 0x8080_8080_8080_8080
      let count = min(hits.trailingZeroBitCount / 8, limit &- place)
      // The first byte of a letter in a script without spaces has its top three bits set.
      let high = word & word &<< 1 & word &<< 2 & 0x8080_8080_8080_8080
      if high & WordList.mask(lowest: count) != 0 { isPlain = false }
      place &+= count
      if count < 8 { break }
    }
    return (place, isPlain)
  }

  /// Eight bytes as a little-endian number, padded with zeros.
  @inline(__always)
  private func eightBytes(at place: Int) -> UInt64 {
    if place &+ 8 <= bytes.count { return bytes.word(at: place) }
    var word: UInt64 = 0
    for index in (place..<bytes.count).reversed() { word = word &<< 8 | UInt64(bytes[index]) }
    return word
  }

  @inline(__always)
  private mutating func append(_ start: Int, _ end: Int, _ textEnds: TextEnds) {
    if words.count &* 2 >= buckets.count { grow() }
    let length = end &- start
    let head = (eightBytes(at: start) & WordList.mask(lowest: length)).byteSwapped
    let mask = buckets.count &- 1
    var place = hash(head, start, length) & mask
    var number = buckets[place].number
    while number != 0 {
      let bucket = buckets[place]
      if bucket.head == head, Int(bucket.length) == length, length <= 8 || isSame(number, start) {
        break
      }
      place = (place &+ 1) & mask
      number = buckets[place].number
    }
    if number == 0 {
      words.append(
        Word(head: head, start: start, length: UInt32(truncatingIfNeeded: length)))
      number = UInt32(truncatingIfNeeded: words.count)
      buckets[place] = Bucket(
        head: head, length: UInt32(truncatingIfNeeded: length), number: number)
    }
    tokens.append((number &- 1) &<< 2 | textEnds.rawValue)
  }

  /// Whether two words of equal length agree after their first eight bytes.
  private func isSame(_ number: UInt32, _ start: Int) -> Bool {
    let word = words[Int(number) - 1]
    for offset in 8..<Int(word.length)
    where bytes[word.start + offset] != bytes[start + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    buckets = [Bucket](repeating: Bucket(), count: buckets.count * 4)
    let mask = buckets.count - 1
    for (number, word) in words.enumerated() {
      var place = hash(word.head, word.start, Int(word.length)) & mask
      while buckets[place].number != 0 { place = (place + 1) & mask }
      buckets[place] = Bucket(
        head: word.head, length: word.length, number: UInt32(truncatingIfNeeded: number + 1))
    }
  }

  /// Hashes the first eight bytes as one number and the others one by one, like the FNV-1a hash of
  /// Fowler, Noll and Vo, and returns the upper bits.
  @inline(__always)
  private func hash(_ head: UInt64, _ start: Int, _ length: Int) -> Int {
    var hash = head ^ head >> 32
    if length > 8 {
      for index in (start &+ 8)..<(start &+ length) {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      }
    }
    hash = hash &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 33)
  }

  // MARK: Collecting slots

  /// The range of the entries of a word that are filled in so far.
  private struct Filled {
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  /// The words in sorted order, so that common prefixes are adjacent, each with its slots.
  private mutating func indexedWords() -> ContiguousArray<IndexedWord> {
    var filled = [Filled](repeating: Filled(), count: words.count)
    for token in tokens { filled[Int(token >> 2)].end &+= 1 }
    let order = wordsInOrder()
    let isCommon = filled.map { WordSlots.isMany(Int($0.end), of: ends.count) }
    // The entries of common words, which are stored as bits, follow all others.
    var start: UInt32 = 0
    func reserve(_ number: Int) {
      let count = filled[number].end
      filled[number] = Filled(start: start, end: start)
      start &+= count
    }
    for number in order where !isCommon[number] { reserve(number) }
    let rest = Int(start)
    for number in order where isCommon[number] { reserve(number) }
    var entries = [UInt32](repeating: 0, count: tokens.count)
    fill(&entries, &filled)
    tokens = []
    buckets = []
    func range(_ number: Int) -> Range<Int> {
      Int(filled[number].start)..<Int(filled[number].end)
    }
    var common: [Int: WordSlots] = [:]
    for number in order where isCommon[number] {
      let own = ArrayPart(ContiguousArray(entries[range(number)]))
      common[number] = WordSlots(own, limit: ends.count)
    }
    // The parts of all words share one array of entries and one of letters.
    let shared = ContiguousArray(entries[..<rest])
    entries = []
    let allLetters = letters(ofWords: order)
    var position = 0
    var indexed: ContiguousArray<IndexedWord> = []
    indexed.reserveCapacity(words.count)
    for number in order {
      let end = position + Int(words[number].length)
      let slots =
        common[number] ?? WordSlots(ArrayPart(shared, range(number)), limit: ends.count)
      indexed.append(IndexedWord(bytes: ArrayPart(allLetters, position..<end), slots: slots))
      position = end
    }
    return indexed
  }

  private func fill(_ entries: inout [UInt32], _ filled: inout [Filled]) {
    entries.withUnsafeBuffer { entries in
      filled.withUnsafeBuffer { filled in
        var next = 0
        for slot in ends.indices {
          let entry = UInt32(truncatingIfNeeded: slot) &<< 2
          while next < ends[slot] {
            let token = tokens[next]
            let range = filled[Int(token >> 2)]
            let end = Int(range.end)
            if range.start < range.end, entries[end &- 1] & ~3 == entry {
              entries[end &- 1] |= token & 3
            } else {
              entries[end] = entry | token & 3
              filled[Int(token >> 2)].end = range.end &+ 1
            }
            next &+= 1
          }
        }
      }
    }
  }

  private func wordsInOrder() -> [Int] {
    var order = words.indices.map { (head: words[$0].head, word: $0) }
    order.sort { a, b in
      if a.head != b.head { return a.head < b.head }
      return letters(ofWord: a.word).lexicographicallyPrecedes(letters(ofWord: b.word))
    }
    return order.map(\.word)
  }

  /// The letters of words, concatenated.
  private func letters(ofWords numbers: [Int]) -> ContiguousArray<UInt8> {
    var letters: ContiguousArray<UInt8> = []
    letters.reserveCapacity(words.reduce(0) { $0 + Int($1.length) })
    for number in numbers {
      let word = words[number]
      for place in word.start..<(word.start + Int(word.length)) { letters.append(bytes[place]) }
    }
    return letters
  }

  private func letters(ofWord number: Int) -> [UInt8] {
    letters(words[number].start, Int(words[number].length))
  }

  private func letters(_ start: Int, _ count: Int) -> [UInt8] {
    [UInt8](count: count) { bytes[start &+ $0] }
  }
}

internal import CairnIndex
internal import CairnText

/// A word, and the slots that have it.
internal struct IndexedWord: Sendable {
  internal var bytes: [UInt8]
  internal var slots: WordSlots
}

/// Words sorted by their bytes, for finding those with a prefix, exactly or with typing errors.
///
/// The list consists of chunks of some hundreds of words: a change copies at most one chunk, and
/// the list of the chunks, of which there are 3,000 for a million words; chunks shared with a copy
/// stay shared. Each entry has the word's number; its first eight bytes,
/// which decide most comparisons; and the length of the prefix shared with the previous word, which
/// makes the list searchable like a tree.
internal struct WordList: Sendable {
  private struct Words: Sendable {
    var heads: ContiguousArray<UInt64> = []
    var words: ContiguousArray<UInt32> = []
    /// The number of bytes shared with the previous word, capped at 255.
    var shared: ContiguousArray<UInt8> = []
  }

  /// A chunk of the list: one reference, so that copying the list of chunks costs little.
  private struct Chunk: Sendable {
    private var content: ContiguousArray<Words>

    init(_ words: Words = Words()) { content = [words] }

    var heads: ContiguousArray<UInt64> {
      get { content[0].heads }
      _modify { yield &content[0].heads }
    }

    var words: ContiguousArray<UInt32> {
      get { content[0].words }
      _modify { yield &content[0].words }
    }

    var shared: ContiguousArray<UInt8> {
      get { content[0].shared }
      _modify { yield &content[0].shared }
    }
  }

  /// The position of a word: its chunk and the index in it.
  private struct Place {
    var chunk: Int
    var index: Int
  }

  private static let capacity = 512
  private static let fill = 320
  private var chunks: ContiguousArray<Chunk> = []

  internal init() {}

  /// Creates the list from sorted words.
  internal init(_ words: ContiguousArray<IndexedWord>) {
    var last: [UInt8] = []
    for word in words.indices {
      if word % Self.fill == 0 { chunks.append(Chunk()) }
      let letters = words[word].bytes
      chunks[chunks.count - 1].heads.append(Self.head(letters))
      chunks[chunks.count - 1].words.append(UInt32(truncatingIfNeeded: word))
      chunks[chunks.count - 1].shared.append(Self.shared(last, letters))
      last = letters
    }
  }

  /// The number of a word; nil if it is not in the list.
  internal func find(_ word: ArraySlice<UInt8>, _ words: PagedArray<IndexedWord>) -> UInt32? {
    let head = Self.head(word)
    let place = lowerBound(word, head, words)
    guard place.chunk < chunks.count, chunks[place.chunk].heads[place.index] == head else {
      return nil
    }
    let number = chunks[place.chunk].words[place.index]
    return word.count < 8 || words[Int(number)].bytes.elementsEqual(word) ? number : nil
  }

  /// Inserts a new word.
  internal mutating func insert(_ number: UInt32, _ words: PagedArray<IndexedWord>) {
    let letters = words[Int(number)].bytes
    let head = Self.head(letters)
    if chunks.isEmpty {
      chunks.append(Chunk(Words(heads: [head], words: [number], shared: [0])))
      return
    }
    var place = lowerBound(letters[...], head, words)
    if place.chunk == chunks.count {
      place = Place(chunk: chunks.count - 1, index: chunks[chunks.count - 1].words.count)
    }
    let before = word(before: place).map { Self.shared(words[Int($0)].bytes, letters) } ?? 0
    if place.index < chunks[place.chunk].words.count {
      let next = words[Int(chunks[place.chunk].words[place.index])].bytes
      chunks[place.chunk].shared[place.index] = Self.shared(letters, next)
    } else if place.chunk + 1 < chunks.count {
      let next = words[Int(chunks[place.chunk + 1].words[0])].bytes
      chunks[place.chunk + 1].shared[0] = Self.shared(letters, next)
    }
    chunks[place.chunk].heads.insert(head, at: place.index)
    chunks[place.chunk].words.insert(number, at: place.index)
    chunks[place.chunk].shared.insert(before, at: place.index)
    if chunks[place.chunk].words.count == Self.capacity { split(place.chunk) }
  }

  /// Removes a word.
  internal mutating func remove(_ word: ArraySlice<UInt8>, _ words: PagedArray<IndexedWord>) {
    let place = lowerBound(word, Self.head(word), words)
    guard place.chunk < chunks.count else { return }
    let shared = chunks[place.chunk].shared.remove(at: place.index)
    chunks[place.chunk].heads.remove(at: place.index)
    chunks[place.chunk].words.remove(at: place.index)
    // The next word shares with the previous one the minimum of what both share with this word.
    if place.index < chunks[place.chunk].shared.count {
      chunks[place.chunk].shared[place.index] = min(
        chunks[place.chunk].shared[place.index], shared)
    } else if place.chunk + 1 < chunks.count {
      chunks[place.chunk + 1].shared[0] = min(chunks[place.chunk + 1].shared[0], shared)
    }
    if chunks[place.chunk].words.isEmpty { chunks.remove(at: place.chunk) }
  }

  private mutating func split(_ chunk: Int) {
    let half = Self.capacity / 2
    var upper = Chunk()
    upper.heads = ContiguousArray(chunks[chunk].heads[half...])
    upper.words = ContiguousArray(chunks[chunk].words[half...])
    upper.shared = ContiguousArray(chunks[chunk].shared[half...])
    chunks[chunk].heads.removeSubrange(half...)
    chunks[chunk].words.removeSubrange(half...)
    chunks[chunk].shared.removeSubrange(half...)
    chunks.insert(upper, at: chunk + 1)
  }

  private func word(before place: Place) -> UInt32? {
    if place.index > 0 { return chunks[place.chunk].words[place.index - 1] }
    return place.chunk > 0 ? chunks[place.chunk - 1].words.last : nil
  }
}

// MARK: Queries

extension WordList {
  /// Calls a closure with the number of each word with a given prefix, whose last Hangul syllable
  /// may be incomplete, until it returns false.
  @inline(__always)
  internal func forEach(
    beginningWith letters: ArraySlice<UInt8>, _ words: PagedArray<IndexedWord>,
    _ body: (_ word: UInt32) -> Bool
  ) {
    for keys in TypedPrefix(letters).further where !forEach(in: keys, words, body) { return }
    let head = Self.head(letters)
    let mask = Self.mask(letters.count)
    var place = lowerBound(letters, head, words)
    while place.chunk < chunks.count {
      let chunk = chunks[place.chunk]
      while place.index < chunk.words.count {
        guard chunk.heads[place.index] & mask == head else { return }
        let word = chunk.words[place.index]
        if letters.count > 8,
          !words.read(Int(word), { $0.bytes.starts(with: letters) })
        {
          return
        }
        if !body(word) { return }
        place.index += 1
      }
      place = Place(chunk: place.chunk + 1, index: 0)
    }
  }

  /// Calls a closure with the number of each word in a range, until it returns false.
  ///
  /// - Returns: whether it never did.
  private func forEach(
    in keys: TypedPrefix.Keys, _ words: PagedArray<IndexedWord>, _ body: (_ word: UInt32) -> Bool
  ) -> Bool {
    var place = lowerBound(keys.first[...], Self.head(keys.first), words)
    while place.chunk < chunks.count {
      let chunk = chunks[place.chunk]
      while place.index < chunk.words.count {
        let word = chunk.words[place.index]
        guard words.read(Int(word), { Self.precedes($0.bytes, keys.end) }) else { return true }
        if !body(word) { return false }
        place.index += 1
      }
      place = Place(chunk: place.chunk + 1, index: 0)
    }
    return true
  }

  /// Calls a closure with the number of each word that has a prefix within an edit distance of some
  /// letters, and with the least distance.
  ///
  /// The list is traversed like a tree: shared prefixes are compared only once. After a prefix that
  /// exceeds the limit, the next letter with which it would not is looked for, and the words up to
  /// it are skipped by a search.
  ///
  /// - Parameters:
  ///   - letters: 4 to 64 letters, each of one or two bytes.
  ///   - limit: the maximum distance, 1 or 2.
  ///   - words: the words of the list.
  ///   - body: called with each word and its distance.
  internal func forEach(
    beginningLike letters: ArraySlice<UInt8>, limit: Int, _ words: PagedArray<IndexedWord>,
    _ body: (_ word: UInt32, _ errors: Int) -> Void
  ) {
    var distance = PrefixDistance(to: Array(letters), limit: limit)
    // Words that share this many bytes with the last one have the same result.
    var settled = Int.max
    var errors: Int?
    // The upper bound of the heads to skip.
    var beyond: UInt64?
    for chunk in chunks {
      var index = 0
      let heads = chunk.heads
      if let passed = beyond {
        guard let last = heads.last, last > passed else { continue }
        index = Self.first(beyond: passed, heads, from: 0)
        beyond = nil
      }
      let (numbers, shared) = (chunk.words, chunk.shared)
      while index < numbers.count {
        // A letter of three bytes or more at the beginning is at least three errors.
        if heads[index] >= Self.threeByteLetters { return }
        if Int(shared[index]) < settled {
          distance.pop(to: min(Int(shared[index]), distance.depth))
          settled = Self.push(heads[index], numbers[index], words, to: &distance)
          errors = distance.nearestPrefixDistance
        }
        if let errors {
          body(numbers[index], errors)
        } else if settled <= 8 {
          let passed = Self.bound(after: heads[index], settled, distance)
          index = Self.first(beyond: passed, heads, from: index + 1)
          if index == numbers.count { beyond = passed }
          continue
        }
        index += 1
      }
    }
  }

  /// The least head of a word that begins with a letter of three bytes or more.
  private static let threeByteLetters: UInt64 = 0xE0 << 56

  /// Processes the letters of a word that follow those already processed.
  ///
  /// - Returns: the number of letters that decide the result; `Int.max` if all of them do.
  @inline(__always)
  private static func push(
    _ head: UInt64, _ number: UInt32, _ words: PagedArray<IndexedWord>,
    to distance: inout PrefixDistance
  ) -> Int {
    let greatest = distance.greatestDepth
    while distance.depth < min(8, greatest) {
      let letter = UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * distance.depth))
      if letter == 0 { return .max }
      if !distance.push(letter) { return distance.depth }
    }
    if distance.depth < greatest {
      let word = words[Int(number)].bytes
      while distance.depth < min(word.count, greatest) {
        if !distance.push(word[distance.depth]) { return distance.depth }
      }
    }
    return distance.depth == greatest ? greatest : .max
  }

  /// The greatest head of the words to skip after a prefix of `count` letters that exceeds the
  /// limit.
  private static func bound(
    after head: UInt64, _ count: Int, _ distance: PrefixDistance
  ) -> UInt64 {
    let shift = UInt64(64 - 8 * count)
    if count < distance.depth || distance.depth == distance.greatestDepth {
      return head | ~mask(count)
    }
    let stem = head & mask(count - 1)
    let rejected = UInt8(truncatingIfNeeded: head >> shift)
    if let next = distance.letter(after: rejected) { return (stem | UInt64(next) << shift) - 1 }
    return stem | ~mask(count - 1)
  }

  /// The index of the first head greater than a bound, by exponential search.
  private static func first(
    beyond passed: UInt64, _ heads: ContiguousArray<UInt64>, from start: Int
  ) -> Int {
    var low = start
    var step = 1
    while low + step <= heads.count, heads[low + step - 1] <= passed {
      low += step
      step *= 2
    }
    var high = min(low + step - 1, heads.count)
    while low < high {
      let middle = (low + high) / 2
      if heads[middle] <= passed { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A mask of the lowest `count` bytes.
  @inline(__always)
  internal static func mask(lowest count: Int) -> UInt64 {
    count >= 8 ? .max : ~(UInt64.max &<< UInt64(8 &* count))
  }

  /// A mask of the bytes of a head that hold the given number of letters.
  private static func mask(_ letters: Int) -> UInt64 {
    letters <= 0 ? 0 : letters >= 8 ? .max : ~(UInt64.max >> UInt64(8 * letters))
  }

  /// The first position whose word is not less than the given one.
  private func lowerBound(
    _ word: ArraySlice<UInt8>, _ head: UInt64, _ words: PagedArray<IndexedWord>
  ) -> Place {
    func isLess(_ chunk: Chunk, _ index: Int) -> Bool {
      let other = chunk.heads[index]
      if other != head { return other < head }
      if word.count <= 8 { return false }
      return words.read(Int(chunk.words[index])) { Self.precedes($0.bytes, word) }
    }
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      let chunk = chunks[middle]
      if isLess(chunk, chunk.words.count - 1) { low = middle + 1 } else { high = middle }
    }
    guard low < chunks.count else { return Place(chunk: low, index: 0) }
    let chunk = chunks[low]
    var first = 0
    var last = chunk.words.count
    while first < last {
      let middle = (first + last) / 2
      if isLess(chunk, middle) { first = middle + 1 } else { last = middle }
    }
    return Place(chunk: low, index: first)
  }

  /// The first eight bytes as a number with the same order; words contain no zero byte.
  private static func head(_ word: some Collection<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    var shift: UInt64 = 64
    for byte in word.prefix(8) {
      shift -= 8
      head |= UInt64(byte) << shift
    }
    return head
  }

  private static func precedes(
    _ a: some Collection<UInt8>, _ b: some Collection<UInt8>
  ) -> Bool {
    a.lexicographicallyPrecedes(b)
  }

  /// The length of the common prefix of two words, capped at 255.
  private static func shared(_ a: [UInt8], _ b: [UInt8]) -> UInt8 {
    let most = min(a.count, b.count, 255)
    var count = 0
    while count < most, a[count] == b[count] { count += 1 }
    return UInt8(count)
  }
}

extension WordList {
  /// The numbers of all words in order, with the recorded lengths of their shared prefixes; for
  /// tests.
  internal var all: [(word: UInt32, shared: Int)] {
    chunks.flatMap { chunk in zip(chunk.words, chunk.shared).map { ($0, Int($1)) } }
  }
}

internal import CairnIndex
internal import CairnText

/// A part of a sorted list of words.
internal protocol WordChunk {
  associatedtype Heads: RandomAccessCollection<UInt64> where Heads.Index == Int
  associatedtype Words: RandomAccessCollection<UInt32> where Words.Index == Int
  associatedtype Shared: RandomAccessCollection<UInt8> where Shared.Index == Int

  /// The first eight bytes of each word, which order most words.
  var heads: Heads { get }
  /// The number of each word.
  var words: Words { get }
  /// The number of bytes that each word shares with the previous one, capped at 255.
  var shared: Shared { get }
}

/// The position of a word in the list: its chunk and the index in it.
internal struct WordPlace {
  var chunk: Int
  var index: Int
}

// Searches of the sorted list, as a tree of letters.
extension WordSource {
  /// The number of a word; nil if it is not in the list.
  internal func number(of word: ArraySlice<UInt8>) -> UInt32? {
    let head = WordList.head(word)
    let place = lowerBound(word, head)
    guard place.chunk < chunkCount else { return nil }
    let chunk = chunk(place.chunk)
    guard place.index < chunk.words.count, chunk.heads[place.index] == head else { return nil }
    let number = chunk.words[place.index]
    let isSame =
      word.count < 8 || readLetters(ofWord: Int(number)) { $0.elementsEqual(word) }
    return isSame ? number : nil
  }

  /// Calls a closure with the number of each word with a given prefix, whose last Hangul syllable
  /// may be incomplete, until it returns false.
  @inline(__always)
  internal func forEach(
    beginningWith letters: ArraySlice<UInt8>, _ body: (_ word: UInt32) -> Bool
  ) {
    for keys in TypedPrefix(letters).further where !forEach(in: keys, body) { return }
    let head = WordList.head(letters)
    let mask = Self.mask(letters.count)
    var place = lowerBound(letters, head)
    while place.chunk < chunkCount {
      let chunk = chunk(place.chunk)
      while place.index < chunk.words.count {
        guard chunk.heads[place.index] & mask == head else { return }
        let word = chunk.words[place.index]
        if letters.count > 8,
          !readLetters(ofWord: Int(word), { $0.starts(with: letters) })
        {
          return
        }
        if !body(word) { return }
        place.index += 1
      }
      place = WordPlace(chunk: place.chunk + 1, index: 0)
    }
  }

  /// Calls a closure with the number of each word in a range, until it returns false.
  ///
  /// - Returns: whether it never did.
  private func forEach(in keys: TypedPrefix.Keys, _ body: (_ word: UInt32) -> Bool) -> Bool {
    var place = lowerBound(keys.first[...], WordList.head(keys.first))
    while place.chunk < chunkCount {
      let chunk = chunk(place.chunk)
      while place.index < chunk.words.count {
        let word = chunk.words[place.index]
        guard readLetters(ofWord: Int(word), { Self.precedes($0, keys.end) }) else { return true }
        if !body(word) { return false }
        place.index += 1
      }
      place = WordPlace(chunk: place.chunk + 1, index: 0)
    }
    return true
  }

  /// Calls a closure with the number of each word that has a prefix within an edit distance of some
  /// letters, and with the least distance.
  ///
  /// The list is traversed like a tree: shared prefixes are compared only once. After a prefix that
  /// exceeds the limit, the search continues at the next word whose prefix is within the limit.
  ///
  /// - Parameters:
  ///   - letters: 4 to 64 letters, each of one or two bytes.
  ///   - limit: the maximum distance, 1 or 2.
  ///   - body: called with each word and its distance.
  internal func forEach(
    beginningLike letters: ArraySlice<UInt8>, limit: Int,
    _ body: (_ word: UInt32, _ errors: Int) -> Void
  ) {
    var distance = PrefixDistance(to: Array(letters), limit: limit)
    // Words that share this many bytes with the last one have the same result.
    var settled = Int.max
    var errors: Int?
    // The head after which words are skipped, and the upper bound of the heads to skip.
    var skipped: (after: UInt64, upTo: UInt64)?
    for number in 0..<chunkCount {
      let chunk = chunk(number)
      var index = 0
      let heads = chunk.heads
      if let skipped {
        guard let last = heads.last, last > skipped.upTo else { continue }
        index = Self.first(beyond: skipped.upTo, heads, from: 0)
      }
      let (numbers, shared) = (chunk.words, chunk.shared)
      while index < numbers.count {
        let head = heads[index]
        // A letter of three bytes or more at the beginning is at least three errors.
        if head >= Self.threeByteLetters { return }
        let common = skipped.map { ($0.after ^ head).leadingZeroBitCount / 8 } ?? Int(shared[index])
        skipped = nil
        if common < settled {
          distance.pop(to: min(common, distance.depth))
          settled = push(head, numbers[index], to: &distance)
          errors = distance.nearestPrefixDistance
        }
        if let errors {
          body(numbers[index], errors)
        } else if settled <= 8 {
          let passed = Self.bound(after: head, settled, distance)
          skipped = (head, passed)
          index = Self.first(beyond: passed, heads, from: index + 1)
          continue
        }
        index += 1
      }
    }
  }

  /// The least head of a word that begins with a letter of three bytes or more.
  private static var threeByteLetters: UInt64 { 0xE0 << 56 }

  /// Processes the letters of a word that follow those already processed.
  ///
  /// - Returns: the number of letters that decide the result; `Int.max` if all of them do.
  @inline(__always)
  private func push(
    _ head: UInt64, _ number: UInt32, to distance: inout PrefixDistance
  ) -> Int {
    let greatest = distance.greatestDepth
    while distance.depth < min(8, greatest) {
      let letter = UInt8(truncatingIfNeeded: head >> UInt64(56 - 8 * distance.depth))
      if letter == 0 { return .max }
      if !distance.push(letter) { return distance.depth }
    }
    if distance.depth < greatest {
      let word = readLetters(ofWord: Int(number)) { $0 }
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
    if count < distance.depth || distance.depth == distance.greatestDepth {
      return head | ~mask(count)
    }
    return distance.lastHead(toSkipAfter: head)
  }

  /// The index of the first head greater than a bound, by exponential search.
  private static func first(
    beyond passed: UInt64, _ heads: Chunk.Heads, from start: Int
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

  /// A mask of the bytes of a head that hold the given number of letters.
  private static func mask(_ letters: Int) -> UInt64 {
    letters <= 0 ? 0 : letters >= 8 ? .max : ~(UInt64.max >> UInt64(8 * letters))
  }

  /// The first position whose word is not less than the given one.
  internal func lowerBound(_ word: ArraySlice<UInt8>, _ head: UInt64) -> WordPlace {
    func isLess(_ chunk: Chunk, _ index: Int) -> Bool {
      let other = chunk.heads[index]
      if other != head { return other < head }
      if word.count <= 8 { return false }
      return readLetters(ofWord: Int(chunk.words[index])) { Self.precedes($0, word) }
    }
    var low = 0
    var high = chunkCount
    while low < high {
      let middle = (low + high) / 2
      let chunk = chunk(middle)
      if isLess(chunk, chunk.words.count - 1) { low = middle + 1 } else { high = middle }
    }
    guard low < chunkCount else { return WordPlace(chunk: low, index: 0) }
    let chunk = chunk(low)
    var first = 0
    var last = chunk.words.count
    while first < last {
      let middle = (first + last) / 2
      if isLess(chunk, middle) { first = middle + 1 } else { last = middle }
    }
    return WordPlace(chunk: low, index: first)
  }

  private static func precedes(
    _ a: some Collection<UInt8>, _ b: some Collection<UInt8>
  ) -> Bool {
    a.lexicographicallyPrecedes(b)
  }
}

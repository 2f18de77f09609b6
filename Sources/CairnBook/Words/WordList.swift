internal import CairnIndex
internal import CairnText

/// A word, and the slots that have it.
internal struct IndexedWord: Sendable {
  internal var bytes: ArrayPart<UInt8>
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
  internal struct Words: Sendable {
    var heads: ContiguousArray<UInt64> = []
    var words: ContiguousArray<UInt32> = []
    /// The number of bytes shared with the previous word, capped at 255.
    var shared: ContiguousArray<UInt8> = []
  }

  /// A chunk of the list: one reference, so that copying the list of chunks costs little.
  internal struct Chunk: WordChunk {
    private var content: ContiguousArray<WordList.Words>

    init(_ words: WordList.Words = WordList.Words()) { content = [words] }

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

  private static let capacity = 512
  private static let fill = 320
  internal private(set) var chunks: ContiguousArray<Chunk> = []

  internal init() {}

  /// Creates the list from sorted words.
  internal init(_ words: ContiguousArray<IndexedWord>) {
    var last = ArrayPart<UInt8>()
    for word in words.indices {
      if word % Self.fill == 0 { chunks.append(Chunk()) }
      let letters = words[word].bytes
      chunks[chunks.count - 1].heads.append(Self.head(letters))
      chunks[chunks.count - 1].words.append(UInt32(truncatingIfNeeded: word))
      chunks[chunks.count - 1].shared.append(Self.shared(last, letters))
      last = letters
    }
  }

  /// Inserts a new word at the first place whose word is not less.
  internal mutating func insert(
    _ number: UInt32, at place: WordPlace, _ words: PagedArray<IndexedWord>
  ) {
    let letters = words[Int(number)].bytes
    let head = Self.head(letters)
    if chunks.isEmpty {
      chunks.append(Chunk(Words(heads: [head], words: [number], shared: [0])))
      return
    }
    var place = place
    if place.chunk == chunks.count {
      place = WordPlace(chunk: chunks.count - 1, index: chunks[chunks.count - 1].words.count)
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

  /// Removes the word at a place.
  internal mutating func remove(at place: WordPlace) {
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

  private func word(before place: WordPlace) -> UInt32? {
    if place.index > 0 { return chunks[place.chunk].words[place.index - 1] }
    return place.chunk > 0 ? chunks[place.chunk - 1].words.last : nil
  }

  /// A mask of the lowest `count` bytes.
  @inline(__always)
  internal static func mask(lowest count: Int) -> UInt64 {
    count >= 8 ? .max : ~(UInt64.max &<< UInt64(8 &* count))
  }

  /// The first eight bytes as a number with the same order; words contain no zero byte.
  internal static func head(_ word: some Collection<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    var shift: UInt64 = 64
    for byte in word.prefix(8) {
      shift -= 8
      head |= UInt64(byte) << shift
    }
    return head
  }

  /// The length of the common prefix of two words, capped at 255.
  internal static func shared(_ a: ArrayPart<UInt8>, _ b: ArrayPart<UInt8>) -> UInt8 {
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

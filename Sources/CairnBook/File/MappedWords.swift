internal import CairnIndex
internal import CairnMemory

/// The words of a book in a file.
internal struct MappedWords: WordSource {
  let slotLimit: Int
  let wordCount: Int
  /// The end of each key in ``keyBytes``.
  let keyEnds: RecordView
  let keyBytes: RecordView
  let heads: RecordView
  let shared: RecordView
  /// The end of each word in ``wordBytes``.
  let wordEnds: RecordView
  let wordBytes: RecordView
  /// The end of the slots of each word in ``slots``, in numbers of 32 bits.
  let slotEnds: RecordView
  /// The number of slots with a text that begins with each word; the top bit is set if the slots
  /// are stored as bits.
  let startingCounts: RecordView
  /// The slots of all words: entries as in ``WordSlots``; or their number, followed by the bits of
  /// all slots, of those that a text begins with and of those that a text ends with.
  let slots: RecordView

  static let areBits: UInt32 = 1 << 31

  struct Chunk: WordChunk {
    let heads: Numbers64
    let words: Numbering
    let shared: Numbers8
  }

  /// The numbers of 64 bits in a record.
  struct Numbers64: RandomAccessCollection {
    let view: RecordView
    let endIndex: Int
    var startIndex: Int { 0 }

    @inline(__always)
    subscript(index: Int) -> UInt64 { view.number64(at: index) }
  }

  /// The numbers from 0.
  struct Numbering: RandomAccessCollection {
    let endIndex: Int
    var startIndex: Int { 0 }

    subscript(index: Int) -> UInt32 { UInt32(truncatingIfNeeded: index) }
  }

  /// The bytes of a record.
  struct Numbers8: RandomAccessCollection {
    let view: RecordView
    let endIndex: Int
    var startIndex: Int { 0 }

    @inline(__always)
    subscript(index: Int) -> UInt8 { view.byte(at: index) }
  }

  var chunkCount: Int { wordCount == 0 ? 0 : 1 }

  /// The whole list; words are numbered in order.
  func chunk(_ index: Int) -> Chunk {
    Chunk(
      heads: Numbers64(view: heads, endIndex: wordCount),
      words: Numbering(endIndex: wordCount), shared: Numbers8(view: shared, endIndex: wordCount))
  }

  func place(_ slot: Int) -> (bytes: [UInt8], range: Range<Int>) {
    let bytes = part(slot, keyEnds, keyBytes)
    return (bytes, bytes.indices)
  }

  func readLetters<Result>(ofWord number: Int, _ body: (ArrayPart<UInt8>) -> Result) -> Result {
    body(ArrayPart(ContiguousArray(part(number, wordEnds, wordBytes))))
  }

  private func part(_ index: Int, _ ends: RecordView, _ bytes: RecordView) -> [UInt8] {
    bytes.numbers(range(index, ends, bytes.byteCount), as: UInt8.self)
  }

  /// The range of an index, of which a record contains the end; empty if it is impossible.
  private func range(_ index: Int, _ ends: RecordView, _ count: Int) -> Range<Int> {
    let start = index == 0 ? 0 : Int(ends.number32(at: index - 1))
    let end = Int(ends.number32(at: index))
    guard start <= end, end <= count else {
      ends.fail()
      return 0..<0
    }
    return start..<end
  }

  // MARK: Slots of words

  private var bitWords: Int { (slotLimit + 63) / 64 }

  /// The range of the slots of a word, and whether they are stored as bits.
  private func slots(ofWord number: Int) -> (range: Range<Int>, areBits: Bool) {
    let range = range(number, slotEnds, slots.byteCount / 4)
    let areBits = startingCounts.number32(at: number) & Self.areBits != 0
    guard !areBits || range.count == 1 + 6 * bitWords else {
      slots.fail()
      return (0..<0, false)
    }
    return (range, areBits)
  }

  func slotCount(ofWord number: Int) -> Int {
    let (range, areBits) = slots(ofWord: number)
    return areBits ? Int(slots.number32(at: range.lowerBound)) : range.count
  }

  func cost(ofWord number: Int) -> (cost: Int, starting: Int) {
    let (range, areBits) = slots(ofWord: number)
    return (
      areBits ? bitWords : range.count, Int(startingCounts.number32(at: number) & ~Self.areBits)
    )
  }

  func addSlots(ofWord number: Int, to set: inout SlotBitSet) {
    let (range, areBits) = slots(ofWord: number)
    if areBits {
      set.formUnion(bits(0, range))
    } else {
      forEach(in: range) { set.insert(Int($0 >> 2)) }
    }
  }

  func addSlots(ofWord number: Int, _ end: TextEnds, to set: inout SlotBitSet) {
    let (range, areBits) = slots(ofWord: number)
    if areBits {
      set.formUnion(bits(end == .first ? 1 : 2, range))
    } else {
      forEach(in: range) { if $0 & end.rawValue != 0 { set.insert(Int($0 >> 2)) } }
    }
  }

  func add(_ weight: Double, ofWord number: Int, to sums: inout ContiguousArray<Double>) {
    var set = SlotBitSet(limit: slotLimit)
    addSlots(ofWord: number, to: &set)
    set.forEach { sums[$0] += weight }
  }

  /// Calls a closure with the entries in a range, whose slots are below the limit.
  @inline(__always)
  private func forEach(in range: Range<Int>, _ body: (UInt32) -> Void) {
    for entry in slots.numbers(range, as: UInt32.self) {
      guard entry >> 2 < slotLimit else { return slots.fail() }
      body(entry)
    }
  }

  /// One of the three sets of a word that is stored as bits.
  private func bits(_ set: Int, _ range: Range<Int>) -> [UInt64] {
    let start = range.lowerBound + 1 + 2 * set * bitWords
    let halves = slots.numbers(start..<(start + 2 * bitWords), as: UInt32.self)
    var bits = (0..<(halves.count / 2)).map {
      UInt64(halves[2 * $0]) | UInt64(halves[2 * $0 + 1]) << 32
    }
    if slotLimit % 64 > 0, let last = bits.last {
      let mask: UInt64 = 1 << UInt64(slotLimit % 64) - 1
      if last & ~mask != 0 { slots.fail() }
      bits[bits.count - 1] = last & mask
    }
    return bits
  }
}

extension MappedWords {
  /// Returns the sections of the words of consecutive keys, in the order of the properties.
  ///
  /// - Parameters:
  ///   - bytes: all keys.
  ///   - ends: the end of each key.
  /// - Returns: the number of words, and the sections.
  static func sections(_ bytes: [UInt8], ends: [Int]) -> (wordCount: Int, sections: [[UInt8]]) {
    let words = WordTable.words(of: bytes, ends: ends)
    let list = WordList(words)
    var (wordEnds, wordBytes) = ([UInt8](), [UInt8]())
    var (slotEnds, startingCounts, slots) = ([UInt8](), [UInt8](), [UInt8]())
    for word in words {
      wordBytes += word.bytes
      wordEnds.append(littleEndian: UInt32(truncatingIfNeeded: wordBytes.count))
      let areBits = WordSlots.isMany(word.slots.count, of: ends.count)
      let entries = word.slots.list
      if areBits {
        slots.append(littleEndian: UInt32(truncatingIfNeeded: entries.count))
        for end in [3, TextEnds.first.rawValue, TextEnds.last.rawValue] {
          var bits = [UInt64](repeating: 0, count: (ends.count + 63) / 64)
          for entry in entries where end == 3 || entry & end != 0 {
            bits[Int(entry >> 8)] |= 1 << UInt64(entry >> 2 & 63)
          }
          slots += [UInt8](littleEndian: bits)
        }
      } else {
        slots += [UInt8](littleEndian: entries)
      }
      slotEnds.append(littleEndian: UInt32(truncatingIfNeeded: slots.count / 4))
      let starting = UInt32(truncatingIfNeeded: word.slots.startingCount)
      startingCounts.append(littleEndian: areBits ? starting | Self.areBits : starting)
    }
    let chunks = list.chunks
    return (
      words.count,
      [
        [UInt8](littleEndian: ends.lazy.map { UInt32(truncatingIfNeeded: $0) }), bytes,
        [UInt8](littleEndian: chunks.lazy.flatMap(\.heads)), chunks.flatMap(\.shared),
        wordEnds, wordBytes, slotEnds, startingCounts, slots,
      ]
    )
  }
}

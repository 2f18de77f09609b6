internal import CairnIndex

/// The search keys of the texts of all slots, in blocks of bytes.
///
/// The keys of a new book are in one block. A changed key is appended to the last block, so that a
/// change copies at most a block of 32 KB while copies of the book share it. Unused space is
/// reclaimed when it exceeds the used space, so a change takes amortized O(k) for a key of k bytes.
internal struct TextKeys: Sendable {
  /// The position of the key of a slot, in eight bytes.
  ///
  /// The lowest 23 bits are the number of bytes. Above them are 40 bits for the start of a key in
  /// the first block; or for a key in another block 16 bits for the start, which is at most
  /// ``blockSize``, 24 for the number of the block, and a bit that is set.
  private struct Span: Sendable {
    private var bits: UInt64 = 0
    /// The number of bytes of a key that extends to the end of its block, however long it is.
    static let longCount = 1 << 23 - 1

    init() {}

    init(block: Int, start: Int, count: Int) {
      let place = UInt64(start) | UInt64(block) << 16 | (block == 0 ? 0 : 1 << 40)
      bits = place << 23 | UInt64(min(count, Self.longCount))
    }

    var count: Int { Int(truncatingIfNeeded: bits & UInt64(Self.longCount)) }

    private var isInFirstBlock: Bool { bits >> 63 == 0 }

    var block: Int { isInFirstBlock ? 0 : Int(truncatingIfNeeded: bits >> 39 & 0xFF_FFFF) }

    var start: Int {
      Int(truncatingIfNeeded: bits >> 23 & (isInFirstBlock ? 0xFF_FFFF_FFFF : 0xFFFF))
    }
  }

  private static let blockSize = 1 << 15

  private var blocks = PagedArray<[UInt8]>()
  private var spans = PagedArray<Span>()
  /// The number of bytes in use, and of all bytes in blocks.
  private var usedCount = 0
  private var byteCount = 0

  /// The number of slots.
  internal var count: Int { spans.count }

  internal init() {}

  /// Creates the keys of consecutive slots, in one block unless one has 8 MB.
  ///
  /// - Parameters:
  ///   - bytes: all keys.
  ///   - ends: the end of each key.
  internal init(_ bytes: [UInt8], ends: [Int]) {
    var spans: ContiguousArray<Span> = []
    spans.reserveCapacity(ends.count)
    var start = 0
    for end in ends {
      spans.append(Span(block: 0, start: start, count: end - start))
      start = end
    }
    guard !spans.contains(where: { $0.count == Span.longCount }) else {
      start = 0
      for (slot, end) in ends.enumerated() {
        set(slot, Array(bytes[start..<end]))
        start = end
      }
      return
    }
    self.spans = PagedArray(spans)
    blocks.append(bytes)
    usedCount = bytes.count
    byteCount = bytes.count
  }

  /// The block with the key of a slot, and the range of the key in it.
  @inline(__always)
  internal func place(_ slot: Int) -> (bytes: [UInt8], range: Range<Int>) {
    let span = spans[slot]
    guard span.count > 0 else { return ([], 0..<0) }
    let block = blocks[span.block]
    let end = span.count < Span.longCount ? span.start + span.count : block.count
    return (block, span.start..<end)
  }

  /// The key of a slot; empty for a free slot.
  internal func key(_ slot: Int) -> [UInt8] {
    let (bytes, range) = place(slot)
    return Array(bytes[range])
  }

  /// Sets the key of a slot, which may be past the last one.
  internal mutating func set(_ slot: Int, _ key: [UInt8]) {
    let old = slot < spans.count ? place(slot).range.count : 0
    usedCount += key.count - old
    spans.set(slot, Span(), missing: Span())
    guard !key.isEmpty else { return }
    if byteCount > 2 * usedCount + 4_096 { compact() }
    append(key, slot)
  }

  private mutating func append(_ key: [UInt8], _ slot: Int) {
    if blocks.isEmpty || blocks[blocks.count - 1].count > Self.blockSize { blocks.append([]) }
    let block = blocks.count - 1
    let start = blocks[block].count
    blocks[block] += key
    byteCount += key.count
    spans[slot] = Span(block: block, start: start, count: key.count)
  }

  /// Moves all keys into one block.
  private mutating func compact() {
    var packed: [UInt8] = []
    packed.reserveCapacity(usedCount)
    var ends: [Int] = []
    ends.reserveCapacity(count)
    for slot in spans.indices {
      let (bytes, range) = place(slot)
      packed += bytes[range]
      ends.append(packed.count)
    }
    self = TextKeys(packed, ends: ends)
  }
}

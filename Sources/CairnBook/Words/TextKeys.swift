/// The search keys of the texts of all slots, in one contiguous buffer.
///
/// A key that becomes longer is appended at the end. The unused space is reclaimed when it exceeds
/// the used space, so a change takes amortized O(k) for a key of k bytes.
internal struct TextKeys: Sendable {
  /// The position of the key of a slot.
  private struct Span: Sendable {
    var start = 0
    var count = 0
  }

  internal private(set) var bytes: [UInt8] = []
  private var spans: ContiguousArray<Span> = []
  /// The number of bytes in use.
  private var usedCount = 0

  /// The number of slots.
  internal var count: Int { spans.count }

  internal init() {}

  /// Reserves capacity.
  internal mutating func reserveCapacity(_ count: Int, bytes: Int) {
    spans.reserveCapacity(count)
    self.bytes.reserveCapacity(bytes)
  }

  /// The range of the key of a slot in the buffer.
  @inline(__always)
  internal func range(_ slot: Int) -> Range<Int> {
    let span = spans[slot]
    return span.start..<(span.start + span.count)
  }

  /// The key of a slot; empty for a free slot.
  internal func key(_ slot: Int) -> [UInt8] { Array(bytes[range(slot)]) }

  /// Adds the key of the next slot, which a closure appends to the buffer.
  @inline(__always)
  internal mutating func append(_ key: (inout [UInt8]) -> Void) {
    let start = bytes.count
    key(&bytes)
    spans.append(Span(start: start, count: bytes.count - start))
    usedCount += bytes.count - start
  }

  /// Sets the key of a slot, which may be past the last one.
  internal mutating func set(_ slot: Int, _ key: [UInt8]) {
    while slot >= spans.count { spans.append(Span()) }
    let old = spans[slot]
    usedCount += key.count - old.count
    if key.count <= old.count {
      for offset in key.indices { bytes[old.start + offset] = key[offset] }
      spans[slot].count = key.count
      return
    }
    if bytes.count > 2 * usedCount + 4_096 {
      spans[slot].count = 0
      compact()
    }
    spans[slot] = Span(start: bytes.count, count: key.count)
    bytes.append(contentsOf: key)
  }

  private mutating func compact() {
    var packed: [UInt8] = []
    packed.reserveCapacity(usedCount + usedCount / 4)
    for slot in spans.indices {
      let start = packed.count
      packed.append(contentsOf: bytes[range(slot)])
      spans[slot].start = start
    }
    bytes = packed
  }
}

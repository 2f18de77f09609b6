/// What the texts of each slot are looked up by, all in one piece of memory.
///
/// A key that became longer is put at the end; what it leaves behind is given back when it is more
/// than what is in use, so that a change costs O(the key) on average.
internal struct TextKeys: Sendable {
  /// Where the key of a slot is.
  private struct Span: Sendable {
    var start = 0
    var count = 0
  }

  internal private(set) var bytes: [UInt8] = []
  private var spans: ContiguousArray<Span> = []
  /// The bytes that are in use.
  private var usedCount = 0

  /// The number of slots.
  internal var count: Int { spans.count }

  internal init() {}

  /// Makes room beforehand.
  internal mutating func reserveCapacity(_ count: Int, bytes: Int) {
    spans.reserveCapacity(count)
    self.bytes.reserveCapacity(bytes)
  }

  /// Where the key of a slot is among the bytes.
  @inline(__always)
  internal func range(_ slot: Int) -> Range<Int> {
    let span = spans[slot]
    return span.start..<(span.start + span.count)
  }

  /// The key of a slot; empty for one that is free.
  internal func key(_ slot: Int) -> [UInt8] { Array(bytes[range(slot)]) }

  /// Adds the key of the next slot, which a closure appends to the bytes.
  @inline(__always)
  internal mutating func append(_ key: (inout [UInt8]) -> Void) {
    let start = bytes.count
    key(&bytes)
    spans.append(Span(start: start, count: bytes.count - start))
    usedCount += bytes.count - start
  }

  /// Gives a slot, which may be one that is not there yet, another key.
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

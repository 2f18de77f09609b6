internal import CairnIndex

/// A set of slots, stored as bits.
internal struct SlotBitSet: Sendable {
  fileprivate var bits: ContiguousArray<UInt64>

  /// Creates an empty set with capacity for slots below a limit; other slots are never in it.
  internal init(limit: Int) {
    bits = ContiguousArray(repeating: 0, count: (limit + 63) / 64)
  }

  /// Copies a stored set.
  internal init(_ stored: StoredSlots) {
    bits = stored.bits.contiguous
  }

  /// Creates the set of slots with a given flag.
  internal init(of wanted: Bool, in values: ContiguousArray<Bool>) {
    self.init(limit: values.count) { values[$0] == wanted }
  }

  /// Creates the set of slots with one of several numbers.
  internal init(of wanted: [Int32], in values: ContiguousArray<Int32>) {
    if wanted.count == 1 {
      let number = wanted[0]
      self.init(limit: values.count) { values[$0] == number }
    } else {
      self.init(limit: values.count) { wanted.contains(values[$0]) }
    }
  }

  /// Creates the set of slots that satisfy a condition, without branches.
  @inline(__always)
  private init(limit: Int, where isIncluded: (Int) -> Bool) {
    self.init(limit: limit)
    for word in bits.indices {
      var value: UInt64 = 0
      for slot in (word << 6)..<Swift.min(limit, word << 6 + 64) {
        value |= (isIncluded(slot) ? 1 : 0) << UInt64(slot & 63)
      }
      bits[word] = value
    }
  }

  internal var count: Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The cost of forming the union with another set, in words.
  internal var wordCount: Int { bits.count }

  internal var isEmpty: Bool { bits.allSatisfy { $0 == 0 } }

  @inline(__always)
  internal func contains(_ slot: Int) -> Bool {
    slot >> 6 < bits.count && bits[slot >> 6] & 1 << UInt64(slot & 63) != 0
  }

  @inline(__always)
  internal mutating func insert(_ slot: Int) {
    bits[slot >> 6] |= 1 << UInt64(slot & 63)
  }

  @inline(__always)
  internal mutating func remove(_ slot: Int) {
    guard slot >> 6 < bits.count else { return }
    bits[slot >> 6] &= ~(1 << UInt64(slot & 63))
  }

  internal mutating func formIntersection(_ other: SlotBitSet) {
    for word in bits.indices { bits[word] &= word < other.bits.count ? other.bits[word] : 0 }
  }

  internal mutating func formUnion(_ other: SlotBitSet) {
    for word in other.bits.indices { bits[word] |= other.bits[word] }
  }

  /// Adds slots from words of bits, as many as this set has.
  internal mutating func formUnion(_ words: [UInt64]) {
    for word in bits.indices where word < words.count { bits[word] |= words[word] }
  }

  /// Adds the slots of a stored set, which are below the limit.
  internal mutating func formUnion(_ other: StoredSlots) {
    for word in other.bits.indices { bits[word] |= other.bits[word] }
  }

  internal mutating func subtract(_ other: SlotBitSet) {
    for word in bits.indices where word < other.bits.count { bits[word] &= ~other.bits[word] }
  }

  /// The slots in ascending order.
  internal var list: [Int] { Array(self) }
}

extension SlotBitSet: Sequence {
  /// The slots in ascending order.
  ///
  /// A loop over them needs no closure, which the compiler does not inline in a generic ``Search``.
  internal struct Iterator: IteratorProtocol {
    fileprivate let bits: ContiguousArray<UInt64>
    fileprivate var word = 0
    fileprivate var rest: UInt64

    @inline(__always)
    internal mutating func next() -> Int? {
      while rest == 0 {
        word += 1
        guard word < bits.count else { return nil }
        rest = bits[word]
      }
      let slot = word << 6 | rest.trailingZeroBitCount
      rest &= rest &- 1
      return slot
    }
  }

  @inline(__always)
  internal func makeIterator() -> Iterator { Iterator(bits: bits, rest: bits.first ?? 0) }
}

/// A set of slots in a book, stored as bits; copies share what neither has changed.
internal struct StoredSlots: Sendable {
  fileprivate var bits: PagedArray<UInt64>

  internal init() { bits = PagedArray() }

  /// Creates the set of all slots below a limit.
  internal init(first limit: Int) {
    var words = ContiguousArray(repeating: UInt64.max, count: limit / 64)
    if limit % 64 > 0 { words.append(1 << UInt64(limit % 64) - 1) }
    bits = PagedArray(words)
  }

  internal init(_ slots: SlotBitSet) { bits = PagedArray(slots.bits) }

  /// The cost of adding the set to another one, in words.
  internal var wordCount: Int { bits.count }

  @inline(__always)
  internal func contains(_ slot: Int) -> Bool {
    slot >> 6 < bits.count && bits[slot >> 6] & 1 << UInt64(slot & 63) != 0
  }

  /// Inserts a slot; returns whether it is new.
  @discardableResult
  internal mutating func insert(_ slot: Int) -> Bool {
    while slot >> 6 >= bits.count { bits.append(0) }
    let word = bits[slot >> 6]
    let mask: UInt64 = 1 << UInt64(slot & 63)
    guard word & mask == 0 else { return false }
    bits[slot >> 6] = word | mask
    return true
  }

  /// Removes a slot; returns whether it was in the set.
  @discardableResult
  internal mutating func remove(_ slot: Int) -> Bool {
    guard contains(slot) else { return false }
    bits[slot >> 6] &= ~(1 << UInt64(slot & 63))
    return true
  }

  /// Calls a closure with each slot in ascending order.
  @inline(__always)
  internal func forEach(_ body: (Int) -> Void) {
    for word in bits.indices { forEachSlot(ofWord: word, bits[word], body) }
  }
}

/// Calls a closure with the slots of one word of bits in ascending order.
@inline(__always)
private func forEachSlot(ofWord word: Int, _ bits: UInt64, _ body: (Int) -> Void) {
  var rest = bits
  while rest != 0 {
    body(word << 6 | rest.trailingZeroBitCount)
    rest &= rest &- 1
  }
}

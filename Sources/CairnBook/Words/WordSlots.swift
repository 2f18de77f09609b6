/// The slots that have a word, and which of them have a text that begins or ends with it.
///
/// Stored as a list if there are few slots, and as bits if there are many, so that updating a word
/// that nearly every place has costs no more than updating any other.
internal struct WordSlots: Sendable {
  /// The slots in ascending order, each shifted left by two bits that hold its `TextEnds`: in a new
  /// book, a slice of the shared array of all words, copied on the first change.
  private var entries: ArraySlice<UInt32> = []
  /// The slots as bits, instead of the list, if there are many.
  ///
  /// An array of at most one element takes less memory than an optional for the many words without
  /// bits.
  private var stored: ContiguousArray<Bits> = []
  internal private(set) var count = 0
  /// The number of slots with a text that begins with the word.
  internal private(set) var startingCount = 0

  private struct Bits: Sendable {
    var all: StoredSlots
    /// The slots with a text that begins with the word.
    var starting: StoredSlots
    /// The slots with a text that ends with the word.
    var ending: StoredSlots
  }

  internal var isEmpty: Bool { count == 0 }

  private var hasBits: Bool { !stored.isEmpty }

  /// Whether to store bits: if they take less memory than the list, or the list is too slow to
  /// update.
  internal static func isMany(_ count: Int, of limit: Int) -> Bool {
    count > max(2_048, limit / 32)
  }

  /// Creates the list from entries sorted by distinct slots, where `limit` is the total number of
  /// slots.
  internal init(_ entries: ArraySlice<UInt32>, limit: Int) {
    self.entries = entries
    count = entries.count
    startingCount = entries.reduce(0) { $0 + Int($1 & TextEnds.first.rawValue) }
    settle(limit: limit)
  }

  /// Switches to bits if that is better for `limit` slots in total.
  private mutating func settle(limit: Int) {
    guard !hasBits, Self.isMany(count, of: limit) else { return }
    var all = SlotBitSet(limit: limit)
    var starting = all
    var ending = all
    for entry in entries {
      all.insert(Self.slot(entry))
      if Self.ends(entry).contains(.first) { starting.insert(Self.slot(entry)) }
      if Self.ends(entry).contains(.last) { ending.insert(Self.slot(entry)) }
    }
    stored = [
      Bits(all: StoredSlots(all), starting: StoredSlots(starting), ending: StoredSlots(ending))
    ]
    entries = []
  }

  /// Adds a slot, or the position of the word in its texts; `limit` is the total number of slots.
  internal mutating func insert(_ slot: Int, _ ends: TextEnds, limit: Int) {
    if hasBits {
      if stored[0].all.insert(slot) { count += 1 }
      if ends.contains(.first), stored[0].starting.insert(slot) { startingCount += 1 }
      if ends.contains(.last) { stored[0].ending.insert(slot) }
      return
    }
    let entry = Self.entry(slot, ends)
    let place = place(of: slot)
    if place < entries.endIndex, Self.slot(entries[place]) == slot {
      startingCount += Int(entry & ~entries[place] & TextEnds.first.rawValue)
      entries[place] |= ends.rawValue
      return
    }
    entries.insert(entry, at: place)
    count += 1
    startingCount += Int(entry & TextEnds.first.rawValue)
    settle(limit: limit)
  }

  internal mutating func remove(_ slot: Int) {
    if hasBits {
      guard stored[0].all.remove(slot) else { return }
      if stored[0].starting.remove(slot) { startingCount -= 1 }
      stored[0].ending.remove(slot)
      count -= 1
      // Half the threshold for bits: hysteresis, to avoid thrashing.
      if count < 1_024 { makeList() }
      return
    }
    let place = place(of: slot)
    guard place < entries.endIndex, Self.slot(entries[place]) == slot else { return }
    startingCount -= Int(entries.remove(at: place) & TextEnds.first.rawValue)
    count -= 1
  }

  /// Switches back to a list.
  private mutating func makeList() {
    entries = list[...]
    stored = []
  }

  /// The cost of adding the slots to a set, in slots.
  internal var cost: Int { hasBits ? stored[0].all.wordCount : count }

  /// Adds the slots to a set that has capacity for all slots.
  @inline(__always)
  internal func add(to set: inout SlotBitSet) {
    if hasBits {
      set.formUnion(stored[0].all)
    } else {
      for entry in entries { set.insert(Self.slot(entry)) }
    }
  }

  /// Adds the slots with a text that begins, or ends, with the word to a set that has capacity for
  /// all slots.
  @inline(__always)
  internal func add(_ end: TextEnds, to set: inout SlotBitSet) {
    if hasBits {
      set.formUnion(end == .first ? stored[0].starting : stored[0].ending)
    } else {
      for entry in entries where entry & end.rawValue != 0 { set.insert(Self.slot(entry)) }
    }
  }

  /// Calls a closure with each slot in ascending order.
  @inline(__always)
  internal func forEach(_ body: (Int) -> Void) {
    if hasBits {
      stored[0].all.forEach(body)
    } else {
      for entry in entries { body(Self.slot(entry)) }
    }
  }

  /// The entries as in the list.
  internal var list: [UInt32] {
    guard let bits = stored.first else { return Array(entries) }
    var list: [UInt32] = []
    bits.all.forEach { slot in
      list.append(
        Self.entry(
          slot,
          [
            bits.starting.contains(slot) ? .first : [], bits.ending.contains(slot) ? .last : [],
          ]))
    }
    return list
  }

  internal static func entry(_ slot: Int, _ ends: TextEnds) -> UInt32 {
    UInt32(truncatingIfNeeded: slot) << 2 | ends.rawValue
  }

  @inline(__always)
  private static func slot(_ entry: UInt32) -> Int { Int(entry >> 2) }

  @inline(__always)
  private static func ends(_ entry: UInt32) -> TextEnds { TextEnds(rawValue: entry & 3) }

  /// The index of the first entry whose slot is not less than the given one.
  private func place(of slot: Int) -> Int {
    // Most slots are new ones at the end.
    if let last = entries.last, Self.slot(last) < slot { return entries.endIndex }
    var low = entries.startIndex
    var high = entries.endIndex
    while low < high {
      let middle = (low + high) / 2
      if Self.slot(entries[middle]) < slot { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

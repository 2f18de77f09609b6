/// The slots that have a word, and which of them have a text that begins or ends with it.
///
/// Stored as a list if there are few slots, and as bits if there are many, so that updating a word
/// that nearly every place has costs no more than updating any other.
internal struct WordSlots: Sendable {
  /// The slots in ascending order, each shifted left by two bits that hold its `TextEnds`: in a new
  /// book, a part of the shared array of all words, copied on the first change.
  private var entries = ArrayPart<UInt32>()
  /// The slots as bits, instead of the list, if there are many.
  ///
  /// An array of at most one element takes less memory than an optional for the many words without
  /// bits.
  private var stored: ContiguousArray<Bits> = []
  /// The number of slots with a text that begins with the word, in four bytes: there is one for
  /// each word.
  private var starting: UInt32 = 0

  private struct Bits: Sendable {
    var count: Int
    var all: StoredSlots
    /// The slots with a text that begins with the word.
    var starting: StoredSlots
    /// The slots with a text that ends with the word.
    var ending: StoredSlots
  }

  /// The number of slots.
  internal var count: Int { hasBits ? stored[0].count : entries.count }

  /// The number of slots with a text that begins with the word.
  internal var startingCount: Int { Int(starting) }

  internal var isEmpty: Bool { count == 0 }

  private var hasBits: Bool { !stored.isEmpty }

  /// Whether to store bits: if they take less memory than the list, or the list is too slow to
  /// update.
  internal static func isMany(_ count: Int, of limit: Int) -> Bool {
    count > max(2_048, limit / 32)
  }

  /// Creates the list from entries sorted by distinct slots, where `limit` is the total number of
  /// slots.
  internal init(_ entries: ArrayPart<UInt32>, limit: Int) {
    self.entries = entries
    entries.forEach { starting += $0 & TextEnds.first.rawValue }
    settle(limit: limit)
  }

  /// Switches to bits if that is better for `limit` slots in total.
  private mutating func settle(limit: Int) {
    guard !hasBits, Self.isMany(count, of: limit) else { return }
    var all = SlotBitSet(limit: limit)
    var starting = all
    var ending = all
    entries.forEach { entry in
      all.insert(Self.slot(entry))
      if Self.ends(entry).contains(.first) { starting.insert(Self.slot(entry)) }
      if Self.ends(entry).contains(.last) { ending.insert(Self.slot(entry)) }
    }
    stored = [
      Bits(
        count: entries.count, all: StoredSlots(all), starting: StoredSlots(starting),
        ending: StoredSlots(ending))
    ]
    entries = ArrayPart()
  }

  /// Adds a slot, or the position of the word in its texts; `limit` is the total number of slots.
  internal mutating func insert(_ slot: Int, _ ends: TextEnds, limit: Int) {
    if hasBits {
      if stored[0].all.insert(slot) { stored[0].count += 1 }
      if ends.contains(.first), stored[0].starting.insert(slot) { starting += 1 }
      if ends.contains(.last) { stored[0].ending.insert(slot) }
      return
    }
    let entry = Self.entry(slot, ends)
    let place = place(of: slot)
    if place < entries.endIndex, Self.slot(entries[place]) == slot {
      starting += entry & ~entries[place] & TextEnds.first.rawValue
      entries.change { $0[place] |= ends.rawValue }
      return
    }
    entries.change { $0.insert(entry, at: place) }
    starting += entry & TextEnds.first.rawValue
    settle(limit: limit)
  }

  internal mutating func remove(_ slot: Int) {
    if hasBits {
      guard stored[0].all.remove(slot) else { return }
      if stored[0].starting.remove(slot) { starting -= 1 }
      stored[0].ending.remove(slot)
      stored[0].count -= 1
      // Half the threshold for bits: hysteresis, to avoid thrashing.
      if count < 1_024 { makeList() }
      return
    }
    let place = place(of: slot)
    guard place < entries.endIndex, Self.slot(entries[place]) == slot else { return }
    starting -= entries.change { $0.remove(at: place) } & TextEnds.first.rawValue
  }

  /// Switches back to a list.
  private mutating func makeList() {
    entries = ArrayPart(ContiguousArray(list))
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
      entries.forEach { set.insert(Self.slot($0)) }
    }
  }

  /// Adds the slots with a text that begins, or ends, with the word to a set that has capacity for
  /// all slots.
  @inline(__always)
  internal func add(_ end: TextEnds, to set: inout SlotBitSet) {
    if hasBits {
      set.formUnion(end == .first ? stored[0].starting : stored[0].ending)
    } else {
      entries.forEach { entry in
        if entry & end.rawValue != 0 { set.insert(Self.slot(entry)) }
      }
    }
  }

  /// Calls a closure with each slot in ascending order.
  @inline(__always)
  internal func forEach(_ body: (Int) -> Void) {
    if hasBits {
      stored[0].all.forEach(body)
    } else {
      entries.forEach { body(Self.slot($0)) }
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

/// The slots that have a word, and which of them have a text that begins with it.
///
/// A list while they are few, and bits for all slots when they are many: so a change of a word that
/// nearly every place has costs no more than that of another.
internal struct WordSlots: Sendable {
  /// Slots, ascending, each with a bit behind it that tells whether a text begins with the word.
  private var entries: ContiguousArray<UInt32> = []
  /// The slots in place of the list where there are many, and those of them where a text begins
  /// with the word.
  private var bits: (all: SlotSet, starting: SlotSet)?
  internal private(set) var count = 0
  /// How many of them have a text that begins with the word.
  internal private(set) var startingCount = 0

  internal var isEmpty: Bool { count == 0 }

  /// From how many slots on there are bits: when these take less memory, or a change of the list
  /// more time than is good.
  private static func isMany(_ count: Int, of limit: Int) -> Bool {
    count > max(2_048, limit / 32)
  }

  /// Makes the list of entries in the order of their slots, each once; of `limit` slots in all.
  internal init(_ entries: some Collection<UInt32>, limit: Int) {
    self.entries = ContiguousArray(entries)
    count = self.entries.count
    startingCount = self.entries.reduce(0) { $0 + Int($1 & 1) }
    settle(limit: limit)
  }

  /// Goes over to bits where that is better for so many slots in all.
  private mutating func settle(limit: Int) {
    guard bits == nil, Self.isMany(count, of: limit) else { return }
    var all = SlotSet(limit: limit)
    var starting = SlotSet(limit: limit)
    for entry in entries {
      all.insert(Int(entry >> 1))
      if entry & 1 != 0 { starting.insert(Int(entry >> 1)) }
    }
    bits = (all, starting)
    entries = []
  }

  /// Adds a slot, or tells that a text of it begins with the word; of `limit` slots in all.
  internal mutating func insert(_ slot: Int, startsText: Bool, limit: Int) {
    if bits != nil {
      bits?.all.reserve(slot)
      bits?.starting.reserve(slot)
      if bits?.all.insertNew(slot) == true { count += 1 }
      if startsText, bits?.starting.insertNew(slot) == true { startingCount += 1 }
      return
    }
    let entry = Self.entry(slot, startsText)
    let place = place(of: slot)
    if place < count, entries[place] >> 1 == entry >> 1 {
      startingCount += Int(entry & ~entries[place] & 1)
      entries[place] |= entry & 1
      return
    }
    entries.insert(entry, at: place)
    count += 1
    startingCount += Int(entry & 1)
    settle(limit: limit)
  }

  internal mutating func remove(_ slot: Int) {
    if bits != nil {
      guard bits?.all.contains(slot) == true else { return }
      if bits?.starting.contains(slot) == true { startingCount -= 1 }
      bits?.all.remove(slot)
      bits?.starting.remove(slot)
      count -= 1
      // Half as many as it takes to have bits, so that it does not go to and fro.
      if count < 1_024 { makeList() }
      return
    }
    let place = place(of: slot)
    guard place < count, entries[place] >> 1 == UInt32(truncatingIfNeeded: slot) else { return }
    startingCount -= Int(entries.remove(at: place) & 1)
    count -= 1
  }

  /// Goes back to a list.
  private mutating func makeList() {
    guard let old = bits else { return }
    bits = nil
    old.all.forEach { slot in
      entries.append(Self.entry(slot, old.starting.contains(slot)))
    }
  }

  /// What it costs to add the slots to a set, counted in slots.
  internal var cost: Int { bits?.all.wordCount ?? count }

  /// Adds the slots to a set of all of them.
  @inline(__always)
  internal func add(to set: inout SlotSet) {
    if let bits {
      set.formUnion(bits.all)
    } else {
      for entry in entries { set.insert(Int(entry >> 1)) }
    }
  }

  /// The slots as a set with room for all below a limit.
  internal func set(limit: Int) -> SlotSet {
    var set = SlotSet(limit: limit)
    add(to: &set)
    return set
  }

  /// Adds the slots with a text that begins with the word to a set of all of them.
  @inline(__always)
  internal func addStarting(to set: inout SlotSet) {
    if let bits {
      set.formUnion(bits.starting)
    } else {
      for entry in entries where entry & 1 != 0 { set.insert(Int(entry >> 1)) }
    }
  }

  /// Calls a closure with each slot, ascending.
  @inline(__always)
  internal func forEach(_ body: (Int) -> Void) {
    if let bits {
      bits.all.forEach(body)
    } else {
      for entry in entries { body(Int(entry >> 1)) }
    }
  }

  /// The slots with a bit behind each, as in a list: for tests.
  internal var list: [UInt32] {
    var list: [UInt32] = []
    var starting = SlotSet(limit: 1 << 20)
    addStarting(to: &starting)
    forEach { list.append(Self.entry($0, starting.contains($0))) }
    return list
  }

  internal static func entry(_ slot: Int, _ startsText: Bool) -> UInt32 {
    UInt32(truncatingIfNeeded: slot) << 1 | (startsText ? 1 : 0)
  }

  /// The first entry of a slot or of one after it.
  private func place(of slot: Int) -> Int {
    let slot = UInt32(truncatingIfNeeded: slot)
    // Most slots are new ones, at the end.
    if let last = entries.last, last >> 1 < slot { return entries.count }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle] >> 1 < slot { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

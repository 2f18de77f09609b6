internal import CairnMemory

/// Finds the slot of an element by the hash of its ID.
///
/// A hash table with open addressing and linear probing, at most three quarters full. An entry
/// holds the low 32 bits of the hash above the slot plus one, so growing the table does not rehash
/// IDs, and IDs are compared only if 32 bits of their hashes agree. A removal closes its gap, so
/// there are no tombstones. Source: D. E. Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4, algorithm R.
@usableFromInline
internal struct DynamicSlotTable: Sendable {
  /// The storage, shared by copies until one is changed.
  private var memory: PackedMemory
  private var entries: UnsafeBuffer<UInt64>
  private var count = 0

  @usableFromInline
  internal init(capacity: Int = 0) {
    (memory, entries) = Self.vacant(Self.size(for: capacity))
  }

  /// The smallest power of two, at least 8, of which `capacity` entries fill at most three
  /// quarters.
  private static func size(for capacity: Int) -> Int {
    var size = 8
    while capacity > size / 4 * 3 {
      size *= 2
    }
    return size
  }

  private static func vacant(_ size: Int) -> (PackedMemory, UnsafeBuffer<UInt64>) {
    let memory = PackedMemory(byteCount: size * MemoryLayout<UInt64>.stride)
    let entries = UnsafeBuffer<UInt64>(memory, byteOffset: 0, count: size)
    for place in 0..<size { entries[place] = 0 }
    return (memory, entries)
  }

  /// Prefetches the memory where the search for a hash begins; in a large table, most of the time
  /// of a search is spent waiting for it.
  @usableFromInline
  internal func prefetch(_ hash: Int) {
    entries.prefetch(home(UInt64(truncatingIfNeeded: hash) << 32))
  }

  /// The index where the search for an entry begins.
  @inline(__always)
  private func home(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry >> 32) & (entries.count &- 1)
  }

  /// Fills the empty table with consecutive slots from 0.
  ///
  /// - Parameters:
  ///   - hashes: the hash of the ID of each slot.
  ///   - isSame: whether a slot has the ID of an earlier one; called if 32 bits of their hashes
  ///     agree.
  /// - Returns: the first slot with a duplicate ID, where filling stops; nil if all IDs differ.
  @usableFromInline
  internal mutating func fill(
    with hashes: [Int], isSame: (_ slot: Int, _ earlier: Int) -> Bool
  ) -> Int? {
    reserveCapacity(hashes.count)
    let mask = entries.count &- 1
    // A single probe both detects a duplicate and finds the free entry.
    for slot in hashes.indices {
      let tag = UInt64(truncatingIfNeeded: hashes[slot]) << 32
      var place = home(tag)
      while entries[place] != 0 {
        let entry = entries[place]
        if entry & 0xFFFF_FFFF_0000_0000 == tag,
          isSame(slot, Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1)
        {
          return slot
        }
        place = (place &+ 1) & mask
      }
      entries[place] = tag | UInt64(truncatingIfNeeded: slot &+ 1)
      count &+= 1
    }
    return nil
  }

  /// Returns the next slot whose hash agrees, starting after a place in the table; call it with the
  /// returned place until the slot is the right one.
  ///
  /// - Parameters:
  ///   - hash: the hash of the ID.
  ///   - place: nil to begin, or the place returned by the previous call.
  /// - Returns: the slot and its place; nil if there are no more.
  @usableFromInline
  internal func candidate(_ hash: Int, after place: Int?) -> (slot: Int, place: Int)? {
    let mask = entries.count &- 1
    let tag = UInt64(truncatingIfNeeded: hash) << 32
    var place = place.map { ($0 &+ 1) & mask } ?? home(tag)
    while true {
      let entry = entries[place]
      if entry == 0 { return nil }
      if entry & 0xFFFF_FFFF_0000_0000 == tag {
        return (Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1, place)
      }
      place = (place &+ 1) & mask
    }
  }

  /// Adds a slot whose ID is not in the table.
  @usableFromInline
  internal mutating func insert(_ hash: Int, slot: Int) {
    makeUnique(for: count &+ 1)
    add(UInt64(truncatingIfNeeded: hash) << 32 | UInt64(truncatingIfNeeded: slot &+ 1))
    count &+= 1
  }

  /// Removes the entry at a place that ``candidate(_:after:)`` returned.
  @usableFromInline
  internal mutating func remove(at place: Int) {
    makeUnique(for: count)
    let mask = entries.count &- 1
    var gap = place
    var next = (gap &+ 1) & mask
    while entries[next] != 0 {
      // An entry may move back into the gap unless its home index is after the gap.
      if (next &- home(entries[next])) & mask >= (next &- gap) & mask {
        entries[gap] = entries[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    entries[gap] = 0
    count &-= 1
  }

  /// Reserves capacity for a number of entries.
  @usableFromInline
  internal mutating func reserveCapacity(_ capacity: Int) {
    makeUnique(for: max(capacity, count))
  }

  /// Makes the storage unique, with capacity for a number of entries.
  @inline(__always)
  private mutating func makeUnique(for capacity: Int) {
    let isFull = capacity > entries.count / 4 &* 3
    if isFull || !isKnownUniquelyReferenced(&memory) { move(Self.size(for: capacity)) }
  }

  @inline(never)
  private mutating func move(_ size: Int) {
    let old = self
    let size = max(size, old.entries.count)
    (memory, entries) = Self.vacant(size)
    if size == old.entries.count {
      old.entries.copy(size, to: entries)
    } else {
      for place in 0..<old.entries.count where old.entries[place] != 0 {
        add(old.entries[place])
      }
    }
    extendLifetime(old.memory)
  }

  private func add(_ entry: UInt64) {
    let mask = entries.count &- 1
    var place = home(entry)
    while entries[place] != 0 {
      place = (place &+ 1) & mask
    }
    entries[place] = entry
  }
}

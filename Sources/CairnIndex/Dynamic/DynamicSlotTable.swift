internal import CairnMemory

/// Finds the slot of an element by the hash of its ID.
///
/// A hash table with open addressing and linear probing, at most three quarters full. An entry
/// holds the low 32 bits of the hash above the slot plus one, so growing the table does not rehash
/// IDs, and IDs are compared only if 32 bits of their hashes agree. A removal closes its gap, so
/// there are no tombstones. Source: D. E. Knuth, "The Art of Computer Programming", volume 3,
/// section 6.4, algorithm R.
///
/// Copies share the pages of the table that neither has changed, see ``PagedArray``.
@usableFromInline
package struct DynamicSlotTable: Sendable {
  private var entries: PagedArray<UInt64>
  private var count = 0

  @usableFromInline
  package init(capacity: Int = 0) {
    entries = Self.vacant(Self.size(for: capacity))
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

  private static func vacant(_ size: Int) -> PagedArray<UInt64> {
    var entries: ContiguousArray<UInt64> = []
    entries.reserveCapacity(size)
    entries.preferLargePages()
    for _ in 0..<size { entries.append(0) }
    return PagedArray(entries)
  }

  /// Prefetches the memory where the search for a hash begins; in a large table, most of the time
  /// of a search is spent waiting for it.
  @usableFromInline
  package func prefetch(_ hash: Int) {
    entries.base.prefetch(entries.home(UInt64(truncatingIfNeeded: hash) << 32))
  }

  /// Fills the empty table with consecutive slots from 0.
  ///
  /// - Parameters:
  ///   - hashes: the hash of the ID of each slot.
  ///   - isSame: whether a slot has the ID of an earlier one; called if 32 bits of their hashes
  ///     agree.
  /// - Returns: the first slot with a duplicate ID, where filling stops; nil if all IDs differ.
  @usableFromInline
  package mutating func fill(
    with hashes: [Int], isSame: (_ slot: Int, _ earlier: Int) -> Bool
  ) -> Int? {
    reserveCapacity(hashes.count)
    let filled = change(
      inArray: { $0.fill(with: hashes, isSame: isSame) },
      inPages: { $0.fill(with: hashes, isSame: isSame) })
    count &+= filled
    return filled < hashes.count ? filled : nil
  }

  /// Returns the next slot whose hash agrees, starting after a place in the table; call it with the
  /// returned place until the slot is the right one.
  ///
  /// - Parameters:
  ///   - hash: the hash of the ID.
  ///   - place: nil to begin, or the place returned by the previous call.
  /// - Returns: the slot and its place; nil if there are no more.
  @usableFromInline
  package func candidate(_ hash: Int, after place: Int?) -> (slot: Int, place: Int)? {
    let mask = entries.count &- 1
    let tag = UInt64(truncatingIfNeeded: hash) << 32
    var place = place.map { ($0 &+ 1) & mask } ?? entries.home(tag)
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
  package mutating func insert(_ hash: Int, slot: Int) {
    reserveCapacity(count &+ 1)
    add(UInt64(truncatingIfNeeded: hash) << 32 | UInt64(truncatingIfNeeded: slot &+ 1))
    count &+= 1
  }

  /// Removes the entry at a place that ``candidate(_:after:)`` returned.
  @usableFromInline
  package mutating func remove(at place: Int) {
    change(inArray: { $0.remove(at: place) }, inPages: { $0.remove(at: place) })
    count &-= 1
  }

  /// Reserves capacity for a number of entries.
  @usableFromInline
  package mutating func reserveCapacity(_ capacity: Int) {
    if capacity > entries.count / 4 &* 3 { grow(Self.size(for: capacity)) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    let old = entries
    entries = Self.vacant(size)
    for place in 0..<old.count where old[place] != 0 { add(old[place]) }
  }

  private mutating func add(_ entry: UInt64) {
    change(inArray: { $0.add(entry) }, inPages: { $0.add(entry) })
  }

  /// Changes the entries, with one check for the whole change whether a copy shares them.
  @inline(__always)
  private mutating func change<Result>(
    inArray: (inout UnsafeBuffer<UInt64>) -> Result,
    inPages: (inout PagedArray<UInt64>) -> Result
  ) -> Result {
    guard entries.isOneUnsharedArray() else { return inPages(&entries) }
    return entries.base.withUnsafeBuffer { buffer in
      var buffer = buffer
      return inArray(&buffer)
    }
  }
}

/// The entries of a table, 0 for an empty slot.
private protocol SlotEntries {
  var count: Int { get }
  subscript(place: Int) -> UInt64 { get set }
}

extension UnsafeBuffer: SlotEntries where Value == UInt64 {}
extension PagedArray: SlotEntries where Element == UInt64 {}

extension SlotEntries {
  /// The index where the search for an entry begins.
  @inline(__always)
  fileprivate func home(_ entry: UInt64) -> Int {
    Int(truncatingIfNeeded: entry >> 32) & (count &- 1)
  }

  /// Adds an entry whose ID is not in the table.
  @inline(__always)
  fileprivate mutating func add(_ entry: UInt64) {
    let mask = count &- 1
    var place = home(entry)
    while self[place] != 0 { place = (place &+ 1) & mask }
    self[place] = entry
  }

  /// Adds consecutive slots from 0, until an ID is a duplicate; returns their number.
  @inline(__always)
  fileprivate mutating func fill(
    with hashes: [Int], isSame: (_ slot: Int, _ earlier: Int) -> Bool
  ) -> Int {
    let mask = count &- 1
    // A single probe both detects a duplicate and finds the free entry.
    for slot in hashes.indices {
      let tag = UInt64(truncatingIfNeeded: hashes[slot]) << 32
      var place = home(tag)
      while self[place] != 0 {
        let entry = self[place]
        if entry & 0xFFFF_FFFF_0000_0000 == tag,
          isSame(slot, Int(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1)
        {
          return slot
        }
        place = (place &+ 1) & mask
      }
      self[place] = tag | UInt64(truncatingIfNeeded: slot &+ 1)
    }
    return hashes.count
  }

  /// Removes the entry at a place, and closes the gap.
  @inline(__always)
  fileprivate mutating func remove(at place: Int) {
    let mask = count &- 1
    var gap = place
    var next = (gap &+ 1) & mask
    while self[next] != 0 {
      // An entry may move back into the gap unless its home index is after the gap.
      if (next &- home(self[next])) & mask >= (next &- gap) & mask {
        self[gap] = self[next]
        gap = next
      }
      next = (next &+ 1) & mask
    }
    self[gap] = 0
  }
}

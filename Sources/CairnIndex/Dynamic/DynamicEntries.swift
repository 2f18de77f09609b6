/// The elements and IDs of a dynamic index, by slot.
///
/// The array is stored in large pages, because random access over a large array otherwise stalls on
/// address translation. Large pages must be requested before the memory is filled, so this type
/// performs growth and copy-on-write itself.
@usableFromInline
internal struct DynamicEntries<Entry> {
  /// A reference for uniqueness checks, shared by all copies until one of them is changed.
  @usableFromInline
  internal final class Owner: Sendable {
    @inlinable
    internal init() {}
  }

  @usableFromInline internal var owner = Owner()
  /// The entry of each slot, nil if the slot is free.
  @usableFromInline internal var array: ContiguousArray<Entry?> = []

  @inlinable
  internal init(capacity: Int = 0) {
    array.reserveCapacity(capacity)
    array.preferLargePages()
  }

  /// The number of slots used so far, free ones included.
  @inlinable @inline(__always)
  internal var count: Int { array.count }

  @inlinable @inline(__always)
  internal subscript(slot: Int) -> Entry? {
    get { array[slot] }
    set {
      makeUnique()
      array[slot] = newValue
    }
  }

  /// Prefetches the memory of a slot, which need not be in use yet.
  @inlinable @inline(__always)
  internal func prefetch(_ slot: Int) {
    array.prefetch(slot)
  }

  /// Prefetches the objects that an entry refers to.
  @inlinable @inline(__always)
  internal func prefetchObjects(_ slot: Int) {
    array.prefetchObjects(slot)
  }

  /// Passes an entry to a closure without retaining it.
  @inlinable @inline(__always)
  internal func lend<Result>(at slot: Int, to body: (Entry?) -> Result) -> Result {
    array.lend(at: slot, to: body)
  }

  /// Appends the entry of the next slot.
  @inlinable @inline(__always)
  internal mutating func append(_ entry: Entry) {
    if array.count == array.capacity || !isKnownUniquelyReferenced(&owner) {
      copy(capacity: 2 * (array.count + 4))
    }
    array.append(entry)
  }

  /// Reserves capacity for a number of slots.
  @inlinable
  internal mutating func reserveCapacity(_ capacity: Int) {
    if capacity > array.capacity { copy(capacity: capacity) }
  }

  @inlinable @inline(__always)
  internal mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&owner) { copy(capacity: array.capacity) }
  }

  /// Copies the entries into new memory, or moves them if they are not shared.
  @inlinable @inline(never)
  internal mutating func copy(capacity: Int) {
    var other = DynamicEntries(capacity: max(capacity, array.count))
    if isKnownUniquelyReferenced(&owner) {
      for slot in array.indices { other.array.append(array[slot].take()) }
    } else {
      other.array.append(contentsOf: array)
    }
    self = other
  }
}

extension DynamicEntries: Sendable where Entry: Sendable {}

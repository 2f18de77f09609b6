/// The elements and IDs of a dynamic index, by slot.
///
/// The base of the array is stored in large pages, because random access over a large array
/// otherwise stalls on address translation. Large pages must be requested before the memory is
/// filled, so this type performs growth itself.
@usableFromInline
internal struct DynamicEntries<Entry> {
  /// The entry of each slot, nil if the slot is free.
  @usableFromInline internal var array = PagedArray<Entry?>()

  @inlinable
  internal init(capacity: Int = 0) {
    array.base.reserveCapacity(capacity)
    array.base.preferLargePages()
  }

  /// The number of slots used so far, free ones included.
  @inlinable @inline(__always)
  internal var count: Int { array.count }

  @inlinable @inline(__always)
  internal subscript(slot: Int) -> Entry? {
    get { array[slot] }
    set { array[slot] = newValue }
  }

  /// The entries in one array; nil while some are in separate pages.
  @inlinable @inline(__always)
  internal var values: ContiguousArray<Entry?>? { array.pageCount == 0 ? array.base : nil }

  /// Prefetches the memory of a slot, which need not be in use yet.
  @inlinable @inline(__always)
  internal func prefetch(_ slot: Int) {
    array.base.prefetch(slot)
  }

  /// Prefetches the objects that an entry refers to.
  @inlinable @inline(__always)
  internal func prefetchObjects(_ slot: Int) {
    if !array.isInTable(slot) { array.base.prefetchObjects(slot) }
  }

  /// Passes an entry to a closure without retaining it.
  @inlinable @inline(__always)
  internal func withBorrowedElement<Result>(at slot: Int, _ body: (Entry?) -> Result) -> Result {
    if array.isInTable(slot) { return lendFromTable(at: slot, to: body) }
    return array.base.withBorrowedElement(at: slot, body)
  }

  @inlinable @inline(never)
  internal func lendFromTable<Result>(at slot: Int, to body: (Entry?) -> Result) -> Result {
    body(array[slot])
  }

  /// Appends the entry of the next slot.
  @inlinable @inline(__always)
  internal mutating func append(_ entry: Entry) {
    if array.count == array.base.capacity { growIfUnique(capacity: 2 * (array.count + 4)) }
    array.append(entry)
  }

  /// Reserves capacity for a number of slots.
  @inlinable
  internal mutating func reserveCapacity(_ capacity: Int) {
    if capacity > array.base.capacity { growIfUnique(capacity: capacity) }
  }

  /// Moves the entries into new memory, if no copy shares them.
  @inlinable @inline(never)
  internal mutating func growIfUnique(capacity: Int) {
    guard isKnownUniquelyReferenced(&array.owner) else { return }
    var other = DynamicEntries(capacity: max(capacity, array.base.count))
    for slot in array.base.indices { other.array.base.append(array.base[slot].take()) }
    swap(&array.base, &other.array.base)
  }
}

extension DynamicEntries: Sendable where Entry: Sendable {}

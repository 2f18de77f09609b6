/// What a dynamic index keeps of its elements, by slot.
///
/// An array in large pages: who looks for one element after another all over the world waits for
/// the translation of addresses else, and the system is asked for them before the memory is filled.
/// So growth and the copy that a shared array needs before its first change are made here.
@usableFromInline
internal struct DynamicEntries<Entry> {
  /// All copies that nothing was changed in hold the same one.
  @usableFromInline
  internal final class Owner: Sendable {
    @inlinable
    internal init() {}
  }

  @usableFromInline internal var owner = Owner()
  /// Nil where a slot is free.
  @usableFromInline internal var array: ContiguousArray<Entry?> = []

  @inlinable
  internal init(capacity: Int = 0) {
    array.reserveCapacity(capacity)
    array.preferLargePages()
  }

  /// The number of slots that were ever used.
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

  /// Asks for the memory of a slot ahead of its use; it need not be in use yet.
  @inlinable @inline(__always)
  internal func prefetch(_ slot: Int) {
    array.prefetch(slot)
  }

  /// Asks for the memory of the objects that an entry refers to.
  @inlinable @inline(__always)
  internal func prefetchObjects(_ slot: Int) {
    array.prefetchObjects(slot)
  }

  /// Lends an entry to a closure.
  @inlinable @inline(__always)
  internal func lend<Result>(at slot: Int, to body: (Entry?) -> Result) -> Result {
    array.lend(at: slot, to: body)
  }

  /// Adds the entry of the next slot.
  @inlinable @inline(__always)
  internal mutating func append(_ entry: Entry) {
    if array.count == array.capacity || !isKnownUniquelyReferenced(&owner) {
      copy(capacity: 2 * (array.count + 4))
    }
    array.append(entry)
  }

  /// Makes room for a number of slots.
  @inlinable
  internal mutating func reserveCapacity(_ capacity: Int) {
    if capacity > array.capacity { copy(capacity: capacity) }
  }

  @inlinable @inline(__always)
  internal mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&owner) { copy(capacity: array.capacity) }
  }

  /// Goes on in memory of its own.
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

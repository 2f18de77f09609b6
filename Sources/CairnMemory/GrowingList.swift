/// A list of plain values that only ever grows while a search fills it.
///
/// Unlike an array it needs no reference count and no uniqueness check, so that appending is a
/// comparison and a store. It cannot be copied, and its memory is given back when it ends; what is
/// kept or handed to a caller belongs into an array. Bounds are asserted in debug builds. Appending
/// takes amortised constant time: the room is doubled when it does not suffice.
@safe @usableFromInline
package struct GrowingList<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  internal var base: UnsafeMutablePointer<Value>
  @usableFromInline
  internal var capacity: Int
  /// How many values there are.
  @usableFromInline
  package internal(set) var count = 0

  /// Makes an empty list.
  ///
  /// - Parameter capacity: how many values there is room for before the list has to grow.
  @inlinable
  package init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe base = .allocate(capacity: self.capacity)
  }

  @inlinable
  deinit {
    unsafe base.deallocate()
  }

  /// Calls `body` with a window onto the values, which ends with the call.
  @inlinable @inline(__always)
  package func withValues<Result>(_ body: (Slab<Value>) -> Result) -> Result {
    // Without this the memory could be freed when only the window is still in use.
    defer { extendLifetime(self) }
    return unsafe body(Slab(UnsafeMutableBufferPointer(start: base, count: count)))
  }

  /// One value.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// Makes sure that `more` values fit without growing.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(count &+ more) }
  }

  /// Appends a value.
  @inlinable @inline(__always)
  package mutating func append(_ value: Value) {
    reserve(1)
    appendReserved(value)
  }

  /// Appends a value for which room has been reserved.
  @inlinable @inline(__always)
  package mutating func appendReserved(_ value: Value) {
    assert(count < capacity)
    unsafe base[count] = value
    count &+= 1
  }

  /// Makes the list longer by `more` values, which are to be written before they are read.
  @inlinable
  package mutating func appendUninitialized(_ more: Int) {
    reserve(more)
    count &+= more
  }

  /// Removes all values from `newCount` on.
  @inlinable @inline(__always)
  package mutating func truncate(_ newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    count = newCount
  }

  @inlinable @inline(never)
  internal mutating func grow(_ wanted: Int) {
    let enlarged = max(wanted, 2 * capacity)
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: enlarged)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = enlarged
  }
}

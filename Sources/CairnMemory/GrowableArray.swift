/// A growable list of trivial values, to be filled by a search.
///
/// Unlike an array it needs no reference count and no uniqueness check, so appending is a
/// comparison and a store. It is noncopyable and frees its memory when it goes out of scope; use an
/// array for values that are stored or returned. Every access is checked against the bounds, even
/// in release builds.
/// Appending takes amortized constant time: the capacity doubles when it is exceeded.
@safe @usableFromInline
package struct GrowableArray<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  internal var base: UnsafeMutablePointer<Value>
  @usableFromInline
  internal var capacity: Int
  /// The number of values.
  @usableFromInline
  package internal(set) var count = 0

  /// Creates an empty list.
  ///
  /// - Parameter capacity: the initial capacity.
  @inlinable
  package init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe base = .allocate(capacity: self.capacity)
  }

  @inlinable
  deinit {
    unsafe base.deallocate()
  }

  /// Calls `body` with a buffer of the values, valid only during the call.
  @inlinable @inline(__always)
  package func withValues<Result>(_ body: (UnsafeBuffer<Value>) -> Result) -> Result {
    // Otherwise the memory could be freed while only the buffer is still in use.
    defer { extendLifetime(self) }
    return unsafe body(UnsafeBuffer(base: base, count: count))
  }

  /// The value at an index.
  @inlinable
  package subscript(index: Int) -> Value {
    @_transparent get {
      requireIndex(index, in: count)
      return unsafe base[index]
    }
    @_transparent nonmutating set {
      requireIndex(index, in: count)
      unsafe base[index] = newValue
    }
  }

  /// Reserves capacity for `more` values.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    let wanted = count + more
    if wanted > capacity { grow(wanted) }
  }

  /// Appends a value.
  @inlinable @inline(__always)
  package mutating func append(_ value: Value) {
    if count == capacity { grow(count &+ 1) }
    unsafe base[count] = value
    count &+= 1
  }

  /// Appends a value; capacity must have been reserved.
  @inlinable @inline(__always)
  package mutating func appendReserved(_ value: Value) {
    precondition(count < capacity, "no capacity was reserved")
    unsafe base[count] = value
    count &+= 1
  }

  /// Appends a value; debug builds assert that capacity has been reserved.
  @unsafe @inlinable @inline(__always)
  package mutating func appendUnchecked(_ value: Value) {
    assert(count < capacity)
    unsafe base[count] = value
    count &+= 1
  }

  /// Appends `more` uninitialized values, which must be written before they are read.
  @inlinable
  package mutating func appendUninitialized(_ more: Int) {
    precondition(more >= 0, "negative count")
    reserve(more)
    count &+= more
  }

  /// Removes all values from index `newCount`.
  @inlinable @inline(__always)
  package mutating func truncate(_ newCount: Int) {
    require(0, from: newCount, in: count)
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

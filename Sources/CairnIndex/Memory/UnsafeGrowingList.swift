/// A list for plain values that only ever grows while a search fills it.
///
/// Unlike an array it needs no reference count and no uniqueness check, so that appending is a
/// comparison and a store.
@safe
struct GrowingList<Value: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    unsafe base = .allocate(capacity: self.capacity)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// Calls `body` with a window onto the values, which ends with the call.
  @inline(__always)
  func withValues<Result>(_ body: (Slab<Value>) -> Result) -> Result {
    // Without this the memory could be freed when only the window is still in use.
    defer { extendLifetime(self) }
    return unsafe body(Slab(UnsafeMutableBufferPointer(start: base, count: count)))
  }

  @inline(__always)
  subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// Makes sure that as many values fit without growing.
  @inline(__always)
  mutating func reserve(_ more: Int) {
    if count &+ more > capacity { grow(count &+ more) }
  }

  @inline(__always)
  mutating func append(_ value: Value) {
    reserve(1)
    appendReserved(value)
  }

  /// Appends a value for which room has been reserved.
  @inline(__always)
  mutating func appendReserved(_ value: Value) {
    assert(count < capacity)
    unsafe base[count] = value
    count &+= 1
  }

  /// Makes the list longer by values that are going to be written.
  mutating func appendUninitialized(_ more: Int) {
    reserve(more)
    count &+= more
  }

  /// Forgets all values from `newCount` on.
  @inline(__always)
  mutating func truncate(_ newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    count = newCount
  }

  @inline(never)
  private mutating func grow(_ wanted: Int) {
    let enlarged = max(wanted, 2 * capacity)
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: enlarged)
    unsafe moved.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = moved
    capacity = enlarged
  }
}

extension Slab {
  /// Sorts the values with the library's own sort.
  func sort(by precedes: (Value, Value) -> Bool) {
    unsafe withBuffer { buffer in
      var sorted = unsafe buffer
      unsafe sorted.sort(by: precedes)
    }
  }
}

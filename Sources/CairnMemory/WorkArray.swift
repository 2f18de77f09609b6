/// A fixed number of plain values with one owner, to work in.
///
/// Unlike an array it needs no reference count, no uniqueness check and no check for bounds, which
/// are asserted in debug builds only. It cannot be copied, and its memory is given back when it
/// ends. See ``GrowingList`` for one whose number of values changes.
@safe @usableFromInline
package struct WorkArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Element>
  /// How many values there are.
  @usableFromInline
  package let count: Int

  /// Makes room for values that are all the same.
  ///
  /// - Parameters:
  ///   - value: what all values are.
  ///   - count: how many there are, at least 0.
  @inlinable
  package init(repeating value: Element, count: Int) {
    precondition(count >= 0)
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  /// Copies the values of an array.
  @inlinable
  package init(_ values: [Element]) {
    unsafe base = .allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() {
      unsafe (base + index).initialize(to: value)
    }
    count = values.count
  }

  @inlinable
  deinit {
    unsafe base.deallocate()
  }

  /// One value.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Element {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// Calls `body` with a window onto the values, which ends with the call.
  @inlinable @inline(__always)
  package func withSlab<R>(_ body: (Slab<Element>) -> R) -> R {
    // Without this the memory could be freed when only the window is still in use.
    defer { extendLifetime(self) }
    return unsafe body(Slab(UnsafeMutableBufferPointer(start: base, count: count)))
  }

  /// The values as an array.
  @inlinable
  package var values: [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }
}

/// A fixed-size, uniquely owned array of trivial values.
///
/// Unlike an array it needs no reference count and no uniqueness check. Every access is checked
/// against the bounds, even in release builds. It is noncopyable and frees its memory when it goes
/// out of scope. See ``GrowableArray`` for a growable one.
@safe @usableFromInline
package struct FixedArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Element>
  /// The number of values.
  @usableFromInline
  package let count: Int

  /// Creates an array of equal values.
  ///
  /// - Parameters:
  ///   - value: the value to repeat.
  ///   - count: the number of values, at least 0.
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

  /// The value at an index.
  @inlinable
  package subscript(index: Int) -> Element {
    @_transparent get {
      requireIndex(index, in: count)
      return unsafe base[index]
    }
    @_transparent nonmutating set {
      requireIndex(index, in: count)
      unsafe base[index] = newValue
    }
  }

  /// Calls `body` with a buffer of the values, valid only during the call.
  @inlinable @inline(__always)
  package func withUnsafeBuffer<R>(_ body: (UnsafeBuffer<Element>) -> R) -> R {
    // Otherwise the memory could be freed while only the buffer is still in use.
    defer { extendLifetime(self) }
    return unsafe body(UnsafeBuffer(base: base, count: count))
  }

  /// The values as an array.
  @inlinable
  package var values: [Element] {
    unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }
}

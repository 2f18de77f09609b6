internal import Builtin

// Hints to the processor. Where one line of memory tells where the next one is, each is waited for
// in turn; a line that is asked for ahead comes while something else is done. A hint has no effect
// but on time, whatever the address: one that is not mapped is ignored.

/// Asks for the line of memory at an address, which need not be valid.
@unsafe @inlinable @inline(__always)
package func prefetch(_ address: UnsafeRawPointer) {
  // To be read, and to stay in all caches.
  Builtin.int_prefetch_RawPointer(
    address._rawValue, (0 as Int32)._value, (3 as Int32)._value, (1 as Int32)._value)
}

extension Slab {
  /// Asks for the line of memory that a value is in.
  @inlinable @inline(__always)
  package func prefetch(_ index: Int) {
    assert(index >= 0 && index < count)
    unsafe CairnMemory.prefetch(UnsafeRawPointer(base + index))
  }
}

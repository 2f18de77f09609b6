internal import Builtin

// Prefetch hints. In a chain of dependent loads each one waits for the previous one; a prefetched
// cache line is loaded in parallel with other work. A hint affects only performance: unmapped
// addresses are ignored.

/// Prefetches the cache line at an address, which need not be valid.
@unsafe @inlinable @inline(__always)
package func prefetch(_ address: UnsafeRawPointer) {
  // For reading, into all cache levels.
  Builtin.int_prefetch_RawPointer(
    address._rawValue, (0 as Int32)._value, (3 as Int32)._value, (1 as Int32)._value)
}

extension UnsafeBuffer {
  /// Prefetches the cache line of a value.
  @inlinable @inline(__always)
  package func prefetch(_ index: Int) { span.prefetch(index) }
}

extension UnsafeSpan {
  /// Prefetches the cache line of a value.
  @inlinable @inline(__always)
  package func prefetch(_ index: Int) {
    // The address need not be valid: a hint reads nothing.
    unsafe CairnMemory.prefetch(UnsafeRawPointer(base) + index &* MemoryLayout<Value>.stride)
  }
}

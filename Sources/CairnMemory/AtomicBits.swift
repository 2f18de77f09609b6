/// A fixed number of bits that any number of threads may set and read concurrently.
///
/// Copies share the bits.
/// Every access is checked against the bounds, rounded up to whole words.
@usableFromInline
package struct AtomicBits: Sendable {
  @usableFromInline
  internal let words: AtomicWords

  /// Creates bits that are all unset.
  package init(count: Int) {
    words = AtomicWords(count: (count + 63) >> 6)
  }

  /// Whether a bit is set.
  @inlinable @inline(__always)
  package func contains(_ index: Int) -> Bool {
    words[index &>> 6] & (1 &<< UInt64(truncatingIfNeeded: index & 63)) != 0
  }

  /// Sets a bit.
  package func insert(_ index: Int) {
    words.formUnion(1 &<< UInt64(truncatingIfNeeded: index & 63), at: index &>> 6)
  }
}

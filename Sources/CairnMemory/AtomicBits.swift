/// A fixed number of bits that any number of threads may set and read concurrently.
///
/// Every access is checked against the bounds, rounded up to whole words.
@safe @usableFromInline
package final class AtomicBits: @unchecked Sendable {
  @usableFromInline
  internal let words: UnsafeMutablePointer<UInt64>
  @usableFromInline
  internal let wordCount: Int

  /// Creates bits that are all unset.
  package init(count: Int) {
    wordCount = (count + 63) >> 6
    unsafe words = .allocate(capacity: max(wordCount, 1))
    unsafe words.initialize(repeating: 0, count: wordCount)
  }

  /// Whether a bit is set.
  @inlinable @inline(__always)
  package func contains(_ index: Int) -> Bool {
    requireIndex(index &>> 6, in: wordCount)
    let word = unsafe (words + index >> 6).loadRelaxed()
    return word & (1 &<< UInt64(truncatingIfNeeded: index & 63)) != 0
  }

  /// Sets a bit.
  package func insert(_ index: Int) {
    requireIndex(index &>> 6, in: wordCount)
    unsafe (words + index >> 6).formUnionRelaxed(
      1 &<< UInt64(truncatingIfNeeded: index & 63))
  }

  deinit {
    unsafe words.deallocate()
  }
}

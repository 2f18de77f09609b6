/// A fixed number of words, at first zero, that any number of threads may read and store
/// concurrently.
///
/// Every access is checked against the bounds. Loads and stores are relaxed: a word must not refer
/// to other memory.
@safe @usableFromInline
package final class AtomicWords: @unchecked Sendable {
  @usableFromInline
  internal let words: UnsafeMutablePointer<UInt64>
  /// The number of words.
  @usableFromInline
  package let count: Int

  /// Creates words that are all zero.
  package init(count: Int) {
    precondition(count >= 0, "negative count")
    self.count = count
    unsafe words = .allocate(capacity: max(count, 1))
    unsafe words.initialize(repeating: 0, count: count)
  }

  /// The word at an index.
  @inlinable @inline(__always)
  package subscript(index: Int) -> UInt64 {
    get {
      requireIndex(index, in: count)
      return unsafe (words + index).loadRelaxed()
    }
    set {
      requireIndex(index, in: count)
      unsafe (words + index).storeRelaxed(newValue)
    }
  }

  /// Sets bits of the word at an index.
  @inline(__always)
  internal func formUnion(_ bits: UInt64, at index: Int) {
    requireIndex(index, in: count)
    unsafe (words + index).formUnionRelaxed(bits)
  }

  deinit {
    unsafe words.deallocate()
  }
}

/// Calls `body` with temporary memory for values, on the stack or, if large, on the heap.
///
/// The values are uninitialized: each must be written before it is read.
///
/// - Parameters:
///   - type: the type of the values.
///   - count: the number of values.
///   - body: called with a buffer of the values, valid only during the call.
/// - Returns: the result of `body`.
/// - Throws: any error that `body` throws.
@inlinable @inline(__always)
package func withScratch<Value: BitwiseCopyable, R, E: Error>(
  of type: Value.Type, count: Int, _ body: (UnsafeBuffer<Value>) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(
    byteCount: count * MemoryLayout<Value>.stride, alignment: 16
  ) { bytes throws(E) in
    try unsafe body(UnsafeBuffer(bytes.bindMemory(to: Value.self)))
  }
}

/// A block of scratch memory from which buffers are allocated consecutively.
@safe @usableFromInline
package struct ScratchMemory {
  @usableFromInline
  internal var next: UnsafeMutableRawPointer
  @usableFromInline
  internal let end: UnsafeMutableRawPointer

  @unsafe @inlinable
  internal init(_ bytes: UnsafeMutableRawBufferPointer) {
    unsafe next = bytes.baseAddress.unsafelyUnwrapped
    unsafe end = next + bytes.count
  }

  /// Allocates a buffer; the memory must be large enough.
  ///
  /// A buffer takes the size of its values, rounded up to a multiple of 16 bytes.
  @inlinable @inline(__always)
  package mutating func take<Value: BitwiseCopyable>(
    _ type: Value.Type, count: Int
  ) -> UnsafeBuffer<Value> {
    let start = unsafe next
    precondition(count >= 0, "negative count")
    let byteCount = (count * MemoryLayout<Value>.stride + 15) & ~15
    precondition(unsafe byteCount <= end - start, "the scratch memory is too small")
    unsafe next += byteCount
    return unsafe UnsafeBuffer(
      base: start.bindMemory(to: Value.self, capacity: count), count: count)
  }
}

/// Calls `body` with a block of scratch memory, valid only during the call.
///
/// - Parameters:
///   - byteCount: the size of all buffers that will be allocated, each rounded up to a multiple of
///     16.
///   - body: allocates buffers and fills them; they are valid only during the call.
/// - Returns: the result of `body`.
/// - Throws: any error that `body` throws.
@inlinable @inline(__always)
package func withScratchMemory<R, E: Error>(
  byteCount: Int, _ body: (ScratchMemory) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(byteCount: max(byteCount, 16), alignment: 16) {
    bytes throws(E) in
    try unsafe body(ScratchMemory(bytes))
  }
}

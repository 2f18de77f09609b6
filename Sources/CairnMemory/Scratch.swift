/// Runs `body` with room for some values on the stack, or on the heap when there are many.
///
/// The values are not initialised: each is to be written before it is read.
///
/// - Parameters:
///   - type: the type of the values.
///   - count: how many there is room for.
///   - body: gets a window onto them, which ends with the call.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
@inlinable @inline(__always)
package func withScratch<Value: BitwiseCopyable, R, E: Error>(
  of type: Value.Type, count: Int, _ body: (Slab<Value>) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(
    byteCount: count * MemoryLayout<Value>.stride, alignment: 16
  ) { bytes throws(E) in
    try unsafe body(Slab(bytes.bindMemory(to: Value.self)))
  }
}

/// A block of scratch memory from which windows are cut, one behind the other.
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

  /// A window that nothing else uses; the memory must be large enough.
  ///
  /// A window takes its values' bytes, rounded up to a multiple of 16.
  @inlinable @inline(__always)
  package mutating func take<Value: BitwiseCopyable>(
    _ type: Value.Type, count: Int
  ) -> Slab<Value> {
    let start = unsafe next
    unsafe next += (count &* MemoryLayout<Value>.stride &+ 15) & ~15
    assert(unsafe next <= end)
    return unsafe Slab(
      UnsafeMutableBufferPointer(
        start: start.bindMemory(to: Value.self, capacity: count), count: count))
  }
}

/// Runs `body` with a block of scratch memory, which ends with the call.
///
/// - Parameters:
///   - byteCount: the bytes of all windows that are going to be taken, each rounded up to a
///     multiple of 16.
///   - body: takes windows and fills them; they end with the call.
/// - Returns: what `body` returns.
/// - Throws: what `body` throws.
@inlinable @inline(__always)
package func withScratchMemory<R, E: Error>(
  byteCount: Int, _ body: (ScratchMemory) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(byteCount: max(byteCount, 16), alignment: 16) {
    bytes throws(E) in
    try unsafe body(ScratchMemory(bytes))
  }
}

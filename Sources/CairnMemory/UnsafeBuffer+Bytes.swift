// Copies of byte ranges in whole words, which may overwrite bytes after the end.

extension UnsafeBuffer where Value == UInt8 {
  /// Stores a little-endian integer; the index need not be aligned.
  @inlinable @inline(__always)
  package func store<Word: FixedWidthInteger & BitwiseCopyable>(_ word: Word, at index: Int) {
    require(MemoryLayout<Word>.size, from: index, in: count)
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: word.littleEndian, as: Word.self)
  }

  /// Traps unless a range of other bytes and its copy to `target` can be overrun by `excess` bytes.
  @inlinable @inline(__always)
  internal func requireCapacity(
    _ excess: Int, beyond start: Int, _ end: Int, of other: UnsafeByteSpan, at target: Int
  ) {
    precondition(
      start >= 0 && start <= end && end <= other.count &- excess && target >= 0
        && target <= count &- excess &- (end &- start), "range out of bounds")
  }

  /// Copies a range of bytes and up to 64 bytes after it, at least 64 in total.
  ///
  /// Both buffers must extend 64 bytes beyond the range; the extra bytes are meaningless.
  @inlinable @inline(__always)
  package func copyOverrunning(from other: UnsafeByteSpan, _ start: Int, _ end: Int, to target: Int)
  {
    requireCapacity(64, beyond: start, end, of: other, at: target)
    var source = unsafe UnsafeRawPointer(other.base + start)
    let last = unsafe UnsafeRawPointer(other.base + end)
    var place = unsafe UnsafeMutableRawPointer(base + target)
    repeat {
      let first = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
      let second = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
      let third = unsafe source.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
      let fourth = unsafe source.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: first, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: second, toByteOffset: 16, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: third, toByteOffset: 32, as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: fourth, toByteOffset: 48, as: SIMD16<UInt8>.self)
      unsafe source += 64
      unsafe place += 64
    } while unsafe source < last
  }

  /// Copies a range of bytes and up to 16 bytes after it, at least 16 in total; for short ranges.
  @inlinable @inline(__always)
  package func copyShort(from other: UnsafeByteSpan, _ start: Int, _ end: Int, to target: Int) {
    requireCapacity(16, beyond: start, end, of: other, at: target)
    var source = unsafe UnsafeRawPointer(other.base + start)
    let last = unsafe UnsafeRawPointer(other.base + end)
    var place = unsafe UnsafeMutableRawPointer(base + target)
    repeat {
      let bytes = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
      unsafe place.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
      unsafe source += 16
      unsafe place += 16
    } while unsafe source < last
  }
}

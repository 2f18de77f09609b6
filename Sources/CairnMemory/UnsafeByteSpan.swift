/// An unsafe span of bytes.
@usableFromInline
package typealias UnsafeByteSpan = UnsafeSpan<UInt8>

extension String {
  /// Calls `body` with the UTF-8 bytes of the string, valid only during the call.
  @inlinable @inline(__always)
  package func withBytes<R>(_ body: (UnsafeByteSpan) -> R) -> R {
    var text = self
    return text.withUTF8 { unsafe body(UnsafeByteSpan($0)) }
  }
}

extension UnsafeByteSpan {
  /// Returns a range of the bytes as a string; invalid UTF-8 is replaced by replacement characters.
  package func text(in range: Range<Int>) -> String {
    unsafe String(decoding: buffer(range), as: UTF8.self)
  }

  /// Two bytes as a little-endian integer.
  @_transparent @usableFromInline
  package func pair(at index: Int) -> UInt16 {
    require(2, from: index, in: count)
    return unsafe UInt16(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt16.self))
  }

  /// Eight bytes as a little-endian integer.
  @_transparent @usableFromInline
  package func word(at index: Int) -> UInt64 {
    require(8, from: index, in: count)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Eight bytes as a little-endian integer, at an index that is asserted to be in bounds in debug
  /// builds only.
  @unsafe @_transparent @usableFromInline
  package func word(uncheckedAt index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// Returns the 64 bytes from an index; bytes after the end are zero.
  @inlinable @inline(__always)
  package func block(at index: Int) -> ByteBlock {
    require(0, from: index, in: count)
    if index &+ 64 <= count { return unsafe ByteBlock(UnsafeRawPointer(base + index)) }
    return lastBlock(at: index)
  }

  @usableFromInline @inline(never)
  internal func lastBlock(at index: Int) -> ByteBlock {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { copy in
      unsafe copy.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe copy.copyMemory(from: UnsafeRawBufferPointer(buffer(index..<count)))
      return unsafe ByteBlock(UnsafeRawPointer(copy.baseAddress.unsafelyUnwrapped))
    }
  }
}

// These use `memcmp`, which the compiler expands to word comparisons for a literal.
extension UnsafeByteSpan {
  /// Whether a range of the bytes equals a literal.
  @inlinable @inline(__always)
  package func holds(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    let bytes = unsafe buffer(range)
    guard let start = bytes.baseAddress else { return true }
    return unsafe memcmp(start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether a range of the bytes equals a range of other bytes.
  @inlinable @inline(__always)
  package func isEqual(_ range: Range<Int>, to other: [UInt8], in otherRange: Range<Int>) -> Bool {
    guard range.count == otherRange.count else { return false }
    return other.withUnsafeSpan { other in
      let a = unsafe buffer(range)
      let b = unsafe other.buffer(otherRange)
      guard let a = a.baseAddress, let b = b.baseAddress else { return true }
      return unsafe memcmp(a, b, range.count) == 0
    }
  }

  /// Returns a randomly seeded hash of a range of the bytes.
  package func hash(_ range: Range<Int>) -> Int {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(buffer(range)))
    return hasher.finalize()
  }

  /// Returns the number of line feeds in a range.
  package func lineFeeds(in range: Range<Int>) -> Int {
    let part = prefix(range.upperBound)
    let feed = SIMD16<UInt8>(repeating: 0x0A)
    var count = 0
    for at in stride(from: range.lowerBound, to: range.upperBound, by: 64) {
      // Bytes after the end of the part are zero.
      count &+= part.block(at: at).bits { $0 .== feed }.nonzeroBitCount
    }
    return count
  }
}

// The only place of this module where memory is touched without Swift's own checks. What is built
// on it reads as plain indexing; bounds are asserted in debug builds.

/// A window onto bytes that something else keeps alive.
@safe
package struct ByteWindow: @unchecked Sendable {
  private let base: UnsafePointer<UInt8>
  /// How many bytes there are.
  package let count: Int

  /// The bytes of a buffer that outlives this window.
  @unsafe
  package init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // An empty buffer may have no address; nothing is ever read from it.
    unsafe base =
      buffer.baseAddress ?? UnsafePointer(bitPattern: 1).unsafelyUnwrapped
    count = buffer.count
  }

  /// One byte.
  @inline(__always)
  package subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// The bytes behind an offset.
  @inline(__always)
  package func suffix(from offset: Int) -> ByteWindow {
    assert(offset >= 0 && offset <= count)
    return unsafe ByteWindow(UnsafeBufferPointer(start: base + offset, count: count - offset))
  }

  /// The first bytes.
  @inline(__always)
  package func prefix(_ count: Int) -> ByteWindow {
    assert(count >= 0 && count <= self.count)
    return unsafe ByteWindow(UnsafeBufferPointer(start: base, count: count))
  }

  /// Some of the bytes as a buffer, to be copied.
  @unsafe @inline(__always)
  package func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// Some of the bytes as text; broken UTF-8 comes out with replacement characters.
  package func text(in range: Range<Int>) -> String {
    unsafe String(decoding: buffer(range), as: UTF8.self)
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  package func word(at index: Int) -> UInt64 {
    assert(index >= 0 && index + 8 <= count)
    return unsafe UInt64(
      littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  /// The 64 bytes from an index on; those behind the end are zero.
  @inline(__always)
  package func block(at index: Int) -> ByteBlock {
    assert(index >= 0 && index <= count)
    if index &+ 64 <= count { return unsafe ByteBlock(UnsafeRawPointer(base + index)) }
    return lastBlock(at: index)
  }

  @inline(never)
  private func lastBlock(at index: Int) -> ByteBlock {
    unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { copy in
      unsafe copy.initializeMemory(as: UInt8.self, repeating: 0)
      unsafe copy.copyMemory(from: UnsafeRawBufferPointer(buffer(index..<count)))
      return unsafe ByteBlock(UnsafeRawPointer(copy.baseAddress.unsafelyUnwrapped))
    }
  }
}

extension ByteBlock {
  @unsafe @inline(__always)
  fileprivate init(_ start: UnsafeRawPointer) {
    self.init(
      unsafe start.loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 16).loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 32).loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 48).loadUnaligned(as: SIMD16<UInt8>.self))
  }
}

/// Room for values that is written in order; its owner keeps it alive.
@safe
internal struct OutputWindow<Value: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Value>
  internal let count: Int

  @unsafe
  fileprivate init(_ buffer: UnsafeMutableBufferPointer<Value>) {
    unsafe base =
      buffer.baseAddress
      ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    count = buffer.count
  }

  @inline(__always)
  internal subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls a closure with a window onto the elements for writing.
  @inline(__always)
  internal mutating func withOutputWindow<R>(_ body: (OutputWindow<Element>) -> R) -> R {
    unsafe withUnsafeMutableBufferPointer { unsafe body(OutputWindow($0)) }
  }
}

extension [UInt8] {
  /// Calls a closure with a window onto the bytes, which ends with the call.
  @inline(__always)
  package func withWindow<R, E: Error>(_ body: (ByteWindow) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { buffer throws(E) in
      try unsafe body(ByteWindow(buffer))
    }
  }

  /// Appends some bytes of a window.
  @inline(__always)
  package mutating func append(_ bytes: ByteWindow, _ range: Range<Int>) {
    unsafe append(contentsOf: bytes.buffer(range))
  }
}

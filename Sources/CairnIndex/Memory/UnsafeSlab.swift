internal import CairnGeodesy

// The only place of the packed index where memory is touched without Swift's own checks. What is
// built on it reads as plain indexing; bounds are asserted in debug builds.

/// A window of equally sized values in memory that something else keeps alive.
@safe
struct Slab<Value: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Value>
  let count: Int

  /// The values at `offset` bytes into `memory`.
  init(_ memory: PackedMemory, byteOffset: Int, count: Int) {
    assert(byteOffset >= 0 && count >= 0)
    assert(byteOffset + count * MemoryLayout<Value>.stride <= memory.byteCount)
    unsafe base = (memory.base + byteOffset).assumingMemoryBound(to: Value.self)
    self.count = count
  }

  /// The values of a buffer that outlives this window.
  init(_ buffer: UnsafeMutableBufferPointer<Value>) {
    // An empty buffer may have no address; nothing is ever read from it.
    unsafe base =
      buffer.baseAddress
      ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment)
      .unsafelyUnwrapped
    count = buffer.count
  }

  @inline(__always)
  subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// The same memory, for what needs a buffer.
  @inline(__always)
  func withBuffer(_ body: (UnsafeMutableBufferPointer<Value>) -> Void) {
    unsafe body(UnsafeMutableBufferPointer(start: base, count: count))
  }

  /// Where the values stand.
  @unsafe @inline(__always)
  var address: UnsafeMutablePointer<Value> { unsafe base }

  /// Whether both are windows onto the same place.
  func isSame(as other: Slab<Value>) -> Bool {
    unsafe base == other.base
  }

  /// A window into this window.
  @inline(__always)
  subscript(range: Range<Int>) -> Slab<Value> {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Slab(
      UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count))
  }
}

extension Slab where Value == Float {
  /// Four neighbouring values; the index is a multiple of four.
  @inline(__always)
  subscript(quad index: Int) -> SIMD4<Float> {
    get {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD4<Float>.self)
    }
    nonmutating set {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD4<Float>.self)
    }
  }
}

/// The memory that a packed tree stands on: its own, or a part of a mapped file.
@safe
final class PackedMemory: @unchecked Sendable {
  fileprivate let base: UnsafeMutableRawPointer
  let byteCount: Int
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// Memory of its own, aligned to a cache line, or a large page when it fills some, and not yet
  /// filled.
  init(byteCount: Int) {
    let alignment = byteCount < 2 * largePageSize ? 64 : largePageSize
    unsafe base = .allocate(byteCount: max(byteCount, 64), alignment: alignment)
    unsafe preferLargePages(UnsafeMutableRawBufferPointer(start: base, count: byteCount))
    self.byteCount = byteCount
    unsafe release = { unsafe $0.deallocate() }
  }

  /// Memory that something else made, for reading only; `release` gives it back.
  init(
    adopting bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
  ) {
    unsafe base = UnsafeMutableRawPointer(mutating: bytes.baseAddress.unsafelyUnwrapped)
    byteCount = bytes.count
    unsafe self.release = release
    assert(unsafe Int(bitPattern: base) & 63 == 0)
  }

  /// All bytes, to be saved as they are.
  func withBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(self) }
    return try unsafe body(UnsafeRawBufferPointer(start: base, count: byteCount))
  }

  deinit {
    unsafe release(base)
  }
}

/// Runs `body` with room for some values on the stack (or the heap, when there are many).
@inline(__always)
func withScratch<Value: BitwiseCopyable, R, E: Error>(
  of type: Value.Type, count: Int, _ body: (Slab<Value>) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(
    byteCount: count * MemoryLayout<Value>.stride, alignment: 16
  ) { bytes throws(E) in
    try unsafe body(Slab(bytes.bindMemory(to: Value.self)))
  }
}

/// A block of scratch memory from which windows are cut.
@safe
struct ScratchMemory {
  private var next: UnsafeMutableRawPointer
  private let end: UnsafeMutableRawPointer

  fileprivate init(_ bytes: UnsafeMutableRawBufferPointer) {
    unsafe next = bytes.baseAddress.unsafelyUnwrapped
    unsafe end = next + bytes.count
  }

  /// A window that nothing else uses; the memory must be large enough.
  ///
  /// A window takes its values' bytes, rounded up to a multiple of 16.
  @inline(__always)
  mutating func take<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) -> Slab<Value> {
    let start = unsafe next
    unsafe next += (count &* MemoryLayout<Value>.stride &+ 15) & ~15
    assert(unsafe next <= end)
    return unsafe Slab(
      UnsafeMutableBufferPointer(
        start: start.bindMemory(to: Value.self, capacity: count), count: count))
  }
}

/// Runs `body` with a block of scratch memory, which ends with the call.
@inline(__always)
func withScratchMemory<R, E: Error>(
  byteCount: Int, _ body: (ScratchMemory) throws(E) -> R
) throws(E) -> R {
  try unsafe withUnsafeTemporaryAllocation(byteCount: max(byteCount, 16), alignment: 16) {
    bytes throws(E) in
    try unsafe body(ScratchMemory(bytes))
  }
}

extension Array {
  /// An array of `count` values, each made by `value` from its index.
  @inline(__always)
  init(unsafeUninitializedCount count: Int, _ value: (Int) -> Element) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        unsafe (buffer.baseAddress.unsafelyUnwrapped + index).initialize(to: value(index))
      }
      initialized = count
    }
  }
}

extension Coordinate {
  /// Writes the exact distances to some places, several at a time.
  @inline(__always)
  func writeDistances(to places: Slab<Coordinate>, into distances: Slab<Double>) {
    unsafe self.distances(
      to: UnsafeBufferPointer(start: places.address, count: places.count),
      into: UnsafeMutableBufferPointer(start: distances.address, count: distances.count))
  }
}

extension ContiguousArray where Element: BitwiseCopyable {
  /// An array of equal values, in large pages when it fills some.
  init(inLargePages value: Element, count: Int) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe preferLargePages(UnsafeMutableRawBufferPointer(buffer))
      unsafe buffer.initialize(repeating: value)
      initialized = count
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a window onto the elements, to be filled by several threads.
  mutating func withSlab(_ body: (Slab<Element>) -> Void) {
    unsafe withUnsafeMutableBufferPointer { unsafe body(Slab($0)) }
  }
}

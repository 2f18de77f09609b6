/// An unsafe mutable buffer of trivial values in memory that something else keeps alive.
///
/// Every access is checked against the bounds, even in release builds, except for the members
/// labeled `unchecked`, which are `@unsafe`. There is no reference counting: the buffer does not
/// keep its memory alive; its creator must, usually with a closure that the buffer does not escape.
/// Copies refer to the same values, and several threads may write through them as long as no two
/// write the same value. Prefer an array unless the difference is measurable.
@safe @usableFromInline
package struct UnsafeBuffer<Value: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Value>
  /// The number of values.
  @usableFromInline
  package let count: Int

  /// Creates a buffer at `byteOffset` bytes into `memory`, which the owner of the buffer must hold;
  /// ``PackedMemory/withUnsafeBuffer(of:byteOffset:count:_:)`` holds it for the time of a call.
  ///
  /// The range must be in bounds, and aligned for the values.
  @unsafe @inlinable
  package init(_ memory: PackedMemory, byteOffset: Int, count: Int) {
    precondition(count >= 0, "negative count")
    // A product that overflows traps, too.
    require(count * MemoryLayout<Value>.stride, from: byteOffset, in: memory.byteCount)
    let start = unsafe memory.base + byteOffset
    let alignment = MemoryLayout<Value>.alignment
    precondition(Int(bitPattern: start) & (alignment &- 1) == 0, "misaligned")
    unsafe base = start.assumingMemoryBound(to: Value.self)
    self.count = count
  }

  /// Wraps a buffer that outlives this value.
  @unsafe @inlinable
  package init(_ buffer: UnsafeMutableBufferPointer<Value>) {
    // An empty buffer may have no address; it is never read.
    unsafe base =
      buffer.baseAddress
      ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    count = buffer.count
  }

  /// Wraps memory in which `count` values start at an address.
  @unsafe @_transparent @usableFromInline
  internal init(base: UnsafeMutablePointer<Value>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// The value at an index.
  @inlinable
  package subscript(index: Int) -> Value {
    @_transparent get {
      requireIndex(index, in: count)
      return unsafe base[index]
    }
    @_transparent nonmutating set {
      requireIndex(index, in: count)
      unsafe base[index] = newValue
    }
  }

  /// The value at an index, which is asserted to be in bounds in debug builds only; for loops where
  /// the check has a measured cost, with a proof of the bounds next to them.
  @unsafe @inlinable
  package subscript(unchecked index: Int) -> Value {
    @_transparent get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    @_transparent nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// A slice of the buffer.
  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> UnsafeBuffer<Value> {
    requireRange(range, in: count)
    return unsafe UnsafeBuffer(
      base: base + range.lowerBound, count: range.upperBound &- range.lowerBound)
  }

  /// Copies values to an offset; they must fit.
  @inlinable @inline(__always)
  package func copy(_ values: UnsafeSpan<Value>, to offset: Int) {
    require(values.count, from: offset, in: count)
    unsafe (base + offset).update(from: values.base, count: values.count)
  }

  /// The same values as a read-only span.
  @_transparent @usableFromInline
  package var span: UnsafeSpan<Value> {
    unsafe UnsafeSpan(base: UnsafePointer(base), count: count)
  }

  /// Stores the lanes of a vector to consecutive values; the index need not be aligned.
  @_transparent @usableFromInline
  package func store<Lanes: SIMD & BitwiseCopyable>(_ lanes: Lanes, at index: Int)
  where Lanes.Scalar == Value {
    require(Lanes.scalarCount, from: index, in: count)
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Stores the lanes of a vector at an index that is asserted to be in bounds in debug builds
  /// only.
  @unsafe @_transparent @usableFromInline
  package func store<Lanes: SIMD & BitwiseCopyable>(_ lanes: Lanes, uncheckedAt index: Int)
  where Lanes.Scalar == Value {
    assert(index >= 0 && index + Lanes.scalarCount <= count)
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Whether both buffers start at the same address.
  @inlinable
  package func isSame(as other: UnsafeBuffer<Value>) -> Bool {
    unsafe base == other.base
  }

  /// The same memory as a buffer pointer, valid as long as the memory.
  @unsafe @_transparent @usableFromInline
  package var buffer: UnsafeMutableBufferPointer<Value> {
    unsafe UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Sorts the values with the sort of the standard library, in O(n log n).
  ///
  /// - Parameter precedes: a strict weak order.
  @inlinable
  package func sort(by precedes: (Value, Value) -> Bool) {
    var sorted = unsafe buffer
    unsafe sorted.sort(by: precedes)
  }

  /// Partially sorts the values, so that the value with rank `wanted` is at that index, with no
  /// greater values before it and no smaller ones after it.
  ///
  /// The pivot is the median of three; keys equal to it are distributed over both sides, so that
  /// many equal keys do not make it quadratic. Source: C. A. R. Hoare, "Algorithm 65: find",
  /// Communications of the ACM 4 (1961), doi:10.1145/366622.366647.
  ///
  /// - Parameters:
  ///   - wanted: an index in the buffer.
  ///   - key: the sort key of a value; never NaN.
  /// - Complexity: O(n) on average.
  @inlinable @inline(__always)
  package func select(_ wanted: Int, by key: (Value) -> Float) {
    var low = 0
    var high = count &- 1
    while low < high {
      let a = key(self[low])
      let b = key(self[(low &+ high) / 2])
      let c = key(self[high])
      let pivot = Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
      var left = low
      var right = high
      while left <= right {
        while key(self[left]) < pivot { left &+= 1 }
        while pivot < key(self[right]) { right &-= 1 }
        if left <= right {
          let value = self[left]
          self[left] = self[right]
          self[right] = value
          left &+= 1
          right &-= 1
        }
      }
      if wanted <= right {
        high = right
      } else if wanted >= left {
        low = left
      } else {
        return
      }
    }
  }
}

extension UnsafeBuffer where Value == Float {
  /// Traps unless a multiple of four is the index of four values in bounds.
  @_transparent @usableFromInline
  internal func requireQuad(_ index: Int) {
    // An aligned index below the count rounded down to a multiple of four.
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: count & ~3) && index & 3 == 0,
      "index out of bounds")
  }

  /// The `width` values from an index, which must be a multiple of four.
  ///
  /// With a constant width, accesses of the part at constant indices need no further check.
  @_transparent @usableFromInline
  package func part(at index: Int, width: Int) -> UnsafeBuffer<Float> {
    precondition(index & 3 == 0, "misaligned")
    require(width, from: index, in: count)
    return unsafe UnsafeBuffer(base: base + index, count: width)
  }

  /// Four consecutive values; the index must be a multiple of four, and the start of the buffer
  /// aligned to 16 bytes.
  @inlinable
  package subscript(quad index: Int) -> SIMD4<Float> {
    @_transparent get {
      requireQuad(index)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD4<Float>.self)
    }
    @_transparent nonmutating set {
      requireQuad(index)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD4<Float>.self)
    }
  }
}

extension UnsafeBuffer where Value == Float {
  /// The bits of four consecutive values as bytes; the index is as for ``subscript(quad:)``.
  @inlinable
  package subscript(bytes index: Int) -> SIMD16<Int8> {
    @_transparent get {
      requireQuad(index)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD16<Int8>.self)
    }
    @_transparent nonmutating set {
      requireQuad(index)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD16<Int8>.self)
    }
  }

  /// The bits of four consecutive values as two doubles; the index is as for ``subscript(quad:)``.
  @inlinable
  package subscript(doubles index: Int) -> SIMD2<Double> {
    @_transparent get {
      requireQuad(index)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD2<Double>.self)
    }
    @_transparent nonmutating set {
      requireQuad(index)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD2<Double>.self)
    }
  }
}

extension PackedMemory {
  /// Calls `body` with a buffer of values in this memory, valid only during the call.
  ///
  /// - Parameters:
  ///   - type: the type of the values.
  ///   - byteOffset: the offset of the first value, which must be aligned.
  ///   - count: the number of values, at least 0; they must be in bounds.
  ///   - body: called with the buffer.
  /// - Returns: the result of `body`.
  /// - Throws: any error that `body` throws.
  @inlinable @inline(__always)
  package func withUnsafeBuffer<Value: BitwiseCopyable, R, E: Error>(
    of type: Value.Type, byteOffset: Int = 0, count: Int,
    _ body: (UnsafeBuffer<Value>) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(self) }
    return try unsafe body(UnsafeBuffer(self, byteOffset: byteOffset, count: count))
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a buffer of the elements, valid only during the call.
  ///
  /// Several threads may write elements through it.
  @inlinable @inline(__always)
  package mutating func withUnsafeBuffer<R, E: Error>(
    _ body: (UnsafeBuffer<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeMutableBufferPointer { buffer throws(E) in
      try unsafe body(UnsafeBuffer(buffer))
    }
  }
}

extension ContiguousArray where Element: BitwiseCopyable {
  /// Calls `body` with a buffer of the elements, valid only during the call.
  @inlinable @inline(__always)
  package mutating func withUnsafeBuffer<R>(_ body: (UnsafeBuffer<Element>) -> R) -> R {
    unsafe withUnsafeMutableBufferPointer { unsafe body(UnsafeBuffer($0)) }
  }
}

extension Array {
  /// Creates an array of at most `capacity` values that are written in place.
  ///
  /// - Parameters:
  ///   - capacity: the maximum number of values.
  ///   - write: writes values from the start, and returns their number.
  @inlinable @inline(__always)
  package init(capacity: Int, writing write: (UnsafeBuffer<Element>) -> Int)
  where Element: BitwiseCopyable {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer, initialized in
      initialized = unsafe write(UnsafeBuffer(buffer))
    }
  }

  /// Creates an array of values computed in order, without a capacity check for each.
  ///
  /// - Parameters:
  ///   - count: the number of values, at least 0.
  ///   - value: computes the value at an offset; called once per offset, in ascending order.
  @inlinable @inline(__always)
  package init(count: Int, making value: (Int) -> Element) {
    unsafe self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        unsafe (buffer.baseAddress.unsafelyUnwrapped + index).initialize(to: value(index))
      }
      initialized = count
    }
  }
}

extension Range where Bound == Int {
  /// Creates a range from bounds, which must be in order.
  @inlinable @inline(__always)
  package init(ordered lowerBound: Int, _ upperBound: Int) {
    precondition(lowerBound <= upperBound, "bounds out of order")
    self = unsafe Range(uncheckedBounds: (lowerBound, upperBound))
  }
}

extension String {
  /// Creates a string of at most `capacity` bytes of UTF-8 that are written in place.
  ///
  /// Strings of up to 15 bytes are stored inline.
  ///
  /// - Parameters:
  ///   - capacity: the maximum number of bytes.
  ///   - write: writes bytes from the start, and returns their number.
  @inlinable @inline(__always)
  package init(capacity: Int, writing write: (UnsafeBuffer<UInt8>) -> Int) {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { unsafe write(UnsafeBuffer($0)) }
  }

  /// Calls `body` with the UTF-8 bytes; returns nil if they are not stored contiguously, as in a
  /// bridged string.
  @inlinable @inline(__always)
  package func withUTF8Span<R>(_ body: (UnsafeSpan<UInt8>) -> R) -> R? {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe body(UnsafeSpan($0)) }
  }
}

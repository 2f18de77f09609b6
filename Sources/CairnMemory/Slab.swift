/// A window of equally sized values in memory that something else keeps alive.
///
/// It reads as plain indexing and costs what a pointer costs: no reference is counted, and bounds
/// are asserted in debug builds only, so that an index from outside is to be checked before it gets
/// here. A window does not keep its memory alive; who makes one sees to that, mostly with a closure
/// that the window does not leave. Copies of a window are windows onto the same values, and several
/// threads may write through them where no two write the same value. Where none of this is
/// measurable an array is the better type.
@safe @usableFromInline
package struct Slab<Value: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafeMutablePointer<Value>
  /// How many values there are.
  @usableFromInline
  package let count: Int

  /// The values at `byteOffset` bytes into `memory`, which must be aligned for them.
  @inlinable
  package init(_ memory: PackedMemory, byteOffset: Int, count: Int) {
    assert(byteOffset >= 0 && count >= 0)
    assert(byteOffset + count * MemoryLayout<Value>.stride <= memory.byteCount)
    unsafe base = (memory.base + byteOffset).assumingMemoryBound(to: Value.self)
    self.count = count
  }

  /// The values of a buffer that outlives this window.
  @unsafe @inlinable
  package init(_ buffer: UnsafeMutableBufferPointer<Value>) {
    // An empty buffer may have no address; nothing is ever read from it.
    unsafe base =
      buffer.baseAddress
      ?? UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    count = buffer.count
  }

  /// One value.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < count)
      unsafe base[index] = newValue
    }
  }

  /// A window into this window.
  @inlinable @inline(__always)
  package subscript(range: Range<Int>) -> Slab<Value> {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Slab(
      UnsafeMutableBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  /// Copies values to an offset; there must be room.
  @inlinable @inline(__always)
  package func copy(_ values: Window<Value>, to offset: Int) {
    assert(offset >= 0 && offset + values.count <= count)
    unsafe (base + offset).update(from: values.base, count: values.count)
  }

  /// The same values, for reading.
  @inlinable @inline(__always)
  package var window: Window<Value> {
    unsafe Window(UnsafeBufferPointer(start: base, count: count))
  }

  /// Writes the lanes of a vector to neighbouring values; the index need not be aligned.
  @inlinable @inline(__always)
  package func store<Lanes: SIMD & BitwiseCopyable>(_ lanes: Lanes, at index: Int)
  where Lanes.Scalar == Value {
    assert(index >= 0 && index + Lanes.scalarCount <= count)
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: lanes, as: Lanes.self)
  }

  /// Whether both are windows onto the same place.
  @inlinable
  package func isSame(as other: Slab<Value>) -> Bool {
    unsafe base == other.base
  }

  /// The same memory as a buffer, valid as long as the window is.
  @unsafe @inlinable @inline(__always)
  package var buffer: UnsafeMutableBufferPointer<Value> {
    unsafe UnsafeMutableBufferPointer(start: base, count: count)
  }

  /// Sorts the values with the library's own sort, in O(n log n).
  ///
  /// - Parameter precedes: a strict weak order.
  @inlinable
  package func sort(by precedes: (Value, Value) -> Bool) {
    var sorted = unsafe buffer
    unsafe sorted.sort(by: precedes)
  }

  /// Moves the value that is `wanted`th by its key to its place, those not greater before it, those
  /// not less behind.
  ///
  /// The pivot is the median of three; keys that equal it are spread over both sides, so that many
  /// equal ones do not make it quadratic. Source: C. A. R. Hoare, "Algorithm 65: find",
  /// Communications of the ACM 4 (1961), doi:10.1145/366622.366647.
  ///
  /// - Parameters:
  ///   - wanted: a place in the window.
  ///   - key: what the values are ordered by; never NaN.
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

extension Slab where Value == Float {
  /// Four neighbouring values; the index is a multiple of four, as is the start of the window.
  @inlinable @inline(__always)
  package subscript(quad index: Int) -> SIMD4<Float> {
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

extension Slab where Value == Float {
  /// The bits of four neighbouring values as bytes; the index is as for ``subscript(quad:)``.
  @inlinable @inline(__always)
  package subscript(bytes index: Int) -> SIMD16<Int8> {
    get {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD16<Int8>.self)
    }
    nonmutating set {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD16<Int8>.self)
    }
  }

  /// The bits of four neighbouring values as two doubles; the index is as for ``subscript(quad:)``.
  @inlinable @inline(__always)
  package subscript(doubles index: Int) -> SIMD2<Double> {
    get {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      return unsafe UnsafeRawPointer(base + index).load(as: SIMD2<Double>.self)
    }
    nonmutating set {
      assert(index >= 0 && index + 4 <= count && index & 3 == 0)
      unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: newValue, as: SIMD2<Double>.self)
    }
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a window onto the elements, which ends with the call.
  ///
  /// Several threads may fill the elements through it.
  @inlinable @inline(__always)
  package mutating func withSlab<R, E: Error>(
    _ body: (Slab<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeMutableBufferPointer { buffer throws(E) in
      try unsafe body(Slab(buffer))
    }
  }
}

extension Array {
  /// An array of at most `capacity` values that are written into place.
  ///
  /// - Parameters:
  ///   - capacity: how many values there is room for.
  ///   - write: writes values from the first on, and returns how many it has written.
  @inlinable @inline(__always)
  package init(capacity: Int, writing write: (Slab<Element>) -> Int)
  where Element: BitwiseCopyable {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer, initialized in
      initialized = unsafe write(Slab(buffer))
    }
  }

  /// An array of values that are made one after the other, without a check for room at each.
  ///
  /// - Parameters:
  ///   - count: how many values there are, at least 0.
  ///   - value: makes the value at an offset; called once for each, in ascending order.
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
  /// The range between two bounds that are known to be in order, which debug builds assert.
  @inlinable @inline(__always)
  package init(ordered lowerBound: Int, _ upperBound: Int) {
    assert(lowerBound <= upperBound)
    self = unsafe Range(uncheckedBounds: (lowerBound, upperBound))
  }
}

extension String {
  /// A string of at most `capacity` bytes of UTF-8 that are written into place.
  ///
  /// Up to 15 bytes a string needs no memory of its own.
  ///
  /// - Parameters:
  ///   - capacity: how many bytes there is room for.
  ///   - write: writes bytes from the first on, and returns how many it has written.
  @inlinable @inline(__always)
  package init(capacity: Int, writing write: (Slab<UInt8>) -> Int) {
    unsafe self.init(unsafeUninitializedCapacity: capacity) { unsafe write(Slab($0)) }
  }

  /// Calls a body with the bytes of UTF-8; nil where they stand in no memory of Swift's.
  @inlinable @inline(__always)
  package func withUTF8Window<R>(_ body: (Window<UInt8>) -> R) -> R? {
    unsafe utf8.withContiguousStorageIfAvailable { unsafe body(Window($0)) }
  }
}

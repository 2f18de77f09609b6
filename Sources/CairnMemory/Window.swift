/// A window onto values that something else keeps alive, for reading.
///
/// It reads as plain indexing and costs what a pointer costs; bounds are asserted in debug builds
/// only. A window does not keep its values alive: it does not leave the closure that it is given
/// to, or its owner is held beside it. See ``Slab`` for one to write through.
@safe @usableFromInline
package struct Window<Value: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafePointer<Value>
  /// How many values there are.
  @usableFromInline
  package let count: Int

  /// The values of a buffer that outlives this window.
  @unsafe @inlinable
  package init(_ buffer: UnsafeBufferPointer<Value>) {
    // An empty buffer may have no address; nothing is ever read from it.
    unsafe base =
      buffer.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    count = buffer.count
  }

  /// Calls `body` with a window onto one value, which ends with the call.
  @inlinable @inline(__always)
  package static func withOne<R>(_ value: Value, _ body: (Window<Value>) -> R) -> R {
    unsafe withUnsafePointer(to: value) {
      unsafe body(Window(UnsafeBufferPointer(start: $0, count: 1)))
    }
  }

  /// One value.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    assert(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// The values from an offset on.
  @inlinable @inline(__always)
  package func suffix(from offset: Int) -> Window {
    assert(offset >= 0 && offset <= count)
    return unsafe Window(UnsafeBufferPointer(start: base + offset, count: count - offset))
  }

  /// The first `count` values.
  @inlinable @inline(__always)
  package func prefix(_ count: Int) -> Window {
    assert(count >= 0 && count <= self.count)
    return unsafe Window(UnsafeBufferPointer(start: base, count: count))
  }

  /// Some neighbouring values as the lanes of a vector; the index need not be aligned.
  @inlinable @inline(__always)
  package func lanes<Lanes: SIMD & BitwiseCopyable>(
    at index: Int, as type: Lanes.Type = Lanes.self
  ) -> Lanes where Lanes.Scalar == Value {
    assert(index >= 0 && index + Lanes.scalarCount <= count)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: Lanes.self)
  }

  /// Some of the values as a buffer, to be copied.
  @unsafe @inlinable @inline(__always)
  package func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<Value> {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a window onto the elements, which ends with the call.
  @inlinable @inline(__always)
  package func withWindow<R, E: Error>(
    _ body: (Window<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { buffer throws(E) in
      try unsafe body(Window(buffer))
    }
  }

  /// Appends at most so many values that are written into place.
  ///
  /// - Parameters:
  ///   - count: how many values there is room for.
  ///   - write: writes values from the first on, and returns how many it has written.
  @inlinable @inline(__always)
  package mutating func append(atMost count: Int, _ write: (Slab<Element>) -> Int)
  where Element: FixedWidthInteger {
    let start = self.count
    append(contentsOf: repeatElement(0, count: count))
    let written = unsafe withUnsafeMutableBufferPointer { buffer in
      unsafe write(Slab(UnsafeMutableBufferPointer(rebasing: buffer[start...])))
    }
    assert(written >= 0 && written <= count)
    removeLast(count - written)
  }

  /// Appends some values of a window.
  @inlinable @inline(__always)
  package mutating func append(_ values: Window<Element>, _ range: Range<Int>) {
    unsafe append(contentsOf: values.buffer(range))
  }
}

/// Values that never change, owned by all copies together.
///
/// They are read without the check for bounds that an array makes, which is asserted in debug
/// builds only; where that is not measurable an array is the better type.
@safe @usableFromInline
package struct SharedValues<Value: BitwiseCopyable>: @unchecked Sendable {
  private let memory: PackedMemory
  @usableFromInline
  internal let values: Slab<Value>

  /// How many values there are.
  @inlinable
  package var count: Int { values.count }

  /// Copies the values of an array.
  package init(_ values: [Value]) {
    memory = PackedMemory(byteCount: values.count * MemoryLayout<Value>.stride)
    self.values = Slab(memory, byteOffset: 0, count: values.count)
    values.withWindow { self.values.copy($0, to: 0) }
  }

  /// Copies the values of an array as long as a condition holds.
  ///
  /// - Parameters:
  ///   - values: what is copied.
  ///   - size: how many values a portion has, at least 1; the condition is asked before each.
  ///   - goesOn: gets that number, and says whether to go on; there is nothing when it does not.
  package init?(
    _ values: [Value], inPortionsOf size: Int, while goesOn: (_ size: Int) -> Bool
  ) {
    memory = PackedMemory(byteCount: values.count * MemoryLayout<Value>.stride)
    self.values = Slab(memory, byteOffset: 0, count: values.count)
    for start in stride(from: 0, to: values.count, by: size) {
      guard goesOn(size) else { return nil }
      values.withWindow { values in
        let rest = values.suffix(from: start)
        self.values.copy(rest.prefix(min(size, rest.count)), to: start)
      }
    }
  }

  /// One value.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Value { values[index] }

  /// The values as an array.
  package var array: [Value] {
    defer { extendLifetime(memory) }
    return [Value](count: count) { values[$0] }
  }
}

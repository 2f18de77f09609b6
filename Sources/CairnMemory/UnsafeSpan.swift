/// An unsafe read-only span of values that something else keeps alive.
///
/// Every access is checked against the bounds, even in release builds, except for the members
/// labeled `unchecked`, which are `@unsafe`. The span does not keep its values alive: it must not
/// escape the closure that it is passed to, or its owner must be held together with it. See
/// ``UnsafeBuffer`` for a mutable one.
@safe @usableFromInline
package struct UnsafeSpan<Value: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  internal let base: UnsafePointer<Value>
  /// The number of values.
  @usableFromInline
  package let count: Int

  /// Wraps a buffer that outlives this value.
  @unsafe @inlinable
  package init(_ buffer: UnsafeBufferPointer<Value>) {
    // An empty buffer may have no address; it is never read.
    unsafe base =
      buffer.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
    count = buffer.count
  }

  /// Wraps memory in which `count` values start at an address.
  @unsafe @_transparent @usableFromInline
  internal init(base: UnsafePointer<Value>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Calls `body` with a span of one value, valid only during the call.
  @inlinable @inline(__always)
  package static func withOne<R>(_ value: Value, _ body: (UnsafeSpan<Value>) -> R) -> R {
    unsafe withUnsafePointer(to: value) {
      unsafe body(UnsafeSpan(UnsafeBufferPointer(start: $0, count: 1)))
    }
  }

  /// The value at an index.
  @inlinable
  package subscript(index: Int) -> Value {
    @_transparent get {
      requireIndex(index, in: count)
      return unsafe base[index]
    }
  }

  /// Whether an index is in bounds; for these the compiler omits the check of an access.
  @_transparent @usableFromInline
  package func isInBounds(_ index: Int) -> Bool {
    UInt(bitPattern: index) < UInt(bitPattern: count)
  }

  /// The value at an index, which is asserted to be in bounds in debug builds only; for loops where
  /// the check has a measured cost, with a proof of the bounds next to them.
  @unsafe @inlinable
  package subscript(unchecked index: Int) -> Value {
    @_transparent get {
      assert(index >= 0 && index < count)
      return unsafe base[index]
    }
  }

  /// The values from an offset.
  @_transparent @usableFromInline
  package func suffix(from offset: Int) -> UnsafeSpan {
    require(0, from: offset, in: count)
    return unsafe UnsafeSpan(base: base + offset, count: count &- offset)
  }

  /// The first `count` values.
  @_transparent @usableFromInline
  package func prefix(_ count: Int) -> UnsafeSpan {
    require(0, from: count, in: self.count)
    return unsafe UnsafeSpan(base: base, count: count)
  }

  /// Consecutive values as the lanes of a vector; the index need not be aligned.
  @_transparent @usableFromInline
  package func lanes<Lanes: SIMD & BitwiseCopyable>(
    at index: Int, as type: Lanes.Type = Lanes.self
  ) -> Lanes where Lanes.Scalar == Value {
    require(Lanes.scalarCount, from: index, in: count)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: Lanes.self)
  }

  /// Consecutive values as the lanes of a vector, at an index that is asserted to be in bounds in
  /// debug builds only.
  @unsafe @_transparent @usableFromInline
  package func lanes<Lanes: SIMD & BitwiseCopyable>(
    uncheckedAt index: Int, as type: Lanes.Type = Lanes.self
  ) -> Lanes where Lanes.Scalar == Value {
    assert(index >= 0 && index + Lanes.scalarCount <= count)
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: Lanes.self)
  }

  /// A range of the values as a buffer pointer, to be copied.
  @unsafe @_transparent @usableFromInline
  package func buffer(_ range: Range<Int>) -> UnsafeBufferPointer<Value> {
    requireRange(range, in: count)
    return unsafe UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }
}

extension Array where Element: BitwiseCopyable {
  /// Calls `body` with a span of the elements, valid only during the call.
  @inlinable @inline(__always)
  package func withUnsafeSpan<R, E: Error>(
    _ body: (UnsafeSpan<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { buffer throws(E) in
      try unsafe body(UnsafeSpan(buffer))
    }
  }

  /// Appends at most `count` values that are written in place.
  ///
  /// - Parameters:
  ///   - count: the maximum number of values.
  ///   - write: writes values from the start, and returns their number.
  @inlinable @inline(__always)
  package mutating func append(atMost count: Int, _ write: (UnsafeBuffer<Element>) -> Int)
  where Element: FixedWidthInteger {
    let start = self.count
    append(contentsOf: repeatElement(0, count: count))
    let written = unsafe withUnsafeMutableBufferPointer { buffer in
      unsafe write(UnsafeBuffer(UnsafeMutableBufferPointer(rebasing: buffer[start...])))
    }
    require(0, from: written, in: count)
    removeLast(count - written)
  }

  /// Appends a range of the values of a span.
  @inlinable @inline(__always)
  package mutating func append(_ values: UnsafeSpan<Element>, _ range: Range<Int>) {
    unsafe append(contentsOf: values.buffer(range))
  }
}

/// Immutable values that keep their memory alive.
///
/// Unlike an array, an element is read without a second indirection. Prefer an array unless the
/// difference is measurable.
@safe @usableFromInline
package struct SharedValues<Value: BitwiseCopyable>: @unchecked Sendable {
  @usableFromInline
  internal let memory: PackedMemory
  @usableFromInline
  internal let values: UnsafeBuffer<Value>

  /// The number of values.
  @inlinable
  package var count: Int { values.count }

  /// Uses values at an offset of memory, which must be in bounds and aligned for the values.
  package init(_ memory: PackedMemory, byteOffset: Int = 0, count: Int) {
    self.memory = memory
    unsafe values = UnsafeBuffer(memory, byteOffset: byteOffset, count: count)
  }

  /// Copies the values of an array.
  package init(_ values: [Value]) {
    memory = PackedMemory(byteCount: values.count * MemoryLayout<Value>.stride)
    unsafe self.values = UnsafeBuffer(memory, byteOffset: 0, count: values.count)
    values.withUnsafeSpan { self.values.copy($0, to: 0) }
  }

  /// Copies the values of an array as long as a condition holds.
  ///
  /// - Parameters:
  ///   - values: the values to copy.
  ///   - size: the number of values per portion, at least 1; the condition is evaluated before each
  ///     portion.
  ///   - continues: called with that number; returns whether to continue. If it returns false, the
  ///     result is nil.
  package init?(
    _ values: [Value], inPortionsOf size: Int, while continues: (_ size: Int) -> Bool
  ) {
    memory = PackedMemory(byteCount: values.count * MemoryLayout<Value>.stride)
    unsafe self.values = UnsafeBuffer(memory, byteOffset: 0, count: values.count)
    for start in stride(from: 0, to: values.count, by: size) {
      guard continues(size) else { return nil }
      values.withUnsafeSpan { values in
        let rest = values.suffix(from: start)
        self.values.copy(rest.prefix(min(size, rest.count)), to: start)
      }
    }
  }

  /// The value at an index.
  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    // Otherwise the memory could be freed between the last use of its owner and the access.
    defer { extendLifetime(memory) }
    return values[index]
  }

  /// Calls `body` with a span of the values, valid only during the call.
  @inlinable @inline(__always)
  package func withUnsafeSpan<R, E: Error>(
    _ body: (UnsafeSpan<Value>) throws(E) -> R
  ) throws(E) -> R {
    defer { extendLifetime(memory) }
    return try body(values.span)
  }

  /// The values as an array.
  package var array: [Value] {
    defer { extendLifetime(memory) }
    return [Value](count: count) { values[$0] }
  }
}

// The same bits read as lanes of another type.

extension SIMD4<Float> {
  /// The numbers whose bits are given.
  @inlinable @inline(__always)
  package init(bits: SIMD4<UInt32>) {
    self = unsafe unsafeBitCast(bits, to: SIMD4<Float>.self)
  }

  /// The bits of the numbers.
  @inlinable @inline(__always)
  package var bits: SIMD4<UInt32> {
    unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self)
  }
}

extension SIMD4<Double> {
  /// The numbers whose bits are given.
  @inlinable @inline(__always)
  package init(bits: SIMD4<UInt64>) {
    self = unsafe unsafeBitCast(bits, to: SIMD4<Double>.self)
  }

  /// The bits of the numbers.
  @inlinable @inline(__always)
  package var bits: SIMD4<UInt64> {
    unsafe unsafeBitCast(self, to: SIMD4<UInt64>.self)
  }
}

extension SIMD8<Double> {
  /// The numbers whose bits are given.
  @inlinable @inline(__always)
  package init(bits: SIMD8<UInt64>) {
    self = unsafe unsafeBitCast(bits, to: SIMD8<Double>.self)
  }

  /// The bits of the numbers.
  @inlinable @inline(__always)
  package var bits: SIMD8<UInt64> {
    unsafe unsafeBitCast(self, to: SIMD8<UInt64>.self)
  }
}

extension SIMD16<UInt8> {
  /// The bytes as two words, the first byte lowest in the first word.
  @inlinable @inline(__always)
  package var words: (UInt64, UInt64) {
    let halves = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves.x.littleEndian, halves.y.littleEndian)
  }
}

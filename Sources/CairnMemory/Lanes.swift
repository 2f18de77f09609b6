internal import Builtin

// Bit casts between vectors.

extension SIMD4<Float> {
  /// Creates the numbers with the given bits.
  @_transparent @usableFromInline
  package init(bits: SIMD4<UInt32>) {
    self = unsafe unsafeBitCast(bits, to: SIMD4<Float>.self)
  }

  /// The bits of the numbers.
  @_transparent @usableFromInline
  package var bits: SIMD4<UInt32> {
    unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self)
  }
}

extension SIMD2<Double> {
  /// The bits of the numbers.
  @_transparent @usableFromInline
  package var bits: SIMD2<UInt64> {
    unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
  }
}

extension SIMD4<Double> {
  /// Creates the numbers with the given bits.
  @_transparent @usableFromInline
  package init(bits: SIMD4<UInt64>) {
    self = unsafe unsafeBitCast(bits, to: SIMD4<Double>.self)
  }

  /// The bits of the numbers.
  @_transparent @usableFromInline
  package var bits: SIMD4<UInt64> {
    unsafe unsafeBitCast(self, to: SIMD4<UInt64>.self)
  }
}

extension SIMD8<Double> {
  /// Creates the numbers with the given bits.
  @_transparent @usableFromInline
  package init(bits: SIMD8<UInt64>) {
    self = unsafe unsafeBitCast(bits, to: SIMD8<Double>.self)
  }

  /// The bits of the numbers.
  @_transparent @usableFromInline
  package var bits: SIMD8<UInt64> {
    unsafe unsafeBitCast(self, to: SIMD8<UInt64>.self)
  }
}

extension SIMD16<UInt8> {
  /// The bytes as two words, the first byte lowest in the first word.
  @_transparent @usableFromInline
  package var words: (UInt64, UInt64) {
    let halves = unsafe unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves.x.littleEndian, halves.y.littleEndian)
  }
}

extension SIMDMask<SIMD4<Int32>> {
  /// The lanes of the mask as bits, the first lane lowest.
  ///
  /// Uses builtins to compile to a single instruction; with the operators of the standard library
  /// it would be a loop, or a sum of selected weights.
  @_transparent @usableFromInline
  package var laneBits: UInt32 {
    let lanes = unsafe unsafeBitCast(self, to: SIMD4<Int32>.self)
    let signs = Builtin.cmp_slt_Vec4xInt32(lanes._storage._value, SIMD4<Int32>()._storage._value)
    return UInt32(Builtin.zext_Int4_Int32(Builtin.bitcast_Vec4xInt1_Int4(signs)))
  }
}

extension SIMDMask<SIMD16<Int8>> {
  /// The lanes of the mask as bits, the first lane lowest.
  @_transparent @usableFromInline
  package var laneBits: UInt32 {
    let lanes = unsafe unsafeBitCast(self, to: SIMD16<Int8>.self)
    let signs = Builtin.cmp_slt_Vec16xInt8(lanes._storage._value, SIMD16<Int8>()._storage._value)
    return UInt32(Builtin.zext_Int16_Int32(Builtin.bitcast_Vec16xInt1_Int16(signs)))
  }
}

/// Sixty-four consecutive bytes for SIMD comparisons.
@usableFromInline
package struct ByteBlock {
  @usableFromInline
  internal let bytes0, bytes1, bytes2, bytes3: SIMD16<UInt8>

  @inlinable @inline(__always)
  internal init(
    _ bytes0: SIMD16<UInt8>, _ bytes1: SIMD16<UInt8>, _ bytes2: SIMD16<UInt8>,
    _ bytes3: SIMD16<UInt8>
  ) {
    self.bytes0 = bytes0
    self.bytes1 = bytes1
    self.bytes2 = bytes2
    self.bytes3 = bytes3
  }

  /// Returns a bit for each byte that satisfies a condition, the first byte lowest.
  ///
  /// - Parameter condition: compares sixteen bytes at once.
  /// - Returns: the bits.
  @inlinable @inline(__always)
  package func bits(
    where condition: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    // Bit 2i of a byte belongs to vector i; interleaved with the bits of the upper halves, the 64
    // bits are a transposed 8 by 8 matrix.
    let none = SIMD16<UInt8>.zero
    let marks =
      none.replacing(with: 1, where: condition(bytes0))
      | none.replacing(with: 4, where: condition(bytes1))
      | none.replacing(with: 16, where: condition(bytes2))
      | none.replacing(with: 64, where: condition(bytes3))
    let halves = marks.words
    return Self.transposed(halves.0 | halves.1 &<< 1)
  }

  /// Whether any byte satisfies a condition.
  ///
  /// - Parameter condition: compares sixteen bytes at once.
  /// - Returns: whether any byte satisfies it.
  @inlinable @inline(__always)
  package func holds(
    where condition: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>
  ) -> Bool {
    let mask =
      condition(bytes0) .| condition(bytes1) .| condition(bytes2) .| condition(bytes3)
    let marks = SIMD16<UInt8>.zero.replacing(with: 1, where: mask)
    let halves = marks.words
    return halves.0 | halves.1 != 0
  }

  /// Transposes an 8 by 8 matrix of bits.
  ///
  /// It swaps blocks of 1, 2 and 4 bits (H. S. Warren, "Hacker's Delight", 2nd edition, 7-3).
  @inlinable @inline(__always)
  internal static func transposed(_ matrix: UInt64) -> UInt64 {
    var matrix = matrix
    var change = (matrix ^ matrix &>> 7) & 0x00AA_00AA_00AA_00AA
    matrix ^= change ^ change &<< 7
    change = (matrix ^ matrix &>> 14) & 0x0000_CCCC_0000_CCCC
    matrix ^= change ^ change &<< 14
    change = (matrix ^ matrix &>> 28) & 0x0000_0000_F0F0_F0F0
    return matrix ^ change ^ change &<< 28
  }
}

extension ByteBlock {
  @unsafe @inlinable @inline(__always)
  internal init(_ start: UnsafeRawPointer) {
    self.init(
      unsafe start.loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 16).loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 32).loadUnaligned(as: SIMD16<UInt8>.self),
      unsafe (start + 48).loadUnaligned(as: SIMD16<UInt8>.self))
  }
}

// Keys: squared chords that know their lane. Sixteen of them tell by one number which child is
// the nearest and how far it is.

extension SIMD4<Float> {
  /// The same numbers with the lanes from `first` on in their lowest four bits.
  ///
  /// Infinity becomes 16, which is beyond every squared chord and stays a number.
  @inline(__always)
  func withLanes(from first: UInt32) -> SIMD4<Float> {
    let bits = unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self)
    let lanes = SIMD4<UInt32>(0, 1, 2, 3) &+ SIMD4<UInt32>(repeating: first)
    let keys = (bits & SIMD4<UInt32>(repeating: ~15)) | lanes
    // In this order what infinity has become, which is no number, is not the lesser.
    return lesser(SIMD4(repeating: 16), unsafe unsafeBitCast(keys, to: SIMD4<Float>.self))
  }

  /// The least of the lanes in each lane; there must be numbers in all.
  @inline(__always)
  var leastEverywhere: SIMD4<Float> {
    let pairs = lesser(self, SIMD4(z, w, x, y))
    return lesser(pairs, SIMD4(pairs.y, pairs.x, pairs.w, pairs.z))
  }
}

extension Slab where Value == Float {
  /// The least of 16 values.
  @inline(__always)
  func leastOfRow(_ row: Int) -> Float {
    lesser(
      lesser(self[quad: row], self[quad: row &+ 4]),
      lesser(self[quad: row &+ 8], self[quad: row &+ 12])
    ).leastEverywhere.x
  }
}

/// Sixteen answers of a comparison as bits, gathered from four quads.
///
/// Built without loops over lanes and from `SIMD4` alone, since wider vectors of comparisons
/// compile to longer code on plain x86-64.
struct LaneMask {
  private var bits = SIMD4<UInt32>()

  /// Notes the answers of quad `index`.
  @inline(__always)
  mutating func set(quad index: Int, _ mask: SIMDMask<SIMD4<Int32>>) {
    let weights = SIMD4<UInt32>(1, 2, 4, 8) &<< SIMD4<UInt32>(repeating: UInt32(4 &* index))
    bits |= SIMD4<UInt32>().replacing(with: weights, where: mask)
  }

  /// One bit a lane.
  @inline(__always)
  var lanes: UInt32 {
    let half = bits.lowHalf | bits.highHalf
    return half.x | half.y
  }
}

/// The greater of each pair of lanes, as one instruction.
@inline(__always)
func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .> a)
}

/// The lesser of each pair of lanes, as one instruction.
@inline(__always)
func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
  a.replacing(with: b, where: b .< a)
}

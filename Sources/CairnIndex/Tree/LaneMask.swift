internal import CairnMemory

/// Sixteen answers of a comparison as bits, gathered from four quads.
struct LaneMask {
  /// One bit a lane.
  private(set) var lanes: UInt32 = 0

  /// Notes the answers of quad `index`.
  @inline(__always)
  mutating func set(quad index: Int, _ mask: SIMDMask<SIMD4<Int32>>) {
    lanes |= mask.laneBits &<< UInt32(truncatingIfNeeded: 4 &* index)
  }
}

/// Calls a closure with each quad of sixteen lanes.
///
/// Written out: where a loop over the quads is not unrolled, each turn shifts the bits of its lanes
/// anew, and a box of a degree takes half as long again.
@inline(__always)
func forEachQuad(_ body: (Int) -> Void) {
  body(0)
  body(1)
  body(2)
  body(3)
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

/// The greater of each pair of lanes, as one instruction.
@inline(__always)
func greater(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  a.replacing(with: b, where: b .> a)
}

/// The lesser of each pair of lanes, as one instruction.
@inline(__always)
func lesser(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
  a.replacing(with: b, where: b .< a)
}

// Keys: squared chords that know their lane. Sixteen of them tell by one number which child is
// the nearest and how far it is.

/// The constants of keys.
enum LaneKey {
  /// The key of a lane without a child or point: beyond every squared chord, which is 4 at most,
  /// and still a number whose bits can be compared.
  static let none: Float = 16
  /// The bits of a key that hold its lane, 0 to 15.
  static let laneBits: UInt32 = 15
}

extension SIMD4<Float> {
  /// The same numbers with the lanes from `first` on in their lowest four bits.
  ///
  /// Infinity becomes ``LaneKey/none``.
  @inline(__always)
  func withLanes(from first: UInt32) -> SIMD4<Float> {
    withLanes(SIMD4<UInt32>(0, 1, 2, 3) &+ SIMD4<UInt32>(repeating: first))
  }

  /// The same with given numbers below 16.
  @inline(__always)
  func withLanes(_ lanes: SIMD4<UInt32>) -> SIMD4<Float> {
    let keys = (self.bits & SIMD4<UInt32>(repeating: ~LaneKey.laneBits)) | lanes
    // In this order what infinity has become, which is no number, is not the lesser.
    return lesser(SIMD4(repeating: LaneKey.none), SIMD4(bits: keys))
  }

  /// The least of the lanes in each lane; there must be numbers in all.
  @inline(__always)
  var leastEverywhere: SIMD4<Float> {
    let pairs = lesser(self, SIMD4(z, w, x, y))
    return lesser(pairs, SIMD4(pairs.y, pairs.x, pairs.w, pairs.z))
  }

  /// The greatest of the lanes in each lane; there must be numbers in all.
  @inline(__always)
  var greatestEverywhere: SIMD4<Float> {
    let pairs = greater(self, SIMD4(z, w, x, y))
    return greater(pairs, SIMD4(pairs.y, pairs.x, pairs.w, pairs.z))
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

  /// The greatest of 16 values.
  @inline(__always)
  func greatestOfRow(_ row: Int) -> Float {
    let quads = greater(
      greater(self[quad: row], self[quad: row &+ 4]),
      greater(self[quad: row &+ 8], self[quad: row &+ 12]))
    return -(SIMD4<Float>() - quads).leastEverywhere.x
  }
}

internal import CairnMemory

/// The results of sixteen comparisons as bits, gathered from four quads.
struct LaneMask {
  /// One bit per lane.
  private(set) var lanes: UInt32 = 0

  /// Sets the results of quad `index`.
  @inline(__always)
  mutating func set(quad index: Int, _ mask: SIMDMask<SIMD4<Int32>>) {
    lanes |= mask.laneBits &<< UInt32(truncatingIfNeeded: 4 &* index)
  }
}

/// Calls a closure with each quad of sixteen lanes.
///
/// Unrolled by hand: if the compiler does not unroll a loop over the quads, each iteration shifts
/// its lane bits at run time, and a search of a box of one degree takes 1.5 times as long.
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

// Keys are squared chords with their lane in the lowest bits, so the minimum of sixteen keys gives
// both the nearest child and its distance.

/// The constants of keys.
enum LaneKey {
  /// The key of an unused lane: greater than every squared chord, which is at most 4, but finite,
  /// so that its bits can be compared.
  static let none: Float = 16
  /// The bits of a key that contain its lane, 0 to 15.
  static let laneBits: UInt32 = 15
}

extension SIMD4<Float> {
  /// Returns the numbers with their lanes, counted from `first`, in the lowest four bits.
  ///
  /// Infinity becomes ``LaneKey/none``.
  @inline(__always)
  func withLanes(from first: UInt32) -> SIMD4<Float> {
    withLanes(SIMD4<UInt32>(0, 1, 2, 3) &+ SIMD4<UInt32>(repeating: first))
  }

  /// Returns the same with given lanes below 16.
  @inline(__always)
  func withLanes(_ lanes: SIMD4<UInt32>) -> SIMD4<Float> {
    let keys = (self.bits & SIMD4<UInt32>(repeating: ~LaneKey.laneBits)) | lanes
    // Infinity with lane bits is NaN; with this order of operands, `lesser` does not select it.
    return lesser(SIMD4(repeating: LaneKey.none), SIMD4(bits: keys))
  }

  /// The minimum of the lanes, in each lane; no lane may be NaN.
  @inline(__always)
  var leastEverywhere: SIMD4<Float> {
    let pairs = lesser(self, SIMD4(z, w, x, y))
    return lesser(pairs, SIMD4(pairs.y, pairs.x, pairs.w, pairs.z))
  }

  /// The maximum of the lanes, in each lane; no lane may be NaN.
  @inline(__always)
  var greatestEverywhere: SIMD4<Float> {
    let pairs = greater(self, SIMD4(z, w, x, y))
    return greater(pairs, SIMD4(pairs.y, pairs.x, pairs.w, pairs.z))
  }
}

extension UnsafeBuffer where Value == Float {
  /// The minimum of 16 values.
  @inline(__always)
  func leastOfRow(_ row: Int) -> Float {
    let row = part(at: row, width: PackedLayout.fanOut)
    return lesser(
      lesser(row[quad: 0], row[quad: 4]), lesser(row[quad: 8], row[quad: 12])
    ).leastEverywhere.x
  }

  /// The maximum of 16 values.
  @inline(__always)
  func greatestOfRow(_ row: Int) -> Float {
    let row = part(at: row, width: PackedLayout.fanOut)
    let quads = greater(
      greater(row[quad: 0], row[quad: 4]), greater(row[quad: 8], row[quad: 12]))
    return -(SIMD4<Float>() - quads).leastEverywhere.x
  }
}

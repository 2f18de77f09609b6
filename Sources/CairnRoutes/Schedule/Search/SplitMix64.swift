/// SplitMix64: the same numbers on every machine for a given seed.
///
/// Steele, Lea and Flood, Fast splittable pseudorandom number generators,
/// doi:10.1145/2660193.2660195.
struct SplitMix64: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 up to a bound, which has to be positive.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
  }

  /// A number from 0 up to 1.
  mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}

/// A small generator with a fixed sequence for each seed, so that every run and every peer is
/// given the same places.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014, doi:10.1145/2660193.2660195.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number in [0, 1) with 53 random bits.
  mutating func unit() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A number in [low, high).
  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }

  /// A number below a bound; the bias is below 2^-32 for the bounds used here.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A normally distributed number with mean 0 and standard deviation 1 (Box and Muller).
  mutating func gaussian() -> Double {
    let radius = (-2 * Platform.logarithm(1 - unit())).squareRoot()
    return radius * Platform.cosine(2 * .pi * unit())
  }
}

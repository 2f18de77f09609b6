/// The random numbers of all searches: the same on every machine for a given seed.
///
/// Not for secrets, and no `RandomNumberGenerator`: what the standard library makes of one may
/// change, and with it the routes that a seed is known for. For the same reason both ways to draw
/// below a bound stay as they are.
///
/// Source: SplitMix64 of G. L. Steele, D. Lea and C. H. Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014, doi:10.1145/2660193.2660195.
internal struct SplitMix64: Sendable {
  private var state: UInt64

  internal init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  @inline(__always)
  internal mutating func next() -> UInt64 {
    // The golden ratio, by which the state moves on, and the constants of the paper's mix.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word &>> 31)
  }

  /// A number in 0..<bound, which is positive; from all 64 bits.
  @inline(__always)
  internal mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
  }

  /// A number in 0..<bound, which is positive; from the upper 32 bits, which tours draw by.
  @inline(__always)
  internal mutating func next(below bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: ((next() &>> 32) &* UInt64(bound)) &>> 32)
  }

  /// A number in 0..<1.
  internal mutating func fraction() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A number in 0<..<1, which has a logarithm.
  @inline(__always)
  internal mutating func unit() -> Double {
    (Double(next() &>> 12) + 0.5) * 0x1p-52
  }

  /// The numbers of 0..<count in random order.
  internal mutating func shuffled(_ count: Int) -> [Int] {
    var numbers = Array(0..<count)
    for last in (1..<max(count, 1)).reversed() {
      numbers.swapAt(last, Int(next(below: UInt32(truncatingIfNeeded: last + 1))))
    }
    return numbers
  }
}

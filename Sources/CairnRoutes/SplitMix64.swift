/// The random number generator of all searches: the same on every machine for a given seed.
///
/// It is not cryptographically secure, and deliberately not a `RandomNumberGenerator`: the standard
/// library's derived methods may change, and with them the routes for a given seed. For the same
/// reason both methods that draw below a bound are kept.
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
    // The golden-ratio increment of the state, and the mixing constants of the paper.
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word &>> 31)
  }

  /// A number in 0..<bound, computed from all 64 bits; the bound must be positive.
  @inline(__always)
  internal mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(truncatingIfNeeded: bound)).high)
  }

  /// A number in 0..<bound, computed from the upper 32 bits, for tours; the bound must be positive.
  @inline(__always)
  internal mutating func next(below bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: ((next() &>> 32) &* UInt64(bound)) &>> 32)
  }

  /// A number in 0..<1.
  internal mutating func fraction() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A number in the open interval (0, 1), which has a logarithm.
  @inline(__always)
  internal mutating func unit() -> Double {
    (Double(next() &>> 12) + 0.5) * 0x1p-52
  }

  /// The numbers in 0..<count in random order.
  internal mutating func shuffled(_ count: Int) -> [Int] {
    var numbers = Array(0..<count)
    for last in (1..<max(count, 1)).reversed() {
      numbers.swapAt(last, Int(next(below: UInt32(truncatingIfNeeded: last + 1))))
    }
    return numbers
  }
}

/// SplitMix64: the same numbers on every machine for a given seed.
struct TourRandom: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The next 64 random bits.
  @inline(__always)
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word &>> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word &>> 31)
  }

  /// A number in 0..<bound, which is positive; each about equally likely.
  @inline(__always)
  mutating func next(below bound: UInt32) -> UInt32 {
    UInt32(truncatingIfNeeded: ((next() &>> 32) &* UInt64(bound)) &>> 32)
  }

  /// A number in 0<..<1.
  @inline(__always)
  mutating func unit() -> Double {
    (Double(next() &>> 12) + 0.5) * 0x1p-52
  }

  /// The numbers of 0..<count in random order.
  mutating func shuffled(_ count: Int) -> [Int] {
    var numbers = Array(0..<count)
    for last in (1..<max(count, 1)).reversed() {
      numbers.swapAt(last, Int(next(below: UInt32(truncatingIfNeeded: last + 1))))
    }
    return numbers
  }
}

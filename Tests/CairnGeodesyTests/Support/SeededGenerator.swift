import CairnGeodesy

/// SplitMix64: the same numbers from the same seed on every platform.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A number in a range.
  mutating func double(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// An integer in a range.
  mutating func integer(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// A coordinate, with the poles and the antimeridian more often than by chance.
  mutating func coordinate() -> Coordinate {
    var latitude = double(in: -90...90)
    var longitude = double(in: -180...180)
    switch next() % 8 {
    case 0: latitude = 90 - double(in: 0...1e-3)
    case 1: latitude = -90 + double(in: 0...5)
    case 2: longitude = 180 - double(in: -1e-3...1e-3)
    case 3: longitude = (longitude / 30).rounded() * 30
    default: break
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

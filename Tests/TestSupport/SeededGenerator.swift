package import CairnGeodesy

/// A small generator with a fixed sequence for each seed: the same numbers on every platform, in
/// every run, and for every peer of a benchmark.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014, doi:10.1145/2660193.2660195 (SplitMix64). Not for secrets: the state is the seed
/// and the number of draws.
@usableFromInline
package struct SeededGenerator: RandomNumberGenerator {
  @usableFromInline
  internal var state: UInt64

  /// Creates a generator at the start of the sequence of a seed.
  @inlinable
  package init(seed: UInt64) {
    state = seed
  }

  /// 64 random bits.
  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z &>> 31)
  }

  /// A number in 0..<1 with 53 random bits.
  @inlinable
  package mutating func unit() -> Double {
    Double(next() &>> 11) * 0x1p-53
  }

  /// A number in a range.
  @inlinable
  package mutating func double(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }

  /// An integer in a range.
  package mutating func integer(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// A coordinate, with increased probability at the poles and the antimeridian.
  package mutating func coordinate() -> Coordinate {
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

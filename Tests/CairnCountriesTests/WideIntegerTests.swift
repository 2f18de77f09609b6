import TestSupport
import Testing

@testable import CairnCountries

/// Compared with the standard library's type, and with numbers around word boundaries.
@Suite struct WideIntegerTests {
  private static let edges: [Int64] = [
    0, 1, -1, 2, -2, 1 << 31, -(1 << 31), 1 << 32, -(1 << 33), 1 << 52, .max, .min, .max - 1,
    .min + 1,
  ]

  @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
  private static func isSame(_ wide: WideInteger, _ exact: Int128) -> Bool {
    wide.high == Int64(truncatingIfNeeded: exact >> 64)
      && wide.low == UInt64(truncatingIfNeeded: exact)
  }

  @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
  private static func wide(_ exact: Int128) -> WideInteger {
    WideInteger(
      high: Int64(truncatingIfNeeded: exact >> 64), low: UInt64(truncatingIfNeeded: exact))
  }

  @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
  @Test func agreesWithInt128() {
    var generator = SeededGenerator(seed: 17)
    func random(bits: Int) -> Int128 {
      let number = Int128(truncatingIfNeeded: generator.next())
      let rest = Int128(truncatingIfNeeded: generator.next())
      let mixed = number << 64 | rest & Int128(UInt64.max)
      // All bit widths; one in eight is a power of two or next to one.
      let length = 128 - Int.random(in: 1...bits, using: &generator)
      guard generator.next() & 7 == 0 else { return mixed >> length }
      let power = (1 as Int128) << Int.random(in: 0..<bits - 1, using: &generator)
      let near = power + Int128(Int.random(in: -1...1, using: &generator))
      return generator.next() & 1 == 0 ? near : -near
    }
    var mistakes: [String] = []
    for _ in 0..<rounds(200_000, inDebug: 5_000) {
      let (a, b) = (random(bits: 126), random(bits: 126))
      let factor = Int64(truncatingIfNeeded: random(bits: 34))
      let long = random(bits: 92)
      let bits = Int.random(in: 0...127, using: &generator)
      let (x, y) = (Self.wide(a), Self.wide(b))
      let isRight =
        Self.isSame(x + y, a + b) && Self.isSame(x - y, a - b) && Self.isSame(-x, -a)
        && Self.isSame(Self.wide(long) * factor, long * Int128(factor))
        && Self.isSame(x << bits, a << bits) && Self.isSame(x >> bits, a >> bits)
        && Self.isSame(x.lowest(bits), a & ((1 as Int128) << bits &- 1))
        && (x < y) == (a < b) && (x == y) == (a == b) && x.signum == Int(a.signum())
        && x.fits(bits: 40) == (a.magnitude < 1 << 40)
      if !isRight { mistakes.append("\(a), \(b), \(factor), \(long), \(bits)") }
    }
    #expect(mistakes == [])
    for a in Self.edges {
      #expect(Self.isSame(WideInteger(a), Int128(a)))
      for b in Self.edges {
        #expect(Self.isSame(WideInteger(product: a, b), Int128(a) * Int128(b)))
      }
    }
  }

  @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
  @Test func anglesInIntegersAreExact() {
    var generator = SeededGenerator(seed: 18)
    var mistakes: [Double] = []
    for _ in 0..<rounds(100_000, inDebug: 2_000) {
      let degrees =
        Double.random(in: -360...360, using: &generator)
        * Double(sign: .plus, exponent: -Int.random(in: 0...70, using: &generator), significand: 1)
      let (high, low) = GridUnits.regions.exact(degrees)
      // The same in two steps: the significand is an integer, and its power a shift.
      let whole = Int128(degrees.significandBitPattern | 1 << 52) * 5_000_000
      let product = degrees < 0 ? -whole : whole
      let shift = Int(degrees.exponent) + 8
      let isRight: Bool
      if shift >= 0 {
        isRight = Self.isSame(high, product << shift) && low == .zero
      } else {
        let lost = min(-shift, 126)
        let rest = product - (product >> lost) << lost
        let moved = lost <= 60 ? rest << (60 - lost) : rest >> (lost - 60)
        isRight = Self.isSame(high, product >> lost) && Self.isSame(low, moved)
      }
      if !isRight { mistakes.append(degrees) }
    }
    #expect(mistakes == [])
  }
}

/// A whole number of 128 bits for tests that count in whole numbers, beside the one that is tested.
///
/// `Int128` of the library would do, but is on Apple's systems of 2024 and later only. What does not
/// fit wraps around: tests keep within 126 bits.
package struct ExactInteger: Comparable, ExpressibleByIntegerLiteral, Sendable {
  private var upper: UInt64
  private var lower: UInt64

  private init(upper: UInt64, lower: UInt64) {
    self.upper = upper
    self.lower = lower
  }

  /// The same number.
  package init(_ value: some BinaryInteger) {
    lower = UInt64(truncatingIfNeeded: value)
    upper = value < 0 ? .max : 0
  }

  package init(integerLiteral value: Int64) { self.init(value) }

  /// A number without its fraction.
  package init(_ value: Double) {
    let size = value.magnitude.rounded(.towardZero)
    let upper = (size / 0x1p64).rounded(.towardZero)
    self.init(upper: UInt64(upper), lower: UInt64(size - upper * 0x1p64))
    if value < 0 { self = -self }
  }

  /// The lowest 64 bits as a number with a sign.
  package var lowBits: Int64 { Int64(bitPattern: lower) }

  package static func < (a: ExactInteger, b: ExactInteger) -> Bool {
    (Int64(bitPattern: a.upper), a.lower) < (Int64(bitPattern: b.upper), b.lower)
  }

  package static func + (a: ExactInteger, b: ExactInteger) -> ExactInteger {
    let lower = a.lower &+ b.lower
    return ExactInteger(upper: a.upper &+ b.upper &+ (lower < a.lower ? 1 : 0), lower: lower)
  }

  package static prefix func - (a: ExactInteger) -> ExactInteger {
    ExactInteger(upper: ~a.upper, lower: ~a.lower) + 1
  }

  package static func - (a: ExactInteger, b: ExactInteger) -> ExactInteger { a + -b }

  package static func * (a: ExactInteger, b: ExactInteger) -> ExactInteger {
    let product = a.lower.multipliedFullWidth(by: b.lower)
    return ExactInteger(
      upper: product.high &+ a.upper &* b.lower &+ a.lower &* b.upper, lower: product.low)
  }

  package static func << (a: ExactInteger, bits: Int) -> ExactInteger {
    (0..<bits).reduce(a) { number, _ in number + number }
  }

  /// Divided by two to a power below 64, rounded down.
  package static func >> (a: ExactInteger, bits: Int) -> ExactInteger {
    ExactInteger(
      upper: UInt64(bitPattern: Int64(bitPattern: a.upper) >> bits),
      lower: a.lower >> UInt64(bits) | a.upper << UInt64(64 - bits))
  }
}

/// A 128-bit integer for exact arithmetic in tests, independent of the tested implementation.
///
/// The standard library's `Int128` requires Apple's systems of 2024 or later. Overflow wraps
/// around; tests stay within 126 bits.
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

  /// Creates an integer from a number, dropping its fraction.
  package init(_ value: Double) {
    let size = value.magnitude.rounded(.towardZero)
    let upper = (size / 0x1p64).rounded(.towardZero)
    self.init(upper: UInt64(upper), lower: UInt64(size - upper * 0x1p64))
    if value < 0 { self = -self }
  }

  /// The lowest 64 bits as a signed number.
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

  /// Shifts right by fewer than 64 bits, rounding down.
  package static func >> (a: ExactInteger, bits: Int) -> ExactInteger {
    ExactInteger(
      upper: UInt64(bitPattern: Int64(bitPattern: a.upper) >> bits),
      lower: a.lower >> UInt64(bits) | a.upper << UInt64(64 - bits))
  }
}

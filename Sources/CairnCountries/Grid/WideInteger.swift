/// A whole number of 128 bits with a sign.
///
/// It has what the borders need and no more: `Int128` of the library is on Apple's systems of 2024
/// and later only. What does not fit stops the program, as with every other whole number.
package struct WideInteger: Comparable, Sendable {
  /// The upper bits, with the sign.
  package let high: Int64
  /// The lower bits.
  package let low: UInt64

  @inline(__always)
  package init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The same number.
  @inline(__always)
  package init(_ value: Int64) {
    self.init(high: value >> 63, low: UInt64(bitPattern: value))
  }

  /// The product of two numbers, which always fits.
  @inline(__always)
  package init(product a: Int64, _ b: Int64) {
    let (high, low) = a.multipliedFullWidth(by: b)
    self.init(high: high, low: low)
  }

  package static let zero = WideInteger(0)

  @inline(__always)
  package static func < (a: WideInteger, b: WideInteger) -> Bool {
    a.high < b.high || a.high == b.high && a.low < b.low
  }

  @inline(__always)
  package static func + (a: WideInteger, b: WideInteger) -> WideInteger {
    let (low, carry) = a.low.addingReportingOverflow(b.low)
    // The carry first goes where it cannot be too much.
    let (high, isOver) = a.high.addingReportingOverflow(b.high)
    let (whole, isOverAgain) = high.addingReportingOverflow(carry ? 1 : 0)
    precondition(isOver == isOverAgain, "A whole number does not fit into 128 bits.")
    return WideInteger(high: whole, low: low)
  }

  @inline(__always)
  package static func - (a: WideInteger, b: WideInteger) -> WideInteger {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    let (high, isOver) = a.high.subtractingReportingOverflow(b.high)
    let (whole, isOverAgain) = high.subtractingReportingOverflow(borrow ? 1 : 0)
    precondition(isOver == isOverAgain, "A whole number does not fit into 128 bits.")
    return WideInteger(high: whole, low: low)
  }

  @inline(__always)
  package static prefix func - (a: WideInteger) -> WideInteger { .zero - a }

  /// The product with a number of one word.
  ///
  /// The upper half is multiplied by itself, so that factors whose product comes within one bit of
  /// 128 may stop the program; those of borders have 93 and 34 bits at most.
  @inline(__always)
  package static func * (a: WideInteger, b: Int64) -> WideInteger {
    let (carried, low) = a.low.multipliedFullWidth(by: UInt64(bitPattern: b))
    // A negative factor counts as 2^64 more than it is.
    let excess = b < 0 ? a.low : 0
    let high = a.high * b + Int64(bitPattern: carried &- excess)
    return WideInteger(high: high, low: low)
  }

  /// The number times two to a power in 0...127; bits that go beyond the 128 are lost.
  @inline(__always)
  package static func << (a: WideInteger, bits: Int) -> WideInteger {
    if bits >= 64 {
      return WideInteger(high: Int64(bitPattern: a.low) << (bits - 64), low: 0)
    }
    // Shifted by 64 an unsigned number is 0.
    return WideInteger(
      high: a.high << bits | Int64(bitPattern: a.low >> (64 - bits)), low: a.low << bits)
  }

  /// The number divided by two to a power in 0...127, rounded down.
  @inline(__always)
  package static func >> (a: WideInteger, bits: Int) -> WideInteger {
    if bits >= 64 {
      return WideInteger(high: a.high >> 63, low: UInt64(bitPattern: a.high >> (bits - 64)))
    }
    return WideInteger(
      high: a.high >> bits, low: a.low >> bits | UInt64(bitPattern: a.high) << (64 - bits))
  }

  /// The lowest 0...127 bits, with zeros above.
  package func lowest(_ bits: Int) -> WideInteger {
    bits >= 64
      ? WideInteger(high: high & (1 << (bits - 64) &- 1), low: low)
      : WideInteger(high: 0, low: low & (1 << bits - 1))
  }

  /// -1, 0 or 1 as the number is below zero, zero or above.
  @inline(__always)
  package var signum: Int { high < 0 ? -1 : high | Int64(bitPattern: low) == 0 ? 0 : 1 }

  /// Whether the number is so small that so many bits hold it without its sign.
  package func fits(bits: Int) -> Bool {
    let limit = WideInteger(1) << bits
    return self < limit && -limit < self
  }
}

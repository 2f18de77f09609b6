/// A signed integer of 128 bits.
///
/// It has only the operations that boundaries need: the standard library's `Int128` requires Apple
/// systems of 2024 or later. Overflow traps, as with every other integer.
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

  /// Creates the same number from a 64-bit integer.
  @inline(__always)
  package init(_ value: Int64) {
    self.init(high: value >> 63, low: UInt64(bitPattern: value))
  }

  /// Creates the product of two numbers, which always fits.
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
    // The carry is first added where it cannot overflow.
    let (high, isOver) = a.high.addingReportingOverflow(b.high)
    let (whole, isOverAgain) = high.addingReportingOverflow(carry ? 1 : 0)
    precondition(isOver == isOverAgain, "An integer does not fit into 128 bits.")
    return WideInteger(high: whole, low: low)
  }

  @inline(__always)
  package static func - (a: WideInteger, b: WideInteger) -> WideInteger {
    let (low, borrow) = a.low.subtractingReportingOverflow(b.low)
    let (high, isOver) = a.high.subtractingReportingOverflow(b.high)
    let (whole, isOverAgain) = high.subtractingReportingOverflow(borrow ? 1 : 0)
    precondition(isOver == isOverAgain, "An integer does not fit into 128 bits.")
    return WideInteger(high: whole, low: low)
  }

  @inline(__always)
  package static prefix func - (a: WideInteger) -> WideInteger { .zero - a }

  /// The product with a one-word number.
  ///
  /// The upper half is multiplied separately, so factors whose product is within one bit of 128 may
  /// trap; those of boundaries have at most 93 and 34 bits.
  @inline(__always)
  package static func * (a: WideInteger, b: Int64) -> WideInteger {
    let (carried, low) = a.low.multipliedFullWidth(by: UInt64(bitPattern: b))
    // A negative factor, read as unsigned, is greater by 2^64.
    let excess = b < 0 ? a.low : 0
    let high = a.high * b + Int64(bitPattern: carried &- excess)
    return WideInteger(high: high, low: low)
  }

  /// The number times two to a power in 0...127; bits beyond the 128th are lost.
  @inline(__always)
  package static func << (a: WideInteger, bits: Int) -> WideInteger {
    if bits >= 64 {
      return WideInteger(high: Int64(bitPattern: a.low) << (bits - 64), low: 0)
    }
    // An unsigned number shifted by 64 is 0.
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

  /// -1, 0 or 1 if the number is below zero, zero or above.
  @inline(__always)
  package var signum: Int { high < 0 ? -1 : high | Int64(bitPattern: low) == 0 ? 0 : 1 }

  /// Whether the magnitude of the number fits into this many bits.
  package func fits(bits: Int) -> Bool {
    let limit = WideInteger(1) << bits
    return self < limit && -limit < self
  }
}

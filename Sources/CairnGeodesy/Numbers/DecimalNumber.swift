/// A parser for decimal numbers: sign, digits, fraction, exponent.
///
/// Only this grammar is accepted: `[+-] digits [. digits] [e [+-] digits]` with at least one digit
/// before the exponent. The other words and forms that `Double.init` accepts (`nan`, `inf`, `0x10`)
/// are rejected.
///
/// The result is the double nearest to the written number, ties to even, for any number of digits.
/// Most numbers take one operation, see ``nearest(_:power:)``; the cases that it cannot decide are
/// passed to the standard library.
package enum DecimalNumber {
  /// The number of decimal digits that always fit into 64 bits.
  @usableFromInline internal static var digitLimit: Int { 19 }

  /// The number in a range of bytes, rounded correctly.
  ///
  /// - Parameters:
  ///   - range: the number's part of the bytes.
  ///   - commaIsPoint: whether a comma may stand for the decimal point.
  ///   - byte: the byte at a position of the range.
  /// - Returns: the number, infinity beyond the range of `Double`, or nil if the bytes are not a
  ///   number.
  /// - Complexity: O(length of the range).
  @inlinable
  package static func parse(
    _ range: Range<Int>, commaIsPoint: Bool = false, byte: (Int) -> UInt8
  ) -> Double? {
    var index = range.lowerBound
    let end = range.upperBound
    guard index < end else { return nil }
    let isNegative = byte(index) == UInt8(ascii: "-")
    if isNegative || byte(index) == UInt8(ascii: "+") { index &+= 1 }
    let start = index

    var significand: UInt64 = 0
    var significantDigits = 0
    var digitCount = 0
    var power = 0
    var isFraction = false
    var isCut = false
    while index < end {
      let character = byte(index)
      let digit = character &- UInt8(ascii: "0")
      if digit < 10 {
        digitCount &+= 1
        if significantDigits < digitLimit {
          significand = significand &* 10 &+ UInt64(digit)
          // Leading zeros only shift the decimal point.
          significantDigits &+= significand == 0 ? 0 : 1
          power &-= isFraction ? 1 : 0
        } else {
          if digit != 0 { isCut = true }
          power &+= isFraction ? 0 : 1
        }
      } else if !isFraction,
        character == UInt8(ascii: ".") || commaIsPoint && character == UInt8(ascii: ",")
      {
        isFraction = true
      } else {
        break
      }
      index &+= 1
    }
    guard digitCount > 0 else { return nil }
    if index < end {
      guard byte(index) | 0x20 == UInt8(ascii: "e"),
        let exponent = exponent(index &+ 1..<end, byte: byte)
      else { return nil }
      power += exponent
    }

    var magnitude = nearest(significand, power: power)
    // Truncated digits would increase the number by less than one unit of the last place.
    if isCut, nearest(significand + 1, power: power) != magnitude { magnitude = nil }
    let number = magnitude ?? fromLibrary((start..<end).map(byte))
    return isNegative ? -number : number
  }

  /// Parses a text; see ``parse(_:commaIsPoint:byte:)``.
  package static func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return parse(bytes.indices) { bytes[$0] }
  }

  /// The signed value of the exponent's digits; clamped far beyond any double.
  @inlinable
  internal static func exponent(_ range: Range<Int>, byte: (Int) -> UInt8) -> Int? {
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let isNegative = byte(index) == UInt8(ascii: "-")
    if isNegative || byte(index) == UInt8(ascii: "+") { index += 1 }
    guard index < range.upperBound else { return nil }
    var exponent = 0
    while index < range.upperBound {
      let digit = byte(index) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      index += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// The standard library's conversion, for text that is known to be a decimal number.
  @usableFromInline
  internal static func fromLibrary(_ text: [UInt8]) -> Double {
    var text = text
    if let comma = text.firstIndex(of: UInt8(ascii: ",")) { text[comma] = UInt8(ascii: ".") }
    return Double(String(decoding: text, as: UTF8.self)) ?? .nan
  }
}

extension DecimalNumber {
  /// The double nearest to an integer times a power of ten; ties to even.
  ///
  /// A significand of 53 bits and a power up to 10^22 are doubles without a rounding error, so one
  /// multiplication or division rounds correctly (W. D. Clinger, "How to read floating point
  /// numbers accurately", PLDI 1990, doi:10.1145/93542.93557). Any other significand is multiplied
  /// by the first 64 or 128 bits of the power of ten, and the bits after the last one of the result
  /// decide the rounding (D. Lemire, "Number parsing at a gigabyte per second", Software: Practice
  /// and Experience 2021, doi:10.1002/spe.2984, after M. Eisel).
  ///
  /// - Parameters:
  ///   - significand: the digits of the number as an integer.
  ///   - power: the power of ten that they are multiplied by.
  /// - Returns: nil if this cannot decide: exactly halfway between two doubles, a product so close
  ///   to halfway that 128 bits do not show the side, subnormal numbers and those beyond the range
  ///   of `Double`.
  package static func nearest(_ significand: UInt64, power: Int) -> Double? {
    if significand <= 1 << 53, power >= -22, power <= 22 {
      let digits = Double(Int64(truncatingIfNeeded: significand))
      return power < 0 ? digits / exactPower(-power) : digits * exactPower(power)
    }
    if significand == 0 { return 0 }
    guard power >= firstPower, power <= lastPower else { return nil }

    // `digits` and `ten` have their top bits set, so their product has its top or next to top bit
    // set: `high` contains the 53 bits of the result, a rounding bit, and 9 or 10 more.
    let shift = significand.leadingZeroBitCount
    let digits = significand &<< UInt64(truncatingIfNeeded: shift)
    let row = 2 &* (power &- firstPower)
    var (high, low) = digits.multipliedFullWidth(by: powersOfTen[row])
    // The power is truncated; the missing part of the product is less than `digits` in `low`. The
    // next 64 bits of the power are only needed if it could carry through all bits after the
    // result.
    let behind: UInt64 = 0x1FF
    if high & behind == behind, low &+ digits < digits {
      let (nextHigh, nextLow) = digits.multipliedFullWidth(by: powersOfTen[row &+ 1])
      let (sum, overflow) = low.addingReportingOverflow(nextHigh)
      low = sum
      if overflow { high &+= 1 }
      if high & behind == behind, low == .max, nextLow &+ digits < digits { return nil }
    }
    let top = high &>> 63
    var bits = high &>> (top &+ 9)
    if low == 0, high & behind == 0, bits & 3 == 1 { return nil }
    bits = (bits &+ (bits & 1)) &>> 1
    var exponent = binaryExponent(power) &+ 63 &+ 1023 &- shift &+ Int(truncatingIfNeeded: top)
    if bits &>> 53 != 0 {
      bits &>>= 1
      exponent &+= 1
    }
    guard exponent > 0, exponent < 0x7FF else { return nil }
    return Double(
      bitPattern: UInt64(truncatingIfNeeded: exponent) &<< 52 | bits & 0x000F_FFFF_FFFF_FFFF)
  }

  /// A power of ten up to 10^22, which a double represents exactly: its bits are those of the
  /// table.
  @inline(__always)
  private static func exactPower(_ power: Int) -> Double {
    let bits = powersOfTen[2 &* (power &- firstPower)]
    let exponent = UInt64(truncatingIfNeeded: binaryExponent(power) &+ 1023)
    return Double(bitPattern: exponent &<< 52 | (bits &<< 1) &>> 12)
  }

  /// The binary exponent of a power of ten: the integer part of power · log2(10).
  ///
  /// 217706 / 2^16 is log2(10) to 1e-6, which rounds correctly for all powers of the table.
  @inline(__always)
  private static func binaryExponent(_ power: Int) -> Int { (217_706 &* power) &>> 16 }
}

/// A decimal number as it stands in a file: sign, digits, fraction, exponent.
///
/// Only this grammar is accepted: `[+-] digits [. digits] [e [+-] digits]` with at least one
/// digit before the exponent. The words and forms that `Double.init` knows beside it (`nan`,
/// `inf`, `0x10`) are text here, and a number beyond the range of `Double` is none.
internal enum DecimalNumber {
  /// The number in a range of bytes, rounded correctly, or nil when it is none.
  ///
  /// Up to 19 digits with up to 27 of them behind the point, which is any coordinate, are
  /// converted here: by one exact division of doubles where digits and power of ten both fit
  /// a double's 53 bits (W. D. Clinger, "How to read floating point numbers accurately", PLDI
  /// 1990, doi:10.1145/93542.93557), else by one 128-bit integer division whose remainder
  /// decides the rounding. Anything longer goes to the standard library.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: the number's part of it.
  ///   - commaIsPoint: whether a comma may stand for the decimal point.
  static func parse(
    _ bytes: ByteWindow, in range: Range<Int>, commaIsPoint: Bool = false
  ) -> Double? {
    var index = range.lowerBound
    let end = range.upperBound
    guard index < end else { return nil }
    if end &- index <= 19, let number = plain(bytes, index, end, commaIsPoint) { return number }

    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }

    var significand: UInt64 = 0
    var significantDigits = 0
    var digits = 0
    var fractionDigits = 0
    var isFraction = false
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit < 10 {
        digits += 1
        if isFraction { fractionDigits += 1 }
        if significantDigits < 19 {
          significand = significand &* 10 &+ UInt64(digit)
        }
        if significand != 0 { significantDigits += 1 }
      } else if !isFraction, isPoint(bytes[index], commaIsPoint) {
        isFraction = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return nil }

    var exponent = 0
    if index < end {
      guard bytes[index] | 0x20 == UInt8(ascii: "e"),
        let written = self.exponent(bytes, in: index + 1..<end)
      else { return nil }
      exponent = written
    }

    let power = exponent - fractionDigits
    guard significantDigits <= 19, let magnitude = short(significand, power) else {
      return fromLibrary(bytes, in: range)
    }
    return isNegative ? -magnitude : magnitude
  }

  /// The number in a range of an array.
  static func parse(
    _ bytes: [UInt8], in range: Range<Int>, commaIsPoint: Bool = false
  ) -> Double? {
    bytes.withWindow { parse($0, in: range, commaIsPoint: commaIsPoint) }
  }

  /// The product of a whole number and a power of ten, rounded correctly, or nil where that takes
  /// more than one operation.
  internal static func short(_ significand: UInt64, _ power: Int) -> Double? {
    if significand == 0 { return 0 }
    if significand <= 1 << 53, -22...22 ~= power {
      return power < 0
        ? Double(significand) / exactPowers[-power] : Double(significand) * exactPowers[power]
    }
    return -27...0 ~= power ? divide(significand, byTenTo: -power) : nil
  }

  /// A number of at most 19 bytes without an exponent; nil also where it must be looked at again.
  ///
  /// So many digits cannot overflow, so there is nothing to count but those behind the point.
  @inline(__always)
  private static func plain(
    _ bytes: ByteWindow, _ start: Int, _ end: Int, _ commaIsPoint: Bool
  ) -> Double? {
    var index = start
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative { index &+= 1 }
    let digits = index
    var significand: UInt64 = 0
    while index < end {
      let digit = bytes[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      significand = significand &* 10 &+ UInt64(digit)
      index &+= 1
    }
    var fractionDigits = 0
    if index < end {
      guard index > digits, isPoint(bytes[index], commaIsPoint) else { return nil }
      index &+= 1
      fractionDigits = end &- index
      while index < end {
        let digit = bytes[index] &- UInt8(ascii: "0")
        if digit > 9 { return nil }
        significand = significand &* 10 &+ UInt64(digit)
        index &+= 1
      }
    } else if index == digits {
      return nil
    }
    let magnitude =
      significand <= 1 << 53
      ? Double(significand) / exactPowers[fractionDigits]
      : divide(significand, byTenTo: fractionDigits)
    return isNegative ? -magnitude : magnitude
  }

  @inline(__always)
  private static func isPoint(_ byte: UInt8, _ commaIsPoint: Bool) -> Bool {
    byte == UInt8(ascii: ".") || commaIsPoint && byte == UInt8(ascii: ",")
  }

  /// The exponent's digits with their sign; clamped far beyond any double.
  private static func exponent(_ bytes: ByteWindow, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    guard index < range.upperBound else { return nil }
    var exponent = 0
    while index < range.upperBound {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      index += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// The powers of ten that a double holds exactly.
  internal static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A quotient by a power of ten up to 10^27, rounded to nearest, ties to even.
  ///
  /// 10^p is 5^p times a power of two, and 5^27 is the last that fits 64 bits. Dividend and
  /// divisor are shifted up to their top bits, so the quotient has at least 63 bits; a
  /// remainder is kept as its lowest bit, far below the rounding of a 53-bit significand.
  private static func divide(_ dividend: UInt64, byTenTo power: Int) -> Double {
    let divisor = powersOfFive[power]
    let dividendShift = dividend.leadingZeroBitCount
    let divisorShift = divisor.leadingZeroBitCount
    let shifted = dividend << UInt64(dividendShift)
    let (quotient, remainder) = (divisor << UInt64(divisorShift)).dividingFullWidth(
      (shifted >> 1, shifted << 63))
    let sticky = remainder == 0 ? quotient : quotient | 1
    let exponent = divisorShift - dividendShift - 63 - power
    return Double(sticky) * Double(bitPattern: UInt64(1023 + exponent) << 52)
  }

  /// 5^0 to 5^27.
  private static let powersOfFive: [UInt64] = [
    0x1, 0x5, 0x19, 0x7D, 0x271, 0xC35, 0x3D09, 0x1_312D, 0x5_F5E1, 0x1D_CD65, 0x95_02F9,
    0x2E9_0EDD, 0xE8D_4A51, 0x48C2_7395, 0x1_6BCC_41E9, 0x7_1AFD_498D, 0x23_86F2_6FC1,
    0xB1_A2BC_2EC5, 0x378_2DAC_E9D9, 0x1158_E460_913D, 0x56BC_75E2_D631, 0x1_B1AE_4D6E_2EF5,
    0x8_7867_8326_EAC9, 0x2A_5A05_8FC2_95ED, 0xD3_C21B_CECC_EDA1, 0x422_CA8B_0A00_A425,
    0x14AD_F4B7_3203_34B9, 0x6765_C793_FA10_079D,
  ]

  /// The standard library's conversion, for text that is known to be a decimal number.
  private static func fromLibrary(_ bytes: ByteWindow, in range: Range<Int>) -> Double? {
    var text: [UInt8] = []
    text.append(bytes, range)
    if let comma = text.firstIndex(of: UInt8(ascii: ",")) { text[comma] = UInt8(ascii: ".") }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number.isFinite else {
      return nil
    }
    return number
  }
}

internal import CairnGeodesy
internal import CairnMemory

extension DecimalNumber {
  /// Parses the number in a range of bytes, correctly rounded.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - range: the range of the number.
  ///   - commaIsPoint: whether a comma may be the decimal point.
  /// - Returns: nil if it is not a number, or beyond the range of `Double`.
  @inline(__always)
  static func parse(
    _ bytes: UnsafeByteSpan, in range: Range<Int>, commaIsPoint: Bool = false
  ) -> Double? {
    let number = digits(bytes, range.lowerBound, range.upperBound, commaIsPoint: commaIsPoint)
    return number.isNaN ? parseAnyForm(bytes, in: range, commaIsPoint: commaIsPoint) : number
  }

  @inline(never)
  private static func parseAnyForm(
    _ bytes: UnsafeByteSpan, in range: Range<Int>, commaIsPoint: Bool
  ) -> Double? {
    let number = parse(range, commaIsPoint: commaIsPoint) { bytes[$0] }
    return number?.isFinite == true ? number : nil
  }

  /// Parses the number in a range of an array.
  static func parse(
    _ bytes: [UInt8], in range: Range<Int>, commaIsPoint: Bool = false
  ) -> Double? {
    bytes.withUnsafeSpan { parse($0, in: range, commaIsPoint: commaIsPoint) }
  }

  /// The powers of ten that are exact as doubles.
  internal static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

// Eight or sixteen bytes are processed at once without branches: the decimal point is located and
// removed, the digits are checked, and pairs, groups of four and of eight are combined by
// multiplication (D. Lemire, "Number parsing at a gigabyte per second", doi:10.1002/spe.2984,
// section 4).
extension DecimalNumber {
  /// Parses digits with at most one point in the forms that nearly all tables use: short, or with
  /// all digits of a double; NaN for any other form.
  @inline(__always)
  internal static func digits(
    _ bytes: UnsafeByteSpan, _ start: Int, _ end: Int, commaIsPoint: Bool
  ) -> Double {
    end &- start < 16
      ? plain(bytes, start, end, commaIsPoint: commaIsPoint)
      : long(bytes, start, end, commaIsPoint: commaIsPoint)
  }

  /// Parses digits with at most one point, up to 16 bytes plus an optional sign; NaN for any other
  /// form, and if it ends before offset 16 of the buffer.
  ///
  /// Up to 15 digits, and powers of ten up to 10^15, are exact doubles, so a single division is
  /// correctly rounded. 16 digits have no point, and the conversion rounds them.
  @inline(__always)
  internal static func plain(
    _ bytes: UnsafeByteSpan, _ start: Int, _ end: Int, commaIsPoint: Bool
  ) -> Double {
    guard start < end, end >= 16 else { return .nan }
    let first = bytes[start]
    let isNegative = first == UInt8(ascii: "-")
    let count = end &- start &- (isNegative || first == UInt8(ascii: "+") ? 1 : 0)
    guard UInt(bitPattern: count &- 1) < 16 else { return .nan }
    let unused = UInt64(truncatingIfNeeded: 128 &- 8 &* count)
    // The sixteen bytes that end with the number; digits become 0 to 9, a point 0x1E.
    let early = bytes.word(at: end &- 16) ^ zeros
    let late = bytes.word(at: end &- 8) ^ zeros
    // Masks of all bits from `unused` on, for both words.
    let (usedEarly, usedLate) = ones(from: unused)
    let (upperText, lowerText) = (early & usedEarly, late & usedLate)
    let upperPoints = points(upperText, commaIsPoint)
    let lowerPoints = points(lowerText, commaIsPoint)
    let hasPoint = upperPoints | lowerPoints != 0
    let zeroBits =
      lowerPoints != 0
      ? lowerPoints.leadingZeroBitCount : 64 &+ upperPoints.leadingZeroBitCount
    let fraction = hasPoint ? zeroBits &>> 3 : 0
    // Shifts the digits before the point over it; if the point is last, all of them.
    let (behindEarly, behindLate) =
      fraction == 0
      ? (0, 0) : ones(from: UInt64(truncatingIfNeeded: 128 &- 8 &* max(fraction, 1)))
    let movedEarly = upperText &<< 8
    let movedLate = lowerText &<< 8 | upperText &>> 56
    let upper =
      hasPoint ? upperText & behindEarly | movedEarly & ~behindEarly : upperText
    let lower = hasPoint ? lowerText & behindLate | movedLate & ~behindLate : lowerText
    let significand = number(upper) &* 100_000_000 &+ number(lower)
    guard areDigits(upper, lower), count &- (hasPoint ? 1 : 0) > 0 else { return .nan }
    let value = Double(Int64(truncatingIfNeeded: significand)) / exactPowers[fraction]
    return isNegative ? -value : value
  }

  /// Parses a number with up to three digits before the point and 9 to 16 after it, as in
  /// coordinates with all digits of a double; NaN for any other form.
  ///
  /// That is at most 19 digits, which fit into 64 bits.
  @inline(never)
  private static func long(
    _ bytes: UnsafeByteSpan, _ start: Int, _ end: Int, commaIsPoint: Bool
  ) -> Double {
    guard end &- start >= 16, end >= 16 else { return .nan }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    let start = start &+ (isNegative ? 1 : 0)
    let head = bytes.word(at: start) ^ zeros
    let wholeCount = points(head, commaIsPoint).trailingZeroBitCount &>> 3
    let fraction = end &- start &- wholeCount &- 1
    guard 1...3 ~= wholeCount, 9...16 ~= fraction else { return .nan }
    let whole = head &<< UInt64(truncatingIfNeeded: 64 &- 8 &* wholeCount)
    let unused = UInt64(truncatingIfNeeded: 128 &- 8 &* fraction)
    let upper = (bytes.word(at: end &- 16) ^ zeros) & UInt64.max &<< unused
    let lower = bytes.word(at: end &- 8) ^ zeros
    guard areDigits(upper, lower), areDigits(whole, 0) else { return .nan }
    let significand =
      number(whole) &* powers[fraction] &+ number(upper) &* 100_000_000 &+ number(lower)
    guard let value = nearest(significand, power: -fraction) else { return .nan }
    return isNegative ? -value : value
  }

  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  /// 1 to 10^16.
  private static let powers: [UInt64] = [
    1, 10, 100, 1000, 10000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000,
  ]

  /// Masks of the bits of two words from a bit in 0..<128 on, the lower word first.
  @inline(__always)
  private static func ones(from bit: UInt64) -> (UInt64, UInt64) {
    let some = UInt64.max &<< bit
    return bit < 64 ? (some, .max) : (0, some)
  }

  /// The high bit of each byte that is a decimal point; bytes are offset by "0".
  @inline(__always)
  private static func points(_ word: UInt64, _ commaIsPoint: Bool) -> UInt64 {
    // With that offset a point is 0x1E, a comma 0x1C.
    let comma: UInt64 = commaIsPoint ? 0x0202_0202_0202_0202 : 0
    let rest = (word | comma) ^ 0x1E1E_1E1E_1E1E_1E1E
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((rest & low) &+ low) | rest | low)
  }

  /// Whether all bytes of both words are 0 to 9.
  @inline(__always)
  private static func areDigits(_ upper: UInt64, _ lower: UInt64) -> Bool {
    let excess: UInt64 = 0x7676_7676_7676_7676
    let bad = (upper &+ excess) | upper | (lower &+ excess) | lower
    return bad & 0x8080_8080_8080_8080 == 0
  }

  /// The value of eight digits 0 to 9, the first in the lowest byte.
  @inline(__always)
  private static func number(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    return
      ((pairs & mask) &* 0x000F_4240_0000_0064
      &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
  }
}

/// Numbers as they stand in nearly all tables: up to 16 bytes of digits with at most one point.
///
/// All bytes are looked at together and without branches: the point is found and closed up, the
/// digits are checked, and pairs, fours and eights of them are multiplied out. At most 15 digits
/// and a power of ten up to 10^15 are doubles without a rounding error, so one division rounds
/// correctly (W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990,
/// doi:10.1145/93542.93557).
enum FilterNumber {
  /// 1 and the powers of ten up to 10^19.
  static func powers() -> FilterMemory<Double> {
    let memory = FilterMemory<Double>(capacity: 20)
    var power = 1.0
    for exponent in 0..<20 {
      memory.slots[exponent] = power
      power *= 10
    }
    return memory
  }

  /// The number in a range of bytes, rounded correctly; NaN when it is none or another form.
  @inline(__always)
  static func plain(
    _ bytes: FilterSlots<UInt8>, _ start: Int, _ end: Int, commaIsPoint: Bool,
    _ powers: FilterSlots<Double>
  ) -> Double {
    let first = bytes[start]
    let isNegative = first == UInt8(ascii: "-")
    let hasSign = isNegative || first == UInt8(ascii: "+")
    let count = end &- start &- (hasSign ? 1 : 0)
    guard UInt(bitPattern: count &- 1) < 16 else { return .nan }
    let unused = UInt64(truncatingIfNeeded: 128 &- 8 &* count)
    // Sixteen bytes that end with the number; the digits become 0 to 9, a point 0x1E.
    let zeros: UInt64 = 0x3030_3030_3030_3030
    var text = UInt128(bytes.word(end &- 8) ^ zeros) << 64 | UInt128(bytes.word(end &- 16) ^ zeros)
    text &= UInt128.max &<< UInt128(truncatingIfNeeded: unused)
    // A comma is 0x1C.
    let point: UInt64 = 0x1E1E_1E1E_1E1E_1E1E
    let comma: UInt64 = commaIsPoint ? 0x0202_0202_0202_0202 : 0
    let low = UInt64(truncatingIfNeeded: text)
    let high = UInt64(truncatingIfNeeded: text &>> 64)
    let points =
      UInt128(zeroBytes((high | comma) ^ point)) << 64 | UInt128(zeroBytes((low | comma) ^ point))
    let hasPoint = points != 0
    let fraction = hasPoint ? points.leadingZeroBitCount &>> 3 : 0
    let kept = UInt128.max &<< UInt128(truncatingIfNeeded: 128 &- 8 &* max(fraction, 1))
    let behind = fraction == 0 ? 0 : text & kept
    let digits =
      hasPoint
      ? behind | (text &<< 8) & ~(fraction == 0 ? 0 : kept)
      : text
    let early = UInt64(truncatingIfNeeded: digits)
    let late = UInt64(truncatingIfNeeded: digits &>> 64)
    let excess: UInt64 = 0x7676_7676_7676_7676
    let bad = (early &+ excess) | early | (late &+ excess) | late
    guard bad & 0x8080_8080_8080_8080 == 0, count &- (hasPoint ? 1 : 0) > 0 else { return .nan }
    let whole = eight(early) &* 100_000_000 &+ eight(late)
    let value = Double(Int64(truncatingIfNeeded: whole)) / powers[fraction]
    return isNegative ? -value : value
  }

  /// The high bit of each byte that is zero.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((word & low) &+ low) | word | low)
  }

  /// The number of eight digits, the first in the lowest byte.
  @inline(__always)
  private static func eight(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    return
      ((pairs & mask) &* 0x000F_4240_0000_0064
      &+ ((pairs &>> 16) & mask) &* 0x0000_2710_0000_0001) &>> 32
  }
}

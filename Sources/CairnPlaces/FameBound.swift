/// An upper bound of a population in one byte, with which a search skips most of many names.
///
/// The bound of a value is at least the value and at most 34 % larger: three steps for each power
/// of two.
internal enum FameBound {
  /// The bound of a value of at least 0.
  static func code(of value: Int) -> UInt8 {
    guard value > 1 else { return 0 }
    // The value is between a power of two and the next one.
    let exponent = Int.bitWidth - 1 - value.leadingZeroBitCount
    let power = 1 << exponent
    let third = (3 * (value - power) + power - 1) / power
    return UInt8(clamping: 3 * exponent + third)
  }

  /// The largest value with a code.
  static func value(of code: UInt8) -> Double {
    let (exponent, third) = (Int(code) / 3, Int(code) % 3)
    return Double(1 << exponent) * (1 + Double(third) / 3) * (1 + 1e-9)
  }

  /// The values of all codes.
  static let values: [Double] = (UInt8.min...180).map(value(of:))
}

extension [UInt8] {
  /// Appends a whole number in decimal digits.
  internal mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude, minimumDigits: 1)
  }

  /// Appends a number in decimal digits, padded with zeros on the left.
  internal mutating func append(decimal value: UInt, minimumDigits: Int) {
    var rest = value
    var divisor: UInt = 1
    var digits = 1
    while rest >= 10 {
      rest /= 10
      divisor *= 10
      digits += 1
    }
    append(
      contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, minimumDigits - digits)))
    rest = value
    while divisor > 0 {
      append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Appends the shortest decimal number that reads back as the same bits.
  ///
  /// A whole number has no fraction (`12`, not `12.0`) and minus zero is `0`.
  ///
  /// - Returns: false, with nothing appended, when the value is not finite.
  internal mutating func append(shortest value: Double) -> Bool {
    guard value.isFinite else { return false }
    if let whole = Int(exactly: value), whole.magnitude < 1 << 53 {
      append(decimal: whole)
    } else {
      append(contentsOf: value.description.utf8)
    }
    return true
  }

  /// Appends a number with exactly the given count of digits behind the point.
  ///
  /// Rounds to nearest, halves away from zero, and writes no minus sign before a zero. Beyond
  /// 2^53 units of the last digit it falls back to the shortest form.
  ///
  /// - Returns: false, with nothing appended, when the value is not finite.
  internal mutating func append(_ value: Double, fractionDigits: Int) -> Bool {
    guard value.isFinite else { return false }
    var scale = 1.0
    var unit: UInt = 1
    for _ in 0..<Swift.min(Swift.max(fractionDigits, 0), 15) {
      scale *= 10
      unit *= 10
    }
    let scaled = (value.magnitude * scale).rounded()
    guard scaled < 0x1p53 else { return append(shortest: value) }
    let units = UInt(scaled)
    if value < 0, units > 0 { append(UInt8(ascii: "-")) }
    append(decimal: units / unit, minimumDigits: 1)
    if unit > 1 {
      append(UInt8(ascii: "."))
      append(decimal: units % unit, minimumDigits: Swift.min(fractionDigits, 15))
    }
    return true
  }
}

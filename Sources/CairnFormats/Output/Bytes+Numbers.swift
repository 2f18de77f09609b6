extension [UInt8] {
  /// Appends a whole number in decimal digits.
  internal mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: value.magnitude, minimumDigits: 1)
  }

  /// Appends a number in decimal digits, padded with zeros on the left.
  internal mutating func append(decimal value: UInt, minimumDigits: Int) {
    var digits = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    append(
      contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits, minimumDigits)))
    rest = value
    var place = count
    while rest > 0 {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      place -= 1
      self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones)
      rest = tens
    }
  }

  /// Appends the shortest decimal number that reads back as the same bits.
  ///
  /// A whole number has no fraction (`12`, not `12.0`) and minus zero is `0`.
  ///
  /// - Returns: false, with nothing appended, when the value is not finite.
  internal mutating func append(shortest value: Double) -> Bool {
    guard value.isFinite else { return false }
    if let whole = Int(exactly: value), UInt64(whole.magnitude) < 1 << 53 {
      append(decimal: whole)
    } else if !appendDegrees(value) {
      append(contentsOf: value.description.utf8)
    }
    return true
  }

  /// Appends a number that has at most seven digits behind the point, as most degrees do.
  ///
  /// Decimal numbers of up to 15 digits are different doubles, so that the one found is the
  /// shortest.
  ///
  /// - Returns: false, with nothing appended, for every other number.
  private mutating func appendDegrees(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude >= 1e-4, magnitude < 1e8 else { return false }
    let scaled = (magnitude * 1e7).rounded()
    guard scaled / 1e7 == magnitude else { return false }
    let (whole, rest) = UInt64(scaled).quotientAndRemainder(dividingBy: 10_000_000)
    if value < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt(whole), minimumDigits: 1)
    append(UInt8(ascii: "."))
    append(decimal: UInt(rest), minimumDigits: 7)
    while last == UInt8(ascii: "0") { removeLast() }
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

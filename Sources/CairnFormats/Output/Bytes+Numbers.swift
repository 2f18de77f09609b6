internal import CairnMemory

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
    let count = Swift.max(digits, minimumDigits)
    append(atMost: count) { buffer in
      buffer.write(decimal: value, endingAt: count, from: 0)
      return count
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

  /// Appends a number with at most seven digits after the decimal point, as most degrees have.
  ///
  /// Decimal numbers of up to 15 digits are distinct doubles, so a match is the shortest form.
  ///
  /// - Returns: false, with nothing appended, for every other number.
  private mutating func appendDegrees(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    guard magnitude >= 1e-4, magnitude < 1e8 else { return false }
    let scaled = (magnitude * 1e7).rounded()
    guard scaled / 1e7 == magnitude else { return false }
    let (whole, rest) = UInt(scaled).quotientAndRemainder(dividingBy: 10_000_000)
    // Reserves a sign, up to eight digits, the point and seven digits.
    append(atMost: 17) { buffer in
      var start = 0
      if value < 0 {
        buffer[0] = UInt8(ascii: "-")
        start = 1
      }
      var digits = 1
      var bound: UInt = 10
      while whole >= bound {
        bound *= 10
        digits += 1
      }
      let point = start + digits
      buffer.write(decimal: whole, endingAt: point, from: start)
      buffer[point] = UInt8(ascii: ".")
      buffer.write(decimal: rest, endingAt: point + 8, from: point + 1)
      var end = point + 8
      while buffer[end - 1] == UInt8(ascii: "0") { end -= 1 }
      return end
    }
    return true
  }

  /// Appends a number with exactly the given number of digits after the decimal point.
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

extension UnsafeBuffer where Value == UInt8 {
  /// Writes decimal digits between two offsets, padded with leading zeros.
  @inline(__always)
  fileprivate func write(decimal value: UInt, endingAt end: Int, from start: Int) {
    var rest = value
    var place = end
    while place > start {
      let (tens, ones) = rest.quotientAndRemainder(dividingBy: 10)
      place &-= 1
      self[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: ones)
      rest = tens
    }
  }
}

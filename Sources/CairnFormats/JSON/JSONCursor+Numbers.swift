internal import CairnGeodesy
internal import CairnMemory

/// A parsed JSON number: its digits and decimal exponent.
internal struct JSONNumber {
  internal let range: Range<Int>
  internal let isNegative: Bool
  /// The digits as an integer; meaningless for more than 19 digits.
  internal let significand: UInt64
  /// The number of digits after leading zeros, including the fraction.
  internal let digits: Int
  /// The power of ten by which the significand is multiplied.
  internal let power: Int
  /// Whether there is neither a point nor an exponent.
  internal let isWhole: Bool
}

extension JSONCursor {
  /// Reads a number and checks its grammar: `-? int frac? exp?`.
  @inline(__always)
  internal mutating func number() throws(JSONFault) -> JSONNumber {
    let start = position
    var at = start
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at &+= 1 }
    let first = at
    var significand: UInt64 = 0
    at = digits(from: at, to: &significand)
    guard at > first else { throw noDigit(at) }
    if bytes[first] == UInt8(ascii: "0"), at &- first > 1 {
      throw JSONFault(.syntax(.noLeadingZero), at: start)
    }
    var digits = at &- first
    var power = 0
    var isWhole = true
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      let fraction = at &+ 1
      at = self.digits(from: fraction, to: &significand)
      guard at > fraction else { throw noDigit(at) }
      power = fraction &- at
      digits &-= power
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      power &+= try exponent(&at)
    }
    if at == bytes.count, !isLast { throw JSONFault(.ends, at: at) }
    // Leading zeros are not significant.
    if digits > 19 { digits = significantDigits(start..<at) }
    position = at
    return JSONNumber(
      range: start..<at, isNegative: isNegative, significand: significand, digits: digits,
      power: power, isWhole: isWhole)
  }

  /// Skips decimal digits, appending them to a number.
  @inline(__always)
  private func digits(from start: Int, to number: inout UInt64) -> Int {
    var at = start
    while at < bytes.count {
      let digit = bytes[at] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      number = number &* 10 &+ UInt64(digit)
      at &+= 1
    }
    return at
  }

  @inline(never)
  private func noDigit(_ at: Int) -> JSONFault {
    at < bytes.count ? JSONFault(.syntax(.digit), at: at) : JSONFault(.ends, at: at)
  }

  /// Reads the exponent after its `e`, clamped far beyond the range of a double.
  @inline(never)
  private func exponent(_ at: inout Int) throws(JSONFault) -> Int {
    at += 1
    guard at < bytes.count else { throw noDigit(at) }
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    let first = at
    var exponent = 0
    while at < bytes.count {
      let digit = bytes[at] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      exponent = min(exponent * 10 + Int(digit), 1_000_000)
      at += 1
    }
    guard at > first else { throw noDigit(at) }
    return isNegative ? -exponent : exponent
  }

  @inline(never)
  private func significantDigits(_ range: Range<Int>) -> Int {
    var count = 0
    for at in range {
      let byte = bytes[at]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte &- UInt8(ascii: "0") < 10, count > 0 || byte != UInt8(ascii: "0") { count += 1 }
    }
    return count
  }

  /// The nearest double; ties go to the even one.
  @inline(__always)
  internal func double(_ number: JSONNumber) throws(JSONFault) -> Double {
    if number.significand <= 1 << 53, number.digits <= 19, number.power <= 0, number.power >= -22 {
      // A division of two exact doubles is rounded only once.
      let value = Double(number.significand) / DecimalNumber.exactPowers[-number.power]
      return number.isNegative ? -value : value
    }
    return try longDouble(number)
  }

  @inline(never)
  private func longDouble(_ number: JSONNumber) throws(JSONFault) -> Double {
    if number.digits <= 19,
      let value = DecimalNumber.nearest(number.significand, power: number.power)
    {
      return number.isNegative ? -value : value
    }
    guard let value = Double(bytes.text(in: number.range)), value.isFinite else {
      throw JSONFault(.hugeNumber, at: number.range.lowerBound)
    }
    return value
  }

  /// The integer, or nil if the number has a fraction or does not fit; `-0` is a double.
  internal func integer(_ number: JSONNumber) -> Int? {
    guard number.isWhole, number.digits <= 19 else { return nil }
    if number.isNegative {
      guard number.significand > 0, number.significand <= Int.min.magnitude else { return nil }
      return Int(truncatingIfNeeded: 0 &- number.significand)
    }
    return Int(exactly: number.significand)
  }
}

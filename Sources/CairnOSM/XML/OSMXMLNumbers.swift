/// Numbers of OpenStreetMap XML, from bytes.
internal enum OSMXMLNumbers {
  /// Parses an identifier: an optional minus sign and decimal digits, with at most 64 bits.
  internal static func integer(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var value: Int64 = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes
    if digits.isEmpty { return nil }
    for byte in digits {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (product, isOverflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte - 0x30)
      let (sum, isOverflow2) = product.addingReportingOverflow(isNegative ? -digit : digit)
      if isOverflow || isOverflow2 { return nil }
      value = sum
    }
    return value
  }

  /// Parses an angle in degrees and converts it to 10⁻⁷ degrees, rounded to the nearest number.
  ///
  /// - Returns: nil if the bytes are not a number, or if it exceeds 32 bits.
  internal static func degrees(_ bytes: ArraySlice<UInt8>) -> Int32? {
    var value: Int64 = 0
    var index = bytes.startIndex
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var digitCount = 0
    var fractionDigits = -1
    var roundsUp = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "."), fractionDigits < 0 {
        fractionDigits = 0
        continue
      }
      guard byte >= 0x30, byte <= 0x39 else { return scientific(bytes) }
      digitCount += 1
      if fractionDigits >= 7 {
        if fractionDigits == 7 { roundsUp = byte >= 0x35 }
        fractionDigits = min(fractionDigits + 1, 8)
        continue
      }
      value = value * 10 + Int64(byte - 0x30)
      if fractionDigits >= 0 { fractionDigits += 1 }
      if value > 1 << 40 { return nil }
    }
    guard digitCount > 0 else { return nil }
    for _ in min(max(fractionDigits, 0), 7)..<7 { value *= 10 }
    if roundsUp { value += 1 }
    return Int32(exactly: isNegative ? -value : value)
  }

  /// Parses a number with an exponent, such as `1.0E-4`.
  private static func scientific(_ bytes: ArraySlice<UInt8>) -> Int32? {
    let isPlain = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isPlain, bytes.count < 64, let number = Double(String(decoding: bytes, as: UTF8.self))
    else { return nil }
    let scaled = (number * 1e7).rounded()
    return abs(scaled) < 0x1p31 ? Int32(scaled) : nil
  }
}

extension XMLReader {
  /// Appends the last text with its references resolved and its line breaks made line feeds.
  ///
  /// - Throws: an error behind which reading can go on, for a reference to anything but the five
  ///   entities of XML and to a character, and for what is no character of XML.
  internal mutating func appendText(to output: inout [UInt8]) throws(FormatError) {
    try append(text, isVerbatim: textIsVerbatim, to: &output)
  }

  /// The value of an attribute with its references resolved.
  internal mutating func value(_ range: Range<Int>) throws(FormatError) -> String {
    var output: [UInt8] = []
    try append(range, isVerbatim: false, to: &output)
    guard let text = String(validating: output, as: UTF8.self) else {
      throw error(.brokenText, at: range.lowerBound)
    }
    return text
  }

  private mutating func append(
    _ range: Range<Int>, isVerbatim: Bool, to output: inout [UInt8]
  ) throws(FormatError) {
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0xEF { try checkCharacter(at: index, before: range.upperBound) }
      if byte == UInt8(ascii: "\r") {
        output.append(contentsOf: bytes[start..<index])
        if index + 1 >= range.upperBound || bytes[index + 1] != UInt8(ascii: "\n") {
          output.append(UInt8(ascii: "\n"))
        }
        start = index + 1
      } else if byte == UInt8(ascii: "&"), !isVerbatim {
        output.append(contentsOf: bytes[start..<index])
        let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(
          of: UInt8(ascii: ";"))
        guard let end, let scalar = Self.scalar(bytes[(index + 1)..<end]) else {
          let found = index..<min((end ?? index) + 1, range.upperBound)
          throw error(
            .expected(
              "a character or one of the entities of XML",
              found: "\"\(bytes.excerpt(found))\""), at: index)
        }
        output.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
        index = end
        start = end + 1
      }
      index += 1
    }
    if start < range.upperBound { output.append(contentsOf: bytes[start..<range.upperBound]) }
  }

  /// Refuses what XML 1.0 has no character for (2.2): most control characters, U+FFFE and U+FFFF.
  private mutating func checkCharacter(at index: Int, before end: Int) throws(FormatError) {
    let byte = bytes[index]
    if byte == 0xEF {
      guard index + 2 < end, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE else { return }
    } else if byte == 0x09 || byte == 0x0A || byte == 0x0D {
      return
    }
    let code =
      byte < 0x20
      ? (byte < 0x10 ? "000" : "00") + String(byte, radix: 16, uppercase: true)
      : bytes[index + 2] == 0xBE ? "FFFE" : "FFFF"
    throw error(.expected("a character of XML", found: "U+\(code)"), at: index)
  }

  /// What stands between `&` and `;`.
  private static func scalar(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let number = UInt32(
        String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      number >= 0x20 || number == 9 || number == 10 || number == 13,
      number != 0xFFFE, number != 0xFFFF
    else { return nil }
    return Unicode.Scalar(number)
  }
}

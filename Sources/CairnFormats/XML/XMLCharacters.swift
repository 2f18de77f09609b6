internal import CairnMemory

extension UInt8 {
  /// Whether the byte is XML white space (2.3), which does not include the form feed.
  internal var isXMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  /// Whether the byte may start a name.
  internal var isXMLNameStart: Bool {
    isLetter || self >= 0x80 || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }

  /// Whether the byte may occur in a name; all bytes of non-ASCII characters may.
  internal var isXMLNameByte: Bool {
    isLetter || isDigit || self >= 0x80 || self == UInt8(ascii: ":") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}

extension Unicode.Scalar {
  /// Whether the character may start a name in XML 1.0, fifth edition (2.3, 4).
  internal var isXMLNameStart: Bool {
    switch value {
    case 0..<0x80: UInt8(value).isXMLNameStart
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
      0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
      0x10000...0xEFFFF:
      true
    default: false
    }
  }

  /// Whether the character may occur in a name (2.3, 4a).
  internal var isXMLNameByte: Bool {
    switch value {
    case 0..<0x80: UInt8(value).isXMLNameByte
    case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: isXMLNameStart
    }
  }
}

extension XMLReader {
  /// Rejects a name that is not valid UTF-8 or contains a non-ASCII character not allowed in names.
  internal mutating func checkName(_ range: Range<Int>, of what: String) throws(FormatError) {
    guard let name = String(valid: Array(bytes[range])) else {
      throw giveUp(.brokenText, at: range.lowerBound)
    }
    var isFirst = true
    for scalar in name.unicodeScalars {
      guard isFirst ? scalar.isXMLNameStart : scalar.isXMLNameByte else {
        throw giveUp(
          .expected("the name of \(what)", found: "\"\(bytes.excerpt(range))\""),
          at: range.lowerBound)
      }
      isFirst = false
    }
  }
}

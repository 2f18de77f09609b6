internal import CairnMemory

extension XMLReader {
  /// Reads `</name>`; returns false if more input is needed.
  internal mutating func readEnd() throws(FormatError) -> Bool {
    var index = position + 2
    guard let start = openStarts.last else { throw expected("an element") }
    let length = openNames.count - start
    if bytes.count - index > length {
      var offset = 0
      while offset < length, bytes[index + offset] == openNames[start + offset] { offset += 1 }
      guard offset == length else { throw expected("</\(openElement.dropFirst())") }
      index += length
      while index < bytes.count, bytes[index].isXMLBlank { index += 1 }
      if index < bytes.count {
        guard bytes[index] == UInt8(ascii: ">") else {
          throw expected("</\(openElement.dropFirst())")
        }
        position = index + 1
        close()
        return true
      }
      if index - position > 1 << 16 { throw expected("</\(openElement.dropFirst())") }
    }
    let waits: Bool? = try wait("a tag")
    return waits ?? false
  }

  internal mutating func close() {
    depth -= 1
    if let start = openStarts.popLast() {
      openNames.removeLast(openNames.count - start)
    }
    scopes.leave(depth: depth)
  }

  /// Whether the current tag is complete; scans each byte only once.
  private mutating func tagIsWhole() -> Bool {
    var index = max(scanned, position)
    while index < bytes.count {
      let byte = bytes[index]
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        scanned = position
        return true
      }
      index += 1
    }
    scanned = index
    return false
  }

  /// Reads `<name attribute="value">`; returns false if more input is needed.
  internal mutating func readStart() throws(FormatError) -> Bool {
    // An incomplete tag is not parsed again until its end has arrived or cannot be converted.
    if scanned > position, !tagIsWhole(), !isFinished, encoding?.problem == nil {
      let waits: Bool? = try wait("a tag")
      return waits ?? false
    }
    guard let (name, isEmpty, end) = try takeTag() else {
      if scanned <= position { quote = 0 }
      _ = tagIsWhole()
      // Otherwise a misplaced quote could hide the end of the tag forever.
      scanned = max(scanned, position + 1)
      let waits: Bool? = try wait("a tag")
      return waits ?? false
    }
    if depth == 0, hasRoot { throw expected("the end of the document") }
    guard depth < Self.depthLimit else { throw giveUp(.tooDeep(limit: Self.depthLimit)) }
    hasRoot = true
    for attribute in element.attributes
    where bytes[attribute.name.lowerBound] == UInt8(ascii: "x") {
      scopes.declare(bytes, attribute, depth: depth)
    }
    element.name = names.number(of: bytes, in: name)
    element.namespace =
      names.hasPrefix(element.name)
      ? scopes.namespace(names.prefix(element.name)) : scopes.plain
    openStarts.append(openNames.count)
    openNames.append(contentsOf: bytes[name])
    depth += 1
    position = end
    scanned = end
    endIsDue = isEmpty
    return true
  }

  /// Parses a tag; returns nil if it is incomplete.
  private mutating func takeTag() throws(FormatError) -> (
    name: Range<Int>, isEmpty: Bool, end: Int
  )? {
    let count = bytes.count
    var index = position + 1
    let start = index
    var letters: UInt8 = 0
    while index < count, bytes[index].isXMLNameByte {
      letters |= bytes[index]
      index += 1
    }
    let name = start..<index
    if start < count, name.isEmpty || !bytes[start].isXMLNameStart {
      throw expected("the name of an element")
    }
    if letters >= 0x80, index < count { try checkName(name, of: "an element") }
    element.attributes.removeAll(keepingCapacity: true)
    while true {
      let gap = index
      while index < count, bytes[index].isXMLBlank { index += 1 }
      guard index < count else { return nil }
      if bytes[index] == UInt8(ascii: ">") { return (name, false, index + 1) }
      if bytes[index] == UInt8(ascii: "/") {
        guard index + 1 < count else { return nil }
        guard bytes[index + 1] == UInt8(ascii: ">") else { throw expected("/>", at: index) }
        return (name, true, index + 2)
      }
      guard gap < index else { throw expected("a space or the end of a tag", at: index) }
      let attribute = index
      letters = 0
      while index < count, bytes[index].isXMLNameByte {
        letters |= bytes[index]
        index += 1
      }
      let attributeName = attribute..<index
      while index < count, bytes[index].isXMLBlank { index += 1 }
      guard index < count else { return nil }
      guard !attributeName.isEmpty, bytes[attribute].isXMLNameStart,
        bytes[index] == UInt8(ascii: "=")
      else { throw expected("an attribute with its value", at: attribute) }
      if letters >= 0x80 { try checkName(attributeName, of: "an attribute") }
      index += 1
      while index < count, bytes[index].isXMLBlank { index += 1 }
      guard index < count else { return nil }
      let mark = bytes[index]
      guard mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else {
        throw expected("a value in quotes", at: index)
      }
      index += 1
      let value = index
      while index < count, bytes[index] != mark, bytes[index] != UInt8(ascii: "<") { index += 1 }
      guard index < count else { return nil }
      guard bytes[index] == mark else { throw expected("a value without <", at: index) }
      try add(Attribute(name: attributeName, value: value..<index))
      index += 1
    }
  }

  private mutating func add(_ attribute: Attribute) throws(FormatError) {
    guard element.attributes.count < Self.attributeLimit else {
      throw giveUp(
        .expected("at most \(Self.attributeLimit) attributes", found: "more"),
        at: attribute.name.lowerBound)
    }
    for other in element.attributes where other.name.count == attribute.name.count {
      let distance = attribute.name.lowerBound - other.name.lowerBound
      var index = other.name.lowerBound
      while index < other.name.upperBound, bytes[index] == bytes[index + distance] { index += 1 }
      if index == other.name.upperBound {
        throw giveUp(
          .expected(
            "an attribute once", found: "a second \"\(bytes.excerpt(attribute.name))\""),
          at: attribute.name.lowerBound)
      }
    }
    element.attributes.append(attribute)
  }
}

extension XMLReader {
  /// Appends the last text with references resolved and line breaks normalized to line feeds.
  ///
  /// - Throws: a recoverable error for a reference to an undefined entity or an invalid character,
  ///   and for a character that XML does not allow.
  package mutating func appendText(to output: inout [UInt8]) throws(FormatError) {
    try append(text, isVerbatim: textIsVerbatim, to: &output)
  }

  /// The value of an attribute with references resolved; each white-space character is replaced by
  /// a space (XML 1.0, 3.3.3) unless it is written as a reference.
  package mutating func value(_ range: Range<Int>) throws(FormatError) -> String {
    var output: [UInt8] = []
    try append(range, isVerbatim: false, isAttribute: true, to: &output)
    guard let text = String(valid: output) else {
      throw error(.brokenText, at: range.lowerBound)
    }
    return text
  }

  private mutating func append(
    _ range: Range<Int>, isVerbatim: Bool, isAttribute: Bool = false, to output: inout [UInt8]
  ) throws(FormatError) {
    let lineBreak = UInt8(ascii: isAttribute ? " " : "\n")
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0xEF { try checkCharacter(at: index, before: range.upperBound) }
      if byte == UInt8(ascii: "\r") {
        output.append(contentsOf: bytes[start..<index])
        if index + 1 >= range.upperBound || bytes[index + 1] != UInt8(ascii: "\n") {
          output.append(lineBreak)
        }
        start = index + 1
      } else if byte < 0x20, isAttribute {
        output.append(contentsOf: bytes[start..<index])
        output.append(UInt8(ascii: " "))
        start = index + 1
      } else if byte == UInt8(ascii: ">"), !isVerbatim, !isAttribute,
        bytes[range.lowerBound..<index].suffix(2).elementsEqual("]]".utf8)
      {
        throw error(.expected("]]&gt;", found: "\"]]>\""), at: index - 2)
      } else if byte == UInt8(ascii: "&"), !isVerbatim {
        output.append(contentsOf: bytes[start..<index])
        let end = endOfReference(index + 1..<range.upperBound)
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

  /// The index of the `;` that ends a reference, which may be long: numbers may have leading zeros.
  private func endOfReference(_ range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound,
      bytes[index].isXMLNameByte || bytes[index] == UInt8(ascii: "#")
    { index += 1 }
    return index < range.upperBound && bytes[index] == UInt8(ascii: ";") ? index : nil
  }

  /// Rejects characters that XML 1.0 does not allow (2.2): most control characters, U+FFFE and
  /// U+FFFF.
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

  /// The character denoted by the text between `&` and `;`.
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

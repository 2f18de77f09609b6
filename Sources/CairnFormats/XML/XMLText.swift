internal import CairnGeodesy

extension [UInt8] {
  /// Appends text as the content of an element.
  ///
  /// Control characters, which XML 1.0 cannot represent, are omitted; writers count them with
  /// `invalidXMLCharacterCount`.
  internal mutating func append(xml text: String) { append(xml: text, inAttribute: false) }

  /// Appends an attribute, preceded by a space.
  internal mutating func append(xmlAttribute name: String, _ value: String) {
    append(UInt8(ascii: " "))
    append(contentsOf: name.utf8)
    append(contentsOf: "=\"".utf8)
    append(xml: value, inAttribute: true)
    append(UInt8(ascii: "\""))
  }

  /// Appends an element with text content.
  internal mutating func append(xmlElement name: String, _ text: String) {
    append(UInt8(ascii: "<"))
    append(contentsOf: name.utf8)
    append(UInt8(ascii: ">"))
    append(xml: text)
    append(xmlEnd: name)
  }

  /// Appends an end tag.
  internal mutating func append(xmlEnd name: String) {
    append(contentsOf: "</".utf8)
    append(contentsOf: name.utf8)
    append(UInt8(ascii: ">"))
  }

  private mutating func append(xml text: String, inAttribute: Bool) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(contentsOf: "&amp;".utf8)
      case "<": append(contentsOf: "&lt;".utf8)
      case ">": append(contentsOf: "&gt;".utf8)
      case "\"" where inAttribute: append(contentsOf: "&quot;".utf8)
      case "\t" where inAttribute: append(contentsOf: "&#9;".utf8)
      case "\n" where inAttribute: append(contentsOf: "&#10;".utf8)
      case "\r": append(contentsOf: "&#13;".utf8)
      case "\t", "\n": append(UInt8(ascii: scalar))
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": break
      default:
        if scalar.isASCII {
          append(UInt8(ascii: scalar))
        } else {
          append(contentsOf: scalar.utf8)
        }
      }
    }
  }
}

extension String {
  /// The number of characters that XML 1.0 cannot represent.
  internal var invalidXMLCharacterCount: Int {
    // Fast path: nearly every text contains no such bytes.
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0xEF }) else { return 0 }
    return unicodeScalars.count { scalar in
      switch scalar {
      case "\t", "\n", "\r": false
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": true
      default: false
      }
    }
  }
}

extension PropertyValue {
  /// The number of characters in the value that XML 1.0 cannot represent.
  internal var invalidXMLCharacterCount: Int {
    switch self {
    case .string(let text): text.invalidXMLCharacterCount
    case .array(let values): values.reduce(0) { $0 + $1.invalidXMLCharacterCount }
    case .object(let members): members.invalidXMLCharacterCount
    case .null, .bool, .integer, .number: 0
    }
  }
}

extension Properties {
  /// The number of characters in names and values that XML 1.0 cannot represent.
  internal var invalidXMLCharacterCount: Int {
    members.reduce(0) { $0 + $1.name.invalidXMLCharacterCount + $1.value.invalidXMLCharacterCount }
  }
}

extension GeoFeature {
  /// The number of characters in the feature that XML 1.0 cannot represent.
  internal var invalidXMLCharacterCount: Int {
    properties.invalidXMLCharacterCount + (identifier?.invalidXMLCharacterCount ?? 0)
  }
}

extension PropertyValue {
  /// The text of a string, number or Boolean; nil for other values.
  internal var plainText: String? {
    switch self {
    case .string(let text): return text
    case .bool(let truth): return truth ? "true" : "false"
    case .integer(let number): return String(number)
    case .number(let number):
      var bytes: [UInt8] = []
      bytes.append(plain: number, fractionDigits: nil)
      return bytes.isEmpty ? number.description : String(decoding: bytes, as: UTF8.self)
    case .null, .array, .object: return nil
    }
  }

  /// The type name from which ``init(xmlType:text:)`` restores the value.
  internal var xmlType: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Creates a value of a type from its text; a string if the text is not valid for the type.
  internal init(xmlType: String, text: String) {
    switch xmlType {
    case "bool" where text == "true": self = true
    case "bool" where text == "false": self = false
    case "null" where text.isEmpty: self = .null
    case "integer":
      self = Int(text).map { .integer($0) } ?? .string(text)
    case "number":
      let bytes = Array(text.utf8)
      self = DecimalNumber.parse(bytes, in: bytes.indices).map { .number($0) } ?? .string(text)
    default: self = .string(text)
    }
  }

  /// Creates a number if the text is its canonical form, otherwise a string.
  ///
  /// Nothing of the text is lost: 7 and -0.5 are numbers; 07, +7, 1e5 and whole numbers beyond 64
  /// bits are not.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - zerosMatter: false to ignore leading zeros and trailing zeros of the fraction, for an
  ///     element that must contain a number according to its schema.
  internal init(exactly text: String, zerosMatter: Bool = true) {
    let value = PropertyValue(numberOrText: text)
    guard let written = value.number == nil ? nil : value.plainText else {
      self = .string(text)
      return
    }
    let isSame = zerosMatter ? written == text : written.plainDigits == text.plainDigits
    self = isSame ? value : .string(text)
  }

  /// Creates a number if the text is one, otherwise a string.
  internal init(numberOrText text: String) {
    let bytes = Array(text.utf8)
    if let whole = Int(text), bytes.first != UInt8(ascii: "+") {
      self = .integer(whole)
    } else if let number = DecimalNumber.parse(bytes, in: bytes.indices) {
      self = .number(number)
    } else {
      self = .string(text)
    }
  }
}

extension String {
  /// A decimal number without plus sign, leading zeros and trailing zeros of the fraction.
  fileprivate var plainDigits: String {
    var text = self[...]
    let isNegative = text.hasPrefix("-")
    if isNegative || text.hasPrefix("+") { text.removeFirst() }
    while text.hasPrefix("0") { text.removeFirst() }
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    if text.isEmpty { return "0" }
    return (isNegative ? "-" : "") + (text.hasPrefix(".") ? "0" : "") + text
  }
}

extension [UInt8] {
  /// Appends a property that the format has no element for as an element with the property's name,
  /// so that other programs can identify it: `<c:height type="integer">`.
  ///
  /// If the name is not valid in XML, falls back to ``append(property:_:)``.
  internal mutating func append(ownElement name: String, _ value: PropertyValue) {
    let bytes = name.utf8
    let isName =
      !["property", "type", "identifier"].contains(name)
      && bytes.first.map { $0.isXMLNameStart } == true
      && bytes.allSatisfy { $0.isXMLNameByte && $0 < 0x80 && $0 != UInt8(ascii: ":") }
    guard isName else { return append(property: name, value) }
    append(contentsOf: "<c:\(name)".utf8)
    if value.text == nil { append(xmlAttribute: "type", value.xmlType) }
    append(UInt8(ascii: ">"))
    appendContent(of: value)
    append(xmlEnd: "c:\(name)")
  }

  /// Appends a property that the format has no element for: `<c:property name="…" type="…">`.
  ///
  /// Arrays and objects are nested, so that a reader of this module restores the value; other
  /// readers skip the element because of its namespace.
  internal mutating func append(property name: String?, _ value: PropertyValue) {
    append(contentsOf: "<c:property".utf8)
    if let name { append(xmlAttribute: "name", name) }
    append(xmlAttribute: "type", value.xmlType)
    append(UInt8(ascii: ">"))
    appendContent(of: value)
    append(xmlEnd: "c:property")
  }

  private mutating func appendContent(of value: PropertyValue) {
    switch value {
    case .array(let values): for value in values { append(property: nil, value) }
    case .object(let members):
      for (name, value) in members.members { append(property: name, value) }
    default: append(xml: value.plainText ?? "")
    }
  }
}

/// Validation of XML Schema times (part 2, 3.2.7 and 3.2.9 to 3.2.11).
internal enum XMLTime {
  /// Whether a text is a `dateTime`: `2026-11-22T09:30:00Z`, with optional fraction and zone.
  internal static func isDateTime(_ text: String) -> Bool {
    var scanner = Scanner(text)
    return scanner.date(parts: 3) && scanner.take("T") && scanner.time() && scanner.zone()
      && scanner.isAtEnd
  }

  /// Whether a text is a `dateTime`, `date`, `gYearMonth` or `gYear`, as KML allows.
  internal static func isAnyDate(_ text: String) -> Bool {
    if isDateTime(text) { return true }
    return (1...3).contains { parts in
      var scanner = Scanner(text)
      return scanner.date(parts: parts) && scanner.zone() && scanner.isAtEnd
    }
  }

  private struct Scanner {
    private var cursor: ByteCursor

    init(_ text: String) {
      // No valid date is longer than 80 bytes.
      let bytes = Array(text.utf8.prefix(80))
      cursor = ByteCursor(bytes, in: bytes.indices)
    }

    var isAtEnd: Bool { cursor.isAtEnd }

    mutating func take(_ mark: Unicode.Scalar) -> Bool { cursor.take(mark) }

    /// Parses a number of exactly the given number of digits; years may have more.
    private mutating func number(_ digits: Int, orMore: Bool = false) -> Int? {
      var value = 0
      var count = 0
      let run = cursor.run { byte in
        guard byte.isDigit, orMore || count < digits else { return false }
        value = (value * 10 + Int(byte - UInt8(ascii: "0"))) % 1_000_000_000
        count += 1
        return true
      }
      return run.count >= digits ? value : nil
    }

    /// Parses a year; with two parts also a month, with three also a day.
    mutating func date(parts: Int) -> Bool {
      _ = take("-")
      let start = cursor.index
      guard let year = number(4, orMore: true) else { return false }
      if cursor.index - start > 4, cursor.bytes[start] == UInt8(ascii: "0") { return false }
      guard parts > 1 else { return true }
      guard take("-"), let month = number(2), 1...12 ~= month else { return false }
      guard parts > 2 else { return true }
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      guard take("-"), let day = number(2) else { return false }
      return 1...days[month - 1] ~= day
    }

    mutating func time() -> Bool {
      guard let hour = number(2), take(":"), let minute = number(2), take(":"),
        let second = number(2)
      else { return false }
      var isRound = minute == 0 && second == 0
      if take(".") {
        let fraction = cursor.run(while: \.isDigit)
        if fraction.isEmpty { return false }
        if !cursor.bytes[fraction].allSatisfy({ $0 == UInt8(ascii: "0") }) { isRound = false }
      }
      return (hour < 24 || hour == 24 && isRound) && minute < 60 && second < 60
    }

    mutating func zone() -> Bool {
      if isAtEnd || take("Z") { return true }
      guard take("+") || take("-"), let hour = number(2), take(":"), let minute = number(2) else {
        return false
      }
      return minute < 60 && (hour < 14 || hour == 14 && minute == 0)
    }
  }
}

internal import CairnGeodesy

/// Takes a `geo:` URI out of a run of bytes by the grammar of RFC 5870, 3.3.
internal struct GeoURIParser {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  /// What is wrong, and at which byte.
  internal struct Problem: Error {
    internal let reason: FormatError.Reason
    internal let index: Int
  }

  internal static func uri(_ bytes: [UInt8], in range: Range<Int>) throws(Problem) -> GeoURI {
    var parser = GeoURIParser(bytes: bytes, end: range.upperBound, index: range.lowerBound)
    return try parser.uri()
  }

  private mutating func uri() throws(Problem) -> GeoURI {
    guard end - index >= 4, bytes.matches("geo:", in: index..<index + 4) else {
      throw expected("\"geo:\"")
    }
    index += 4
    let start = index
    let latitude = try number("a latitude")
    guard take(",") else { throw expected("a comma and a longitude") }
    let longitude = try number("a longitude")
    let altitude = take(",") ? try number("an altitude") : nil
    if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
      throw Problem(reason: reason, index: start)
    }
    if longitude.magnitude > 180 { throw Problem(reason: .outOfRange(longitude), index: start) }

    var uncertainty: Double?
    var parameters: [GeoURI.Parameter] = []
    var namesSystem = false
    while take(";") {
      let start = index
      let name = self.name()
      if bytes.matches("crs", in: name) {
        guard !namesSystem else { throw Problem(reason: Self.once("crs"), index: start) }
        namesSystem = true
        guard take("=") else { throw expected("an equals sign") }
        let system = self.name()
        guard bytes.matches("wgs84", in: system) else {
          throw Problem(
            reason: .expected(
              "the reference system wgs84", found: "\"\(bytes.excerpt(system))\""),
            index: system.lowerBound)
        }
      } else if bytes.matches("u", in: name) {
        guard uncertainty == nil else { throw Problem(reason: Self.once("u"), index: start) }
        guard take("=") else { throw expected("an equals sign") }
        let value = index
        let metres = try number("a number of metres")
        guard metres >= 0 else {
          throw Problem(
            reason: .expected("an uncertainty of 0 or more", found: "\(metres)"), index: value)
        }
        uncertainty = metres
      } else {
        guard !name.isEmpty else { throw expected("the name of a parameter") }
        let value = take("=") ? try self.value() : nil
        let text = String(decoding: bytes[name], as: UTF8.self)
        guard let parameter = GeoURI.Parameter(name: text, value: value) else {
          throw Problem(
            reason: .expected("the name of a parameter", found: "\"\(text)\""), index: start)
        }
        parameters.append(parameter)
      }
    }
    guard index == end else {
      let isQuery = bytes[index] == UInt8(ascii: "?")
      throw expected(isQuery ? "a URI without a query" : "a semicolon or the end")
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard
      let uri = GeoURI(
        place, altitude: altitude, uncertainty: uncertainty, parameters: parameters)
    else { throw Problem(reason: .outOfRange(latitude), index: start) }
    return uri
  }

  private static func once(_ name: String) -> FormatError.Reason {
    .expected("\"\(name)\" once", found: "a second one")
  }

  private func expected(_ what: String) -> Problem {
    guard index < end else { return Problem(reason: .endsWithin("a geo URI"), index: end) }
    return Problem(
      reason: .expected(what, found: "\"\(bytes.excerpt(index..<end))\""), index: index)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard index < end, bytes[index] == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func name() -> Range<Int> {
    let start = index
    while index < end,
      bytes[index].isLetter || bytes[index].isDigit || bytes[index] == UInt8(ascii: "-")
    {
      index += 1
    }
    return start..<index
  }

  /// A number: a minus sign or none, digits, and a point with digits behind it or none.
  private mutating func number(_ what: String) throws(Problem) -> Double {
    let start = index
    while index < end, bytes[index] != UInt8(ascii: ","), bytes[index] != UInt8(ascii: ";") {
      index += 1
    }
    let text = bytes[start..<index]
    guard !text.isEmpty else { throw expected(what) }
    guard text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }),
      text.first != UInt8(ascii: "."), text.last != UInt8(ascii: "."),
      let number = DecimalNumber.parse(bytes, in: start..<index)
    else { throw Problem(reason: .notANumber(bytes.excerpt(start..<index)), index: start) }
    return number
  }

  /// Whether a byte may stand in a value without a percent sign.
  internal static func standsPlain(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || marks.contains(byte)
  }

  /// What RFC 5870 names `mark` and `p-unreserved`.
  private static let marks = Set("[]:&+$-_.!~*'()".utf8)

  /// The value of a parameter with its percent signs resolved.
  private mutating func value() throws(Problem) -> String {
    var value: [UInt8] = []
    let start = index
    while index < end, bytes[index] != UInt8(ascii: ";") {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard end - index > 2, let high = Self.digit(bytes[index + 1]),
          let low = Self.digit(bytes[index + 2])
        else { throw expected("a percent sign with two hexadecimal digits") }
        value.append(high << 4 | low)
        index += 3
      } else if Self.standsPlain(byte) {
        value.append(byte)
        index += 1
      } else {
        throw expected("a character that a URI may hold")
      }
    }
    guard let text = String(validating: value, as: UTF8.self) else {
      throw Problem(reason: .brokenText, index: start)
    }
    return text
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    if byte.isDigit { return byte - UInt8(ascii: "0") }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}

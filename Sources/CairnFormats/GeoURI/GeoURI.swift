public import CairnGeodesy
internal import CairnMemory

/// A `geo:` URI (RFC 5870): a place in WGS 84 with an uncertainty and parameters.
///
/// ```swift
/// let uri = try GeoURI("geo:48.2010,16.3695,183;u=40;name=Karlskirche")
/// uri.coordinate.latitude          // 48.201
/// uri.altitude                     // 183
/// uri.parameters.first?.value      // "Karlskirche"
/// uri.description                  // "geo:48.201,16.3695,183;u=40;name=Karlskirche"
/// ```
///
/// Equality follows the RFC (3.4.4): every longitude at a pole is stored as 0, and -180 as 180.
public struct GeoURI: Hashable, Sendable {
  /// A parameter other than `crs` and `u`.
  public struct Parameter: Hashable, Sendable {
    /// The name in lower case: letters, digits and hyphens.
    public let name: String
    /// The value with percent escapes decoded; nil for a parameter without value.
    public let value: String?

    /// Creates a parameter; returns nil unless the name consists of ASCII letters, digits and
    /// hyphens and is neither `crs` nor `u`.
    public init?(name: String, value: String?) {
      let lower = name.lowercased()
      guard !lower.isEmpty, lower != "crs", lower != "u",
        lower.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      self.name = lower
      self.value = value
    }
  }

  /// The coordinate in degrees.
  public let coordinate: Coordinate
  /// The altitude in meters above the ellipsoid; nil if unknown.
  public let altitude: Double?
  /// The uncertainty of the position in meters, 0 or more; nil if unknown.
  public let uncertainty: Double?
  /// The parameters in order, without `crs` and `u`.
  public var parameters: [Parameter]

  /// Creates a URI; returns nil unless the coordinate is ``Coordinate/isValid``.
  ///
  /// - Parameters:
  ///   - coordinate: the coordinate; its longitude is reduced to -180...180.
  ///   - altitude: meters above the ellipsoid; ignored if it is not finite.
  ///   - uncertainty: meters, 0 or more; ignored for other numbers.
  ///   - parameters: further parameters.
  public init?(
    _ coordinate: Coordinate, altitude: Double? = nil, uncertainty: Double? = nil,
    parameters: [Parameter] = []
  ) {
    guard coordinate.isValid else { return nil }
    let isPole = coordinate.latitude.magnitude == 90
    var longitude = isPole ? 0 : coordinate.longitude.reducedLongitude
    if longitude == -180 { longitude = 180 }
    // Adding zero converts -0.0 to 0.0.
    self.coordinate = Coordinate(latitude: coordinate.latitude + 0, longitude: longitude + 0)
    self.altitude = altitude.flatMap { $0.isFinite ? $0 + 0 : nil }
    self.uncertainty = uncertainty.flatMap { $0.isFinite && $0 >= 0 ? $0 + 0 : nil }
    self.parameters = parameters
  }

  /// Parses a URI.
  ///
  /// - Throws: ``FormatError`` with the byte of the fault, including a reference system other than
  ///   `wgs84`, a longitude beyond 180 degrees, and a query (`?q=`), which the RFC does not
  ///   define and which may name another place.
  public init(_ text: some StringProtocol) throws(FormatError) {
    let bytes = Array(text.utf8)
    do throws(ByteParseError) {
      self = try GeoURIParser.uri(bytes, in: bytes.indices)
    } catch {
      throw FormatError(error.reason, line: 1, byte: error.index)
    }
  }
}

extension GeoURI: CustomStringConvertible {
  /// The text of the URI, with the shortest numbers that read back as the same bits, without
  /// exponents.
  public var description: String {
    var bytes: [UInt8] = []
    bytes.append(uri: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  internal mutating func append(uri: GeoURI, fractionDigits: Int? = nil) {
    func write(_ number: Double, _ bytes: inout [UInt8]) {
      bytes.append(plain: number, fractionDigits: fractionDigits)
    }
    append(contentsOf: "geo:".utf8)
    write(uri.coordinate.latitude, &self)
    append(UInt8(ascii: ","))
    write(uri.coordinate.longitude, &self)
    if let altitude = uri.altitude {
      append(UInt8(ascii: ","))
      write(altitude, &self)
    }
    if let uncertainty = uri.uncertainty {
      append(contentsOf: ";u=".utf8)
      append(plain: uncertainty, fractionDigits: nil)
    }
    for parameter in uri.parameters {
      append(UInt8(ascii: ";"))
      append(contentsOf: parameter.name.utf8)
      guard let value = parameter.value else { continue }
      append(UInt8(ascii: "="))
      for byte in value.utf8 {
        if GeoURIParser.isUnreserved(byte) {
          append(byte)
        } else {
          append(UInt8(ascii: "%"))
          append(Self.hexDigits[Int(byte >> 4)])
          append(Self.hexDigits[Int(byte & 15)])
        }
      }
    }
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  /// Appends a number without an exponent: the shortest that reads back as the same bits, or with a
  /// fixed number of digits after the decimal point.
  ///
  /// - Parameters:
  ///   - number: a finite number; nothing is written for others.
  ///   - fractionDigits: digits after the decimal point, 0 to 15; nil for the shortest exact
  ///     number.
  internal mutating func append(plain number: Double, fractionDigits: Int?) {
    if let fractionDigits, number.magnitude < 1e15 {
      _ = append(number, fractionDigits: fractionDigits)
      return
    }
    let start = count
    guard append(shortest: number) else { return }
    guard let mark = self[start...].firstIndex(of: UInt8(ascii: "e")) else { return }
    let exponent = Int(String(decoding: self[(mark + 1)...], as: UTF8.self)) ?? 0
    let isNegative = self[start] == UInt8(ascii: "-")
    let digits = self[(isNegative ? start + 1 : start)..<mark].filter(\.isDigit)
    // The decimal point of "d.ddde±x" follows the first digit.
    let point = exponent + 1
    removeSubrange((isNegative ? start + 1 : start)...)
    if point <= 0 {
      append(contentsOf: "0.".utf8)
      append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -point))
      append(contentsOf: digits)
      while last == UInt8(ascii: "0") { removeLast() }
    } else {
      append(contentsOf: digits.prefix(point))
      append(
        contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, point - digits.count)))
    }
  }
}

/// Parses a `geo:` URI according to the grammar of RFC 5870, 3.3.
internal struct GeoURIParser {
  private var cursor: ByteCursor
  private var uncertainty: Double?
  private var parameters: [GeoURI.Parameter] = []
  private var includesSRID = false

  private var bytes: [UInt8] { cursor.bytes }

  private init(_ cursor: ByteCursor) { self.cursor = cursor }

  internal static func uri(_ bytes: [UInt8], in range: Range<Int>) throws(ByteParseError) -> GeoURI
  {
    var parser = GeoURIParser(ByteCursor(bytes, in: range))
    return try parser.uri()
  }

  private mutating func uri() throws(ByteParseError) -> GeoURI {
    let scheme = cursor.index..<cursor.index + 4
    guard scheme.upperBound <= cursor.end, bytes.matches("geo:", in: scheme) else {
      throw expected("\"geo:\"")
    }
    cursor.index = scheme.upperBound
    let start = cursor.index
    let latitude = try number("a latitude")
    guard cursor.take(",") else { throw expected("a comma and a longitude") }
    let longitude = try number("a longitude")
    let altitude = cursor.take(",") ? try number("an altitude") : nil
    if let reason = FormatError.Reason(latitude: latitude, longitude: longitude) {
      throw ByteParseError(reason: reason, index: start)
    }
    if longitude.magnitude > 180 {
      throw ByteParseError(reason: .outOfRange(longitude), index: start)
    }
    while cursor.take(";") { try parameter() }
    guard cursor.isAtEnd else {
      let isQuery = bytes[cursor.index] == UInt8(ascii: "?")
      throw expected(isQuery ? "a URI without a query" : "a semicolon or the end")
    }
    let place = Coordinate(latitude: latitude, longitude: longitude)
    guard
      let uri = GeoURI(
        place, altitude: altitude, uncertainty: uncertainty, parameters: parameters)
    else { throw ByteParseError(reason: .outOfRange(latitude), index: start) }
    return uri
  }

  /// Parses a parameter.
  private mutating func parameter() throws(ByteParseError) {
    let start = cursor.index
    let name = self.name()
    if bytes.matches("crs", in: name) {
      guard !includesSRID else { throw ByteParseError(reason: Self.once("crs"), index: start) }
      includesSRID = true
      guard cursor.take("=") else { throw expected("an equals sign") }
      let system = self.name()
      guard bytes.matches("wgs84", in: system) else {
        throw ByteParseError(
          reason: .expected(
            "the reference system wgs84", found: "\"\(bytes.excerpt(system))\""),
          index: system.lowerBound)
      }
    } else if bytes.matches("u", in: name) {
      guard uncertainty == nil else { throw ByteParseError(reason: Self.once("u"), index: start) }
      guard cursor.take("=") else { throw expected("an equals sign") }
      let value = cursor.index
      let meters = try number("a number of meters")
      guard meters >= 0 else {
        throw ByteParseError(
          reason: .expected("an uncertainty of 0 or more", found: "\(meters)"), index: value)
      }
      uncertainty = meters
    } else {
      guard !name.isEmpty else { throw expected("the name of a parameter") }
      let value = cursor.take("=") ? try self.value() : nil
      let text = String(decoding: bytes[name], as: UTF8.self)
      guard let parameter = GeoURI.Parameter(name: text, value: value) else {
        throw ByteParseError(
          reason: .expected("the name of a parameter", found: "\"\(text)\""), index: start)
      }
      parameters.append(parameter)
    }
  }

  private static func once(_ name: String) -> FormatError.Reason {
    .expected("\"\(name)\" once", found: "a second one")
  }

  private func expected(_ what: String) -> ByteParseError {
    let rest = cursor.index..<cursor.end
    guard !rest.isEmpty else {
      return ByteParseError(reason: .endsWithin("a geo URI"), index: cursor.end)
    }
    return ByteParseError(
      reason: .expected(what, found: "\"\(bytes.excerpt(rest))\""), index: rest.lowerBound)
  }

  private mutating func name() -> Range<Int> {
    cursor.run { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Parses a number: an optional minus sign, digits, and an optional point with digits after it.
  private mutating func number(_ what: String) throws(ByteParseError) -> Double {
    let range = cursor.run { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ";") }
    let text = bytes[range]
    guard !text.isEmpty else { throw expected(what) }
    guard text.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }),
      text.first != UInt8(ascii: "."), text.last != UInt8(ascii: "."),
      let number = DecimalNumber.parse(bytes, in: range)
    else {
      throw ByteParseError(reason: .notANumber(bytes.excerpt(range)), index: range.lowerBound)
    }
    return number
  }

  /// Whether a byte may occur in a value without percent encoding.
  internal static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || marks.contains(byte)
  }

  /// The characters that RFC 5870 calls `mark` and `p-unreserved`.
  private static let marks = Set("[]:&+$-_.!~*'()".utf8)

  /// Parses the value of a parameter, decoding percent escapes.
  private mutating func value() throws(ByteParseError) -> String {
    var value: [UInt8] = []
    let start = cursor.index
    while !cursor.isAtEnd, bytes[cursor.index] != UInt8(ascii: ";") {
      let index = cursor.index
      let byte = bytes[index]
      if byte == UInt8(ascii: "%") {
        guard cursor.end - index > 2, let high = bytes[index + 1].hexadecimalValue,
          let low = bytes[index + 2].hexadecimalValue
        else { throw expected("a percent sign with two hexadecimal digits") }
        value.append(high << 4 | low)
        cursor.index += 3
      } else if Self.isUnreserved(byte) {
        value.append(byte)
        cursor.index += 1
      } else {
        throw expected("a character that a URI may hold")
      }
    }
    guard let text = String(valid: value) else {
      throw ByteParseError(reason: .brokenText, index: start)
    }
    return text
  }
}

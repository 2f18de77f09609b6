public import CairnGeodesy

/// A `geo:` URI (RFC 5870): a place in WGS 84, how uncertain it is, and parameters.
///
/// ```swift
/// let uri = try GeoURI("geo:48.2010,16.3695,183;u=40;name=Karlskirche")
/// uri.coordinate.latitude          // 48.201
/// uri.altitude                     // 183
/// uri.parameters.first?.value      // "Karlskirche"
/// uri.description                  // "geo:48.201,16.3695,183;u=40;name=Karlskirche"
/// ```
///
/// Two URIs are equal as the RFC (3.4.4) has it for places: all longitudes of a pole are stored
/// as 0, and -180 as 180.
public struct GeoURI: Hashable, Sendable {
  /// A parameter other than `crs` and `u`.
  public struct Parameter: Hashable, Sendable {
    /// Its name in lower case: letters, digits and hyphens.
    public let name: String
    /// Its value without percent signs; nil for one that is only a name.
    public let value: String?

    /// Makes a parameter.
    ///
    /// - Returns: nil unless the name is made of letters, digits and hyphens of ASCII and is
    ///   neither `crs` nor `u`.
    public init?(name: String, value: String?) {
      let lower = name.lowercased()
      guard !lower.isEmpty, lower != "crs", lower != "u",
        lower.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
      else { return nil }
      self.name = lower
      self.value = value
    }
  }

  /// The place in degrees.
  public let coordinate: Coordinate
  /// Metres above the ellipsoid; nil where not known.
  public let altitude: Double?
  /// How far off the place may be, in metres, 0 or more; nil where not known.
  public let uncertainty: Double?
  /// The parameters in order, without `crs` and `u`.
  public var parameters: [Parameter]

  /// Makes a URI.
  ///
  /// - Parameters:
  ///   - coordinate: the place; its longitude is reduced to -180...180.
  ///   - altitude: metres above the ellipsoid; one that is not finite is left out.
  ///   - uncertainty: metres, 0 or more; another number is left out.
  ///   - parameters: further parameters.
  /// - Returns: nil unless the coordinate is ``Coordinate/isValid``.
  public init?(
    _ coordinate: Coordinate, altitude: Double? = nil, uncertainty: Double? = nil,
    parameters: [Parameter] = []
  ) {
    guard coordinate.isValid else { return nil }
    let isPole = coordinate.latitude.magnitude == 90
    var longitude = isPole ? 0 : coordinate.longitude
    if longitude.magnitude > 180 { longitude.formRemainder(dividingBy: 360) }
    if longitude == -180 { longitude = 180 }
    // Adding zero turns -0.0 into 0.0.
    self.coordinate = Coordinate(latitude: coordinate.latitude + 0, longitude: longitude + 0)
    self.altitude = altitude.flatMap { $0.isFinite ? $0 + 0 : nil }
    self.uncertainty = uncertainty.flatMap { $0.isFinite && $0 >= 0 ? $0 + 0 : nil }
    self.parameters = parameters
  }

  /// Reads a URI.
  ///
  /// - Throws: ``FormatError`` with the byte at which the text is wrong; also for another reference
  ///   system than `wgs84`, for a longitude beyond 180 degrees, and for a query (`?q=`), which is
  ///   no part of the RFC and may name another place.
  public init(_ text: some StringProtocol) throws(FormatError) {
    let bytes = Array(text.utf8)
    do throws(GeoURIParser.Problem) {
      self = try GeoURIParser.uri(bytes, in: bytes.indices)
    } catch {
      throw FormatError(error.reason, line: 1, byte: error.index)
    }
  }
}

extension GeoURI: CustomStringConvertible {
  /// The text of the URI; numbers without exponents, as short as they read back the same.
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
        if GeoURIParser.standsPlain(byte) {
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

  /// Appends a number without an exponent: the shortest that reads back as the same bits, or one
  /// with a count of digits behind the point.
  ///
  /// - Parameter number: a finite number; nothing is written for another.
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
    // The point of "d.ddde±x" stands behind the first digit.
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

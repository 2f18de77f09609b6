/// Reads the point form of ISO 6709, annex H: signed numbers without anything between them.
///
/// Before the point the latitude has 2, 4 or 6 digits and the longitude 3, 5 or 7: degrees,
/// then minutes, then seconds of two digits each.
internal enum ISO6709Reader {
  /// The coordinate, or nil when the text is not of this form at all.
  static func read(_ scalars: [Unicode.Scalar]) throws(CoordinateParsingError) -> Coordinate? {
    var scanner = CoordinateScanner(scalars)
    scanner.skipBlanks()
    guard let latitude = try signedNumber(&scanner), let next = scanner.current,
      next == "+" || CoordinateScanner.isMinus(next)
    else { return nil }
    guard let longitude = try signedNumber(&scanner) else {
      throw scanner.unexpected(expected: "a longitude")
    }
    if let sign = scanner.current, sign == "+" || CoordinateScanner.isMinus(sign) {
      guard try signedNumber(&scanner) != nil else {
        throw scanner.unexpected(expected: "a height in metres")
      }
    }
    try readReferenceSystem(&scanner)
    if scanner.current == "/" { scanner.advance() }
    scanner.skipBlanks()
    guard scanner.current == nil else {
      throw scanner.unexpected(expected: "\"/\" and the end of the text")
    }
    let north = try degrees(latitude, digits: 2, axis: .latitude, limit: 90)
    let east = try degrees(longitude, digits: 3, axis: .longitude, limit: 360)
    return Coordinate(latitude: north, longitude: east)
  }

  private typealias Signed = (number: CoordinateScanner.Number, isNegative: Bool)

  private static func signedNumber(
    _ scanner: inout CoordinateScanner
  ) throws(CoordinateParsingError) -> Signed? {
    guard let sign = scanner.current, sign == "+" || CoordinateScanner.isMinus(sign),
      CoordinateScanner.isDigit(scanner.peek(1))
    else { return nil }
    scanner.advance()
    return (try scanner.number(), sign != "+")
  }

  private static func readReferenceSystem(
    _ scanner: inout CoordinateScanner
  ) throws(CoordinateParsingError) {
    guard scanner.current == "C" else { return }
    let start = scanner.position
    while let scalar = scanner.current, scalar != "/", !scalar.properties.isWhitespace {
      scanner.advance()
    }
    let name = scanner.text(from: start, to: scanner.position)
    guard ["CRSWGS_84", "CRSWGS84", "CRSEPSG:4326"].contains(name.uppercased()) else {
      throw CoordinateParsingError(
        kind: .unsupportedReferenceSystem, position: start, found: name, expected: "CRSWGS_84")
    }
  }

  private static func degrees(
    _ signed: Signed, digits: Int, axis: CoordinateAxis, limit: Double
  ) throws(CoordinateParsingError) -> Double {
    let number = signed.number
    let whole = number.text.prefix { $0 != "." && $0 != "e" }.count
    func error(
      _ kind: CoordinateParsingError.Kind, _ found: String, _ expected: String
    ) -> CoordinateParsingError {
      CoordinateParsingError(
        kind: kind, position: number.start, found: found, expected: expected)
    }
    let parts = (whole - digits) / 2
    guard whole >= digits, (whole - digits) % 2 == 0, parts <= 2, !number.text.contains("e") else {
      throw error(
        .malformedAngle, number.text,
        "\(digits), \(digits + 2) or \(digits + 4) digits of a \(axis.rawValue) before the point,"
          + " or a comma between latitude and longitude")
    }
    let head = Double(number.text.prefix(digits)) ?? .nan
    let middle = Double(number.text.dropFirst(digits).prefix(2)) ?? .nan
    // The last part takes the fraction.
    let tail = number.text.dropFirst(parts == 2 ? digits + 2 : digits)
    let last = CoordinateScanner.Number(
      value: Double(tail) ?? .nan, isWhole: number.isWhole, start: number.start,
      text: String(tail))
    var value: Double
    switch parts {
    case 0:
      value = number.value
    case 1:
      guard last.value < 60 else { throw error(.malformedAngle, number.text, "minutes in 0..<60") }
      value = last.degrees(after: head * 60, unit: 60)
    default:
      guard middle < 60, last.value < 60 else {
        throw error(.malformedAngle, number.text, "minutes and seconds in 0..<60")
      }
      value = last.degrees(after: head * 3600 + middle * 60, unit: 3600)
    }
    if signed.isNegative { value = -value }
    guard abs(value) <= limit else {
      throw error(
        .outOfRange, "\(axis.rawValue) \(value)",
        axis == .latitude ? "a latitude in -90...90" : "a longitude in -360...360")
    }
    return value + 0
  }
}

internal import CairnMemory

/// A parser for the point form of ISO 6709, annex H: signed numbers without separators.
///
/// Before the point the latitude has 2, 4 or 6 digits and the longitude 3, 5 or 7: degrees,
/// then minutes, then seconds of two digits each.
internal struct ISO6709Reader {
  private let bytes: UnsafeByteSpan
  private var position = 0

  /// The position, or nil if the text does not have this form at all.
  ///
  /// Positions in errors count bytes.
  static func read(_ bytes: UnsafeByteSpan) throws(CoordinateParsingError) -> GeodeticPosition? {
    var reader = ISO6709Reader(bytes: bytes)
    return try reader.read()
  }

  private init(bytes: UnsafeByteSpan) {
    self.bytes = bytes
  }

  private mutating func read() throws(CoordinateParsingError) -> GeodeticPosition? {
    skipBlanks()
    guard let latitude = signedNumber(), signLength > 0 else { return nil }
    guard let longitude = signedNumber() else { throw unexpected("a longitude") }
    var height: Double?
    if signLength > 0 {
      guard let number = signedNumber() else { throw unexpected("a height in meters") }
      guard number.token.value <= GeodeticPosition.heightLimit else {
        throw CoordinateParsingError(
          .outOfRange, number.token.start..<number.token.end, of: bytes,
          expected: "a height of at most 10,000 km")
      }
      height = (number.isNegative ? -number.token.value : number.token.value) + 0
    }
    try readReferenceSystem()
    if byte == UInt8(ascii: "/") { position += 1 }
    skipBlanks()
    guard position == bytes.count else { throw unexpected("\"/\" and the end of the text") }
    let north = try degrees(latitude, digits: 2, axis: .latitude, limit: 90)
    let east = try degrees(longitude, digits: 3, axis: .longitude, limit: 360)
    guard (latitude.token.wholeDigits == 2) == (longitude.token.wholeDigits == 3) else {
      let token = latitude.token.wholeDigits == 2 ? latitude.token : longitude.token
      throw CoordinateParsingError(
        .malformedAngle, token.start..<token.end, of: bytes,
        expected: "minutes in both latitude and longitude or in none, as in +5130-00130/")
    }
    return GeodeticPosition(Coordinate(latitude: north, longitude: east), height: height)
  }

  private var byte: UInt8 { bytes.isInBounds(position) ? bytes[position] : 0 }

  private mutating func skipBlanks() {
    while true {
      switch byte {
      case 0x20, 0x09...0x0D: position += 1
      case 0xEF where position == 0 && bytes.count > 2 && bytes[1] == 0xBB && bytes[2] == 0xBF:
        position = 3
      default: return
      }
    }
  }

  /// The length of the sign at the current position; U+2212 may stand for a minus sign.
  private var signLength: Int {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 1
    case 0xE2
    where position + 2 < bytes.count && bytes[position + 1] == 0x88 && bytes[position + 2] == 0x92:
      3
    default: 0
    }
  }

  private typealias Signed = (token: CoordinateToken, isNegative: Bool)

  private mutating func signedNumber() -> Signed? {
    let length = signLength
    let bytes = bytes
    func isDigit(_ index: Int) -> Bool { index < bytes.count && bytes[index] &- 48 < 10 }
    guard length > 0, isDigit(position + length) else { return nil }
    let isNegative = byte != UInt8(ascii: "+")
    position += length
    var token = CoordinateToken(kind: .number, hasGap: false, start: position, end: position)
    var index = position
    func takeDigits() {
      while isDigit(index) {
        token.digits = token.digits &* 10 &+ UInt64(bytes[index] &- 48)
        index += 1
      }
    }
    takeDigits()
    token.wholeDigits = index - position
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      token.isWhole = false
      index += 1
      let start = index
      takeDigits()
      token.fractionDigits = index - start
    }
    token.hasAllDigits = token.wholeDigits + token.fractionDigits <= 19
    token.end = index
    token.value = DecimalNumber.parse(position..<index) { bytes[$0] } ?? .nan
    position = index
    return (token, isNegative)
  }

  private mutating func readReferenceSystem() throws(CoordinateParsingError) {
    guard byte == UInt8(ascii: "C") else { return }
    let start = position
    while position < bytes.count, byte != UInt8(ascii: "/"), byte > 0x20 { position += 1 }
    let name = bytes.text(in: start..<position)
    guard ["CRSWGS_84", "CRSWGS84", "CRSEPSG:4326"].contains(name.uppercased()) else {
      throw CoordinateParsingError(
        kind: .unsupportedReferenceSystem, position: start, found: String(name.prefix(60)),
        expected: "CRSWGS_84")
    }
  }

  private func degrees(
    _ signed: Signed, digits: Int, axis: CoordinateAxis, limit: Double
  ) throws(CoordinateParsingError) -> Double {
    let token = signed.token
    let range = token.start..<token.end
    let value: Double
    if token.wholeDigits == digits {
      value = token.value
    } else {
      guard let packed = token.packedDegrees(digits) else {
        throw CoordinateParsingError(
          .malformedAngle, range, of: bytes,
          expected: "\(digits), \(digits + 2) or \(digits + 4) digits of a \(axis.rawValue) before "
            + "the point, or a comma between latitude and longitude")
      }
      guard !packed.isMalformed else {
        throw CoordinateParsingError(
          .malformedAngle, range, of: bytes, expected: "minutes and seconds in 0..<60")
      }
      value = packed.degrees
    }
    guard value.magnitude <= limit else {
      throw CoordinateParsingError(
        kind: .outOfRange, position: token.start, found: "\(axis.rawValue) \(value)",
        expected: axis == .latitude ? "a latitude in -90...90" : "a longitude in -360...360")
    }
    return (signed.isNegative ? -value : value) + 0
  }

  private func unexpected(_ expected: String) -> CoordinateParsingError {
    var end = min(position + 1, bytes.count)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return CoordinateParsingError(
      .unexpectedCharacter, position..<end, of: bytes, expected: expected)
  }
}

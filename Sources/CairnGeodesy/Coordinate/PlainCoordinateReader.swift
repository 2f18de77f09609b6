/// Reads the plainest form of a coordinate, "48.8584, 2.2945", many times as fast as the reader
/// of all forms does.
///
/// What it reads, it reads as that does, to the last bit. For other forms and for malformed text it
/// returns nil, so that errors are made in one place only.
internal struct PlainCoordinateReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Reads two decimal numbers with a comma or blanks between them.
  static func read(_ text: String) -> Coordinate? {
    var reader = PlainCoordinateReader(text)
    reader.skipBlanks()
    guard let latitude = reader.number() else { return nil }
    let hadBlanks = reader.skipBlanks()
    if reader.byte == UInt8(ascii: ",") {
      reader.position += 1
      reader.skipBlanks()
    } else if !hadBlanks {
      return nil
    }
    guard let longitude = reader.number() else { return nil }
    reader.skipBlanks()
    guard reader.byte == nil, abs(latitude) <= 90, abs(longitude) <= 360 else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private init(_ text: String) {
    bytes = Array(text.utf8)
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = position
    while byte == UInt8(ascii: " ") { position += 1 }
    return position > start
  }

  /// Reads a number with a digit on either side of its point, correctly rounded.
  private mutating func number() -> Double? {
    let start = position
    if byte == UInt8(ascii: "-") { position += 1 }
    guard skipDigits() else { return nil }
    if byte == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    // Zero has no sign.
    return DecimalNumber.parse(start..<position) { bytes[$0] }.map { $0 + 0 }
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte, byte &- UInt8(ascii: "0") < 10 { position += 1 }
    return position > start
  }
}

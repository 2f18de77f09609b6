internal import CairnMemory

/// A parser for the plainest form of a coordinate, "48.8584, 2.2945", many times as fast as the
/// general parser.
///
/// The result is the same as the general reader's, to the last bit. For other forms and for
/// malformed text it returns nil, so that errors are created in one place only.
internal struct PlainCoordinateReader {
  private let bytes: UnsafeByteSpan
  private var position = 0

  /// Reads two decimal numbers with a comma or blanks between them.
  static func read(_ bytes: UnsafeByteSpan) -> Coordinate? {
    var reader = PlainCoordinateReader(bytes: bytes)
    reader.skipBlanks()
    guard let latitude = reader.number() else { return nil }
    let hadBlanks = reader.skipBlanks()
    if reader.byte == UInt8(ascii: ",") {
      reader.position &+= 1
      reader.skipBlanks()
    } else if !hadBlanks {
      return nil
    }
    guard let longitude = reader.number() else { return nil }
    reader.skipBlanks()
    guard reader.position == bytes.count, latitude.magnitude <= 90, longitude.magnitude <= 360
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private init(bytes: UnsafeByteSpan) {
    self.bytes = bytes
  }

  /// The current byte; 0 at the end, which occurs in no form.
  @inline(__always)
  private var byte: UInt8 { bytes.isInBounds(position) ? bytes[position] : 0 }

  @inline(__always) @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = position
    while byte == UInt8(ascii: " ") { position &+= 1 }
    return position > start
  }

  /// Reads a number with a digit on each side of its decimal point, correctly rounded.
  @inline(__always)
  private mutating func number() -> Double? {
    let start = position
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { position &+= 1 }
    var significand: UInt64 = 0
    let whole = digits(&significand)
    // More than three digits are out of range, or have a zero in front: see CoordinateAngle.
    guard whole > 0, whole <= 3 else { return nil }
    var fraction = 0
    if byte == UInt8(ascii: ".") {
      position &+= 1
      fraction = digits(&significand)
      guard fraction > 0 else { return nil }
    }
    // Zero has no sign.
    if whole &+ fraction <= 19, let size = DecimalNumber.nearest(significand, power: 0 &- fraction)
    {
      return (isNegative ? -size : size) + 0
    }
    let bytes = bytes
    return DecimalNumber.parse(start..<position) { bytes[$0] }.map { $0 + 0 }
  }

  /// Consumes digits and returns their count; up to 19 fit.
  @inline(__always)
  private mutating func digits(_ significand: inout UInt64) -> Int {
    let start = position
    while true {
      let digit = byte &- UInt8(ascii: "0")
      guard digit < 10 else { return position &- start }
      significand = significand &* 10 &+ UInt64(digit)
      position &+= 1
    }
  }
}

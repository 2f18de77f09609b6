/// Reads the plainest form of a coordinate, "48.8584, 2.2945", many times as fast as the reader
/// of all forms does.
///
/// What it reads, it reads as that does, to the last bit; it says nil to all else, to mistakes
/// too, so that there is one place that knows what is wrong.
internal struct PlainCoordinateReader {
  private let text: String
  private let bytes: String.UTF8View
  private var position: String.Index

  /// Reads two decimal numbers with a comma or blanks between them.
  static func read(_ text: String) -> Coordinate? {
    var reader = PlainCoordinateReader(text)
    reader.skipBlanks()
    guard let latitude = reader.number() else { return nil }
    let hadBlanks = reader.skipBlanks()
    if reader.byte == UInt8(ascii: ",") {
      reader.advance()
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
    self.text = text
    bytes = text.utf8
    position = bytes.startIndex
  }

  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  private mutating func advance() {
    position = bytes.index(after: position)
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    guard byte == UInt8(ascii: " ") else { return false }
    while byte == UInt8(ascii: " ") { advance() }
    return true
  }

  /// Reads a number, correctly rounded.
  ///
  /// Where its digits, as a whole number, fit into a double, it is one division of two exact
  /// numbers: W. D. Clinger, "How to read floating point numbers accurately", PLDI 1990,
  /// doi:10.1145/93542.93557. The standard library reads longer ones.
  private mutating func number() -> Double? {
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative { advance() }
    let start = position
    var digits: UInt64 = 0
    guard takeDigits(into: &digits) > 0 else { return nil }
    var scale = 1.0
    if byte == UInt8(ascii: ".") {
      advance()
      let count = takeDigits(into: &digits)
      guard count > 0 else { return nil }
      for _ in 0..<min(count, 30) { scale *= 10 }
    }
    var number = Double(digits) / scale
    if digits >= 1 << 53 || scale > 1e22 {
      guard let exact = Double(text[start..<position]) else { return nil }
      number = exact
    }
    // Zero has no sign.
    return (isNegative ? -number : number) + 0
  }

  /// Takes digits, and says how many; those that make a number too great for a double's digits
  /// are taken but not added.
  private mutating func takeDigits(into digits: inout UInt64) -> Int {
    var count = 0
    while let digit = byte.map({ $0 &- UInt8(ascii: "0") }), digit < 10 {
      if digits < 1 << 53 { digits = digits * 10 + UInt64(digit) }
      count += 1
      advance()
    }
    return count
  }
}

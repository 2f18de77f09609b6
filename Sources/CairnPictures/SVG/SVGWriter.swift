/// Writes an SVG document; names and texts are escaped.
internal struct SVGWriter {
  private(set) var bytes: [UInt8] = []
  /// Receives the bytes in chunks; nil to keep them in memory.
  private let send: (([UInt8]) -> Void)?
  private static let pieceSize = 1 << 18

  init(_ send: (([UInt8]) -> Void)? = nil) { self.send = send }

  /// Appends markup without escaping.
  mutating func raw(_ markup: String) {
    bytes.append(contentsOf: markup.utf8)
  }

  /// Appends text with any characters, escaped; characters that XML forbids and line
  /// separators become spaces.
  mutating func text(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22: raw("&quot;")
      case 0x27: raw("&#39;")
      case 0...0x1F, 0x7F...0x9F, 0x2028...0x2029, 0xFFFE...0xFFFF: bytes.append(UInt8(ascii: " "))
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }

  /// Appends a text as a JSON string that is safe within a script element.
  mutating func json(_ text: String) {
    raw("\"")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      // Escapes `<` and `&`, which could end the script, and all line terminators of JavaScript.
      case 0...0x1F, 0x26, 0x3C, 0x3E, 0x7F...0x9F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    raw("\"")
  }

  /// Appends a number of pixels with at most one decimal; `leadingZero` writes a 0 before the
  /// point, as JSON requires.
  mutating func number(_ value: Double, leadingZero: Bool = false) {
    tenths(Self.tenths(value), leadingZero: leadingZero)
  }

  /// A number of pixels, rounded to tenths.
  static func tenths(_ value: Double) -> Int {
    value.isFinite ? Int(min(max((value * 10).rounded(), -1e9), 1e9)) : 0
  }

  private mutating func tenths(_ value: Int, leadingZero: Bool = false) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 10)
    if whole > 0 || rest == 0 || leadingZero { raw(String(whole)) }
    if rest > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest))
    }
  }

  /// Appends an attribute with a number.
  mutating func attribute(_ name: String, _ value: Double) {
    raw(" \(name)=\"")
    number(value)
    raw("\"")
  }

  /// Appends the data of a path: its lines as relative steps between points rounded to tenths of a
  /// pixel, so that rounding errors do not accumulate.
  mutating func path(_ lines: [[PlanePoint]], isClosed: Bool) {
    var position = (x: 0, y: 0)
    for line in lines {
      var isFirst = true
      var start = position
      var count = 0
      for point in line {
        let next = (x: Self.tenths(point.x), y: Self.tenths(point.y))
        let step = (x: next.x - position.x, y: next.y - position.y)
        if !isFirst, step == (0, 0) { continue }
        // One `l` is enough for all following pairs of the line.
        if isFirst { raw(bytes.last == UInt8(ascii: "\"") ? "M" : "m") }
        if count == 1 { raw("l") }
        if count > 1, step.x >= 0 { bytes.append(UInt8(ascii: " ")) }
        tenths(step.x)
        if step.y >= 0 { bytes.append(UInt8(ascii: " ")) }
        tenths(step.y)
        position = next
        if isFirst { start = next }
        isFirst = false
        count += 1
      }
      if isClosed, count > 0 {
        raw("z")
        position = start
      }
    }
  }

  /// Appends points as lines without length, which are drawn as dots by round line caps.
  mutating func dots(_ points: some Sequence<DotLayer.Dot>) {
    var position = (x: 0, y: 0)
    for point in points {
      let next = (x: Int(point.x), y: Int(point.y))
      raw("m")
      tenths(next.x - position.x)
      if next.y >= position.y { bytes.append(UInt8(ascii: " ")) }
      tenths(next.y - position.y)
      raw("h0")
      position = next
    }
  }

  /// Passes the bytes written so far to the receiver, if there is one and they fill a chunk.
  mutating func sendIfLarge() {
    guard let send, bytes.count >= Self.pieceSize else { return }
    send(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

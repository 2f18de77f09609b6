internal import CairnMemory

/// Writes JSON (RFC 8259) into a growing buffer, including commas and escapes.
///
/// The caller writes values in order; the writer inserts commas. The output is identical on every
/// platform: numbers are the shortest that read back as the same bits, and nothing is sorted or
/// dropped.
///
/// ```swift
/// var json = JSONWriter()
/// json.beginArray(onLines: true)
/// json.beginObject()
/// json.member("name", "Sydney")
/// json.member("distance_m", 1234.5)
/// json.endObject()
/// json.endArray()
/// String(decoding: json.bytes, as: UTF8.self)
/// // [
/// // {"name":"Sydney","distance_m":1234.5}
/// // ]
/// ```
///
/// A long output can be sent in pieces, see ``drain()``.
public struct JSONWriter: Sendable {
  /// The bytes written and not yet drained, as UTF-8.
  public internal(set) var bytes: [UInt8] = []

  /// The state of an open container: whether it has elements, and whether they are on separate
  /// lines.
  internal struct Container: Sendable {
    internal var isEmpty = true
    internal var onLines: Bool
  }

  internal var containers: [Container] = []

  /// True between a key and its value, where no comma is due.
  internal var followsKey = false

  /// Creates a writer without output.
  public init() {}

  /// The number of open arrays and objects.
  public var depth: Int { containers.count }

  /// Returns the bytes written so far, leaving an empty buffer.
  ///
  /// - Returns: the bytes since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }

  /// Writes the comma or line break required before the next value or key.
  internal mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = containers.indices.last else { return }
    if !containers[last].isEmpty { bytes.append(UInt8(ascii: ",")) }
    if containers[last].onLines { bytes.append(UInt8(ascii: "\n")) }
    containers[last].isEmpty = false
  }

  private mutating func begin(_ mark: Unicode.Scalar, onLines: Bool) {
    separate()
    bytes.append(UInt8(ascii: mark))
    containers.append(Container(onLines: onLines))
  }

  private mutating func end(_ mark: Unicode.Scalar) {
    precondition(!followsKey, "A key has no value.")
    if let container = containers.popLast(), container.onLines, !container.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(UInt8(ascii: mark))
  }
}

extension JSONWriter {
  /// Opens an array.
  ///
  /// - Parameter onLines: whether each element starts on a separate line.
  public mutating func beginArray(onLines: Bool = false) {
    begin("[", onLines: onLines)
  }

  /// Closes the array opened last.
  public mutating func endArray() {
    end("]")
  }

  /// Opens an object.
  ///
  /// - Parameter onLines: whether each member starts on a separate line.
  public mutating func beginObject(onLines: Bool = false) {
    begin("{", onLines: onLines)
  }

  /// Closes the object opened last.
  public mutating func endObject() {
    end("}")
  }

  /// Writes the name of a member; its value must follow.
  ///
  /// - Parameter name: any string; it is escaped.
  public mutating func key(_ name: String) {
    separate()
    bytes.append(jsonString: name)
    bytes.append(UInt8(ascii: ":"))
    followsKey = true
  }
}

extension JSONWriter {
  /// Writes a string, quoted and escaped.
  public mutating func value(_ text: String) {
    separate()
    bytes.append(jsonString: text)
  }

  /// Writes the shortest number that reads back as the same bits.
  ///
  /// - Parameter number: a number; NaN and infinities, which JSON cannot represent, become `null`.
  public mutating func value(_ number: Double) {
    separate()
    if !bytes.append(shortest: number) { bytes.append(contentsOf: "null".utf8) }
  }

  /// Writes a number rounded to a number of digits after the decimal point.
  ///
  /// - Parameters:
  ///   - number: a number; NaN and infinities, which JSON cannot represent, become `null`.
  ///   - fractionDigits: the digits after the decimal point, 0 to 15, including trailing zeros.
  public mutating func value(_ number: Double, fractionDigits: Int) {
    separate()
    if !bytes.append(number, fractionDigits: fractionDigits) {
      bytes.append(contentsOf: "null".utf8)
    }
  }

  /// Writes a whole number.
  public mutating func value(_ number: Int) {
    separate()
    bytes.append(decimal: number)
  }

  /// Writes `true` or `false`.
  public mutating func value(_ truth: Bool) {
    separate()
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes any value; a floating-point number stays distinguishable from an integer: 1 becomes
  /// `1.0`.
  ///
  /// The output reads back as the same value, except for NaN and infinities, which JSON cannot
  /// represent and which become `null`.
  public mutating func value(_ value: PropertyValue) {
    switch value {
    case .null: null()
    case .bool(let truth): self.value(truth)
    case .integer(let number): self.value(number)
    case .number(let number):
      separate()
      bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    case .string(let text): self.value(text)
    case .array(let values):
      beginArray()
      for value in values { self.value(value) }
      endArray()
    case .object(let properties):
      separate()
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in properties.members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(jsonString: member.name)
        bytes.append(UInt8(ascii: ":"))
        // Suppresses the comma.
        followsKey = true
        self.value(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Writes a member of an object: a name and a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  /// Writes a member of an object: a name and a string, or `null` for nil.
  public mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// Writes a member of an object: a name and a number.
  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  /// Writes a member of an object: a name and a number rounded to a number of digits.
  public mutating func member(_ name: String, _ number: Double, fractionDigits: Int) {
    key(name)
    value(number, fractionDigits: fractionDigits)
  }

  /// Writes a member of an object: a name and a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  /// Writes a member of an object: a name and a Boolean.
  public mutating func member(_ name: String, _ truth: Bool) {
    key(name)
    value(truth)
  }
}

extension [UInt8] {
  /// Appends a JSON string: quoted, with `"`, `\` and control characters escaped.
  internal mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    let isPlain = text.withBytes { bytes in
      guard bytes.isPlainJSON else { return false }
      append(bytes, 0..<bytes.count)
      return true
    }
    if isPlain { return append(UInt8(ascii: "\"")) }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0x08: append(contentsOf: "\\b".utf8)
      case 0x09: append(contentsOf: "\\t".utf8)
      case 0x0A: append(contentsOf: "\\n".utf8)
      case 0x0C: append(contentsOf: "\\f".utf8)
      case 0x0D: append(contentsOf: "\\r".utf8)
      case ..<0x20, 0x7F:
        append(contentsOf: "\\u00".utf8)
        append(hexadecimal: byte >> 4)
        append(hexadecimal: byte & 15)
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(hexadecimal digit: UInt8) {
    append(digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10)
  }
}

extension UnsafeByteSpan {
  /// Whether the text can be written in JSON without escapes.
  @inline(__always)
  internal var isPlainJSON: Bool {
    var at = 0
    while at &+ 8 <= count {
      if word(at: at).hasEscape { return false }
      at &+= 8
    }
    while at < count {
      let byte = self[at]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
        return false
      }
      at &+= 1
    }
    return true
  }
}

extension UInt64 {
  /// Whether one of its eight bytes is a quote, a backslash or a control character.
  ///
  /// A byte is zero if subtracting one borrows and its high bit was not set (Mycroft). False
  /// positives above a zero byte do not matter here.
  @inline(__always)
  fileprivate var hasEscape: Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    let controls = (self &- ones &* 0x20) & ~self
    let quotes = zeros(self ^ ones &* 0x22)
    let slashes = zeros(self ^ ones &* 0x5C)
    let deletes = zeros(self ^ ones &* 0x7F)
    // `&` and `&*` have the same precedence: the parentheses are required.
    return (controls | quotes | slashes | deletes) & (ones &* 0x80) != 0
  }
}

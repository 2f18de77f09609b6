extension JSONWriter {
  /// Writes a string, quoted and escaped.
  public mutating func value(_ text: String) {
    separate()
    bytes.append(jsonString: text)
  }

  /// Writes the shortest number that reads back as the same bits.
  ///
  /// - Parameter number: a NaN or an infinity, which JSON cannot name, becomes `null`.
  public mutating func value(_ number: Double) {
    separate()
    if !bytes.append(shortest: number) { bytes.append(contentsOf: "null".utf8) }
  }

  /// Writes a number rounded to a count of digits behind the point.
  ///
  /// - Parameters:
  ///   - number: a NaN or an infinity, which JSON cannot name, becomes `null`.
  ///   - fractionDigits: how many digits follow the point, 0 to 15; all of them are written.
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

  /// Writes any value; a number keeps that it is no integer: 1 becomes `1.0`.
  ///
  /// What is written reads back as the same value, but for a NaN or an infinity, which JSON cannot
  /// name and which become `null`.
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
      beginObject()
      for member in properties.members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Writes a member of an object: a name and a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    value(text)
  }

  /// Writes a member of an object: a name and a string, or `null` for none.
  public mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }

  /// Writes a member of an object: a name and a number.
  public mutating func member(_ name: String, _ number: Double) {
    key(name)
    value(number)
  }

  /// Writes a member of an object: a name and a number rounded to a count of digits.
  public mutating func member(_ name: String, _ number: Double, fractionDigits: Int) {
    key(name)
    value(number, fractionDigits: fractionDigits)
  }

  /// Writes a member of an object: a name and a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  /// Writes a member of an object: a name and a truth value.
  public mutating func member(_ name: String, _ truth: Bool) {
    key(name)
    value(truth)
  }
}

extension [UInt8] {
  /// Appends a JSON string: quoted, with `"`, `\` and control characters escaped.
  internal mutating func append(jsonString text: String) {
    append(UInt8(ascii: "\""))
    if text.isPlainJSON {
      append(contentsOf: text.utf8)
      append(UInt8(ascii: "\""))
      return
    }
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

extension String {
  /// Whether the text stands in JSON as it is, without an escape.
  fileprivate var isPlainJSON: Bool {
    utf8.allSatisfy { byte in
      byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }
  }
}

internal import CairnMemory

extension PropertyValue {
  /// Parses a JSON text (RFC 8259): one value surrounded by white space.
  ///
  /// ```swift
  /// let value = try PropertyValue(json: Array(#"{"height": 2962, "snow": true}"#.utf8))
  /// ```
  ///
  /// Whole numbers that fit become integers, all other numbers the nearest doubles. A whole number
  /// that a double would change, such as the identifier 18446744073709551615, becomes text. A byte
  /// order mark at the start is skipped.
  ///
  /// - Throws: ``FormatError`` with line and byte for invalid JSON, for strings that are not valid
  ///   UTF-8 or contain an unpaired surrogate, for a number beyond the range of a double, and for
  ///   more than 128 nested arrays and objects.
  /// - Complexity: O(bytes).
  public init(json bytes: [UInt8]) throws(FormatError) {
    var input = JSONInput()
    input.append(bytes)
    input.finish()
    do throws(JSONFault) {
      let value = try input.read { cursor throws(JSONFault) in
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { cursor.position = 3 }
        cursor.skipSpace()
        let value = try cursor.value()
        cursor.skipSpace()
        guard cursor.position == bytes.count else {
          throw JSONFault(.syntax(.end), at: cursor.position)
        }
        return value
      }
      self = value ?? .null
    } catch {
      throw input.error(error, within: "a value")
    }
  }

  /// The array or object of which the string is the JSON text; any other value itself.
  internal var structureOfJSON: PropertyValue {
    guard let bytes = text?.utf8, let first = bytes.first,
      first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return self }
    return (try? PropertyValue(json: Array(bytes))) ?? self
  }
}

extension PropertyValue {
  /// Creates the value of a whole number that is not an `Int`: the nearest double if it is written
  /// with the same digits, else the text.
  internal init(wholeNumber text: String, nearest: Double) {
    func digits(_ text: String) -> Substring {
      var digits = text.prefix { $0 != "e" }.filter { $0.isNumber }[...]
      while digits.last == "0" { digits.removeLast() }
      return digits
    }
    self = digits(text) == digits(nearest.description) ? .number(nearest) : .string(text)
  }
}

extension JSONCursor {
  /// Reads any value.
  ///
  /// If a member name is repeated, the last value wins.
  internal mutating func value(depth: Int = 0) throws(JSONFault) -> PropertyValue {
    switch try peek() {
    case UInt8(ascii: "\""): return .string(text(try string()))
    case UInt8(ascii: "{"): return .object(try object(depth: depth))
    case UInt8(ascii: "["):
      guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: position) }
      var values: [PropertyValue] = []
      try elements { cursor throws(JSONFault) in
        values.append(try cursor.value(depth: depth + 1))
      }
      return .array(values)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try numberValue()
    case UInt8(ascii: "t"):
      try skip(literal: "true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try skip(literal: "false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try skip(literal: "null")
      return .null
    default: throw JSONFault(.syntax(.value), at: position)
    }
  }

  private mutating func numberValue() throws(JSONFault) -> PropertyValue {
    let number = try number()
    if let integer = integer(number) { return .integer(integer) }
    let value = try double(number)
    // Fewer digits are only those of -0.
    guard number.isWhole, number.digits >= 19 else { return .number(value) }
    return PropertyValue(wholeNumber: bytes.text(in: number.range), nearest: value)
  }

  /// Reads an object, whose opening brace is at the position.
  internal mutating func object(depth: Int = 0) throws(JSONFault) -> Properties {
    guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: position) }
    var properties = Properties()
    try members { cursor, key throws(JSONFault) in
      let name = cursor.text(key)
      properties[name] = try cursor.value(depth: depth + 1)
    }
    return properties
  }

  /// Skips any value and checks it.
  ///
  /// - Parameter checksText: false to accept strings that are not valid UTF-8.
  /// - Throws: a fault for invalid JSON, and beyond ``depthLimit`` nested containers.
  internal mutating func skipValue(checksText: Bool = true) throws(JSONFault) {
    var depth = 0
    var kinds = ContainerStack()
    while true {
      var isWhole = true
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: position) }
        let isObject = byte == UInt8(ascii: "{")
        if try opens(before: isObject ? "}" : "]") {
          depth &+= 1
          kinds.open(isObject)
          if isObject { _ = try name(checksText: checksText) }
          isWhole = false
        }
      case UInt8(ascii: "\""): _ = try string(checksText: checksText)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
      case UInt8(ascii: "t"): try skip(literal: "true")
      case UInt8(ascii: "f"): try skip(literal: "false")
      case UInt8(ascii: "n"): try skip(literal: "null")
      default: throw JSONFault(.syntax(.value), at: position)
      }
      while isWhole {
        if depth == 0 { return }
        let isObject = kinds.isObject
        let continues =
          try isObject
          ? continues(before: "}", .commaOrBrace) : continues(before: "]", .commaOrBracket)
        if continues {
          if isObject { _ = try name(checksText: checksText) }
          isWhole = false
        } else {
          depth &-= 1
          kinds.close()
        }
      }
    }
  }
}

/// A bit for each of up to 128 open containers, innermost lowest: whether it is an object.
private struct ContainerStack {
  private var inner: UInt64 = 0
  private var outer: UInt64 = 0

  var isObject: Bool { inner & 1 != 0 }

  mutating func open(_ isObject: Bool) {
    outer = outer &<< 1 | inner &>> 63
    inner = inner &<< 1 | (isObject ? 1 : 0)
  }

  mutating func close() {
    inner = inner &>> 1 | outer &<< 63
    outer &>>= 1
  }
}

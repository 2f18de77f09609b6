internal import CairnFormats
internal import CairnMemory

/// A position in a protocol buffer message, with the wire format's primitives.
///
/// Source: <https://protobuf.dev/programming-guides/encoding/>. Every read checks its bounds: the
/// bytes are untrusted.
internal struct ProtobufCursor {
  internal let bytes: UnsafeByteSpan
  internal var position: Int
  internal let end: Int
  /// The offset of the block in the file, for errors.
  internal let origin: Int

  /// A field's number and wire type.
  internal struct Field {
    internal let number: Int
    internal let wire: Int
  }

  /// The wire types of variable-length integers and of length-delimited fields.
  internal static let varint = 0
  internal static let delimited = 2
  /// The nesting depth of unknown groups.
  private static let groupLimit = 64

  internal init(_ bytes: UnsafeByteSpan, _ range: Range<Int>, origin: Int) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
    self.origin = origin
  }

  /// Creates a cursor for a part of the same bytes.
  internal func part(_ range: Range<Int>) -> ProtobufCursor {
    ProtobufCursor(bytes, range, origin: origin)
  }

  @inline(__always)
  internal var isAtEnd: Bool { position >= end }

  internal func invalid(_ what: String) -> OSMError { OSMError(.invalid(what), byte: origin) }

  /// Reads a variable-length integer of at most ten bytes.
  @inline(__always)
  internal mutating func varint() throws(OSMError) -> UInt64 {
    if position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        position &+= 1
        return UInt64(byte)
      }
    }
    return try longVarint()
  }

  @inline(never)
  private mutating func longVarint() throws(OSMError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = bytes[position]
      position &+= 1
      // The tenth byte is the last one, with a single bit.
      if shift == 63, byte > 1 { throw invalid("an integer has more than 64 bits") }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw OSMError(.endsWithin("an integer of a block"), byte: origin)
  }

  /// Reads the key of the next field; nil at the end of the message.
  internal mutating func field() throws(OSMError) -> Field? {
    if isAtEnd { return nil }
    let key = try varint()
    guard key >> 3 > 0, key >> 3 < 1 << 29 else { throw invalid("a field has the number 0") }
    return Field(number: Int(key >> 3), wire: Int(key & 7))
  }

  /// Reads the length of a length-delimited field, and skips its bytes.
  ///
  /// - Returns: the range of the bytes.
  internal mutating func range() throws(OSMError) -> Range<Int> {
    let length = try varint()
    guard length <= UInt64(end - position) else {
      throw invalid("a field is longer than the message that contains it")
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  /// Reads a length-delimited field as a message.
  internal mutating func message() throws(OSMError) -> ProtobufCursor { part(try range()) }

  /// Reads a length-delimited field as text.
  internal mutating func text() throws(OSMError) -> String {
    let range = try range()
    guard bytes.firstInvalidUTF8(in: range) == nil else { throw invalid("a text is not UTF-8") }
    return bytes.text(in: range)
  }

  /// Skips the value of a field.
  internal mutating func skip(_ field: Field) throws(OSMError) {
    var groups: [Int] = []
    var field = field
    while true {
      switch field.wire {
      case 0: _ = try varint()
      case 1: try skip(bytes: 8)
      case 2: _ = try range()
      case 3:
        guard groups.count < Self.groupLimit else { throw invalid("groups are nested too deeply") }
        groups.append(field.number)
      case 4:
        guard groups.popLast() == field.number else { throw invalid("a group has no start") }
      case 5: try skip(bytes: 4)
      default: throw invalid("a field has the unknown wire type \(field.wire)")
      }
      if groups.isEmpty { return }
      guard let next = try self.field() else { throw invalid("a group has no end") }
      field = next
    }
  }

  private mutating func skip(bytes count: Int) throws(OSMError) {
    guard end - position >= count else { throw OSMError(.endsWithin("a field"), byte: origin) }
    position += count
  }
}

extension ProtobufCursor {
  /// Reads an occurrence of a repeated integer field, which is packed into one field or repeated;
  /// both are valid, and may be mixed.
  ///
  /// - Parameters:
  ///   - field: the field.
  ///   - body: called with each integer.
  /// - Returns: false, without reading, if the wire type is not that of integers.
  /// - Throws: ``OSMError`` if the field is damaged, and the error of `body`.
  @inline(__always)
  internal mutating func integers(
    _ field: Field, _ body: (UInt64) throws(OSMError) -> Void
  ) throws(OSMError) -> Bool {
    switch field.wire {
    case Self.delimited:
      var packed = try message()
      while !packed.isAtEnd { try body(try packed.varint()) }
    case Self.varint: try body(try varint())
    default: return false
    }
    return true
  }
}

extension Int64 {
  /// Decodes a zigzag-encoded integer.
  @inline(__always)
  internal init(zigzag value: UInt64) {
    self = Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }
}

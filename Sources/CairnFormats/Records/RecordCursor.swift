internal import CairnGeodesy

/// Reads what ``RecordFormat`` describes; nil where the bytes are no record.
internal struct RecordCursor {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int

  /// A cursor at the start of some bytes.
  internal init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  internal var isAtEnd: Bool { position == end }

  /// What stands before the members.
  internal struct Head {
    var coordinate: Coordinate?
    var elevation: Double?
    var identifier: PropertyValue?
  }

  /// The coordinate of a record, which stands before all else.
  internal static func coordinate(_ bytes: [UInt8], in range: Range<Int>) -> Coordinate {
    var cursor = RecordCursor(bytes, in: range)
    guard let flags = cursor.flags(), flags & RecordFormat.hasCoordinate != 0,
      let latitude = cursor.number(), let longitude = cursor.number()
    else { return Coordinate(latitude: .nan, longitude: .nan) }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func flags() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  internal mutating func head() -> Head? {
    guard let flags = flags() else { return nil }
    var head = Head()
    if flags & RecordFormat.hasCoordinate != 0 {
      guard let latitude = number(), let longitude = number() else { return nil }
      head.coordinate = Coordinate(latitude: latitude, longitude: longitude)
      if flags & RecordFormat.hasElevation != 0 {
        guard let elevation = number() else { return nil }
        head.elevation = elevation
      }
    }
    if flags & RecordFormat.hasIdentifier != 0 {
      guard let tag = group(), let value = value(tag, depth: 0) else { return nil }
      head.identifier = value
    }
    return head
  }

  /// The number of the next member's name and its value.
  internal mutating func member() -> (name: Int, value: PropertyValue)? {
    guard let key = group(), let name = Int(exactly: key >> 3),
      let value = value(key & 7, depth: 0)
    else { return nil }
    return (name, value)
  }

  private mutating func value(_ tag: UInt64, depth: Int) -> PropertyValue? {
    guard depth < RecordFormat.depthLimit else { return nil }
    switch RecordFormat.Tag(rawValue: tag) {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .integer:
      guard let bits = group() else { return nil }
      let number = Int64(truncatingIfNeeded: bits >> 1) ^ -Int64(truncatingIfNeeded: bits & 1)
      // A file from elsewhere may hold what this system's `Int` does not.
      return Int(exactly: number).map { .integer($0) } ?? .number(Double(number))
    case .number: return number().map(PropertyValue.number)
    case .string: return text().map(PropertyValue.string)
    case .array:
      // Each value takes a byte at least, so no count can ask for much room.
      guard let count = count() else { return nil }
      var values: [PropertyValue] = []
      for _ in 0..<count {
        guard let tag = group(), let value = value(tag, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .object:
      guard let count = count() else { return nil }
      var properties = Properties()
      for _ in 0..<count {
        guard let name = text(), let tag = group(), let value = value(tag, depth: depth + 1) else {
          return nil
        }
        properties.append(new: name, value)
      }
      return .object(properties)
    case nil: return nil
    }
  }

  internal mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
  }

  /// A count of things that take at least a byte each.
  internal mutating func count() -> Int? {
    guard let count = group(), count <= UInt64(end - position) else { return nil }
    return Int(count)
  }

  internal mutating func group() -> UInt64? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      guard position < end else { return nil }
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }

  internal mutating func number() -> Double? {
    guard end - position >= 8 else { return nil }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return Double(bitPattern: bits)
  }
}

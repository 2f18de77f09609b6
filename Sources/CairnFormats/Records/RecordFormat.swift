package import CairnGeodesy
internal import CairnMemory

/// The compact binary encoding of a feature as a record.
///
/// ```
/// flags       1 byte: 1 a coordinate, 2 an elevation, 4 an identifier
/// coordinate  latitude and longitude, Float64 each
/// elevation   Float64
/// identifier  tag and value
/// members     each: number of its name × 8 + tag, and value
/// ```
///
/// Numbers are little-endian; tags, numbers of names, counts and lengths are unsigned in groups of
/// seven bits, the lowest first, with the high bit set in all but the last.
internal enum RecordFormat {
  static let hasCoordinate: UInt8 = 1
  static let hasElevation: UInt8 = 2
  static let hasIdentifier: UInt8 = 4

  /// The encoding of a value: no further bytes for the first three; a zigzag integer; Float64; a
  /// length and UTF-8; a count and values; a count and texts with values.
  enum Tag: UInt64 {
    case null, no, yes, integer, number, string, array, object
  }

  /// The maximum nesting depth of values when reading, as for JSON.
  static let depthLimit = JSONCursor.depthLimit
}

extension [UInt8] {
  /// Appends a feature; `number` returns the number of a member's name.
  package mutating func append(record feature: GeoFeature, number: (String) -> Int) {
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry { position = point }
    append(recordAt: position, hasIdentifier: feature.identifier != nil)
    if let identifier = feature.identifier { append(identifier, below: 0) }
    for (name, value) in feature.properties.members {
      append(value, below: UInt64(number(name)) << 3)
    }
  }

  /// Appends the start of a record, before its identifier and members.
  internal mutating func append(
    recordAt position: GeoFeature.Position?, hasIdentifier: Bool = false
  ) {
    var flags: UInt8 = 0
    if let position {
      flags |= RecordFormat.hasCoordinate
      if position.elevation != nil { flags |= RecordFormat.hasElevation }
    }
    if hasIdentifier { flags |= RecordFormat.hasIdentifier }
    append(flags)
    guard let position else { return }
    append(littleEndian: position.coordinate.latitude)
    append(littleEndian: position.coordinate.longitude)
    if let elevation = position.elevation { append(littleEndian: elevation) }
  }

  /// Appends a string from a range of bytes, with additional high bits above its tag.
  internal mutating func append(text bytes: UnsafeByteSpan, _ range: Range<Int>, below high: UInt64)
  {
    append(group: high | RecordFormat.Tag.string.rawValue)
    append(group: UInt64(range.count))
    append(bytes, range)
  }

  /// Appends a tag, with additional high bits above its three bits, and the value.
  internal mutating func append(_ value: PropertyValue, below high: UInt64) {
    func tag(_ tag: RecordFormat.Tag) -> UInt64 { high | tag.rawValue }
    switch value {
    case .null: append(group: tag(.null))
    case .bool(let flag): append(group: tag(flag ? .yes : .no))
    case .integer(let number):
      append(group: tag(.integer))
      let number = Int64(number)
      append(group: UInt64(bitPattern: number << 1 ^ number >> 63))
    case .number(let number):
      append(group: tag(.number))
      append(littleEndian: number)
    case .string(let text):
      append(group: tag(.string))
      append(text: text)
    case .array(let values):
      append(group: tag(.array))
      append(group: UInt64(values.count))
      for value in values { append(value, below: 0) }
    case .object(let properties):
      append(group: tag(.object))
      append(group: UInt64(properties.members.count))
      for (name, value) in properties.members {
        append(text: name)
        append(value, below: 0)
      }
    }
  }

  /// Appends a length and a text.
  internal mutating func append(text: String) {
    append(group: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  internal mutating func append(littleEndian number: Double) {
    append(atMost: 8) { buffer in
      buffer.store(number.bitPattern.littleEndian, at: 0)
      return 8
    }
  }
}

/// Reads records in the encoding of ``RecordFormat``; nil if the bytes are not a record.
package struct RecordCursor {
  private let bytes: [UInt8]
  package private(set) var position: Int
  private let end: Int

  /// Creates a cursor at the start of a range.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { position == end }

  /// The fields before the members.
  package struct Head {
    var coordinate: Coordinate?
    var elevation: Double?
    var identifier: PropertyValue?
  }

  /// The coordinate of a record, which comes first.
  package static func coordinate(_ bytes: [UInt8], in range: Range<Int>) -> Coordinate {
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

  package mutating func head() -> Head? {
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

  /// Reads the name number and the value of the next member.
  package mutating func member() -> (name: Int, value: PropertyValue)? {
    guard let key = group(), let name = Int(exactly: key >> 3),
      let value = value(key & 7, depth: 0)
    else { return nil }
    return (name, value)
  }

  /// The value of the next member.
  package var firstValue: PropertyValue? {
    var cursor = self
    return cursor.member()?.value
  }

  /// Skips the next member; returns the number of its name.
  package mutating func skipMember() -> Int? {
    guard let key = group() else { return nil }
    switch RecordFormat.Tag(rawValue: key & 7) {
    case .string:
      guard let count = count() else { return nil }
      position += count
    case .integer: guard group() != nil else { return nil }
    case .number:
      guard end - position >= 8 else { return nil }
      position += 8
    default: guard value(key & 7, depth: 0) != nil else { return nil }
    }
    return Int(exactly: key >> 3)
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
      // A file written on another system may contain integers that exceed this system's `Int`.
      return Int(exactly: number).map { .integer($0) } ?? .number(Double(number))
    case .number: return number().map(PropertyValue.number)
    case .string: return text().map(PropertyValue.string)
    case .array:
      // Each value takes at least a byte, so a count cannot demand much memory.
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

  package mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { position += count }
    return String(decoding: bytes[position..<(position + count)], as: UTF8.self)
  }

  /// A count of items that take at least a byte each.
  package mutating func count() -> Int? {
    guard let count = group(), count <= UInt64(end - position) else { return nil }
    return Int(count)
  }

  package mutating func group() -> UInt64? {
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

  package mutating func number() -> Double? {
    guard end - position >= 8 else { return nil }
    var bits: UInt64 = 0
    for index in 0..<8 { bits |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += 8
    return Double(bitPattern: bits)
  }
}

/// Member names, numbered in order of first occurrence.
package struct RecordNames: Sendable {
  package private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  package init() {}

  package init(_ names: [String]) {
    for name in names { _ = number(of: name) }
  }

  /// The number of a name; assigns a number to a new name.
  package mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Decodes the feature of a record; nil if the bytes are not a record.
  package func feature(_ bytes: [UInt8], in range: Range<Int>) -> GeoFeature? {
    var cursor = RecordCursor(bytes, in: range)
    guard let head = cursor.head() else { return nil }
    var properties = Properties()
    while !cursor.isAtEnd {
      guard let member = cursor.member(), member.name < names.count else { return nil }
      properties.append(new: names[member.name], member.value)
    }
    return GeoFeature(
      geometry: head.coordinate.map { .point(.init($0, elevation: head.elevation)) },
      properties: properties, identifier: head.identifier)
  }

  /// The value of a member of a record; nil if the record lacks it.
  package static func value(
    ofMember number: Int, _ bytes: [UInt8], in range: Range<Int>
  ) -> PropertyValue? {
    var cursor = RecordCursor(bytes, in: range)
    guard cursor.head() != nil else { return nil }
    while !cursor.isAtEnd {
      let start = cursor.position
      // Skips other members without creating strings.
      guard let name = cursor.skipMember() else { return nil }
      if name == number { return RecordCursor(bytes, in: start..<range.upperBound).firstValue }
    }
    return nil
  }
}

// MARK: The record with the property names

extension RecordNames {
  /// The first bytes of the record; no feature record starts like this.
  private static let mark = Array("\u{89}cairn features 1\n".utf8)

  /// The record after those of the features: the property names and the bounding box of all points.
  package func legend(_ extent: BoundingBox) -> [UInt8] {
    var bytes = Self.mark
    for degrees in [extent.south, extent.west, extent.north, extent.east] {
      bytes.append(littleEndian: degrees)
    }
    bytes.append(group: UInt64(names.count))
    for name in names { bytes.append(text: name) }
    return bytes
  }

  /// Reads that record; nil for any other record.
  package static func read(legend bytes: [UInt8]) -> (names: RecordNames, extent: BoundingBox)? {
    guard bytes.starts(with: mark) else { return nil }
    var cursor = RecordCursor(bytes, in: mark.count..<bytes.count)
    guard let south = cursor.number(), let west = cursor.number(), let north = cursor.number(),
      let east = cursor.number(), let count = cursor.count()
    else { return nil }
    var names: [String] = []
    for _ in 0..<count {
      guard let name = cursor.text() else { return nil }
      names.append(name)
    }
    let table = RecordNames(names)
    guard cursor.isAtEnd, table.names.count == count else { return nil }
    return (table, BoundingBox(south: south, west: west, north: north, east: east))
  }
}

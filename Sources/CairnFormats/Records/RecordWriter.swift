internal import CairnGeodesy

/// Writes a feature as the few bytes of a record.
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

  /// How a value is written: nothing more for the first three; an integer with its sign in the
  /// lowest bit; Float64; a length and UTF-8; a count and values; a count and texts with values.
  enum Tag: UInt64 {
    case null, no, yes, integer, number, string, array, object
  }

  /// How deep values may be nested when they are read.
  static let depthLimit = 64
}

extension [UInt8] {
  /// Adds a feature; `number` gives the number of a member's name.
  internal mutating func append(record feature: GeoFeature, number: (String) -> Int) {
    var flags: UInt8 = 0
    var position: GeoFeature.Position?
    if case .point(let point) = feature.geometry {
      position = point
      flags |= RecordFormat.hasCoordinate
      if point.elevation != nil { flags |= RecordFormat.hasElevation }
    }
    if feature.identifier != nil { flags |= RecordFormat.hasIdentifier }
    append(flags)
    if let position {
      append(littleEndian: position.coordinate.latitude)
      append(littleEndian: position.coordinate.longitude)
      if let elevation = position.elevation { append(littleEndian: elevation) }
    }
    if let identifier = feature.identifier { append(identifier, below: 0) }
    for (name, value) in feature.properties.members {
      append(value, below: UInt64(number(name)) << 3)
    }
  }

  /// Adds a tag with something above its three bits, and the value.
  private mutating func append(_ value: PropertyValue, below high: UInt64) {
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

  /// Adds a length and a text.
  internal mutating func append(text: String) {
    append(group: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  /// Adds a number in groups of seven bits.
  internal mutating func append(group number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }

  internal mutating func append(littleEndian number: Double) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
    }
  }
}

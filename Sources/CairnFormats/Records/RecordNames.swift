internal import CairnGeodesy

/// The names of members, numbered in the order in which they first came.
internal struct RecordNames: Sendable {
  internal private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]

  internal init() {}

  internal init(_ names: [String]) {
    for name in names { _ = number(of: name) }
  }

  /// The number of a name, a new one for a new name.
  internal mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// A feature of its record; nil for bytes that are none.
  internal func feature(_ bytes: [UInt8], in range: Range<Int>) -> GeoFeature? {
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

  /// The value of a member of a record, nil where it has none.
  internal static func value(
    ofMember number: Int, _ bytes: [UInt8], in range: Range<Int>
  ) -> PropertyValue? {
    var cursor = RecordCursor(bytes, in: range)
    guard cursor.head() != nil else { return nil }
    while !cursor.isAtEnd {
      guard let member = cursor.member() else { return nil }
      if member.name == number { return member.value }
    }
    return nil
  }
}

// MARK: The record that says what the others mean

extension RecordNames {
  /// Its first bytes; no record of a feature begins so.
  private static let mark = Array("\u{89}cairn features 1\n".utf8)

  /// The record behind those of the features: the names, and a box around all places.
  internal func legend(_ extent: BoundingBox) -> [UInt8] {
    var bytes = Self.mark
    for degrees in [extent.south, extent.west, extent.north, extent.east] {
      bytes.append(littleEndian: degrees)
    }
    bytes.append(group: UInt64(names.count))
    for name in names { bytes.append(text: name) }
    return bytes
  }

  /// Reads it; nil for another record.
  internal static func read(legend bytes: [UInt8]) -> (names: RecordNames, extent: BoundingBox)? {
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

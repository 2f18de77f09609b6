/// The namespaces that the readers of this module distinguish.
internal enum XMLNamespace: Sendable {
  /// No namespace is declared.
  case none
  case gpx
  case kml
  /// Google's extensions to KML, usually `gx:`.
  case kmlExtension
  /// The namespace of properties for which a format has no element, as this module writes them.
  case properties
  /// Any other namespace.
  case other

  internal static let propertiesName = "urn:cairn:properties"

  internal init(name: some Collection<UInt8>) {
    switch String(decoding: name, as: UTF8.self) {
    case "": self = .none
    case "http://www.topografix.com/GPX/1/1", "http://www.topografix.com/GPX/1/0": self = .gpx
    case "http://www.opengis.net/kml/2.2", "http://www.opengis.net/kml/2.3",
      "http://earth.google.com/kml/2.0", "http://earth.google.com/kml/2.1",
      "http://earth.google.com/kml/2.2":
      self = .kml
    case "http://www.google.com/kml/ext/2.2": self = .kmlExtension
    case Self.propertiesName: self = .properties
    default: self = .other
    }
  }

  /// The namespace of an undeclared prefix: many files omit the declaration.
  fileprivate init(prefix: String) {
    switch prefix {
    case "": self = .none
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "gx": self = .kmlExtension
    default: self = .other
    }
  }
}

/// Assigns a number to each element name, so that a reader resolves each name only once.
internal struct XMLNames: Sendable {
  /// The concatenated names, and the end of each.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var prefixes: [String] = []
  private var locals: [String] = []
  private var qualified: [String] = []
  /// A hash table of numbers, -1 for an empty slot.
  private var slots = [Int](repeating: -1, count: 1024)

  /// The maximum number of names with their own number; further names share this number in turn.
  internal static let limit = 512

  internal func hasPrefix(_ number: Int) -> Bool { !prefixes[number].isEmpty }
  internal func prefix(_ number: Int) -> String { prefixes[number] }
  internal func local(_ number: Int) -> String { locals[number] }
  internal func name(_ number: Int) -> String { qualified[number] }

  internal mutating func number(of input: [UInt8], in range: Range<Int>) -> Int {
    var hash: UInt32 = 2_166_136_261
    for index in range { hash = (hash ^ UInt32(input[index])) &* 16_777_619 }
    var slot = Int((hash ^ hash >> 15) & 1023)
    while slots[slot] >= 0 {
      let number = slots[slot]
      if isEqual(number, input, range) { return number }
      slot = (slot + 1) & 1023
    }
    let name = Array(input[range])
    let number = min(prefixes.count, Self.limit)
    if number < Self.limit {
      bytes.append(contentsOf: name)
      ends.append(bytes.count)
      slots[slot] = number
    } else if prefixes.count > number {
      // The shared number is reassigned to the new name.
      prefixes.removeLast()
      locals.removeLast()
      qualified.removeLast()
    }
    add(name)
    return number
  }

  private func isEqual(_ number: Int, _ input: [UInt8], _ range: Range<Int>) -> Bool {
    let start = number == 0 ? 0 : ends[number - 1]
    guard ends[number] - start == range.count else { return false }
    var offset = 0
    while offset < range.count {
      if bytes[start + offset] != input[range.lowerBound + offset] { return false }
      offset += 1
    }
    return true
  }

  private mutating func add(_ name: [UInt8]) {
    let whole = String(decoding: name, as: UTF8.self)
    qualified.append(whole)
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      prefixes.append(String(decoding: name[..<colon], as: UTF8.self))
      locals.append(String(decoding: name[(colon + 1)...], as: UTF8.self))
    } else {
      prefixes.append("")
      locals.append(whole)
    }
  }
}

/// The namespaces that prefixes denote, as declared by the open elements.
internal struct XMLNamespaceScopes: Sendable {
  private struct Scope: Sendable {
    let prefix: String
    let name: String
    let namespace: XMLNamespace
    let depth: Int
  }

  private var scopes: [Scope] = []
  /// The namespace of names without a prefix.
  internal private(set) var plain = XMLNamespace.none

  /// Records an attribute of an element at a depth if it declares a namespace.
  internal mutating func declare(
    _ bytes: [UInt8], _ attribute: XMLReader.Attribute, depth: Int
  ) {
    let name = bytes[attribute.name]
    guard name.starts(with: "xmlns".utf8) else { return }
    let prefix: String
    if name.count == 5 {
      prefix = ""
    } else {
      guard name[attribute.name.lowerBound + 5] == UInt8(ascii: ":") else { return }
      prefix = String(decoding: name.dropFirst(6), as: UTF8.self)
    }
    let value = bytes[attribute.value]
    scopes.append(
      Scope(
        prefix: prefix, name: String(decoding: value, as: UTF8.self),
        namespace: XMLNamespace(name: value), depth: depth))
    plain = namespace("")
  }

  /// Removes the declarations of elements at a depth and below.
  internal mutating func leave(depth: Int) {
    guard let last = scopes.last, last.depth >= depth else { return }
    while let last = scopes.last, last.depth >= depth { scopes.removeLast() }
    plain = namespace("")
  }

  internal func namespace(_ prefix: String) -> XMLNamespace {
    scopes.last { $0.prefix == prefix }?.namespace ?? XMLNamespace(prefix: prefix)
  }

  /// The declared name of a prefix's namespace.
  internal func name(of prefix: String) -> String? {
    scopes.last { $0.prefix == prefix }?.name
  }
}

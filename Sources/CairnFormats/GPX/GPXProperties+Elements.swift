// Elements of other vocabularies, which ``XMLTree`` reads as objects, and the metadata of a file.

extension GPXProperties {
  /// Writes the extensions of a file; returns false, without output, if the value is not a set of
  /// extension elements.
  internal static func append(fileExtensions value: PropertyValue, to bytes: inout [UInt8]) -> Bool
  {
    guard case .object(let members) = value,
      members.members.allSatisfy({ standsAsElement($0.name, $0.value) })
    else { return false }
    bytes.append(contentsOf: "<extensions>".utf8)
    for (name, value) in members.members { element(name, value, to: &bytes) }
    bytes.append(contentsOf: "</extensions>\n".utf8)
    return true
  }

  internal static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first.isLetter || first == UInt8(ascii: "_") else {
      return false
    }
    return name.utf8.allSatisfy { $0.isXMLNameByte && $0 < 0x80 }
  }

  /// Whether a value is one that ``XMLTree`` creates from an element.
  internal static func standsAsElement(
    _ name: String, _ value: PropertyValue, _ prefixes: Set<String> = [],
    hasDefault: Bool = false, depth: Int = 0
  ) -> Bool {
    guard isName(name), depth < 64 else { return false }
    var prefixes = prefixes
    var hasDefault = hasDefault
    if case .object(let members) = value {
      for name in members.names where name.hasPrefix("@xmlns:") {
        prefixes.insert(String(name.dropFirst(7)))
      }
      if let namespace = members["@xmlns"]?.text { hasDefault = !namespace.isEmpty }
    }
    // An element with an undeclared prefix is not well-formed; one without a prefix belongs to GPX,
    // which does not allow it among extensions.
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    switch (value, parts.count) {
    case (.array(let values), _):
      return values.allSatisfy {
        standsAsElement(name, $0, prefixes, hasDefault: hasDefault, depth: depth + 1)
      }
    case (_, 2):
      guard prefixes.contains(String(parts[0])), isName(parts[1]) else { return false }
    case (_, 1):
      guard hasDefault else { return false }
    default:
      return false
    }
    switch value {
    case .string: return true
    case .object(let members):
      return members.members.allSatisfy { name, value in
        if name == "#text" { return value.text != nil }
        if name.hasPrefix("@") {
          let parts = name.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
          let isDeclared =
            parts.count == 1
            || parts.count == 2
              && (["xml", "xmlns"].contains(parts[0]) || prefixes.contains(String(parts[0])))
          return isDeclared && parts.allSatisfy { isName($0) } && value.text != nil
        }
        // Within a foreign element it may be an element of GPX, as in files of OsmAnd.
        return standsAsElement(name, value, prefixes, hasDefault: true, depth: depth + 1)
      }
    default: return false
    }
  }

  /// The elements of a file's metadata in schema order.
  private static let metadataNames = [
    "name", "desc", "author", "copyright", "link", "time", "keywords", "bounds",
  ]

  /// Writes the metadata of a file; returns false, without output, if the value is not valid
  /// metadata.
  internal static func append(metadata value: PropertyValue, to bytes: inout [UInt8]) -> Bool {
    guard case .object(let members) = value,
      members.members.allSatisfy({ metadataNames.contains($0.name) && isPlain($0.value) })
    else { return false }
    bytes.append(contentsOf: "<metadata>".utf8)
    for name in metadataNames {
      if let value = members[name] { element(name, value, to: &bytes) }
    }
    bytes.append(contentsOf: "</metadata>\n".utf8)
    return true
  }

  /// Whether a value is one that ``XMLTree`` creates from an element of GPX itself.
  private static func isPlain(_ value: PropertyValue, depth: Int = 0) -> Bool {
    guard depth < 8 else { return false }
    switch value {
    case .string: return true
    case .array(let values): return values.allSatisfy { isPlain($0, depth: depth + 1) }
    case .object(let members):
      return members.members.allSatisfy { name, value in
        if name == "#text" { return value.text != nil }
        if name.hasPrefix("@") { return isName(name.dropFirst()) && value.text != nil }
        return isName(name) && !name.contains(":") && isPlain(value, depth: depth + 1)
      }
    default: return false
    }
  }

  internal static func element(_ name: String, _ value: PropertyValue, to bytes: inout [UInt8]) {
    switch value {
    case .array(let values):
      for value in values { element(name, value, to: &bytes) }
    case .object(let members):
      bytes.append(UInt8(ascii: "<"))
      bytes.append(contentsOf: name.utf8)
      for (name, value) in members.members where name.hasPrefix("@") {
        bytes.append(xmlAttribute: String(name.dropFirst()), value.text ?? "")
      }
      bytes.append(UInt8(ascii: ">"))
      for (name, value) in members.members where !name.hasPrefix("@") {
        if name == "#text" {
          bytes.append(xml: value.text ?? "")
        } else {
          element(name, value, to: &bytes)
        }
      }
      bytes.append(xmlEnd: name)
    default:
      bytes.append(xmlElement: name, value.text ?? "")
    }
  }
}

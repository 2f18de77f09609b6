internal import CairnMemory

/// Collects an element of an unknown namespace with its content into a value.
///
/// An element that contains only text becomes a string. Any other becomes an object: attributes
/// with `@` before their names, elements by their qualified names (repeated names as an array),
/// text between elements as `#text`. Elements of this module's property namespace become the values
/// from which they were written.
internal struct XMLTree: Sendable {
  private struct Node: Sendable {
    var name: String
    /// The type of a property in this module's namespace.
    var type: String?
    var members = Properties()
    var values: [PropertyValue] = []
    var text: [UInt8] = []
    var hasElements = false
    /// Whether it is the identifier of a feature.
    var isIdentifier = false
  }

  /// The result of an element: its name, its value, and its role in this module's namespace.
  internal typealias Result = (name: String, value: PropertyValue, kind: Kind)

  internal enum Kind { case foreign, property, identifier }

  /// The maximum number of distinct names within an element; lookups are linear.
  internal static let memberLimit = 1000

  private var nodes: [Node] = []

  /// The number of open elements.
  internal var depth: Int { nodes.count }

  /// Handles the start tag that the reader has just read.
  internal mutating func start(_ xml: inout XMLReader) throws(FormatError) {
    if !nodes.isEmpty { nodes[nodes.count - 1].hasElements = true }
    let node = nodes.count
    nodes.append(Node(name: xml.names.name(xml.element.name)))
    if xml.element.namespace == .properties {
      nodes[node].type = "string"
      if let name = try xml.attribute(named: "name") {
        nodes[node].name = name
      } else if xml.localName != "property" {
        nodes[node].name = xml.localName
        nodes[node].isIdentifier = xml.localName == "identifier"
      }
      if let type = try xml.attribute(named: "type") { nodes[node].type = type }
      return
    }
    for attribute in xml.element.attributes {
      let name = "@" + String(decoding: xml.bytes[attribute.name], as: UTF8.self)
      nodes[node].members[name] = .string(try xml.value(attribute.value))
    }
    // Prefixes declared outside are declared here again, so that the value is self-contained.
    declare(xml.names.prefix(xml.element.name), xml)
    for attribute in xml.element.attributes {
      let name = xml.bytes[attribute.name]
      guard let colon = name.firstIndex(of: UInt8(ascii: ":")), !name.starts(with: "xmlns".utf8)
      else { continue }
      declare(String(decoding: name[..<colon], as: UTF8.self), xml)
    }
  }

  /// Declares a prefix at the innermost element unless an enclosing element declares it.
  private mutating func declare(_ prefix: String, _ xml: XMLReader) {
    let name = "@xmlns:\(prefix)"
    guard !prefix.isEmpty, !nodes.contains(where: { $0.members[name] != nil }),
      let uri = xml.scopes.name(of: prefix)
    else { return }
    nodes[nodes.count - 1].members[name] = .string(uri)
  }

  /// Handles the text that the reader has just read.
  internal mutating func text(_ xml: inout XMLReader) throws(FormatError) {
    guard !nodes.isEmpty else { return }
    try xml.appendText(to: &nodes[nodes.count - 1].text)
  }

  /// Handles an end tag; returns the result of the outermost element.
  internal mutating func end(
    _ xml: inout XMLReader
  ) throws(FormatError) -> Result? {
    guard let node = nodes.popLast() else { return nil }
    guard let text = String(valid: node.text) else {
      throw xml.error(.brokenText, at: xml.eventStart)
    }
    var value: PropertyValue
    switch node.type {
    case "array": value = .array(node.values)
    case "object": value = .object(node.members)
    case .some(let type): value = PropertyValue(xmlType: type, text: text)
    case .none:
      if node.hasElements || !node.members.isEmpty {
        var members = node.members
        let rest = text.trimmingBlanks
        if !rest.isEmpty { members["#text"] = .string(rest) }
        value = .object(members)
      } else {
        value = .string(text.trimmingBlanks)
      }
    }
    guard !nodes.isEmpty else {
      return (
        node.name, value, node.isIdentifier ? .identifier : node.type == nil ? .foreign : .property
      )
    }
    let parent = nodes.count - 1
    if nodes[parent].type == "array" {
      nodes[parent].values.append(value)
    } else {
      try nodes[parent].members.add(node.name, value, &xml)
    }
    return nil
  }
}

extension XMLReader {
  /// The text of an attribute of the last start tag; nil if it is absent or malformed.
  internal mutating func text(ofAttribute name: String) -> String? {
    (try? attribute(named: name)) ?? nil
  }

  /// The text of an attribute of the last start tag.
  internal mutating func attribute(named name: String) throws(FormatError) -> String? {
    guard let range = attribute(name) else { return nil }
    return try value(range)
  }
}

extension Properties {
  /// Adds a member; repeated names are combined into an array.
  ///
  /// - Throws: a recoverable error beyond ``XMLTree/memberLimit`` names.
  internal mutating func add(
    _ name: String, _ value: PropertyValue, _ xml: inout XMLReader
  ) throws(FormatError) {
    guard let index = members.firstIndex(where: { $0.name == name }) else {
      guard members.count < XMLTree.memberLimit else {
        throw xml.error(
          .expected("at most \(XMLTree.memberLimit) properties", found: "more"),
          at: xml.eventStart)
      }
      append(new: name, value)
      return
    }
    if case .array(var values) = members[index].value {
      // Keeps the array uniquely referenced while it grows, to avoid a copy.
      members[index].value = .null
      values.append(value)
      members[index].value = .array(values)
    } else {
      members[index].value = .array([members[index].value, value])
    }
  }
}

extension String {
  /// The text without ASCII white space at both ends.
  internal var trimmingBlanks: String {
    let bytes = utf8
    guard let first = bytes.first, let last = bytes.last, first.isBlank || last.isBlank else {
      return self
    }
    guard let start = bytes.firstIndex(where: { !$0.isBlank }),
      let end = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    return String(self[start...end])
  }
}

internal import CairnGeodesy

/// The properties of a waypoint, a line or a point of a line, to be written as GPX.
internal struct GPXProperties {
  /// The owner of the properties, which determines the available elements.
  internal enum Owner { case point, line, pointOfLine }

  private let properties: Properties
  private let owner: Owner
  private let identifier: PropertyValue?
  /// The namespaces of the prefixes.
  private let declarations: [String: String]

  internal init(
    _ properties: Properties, of owner: Owner, _ identifier: PropertyValue? = nil,
    _ declarations: [String: String] = [:]
  ) {
    self.properties = properties
    self.owner = owner
    self.identifier = identifier
    self.declarations = declarations
  }

  /// The prefixes that are declared at the root.
  internal static let ownPrefixes: Set<String> = ["c", "gpxtpx"]

  /// The elements of a point in schema order; `links` denotes all links.
  private static let pointNames = [
    "time", "magvar", "geoidheight", "name", "cmt", "desc", "src", "links", "sym", "type", "fix",
    "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid",
  ]
  private static let lineNames = [
    "name", "cmt", "desc", "src", "links", "number", "type",
  ]
  private static let numberNames: Set<String> = [
    "magvar", "geoidheight", "sat", "hdop", "vdop", "pdop", "ageofdgpsdata", "dgpsid", "number",
  ]
  /// The elements of a point that hold any text, in schema order, and the properties that are
  /// written differently depending on their value.
  internal static let textNames = ["name", "cmt", "desc", "src", "sym", "type"]
  internal static let otherNames = Set(pointNames).subtracting(textNames).union(["extensions"])
  /// The allowed values of `fix`.
  private static let fixes: Set<String> = ["none", "2d", "3d", "dgps", "pps"]

  /// Writes the elevation and the properties.
  internal func write(_ elevation: [UInt8]?, to bytes: inout [UInt8]) {
    if let elevation {
      bytes.append(contentsOf: "<ele>".utf8)
      bytes.append(contentsOf: elevation)
      bytes.append(xmlEnd: "ele")
    }
    guard !properties.isEmpty || identifier != nil else { return }
    let names = owner == .line ? Self.lineNames : Self.pointNames
    var rest = properties
    for name in names {
      // A row whose column of times is empty may have another one.
      guard let value = properties[name], name != "time" || value != .null else {
        if name == "time", owner == .point, let time = TimeReading.dateTime(of: properties) {
          bytes.append(xmlElement: name, time)
        }
        continue
      }
      if name == "links" {
        guard writeLinks(value, to: &bytes) else { continue }
      } else {
        let isNumber = Self.numberNames.contains(name)
        guard var text = value.plainText, !isNumber || value.isDecimal else { continue }
        if name == "time" {
          guard let time = TimeReading.dateTime(value) else { continue }
          text = TimeReading.zoned(time, properties)
        }
        if name == "fix", !Self.fixes.contains(text) { continue }
        bytes.append(xmlElement: name, text)
      }
      rest[name] = nil
    }
    writeExtensions(rest, to: &bytes)
  }

  /// Writes links; returns false, without output, unless all are objects with a target.
  private func writeLinks(_ value: PropertyValue, to bytes: inout [UInt8]) -> Bool {
    guard case .array(let links) = value else { return false }
    var output: [UInt8] = []
    for link in links {
      guard case .object(let members) = link, let target = members["href"]?.text,
        members.names.allSatisfy({ ["href", "text", "type"].contains($0) })
      else { return false }
      output.append(contentsOf: "<link".utf8)
      output.append(xmlAttribute: "href", target)
      output.append(UInt8(ascii: ">"))
      for name in ["text", "type"] {
        if let text = members[name]?.text { output.append(xmlElement: name, text) }
      }
      output.append(xmlEnd: "link")
    }
    bytes.append(contentsOf: output)
    return true
  }

  private func writeExtensions(_ properties: Properties, to bytes: inout [UInt8]) {
    var rest = properties
    guard !rest.isEmpty || identifier != nil else { return }
    bytes.append(contentsOf: "<extensions>".utf8)
    if let identifier {
      bytes.append(contentsOf: "<c:identifier".utf8)
      bytes.append(xmlAttribute: "type", identifier.xmlType)
      bytes.append(UInt8(ascii: ">"))
      bytes.append(xml: identifier.plainText ?? "")
      bytes.append(xmlEnd: "c:identifier")
    }
    if owner == .pointOfLine {
      let known = GPXExtension.trackPointNames.filter { rest[$0]?.isDecimal == true }
      if !known.isEmpty {
        bytes.append(contentsOf: "<gpxtpx:TrackPointExtension>".utf8)
        for name in known {
          bytes.append(xmlElement: "gpxtpx:\(name)", rest[name]?.plainText ?? "")
          rest[name] = nil
        }
        bytes.append(xmlEnd: "gpxtpx:TrackPointExtension")
      }
      if let power = rest["power"], power.isDecimal, let text = power.plainText {
        bytes.append(xmlElement: "power", text)
        rest["power"] = nil
      }
      for (name, value) in rest.members where writeColumn(name, value, to: &bytes) {
        rest[name] = nil
      }
    } else if case .object(let foreign)? = rest["extensions"] {
      // A property that cannot be an element is written as a property of this module.
      var others = Properties()
      for (name, value) in foreign.members {
        if Self.standsAsElement(name, value) {
          Self.element(name, value, to: &bytes)
        } else {
          others.append(new: name, value)
        }
      }
      if others.members.count < foreign.members.count {
        rest["extensions"] = others.isEmpty ? nil : .object(others)
      }
    }
    for (name, value) in rest.members { bytes.append(ownElement: name, value) }
    bytes.append(xmlEnd: "extensions")
  }

  /// Writes a value of a point as the element it was read from; returns false, without output, if
  /// it is not an element.
  private func writeColumn(
    _ name: String, _ value: PropertyValue, to bytes: inout [UInt8]
  ) -> Bool {
    if case .array(let values) = value {
      let start = bytes.count
      for value in values where !writeColumn(name, value, to: &bytes) {
        bytes.removeLast(bytes.count - start)
        return false
      }
      return !values.isEmpty
    }
    if Self.standsAsElement(name, value) {
      Self.element(name, value, to: &bytes)
      return true
    }
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ Self.isName($0) }),
      let namespace = declarations[String(parts[0])]
    else { return false }
    switch value {
    case .string, .integer, .number: break
    default: return false
    }
    guard let text = value.plainText else { return false }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    if Self.ownPrefixes.contains(String(parts[0])) {
      bytes.append(xmlAttribute: "xmlns:\(parts[0])", namespace)
    }
    bytes.append(UInt8(ascii: ">"))
    bytes.append(xml: text)
    bytes.append(xmlEnd: name)
    return true
  }
}

extension PropertyValue {
  /// Whether it is a number, or the text of a number that a double cannot represent exactly.
  fileprivate var isDecimal: Bool {
    if number != nil { return true }
    guard let bytes = text.map({ Array($0.utf8) }) else { return false }
    return DecimalNumber.parse(bytes, in: bytes.indices) != nil
      && bytes.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }
}

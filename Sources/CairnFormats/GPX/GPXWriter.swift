internal import CairnGeodesy

/// Writes points as waypoints and lines as tracks of a GPX 1.1 file.
///
/// ```swift
/// var writer = GPXWriter()
/// try writer.write(
///   GeoFeature(
///     geometry: .point(.init(Coordinate(latitude: 47.42, longitude: 10.98), elevation: 2962)),
///     properties: ["name": "Zugspitze"]))
/// try writer.end()
/// let file = writer.drain()
/// ```
///
/// Files that ``GPXReader`` has read are written back equivalently: a line with the property
/// `_gpxType` of `rte` becomes a route, `coordTimes` the times of its points and
/// `coordinateProperties` their other values. A property for which GPX has no element is written in
/// `extensions` as an element with its name and type, which other programs may use and this module
/// reads back; likewise a `time` that is not an XML Schema `dateTime`, and the identifier. The
/// sensor values of the points of a line (`atemp`, `wtemp`, `depth`, `hr`, `cad`, `speed`,
/// `course`, `bearing`) are written in Garmin's TrackPointExtension, `power` as by Strava. Foreign
/// extensions keep their prefixes, which are declared.
///
/// Waypoints are written immediately. Routes and tracks are buffered until the end, since a valid
/// file has them after the waypoints. Multipoints and collections become one feature for each
/// member. Longitudes are reduced to -180..<180.
public struct GPXWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private var routes: [UInt8] = []
  private var tracks: [UInt8] = []
  private let fractionDigits: Int?
  private let creator: String
  private var hasBegun = false
  private var hasEnded = false

  /// Members of the whole file.
  ///
  /// Of the members of ``GPXReader/foreignMembers``, `metadata` is written before the first
  /// feature, so it must be set by then, and `extensions` at the end; all others are counted in
  /// ``leftOut``.
  public var foreignMembers = Properties()

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - creator: the name of the program that creates the file.
  ///   - fractionDigits: digits after the decimal point of degrees and meters, 0 to 15; nil for the
  ///     shortest numbers that read back as the same bits.
  public init(creator: String = "cairn", fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
    self.creator = creator
  }

  /// Sets the members of the whole file.
  public mutating func take(foreignMembers: Properties) { self.foreignMembers = foreignMembers }

  /// Writes the header of the file.
  private mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    bytes.append(contentsOf: "<gpx version=\"1.1\"".utf8)
    bytes.append(xmlAttribute: "creator", creator)
    bytes.append(xmlAttribute: "xmlns", "http://www.topografix.com/GPX/1/1")
    bytes.append(
      xmlAttribute: "xmlns:gpxtpx", GPXExtension.trackPointName)
    bytes.append(xmlAttribute: "xmlns:c", XMLNamespace.propertiesName)
    bytes.append(contentsOf: ">\n".utf8)
    for (name, value) in foreignMembers.members where name != "extensions" {
      let isWritten = name == "metadata" && GPXProperties.append(metadata: value, to: &bytes)
      if !isWritten { leftOut.add(.foreignMember) }
    }
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for an area, for a feature without geometry, and for a coordinate
  ///   that is not valid.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    guard let geometry = feature.geometry, !geometry.isEmptyPoint else {
      throw FormatError(.notRepresentable("a feature without geometry"), line: 0)
    }
    if let area = geometry.firstArea {
      throw FormatError(.notRepresentable("a \(area); it holds points and lines"), line: 0)
    }
    if geometry.firstPosition(where: { !$0.coordinate.isValid }) != nil {
      throw FormatError(.notRepresentable("a coordinate that is out of range"), line: 0)
    }
    begin()
    leftOut.add(.character, feature.invalidXMLCharacterCount)
    leftOut.addMembersAndMeasures(feature)
    write(geometry, feature)
  }

  private mutating func write(_ geometry: GeoFeature.Geometry, _ feature: GeoFeature) {
    switch geometry {
    case .point(let position):
      if position.isNowhere { leftOut.add(.emptyPoint) } else { waypoint(position, feature) }
    case .multiPoint(let positions):
      for position in positions { waypoint(position, feature) }
    case .lineString(let line): self.line([line], isMultiple: false, feature)
    case .multiLineString(let lines): self.line(lines, isMultiple: true, feature)
    case .collection(let members):
      for member in members { write(member, feature) }
    case .polygon, .multiPolygon: break
    }
  }

  /// Writes the routes, the tracks and the end of the file.
  public mutating func end() throws(FormatError) {
    guard !hasEnded else { return }
    hasEnded = true
    begin()
    bytes.append(contentsOf: routes)
    bytes.append(contentsOf: tracks)
    if let value = foreignMembers["extensions"],
      !GPXProperties.append(fileExtensions: value, to: &bytes)
    {
      leftOut.add(.foreignMember)
    }
    bytes.append(contentsOf: "</gpx>\n".utf8)
    routes = []
    tracks = []
  }

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }

  // MARK: Features

  private mutating func waypoint(_ position: GeoFeature.Position, _ feature: GeoFeature) {
    start("wpt", position, to: &bytes)
    GPXProperties(feature.properties, of: .point, feature.identifier).write(
      elevation(position), to: &bytes)
    bytes.append(xmlEnd: "wpt")
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func line(
    _ lines: [[GeoFeature.Position]], isMultiple: Bool, _ feature: GeoFeature
  ) {
    var properties = feature.properties
    let isRoute = properties["_gpxType"] == "rte" && lines.count == 1
    properties["_gpxType"] = nil
    let columns = GPXColumns(taking: &properties, lines.map(\.count), isMultiple)
    var output: [UInt8] = []
    output.append(contentsOf: (isRoute ? "<rte" : "<trk").utf8)
    // Prefixes that the root element already declares are declared at each element that uses them.
    for (prefix, name) in columns.declarations.sorted(by: { $0.key < $1.key })
    where !GPXProperties.ownPrefixes.contains(prefix) {
      output.append(xmlAttribute: "xmlns:\(prefix)", name)
    }
    output.append(UInt8(ascii: ">"))
    GPXProperties(properties, of: .line, feature.identifier).write(nil, to: &output)
    for (number, line) in lines.enumerated() {
      if !isRoute { output.append(contentsOf: "<trkseg>\n".utf8) }
      for (index, position) in line.enumerated() {
        start(isRoute ? "rtept" : "trkpt", position, to: &output)
        GPXProperties(columns.values(number, index), of: .pointOfLine, nil, columns.declarations)
          .write(
            elevation(position), to: &output)
        output.append(xmlEnd: isRoute ? "rtept" : "trkpt")
        output.append(UInt8(ascii: "\n"))
      }
      if !isRoute { output.append(contentsOf: "</trkseg>".utf8) }
    }
    output.append(contentsOf: (isRoute ? "</rte>\n" : "</trk>\n").utf8)
    if isRoute { routes += output } else { tracks += output }
  }

  private func start(_ name: String, _ position: GeoFeature.Position, to output: inout [UInt8]) {
    var longitude = position.coordinate.longitude.reducedLongitude
    if longitude == 180 { longitude = -180 }
    output.append(UInt8(ascii: "<"))
    output.append(contentsOf: name.utf8)
    output.append(contentsOf: " lat=\"".utf8)
    output.append(plain: position.coordinate.latitude, fractionDigits: fractionDigits)
    output.append(contentsOf: "\" lon=\"".utf8)
    output.append(plain: longitude, fractionDigits: fractionDigits)
    output.append(contentsOf: "\">".utf8)
  }

  private func elevation(_ position: GeoFeature.Position) -> [UInt8]? {
    guard let meters = position.elevation, meters.isFinite else { return nil }
    var text: [UInt8] = []
    text.append(plain: meters, fractionDigits: fractionDigits)
    return text
  }
}

extension GeoFeature.Geometry {
  /// The name of the first polygon or multipolygon in the geometry.
  fileprivate var firstArea: String? {
    switch self {
    case .polygon, .multiPolygon: return name
    case .collection(let members): return members.lazy.compactMap(\.firstArea).first
    case .point, .multiPoint, .lineString, .multiLineString: return nil
    }
  }
}

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
      guard let value = properties[name] else { continue }
      if name == "links" {
        guard writeLinks(value, to: &bytes) else { continue }
      } else {
        let isNumber = Self.numberNames.contains(name)
        guard let text = value.plainText, !isNumber || value.isDecimal else { continue }
        if name == "time", !XMLTime.isDateTime(text) { continue }
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

  // MARK: Elements of other vocabularies

  fileprivate static func isName(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first.isLetter || first == UInt8(ascii: "_") else {
      return false
    }
    return name.utf8.allSatisfy { $0.isXMLNameByte && $0 < 0x80 }
  }

  /// Whether a value is one that ``XMLTree`` creates from an element.
  private static func standsAsElement(
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

  private static func element(_ name: String, _ value: PropertyValue, to bytes: inout [UInt8]) {
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

/// The per-point columns of a line, extracted from the line's properties.
internal struct GPXColumns {
  /// The name and values of each column, for each line.
  private var lines: [[(name: String, values: [PropertyValue])]]
  /// The namespaces of the prefixes.
  internal private(set) var declarations: [String: String] = [:]

  /// Removes `coordTimes` and `coordinateProperties` from the properties if they have a value for
  /// each position.
  internal init(taking properties: inout Properties, _ counts: [Int], _ isMultiple: Bool) {
    lines = counts.map { _ in [] }
    if let times = properties["coordTimes"], add("time", times, counts, isMultiple) {
      properties["coordTimes"] = nil
    }
    guard case .object(let columns)? = properties["coordinateProperties"] else { return }
    var rest = columns
    for (name, value) in columns.members where name.hasPrefix("@xmlns:") {
      guard let namespace = value.text, !namespace.isEmpty,
        GPXProperties.isName(name.dropFirst(7)), !name.dropFirst(7).contains(":"),
        !["xml", "xmlns"].contains(name.dropFirst(7))
      else { continue }
      declarations[String(name.dropFirst(7))] = namespace
      rest[name] = nil
    }
    for (name, values) in columns.members where name != "time" && rest[name] != nil {
      if add(name, values, counts, isMultiple) { rest[name] = nil }
    }
    properties["coordinateProperties"] = rest.isEmpty ? nil : .object(rest)
  }

  private mutating func add(
    _ name: String, _ value: PropertyValue, _ counts: [Int], _ isMultiple: Bool
  ) -> Bool {
    guard case .array(let values) = value else { return false }
    let columns: [[PropertyValue]]
    if isMultiple {
      columns = values.map { if case .array(let values) = $0 { values } else { [] } }
    } else {
      columns = [values]
    }
    guard columns.map(\.count) == counts else { return false }
    for (line, values) in columns.enumerated() { lines[line].append((name, values)) }
    return true
  }

  /// The values of a point of a line.
  internal func values(_ line: Int, _ index: Int) -> Properties {
    var properties = Properties()
    for (name, values) in lines[line] where values[index] != .null {
      properties.append(new: name, values[index])
    }
    return properties
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

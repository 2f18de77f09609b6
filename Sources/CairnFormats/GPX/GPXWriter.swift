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
/// reads back; likewise a `time` that is not a time, and the identifier. A `time` with a space
/// instead of a T, without a zone, or as seconds or milliseconds since 1970 is written as a
/// `dateTime`; without one, so is a property of a point such as `timestamp` or `datetime`,
/// which is also kept. The sensor values of the points of a line (`atemp`, `wtemp`, `depth`, `hr`,
/// `cad`, `speed`, `course`, `bearing`) are written in Garmin's TrackPointExtension, `power` as by
/// Strava. Foreign extensions keep their prefixes, which are declared.
///
/// Waypoints are written immediately. Routes and tracks are buffered until the end, since a valid
/// file has them after the waypoints. Multipoints and collections become one feature for each
/// member. Longitudes are reduced to -180..<180.
public struct GPXWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  internal var bytes: [UInt8] = []
  /// Writes rows of a table directly; ``hasNoRowWriter`` if its columns do not allow that.
  internal var rowWriter: XMLRowWriter?
  internal var hasNoRowWriter = false
  private var routes: [UInt8] = []
  private var tracks: [UInt8] = []
  internal let fractionDigits: Int?
  private let creator: String
  private var hasBegun = false
  private var hasEnded = false

  /// Members of the whole file.
  ///
  /// Of the members of ``GPXReader/foreignMembers``, `metadata` is written before the first
  /// feature, so it must be set by then, and `extensions` at the end. Without `metadata`, the
  /// `name` and the `description` or `desc` of the file are written as such. All others are counted
  /// in ``leftOut``.
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

  /// The members of the file, with the title of a file of another format, or of GPX 1.0, as
  /// metadata.
  private var membersWithMetadata: Properties {
    guard foreignMembers["metadata"] == nil else { return foreignMembers }
    var (title, members) = FileTitle.taking(from: foreignMembers)
    var metadata = Properties()
    metadata["name"] = title.name.map { .string($0) }
    metadata["desc"] = title.description.map { .string($0) }
    if !metadata.isEmpty { members["metadata"] = .object(metadata) }
    return members
  }

  /// Writes the header of the file.
  internal mutating func begin() {
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
    for (name, value) in membersWithMetadata.members where name != "extensions" {
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

  internal func start(_ name: String, _ position: GeoFeature.Position, to output: inout [UInt8]) {
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

  internal func elevation(_ position: GeoFeature.Position) -> [UInt8]? {
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

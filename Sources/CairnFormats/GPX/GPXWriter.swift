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
/// What ``GPXReader`` makes of a file, this makes into such a file again: a line whose property
/// `_gpxType` is `rte` becomes a route, `coordTimes` the times of its points and
/// `coordinateProperties` what else they say. A property that GPX has no element for stands in
/// `extensions` as an element of its name, with its type, where other programs may find it and
/// this module does. So does a `time` that is no `dateTime` of XML Schema.
///
/// Waypoints are written at once. Routes and tracks wait for the end, since a valid file has them
/// behind the waypoints. Sets and collections become one feature for each member. Longitudes are
/// reduced to -180..<180.
public struct GPXWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  private var bytes: [UInt8] = []
  private var routes: [UInt8] = []
  private var tracks: [UInt8] = []
  private let fractionDigits: Int?
  private var hasEnded = false

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - creator: the name of the program that makes the file.
  ///   - fractionDigits: digits behind the point of degrees and metres, 0 to 15; nil for the
  ///     shortest numbers that read back as the same bits.
  public init(creator: String = "cairn", fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    bytes.append(contentsOf: "<gpx version=\"1.1\"".utf8)
    bytes.append(xmlAttribute: "creator", creator)
    bytes.append(xmlAttribute: "xmlns", "http://www.topografix.com/GPX/1/1")
    bytes.append(
      xmlAttribute: "xmlns:gpxtpx", "http://www.garmin.com/xmlschemas/TrackPointExtension/v1")
    bytes.append(xmlAttribute: "xmlns:c", XMLNamespace.propertiesName)
    bytes.append(contentsOf: ">\n".utf8)
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
    leftOut.add(.character, feature.charactersBeyondXML)
    write(geometry, feature.properties)
  }

  private mutating func write(_ geometry: GeoFeature.Geometry, _ properties: Properties) {
    switch geometry {
    case .point(let position): if !position.isNowhere { waypoint(position, properties) }
    case .multiPoint(let positions):
      for position in positions { waypoint(position, properties) }
    case .lineString(let line): self.line([line], isMultiple: false, properties)
    case .multiLineString(let lines): self.line(lines, isMultiple: true, properties)
    case .collection(let members):
      for member in members { write(member, properties) }
    case .polygon, .multiPolygon: break
    }
  }

  /// Writes the routes, the tracks and the end of the file.
  public mutating func end() throws(FormatError) {
    guard !hasEnded else { return }
    hasEnded = true
    bytes.append(contentsOf: routes)
    bytes.append(contentsOf: tracks)
    bytes.append(contentsOf: "</gpx>\n".utf8)
    routes = []
    tracks = []
  }

  /// Hands over what has been written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }

  // MARK: Features

  private mutating func waypoint(_ position: GeoFeature.Position, _ properties: Properties) {
    start("wpt", position, to: &bytes)
    GPXProperties(properties, of: .point).write(elevation(position), to: &bytes)
    bytes.append(xmlEnd: "wpt")
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func line(
    _ lines: [[GeoFeature.Position]], isMultiple: Bool, _ properties: Properties
  ) {
    var properties = properties
    let isRoute = properties["_gpxType"] == "rte" && lines.count == 1
    properties["_gpxType"] = nil
    let columns = GPXColumns(taking: &properties, lines.map(\.count), isMultiple)
    var output: [UInt8] = []
    output.append(contentsOf: (isRoute ? "<rte>" : "<trk>").utf8)
    GPXProperties(properties, of: .line).write(nil, to: &output)
    for (number, line) in lines.enumerated() {
      if !isRoute { output.append(contentsOf: "<trkseg>\n".utf8) }
      for (index, position) in line.enumerated() {
        start(isRoute ? "rtept" : "trkpt", position, to: &output)
        GPXProperties(columns.values(number, index), of: .pointOfLine).write(
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
    var longitude = position.coordinate.longitude
    if longitude.magnitude > 180 { longitude.formRemainder(dividingBy: 360) }
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
    guard let metres = position.elevation, metres.isFinite else { return nil }
    var text: [UInt8] = []
    text.append(plain: metres, fractionDigits: fractionDigits)
    return text
  }
}

extension GeoFeature.Geometry {
  /// The name of the first polygon or set of polygons within.
  fileprivate var firstArea: String? {
    switch self {
    case .polygon, .multiPolygon: return name
    case .collection(let members): return members.lazy.compactMap(\.firstArea).first
    case .point, .multiPoint, .lineString, .multiLineString: return nil
    }
  }
}

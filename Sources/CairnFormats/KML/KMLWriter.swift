internal import CairnGeodesy

/// Writes features as placemarks of a KML 2.2 document.
///
/// ```swift
/// var writer = KMLWriter()
/// try writer.write(
///   GeoFeature(
///     geometry: .point(.init(Coordinate(latitude: 47.42, longitude: 10.98))),
///     properties: ["name": "Zugspitze", "height": 2962]))
/// try writer.end()
/// let file = writer.drain()
/// ```
///
/// Files that ``KMLReader`` has read are written back equivalently: `name`, `description`, `time`
/// and the like become their elements, `folder` opens folders (for consecutive features in the same
/// folder), `coordTimes` becomes a track, the simplestyle colors and widths a style; every other
/// property becomes `Data`. The types of properties that are not strings are recorded in an element
/// of this module's namespace, which other programs skip.
///
/// ``foreignMembers`` become the name and the description of the document.
///
/// `altitudeMode`, `extrude`, `tessellate`, `drawOrder` and `altitudeOffset` control how the
/// geometry is drawn, as ``KMLReader`` describes. Without `altitudeMode`, a geometry with
/// elevations other than 0 is placed at them (`absolute`); any other geometry has no mode.
/// Longitudes are reduced to -180...180, and rings are closed. A `time` with a space instead of a
/// T, without a zone, or as seconds or milliseconds since 1970 is written as a `dateTime`; if there
/// is none, so are a property such as `timestamp` or `datetime`, and `startTime` and `endTime`,
/// which are also kept. Any other time that is not an XML Schema `dateTime`, date, month or year
/// becomes `Data`.
public struct KMLWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  internal var bytes: [UInt8] = []
  /// Writes rows of a table directly; ``hasNoRowWriter`` if its columns do not allow that.
  internal var rowWriter: XMLRowWriter?
  internal var hasNoRowWriter = false
  private var folders: [String] = []
  internal let fractionDigits: Int?
  private var hasBegun = false
  private var hasEnded = false
  private let name: String?

  /// Members of the whole file.
  ///
  /// Its name and description, as ``KMLReader/foreignMembers`` and ``GPXReader/foreignMembers``
  /// have them, are written before the first feature, so they must be set by then; all others are
  /// counted in ``leftOut``.
  public var foreignMembers = Properties()

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - name: the name of the document; nil for that of ``foreignMembers``.
  ///   - fractionDigits: digits after the decimal point of degrees and meters, 0 to 15; nil for the
  ///     shortest numbers that read back as the same bits.
  public init(name: String? = nil, fractionDigits: Int? = nil) {
    self.fractionDigits = fractionDigits
    self.name = name
    bytes.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml".utf8)
    bytes.append(xmlAttribute: "xmlns", "http://www.opengis.net/kml/2.2")
    bytes.append(xmlAttribute: "xmlns:gx", "http://www.google.com/kml/ext/2.2")
    bytes.append(xmlAttribute: "xmlns:c", XMLNamespace.propertiesName)
    bytes.append(contentsOf: ">\n<Document>".utf8)
  }

  /// Sets the members of the whole file.
  public mutating func take(foreignMembers: Properties) {
    self.foreignMembers = foreignMembers
  }

  /// Writes the name and the description of the document.
  internal mutating func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    let (title, others) = FileTitle.taking(from: foreignMembers)
    leftOut.addMembers(others)
    if let name = name ?? title.name { bytes.append(xmlElement: "name", name) }
    if let text = title.description { bytes.append(xmlElement: "description", text) }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for a coordinate that is not valid.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    if let geometry = feature.geometry,
      geometry.firstPosition(where: { !$0.coordinate.isValid }) != nil
    {
      throw FormatError(.notRepresentable("a coordinate that is out of range"), line: 0)
    }
    begin()
    let (feature, shortLines) = feature.withoutShortLines()
    leftOut.add(.shortLine, shortLines)
    leftOut.add(.character, feature.invalidXMLCharacterCount)
    leftOut.addMembersAndMeasures(feature)
    var properties = feature.properties
    enter(Self.takeFolders(&properties))
    bytes.append(contentsOf: "<Placemark".utf8)
    if let identifier = feature.identifier?.plainText {
      bytes.append(xmlAttribute: "id", identifier)
    }
    bytes.append(UInt8(ascii: ">"))
    var types: [(name: String, type: String)] = []
    writeElements(&properties, &types)
    bytes.append(takingKMLStyle: &properties)
    let times = Self.takeTimes(&properties, feature.geometry)
    let columns =
      times.map { KMLTrackColumns(taking: &properties, $0.map(\.count), feature.geometry) }
    let drawing = KMLDrawingRules.take(&properties, feature.geometry, asTracks: times != nil)
    writeData(properties, types)
    if let geometry = feature.geometry {
      // Cutting changes the number of members.
      let whole = drawing.hasArrays ? geometry : geometry.withPolygonsCut
      write(whole, drawing, times, columns)
    }
    bytes.append(contentsOf: "</Placemark>\n".utf8)
  }

  /// Writes the end of the document.
  public mutating func end() throws(FormatError) {
    guard !hasEnded else { return }
    hasEnded = true
    begin()
    enter([])
    bytes.append(contentsOf: "</Document>\n</kml>\n".utf8)
  }

  /// Returns the bytes written since the start or the last drain.
  public mutating func drain() -> [UInt8] { bytes.drain() }

  // MARK: Folders

  private static func takeFolders(_ properties: inout Properties) -> [String] {
    switch properties["folder"] {
    case .string(let name)?:
      properties["folder"] = nil
      return [name]
    case .array(let values)?:
      let names = values.compactMap(\.text)
      guard names.count == values.count, names.count > 1, names.count < 64 else { return [] }
      properties["folder"] = nil
      return names
    default: return []
    }
  }

  /// Closes the folders that are not part of a path and opens the missing ones.
  internal mutating func enter(_ path: [String]) {
    guard path != folders else { return }
    let common = zip(path, folders).prefix { $0 == $1 }.count
    for _ in common..<folders.count { bytes.append(contentsOf: "</Folder>\n".utf8) }
    for name in path[common...] {
      bytes.append(contentsOf: "<Folder>".utf8)
      bytes.append(xmlElement: "name", name)
      bytes.append(UInt8(ascii: "\n"))
    }
    folders = path
  }

  // MARK: Properties

  /// Writes the properties that have their own elements, in schema order.
  private mutating func writeElements(
    _ properties: inout Properties, _ types: inout [(name: String, type: String)]
  ) {
    if let value = properties["visibility"], value == 0 || value == 1 {
      // The schema requires the visibility directly after the name.
      if let name = properties["name"]?.text, name == name.trimmingBlanks {
        bytes.append(xmlElement: "name", name)
        properties["name"] = nil
      }
      bytes.append(xmlElement: "visibility", value == 0 ? "0" : "1")
      properties["visibility"] = nil
    }
    for name in ["name", "address", "phoneNumber", "Snippet", "snippet", "description"] {
      guard let value = properties[name], let text = value.plainText,
        text == text.trimmingBlanks
      else { continue }
      bytes.append(xmlElement: name, text)
      if value.text == nil { types.append((name, value.xmlType)) }
      properties[name] = nil
    }
    if let value = properties["time"] {
      let date = value.text.flatMap { XMLTime.isAnyDate($0) ? $0 : nil }
      if let time = date ?? TimeReading.dateTime(value) {
        bytes.append(kmlTime: TimeReading.zoned(time, properties))
        properties["time"] = nil
        return
      }
    }
    let span = ["begin", "end"].filter {
      properties[$0]?.text.map { XMLTime.isAnyDate($0) } == true
    }
    if !span.isEmpty {
      bytes.append(contentsOf: "<TimeSpan>".utf8)
      for name in span {
        bytes.append(xmlElement: name, properties[name]?.text ?? "")
        properties[name] = nil
      }
      bytes.append(xmlEnd: "TimeSpan")
    } else if let begin = properties["startTime"].flatMap({ TimeReading.dateTime($0) }),
      let end = properties["endTime"].flatMap({ TimeReading.dateTime($0) })
    {
      bytes.append(contentsOf: "<TimeSpan>".utf8)
      bytes.append(xmlElement: "begin", begin)
      bytes.append(xmlElement: "end", end)
      bytes.append(xmlEnd: "TimeSpan")
    } else if let time = TimeReading.dateTime(of: properties) {
      bytes.append(kmlTime: time)
    }
  }

  private mutating func writeData(
    _ properties: Properties, _ types: [(name: String, type: String)]
  ) {
    guard !properties.isEmpty || !types.isEmpty else { return }
    bytes.append(contentsOf: "<ExtendedData>".utf8)
    var types = types
    for (name, value) in properties.members {
      guard let text = value.plainText else {
        bytes.append(property: name, value)
        continue
      }
      bytes.append(contentsOf: "<Data".utf8)
      bytes.append(xmlAttribute: "name", name)
      bytes.append(UInt8(ascii: ">"))
      bytes.append(xmlElement: "value", text)
      bytes.append(xmlEnd: "Data")
      if value.text == nil { types.append((name, value.xmlType)) }
    }
    for (name, type) in types {
      bytes.append(contentsOf: "<c:type".utf8)
      bytes.append(xmlAttribute: "name", name)
      bytes.append(xmlAttribute: "is", type)
      bytes.append(contentsOf: "/>".utf8)
    }
    bytes.append(xmlEnd: "ExtendedData")
  }

  // MARK: Geometries

  /// Removes and returns the times of each line, if there is one for each position.
  private static func takeTimes(
    _ properties: inout Properties, _ geometry: GeoFeature.Geometry?
  ) -> [[String]]? {
    guard case .array(let values)? = properties["coordTimes"] else { return nil }
    let columns: [PropertyValue]
    let counts: [Int]
    switch geometry {
    case .lineString(let line)?:
      columns = [.array(values)]
      counts = [line.count]
    case .multiLineString(let lines)?:
      columns = values
      counts = lines.map(\.count)
    default: return nil
    }
    guard columns.count == counts.count else { return nil }
    var times: [[String]] = []
    for (column, count) in zip(columns, counts) {
      guard case .array(let values) = column, values.count == count,
        values.allSatisfy({ $0 == .null || ($0.text.map { XMLTime.isAnyDate($0) } ?? false) })
      else { return nil }
      times.append(values.map { $0.text ?? "" })
    }
    guard times.contains(where: { $0.contains { !$0.isEmpty } }) else { return nil }
    properties["coordTimes"] = nil
    return times
  }

  private mutating func write(
    _ geometry: GeoFeature.Geometry, _ drawing: Properties, _ times: [[String]]? = nil,
    _ columns: KMLTrackColumns? = nil
  ) {
    switch geometry {
    case .point(let position):
      guard !position.isNowhere else { return leftOut.add(.emptyPoint) }
      line("Point", [position], drawing, .point)
    case .lineString(let line):
      if let times = times?.first {
        track(line, times, columns, 0, drawing)
      } else {
        self.line("LineString", line, drawing, .line)
      }
    case .polygon(let rings):
      let cut = drawing.hasArrays ? geometry : geometry.withPolygonsCut
      guard case .polygon = cut else { return write(cut, drawing) }
      bytes.append(contentsOf: "<Polygon>".utf8)
      bytes += KMLDrawingRules.elements(drawing, .polygon, hasHeights: geometry.hasHeights)
      for (number, ring) in rings.enumerated() {
        let name = number == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
        bytes.append(contentsOf: "<\(name)><LinearRing>".utf8)
        coordinates(ring.closed)
        bytes.append(contentsOf: "</LinearRing></\(name)>".utf8)
      }
      bytes.append(xmlEnd: "Polygon")
    case .multiLineString(let lines):
      guard let times else { return multiple(lines.map { .lineString($0) }, drawing) }
      bytes.append(contentsOf: "<gx:MultiTrack>".utf8)
      bytes += KMLDrawingRules.elements(drawing, .multiTrack, hasHeights: false)
      for (number, line) in lines.enumerated() {
        track(line, times[number], columns, number, drawing.ofMember(number))
      }
      bytes.append(xmlEnd: "gx:MultiTrack")
    case .multiPoint(let positions): multiple(positions.map { .point($0) }, drawing)
    case .multiPolygon(let polygons): multiple(polygons.map { .polygon($0) }, drawing)
    case .collection(let members): multiple(members, drawing)
    }
  }

  private mutating func multiple(_ members: [GeoFeature.Geometry], _ drawing: Properties) {
    bytes.append(contentsOf: "<MultiGeometry>".utf8)
    for (number, member) in members.enumerated() { write(member, drawing.ofMember(number)) }
    bytes.append(xmlEnd: "MultiGeometry")
  }

  /// Writes a point without drawing rules.
  internal mutating func point(_ position: GeoFeature.Position) {
    line("Point", [position], Properties(), .point)
  }

  private mutating func line(
    _ name: String, _ line: [GeoFeature.Position], _ drawing: Properties,
    _ target: KMLDrawingRules.Target
  ) {
    bytes.append(contentsOf: "<\(name)>".utf8)
    bytes += KMLDrawingRules.elements(drawing, target, hasHeights: line.hasHeights)
    coordinates(line)
    bytes.append(xmlEnd: name)
  }

  private mutating func track(
    _ line: [GeoFeature.Position], _ times: [String], _ columns: KMLTrackColumns?, _ number: Int,
    _ drawing: Properties
  ) {
    bytes.append(contentsOf: "<gx:Track>".utf8)
    bytes += KMLDrawingRules.elements(drawing, .track, hasHeights: line.hasHeights)
    for time in times { bytes.append(xmlElement: "when", time) }
    for position in line {
      bytes.append(contentsOf: "<gx:coord>".utf8)
      self.position(position, separator: " ")
      bytes.append(xmlEnd: "gx:coord")
    }
    columns?.write(line: number, to: &bytes)
    bytes.append(xmlEnd: "gx:Track")
  }

  private mutating func coordinates(_ line: [GeoFeature.Position]) {
    bytes.append(contentsOf: "<coordinates>".utf8)
    for (number, position) in line.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: " ")) }
      self.position(position, separator: ",")
    }
    bytes.append(xmlEnd: "coordinates")
  }

  private mutating func position(_ position: GeoFeature.Position, separator: Unicode.Scalar) {
    bytes.append(
      plain: position.coordinate.longitude.reducedLongitude, fractionDigits: fractionDigits)
    bytes.append(UInt8(ascii: separator))
    bytes.append(plain: position.coordinate.latitude, fractionDigits: fractionDigits)
    guard let meters = position.elevation, meters.isFinite else { return }
    bytes.append(UInt8(ascii: separator))
    bytes.append(plain: meters, fractionDigits: fractionDigits)
  }
}

extension [UInt8] {
  /// Appends a time of a feature.
  fileprivate mutating func append(kmlTime time: String) {
    append(contentsOf: "<TimeStamp>".utf8)
    append(xmlElement: "when", time)
    append(xmlEnd: "TimeStamp")
  }
}

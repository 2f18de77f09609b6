public import CairnGeodesy

/// Writes features as a GeoJSON feature collection (RFC 7946), one feature per line.
///
/// ```swift
/// var collection = GeoJSONWriter()
/// try collection.write(
///   GeoFeature(
///     geometry: .point(.init(Coordinate(latitude: -33.8688, longitude: 151.2093))),
///     properties: ["name": "Sydney"]))
/// collection.end()
/// String(decoding: collection.bytes, as: UTF8.self)
/// // {"type":"FeatureCollection","features":[
/// // {"type":"Feature","geometry":{"type":"Point","coordinates":[151.2093,-33.8688]},
/// //  "properties":{"name":"Sydney"}}
/// // ]}
/// ```
///
/// (The feature is on a single line; it is broken above to fit the page.)
///
/// ## Output
/// - Positions have the longitude first, in [-180, 180], then the latitude and the elevation, if
///   any.
/// - Rings are closed, outer ones counterclockwise and holes clockwise, whatever their original
///   orientation.
/// - Lines and polygons across 180 degrees are split into parts; see
///   ``GeoFeature/Geometry/cutAtAntimeridian(_:)``.
/// - A measure follows the elevation; a measure without elevation cannot be represented and is
///   counted in ``leftOut``.
/// - Properties and foreign members are written unchanged: the output reads back as the same
///   values.
///
/// A long output can be sent in pieces, see ``drain()``.
public struct GeoJSONWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  internal var json = JSONWriter()
  private let options: GeoJSONOptions
  private var boxes: [BoundingBox] = []

  /// The greatest length of a feature in bytes, 256 MiB by default, which is the limit of readers.
  public var recordLimit = 1 << 28

  /// Members of the collection that RFC 7946 does not define, written by ``end()``; set them to
  /// ``GeoJSONReader/foreignMembers`` to copy those of another file.
  public var foreignMembers = Properties()

  /// The bytes written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Creates a writer and opens the collection.
  public init(_ options: GeoJSONOptions = GeoJSONOptions()) {
    self.options = options
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray(onLines: true)
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` for a position that is not finite or beyond a pole, a line of one
  ///   position, a ring of fewer than three, and a feature of more than ``recordLimit`` bytes;
  ///   nothing of the feature is then written.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    let options = options
    let box = try json.writing(upTo: recordLimit) { json throws(FormatError) in
      try json.feature(feature, options)
    }
    leftOut.add(.shortLine, shortLines)
    leftOut.add(.foreignMember, JSONWriter.reservedCount(feature.foreignMembers))
    leftOut.add(.measure, feature.geometry?.measureCount(withoutElevation: true) ?? 0)
    guard let box else { return }
    boxes.append(box)
    // Merges the boxes to bound memory.
    if boxes.count == 4_096 { boxes = [BoundingBox(holding: boxes)] }
  }

  /// Writes a point feature.
  ///
  /// - Parameters:
  ///   - coordinate: the coordinate; if it is not finite, the feature has no geometry.
  ///   - properties: writes the members of the feature's properties.
  /// - Throws: the errors of `properties`; the writer must not be used after that.
  public mutating func point<E: Error>(
    _ coordinate: Coordinate, properties: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    json.beginObject()
    json.member("type", "Feature")
    json.key("geometry")
    if coordinate.latitude.isFinite, coordinate.longitude.isFinite {
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.position(coordinate)
      json.endObject()
    } else {
      json.null()
    }
    json.key("properties")
    json.beginObject()
    try properties(&json)
    json.endObject()
    json.endObject()
  }

  /// Writes the next rows of a table as long as they are plain; see ``TableReader``.
  internal mutating func writeRows(of table: inout TableReader) -> Int {
    table.writeRows(to: &json, options, around: (nil, nil))
  }

  /// Sets the members of the collection that RFC 7946 does not define.
  public mutating func take(foreignMembers: Properties) { self.foreignMembers = foreignMembers }

  /// Closes the collection and ends the last line.
  public mutating func end() {
    json.endArray()
    let box = boxes.isEmpty ? nil : BoundingBox(holding: boxes)
    if let box { json.box(box, options) }
    leftOut.add(.foreignMember, JSONWriter.reservedCount(foreignMembers))
    json.members(foreignMembers, withBox: box == nil)
    json.endObject()
    json.bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns the bytes written so far, leaving an empty buffer.
  ///
  /// - Returns: the bytes since the start or the last drain.
  public mutating func drain() -> [UInt8] {
    json.drain()
  }
}

extension JSONWriter {
  /// Writes a GeoJSON position: longitude in [-180, 180], then latitude, in degrees.
  public mutating func position(_ coordinate: Coordinate) {
    beginArray()
    value(coordinate.longitude.reducedLongitude)
    value(coordinate.latitude)
    endArray()
  }
}

/// Writes features as a sequence of GeoJSON texts, one per line: each preceded by a record
/// separator (RFC 8142), or without (newline-delimited GeoJSON).
///
/// Features are written as by ``GeoJSONWriter``. There is no header or footer, so sequences can be
/// concatenated.
///
/// ```swift
/// var lines = GeoJSONSequenceWriter(separators: false)
/// try lines.write(feature)
/// lines.end()
/// ```
public struct GeoJSONSequenceWriter: FeatureWriter {
  /// Counts of content omitted from the features written so far.
  public private(set) var leftOut = LeftOut()

  /// The greatest length of a feature in bytes, 256 MiB by default, which is the limit of readers.
  public var recordLimit = 1 << 28

  private var json = JSONWriter()
  private let separators: Bool
  private let options: GeoJSONOptions

  /// The bytes written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - separators: whether each feature is preceded by byte 1E.
  ///   - options: how features are written.
  public init(separators: Bool = true, options: GeoJSONOptions = GeoJSONOptions()) {
    self.separators = separators
    self.options = options
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError`` as ``GeoJSONWriter/write(_:)``.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    if separators { try feature.geometry?.checkForGeoJSON() }
    let (options, separators) = (options, separators)
    try json.writing(upTo: recordLimit) { json throws(FormatError) in
      if separators { json.bytes.append(0x1E) }
      _ = try json.feature(feature, options)
    }
    leftOut.add(.shortLine, shortLines)
    leftOut.add(.foreignMember, JSONWriter.reservedCount(feature.foreignMembers))
    leftOut.add(.measure, feature.geometry?.measureCount(withoutElevation: true) ?? 0)
    json.bytes.append(UInt8(ascii: "\n"))
  }

  /// Writes the next rows of a table as long as they are plain; see ``TableReader``.
  internal mutating func writeRows(of table: inout TableReader) -> Int {
    table.writeRows(to: &json, options, around: (separators ? 0x1E : nil, UInt8(ascii: "\n")))
  }

  /// Does nothing: every line is already terminated.
  public mutating func end() {}

  /// Returns the bytes written so far, leaving an empty buffer.
  public mutating func drain() -> [UInt8] { json.drain() }
}

/// Options for writing GeoJSON.
///
/// ```swift
/// var options = GeoJSONOptions()
/// options.fractionDigits = 6
/// options.writesBoundingBoxes = true
/// var writer = GeoJSONWriter(options)
/// ```
public struct GeoJSONOptions: Hashable, Sendable {
  /// The greatest number of digits after the decimal point of longitudes and latitudes, 0 to 15.
  ///
  /// If nil, writes as many digits as needed to read back the same bits. Six digits are 11
  /// centimeters.
  public var fractionDigits: Int?
  /// Whether each feature, and the collection at its end, has a bounding box.
  public var writesBoundingBoxes = false
  /// Whether lines and polygons across 180 degrees are cut there, as RFC 7946 recommends.
  public var cutsAtAntimeridian = true
  /// Whether positions and rings are written unchanged, including longitudes beyond 180 degrees.
  internal var keepsGeometries = false

  /// Creates options; by default all digits, no bounding boxes, cut at 180 degrees.
  ///
  /// - Parameters:
  ///   - fractionDigits: the greatest number of digits after the decimal point, 0 to 15; nil for as
  ///     many as needed.
  ///   - writesBoundingBoxes: whether features and the collection have bounding boxes.
  ///   - cutsAtAntimeridian: whether lines and polygons across 180 degrees are cut there.
  public init(
    fractionDigits: Int? = nil, writesBoundingBoxes: Bool = false, cutsAtAntimeridian: Bool = true
  ) {
    self.fractionDigits = fractionDigits
    self.writesBoundingBoxes = writesBoundingBoxes
    self.cutsAtAntimeridian = cutsAtAntimeridian
  }
}

extension JSONWriter {
  /// Writes a feature as a GeoJSON object.
  ///
  /// - Returns: the feature's bounding box if the options include it.
  /// - Throws: ``FormatError`` for content that GeoJSON cannot represent, before anything is
  ///   written.
  internal mutating func feature(
    _ feature: GeoFeature, _ options: GeoJSONOptions
  ) throws(FormatError) -> BoundingBox? {
    if case .point(let position)? = feature.geometry, feature.identifier == nil,
      !options.writesBoundingBoxes, !options.keepsGeometries, !position.isNowhere
    {
      // Fast path for most features of most files.
      try position.checkForGeoJSON()
      beginPoint()
      self.position(position.reduced, options)
      bytes.append(contentsOf: Self.pointEnd)
      followsKey = true
      value(.object(feature.properties))
      if !feature.foreignMembers.isEmpty { members(feature.foreignMembers) }
      bytes.append(UInt8(ascii: "}"))
      return nil
    }
    try feature.geometry?.checkForGeoJSON()
    let geometry =
      options.keepsGeometries
      ? feature.geometry : feature.geometry?.cutAtAntimeridian(options.cutsAtAntimeridian)
    beginObject()
    member("type", "Feature")
    switch feature.identifier {
    case .string(let text)?: member("id", text)
    case .integer, .number:
      key("id")
      value(feature.identifier ?? .null)
    default: break
    }
    var box: BoundingBox?
    if options.writesBoundingBoxes, let bounds = geometry?.boundingBox, !bounds.isEmpty {
      box = bounds
      self.box(bounds, options)
    }
    key("geometry")
    if let geometry { self.geometry(geometry, options) } else { null() }
    key("properties")
    value(.object(feature.properties))
    if !feature.foreignMembers.isEmpty { members(feature.foreignMembers, withBox: box == nil) }
    endObject()
    return box
  }

  private static let reserved = [
    "type", "id", "geometry", "properties", "features", "coordinates", "geometries", "crs",
  ]

  /// The number of members whose names RFC 7946 reserves; they are not written.
  internal static func reservedCount(_ members: Properties) -> Int {
    members.isEmpty ? 0 : members.members.count { reserved.contains($0.name) }
  }

  /// Writes a record, and removes it again if it exceeds the limit of readers.
  internal mutating func writing<Value>(
    upTo limit: Int, _ body: (inout JSONWriter) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    let start = bytes.count
    let wasEmpty = containers.last?.isEmpty ?? false
    let value = try body(&self)
    guard bytes.count - start <= limit else {
      bytes.removeSubrange(start...)
      if let last = containers.indices.last { containers[last].isEmpty = wasEmpty }
      throw FormatError(.recordTooLong(limit: limit), line: 0)
    }
    return value
  }

  /// Writes members that RFC 7946 does not define, except those with reserved names (7.1).
  internal mutating func members(_ members: Properties, withBox: Bool) {
    for (name, value) in members.members where !Self.reserved.contains(name) {
      guard name != "bbox" || withBox else { continue }
      key(name)
      self.value(value)
    }
  }

  /// Writes the member `bbox`.
  internal mutating func box(_ box: BoundingBox, _ options: GeoJSONOptions) {
    key("bbox")
    beginArray()
    for degrees in [box.west, box.south, box.east, box.north] {
      coordinate(degrees, options)
    }
    endArray()
  }

  private mutating func geometry(_ geometry: GeoFeature.Geometry, _ options: GeoJSONOptions) {
    beginObject()
    member("type", geometry.name)
    if case .collection(let members) = geometry {
      key("geometries")
      beginArray()
      for member in members { self.geometry(member, options) }
      endArray()
    } else {
      key("coordinates")
      coordinates(of: geometry, options)
    }
    endObject()
  }

  private mutating func coordinates(
    of geometry: GeoFeature.Geometry, _ options: GeoJSONOptions
  ) {
    switch geometry {
    case .point(let position):
      // RFC 7946 (3.1) allows an empty array for no position.
      if position.isNowhere {
        beginArray()
        endArray()
      } else {
        self.position(position, options)
      }
    case .multiPoint(let positions), .lineString(let positions): line(positions, options)
    case .multiLineString(let lines), .polygon(let lines): self.lines(lines, options)
    case .multiPolygon(let polygons):
      beginArray()
      for rings in polygons { lines(rings, options) }
      endArray()
    case .collection: break
    }
  }

  private mutating func lines(_ lines: [[GeoFeature.Position]], _ options: GeoJSONOptions) {
    beginArray()
    for line in lines { self.line(line, options) }
    endArray()
  }

  private mutating func line(_ positions: [GeoFeature.Position], _ options: GeoJSONOptions) {
    beginArray()
    for position in positions { self.position(position, options) }
    endArray()
  }

  internal mutating func position(_ position: GeoFeature.Position, _ options: GeoJSONOptions) {
    beginArray()
    coordinate(position.coordinate.longitude, options)
    coordinate(position.coordinate.latitude, options)
    if let elevation = position.elevation {
      value(elevation)
      if let measure = position.measure { value(measure) }
    }
    endArray()
  }

  private mutating func coordinate(_ degrees: Double, _ options: GeoJSONOptions) {
    self.degrees(degrees, fractionDigits: options.fractionDigits)
  }

  /// Writes degrees with at most the given number of digits, without trailing zeros.
  internal mutating func degrees(_ degrees: Double, fractionDigits: Int?) {
    guard let digits = fractionDigits else { return value(degrees) }
    let scale = DecimalNumber.exactPowers[min(max(digits, 0), 15)]
    value((degrees * scale).rounded() / scale)
  }
}

extension JSONWriter {
  /// The text before and after the position of a point feature.
  internal static let pointStart = Array(
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":"#.utf8)
  internal static let pointEnd = Array(#"},"properties":"#.utf8)

  /// Begins a point feature; the position must follow.
  internal mutating func beginPoint() {
    separate()
    bytes.append(contentsOf: Self.pointStart)
    followsKey = true
  }

  /// Begins the properties after the position of a point; the caller appends the members as bytes.
  internal mutating func beginPointProperties() {
    bytes.append(contentsOf: Self.pointEnd)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the properties and the point feature.
  internal mutating func endPoint() {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes members of an object that was opened without the writer's state and has members
  /// already.
  private mutating func members(_ members: Properties) {
    containers.append(Container(isEmpty: false, onLines: false))
    self.members(members, withBox: true)
    containers.removeLast()
  }
}

extension GeoFeature.Position {
  /// Checks that GeoJSON can represent the position.
  @inline(__always)
  internal func checkForGeoJSON() throws(FormatError) {
    guard coordinate.isValid, elevation?.isFinite ?? true, measure?.isFinite ?? true else {
      throw FormatError(
        .notRepresentable("the position \(coordinate.longitude), \(coordinate.latitude)"), line: 0)
    }
  }
}

extension GeoFeature.Geometry {
  /// Checks that GeoJSON can represent all positions, and that lines and rings have enough of them.
  internal func checkForGeoJSON() throws(FormatError) {
    try forEachPosition { position throws(FormatError) in try position.checkForGeoJSON() }
    switch self {
    case .lineString(let line): try Self.check([line], least: 2, "line")
    case .multiLineString(let lines): try Self.check(lines, least: 2, "line")
    case .polygon(let rings): try Self.check(rings, least: 3, "ring")
    case .multiPolygon(let polygons):
      for rings in polygons { try Self.check(rings, least: 3, "ring") }
    case .collection(let members): for member in members { try member.checkForGeoJSON() }
    case .point, .multiPoint: break
    }
  }

  private static func check(
    _ lines: [[GeoFeature.Position]], least: Int, _ what: String
  ) throws(FormatError) {
    for line in lines where !line.isEmpty {
      let isClosed = least == 3 && line.count > 1 && line.first?.coordinate == line.last?.coordinate
      guard line.count >= (isClosed ? 4 : least) else {
        throw FormatError(
          .notRepresentable("a \(what) of \(line.count) position\(line.count == 1 ? "" : "s")"),
          line: 0)
      }
    }
  }
}

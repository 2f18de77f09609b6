public import CairnGeodesy

/// Writes features as a GeoJSON feature collection (RFC 7946), one feature a line.
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
/// (The feature is one line; it is broken above to fit the page.)
///
/// ## What it writes
/// - Positions with the longitude first, in [-180, 180], then the elevation where there is one.
/// - Rings closed, outer ones counterclockwise and holes clockwise, whichever way they came.
/// - Lines and polygons across 180 degrees in several parts; see
///   ``GeoFeature/Geometry/cutAtAntimeridian(_:)``.
/// - A measure behind an elevation; without one it has no place, and is counted in ``leftOut``.
/// - Properties and foreign members as they are: what it writes reads back as the same values.
///
/// A long output is sent in pieces with ``drain()``.
public struct GeoJSONWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  internal var json = JSONWriter()
  private let options: GeoJSONOptions
  private var boxes: [BoundingBox] = []

  /// How many bytes a feature may have, 256 MB by default: as many as a reader takes.
  public var recordLimit = 1 << 28

  /// Members of the collection beside those of RFC 7946, which ``end()`` writes: those that
  /// ``GeoJSONReader/foreignMembers`` has of another one.
  public var foreignMembers = Properties()

  /// What has been written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Makes a writer and opens the collection.
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
  ///   position, a ring of fewer than three, and more than ``recordLimit`` bytes; nothing of the
  ///   feature is then written.
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
    // One box stands for many.
    if boxes.count == 4_096 { boxes = [BoundingBox(holding: boxes)] }
  }

  /// Writes a feature that is one point.
  ///
  /// - Parameters:
  ///   - coordinate: where it lies; one that is not finite gives a feature without geometry.
  ///   - properties: writes the members of the feature's properties.
  /// - Throws: what the closure throws; the collection is then not to be used any further.
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

  /// Writes the next rows of a table, as far as they are plain; see ``TableReader``.
  internal mutating func writeRows(of table: inout TableReader) -> Int {
    table.writeRows(to: &json, options, around: (nil, nil))
  }

  /// Takes the members of the collection beside those of RFC 7946.
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

  /// Hands over what has been written so far and goes on with an empty buffer.
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

/// Writes features as a sequence of GeoJSON texts, one a line: with a record separator in front of
/// each (RFC 8142) or without (newline-delimited GeoJSON).
///
/// Features are written as ``GeoJSONWriter`` does. Nothing stands in front of the first one or
/// behind the last, so sequences can be joined.
///
/// ```swift
/// var lines = GeoJSONSequenceWriter(separators: false)
/// try lines.write(feature)
/// lines.end()
/// ```
public struct GeoJSONSequenceWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  /// How many bytes a feature may have, 256 MB by default: as many as a reader takes.
  public var recordLimit = 1 << 28

  private var json = JSONWriter()
  private let separators: Bool
  private let options: GeoJSONOptions

  /// What has been written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Makes a writer with nothing written.
  ///
  /// - Parameters:
  ///   - separators: whether byte 1E stands in front of each feature.
  ///   - options: how features are written.
  public init(separators: Bool = true, options: GeoJSONOptions = GeoJSONOptions()) {
    self.separators = separators
    self.options = options
  }

  /// Writes a feature.
  ///
  /// - Throws: ``FormatError``, as ``GeoJSONWriter/write(_:)`` does.
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

  /// Writes the next rows of a table, as far as they are plain; see ``TableReader``.
  internal mutating func writeRows(of table: inout TableReader) -> Int {
    table.writeRows(to: &json, options, around: (separators ? 0x1E : nil, UInt8(ascii: "\n")))
  }

  /// Does nothing: every feature ends with its line.
  public mutating func end() {}

  /// Hands over what has been written so far and goes on with an empty buffer.
  public mutating func drain() -> [UInt8] { json.drain() }
}

/// How features are written as GeoJSON.
///
/// ```swift
/// var options = GeoJSONOptions()
/// options.fractionDigits = 6
/// options.writesBoundingBoxes = true
/// var writer = GeoJSONWriter(options)
/// ```
public struct GeoJSONOptions: Hashable, Sendable {
  /// How many digits may follow the point of a longitude and a latitude, 0 to 15.
  ///
  /// Nil takes as many as it needs to read the same bits. Six digits are 11 centimetres.
  public var fractionDigits: Int?
  /// Whether each feature, and at its end the collection, says its box.
  public var writesBoundingBoxes = false
  /// Whether lines and polygons across 180 degrees are cut there, as RFC 7946 wants it.
  public var cutsAtAntimeridian = true
  /// Whether positions and rings stand as they are, longitudes beyond 180 degrees among them.
  internal var keepsGeometries = false

  /// The default: all digits, no boxes, cut at 180 degrees.
  public init() {}
}

extension JSONWriter {
  /// Writes a feature as a GeoJSON object.
  ///
  /// - Returns: the feature's box where the options want one.
  /// - Throws: ``FormatError`` for what GeoJSON cannot hold, before anything is written.
  internal mutating func feature(
    _ feature: GeoFeature, _ options: GeoJSONOptions
  ) throws(FormatError) -> BoundingBox? {
    if case .point(let position)? = feature.geometry, feature.identifier == nil,
      !options.writesBoundingBoxes, !options.keepsGeometries, !position.isNowhere
    {
      // Most features of most files, in few steps.
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

  /// How many members have names that RFC 7946 reserves, and are not written.
  internal static func reservedCount(_ members: Properties) -> Int {
    members.isEmpty ? 0 : members.members.count { reserved.contains($0.name) }
  }

  /// Writes a record, and takes it back if it has more bytes than a reader takes.
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

  /// Writes members that RFC 7946 does not know, but for names that it reserves (7.1).
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
      // What RFC 7946 (3.1) takes for no geometry.
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

  /// Writes degrees with no more digits than wanted, without zeros at the end.
  internal mutating func degrees(_ degrees: Double, fractionDigits: Int?) {
    guard let digits = fractionDigits else { return value(degrees) }
    let scale = DecimalNumber.exactPowers[min(max(digits, 0), 15)]
    value((degrees * scale).rounded() / scale)
  }
}

extension JSONWriter {
  /// What stands before and behind the position of a feature that is a point.
  internal static let pointStart = Array(
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":"#.utf8)
  internal static let pointEnd = Array(#"},"properties":"#.utf8)

  /// Begins a feature that is a point; the position follows.
  internal mutating func beginPoint() {
    separate()
    bytes.append(contentsOf: Self.pointStart)
    followsKey = true
  }

  /// Begins the properties behind the position of a point; members follow by hand.
  internal mutating func beginPointProperties() {
    bytes.append(contentsOf: Self.pointEnd)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the properties of a point, and the point.
  internal mutating func endPoint() {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes members of the object that was begun by hand and has some already.
  private mutating func members(_ members: Properties) {
    containers.append(Container(isEmpty: false, onLines: false))
    self.members(members, withBox: true)
    containers.removeLast()
  }
}

extension GeoFeature.Position {
  /// Checks that GeoJSON can hold it.
  @inline(__always)
  internal func checkForGeoJSON() throws(FormatError) {
    guard coordinate.isValid, elevation?.isFinite ?? true, measure?.isFinite ?? true else {
      throw FormatError(
        .notRepresentable("the position \(coordinate.longitude), \(coordinate.latitude)"), line: 0)
    }
  }
}

extension GeoFeature.Geometry {
  /// Checks that GeoJSON can hold all positions, and that lines and rings have enough of them.
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

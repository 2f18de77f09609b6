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

  /// The maximum length of a feature in bytes, 256 MiB by default, which is the limit of readers.
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
    try point(GeoFeature.Position(coordinate), identifier: nil, properties: properties)
  }

  /// Writes a point feature with its elevation and identifier.
  package mutating func point<E: Error>(
    _ position: GeoFeature.Position, identifier: PropertyValue?,
    properties: (inout JSONWriter) throws(E) -> Void
  ) throws(E) {
    var position = position
    position.coordinate.longitude = position.coordinate.longitude.reducedLongitude
    json.beginObject()
    json.member("type", "Feature")
    if let identifier {
      json.key("id")
      json.value(identifier)
    }
    json.key("geometry")
    if position.coordinate.latitude.isFinite, position.coordinate.longitude.isFinite {
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.position(position, GeoJSONOptions())
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
  public mutating func _writeRows(of table: inout TableReader) -> Int {
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

  /// The maximum length of a feature in bytes, 256 MiB by default, which is the limit of readers.
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
  public mutating func _writeRows(of table: inout TableReader) -> Int {
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
  /// The maximum number of digits after the decimal point of longitudes and latitudes, 0 to 15.
  ///
  /// If nil, writes the digits needed to read back the same bits. Six digits are 11
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
  ///   - fractionDigits: the maximum number of digits after the decimal point, 0 to 15; nil for as
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

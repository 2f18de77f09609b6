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
/// - Properties as they are: what it writes reads back as the same values.
///
/// A long output is sent in pieces with ``drain()``.
public struct GeoJSONWriter: FeatureWriter {
  /// What was left out of the features written so far.
  public private(set) var leftOut = LeftOut()

  internal var json = JSONWriter()
  private let options: GeoJSONOptions
  private var boxes: [BoundingBox] = []

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
  ///   position and a ring of fewer than three; nothing of the feature is then written.
  public mutating func write(_ feature: GeoFeature) throws(FormatError) {
    let (feature, shortLines) = feature.withoutShortLines()
    let box = try json.feature(feature, options)
    leftOut.add(.shortLine, shortLines)
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

  /// Closes the collection and ends the last line.
  public mutating func end() {
    json.endArray()
    if !boxes.isEmpty { json.box(BoundingBox(holding: boxes), options) }
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
    value(UnrolledLine.reduced(coordinate.longitude))
    value(coordinate.latitude)
    endArray()
  }
}

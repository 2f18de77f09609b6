public import CairnGeodesy

/// Writes places as a GeoJSON feature collection (RFC 7946), one feature a line.
///
/// ```swift
/// var collection = GeoJSONWriter()
/// collection.point(Coordinate(latitude: -33.8688, longitude: 151.2093)) { properties in
///   properties.member("name", "Sydney")
/// }
/// collection.end()
/// String(decoding: collection.bytes, as: UTF8.self)
/// // {"type":"FeatureCollection","features":[
/// // {"type":"Feature","geometry":{"type":"Point","coordinates":[151.2093,-33.8688]},
/// //  "properties":{"name":"Sydney"}}
/// // ]}
/// ```
///
/// (The feature is one line; it is broken above to fit the page.) Positions are written with
/// the longitude first, as the format demands, and reduced to [-180, 180].
public struct GeoJSONWriter: Sendable {
  internal var json = JSONWriter()

  /// What has been written and not yet drained, as UTF-8.
  public var bytes: [UInt8] { json.bytes }

  /// Makes a writer and opens the collection.
  public init() {
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray(onLines: true)
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
    var longitude = coordinate.longitude
    if longitude.magnitude > 180 {
      longitude.formRemainder(dividingBy: 360)
    }
    beginArray()
    value(longitude)
    value(coordinate.latitude)
    endArray()
  }
}

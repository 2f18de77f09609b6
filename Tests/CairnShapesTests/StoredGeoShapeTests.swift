import CairnGeodesy
import CairnShapes
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredGeoShapeTests {
  /// Expects a value to be read from the text that version 1.0 wrote, and to be written as it.
  private func stays<Value: Codable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    // Wrapped in an array, because not every decoder reads a top-level number or string.
    let read = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
    #expect(read == [value], sourceLocation: location)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
    #expect(written == "[\(text)]", sourceLocation: location)
  }

  @Test func shapesAndTilesOfVersionOne() throws {
    let vienna = Coordinate(latitude: 48.25, longitude: 16.5)
    let east = Coordinate(latitude: 48.25, longitude: 17)
    let triangle = GeoPolygon([vienna, east, Coordinate(latitude: 48.75, longitude: 17)])
    let ring = "[[16.5,48.25],[17,48.25],[17,48.75],[16.5,48.25]]"
    try stays(GeoShape(vienna), #"{"coordinates":[16.5,48.25],"type":"Point"}"#)
    try stays(
      GeoShape(BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17)),
      #"{"bbox":[9.5,46.5,17,49]}"#)
    try stays(
      GeoShape(Cap(center: vienna, radius: 1500)),
      #"{"center":{"latitude":48.25,"longitude":16.5},"radius":1500}"#)
    try stays(
      GeoShape(GeoPath([vienna, east])),
      #"{"coordinates":[[16.5,48.25],[17,48.25]],"type":"LineString"}"#)
    try stays(GeoShape(triangle), #"{"coordinates":["# + ring + #"],"type":"Polygon"}"#)
    try stays(
      GeoShape(GeoMultiPolygon([triangle])),
      #"{"coordinates":[["# + ring + #"]],"type":"MultiPolygon"}"#)
    try stays(try #require(MapTile(zoom: 3, x: 4, y: 2)), #""3/4/2""#)
  }
}

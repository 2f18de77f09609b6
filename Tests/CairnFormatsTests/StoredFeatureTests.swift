import CairnFormats
import CairnGeodesy
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredFeatureTests {
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

  @Test func featuresOfVersionOne() throws {
    let here = GeoFeature.Position(Coordinate(latitude: 48.25, longitude: 16.5), elevation: 171.5)
    try stays(
      GeoFeature(
        geometry: .point(here), properties: ["name": "Prater"], identifier: 7,
        foreignMembers: ["title": "x"]),
      #"{"geometry":{"coordinates":[16.5,48.25,171.5],"type":"Point"},"id":7,"#
        + #""properties":{"name":"Prater"},"title":"x","type":"Feature"}"#)
    try stays(
      PropertyValue.object([
        "a": .array([1, 2.5, "b"]), "c": .null, "d": true, "e": .object(["f": -1]),
      ]), #"{"a":[1,2.5,"b"],"c":null,"d":true,"e":{"f":-1}}"#)
  }

  @Test func featuresHaveUniqueStableIDs() throws {
    let text = #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"n7","geometry":{"type":"Point","coordinates":[16.5,48.25]},
       "properties":{"name":"A"}},
      {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[16.5,48.25]},
       "properties":{"name":"A"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[16.5,48.25]},
       "properties":{"name":"A"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[16.5,48.5]},
       "properties":{"name":"A","tags":["x"]}},
      {"type":"Feature","geometry":null,"properties":null}]}
      """#
    var reader = GeoJSONReader(Array(text.utf8))
    var features: [GeoFeature] = []
    while let feature = try reader.next() { features.append(feature) }
    #expect(features.count == 5 && Set(features.map(\.id)).count == 5)
    let again = try JSONDecoder().decode([GeoFeature].self, from: JSONEncoder().encode(features))
    #expect(again.map(\.id) == features.map(\.id))
    features[0].properties["name"] = "B"
    #expect(features[0].id == again[0].id && features[0].id == .identifier("n7"))
    features[2].properties["name"] = "B"
    #expect(features[2].id != again[2].id && again[2].id == .content(again[2]))
  }
}

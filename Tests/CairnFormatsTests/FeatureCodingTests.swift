import CairnFormats
import CairnGeodesy
import Foundation
import Testing

@Suite struct FeatureCodingTests {
  private func feature(_ json: String) throws -> GeoFeature {
    try JSONDecoder().decode(GeoFeature.self, from: Data(json.utf8))
  }

  @Test func featuresAreStoredAsGeoJSON() throws {
    let ring = [(170.0, 0.0), (190, 0), (190, 10), (170, 0)].map {
      GeoFeature.Position(Coordinate(latitude: $0.1, longitude: $0.0))
    }
    let point = GeoFeature.Position(
      Coordinate(latitude: 46.5, longitude: 8.25), elevation: 12.5, measure: 3)
    let geometries: [GeoFeature.Geometry?] = [
      nil, .point(point), .multiPoint([point, point]), .lineString(ring), .polygon([ring]),
      .multiPolygon([[ring], [ring]]), .collection([.point(point), .lineString(ring)]),
    ]
    let properties: Properties = [
      "count": 3, "height": 2.5, "name": "Säntis \"1\"", "none": nil, "open": true,
      "tags": .array(["a", 1, .null]), "z": .object(["b": 1, "c": .array([])]),
    ]
    for geometry in geometries {
      var feature = GeoFeature(geometry: geometry, properties: properties, identifier: "n7")
      feature.foreignMembers["title"] = "x"
      let copy = try JSONDecoder().decode(
        [GeoFeature].self, from: JSONEncoder().encode([feature]))
      #expect(copy == [feature])
    }
    for text in ["18446744073709551615", "9223372036854775809", "11400714819323198485"] {
      let value = try JSONDecoder().decode([PropertyValue].self, from: Data("[\(text)]".utf8))
      #expect(value == [.string(text)])
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bare = GeoFeature(geometry: .point(point), properties: ["n": 1])
    #expect(
      String(decoding: try encoder.encode(bare), as: UTF8.self)
        == #"{"geometry":{"coordinates":[8.25,46.5,12.5,3],"type":"Point"},"properties":{"n":1},"#
        + #""type":"Feature"}"#)
  }

  @Test func otherValuesAreRejected() {
    for json in [
      "[]", "1", #"{"type":"FeatureCollection","features":[]}"#,
      #"{"type":"Point","coordinates":[0,0]}"#,
      #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,95]},"properties":{}}"#,
      #"{"type":"Feature","geometry":{"type":"Circle"},"properties":{}}"#,
    ] { #expect(throws: DecodingError.self, "\(json)") { try feature(json) } }
    let place = Coordinate(latitude: 1, longitude: 1)
    for position in [
      GeoFeature.Position(place, measure: 4),
      GeoFeature.Position(Coordinate(latitude: 91, longitude: 0)),
    ] {
      #expect(throws: EncodingError.self) {
        try JSONEncoder().encode(GeoFeature(geometry: .lineString([position, position])))
      }
    }
  }

  @Test func valuesHaveADescription() {
    let values: [PropertyValue] = [
      "a", 12, 2.5, true, .null, .array([1, "b"]), .object(["c": 1]),
    ]
    #expect(
      values.map(\.description) == ["a", "12", "2.5", "true", "", #"[1,"b"]"#, #"{"c":1}"#])
    #expect(PropertyValue(String?.none) == .null && PropertyValue(Int?(3)) == 3)
    #expect(PropertyValue(Double?(2.5)) == 2.5 && PropertyValue(Bool?(true)) == true)
    let place = Coordinate(latitude: 1, longitude: 2)
    #expect(GeoFeature(geometry: .point(.init(place))).coordinate == place)
    #expect(GeoFeature(geometry: .lineString([.init(place), .init(place)])).coordinate == nil)
  }
}

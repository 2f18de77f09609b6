import CairnGeodesy
import TestSupport
import Testing

@testable import CairnFormats

@Suite struct GeoJSONTableTests {
  private let mixed = """
    {"type":"FeatureCollection","features":[
    {"type":"Feature","id":7,"geometry":{"type":"Point","coordinates":[8.5,47.4,400]},
     "properties":{"name":"Zürich","population":415367,"x":1}},
    {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},
     "properties":{"lost":true}},
    {"type":"Feature","id":"b","geometry":{"coordinates":[151.2,-33.9],"type":"Point"},
     "properties":{"y":[1,{"a":2}],"name":"Sydney \\"S\\"","x":"one","x":null,"n\\u0061me2":""}},
    {"type":"Feature","geometry":null,"properties":{"name":"nowhere"}},
    {"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[0,0]}}
    ]}
    """

  @Test func readsPropertiesAsColumns() throws {
    let table = try PlaceTable(geoJSON: Array(mixed.utf8))
    #expect(
      table.coordinates == [
        Coordinate(latitude: 47.4, longitude: 8.5), Coordinate(latitude: -33.9, longitude: 151.2),
        Coordinate(latitude: 0, longitude: 0),
      ])
    #expect(Array(table.names) == ["Zürich", "Sydney \"S\"", ""])
    #expect(table.populations == [415_367, 0, 0])
    #expect(table.countries.isEmpty && table.kinds.isEmpty)
    #expect(table.properties.map(\.name) == ["id", "name", "population", "x", "y", "name2"])
    #expect(table.properties.allSatisfy { $0.count == 3 })
    let x = try #require(table.property("x"))
    #expect((0..<3).map { x[$0] } == [1, .null, nil])
    #expect((0..<3).map { x.kind($0) } == [.number, .null, nil])
    #expect((0..<3).map { x.text($0) } == ["1", nil, nil])
    #expect((0..<3).map { x.number($0) } == [1, nil, nil])
    #expect(x.commonKind == nil && table.property("name")?.commonKind == .text)
    let y = try #require(table.property("y"))
    #expect(y[0] == nil && y[1] == .array([1, .object(["a": 2])]) && y.presentCount == 1)
    #expect((0..<3).map { table.property("id")?[$0] } == [7, "b", nil])
    #expect(table.property("name2")?[1] == "")
    #expect(table.property("lost") == nil)
    #expect(table.badRowCount == 2)
    #expect(table.badRows.map(\.line) == [4, 8])
    #expect(
      table.badRows.first?.reason
        == .expected("a point", found: "\"LineString\""))
  }

  @Test func thePolicyDecidesOnBadRows() throws {
    #expect(throws: FormatError.self) {
      try PlaceTable(geoJSON: Array(mixed.utf8), badRows: .fail)
    }
    let table = try PlaceTable(geoJSON: Array(mixed.utf8), badRows: .null)
    #expect(table.coordinates.map(\.latitude.isNaN) == [false, true, false, true, false])
    #expect(Array(table.names) == ["Zürich", "", "Sydney \"S\"", "", ""])
    #expect(table.badRowCount == 2)
    let renamed = try PlaceTable(geoJSON: Array(mixed.utf8), columns: [.name: "x"])
    #expect(Array(renamed.names) == ["1", "", ""])
  }

  @Test func piecesOfAnySizeGiveTheSame() throws {
    let bytes = Array(mixed.utf8)
    let whole = try PlaceTable(geoJSON: bytes)
    for size in [1, 2, 7, 100] {
      var reader = GeoJSONTableReader()
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.append(Array(bytes[start..<min(bytes.count, start + size)]))
      }
      let table = try reader.finish()
      #expect(table.coordinates == whole.coordinates && table.names == whole.names)
      #expect(table.badRows == whole.badRows)
      for (a, b) in zip(table.properties, whole.properties) {
        #expect(a.name == b.name && (0..<3).allSatisfy { a[$0] == b[$0] })
      }
    }
  }

  @Test func columnsMatchTheFeatures() throws {
    var random = SeededGenerator(seed: 3)
    let names = (0..<40).map { "p\($0)" } + ["name", "é", "a b", ""]
    let features = (0..<500).map { number -> GeoFeature in
      var properties = Properties()
      for name in names.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
        let values: [PropertyValue] = [
          .null, true, false, .integer(number), .number(0.5),
          .string("t\"\(number)"), .array([1, .null]),
          .object(["o": "ü\n"]),
        ]
        properties[name] = values.randomElement(using: &random)
      }
      let place = Coordinate(
        latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
      return GeoFeature(geometry: .point(.init(place)), properties: properties)
    }
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    json.key("features")
    json.beginArray()
    for feature in features {
      guard case .point(let position)? = feature.geometry else { continue }
      json.beginObject()
      json.member("type", "Feature")
      json.key("properties")
      json.value(.object(feature.properties))
      json.key("geometry")
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.position(position.coordinate)
      json.endObject()
      json.endObject()
    }
    json.endArray()
    json.endObject()
    let table = try PlaceTable(geoJSON: json.bytes)
    #expect(table.coordinates.count == features.count)
    for column in table.properties {
      for (row, feature) in features.enumerated() {
        #expect(column[row] == feature.properties[column.name])
      }
    }
    var reader = GeoJSONReader(json.bytes)
    for feature in features { #expect(try reader.next() == feature) }
  }

  /// The last of repeated members wins, in columns and in features.
  @Test(arguments: [#"{"b":2}"#, "{}", #"{"a":3,"b":4,"b":5}"#])
  func theLastOfRepeatedPropertiesWins(last: String) throws {
    let feature = """
      {"type":"Feature","properties":{"a":1},"geometry":{"type":"Point","coordinates":[1,2]},
       "properties":\(last)}
      """
    let bytes = Array("{\"type\":\"FeatureCollection\",\"features\":[\(feature),\(feature)]}".utf8)
    let table = try PlaceTable(geoJSON: bytes)
    var reader = GeoJSONReader()
    reader.append(bytes)
    reader.finish()
    for row in 0..<2 {
      let properties = try #require(try reader.next()).properties
      #expect(table.properties.map(\.name) == properties.names)
      for column in table.properties { #expect(column[row] == properties[column.name]) }
    }
  }

  @Test func newNamesEverywhereTakeLinearSpace() throws {
    let count = rounds(30_000, inDebug: 13_000)
    let features = (0..<count).map {
      #"{"type":"Feature","properties":{"n\#($0)":\#($0)},"geometry":{"type":"Point","coordinates":[0,1]}}"#
    }
    let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",") + "]}"
    let table = try PlaceTable(geoJSON: Array(text.utf8))
    #expect(table.properties.count == count)
    #expect(table.properties[12_345][12_345] == 12_345 && table.properties[12_345][12_346] == nil)
  }
}

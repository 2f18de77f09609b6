import CairnFormats
import CairnGeodesy
import Testing

/// Malformed heights in text formats: the position is kept.
@Suite struct HeightTests {
  @Test(arguments: ["null", "\"high\"", "true", "{}", "[1]", "1e400", "-1e999"])
  func onlyAMalformedGeoJSONHeightIsOmitted(height: String) throws {
    func feature(_ type: String, _ coordinates: String) -> String {
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"\(type)\",\"coordinates\":\(coordinates)},\"properties\":{\"a\":1}}"
    }
    for (text, wkt) in [
      (feature("Point", "[1,2,\(height)]"), "POINT (1 2)"),
      (feature("LineString", "[[1,2,\(height)],[3,4,5]]"), "LINESTRING Z (1 2 NaN, 3 4 5)"),
      (feature("Point", "[1,2,\(height),7]"), "POINT M (1 2 7)"),
    ] {
      for read in [
        Reading(GeoJSONReader(), text), Reading(GeoJSONSequenceReader(), text + "\n"),
        Reading(GeoJSONReader(), text, pieces: 3),
      ] {
        #expect(read.errors.isEmpty, "\(text)")
        #expect(read.features.first?.geometry?.wkt == wkt, "\(text)")
        #expect(read.features.first?.properties == ["a": 1])
        #expect(read.leftOut[.height] == 1)
      }
    }
    let table = try? PlaceTable(geoJSON: Array(feature("Point", "[1,2,\(height)]").utf8))
    #expect(table?.coordinates.first == Coordinate(latitude: 2, longitude: 1))
    // A longitude and a latitude must be numbers.
    #expect(!Reading(GeoJSONReader(), feature("Point", "[1,\(height),3]")).errors.isEmpty)
  }

  @Test func malformedHeightsOfATableAreCounted() {
    let read = Reading(
      TableReader(),
      """
      lat,lon,elevation,name
      1,2,12 m,a
      3,4,,b
      5,6,7,c
      8,9,NaN,d
      1,2, ,e

      """)
    #expect(read.errors.isEmpty)
    #expect(
      read.features.map { $0.geometry?.wkt } == [
        "POINT (2 1)", "POINT (4 3)", "POINT Z (6 5 7)", "POINT (9 8)", "POINT (2 1)",
      ])
    #expect(read.leftOut[.height] == 2)
  }

  @Test func heightsOfWellKnownTextMayBeUnknown() {
    let read = Reading(WKTReader(), "POINT Z (1 2 nan)\nLINESTRING Z (1 2 NaN, 3 4 5)\n")
    #expect(read.errors.isEmpty)
    #expect(
      read.features.map { $0.geometry?.wkt } == ["POINT (1 2)", "LINESTRING Z (1 2 NaN, 3 4 5)"])
  }

  /// A table writer counts heights and identifiers for which it has no column.
  @Test func heightsAndIdentifiersWithoutAColumnAreCounted() throws {
    let plain = GeoFeature(geometry: try .init(wkt: "POINT (1 2)"))
    let full = GeoFeature(geometry: try .init(wkt: "POINT Z (1 2 3)"), identifier: 7)
    var writer = TableWriter()
    for feature in [plain, full, full] { try writer.write(feature) }
    #expect(
      String(decoding: writer.drain(), as: UTF8.self) == "latitude,longitude\n2,1\n2,1\n2,1\n")
    #expect(writer.leftOut[.height] == 2 && writer.leftOut[.identifier] == 2)
    writer = TableWriter(hasElevation: true, hasIdentifier: true)
    for feature in [plain, full] { try writer.write(feature) }
    #expect(
      String(decoding: writer.drain(), as: UTF8.self)
        == "id,latitude,longitude,elevation\n,2,1,\n7,2,1,3\n")
    #expect(writer.leftOut.isEmpty)
    writer = TableWriter(location: .wkt)
    for feature in [plain, full] { try writer.write(feature) }
    #expect(writer.leftOut[.height] == 0 && writer.leftOut[.identifier] == 1)
  }
}

import CairnFormats
import CairnGeodesy
import Testing

@Suite struct WKTTests {
  private typealias Geometry = GeoFeature.Geometry

  /// Texts whose geometry is written as the second text, as confirmed by another reader of
  /// well-known text.
  private static let geometriesArePreservedCases: [(String, String)] = [
    ("POINT (8.5 47.25)", "POINT (8.5 47.25)"),
    ("point(8.5 47.25)", "POINT (8.5 47.25)"),
    ("  POINT\t( 8.5\n47.25 )  ", "POINT (8.5 47.25)"),
    ("POINT Z (8.5 47.25 400)", "POINT Z (8.5 47.25 400)"),
    ("POINTZ(8.5 47.25 400)", "POINT Z (8.5 47.25 400)"),
    ("POINT(8.5 47.25 400)", "POINT Z (8.5 47.25 400)"),
    ("POINT M (8.5 47.25 7)", "POINT M (8.5 47.25 7)"),
    ("POINTM(8.5 47.25 7)", "POINT M (8.5 47.25 7)"),
    ("POINT ZM (8.5 47.25 400 7)", "POINT ZM (8.5 47.25 400 7)"),
    ("POINT(8.5 47.25 400 7)", "POINT ZM (8.5 47.25 400 7)"),
    ("LINESTRING ZM (1 2 3 NaN, 4 5 NaN 6)", "LINESTRING ZM (1 2 3 NaN, 4 5 NaN 6)"),
    ("TRIANGLE ((0 0, 9 0, 9 8, 0 0))", "POLYGON ((0 0, 9 0, 9 8, 0 0))"),
    ("TIN Z (((0 0 1, 9 0 1, 9 8 1, 0 0 1)))", "MULTIPOLYGON Z (((0 0 1, 9 0 1, 9 8 1, 0 0 1)))"),
    ("SRID=4269;POINT(8.5 47.25)", "POINT (8.5 47.25)"),
    ("SRID=0;POINT(8.5 47.25)", "POINT (8.5 47.25)"),
    ("POINT Z (8.5 47.25 NaN)", "POINT (8.5 47.25)"),
    ("POINT EMPTY", "POINT EMPTY"),
    ("POINT Z EMPTY", "POINT EMPTY"),
    ("GEOMETRYCOLLECTION (POINT EMPTY)", "GEOMETRYCOLLECTION (POINT EMPTY)"),
    ("POLYGON ((0 0, 9 0, 9 9))", "POLYGON ((0 0, 9 0, 9 9, 0 0))"),
    ("SRID=4326;POINT(8.5 47.25)", "POINT (8.5 47.25)"),
    ("srid = 4326 ; POINT(8.5 47.25)", "POINT (8.5 47.25)"),
    ("LINESTRING (1 2, 3 4, -5.5 6e-1)", "LINESTRING (1 2, 3 4, -5.5 0.6)"),
    ("LINESTRING Z (1 2 3, 4 5 NaN)", "LINESTRING Z (1 2 3, 4 5 NaN)"),
    ("LINEARRING (0 0, 1 0, 1 1, 0 0)", "LINESTRING (0 0, 1 0, 1 1, 0 0)"),
    ("LINESTRING EMPTY", "LINESTRING EMPTY"),
    (
      "POLYGON ((0 0,9 0,9 9,0 0),(2 1,3 1,3 2,2 1))",
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))"
    ),
    ("POLYGON EMPTY", "POLYGON EMPTY"),
    ("POLYGON (EMPTY)", "POLYGON (EMPTY)"),
    ("MULTIPOINT ((1 2), (3 4))", "MULTIPOINT ((1 2), (3 4))"),
    ("MULTIPOINT (1 2, 3 4)", "MULTIPOINT ((1 2), (3 4))"),
    ("MULTIPOINT (EMPTY, 3 4, EMPTY)", "MULTIPOINT ((3 4))"),
    ("MULTIPOINT Z (1 2 3, 3 4 5)", "MULTIPOINT Z ((1 2 3), (3 4 5))"),
    ("MULTILINESTRING ((1 2,3 4),EMPTY)", "MULTILINESTRING ((1 2, 3 4), EMPTY)"),
    ("MULTILINESTRINGZM((1 2 3 4))", "MULTILINESTRING ZM ((1 2 3 4))"),
    (
      "MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))",
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))"
    ),
    ("MULTIPOLYGON EMPTY", "MULTIPOLYGON EMPTY"),
    (
      "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING EMPTY), POLYGON EMPTY)",
      "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (LINESTRING EMPTY), POLYGON EMPTY)"
    ),
    (
      "GEOMETRYCOLLECTION Z (POINT Z (1 2 3), POINT (4 5))",
      "GEOMETRYCOLLECTION Z (POINT Z (1 2 3), POINT Z (4 5 NaN))"
    ),
    ("GEOMETRYCOLLECTION EMPTY", "GEOMETRYCOLLECTION EMPTY"),
    ("POINT (190 -90)", "POINT (190 -90)"),
  ]

  @Test(arguments: geometriesArePreservedCases)
  func geometriesArePreserved(text: String, expected: String) throws {
    let geometry = try GeoFeature.Geometry(wkt: text)
    #expect(geometry.wkt == expected)
    #expect(try GeoFeature.Geometry(wkt: geometry.wkt).wkt == expected)
    if expected.contains("POINT EMPTY") || text.contains("9 9))") { return }
    #expect(try GeoFeature.Geometry(wkt: geometry.wkt) == geometry)
  }

  @Test func longitudeComesFirst() throws {
    #expect(
      try Geometry(wkt: "POINT ZM (8.5 47.25 400 1)")
        == .point(
          .init(Coordinate(latitude: 47.25, longitude: 8.5), elevation: 400, measure: 1)))
  }

  private static let errorsReportTheByteCases: [(String, Int, String)] = [
    ("", 0, "the input ends within a geometry"),
    ("CIRCLE (1 2)", 0, "expected a geometry such as POINT (8.5 47.4), found \"CIRCLE\""),
    ("POINTER (1 2)", 0, "expected a geometry such as POINT (8.5 47.4), found \"POINTER\""),
    ("POINT 1 2", 6, "expected an opening parenthesis, found \"1\""),
    ("POINT (1)", 8, "expected a latitude, found \")\""),
    ("POINT (1 2", 10, "the input ends within a geometry"),
    ("POINT (1 2) x", 12, "expected the end of the geometry, found \"x\""),
    ("POINT (1 x)", 9, "\"x\" is not a number"),
    ("POINT (1 1e400)", 9, "\"1e400\" is not a number"),
    ("POINT (1 0x10)", 9, "\"0x10\" is not a number"),
    ("POINT (nan 2)", 7, "\"nan\" is not a number"),
    ("POINT (1 2 3 4 5)", 15, "expected a closing parenthesis, found \"5\""),
    ("POINT Z (1 2)", 12, "expected an elevation, found \")\""),
    (
      "POINT (8 91)", 7, "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"
    ),
    ("POINT (170 91)", 7, "91.0 degrees is out of range"),
    ("LINESTRING (1 2, 541 0)", 17, "541.0 degrees is out of range"),
    ("LINESTRING (1 2, 3 4 5)", 21, "expected a comma or a closing parenthesis, found \"5\""),
    ("POLYGON ((1 2, 3 4)", 19, "the input ends within a geometry"),
    ("MULTIPOINT ((1 2), (3 4)", 24, "the input ends within a geometry"),
    (
      "SRID=3857;POINT (1 2)", 5,
      "expected SRID=4326, longitude and latitude in degrees (convert with "
        + "ST_Transform(geometry, 4326) or ogr2ogr -t_srs EPSG:4326), found SRID=3857"
    ),
    (
      "SRID=4326 POINT (1 2)", 10,
      "expected a semicolon after the reference system, found \"POINT\""
    ),
    ("SRID=;POINT (1 2)", 5, "expected the number of a reference system, found \";\""),
  ]

  @Test(arguments: errorsReportTheByteCases)
  func errorsReportTheByte(text: String, byte: Int, message: String) {
    let error = #expect(throws: FormatError.self) { try GeoFeature.Geometry(wkt: text) }
    #expect(error?.byte == byte)
    #expect(error?.reason.description == message)
  }

  @Test func deepNestingIsAnError() {
    for count in [129, 130, 1_000_000] {
      let text =
        String(repeating: "GEOMETRYCOLLECTION (", count: count)
        + "POINT (1 2)" + String(repeating: ")", count: count)
      let error = #expect(throws: FormatError.self) { try Geometry(wkt: text) }
      #expect(error?.reason == .tooDeep(limit: 128))
    }
    let brackets = String(repeating: "(", count: 1_000_000)
    #expect(throws: FormatError.self) { try Geometry(wkt: "MULTIPOLYGON " + brackets) }
    let allowed =
      String(repeating: "GEOMETRYCOLLECTION (", count: 64)
      + "POINT (1 2)" + String(repeating: ")", count: 64)
    #expect((try? Geometry(wkt: allowed)) != nil)
  }

  @Test func longNumbersAreRead() throws {
    let digits = "1." + String(repeating: "3", count: 400)
    #expect(
      try Geometry(wkt: "POINT (\(digits) 2)")
        == .point(.init(Coordinate(latitude: 2, longitude: 1.3333333333333333))))
  }

  @Test func eachLineIsAGeometry() throws {
    let text =
      "\u{FEFF}POINT (1 2)\r\n\r\n  LINESTRING (1 2, 3 4)  \rPOINT (x 2)\n\nPOINT (5 6)"
    for size in [1, 2, 7, 1000] {
      let lines = Reading(WKTReader(), text, pieces: size)
      #expect(
        lines.features.map { $0.geometry?.wkt } == [
          "POINT (1 2)", "LINESTRING (1 2, 3 4)", "POINT (5 6)",
        ])
      #expect(lines.errors.map(\.line) == [4])
      #expect(lines.errors.map(\.byte) == [text.utf8.count - 17])
    }
  }

  @Test func outputOfTheWriterIsReadBack() throws {
    var writer = WKTWriter(includesSRID: true)
    let features: [GeoFeature] = [
      GeoFeature(geometry: try Geometry(wkt: "POINT Z (1.25 2 3)")), GeoFeature(geometry: nil),
      GeoFeature(geometry: try Geometry(wkt: "POLYGON ((0 0, 1 0, 1 1, 0 0))")),
    ]
    for feature in features { try writer.write(feature) }
    try writer.end()
    let text = String(decoding: writer.drain(), as: UTF8.self)
    #expect(
      text == """
        SRID=4326;POINT Z (1.25 2 3)
        SRID=4326;GEOMETRYCOLLECTION EMPTY
        SRID=4326;POLYGON ((0 0, 1 0, 1 1, 0 0))

        """)
    let read = Reading(WKTReader(), text, pieces: 5)
    #expect(read.features.map(\.geometry) == features.map { $0.geometry ?? .collection([]) })
    var rounded = WKTWriter(fractionDigits: 1)
    try rounded.write(features[0])
    #expect(String(decoding: rounded.drain(), as: UTF8.self) == "POINT Z (1.3 2.0 3.0)\n")
    #expect(throws: FormatError.self) {
      try rounded.write(
        GeoFeature(geometry: .point(.init(Coordinate(latitude: .nan, longitude: 1)))))
    }
  }

  @Test func brokenInputEndsInErrors() throws {
    let text = """
      SRID=4326;GEOMETRYCOLLECTION Z (POINT Z (1 2 3), MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0))))
      MULTIPOINT (EMPTY, (1 2)) \u{1F9ED}

      """
    Damage.check(text) { WKTReader() }
  }
}

import CairnFormats
import CairnGeodesy
import Testing

@Suite struct WKBTests {
  /// Digits as printed by databases: ISO 13249-3, and PostGIS with its flags.
  private static let digitsBecomeGeometriesCases: [(String, String)] = [
    (
      "010100000000000000000021400000000000a04740",
      "POINT (8.5 47.25)"
    ),
    (
      "000000000140210000000000004047A00000000000",
      "POINT (8.5 47.25)"
    ),
    (
      "\\x0101000020e610000000000000000021400000000000a04740",
      "POINT (8.5 47.25)"
    ),
    (
      "01010000e0e610000000000000000021400000000000a0474000000000000079400000000000001c"
        + "40",
      "POINT ZM (8.5 47.25 400 7)"
    ),
    (
      "01e903000000000000000021400000000000a047400000000000007940",
      "POINT Z (8.5 47.25 400)"
    ),
    (
      "01d107000000000000000021400000000000a047400000000000001c40",
      "POINT M (8.5 47.25 7)"
    ),
    (
      "0101000000000000000000f87f000000000000f87f",
      "POINT EMPTY"
    ),
    (
      "010200000002000000000000000000f03f0000000000000040000000000000084000000000000010"
        + "40",
      "LINESTRING (1 2, 3 4)"
    ),
    (
      "01030000000200000004000000000000000000000000000000000000000000000000002240000000"
        + "00000000000000000000002240000000000000224000000000000000000000000000000000040000"
        + "000000000000000040000000000000f03f0000000000000840000000000000f03f00000000000008"
        + "4000000000000000400000000000000040000000000000f03f",
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))"
    ),
    (
      "0104000000030000000101000000000000000000f03f000000000000004001010000000000000000"
        + "00f87f000000000000f87f000000000140080000000000004010000000000000",
      "MULTIPOINT ((1 2), (3 4))"
    ),
    (
      "0106000020ad10000001000000010300000002000000040000000000000000000000000000000000"
        + "00000000000000002240000000000000000000000000000022400000000000002240000000000000"
        + "00000000000000000000040000000000000000000040000000000000f03f00000000000008400000"
        + "00000000f03f000000000000084000000000000000400000000000000040000000000000f03f",
      "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1)))"
    ),
    (
      "0107000000020000000101000000000000000000f03f0000000000000040010200000000000000",
      "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING EMPTY)"
    ),
  ]

  @Test(arguments: digitsBecomeGeometriesCases)
  func digitsBecomeGeometries(digits: String, text: String) throws {
    #expect(try GeoFeature.Geometry(wkt: digits).wkt == text)
    // As a line of a file, and in a column of a table.
    #expect(try FileFormat.detect(Array(digits.utf8)).format == .wkt)
    var lines = WKTReader()
    lines.append(Array("\(digits)\nPOINT (1 2)\n".utf8))
    lines.finish()
    #expect(try lines.next()?.geometry?.wkt == text)
    #expect(try lines.next()?.geometry?.wkt == "POINT (1 2)")
    for header in ["id,geom", "geom_wkb,name"] {
      let isFirst = header.hasPrefix("geom")
      var table = TableReader()
      table.append(Array("\(header)\n\(isFirst ? digits + ",a" : "a," + digits)\n".utf8))
      table.finish()
      #expect(try table.next()?.geometry?.wkt == text)
    }
  }

  private static let reportsErrorsCases: [(String, String)] = [
    (
      "0101000020110f000000000000000021400000000000a04740",
      "found SRID=3857"
    ),
    (
      "01080000000300000000000000000000000000000000000000000000000000f03f000000000000f0"
        + "3f00000000000000400000000000000000",
      "ST_CurveToLine"
    ),
    (
      "010100000000000000000021400000000000505840",
      "latitude 97.25 is beyond 90"
    ),
    (
      "010200000000286bee000000000000f03f0000000000000040",
      "ends within a geometry of 4000000000 parts"
    ),
    (
      "0101000000000000000000f03f00000000000000",
      "ends within a geometry"
    ),
    (
      "0101000000000000000000f03f000000000000004000",
      "found more digits"
    ),
    (
      "010200000002000000000000000000f03f0000000000000040000000000000f87f000000000000f8"
        + "7f",
      "is not a number"
    ),
  ]

  @Test(arguments: reportsErrorsCases)
  func reportsErrors(digits: String, message: String) {
    do {
      _ = try GeoFeature.Geometry(wkt: digits)
      Issue.record("it is accepted")
    } catch {
      #expect(error.description.contains(message), "\(error)")
    }
  }

  @Test func deepNestingIsAnError() {
    let head = "010700000001000000"
    let digits = String(repeating: head, count: 10_000) + "0101000000"
    #expect(throws: FormatError.self) { try GeoFeature.Geometry(wkt: digits) }
  }
}

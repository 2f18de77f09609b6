import CairnFormats
import Testing

@Suite struct FileFormatTests {
  @Test(arguments: [
    ("a.csv", FileFormat.csv), ("b/c.TSV", .tsv), ("x.y.GeoJSON", .geoJSON), ("t.gpx", .gpx),
    ("t.kml", .kml), ("t.wkt", .wkt), ("t.polyline", .polyline5), ("t.polyline6", .polyline6),
    ("t.ndjson", .geoJSONSequence), ("t.geojsonl", .geoJSONSequence), ("c\\d.tab", .tsv),
    ("a.csv.gz", .csv), ("b.KMZ", .kml), ("x.gpx.GZ", .gpx),
  ])
  func fileNamesIdentifyFormats(name: String, format: FileFormat) throws {
    #expect(FileFormat(fileName: name) == format)
    let found = try FileFormat.detect(Array("x".utf8), fileName: name)
    #expect(found.format == format)
    #expect(found.reason.hasPrefix("its name ends with ."))
  }

  @Test func otherFileNamesAreUnknown() {
    for name in ["", "csv", ".", "a.json", "a.txt", "a.csv/b", "a.gz"] {
      #expect(FileFormat(fileName: name) == nil)
    }
    for format in FileFormat.allCases { #expect(FileFormat(word: format.rawValue) == format) }
    #expect(FileFormat(word: "NDJSON") == .geoJSONSequence)
    #expect(FileFormat(word: "shp") == nil)
  }

  @Test(arguments: [
    ("name,lat,lon\na,1,2\n", FileFormat.csv), ("name;lat;lon\n", .csv), ("", .csv),
    ("  \n\n", .csv), ("name\tlat\tlon\na\t1\t2\n", .tsv), ("point,lat,lon\n", .csv),
    ("name\n", .csv), ("latitude\n", .csv), ("geohash,lat,lon\n", .csv), ("point name,lat\n", .csv),
    (
      "3039154\tEl Tarter\tx\t\t42.57952\t1.65362\tP\tPPL\tAD\t\t02\t\t\t\t1052\t\t1721\tEurope/Andorra\t2012-11-03\n",
      .geoNames
    ),
    ("\u{FEFF}{\"type\":\"FeatureCollection\",\"features\":[]}", .geoJSON),
    ("{\"type\":\"Feature\",\n\"geometry\":null}\n", .geoJSON),
    ("{\"type\":\"Feature\"}\n{\"type\":\"Feature\"}\n", .geoJSONSequence),
    ("{\"type\":\"Feature\"}\r\n\r\n{\"type\":\"Feature\"}\r\n", .geoJSONSequence),
    ("\u{1E}{}\n", .geoJSONSequence), ("[1]", .jsonObjects),
    ("{\"lat\":1,\"lng\":2}\n", .jsonObjects), ("{\"a\":1}\n{\"a\":1}\n", .geoJSONSequence),
    ("{\"name\":\"a\",\"place\":{\"lat\":1,\"lng\":2}}", .jsonObjects),
    ("{\"type\":\"Topology\",\"lat\":1,\"lng\":2}", .geoJSON),
    ("0101000020E6100000000000000000F03F0000000000000040\n", .wkt),
    ("<?xml version='1.0'?>\n<!-- <kml> --><gpx/>", .gpx), ("<k:kml xmlns:k='x'>", .kml),
    ("POINT (1 2)\n", .wkt), ("multipolygonzm(((", .wkt), ("Polygon EMPTY", .wkt),
    ("LINESTRING Z (1 2 3)", .wkt), ("SRID=4326;POINT(1 2)", .wkt), ("geo:1,2\n", .geoURI),
    ("_p~iF~ps|U_ulLnnqC_mqNvxq`@\n", .polyline5), ("_p~iF~ps|U\r\n_p~iF~ps|U", .polyline5),
    ("_p~iF~ps|U\nname\n", .csv),
  ])
  func contentsIdentifyFormats(text: String, format: FileFormat) throws {
    let found = try FileFormat.detect(Array(text.utf8))
    #expect(found.format == format)
    #expect(!found.reason.isEmpty)
    #expect(try FileFormat.detect(Array(text.utf8), fileName: "a.json").format == format)
  }

  @Test func otherFilesAreErrors() {
    for text in ["<html><body>", "PK\u{3}\u{4}xyz", "ab\u{0}cd", "<", "<!-- "] {
      #expect(throws: FormatError.self) { try FileFormat.detect(Array(text.utf8)) }
    }
    let error = #expect(throws: FormatError.self) {
      try FileFormat.detect(Array("PK\u{3}\u{4}xyz".utf8), fileName: "a.kmz")
    }
    #expect(error?.reason.description.contains("unzip") == true)
  }

  @Test func utf16IsDetected() throws {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><gpx/>"
    let units = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] as [UInt8] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    #expect(try FileFormat.detect(bytes).format == .gpx)
  }
}

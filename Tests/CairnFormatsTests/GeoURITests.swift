import CairnFormats
import CairnGeodesy
import Testing

@Suite struct GeoURITests {
  private static let urisAreNormalizedCases: [(String, String)] = [
    ("geo:13.4125,103.8667", "geo:13.4125,103.8667"),
    ("GEO:48.2010,16.3695,183", "geo:48.201,16.3695,183"),
    ("geo:48.198634,16.371648;crs=wgs84;u=40", "geo:48.198634,16.371648;u=40"),
    ("geo:48.198634,16.371648;crs=WGS84;u=40.50", "geo:48.198634,16.371648;u=40.5"),
    ("geo:90,-22.43;crs=WGS84", "geo:90,0"),
    ("geo:-90,46", "geo:-90,0"),
    ("geo:22.300,-118.44", "geo:22.3,-118.44"),
    ("geo:66,-180", "geo:66,180"),
    ("geo:66,180.000", "geo:66,180"),
    ("geo:-0,-0.0,-0", "geo:0,0,0"),
    ("geo:47,11;foo=blue;BAR;a=%22%C3%A9%3B", "geo:47,11;foo=blue;bar;a=%22%C3%A9%3B"),
    ("geo:47,11;u=0;foo=", "geo:47,11;u=0;foo="),
    ("geo:0.00000001,-0.00000012", "geo:0.00000001,-0.00000012"),
    ("geo:47,11,123456789012345678901", "geo:47,11,123456789012345680000"),
  ]

  @Test(arguments: urisAreNormalizedCases)
  func urisAreNormalized(text: String, expected: String) throws {
    let uri = try GeoURI(text)
    #expect(uri.description == expected)
    #expect(try GeoURI(expected) == uri)
  }

  @Test func equalPlacesAreEqual() throws {
    #expect(try GeoURI("geo:90,5") == GeoURI("geo:90,-180"))
    #expect(try GeoURI("geo:66,180") == GeoURI("geo:66,-180"))
    #expect(try GeoURI("geo:66,0") != GeoURI("geo:66,0,0"))
    #expect(try GeoURI("geo:66,0;u=0") != GeoURI("geo:66,0"))
    #expect(GeoURI(Coordinate(latitude: 66, longitude: 540))?.description == "geo:66,180")
    #expect(GeoURI(Coordinate(latitude: 91, longitude: 0)) == nil)
  }

  private static let errorsReportTheByteCases: [(String, Int, String)] = [
    ("", 0, "the input ends within a geo URI"),
    ("geo:", 4, "the input ends within a geo URI"),
    ("http://x", 0, "expected \"geo:\", found \"http://x\""),
    ("geo:47", 6, "the input ends within a geo URI"),
    ("geo:47,", 7, "the input ends within a geo URI"),
    ("geo:47;u=1", 6, "expected a comma and a longitude, found \";u=1\""),
    ("geo:47,1e1", 7, "\"1e1\" is not a number"),
    ("geo:+47,1", 4, "\"+47\" is not a number"),
    ("geo:.5,1", 4, "\".5\" is not a number"),
    ("geo:5.,1", 4, "\"5.\" is not a number"),
    ("geo:91,10", 4, "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"),
    ("geo:0,180.5", 4, "180.5 degrees is out of range"),
    ("geo:0,1,2,3", 9, "expected a semicolon or the end, found \",3\""),
    ("geo:0,0;crs=epsg32618", 12, "expected the reference system wgs84, found \"epsg32618\""),
    ("geo:0,0;u=-1", 10, "expected an uncertainty of 0 or more, found -1.0"),
    ("geo:0,0;u=1;u=1", 12, "expected \"u\" once, found a second one"),
    ("geo:0,0;=1", 8, "expected the name of a parameter, found \"=1\""),
    ("geo:0,0;a=%2", 10, "expected a percent sign with two hexadecimal digits, found \"%2\""),
    ("geo:0,0;a=%FF", 10, "the text is not valid UTF-8"),
    ("geo:0,0;a=b c", 11, "expected a character that a URI may hold, found \" c\""),
    ("geo:0,0;x?q=1,2", 9, "expected a URI without a query, found \"?q=1,2\""),
  ]

  @Test(arguments: errorsReportTheByteCases)
  func errorsReportTheByte(text: String, byte: Int, message: String) {
    let error = #expect(throws: FormatError.self) { try GeoURI(text) }
    #expect(error?.byte == byte)
    #expect(error?.reason.description == message)
  }

  @Test func linesSurviveARoundTrip() throws {
    let text = """
      geo:48.201,16.3695,183;u=40;name=Karlskirche%20Wien;open
      geo:x,1
      geo:-33.8688,151.2093

      """
    for size in [1, 5, 1000] {
      let read = Reading(GeoURIReader(), text, pieces: size)
      #expect(read.errors.map(\.description) == ["line 2, byte 61: \"x\" is not a number"])
      #expect(read.features.first?.properties["name"] == "Karlskirche Wien")
      var writer = GeoURIWriter()
      for feature in read.features { try writer.write(feature) }
      let lines = text.split(separator: "\n")
      #expect(String(decoding: writer.drain(), as: UTF8.self) == "\(lines[0])\n\(lines[2])\n")
    }
  }

  @Test func onlyPointsAreWritten() throws {
    var writer = GeoURIWriter(fractionDigits: 2)
    #expect(throws: FormatError.self) {
      try writer.write(GeoFeature(geometry: .init(wkt: "LINESTRING (1 2, 3 4)")))
    }
    #expect(throws: FormatError.self) { try writer.write(GeoFeature(geometry: nil)) }
    try writer.write(
      GeoFeature(
        geometry: .init(wkt: "MULTIPOINT (1.239 2, 3 4)"),
        properties: ["a b": "x", "n": 5, "f": 1e-9, "no": false, "list": .array([])]))
    #expect(
      String(decoding: writer.drain(), as: UTF8.self)
        == "geo:2.00,1.24;n=5;f=0.000000001\ngeo:4.00,3.00;n=5;f=0.000000001\n")
  }

  @Test func brokenInputEndsInErrors() {
    Damage.check("geo:48.201,16.3695,183;crs=wgs84;u=40;a=%C3%A9\ngeo:1,2\n") { GeoURIReader() }
  }
}

import CairnFormats
import CairnGeodesy
import Testing

@Suite struct KMLTests {
  static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"
      xmlns:atom="http://www.w3.org/2005/Atom" xmlns:x="urn:x">
    <Document><name>All</name><atom:author><atom:name>Me</atom:name></atom:author>
      <Style id="s"><LineStyle><color>7f00ffff</color></LineStyle></Style>
      <Schema name="T" id="tid"><SimpleField type="int" name="n"/><SimpleField type="double"
        name="f"><displayName>F</displayName></SimpleField><SimpleField type="string" name="s"/>
      </Schema>
      <Placemark id="p1"><name>Point &lt;1&gt;</name><visibility>0</visibility>
        <description><![CDATA[<h1>Hi</h1>]]></description><styleUrl>#s</styleUrl>
        <TimeStamp><when>2024-01-01</when></TimeStamp>
        <LookAt><longitude>1</longitude></LookAt>
        <ExtendedData><Data name="a b"><displayName>x</displayName><value> 1 </value></Data>
          <SchemaData schemaUrl="#tid"><SimpleData name="n">7</SimpleData>
          <SimpleData name="f">1.5</SimpleData><SimpleData name="s">9</SimpleData></SchemaData>
          <x:camp><x:number>14</x:number></x:camp></ExtendedData>
        <Point><coordinates> 8.5,47.25,400 </coordinates></Point></Placemark>
      <Folder><name>Outer</name>
        <Placemark><name>Line</name><LineString><tessellate>1</tessellate><coordinates>
          1,2,3 4,5,6
          7,8,9</coordinates></LineString></Placemark>
        <Folder><name>Inner</name>
          <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates>
            </LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>
            2,1 3,1 3,2 2,1</coordinates></LinearRing></innerBoundaryIs></Polygon></Placemark>
        </Folder>
        <Placemark><MultiGeometry><Point><coordinates>1, 2</coordinates></Point>
          <Point><coordinates>3,4,</coordinates></Point></MultiGeometry></Placemark>
      </Folder>
      <Placemark><MultiGeometry><LinearRing><coordinates>0,0 1,0 0,0</coordinates></LinearRing>
        <Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark>
      <Placemark><gx:Track><when>t1</when><when>t2</when><gx:coord>1 2 3</gx:coord>
        <gx:coord>4 5</gx:coord></gx:Track></Placemark>
      <Placemark><gx:MultiTrack><gx:Track><when>t1</when><gx:coord>1 2</gx:coord></gx:Track>
        <gx:Track><gx:coord>4 5</gx:coord></gx:Track></gx:MultiTrack></Placemark>
      <Placemark><name>nowhere</name><TimeSpan><begin>b</begin><end>e</end></TimeSpan></Placemark>
      <GroundOverlay><name>no</name></GroundOverlay>
    </Document></kml>
    """

  @Test func placemarksBecomeFeatures() throws {
    let read = Reading(KMLReader(), Self.sample)
    #expect(read.errors.isEmpty, "\(read.errors)")
    #expect(
      read.features.map { $0.geometry?.wkt } == [
        "POINT Z (8.5 47.25 400)", "LINESTRING Z (1 2 3, 4 5 6, 7 8 9)",
        "POLYGON ((0 0, 9 0, 9 9, 0 0), (2 1, 3 1, 3 2, 2 1))", "MULTIPOINT ((1 2), (3 4))",
        "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 0, 0 0), POINT (3 4))",
        "LINESTRING Z (1 2 3, 4 5 NaN)", "MULTILINESTRING ((1 2), (4 5))", nil,
      ])
    try #require(read.features.count == 8)
    #expect(
      read.features[0].properties == [
        "name": "Point <1>", "visibility": 0, "description": "<h1>Hi</h1>", "time": "2024-01-01",
        "a b": " 1 ", "n": 7, "f": 1.5, "s": "9",
        "x:camp": .object(["@xmlns:x": "urn:x", "x:number": "14"]),
        "stroke": "#ffff00", "stroke-opacity": 0.498,
      ])
    #expect(read.features[0].identifier == "p1")
    #expect(read.features[1].properties == ["name": "Line", "folder": "Outer"])
    #expect(read.features[2].properties == ["folder": .array(["Outer", "Inner"])])
    #expect(read.features[3].properties == ["folder": "Outer"])
    #expect(read.features[5].properties == ["coordTimes": .array(["t1", "t2"])])
    #expect(
      read.features[6].properties == ["coordTimes": .array([.array(["t1"]), .array([.null])])])
    #expect(read.features[7].properties == ["name": "nowhere", "begin": "b", "end": "e"])
  }

  static func written(_ features: [GeoFeature]) throws -> String {
    var writer = KMLWriter()
    for feature in features { try writer.write(feature) }
    try writer.end()
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  private func expectSame(_ a: GeoFeature, _ b: GeoFeature) {
    #expect(a.geometry == b.geometry)
    #expect(a.identifier == b.identifier)
    #expect(Set(a.properties.names) == Set(b.properties.names))
    for name in a.properties.names {
      #expect(a.properties[name] == b.properties[name], "\(name)")
    }
  }

  @Test func aFileSurvivesARoundTrip() throws {
    let features = Reading(KMLReader(), Self.sample).features
    let text = try Self.written(features)
    let again = Reading(KMLReader(), text)
    #expect(again.errors.isEmpty, "\(again.errors)")
    try #require(again.features.count == features.count)
    for (a, b) in zip(features, again.features) { expectSame(a, b) }
    #expect(try Self.written(again.features) == text)
  }

  @Test func propertiesOfAnyKindSurvive() throws {
    let feature = GeoFeature(
      geometry: try .init(
        wkt: "MULTIPOLYGON Z (((0 0 1, 9 0 2, 9 9 3, 0 0 1)), ((5 5 5, 6 5 5, 6 6 5, 5 5 5)))"),
      properties: [
        "name": 5, "population": 5_312_163, "capital": false, "ratio": 0.1, "tiny": 1e-9,
        "nothing": .null, "a \"strange\" <name>": "x\ny\t\r & <z>", "description": " padded ",
        "list": .array([1, "a", .null]), "deep": .object(["b": .object(["c": .array([])])]),
        "time": 7, "begin": "b", "end": 3, "coordTimes": "none", "folder": 9, "empty": "",
        "number text": "12",
      ])
    let read = Reading(KMLReader(), try Self.written([feature]))
    #expect(read.errors.isEmpty)
    try #require(read.features.count == 1)
    expectSame(feature, read.features[0])
  }

  @Test(arguments: [
    "POINT (1 2)", "POINT Z (1 2 3)", "LINESTRING EMPTY", "POLYGON EMPTY", "LINESTRING (1 2, 3 4)",
    "MULTIPOINT (1 2)", "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))", "GEOMETRYCOLLECTION EMPTY",
    "GEOMETRYCOLLECTION (POINT (1 2), GEOMETRYCOLLECTION (POINT (1 2), POLYGON EMPTY))",
  ])
  func geometriesSurvive(text: String) throws {
    let feature = GeoFeature(geometry: try .init(wkt: text))
    #expect(Reading(KMLReader(), try Self.written([feature])).features == [feature])
  }

  @Test(arguments: [
    (
      "<Point><coordinates>8.5</coordinates></Point>",
      "longitude,latitude is wanted, not a single number"
    ),
    ("<Point><coordinates>8.5,x</coordinates></Point>", "\"x\" is no number"),
    (
      "<Point><coordinates>8.5,91</coordinates></Point>",
      "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"
    ),
    ("<name>&nbsp;</name>", "a character or one of the entities of XML is wanted, not \"&nbsp;\""),
    (
      "<LineString><coordinates>1,2 3,4 5</coordinates></LineString>",
      "longitude,latitude is wanted, not a single number"
    ),
    (
      "<gx:Track><gx:coord>1</gx:coord></gx:Track>",
      "longitude,latitude is wanted, not a single number"
    ),
  ])
  func aWrongPlacemarkIsLeftOut(inner: String, message: String) {
    let text =
      "<kml><Placemark>\(inner)<Point><coordinates>z</coordinates></Point></Placemark><Placemark><name>ok</name></Placemark></kml>"
    let read = Reading(KMLReader(), text)
    #expect(read.errors.map(\.reason.description) == [message])
    #expect(read.features.map(\.properties) == [["name": "ok"]])
  }

  @Test func archivesAreNamed() {
    let read = Reading(KMLReader(), Array("PK\u{3}\u{4}".utf8) + [0, 1, 2, 0xFF])
    #expect(read.errors.first?.description.contains("unzip") == true)
    #expect(read.errors.count == 1)
    let gpx = Reading(KMLReader(), "<gpx/>")
    #expect(gpx.errors.map(\.description) == ["line 1, byte 0: <kml> is wanted, not <gpx>"])
  }

  @Test func prefixesAndOldVersionsAreRead() {
    for text in [
      "<k:kml xmlns:k='http://earth.google.com/kml/2.1'><k:Placemark><k:name>n</k:name></k:Placemark></k:kml>",
      "<kml xmlns='http://www.opengis.net/kml/2.3'><Document><Placemark><name>n</name></Placemark></Document></kml>",
      "<kml xmlns:o='urn:o'><o:Placemark/><Placemark><o:name>x</o:name><name>n</name></Placemark></kml>",
    ] {
      let read = Reading(KMLReader(), text)
      #expect(read.errors.isEmpty)
      #expect(read.features.map(\.properties) == [["name": "n"]])
    }
  }

  @Test func ringsWithoutPositionsAreNone() {
    let ring = "<LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing>"
    let outer = "<outerBoundaryIs>\(ring)</outerBoundaryIs>"
    for (polygon, rings) in [
      ("<outerBoundaryIs><LinearRing/></outerBoundaryIs>", 0),
      ("<outerBoundaryIs><LinearRing><coordinates/></LinearRing></outerBoundaryIs>", 0),
      ("\(outer)<innerBoundaryIs><LinearRing/></innerBoundaryIs>", 1),
      (
        "<outerBoundaryIs><LinearRing/></outerBoundaryIs><innerBoundaryIs>\(ring)</innerBoundaryIs>",
        0
      ),
    ] {
      let read = Reading(
        KMLReader(), "<kml><Placemark><Polygon>\(polygon)</Polygon></Placemark></kml>")
      guard case .polygon(let found)? = read.features.first?.geometry else {
        Issue.record("\(polygon) is no polygon")
        continue
      }
      #expect(found.count == rings, "\(polygon)")
    }
  }

  @Test func brokenInputEndsInErrors() {
    Damage.check(
      """
      <kml xmlns:gx="g"><Folder><name>F</name><Placemark id="1"><name>a &amp; b</name><ExtendedData>
      <Data name="d"><value>1</value></Data><x:y xmlns:x="u">é</x:y></ExtendedData><MultiGeometry>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1,5 0,0</coordinates></LinearRing>
      </outerBoundaryIs></Polygon><Point><coordinates>1,2</coordinates></Point></MultiGeometry>
      </Placemark></Folder><Placemark><gx:Track><when>t</when><gx:coord>1 2 3</gx:coord></gx:Track>
      </Placemark></kml>
      """
    ) { KMLReader() }
  }
}

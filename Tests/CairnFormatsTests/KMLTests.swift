import CairnFormats
import CairnGeodesy
import TestSupport
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
        "stroke": "#ffff00", "stroke-opacity": 0.498, "altitudeMode": "clampToGround",
      ])
    #expect(read.features[0].identifier == "p1")
    #expect(
      read.features[1].properties == [
        "name": "Line", "tessellate": 1, "altitudeMode": "clampToGround", "folder": "Outer",
      ])
    #expect(read.features[2].properties == ["folder": .array(["Outer", "Inner"])])
    #expect(read.features[3].properties == ["folder": "Outer"])
    #expect(
      read.features[5].properties
        == ["coordTimes": .array(["t1", "t2"]), "altitudeMode": "clampToGround"])
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

  /// The title of a file in KML, GPX 1.0 and GPX 1.1, written in both formats.
  @Test func titlesOfFilesSurvive() throws {
    let point = "<Placemark><name>P</name><Point><coordinates>2,1</coordinates></Point></Placemark>"
    let kml = "<kml><Document><name>A &amp; B</name><open>1</open><description>C</description>"
    let title = "<name>A &amp; B</name><desc>C</desc>"
    let files: [(any FeatureReader, String)] = [
      (KMLReader(), kml + "<Folder><name>F</name>\(point)</Folder></Document></kml>"),
      (KMLReader(), kml + "<Document><name>D</name>\(point)</Document></Document></kml>"),
      (GPXReader(), "<gpx version='1.0'>\(title)<wpt lat='1' lon='2'/></gpx>"),
      (GPXReader(), "<gpx><metadata>\(title)</metadata><wpt lat='1' lon='2'/></gpx>"),
    ]
    for (reader, text) in files {
      var reader = reader
      reader.append(Array(text.utf8))
      reader.finish()
      let feature = try #require(try reader.next())
      for format in [FileFormat.kml, .gpx] {
        var writer = format.writer()
        writer.take(foreignMembers: reader.foreignMembers)
        try writer.write(feature)
        try writer.end()
        #expect(writer.leftOut.isEmpty)
        let written = String(decoding: writer.drain(), as: UTF8.self)
        let known =
          format == .kml
          ? "<Document><name>A &amp; B</name><description>C</description>\n"
          : "<metadata>\(title)</metadata>"
        #expect(written.contains(known), "\(format): \(text)")
      }
    }
    var others = KMLWriter(name: "own")
    others.take(foreignMembers: ["name": "file", "metadata": .object(["keywords": "k"]), "x": 1])
    try others.end()
    #expect(others.leftOut[.foreignMember] == 2)
    #expect(String(decoding: others.drain(), as: UTF8.self).contains("<Document><name>own</name>"))
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
      "expected longitude,latitude, found a single number"
    ),
    ("<Point><coordinates>8.5,x</coordinates></Point>", "\"x\" is not a number"),
    (
      "<Point><coordinates>8.5,91</coordinates></Point>",
      "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"
    ),
    ("<name>&nbsp;</name>", "expected a character or one of the entities of XML, found \"&nbsp;\""),
    (
      "<LineString><coordinates>1,2 3,4 5</coordinates></LineString>",
      "expected longitude,latitude, found a single number"
    ),
    (
      "<gx:Track><gx:coord>1</gx:coord></gx:Track>",
      "expected longitude,latitude, found a single number"
    ),
  ])
  func aMalformedPlacemarkIsSkipped(inner: String, message: String) {
    let text =
      "<kml><Placemark>\(inner)<Point><coordinates>z</coordinates></Point></Placemark><Placemark><name>ok</name></Placemark></kml>"
    let read = Reading(KMLReader(), text)
    #expect(read.errors.map(\.reason.description) == [message])
    #expect(read.features.map(\.properties) == [["name": "ok"]])
  }

  @Test func archivesAreReported() {
    let read = Reading(KMLReader(), Array("PK\u{3}\u{4}".utf8) + [0, 1, 2, 0xFF])
    #expect(read.errors.first?.description.contains("unzip") == true)
    #expect(read.errors.count == 1)
    let gpx = Reading(KMLReader(), "<gpx/>")
    #expect(gpx.errors.map(\.description) == ["line 1, byte 0: expected <kml>, found <gpx>"])
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

  @Test func emptyRingsAreDropped() {
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
        Issue.record("\(polygon) is not a polygon")
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

  private func read(_ placemark: String) -> Reading {
    Reading(
      KMLReader(),
      "<kml xmlns:gx='http://www.google.com/kml/ext/2.2'><Placemark>\(placemark)</Placemark></kml>")
  }

  // MARK: Tracks

  /// Times, positions and angles are matched by their order; values without a position are counted.
  @Test func tracksKeepTimesAtTheirPositions() throws {
    let cases: [(String, String, PropertyValue?, Int, Int)] = [
      // An element without coordinates consumes its time.
      (
        "<when>a</when><when>b</when><when>c</when><gx:coord>1 1</gx:coord><gx:coord/><gx:coord>3 3</gx:coord>",
        "LINESTRING (1 1, 3 3)", .array(["a", "c"]), 1, 1
      ),
      (
        "<when>a</when><gx:coord> </gx:coord><when>b</when><gx:coord>2 2</gx:coord>",
        "LINESTRING (2 2)", .array(["b"]), 1, 1
      ),
      (
        "<when>a</when><gx:coord>1 1</gx:coord><when/><gx:coord>2 2</gx:coord><when>c</when><gx:coord>3 3</gx:coord>",
        "LINESTRING (1 1, 2 2, 3 3)", .array(["a", .null, "c"]), 0, 0
      ),
      // Alternating, with a time or a position missing.
      (
        "<when>a</when><gx:coord>1 1</gx:coord><gx:coord>2 2</gx:coord><when>c</when><gx:coord>3 3</gx:coord>",
        "LINESTRING (1 1, 2 2, 3 3)", .array(["a", .null, "c"]), 0, 0
      ),
      (
        "<when>a</when><when>b</when><gx:coord>2 2</gx:coord><when>c</when><gx:coord>3 3</gx:coord>",
        "LINESTRING (2 2, 3 3)", .array(["b", "c"]), 0, 1
      ),
      (
        "<gx:coord>1 1</gx:coord><when>a</when><gx:coord>2 2</gx:coord><gx:coord>3 3</gx:coord><when>c</when>",
        "LINESTRING (1 1, 2 2, 3 3)", .array(["a", .null, "c"]), 0, 0
      ),
      (
        "<gx:coord>1 1</gx:coord><when>a</when><when>b</when><gx:coord>2 2</gx:coord><gx:coord>3 3</gx:coord>",
        "LINESTRING (1 1, 2 2, 3 3)", .array(["a", .null, .null]), 0, 1
      ),
      // Grouped by kind, with too many or too few.
      (
        "<when>a</when><when>b</when><gx:coord>1 1</gx:coord>", "LINESTRING (1 1)", .array(["a"]),
        0,
        1
      ),
      (
        "<when>a</when><gx:coord>1 1</gx:coord><gx:coord>2 2</gx:coord>", "LINESTRING (1 1, 2 2)",
        .array(["a", .null]), 0, 0
      ),
      (
        "<gx:coord>1 1</gx:coord><gx:coord/><gx:coord>3 3</gx:coord><when>a</when><when>b</when><when>c</when>",
        "LINESTRING (1 1, 3 3)", .array(["a", "c"]), 1, 1
      ),
      ("<when>a</when><gx:coord/>", "LINESTRING EMPTY", nil, 1, 1),
    ]
    for (track, wkt, times, empty, lost) in cases {
      let read = read("<gx:Track>\(track)</gx:Track>")
      #expect(read.errors.isEmpty)
      #expect(read.features.first?.geometry?.wkt == wkt, "\(track)")
      #expect(read.features.first?.properties["coordTimes"] == times, "\(track)")
      #expect(read.leftOut[.emptyPoint] == empty, "\(track)")
      #expect(read.leftOut[.positionValue] == lost, "\(track)")
    }
  }

  /// The oracle is a list of slots: each has a time, a position and angles, or lacks some of them.
  @Test func randomTracksMatchTheOracle() throws {
    var random = SeededGenerator(seed: 34)
    for _ in 0..<300 {
      let count = random.integer(in: 1...12)
      let slots = (0..<count).map { slot in
        (
          time: random.next() % 4 == 0 ? "" : "t\(slot)",
          place: random.next() % 4 == 0 ? nil : slot,
          angles: random.next() % 4 == 0 ? "" : "\(slot) 0 1"
        )
      }
      let times = slots.map { "<when>\($0.time)</when>" }
      let places = slots.map {
        $0.place.map { "<gx:coord>\($0) \($0) 5</gx:coord>" } ?? "<gx:coord/>"
      }
      let angles = slots.map { "<gx:angles>\($0.angles)</gx:angles>" }
      let text: String
      switch random.integer(in: 0...3) {
      case 0: text = (times + places + angles).joined()
      case 1: text = (places + angles + times).joined()
      case 2: text = (0..<count).map { times[$0] + places[$0] + angles[$0] }.joined()
      default: text = (0..<count).map { angles[$0] + places[$0] + times[$0] }.joined()
      }
      let feature = try #require(read("<gx:Track>\(text)</gx:Track>").features.first)
      let kept = slots.filter { $0.place != nil }
      guard case .lineString(let line)? = feature.geometry else {
        Issue.record("no line")
        continue
      }
      #expect(line.map(\.coordinate.latitude) == kept.map { Double($0.place ?? 0) }, "\(text)")
      let expected = kept.map { $0.time.isEmpty ? PropertyValue.null : .string($0.time) }
      let hasTimes = expected.contains { $0 != .null }
      #expect(feature.properties["coordTimes"] == (hasTimes ? .array(expected) : Optional.none))
      if case .object(let columns)? = feature.properties["coordinateProperties"] {
        #expect(
          columns["angles"]
            == .array(
              kept.map { slot in
                slot.angles.isEmpty ? .null : .array([.integer(slot.place ?? 0), 0, 1])
              }))
      } else {
        #expect(kept.allSatisfy { $0.angles.isEmpty })
      }
    }
  }

  static let fullTrack = """
    <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
    <Schema id="s"><gx:SimpleArrayField name="hr" type="int"/><gx:SimpleArrayField name="lap"
      type="string"/></Schema>
    <Placemark><gx:MultiTrack><gx:interpolate>1</gx:interpolate>
    <gx:Track><altitudeMode>absolute</altitudeMode><when>2024-01-01</when><when>2024-01-02</when>
    <when>2024-01-03</when><gx:coord>1 2 3</gx:coord><gx:coord/><gx:coord>5 6 7</gx:coord>
    <gx:angles>90 1.5 -2</gx:angles><gx:angles/><gx:angles>91 0 0</gx:angles><ExtendedData>
    <SchemaData schemaUrl="#s"><gx:SimpleArrayData name="hr"><gx:value>100</gx:value><gx:value>101</gx:value>
    <gx:value>102</gx:value></gx:SimpleArrayData><gx:SimpleArrayData name="lap"><gx:value>007</gx:value>
    <gx:value>b</gx:value><gx:value/></gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track>
    <gx:Track><when>2024-01-04</when><when/><gx:coord>8 9</gx:coord><gx:coord>9 9</gx:coord></gx:Track></gx:MultiTrack></Placemark>
    <Placemark><ExtendedData><SchemaData schemaUrl="#s"><gx:SimpleArrayData name="hr">
    <gx:value>1</gx:value><gx:value>2</gx:value></gx:SimpleArrayData></SchemaData></ExtendedData>
    <gx:Track><when>2024-01-01</when><when>2024-01-02</when><gx:coord>1 2</gx:coord>
    <gx:coord>3 4</gx:coord></gx:Track></Placemark>
    </Document></kml>
    """

  @Test func arraysAndAnglesOfTracksAreKept() throws {
    let features = Reading(KMLReader(), Self.fullTrack).features
    try #require(features.count == 2)
    #expect(
      features[0].properties == [
        "coordTimes": .array([
          .array(["2024-01-01", "2024-01-03"]), .array(["2024-01-04", .null]),
        ]),
        "coordinateProperties": .object([
          "angles": .array([
            .array([.array([90, 1.5, -2]), .array([91, 0, 0])]), .array([.null, .null]),
          ]),
          "hr": .array([.array([100, 102]), .array([.null, .null])]),
          "lap": .array([.array(["007", .null]), .array([.null, .null])]),
        ]),
        "interpolate": 1,
      ])
    #expect(
      features[1].properties["coordinateProperties"] == .object(["hr": .array([1, 2])]))
    let text = try Self.written(features)
    #expect(text.contains("<gx:angles>90 1.5 -2</gx:angles>"))
    #expect(text.contains("<gx:value>100</gx:value><gx:value>102</gx:value>"))
    let again = Reading(KMLReader(), text).features
    #expect(again.count == 2)
    for (a, b) in zip(features, again) { expectSame(a, b) }
    #expect(try Self.written(again) == text)
    // Times within a collection of several kinds.
    let mixed = read(
      "<MultiGeometry><Point><coordinates>1,2</coordinates></Point><gx:Track><when>a</when><gx:coord>1 2</gx:coord></gx:Track></MultiGeometry>"
    ).features
    #expect(mixed.first?.properties == ["coordTimes": .array([.null, .array(["a"])])])
  }

  // MARK: Drawing

  /// Each geometry keeps its drawing rules, and no others are added.
  @Test(arguments: [
    "<Point><extrude>1</extrude><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,3</coordinates></Point>",
    "<Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,0</coordinates></Point>",
    "<Point><coordinates>1,2,0</coordinates></Point>",
    "<Point><coordinates>1,2</coordinates></Point>",
    "<Point><altitudeMode>clampToGround</altitudeMode><coordinates>1,2,3</coordinates></Point>",
    "<Point><gx:altitudeMode>clampToSeaFloor</gx:altitudeMode><coordinates>1,2,3</coordinates></Point>",
    "<LineString><tessellate>1</tessellate><coordinates>1,2 3,4</coordinates></LineString>",
    "<LineString><extrude>0</extrude><tessellate>0</tessellate><coordinates>1,2 3,4</coordinates></LineString>",
    "<LineString><gx:altitudeOffset>2.5</gx:altitudeOffset><gx:drawOrder>3</gx:drawOrder><extrude>1</extrude><tessellate>1</tessellate><altitudeMode>absolute</altitudeMode><coordinates>1,2,3 3,4,5</coordinates></LineString>",
    "<Polygon><extrude>1</extrude><tessellate>1</tessellate><altitudeMode>relativeToGround</altitudeMode><outerBoundaryIs><LinearRing><coordinates>0,0,1 1,0,1 1,1,1 0,0,1</coordinates></LinearRing></outerBoundaryIs></Polygon>",
    "<MultiGeometry><LineString><tessellate>1</tessellate><coordinates>1,2 3,4</coordinates></LineString><LineString><coordinates>1,2 3,4</coordinates></LineString></MultiGeometry>",
    "<MultiGeometry><Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,3</coordinates></Point><MultiGeometry><LineString><extrude>1</extrude><altitudeMode>relativeToGround</altitudeMode><coordinates>1,2,3 4,5,6</coordinates></LineString><Point><coordinates>1,2</coordinates></Point></MultiGeometry></MultiGeometry>",
    "<MultiGeometry><Polygon><extrude>1</extrude><outerBoundaryIs><LinearRing><coordinates>170,0 -170,0 -170,9 170,0</coordinates></LinearRing></outerBoundaryIs></Polygon><Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry>",
  ])
  func drawingRulesArePreserved(text: String) throws {
    let features = read(text).features
    #expect(try Self.written(features).contains("<Placemark>\(text)</Placemark>"))
    // The same after conversion to GeoJSON.
    var json = GeoJSONWriter()
    for feature in features { try json.write(feature) }
    json.end()
    let back = Reading(GeoJSONReader(), String(decoding: json.drain(), as: UTF8.self)).features
    if !text.contains("170") {
      #expect(try Self.written(back).contains("<Placemark>\(text)</Placemark>"))
    }
  }

  /// The altitude mode of a multi-geometry applies to its members unless they have their own.
  @Test func altitudeModesAreInherited() {
    let point = "<Point><coordinates>1,2,3</coordinates></Point>"
    let own =
      "<Point><altitudeMode>clampToGround</altitudeMode><coordinates>1,2,3</coordinates></Point>"
    for (members, mode) in [
      (point + point, "relativeToGround"),
      (point + own, .array(["relativeToGround", "clampToGround"])),
      ("<MultiGeometry>\(point)</MultiGeometry>", "relativeToGround"),
    ] as [(String, PropertyValue)] {
      let read = read(
        "<MultiGeometry><altitudeMode>relativeToGround</altitudeMode>\(members)</MultiGeometry>")
      #expect(read.features.first?.properties["altitudeMode"] == mode, "\(members)")
    }
  }

  @Test func heightsWithoutAModeArePreserved() throws {
    // KML ignores them; in other formats they are relative to sea level.
    let clamped = read("<LineString><coordinates>1,2,3 4,5,6</coordinates></LineString>").features
    #expect(clamped.first?.properties == ["altitudeMode": "clampToGround"])
    #expect(try !Self.written(clamped).contains("absolute"))
    let absolute = read(
      "<Point><altitudeMode>absolute</altitudeMode><coordinates>1,2,3</coordinates></Point>"
    ).features
    #expect(absolute == [GeoFeature(geometry: try .init(wkt: "POINT Z (1 2 3)"))])
    for (wkt, mode) in [
      ("POINT Z (1 2 3)", "absolute"), ("POINT Z (1 2 0)", nil), ("POINT (1 2)", nil),
      ("LINESTRING Z (1 2 0, 3 4 5)", "absolute"),
    ] {
      let text = try Self.written([GeoFeature(geometry: .init(wkt: wkt))])
      #expect(text.contains("altitudeMode") == (mode != nil), "\(wkt)")
      #expect(mode.map { text.contains("<altitudeMode>\($0)</altitudeMode>") } ?? true)
    }
    // Values that are invalid, or for which the geometry has no element, stay properties.
    let odd = GeoFeature(
      geometry: try .init(wkt: "POINT Z (1 2 3)"),
      properties: [
        "altitudeMode": "above", "tessellate": 1, "extrude": "yes", "drawOrder": .array([1]),
      ])
    let again = Reading(KMLReader(), try Self.written([odd]))
    for name in odd.properties.names {
      #expect(again.features.first?.properties[name] == odd.properties[name], "\(name)")
    }
  }

  @Test(arguments: [
    "1,2,abc", "1,2,NaN", "1,2,inf", "1,2,1e400", "1,2,12m", "1,2,12 m", "1,2,-", "1,2,12..5",
  ])
  func onlyAMalformedHeightIsOmitted(coordinates: String) {
    let point = read("<Point><coordinates>\(coordinates)</coordinates></Point>")
    #expect(point.errors.isEmpty)
    #expect(point.features.first?.geometry?.wkt == "POINT (1 2)")
    #expect(point.leftOut[.height] == 1)
    let line = read("<LineString><coordinates>\(coordinates) 3,4,5</coordinates></LineString>")
    #expect(line.features.first?.geometry?.wkt == "LINESTRING Z (1 2 NaN, 3 4 5)")
  }

  @Test func brokenTracksAndDrawingsEndInErrors() {
    Damage.check(
      """
      <kml xmlns:gx="g"><Schema id="s"><gx:SimpleArrayField name="h" type="int"/></Schema><Placemark>
      <gx:MultiTrack><gx:interpolate>1</gx:interpolate><gx:Track><extrude>1</extrude><when>t</when>
      <gx:coord>1 2 3</gx:coord><gx:coord/><when/><gx:angles>1 2 3</gx:angles><ExtendedData><SchemaData
      schemaUrl="#s"><gx:SimpleArrayData name="h"><gx:value>1</gx:value><gx:value/></gx:SimpleArrayData>
      </SchemaData></ExtendedData></gx:Track></gx:MultiTrack></Placemark><NetworkLink><Link><href>a%20
      </href></Link></NetworkLink><Placemark><LineString><gx:altitudeMode>absolute</gx:altitudeMode>
      <coordinates>1,2,x 3,4,5 m</coordinates></LineString></Placemark></kml>
      """
    ) { KMLReader() }
  }
}

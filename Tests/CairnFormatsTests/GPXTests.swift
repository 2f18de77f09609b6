import CairnFormats
import CairnGeodesy
import Testing

@Suite struct GPXTests {
  static let sample = """
    <?xml version="1.0" encoding="UTF-8" standalone="no" ?>
    <!-- made by hand -->
    <gpx version="1.1" creator="me" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
      xmlns:x="urn:x">
      <metadata><name>Not a feature</name><link href="http://a"/><time>2020-01-01T00:00:00Z</time>
      <bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/></metadata>
      <wpt lat="47.421" lon='10.985'>
        <ele>2962.06</ele><time>2024-07-01T10:00:00Z</time><name>Zugspitze &amp; &#x41;&#66;</name>
        <cmt><![CDATA[<b>high</b> & cold]]></cmt>
        <link href="https://example.org/?a=1&amp;b=2"><text>page</text><type>text/html</type></link>
        <link href="second"/>
        <sym>Summit</sym><sat>7</sat><hdop>1.5</hdop>
        <extensions>
          <x:kind a="1">peak</x:kind><x:list><x:e>1</x:e><x:e>2</x:e></x:list><x:plain>p</x:plain>
        </extensions>
      </wpt>
      <wpt lat="-17.5" lon="-180"/>
      <rte><name>Way</name><number>3</number>
        <rtept lat="1" lon="2"><name>A</name></rtept><rtept lat="1.5" lon="2.5"><ele>7</ele></rtept>
      </rte>
      <trk><name>Run</name>
        <trkseg>
          <trkpt lat="1" lon="2"><ele>10</ele><time>2024-01-01T00:00:00Z</time>
            <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr>
            <gpxtpx:cad>80</gpxtpx:cad></gpxtpx:TrackPointExtension></extensions></trkpt>
          <trkpt lat="1.1" lon="2.1"><time>2024-01-01T00:00:01Z</time></trkpt>
        </trkseg>
        <trkseg/>
        <trkseg>
          <trkpt lat="3" lon="4"/>
        </trkseg>
      </trk>
      <trk><trkseg><trkpt lat="5" lon="6"/><trkpt lat="7" lon="8"/></trkseg></trk>
    </gpx>

    """

  @Test func elementsBecomeFeatures() throws {
    let read = Reading(GPXReader(), Self.sample)
    #expect(read.errors.isEmpty, "\(read.errors)")
    try #require(read.features.count == 5)
    let summit = read.features[0]
    #expect(summit.geometry?.wkt == "POINT Z (10.985 47.421 2962.06)")
    #expect(
      summit.properties.names == [
        "time", "name", "cmt", "links", "sym", "sat", "hdop", "extensions",
      ])
    #expect(summit.properties["name"] == "Zugspitze & AB")
    #expect(summit.properties["cmt"] == "<b>high</b> & cold")
    #expect(summit.properties["sat"] == 7)
    #expect(summit.properties["hdop"] == 1.5)
    #expect(
      summit.properties["links"]
        == .array([
          .object(
            ["href": "https://example.org/?a=1&b=2", "text": "page", "type": "text/html"]),
          .object(["href": "second"]),
        ]))
    #expect(
      summit.properties["extensions"]
        == .object([
          "x:kind": .object(["@a": "1", "@xmlns:x": "urn:x", "#text": "peak"]),
          "x:list": .object(["@xmlns:x": "urn:x", "x:e": .array(["1", "2"])]),
          "x:plain": .object(["@xmlns:x": "urn:x", "#text": "p"]),
        ]))
    #expect(read.features[1].geometry?.wkt == "POINT (-180 -17.5)")

    let way = read.features[2]
    #expect(way.geometry?.wkt == "LINESTRING Z (2 1 NaN, 2.5 1.5 7)")
    #expect(way.properties["_gpxType"] == "rte")
    #expect(way.properties["number"] == 3)
    #expect(
      way.properties["coordinateProperties"] == .object(["name": .array(["A", .null])]))

    let run = read.features[3]
    #expect(run.geometry?.wkt == "MULTILINESTRING Z ((2 1 10, 2.1 1.1 NaN), (4 3 NaN))")
    #expect(
      run.properties["coordTimes"]
        == .array([
          .array(["2024-01-01T00:00:00Z", "2024-01-01T00:00:01Z"]), .array([.null]),
        ]))
    #expect(
      run.properties["coordinateProperties"]
        == .object([
          "hr": .array([.array([120, .null]), .array([.null])]),
          "cad": .array([.array([80, .null]), .array([.null])]),
        ]))
    #expect(read.features[4].geometry?.wkt == "LINESTRING (6 5, 8 7)")
    #expect(read.features[4].properties.isEmpty)
  }

  @Test func aFileSurvivesARoundTrip() throws {
    let features = Reading(GPXReader(), Self.sample).features
    let text = try Self.written(features)
    let again = Reading(GPXReader(), text)
    #expect(again.errors.isEmpty)
    #expect(again.features == features)
    #expect(try Self.written(again.features) == text)
  }

  @Test func propertiesOfAnyKindSurvive() throws {
    let properties: Properties = [
      "name": "Sydney", "population": 5_312_163, "capital": false, "ratio": 0.1, "tiny": 1e-9,
      "nothing": .null, "a \"strange\" <name>": "x\ny\t\r & <z>", "list": .array([1, "a", .null]),
      "deep": .object(["b": .object(["c": .array([.array([])])])]), "sat": "many",
      "links": "no links", "extensions": .object(["a": 1]), "empty": "",
    ]
    let point = GeoFeature(
      geometry: try .init(wkt: "POINT (151.2093 -33.8688)"), properties: properties)
    var line = point
    line.geometry = try .init(wkt: "LINESTRING (1 2, 3 4)")
    line.properties["coordTimes"] = .array(["t", .null])
    line.properties["coordinateProperties"] = .object([
      "hr": .array([100, 101.5]), "mood": .array(["good", .null]), "odd": .array([1]),
      "tag": .array([true, .object(["a": 1])]), "sat": .array([5, 6]),
    ])
    let read = Reading(GPXReader(), try Self.written([point, line]))
    #expect(read.errors.isEmpty)
    try #require(read.features.count == 2)
    for name in properties.names {
      #expect(read.features[0].properties[name] == properties[name], "\(name)")
      #expect(read.features[1].properties[name] == properties[name], "\(name)")
    }
    #expect(read.features[1].properties["coordTimes"] == line.properties["coordTimes"])
    guard case .object(let columns)? = read.features[1].properties["coordinateProperties"] else {
      Issue.record("no columns")
      return
    }
    #expect(columns["hr"] == .array([100, 101.5]))
    #expect(columns["mood"] == .array(["good", .null]))
    #expect(columns["tag"] == .array([true, .object(["a": 1])]))
    #expect(columns["sat"] == .array([5, 6]))
  }

  static func written(_ features: [GeoFeature]) throws -> String {
    var writer = GPXWriter()
    for feature in features { try writer.write(feature) }
    try writer.end()
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  @Test func waypointsPrecedeRoutesAndTracks() throws {
    let texts = [
      "LINESTRING (1 2, 3 4)", "POINT (190 1)", "GEOMETRYCOLLECTION (MULTIPOINT (1 2, 180 4))",
    ]
    var features = try texts.map { GeoFeature(geometry: try .init(wkt: $0)) }
    features.append(features[0])
    features[3].properties["_gpxType"] = "rte"
    let written = try Self.written(features).split(separator: "\n").dropFirst(2)
    #expect(
      written.joined(separator: "\n") == """
        <wpt lat="1" lon="-170"></wpt>
        <wpt lat="2" lon="1"></wpt>
        <wpt lat="4" lon="-180"></wpt>
        <rte><rtept lat="2" lon="1"></rtept>
        <rtept lat="4" lon="3"></rtept>
        </rte>
        <trk><trkseg>
        <trkpt lat="2" lon="1"></trkpt>
        <trkpt lat="4" lon="3"></trkpt>
        </trkseg></trk>
        </gpx>
        """)
  }

  @Test func areasAreRejected() throws {
    var writer = GPXWriter(fractionDigits: 2)
    for text in ["POLYGON ((0 0, 1 0, 1 1, 0 0))", "GEOMETRYCOLLECTION (MULTIPOLYGON EMPTY)"] {
      #expect(throws: FormatError.self) {
        try writer.write(GeoFeature(geometry: .init(wkt: text)))
      }
    }
    #expect(throws: FormatError.self) { try writer.write(GeoFeature(geometry: nil)) }
    #expect(throws: FormatError.self) {
      try writer.write(GeoFeature(geometry: .point(.init(Coordinate(latitude: 91, longitude: 0)))))
    }
    try writer.write(GeoFeature(geometry: .init(wkt: "POINT Z (0.126 1 2.5)")))
    try writer.end()
    #expect(
      String(decoding: writer.drain(), as: UTF8.self)
        .hasSuffix("<wpt lat=\"1.00\" lon=\"0.13\"><ele>2.50</ele></wpt>\n</gpx>\n"))
  }

  @Test func prefixesAndOldVersionsAreRead() throws {
    let texts = [
      "<g:gpx xmlns:g='http://www.topografix.com/GPX/1/1'><g:wpt lat='1' lon='2'><g:name>n</g:name></g:wpt></g:gpx>",
      "<gpx xmlns='http://www.topografix.com/GPX/1/0'><wpt lat='1' lon='2'><name>n</name></wpt></gpx>",
      "<gpx><wpt lat='1' lon='2'><name>n</name></wpt></gpx>",
      "<!DOCTYPE gpx [<!ENTITY a '>'> <!-- ]> --> <?x ]>?>]><gpx><wpt lon=' 2 ' lat='1'><name>n</name></wpt></gpx>",
      "<gpx xmlns:o='urn:o'><o:wpt lat='9' lon='9'/><wpt lat='1' lon='2'><name>n</name></wpt></gpx>",
    ]
    for text in texts {
      let read = Reading(GPXReader(), text)
      #expect(read.errors.isEmpty, "\(text) \(read.errors)")
      #expect(read.features.map { $0.geometry?.wkt } == ["POINT (2 1)"])
      #expect(read.features.first?.properties["name"] == "n")
    }
    let old = Reading(
      GPXReader(),
      "<gpx><wpt lat='1' lon='2'><url>u</url><urlname>un</urlname><speed>3.5</speed></wpt></gpx>")
    #expect(
      old.features.first?.properties
        == ["speed": 3.5, "links": .array([.object(["href": "u", "text": "un"])])])
  }

  @Test(arguments: [
    ("lat='x' lon='2'", "line 2, byte 17: \"x\" is not a number"),
    ("lon='2'", "line 2, byte 7: expected a latitude (lat), found none"),
    (
      "lat='91' lon='2'",
      "line 2, byte 7: latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"
    ),
    ("lat='1' lon='541'", "line 2, byte 7: 541.0 degrees is out of range"),
    ("lat='1' lon='1e400'", "line 2, byte 25: \"1e400\" is not a number"),
  ])
  func aMalformedPointIsSkipped(attributes: String, message: String) {
    let point = "<gpx>\n <wpt \(attributes)><name>bad</name></wpt><wpt lat='1' lon='2'/></gpx>"
    let read = Reading(GPXReader(), point)
    #expect(read.errors.map(\.description) == [message])
    #expect(read.features.map { $0.geometry?.wkt } == ["POINT (2 1)"])

    let track =
      "<gpx><trk><trkseg><trkpt lat='1' lon='2'/><trkpt \(attributes)/><trkpt lat='3' lon='4'/></trkseg></trk></gpx>"
    let line = Reading(GPXReader(), track)
    #expect(line.errors.count == 1)
    #expect(line.features.map { $0.geometry?.wkt } == ["LINESTRING (2 1, 4 3)"])
  }

  @Test func malformedTextsOmitTheirFeature() {
    let text = """
      <gpx><wpt lat='1' lon='2'><name>a &nbsp; b</name></wpt>
      <trk><name>&#0;</name><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>
      <trk><trkseg><trkpt lat='1' lon='2'><ele>&no;</ele></trkpt><trkpt lat='3' lon='4'/></trkseg></trk>
      <wpt lat='5' lon='6'><link href='&bad;'/></wpt>
      <wpt lat='5' lon='6'><extensions><x:a xmlns:x='u' b='&c;'>t</x:a></extensions></wpt>
      </gpx>
      """
    let read = Reading(GPXReader(), text)
    #expect(
      read.errors.map(\.reason.description) == [
        "expected a character or one of the entities of XML, found \"&nbsp;\"",
        "expected a character or one of the entities of XML, found \"&#0;\"",
        "expected a character or one of the entities of XML, found \"&no;\"",
        "expected a character or one of the entities of XML, found \"&bad;\"",
        "expected a character or one of the entities of XML, found \"&c;\"",
      ])
    #expect(read.features.map { $0.geometry?.wkt } == ["LINESTRING (4 3)"])
  }

  @Test func brokenInputEndsInErrors() {
    Damage.check(
      """
      <?xml version="1.0"?><gpx xmlns:x="u"><!-- c --><wpt lat="47.4" lon='10.9'><ele>29</ele>
      <name>Z &amp; &#x41;</name><cmt><![CDATA[<b>]]></cmt><link href="a"/><sat>7</sat><extensions>
      <x:k a="1">p</x:k><c:property xmlns:c="urn:cairn:properties" name="n" type="array">
      <c:property type="integer">1</c:property></c:property></extensions></wpt><rte><name>W</name>
      <rtept lat="1" lon="2"><name>é</name></rtept></rte><trk><trkseg><trkpt lat="1" lon="2"><time>t
      </time></trkpt></trkseg></trk></gpx>
      """
    ) { GPXReader() }
  }

  private func read(_ inner: String) -> Reading {
    Reading(
      GPXReader(),
      """
      <gpx version='1.1' xmlns='http://www.topografix.com/GPX/1/1'
        xmlns:gpxtpx='http://www.garmin.com/xmlschemas/TrackPointExtension/v1'
        xmlns:gpxx='http://www.garmin.com/xmlschemas/GpxExtensions/v3'
        xmlns:gpxdata='http://www.cluetrust.com/XML/GPXDATA/1/0'
        xmlns:opentracks='http://opentracksapp.com/xmlschemas/v1' xmlns:osmand='https://osmand.net'
        xmlns:c='urn:mine' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>\(inner)</gpx>
      """)
  }

  private func columns(_ feature: GeoFeature?) -> Properties {
    if case .object(let columns)? = feature?.properties["coordinateProperties"] {
      columns
    } else {
      [:]
    }
  }

  private func track(_ extensions: String...) -> String {
    "<trk><trkseg>"
      + extensions.map { "<trkpt lat='1' lon='2'><extensions>\($0)</extensions></trkpt>" }.joined()
      + "</trkseg></trk>"
  }

  /// A height that is not a number is omitted, and nothing else.
  @Test(arguments: ["NaN", "12 m", "12,5", "inf", "-", "1e400", "0x10", "high", "1 2"])
  func onlyAMalformedHeightIsOmitted(height: String) {
    let read = read(
      """
      <wpt lat='1' lon='2'><ele>\(height)</ele><name>a</name></wpt><trk><trkseg>
      <trkpt lat='1' lon='2'><ele>\(height)</ele></trkpt><trkpt lat='3' lon='4'><ele> 5 </ele></trkpt>
      </trkseg></trk>
      """)
    #expect(read.errors.isEmpty)
    #expect(
      read.features.map { $0.geometry?.wkt } == ["POINT (2 1)", "LINESTRING Z (2 1 NaN, 4 3 5)"])
    #expect(read.features.first?.properties == ["name": "a"])
    #expect(read.leftOut[.height] == 2)
  }

  @Test func aMissingHeightIsNotCounted() {
    let read = read("<wpt lat='1' lon='2'><ele></ele></wpt><wpt lat='1' lon='2'><ele> </ele></wpt>")
    #expect(read.features.count == 2 && read.errors.isEmpty && read.leftOut.isEmpty)
  }

  /// The identifier is preserved together with a property of that name.
  @Test func identifiersSurvive() throws {
    for identifier: PropertyValue in [7, "seven", "007", 1.5, ""] {
      for wkt in ["POINT (1 2)", "LINESTRING (1 2, 3 4)", "MULTILINESTRING ((1 2), (3 4))"] {
        for properties in [
          [:], ["id": 8, "identifier": "x", "name": "n"], ["identifier": .object(["id": 1])],
        ] as [Properties] {
          var feature = GeoFeature(
            geometry: try .init(wkt: wkt), properties: properties, identifier: identifier)
          let text = try Self.written([feature])
          let again = Reading(GPXReader(), text)
          #expect(again.features.first?.identifier == identifier, "\(text)")
          let back = again.features.first?.properties ?? [:]
          #expect(Set(back.names) == Set(properties.names), "\(text)")
          for name in properties.names { #expect(back[name] == properties[name], "\(text)") }
          feature.properties["_gpxType"] = "rte"
          #expect(
            Reading(GPXReader(), try Self.written([feature])).features.first?.identifier
              == identifier)
        }
      }
    }
  }

  /// A text becomes a number only if all texts of its line do, and nothing is lost.
  @Test func textsOfExtensionsArePreserved() throws {
    for text in [
      "0000", "06E0010", "007", "1.50", "1.10", "+5", "1e5", "-0", ".5", "5.", "0x10",
      "9223372036854775808", "99999999999999999999", "-9223372036854775809",
      "0.12345678901234567890123", " 5 5", "١٢", "NaN", "1,5",
    ] {
      let features = read(track("<osmand:v>\(text)</osmand:v>", "<osmand:v>1</osmand:v>")).features
      let value = text.trimmingPrefix(" ")
      #expect(
        columns(features.first)["osmand:v"] == .array([.string(String(value)), "1"]), "\(text)")
      #expect(try Self.written(features).contains("<osmand:v>\(value)</osmand:v>"), "\(text)")
    }
    for (text, value) in [
      ("5", 5), ("-17", -17), ("0", 0), ("1.25", 1.25), ("9223372036854775807", .integer(.max)),
      ("0.1", 0.1), ("-0.5", -0.5), ("12345678.9", 12_345_678.9),
    ] as [(String, PropertyValue)] {
      let features = read(track("<osmand:v>\(text)</osmand:v>")).features
      #expect(columns(features.first)["osmand:v"] == .array([value]), "\(text)")
      #expect(try Self.written(features).contains("<osmand:v>\(text)</osmand:v>"), "\(text)")
    }
    // Numbers by their schema: leading and trailing zeros are not significant, digits are.
    let garmin = read(
      track(
        "<gpxtpx:TrackPointExtension><gpxtpx:atemp>25.0</gpxtpx:atemp></gpxtpx:TrackPointExtension>"
      )
    ).features
    #expect(columns(garmin.first)["atemp"] == .array([25.0]))
    let point = read(
      "<wpt lat='1' lon='2'><sat>07</sat><hdop>1.50</hdop><dgpsid>99999999999999999999</dgpsid></wpt>"
    ).features
    #expect(
      point.first?.properties == ["sat": 7, "hdop": 1.5, "dgpsid": "99999999999999999999"])
    #expect(try Self.written(point).contains("<dgpsid>99999999999999999999</dgpsid>"))
  }

  /// Foreign elements keep their prefixes, which are declared.
  @Test(arguments: [
    "<gpxdata:hr>121</gpxdata:hr>", "<opentracks:gain>1.50</opentracks:gain>",
    "<osmand:speed>0000</osmand:speed>", "<gpxdata:hr>121</gpxdata:hr><osmand:hr>5</osmand:hr>",
    "<osmand:a>1</osmand:a><osmand:a>2</osmand:a>",
  ])
  func prefixesOfPointsAreKept(extensions: String) throws {
    let features = read(track(extensions, extensions)).features
    let text = try Self.written(features)
    #expect(text.contains("<extensions>\(extensions)</extensions>"))
    let again = Reading(GPXReader(), text)
    #expect(again.errors.isEmpty && again.features == features)
    // The same after conversion to GeoJSON.
    var json = GeoJSONWriter()
    for feature in features { try json.write(feature) }
    json.end()
    let back = Reading(GeoJSONReader(), json.drain()).features
    #expect(try Self.written(back) == text)
  }

  @Test func wholeExtensionsOfPointsAreKept() throws {
    let route =
      "<rte><rtept lat='1' lon='2'><extensions><gpxx:RoutePointExtension><gpxx:Subclass>06E0010</gpxx:Subclass><gpxx:rpt lat='1' lon='2'/><gpxx:rpt lat='3' lon='4'/></gpxx:RoutePointExtension></extensions></rtept></rte>"
    let features = read(route).features
    #expect(columns(features.first).names == ["gpxx:RoutePointExtension"])
    let text = try Self.written(features)
    #expect(
      text.contains(
        "<gpxx:RoutePointExtension xmlns:gpxx=\"http://www.garmin.com/xmlschemas/GpxExtensions/v3\"><gpxx:Subclass>06E0010</gpxx:Subclass><gpxx:rpt lat=\"1\" lon=\"2\"></gpxx:rpt>"
      ))
    #expect(Reading(GPXReader(), text).features == features)
    // Elements that are not in Garmin's schema are kept together with those that are.
    let more = read(
      track(
        "<gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:x><gpxtpx:y>1</gpxtpx:y></gpxtpx:x></gpxtpx:TrackPointExtension>"
      )
    ).features
    #expect(columns(more.first)["hr"] == .array([120]))
    #expect(try Self.written(more).contains("<gpxtpx:x><gpxtpx:y>1</gpxtpx:y></gpxtpx:x>"))
    // Prefixes that the writer itself declares, attributes with prefixes, default namespaces.
    for element in [
      "<c:foo>bar</c:foo>", "<osmand:a xsi:type='t'>1</osmand:a>",
      "<foo xmlns='urn:foo' a='1'><bar>x</bar></foo>", "<osmand:g><group name='a'/></osmand:g>",
      "<osmand:g><opentracks:h>1</opentracks:h></osmand:g>", "<undeclared:x>1</undeclared:x>",
    ] {
      let features = read(track(element)).features
      let text = try Self.written(features)
      let again = Reading(GPXReader(), text)
      #expect(again.errors.isEmpty && again.features == features, "\(text)")
      if !element.contains("undeclared") { #expect(!text.contains("<c:property"), "\(text)") }
      #expect(!element.contains("xsi") || text.contains("xmlns:xsi="), "\(text)")
    }
  }

  @Test func extensionsOfFeaturesAndFilesAreKept() throws {
    let source = read(
      """
      <wpt lat='1' lon='2'><extensions><color>#fff</color><osmand:color>0000</osmand:color></extensions>
      </wpt><extensions><osmand:groups><group name='a'/></osmand:groups></extensions>
      """)
    let text = try Self.written(source.features)
    #expect(text.contains("<osmand:color xmlns:osmand=\"https://osmand.net\">0000</osmand:color>"))
    let again = Reading(GPXReader(), text).features
    guard case .object(let extensions)? = again.first?.properties["extensions"] else {
      Issue.record("no extensions")
      return
    }
    #expect(extensions["color"] == "#fff" && extensions["osmand:color"] != nil)

    var reader = GPXReader()
    reader.append(
      Array(
        "<gpx xmlns:o='urn:o'><wpt lat='1' lon='2'/><extensions><o:a><b>1</b></o:a></extensions></gpx>"
          .utf8))
    reader.finish()
    var writer = GPXWriter()
    while let feature = try reader.next() { try writer.write(feature) }
    writer.take(foreignMembers: reader.foreignMembers)
    try writer.end()
    #expect(
      String(decoding: writer.drain(), as: UTF8.self)
        .hasSuffix(
          "</wpt>\n<extensions><o:a xmlns:o=\"urn:o\"><b>1</b></o:a></extensions>\n</gpx>\n"))
    #expect(writer.leftOut.isEmpty)
  }

  /// The link address of GPX 1.0 becomes a link.
  @Test func addressesOfOldFilesAreLinks() throws {
    let link = PropertyValue.array([.object(["href": "http://u", "text": "un"])])
    let read = Reading(
      GPXReader(),
      """
      <gpx version='1.0' xmlns='http://www.topografix.com/GPX/1/0'>
      <wpt lat='1' lon='2'><url>http://u</url><urlname>un</urlname></wpt>
      <wpt lat='1' lon='2'><urlname>un</urlname><url>http://u</url></wpt>
      <rte><url>http://u</url><urlname>un</urlname><rtept lat='1' lon='2'><url>p</url></rtept>
      <rtept lat='1' lon='2'/></rte>
      <trk><url>http://u</url><urlname>un</urlname><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>
      <wpt lat='1' lon='2'><link href='l'/><url>http://u</url></wpt></gpx>
      """)
    #expect(read.errors.isEmpty)
    try #require(read.features.count == 5)
    for number in 0..<4 { #expect(read.features[number].properties["links"] == link, "\(number)") }
    #expect(
      columns(read.features[2])
        == ["links": .array([.array([.object(["href": "p"])]), .null])])
    #expect(
      read.features[4].properties["links"]
        == .array([.object(["href": "l"]), .object(["href": "http://u"])]))
    let text = try Self.written(read.features)
    #expect(
      text.contains("<wpt lat=\"1\" lon=\"2\"><link href=\"http://u\"><text>un</text></link></wpt>")
    )
  }

  @Test func brokenExtensionsEndInErrors() {
    Damage.check(
      """
      <gpx xmlns:x="u"><wpt lat="1" lon="2"><ele>12 m</ele><url>u</url><urlname>n</urlname><extensions>
      <c:identifier xmlns:c="urn:cairn:properties" type="integer">7</c:identifier></extensions></wpt>
      <trk><trkseg><trkpt lat="1" lon="2"><extensions><x:a>0000</x:a><x:a>1</x:a><x:b c="1"><x:d/></x:b>
      <gpxtpx:TrackPointExtension><gpxtpx:hr>1</gpxtpx:hr><gpxtpx:z/></gpxtpx:TrackPointExtension>
      </extensions></trkpt></trkseg></trk><extensions><x:e><f>1</f></x:e></extensions></gpx>
      """
    ) { GPXReader() }
  }
}

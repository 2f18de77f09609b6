import CairnFormats
import CairnGeodesy
import Testing

/// Files written by other programs.
@Suite struct ExchangeTests {
  private func read(_ reader: some FeatureReader, _ text: String) throws -> (
    features: [GeoFeature], leftOut: LeftOut, members: Properties
  ) {
    var source = FeatureSource(reader, badRows: .fail)
    source.append(Array(text.utf8))
    source.finish()
    var features: [GeoFeature] = []
    while let feature = try source.next() { features.append(feature) }
    return (features, source.leftOut, source.foreignMembers)
  }

  private func written(
    _ features: [GeoFeature], _ writer: some FeatureWriter, _ members: Properties = [:]
  ) throws -> String {
    var writer = writer
    writer.take(foreignMembers: members)
    for feature in features { try writer.write(feature) }
    try writer.end()
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  // MARK: GPX

  /// The elements of a sports watch: Garmin's extensions for points (versions 1 and 2), power as
  /// written by Strava, an element with attributes, and an extension of a segment.
  private static let ride = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx creator="StravaGPX" version="1.1" xmlns="http://www.topografix.com/GPX/1/1"
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
      xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3" xmlns:x="urn:x">
     <metadata><name>Ride</name><author><name>A</name><link href="http://a"/></author>
      <time>2024-05-01T06:00:00Z</time><bounds minlat="1" minlon="2" maxlat="3" maxlon="4"/></metadata>
     <trk><name>Evening</name><type>cycling</type>
      <extensions><gpxx:TrackExtension><gpxx:DisplayColor>Red</gpxx:DisplayColor></gpxx:TrackExtension>
      </extensions>
      <trkseg>
       <trkpt lat="47.1" lon="8.1"><ele>408.2</ele><time>2024-05-01T06:00:00Z</time>
        <link href="http://p"><text>P</text></link>
        <extensions><power>211</power><gpxtpx:TrackPointExtension><gpxtpx:atemp>19</gpxtpx:atemp>
         <gpxtpx:hr>141</gpxtpx:hr><gpxtpx:cad>88</gpxtpx:cad><gpxtpx:speed>7.5</gpxtpx:speed>
        </gpxtpx:TrackPointExtension><x:fix quality="4">rtk</x:fix><x:hr>140</x:hr></extensions></trkpt>
       <trkpt lat="47.2" lon="8.2"><time>2024-05-01T06:00:05Z</time></trkpt>
       <extensions><x:lap n="1"/></extensions>
      </trkseg></trk>
    </gpx>
    """

  @Test func extensionsOfGarminAndStravaArePreserved() throws {
    let (features, leftOut, members) = try read(GPXReader(), Self.ride)
    try #require(features.count == 1)
    #expect(leftOut.isEmpty)
    guard case .object(let columns)? = features[0].properties["coordinateProperties"] else {
      Issue.record("no columns")
      return
    }
    #expect(columns["power"] == .array([211, .null]))
    #expect(columns["hr"] == .array([141, .null]))
    // A foreign element with that local name keeps its prefix.
    #expect(columns["x:hr"] == .array([140, .null]))
    #expect(columns["speed"] == .array([7.5, .null]))
    #expect(
      columns["x:fix"]
        == .array([
          .object(["@quality": "4", "@xmlns:x": "urn:x", "#text": "rtk"]), .null,
        ]))
    #expect(
      columns["links"]
        == .array([.array([.object(["href": "http://p", "text": "P"])]), .null]))
    #expect(
      features[0].properties["extensions"]
        == .object([
          "gpxx:TrackExtension": .object([
            "@xmlns:gpxx": "http://www.garmin.com/xmlschemas/GpxExtensions/v3",
            "gpxx:DisplayColor": "Red",
          ]),
          "x:lap": .object(["@n": "1", "@xmlns:x": "urn:x"]),
        ]))
    #expect(members.names == ["metadata"])

    let text = try written(features, GPXWriter(), members)
    #expect(text.contains("<metadata><name>Ride</name><author><name>A</name>"))
    #expect(text.contains("<power>211</power>"))
    #expect(text.contains("<gpxtpx:hr>141</gpxtpx:hr><gpxtpx:cad>88</gpxtpx:cad>"))
    #expect(text.contains("<x:fix quality=\"4\" xmlns:x=\"urn:x\">rtk</x:fix>"))
    let again = try read(GPXReader(), text)
    #expect(again.members == members)
    #expect(try written(again.features, GPXWriter(), again.members) == text)
    // The same after conversion to GeoJSON.
    let json = try written(features, GeoJSONWriter(), members)
    let back = try read(GeoJSONReader(), json)
    #expect(back.features == features && back.members == members)
  }

  @Test func rootElementsOfOldFilesAreForeignMembers() throws {
    let text = """
      <gpx version="1.0" xmlns="http://www.topografix.com/GPX/1/0"><name>Old</name><author>B</author>
      <time>2003-01-01T00:00:00Z</time><keywords>a, b</keywords><wpt lat="1" lon="2"/></gpx>
      """
    let (features, _, members) = try read(GPXReader(), text)
    #expect(features.count == 1)
    #expect(
      members == ["name": "Old", "author": "B", "time": "2003-01-01T00:00:00Z", "keywords": "a, b"])
    // The name becomes metadata; GPX 1.1 has other elements for the rest.
    var writer = GPXWriter()
    writer.take(foreignMembers: members)
    try writer.write(features[0])
    #expect(writer.leftOut[.foreignMember] == 3)
  }

  // MARK: KML

  private static let styled = """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
     <Style id="road"><LineStyle><color>7f0000ff</color><width>4</width></LineStyle>
      <PolyStyle><color>ff00ff00</color><outline>0</outline></PolyStyle>
      <BalloonStyle><text>x</text></BalloonStyle></Style>
     <Style id="pin-n"><IconStyle><color>ffff8000</color><scale>1.1</scale><heading>90</heading>
      <Icon><href>http://i/pin.png</href></Icon>
      <hotSpot x="20" y="0.5" xunits="pixels" yunits="fraction"/></IconStyle>
      <LabelStyle><color>80ffffff</color><scale>0</scale></LabelStyle></Style>
     <StyleMap id="pin"><Pair><key>normal</key><styleUrl>#pin-n</styleUrl></Pair>
      <Pair><key>highlight</key><styleUrl>#pin-h</styleUrl></Pair></StyleMap>
     <Placemark><name>A</name><styleUrl>#road</styleUrl>
      <LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark>
     <Placemark><name>B</name><styleUrl>#pin</styleUrl><Point><coordinates>1,2</coordinates></Point>
     </Placemark>
     <Placemark><name>C</name><styleUrl>#road</styleUrl><Style><PolyStyle><fill>0</fill></PolyStyle>
      </Style><ExtendedData><Data name="stroke"><value>own</value></Data></ExtendedData></Placemark>
     <Placemark><name>D</name><styleUrl>other.kml#x</styleUrl></Placemark>
    </Document></kml>
    """

  @Test func stylesBecomeSimpleStyleAndBack() throws {
    let (features, leftOut, _) = try read(KMLReader(), Self.styled)
    #expect(
      features.map(\.properties) == [
        [
          "name": "A", "stroke": "#ff0000", "stroke-opacity": 0, "stroke-width": 4,
          "fill": "#00ff00", "fill-opacity": 1,
        ],
        [
          "name": "B", "marker-color": "#0080ff", "icon-scale": 1.1, "icon-heading": 90,
          "icon": "http://i/pin.png", "icon-offset": .array([20, 0.5]),
          "icon-offset-units": .array(["pixels", "fraction"]), "label-color": "#ffffff",
          "label-opacity": 0.5, "label-scale": 0,
        ],
        [
          "name": "C", "stroke": "own", "stroke-opacity": 0, "stroke-width": 4,
          "fill": "#00ff00", "fill-opacity": 0,
        ],
        ["name": "D", "styleUrl": "other.kml#x"],
      ])
    #expect(leftOut.description == "2 parts of styles")
    let text = try written(features, KMLWriter())
    #expect(
      text.contains(
        "<Style><LineStyle><color>000000ff</color><width>4</width></LineStyle>"
          + "<PolyStyle><color>ff00ff00</color></PolyStyle></Style>"))
    let again = try read(KMLReader(), text)
    #expect(again.leftOut.isEmpty)
    for (a, b) in zip(features, again.features) {
      #expect(Set(a.properties.names) == Set(b.properties.names))
      for (name, value) in a.properties.members { #expect(b.properties[name] == value, "\(name)") }
    }
    #expect(try written(again.features, KMLWriter()) == text)
  }

  @Test func everyOpacitySurvives() throws {
    for alpha in 0...255 {
      let digits = String(alpha + 256, radix: 16).dropFirst()
      let text = """
        <kml><Placemark><Style><PolyStyle><color>\(digits)123456</color></PolyStyle></Style>
        </Placemark></kml>
        """
      let features = try read(KMLReader(), text).features
      #expect(try written(features, KMLWriter()).contains("<color>\(digits)123456</color>"))
    }
  }

  /// Colors in other forms, and values that are not numbers, are kept as data.
  @Test func otherStyleValuesStayData() throws {
    let feature = GeoFeature(
      geometry: nil,
      properties: [
        "stroke": "red", "stroke-width": "wide", "fill": "#ABC", "fill-opacity": 7,
        "marker-color": "#12345", "icon": 5, "label-scale": .null, "styleUrl": 3,
      ])
    let again = try read(KMLReader(), try written([feature], KMLWriter()))
    #expect(again.features[0].properties == feature.properties)
  }

  // MARK: JSON objects

  @Test(arguments: [
    #"[{"name":"A","lat":47.25,"lng":8.5,"ele":400},{"name":"B","lat":"47,25","lng":"8,5","ele":400}]"#,
    #"{"name":"A","location":{"lat":47.25,"lng":8.5},"ele":400}"#,
    #"{"name":"A","location":[8.5,47.25,400]}"#,
    #"{"name":"A","location":"47°15'N 8°30'E","ele":400}"#,
    #"{"name":"A","lat":"47°15'N","lon":"8°30'E","altitude":400}"#,
    #"{"name":"A","geom":"POINT Z (8.5 47.25 400)"}"#,
    #"{"name":"A","place":{"type":"Point","coordinates":[8.5,47.25,400]}}"#,
    #"{"name":"A","geometry":{"location":{"lat":47.25,"lng":8.5}},"ele":400}"#,
    #"{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[8.5,47.25,400]}}"#,
  ])
  func locationsOfObjectsAreRecognized(text: String) throws {
    let lines = text.hasPrefix("[") ? text : text + "\n\n" + text + "\n"
    for pieces in [1, 5, .max] {
      var reader = JSONObjectsReader()
      var rest = Array(lines.utf8)[...]
      var features: [GeoFeature] = []
      while !rest.isEmpty {
        reader.append(Array(rest.prefix(pieces)))
        rest = rest.dropFirst(pieces)
        while let feature = try reader.next() { features.append(feature) }
      }
      reader.finish()
      while let feature = try reader.next() { features.append(feature) }
      #expect(
        features.map { $0.geometry?.wkt } == Array(repeating: "POINT Z (8.5 47.25 400)", count: 2))
      #expect(features.first?.properties == ["name": "A"])
    }
    if !text.contains("\"Feature\"") {
      #expect(try FileFormat.detect(Array(lines.utf8), fileName: "a.jsonl").format == .jsonObjects)
      #expect(try FileFormat.detect(Array(lines.utf8)).format == .jsonObjects)
    }
  }

  @Test func objectsWithoutALocationAreReported() throws {
    let array = #"[{"lat":1,"lon":2},{"lat":null,"lon":2},{"lat":91,"lon":2},7,{"lat":3,"lon":4}]"#
    for text in [array, array.dropFirst().dropLast().replacing("},", with: "}\n") + ""] {
      var source = FeatureSource(JSONObjectsReader())
      source.append(Array(text.utf8))
      source.finish()
      var count = 0
      while let feature = try source.next() {
        count += 1
        #expect(feature.properties.isEmpty)
      }
      if text.hasPrefix("[") {
        #expect(count == 2)
        #expect(
          source.badRows.map(\.description) == [
            "line 1, byte 19: expected an object with latitude and longitude, found an object",
            "line 1, byte 40: latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped",
            "line 1, byte 59: expected an object with latitude and longitude, found 7",
          ])
      }
    }
    var broken = JSONObjectsReader()
    broken.append(Array("[{\"lat\":1,\"lon\":2},".utf8))
    broken.finish()
    #expect(try broken.next() != nil)
    #expect(throws: FormatError.self) { try broken.next() }
    #expect(try broken.next() == nil)
  }

  @Test func objectsAreWrittenAndReadAgain() throws {
    let features = [
      GeoFeature(
        geometry: try .init(wkt: "POINT Z (8.5 47.25 400)"),
        properties: ["name": "A", "list": .array([1, .null])]),
      GeoFeature(geometry: try .init(wkt: "POINT (-8 -47)"), properties: ["name": "B"]),
    ]
    let text = try written(features, JSONObjectsWriter())
    #expect(
      text == """
        [
        {"latitude":47.25,"longitude":8.5,"elevation":400,"name":"A","list":[1,null]},
        {"latitude":-47,"longitude":-8,"name":"B"}
        ]

        """)
    #expect(try read(JSONObjectsReader(), text).features == features)
    var writer = JSONObjectsWriter()
    #expect(throws: FormatError.self) {
      try writer.write(GeoFeature(geometry: try .init(wkt: "LINESTRING (1 2, 3 4)")))
    }
    #expect(try written([], JSONObjectsWriter()) == "[]\n")
  }

  // MARK: Tables

  @Test(arguments: [
    "name,lat,lon\nA,\"47°15'00\"\"N\",\"8°30'0\"\"E\"\n", "name,lat,lon\nA,47°15'N,8°30'E\n",
    "name,lat,lon\nA,N47 15.0,E8 30.0\n", "name;lat;lon\nA;47,25;8,5\n",
    "name;lat;lon\nA;47° 15,0';8° 30,0'\n", "name\tlat\tlon\nA\t47,25\t8,5\n",
    "name,lat,lon\nA,\"47,25\",\"8,5\"\n", "name,lat,lon\nA,47.25N,8.5E\n",
    "name,lat,lon\nA,47d15m0s,8d30m0s\n", "name|lat|lon\nA|47:15:00N|8:30:00E\n",
    "name,location\nA,\"47°15'N 8°30'E\"\n",
  ])
  func tablesAcceptAnglesOfAnyForm(text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try read(TableReader(), text).features[0].geometry?.wkt == "POINT (8.5 47.25)")
    #expect(
      try PlaceTable(csv: bytes).coordinates == [Coordinate(latitude: 47.25, longitude: 8.5)])
    // The same applies to appended columns.
    var appender = TableAppender(
      [AppendedColumn("place") { "\($0.latitude) \($0.longitude)" }], options: .init())
    try appender.append(bytes)
    try appender.finish()
    let output = appender.drain()
    #expect(String(decoding: output, as: UTF8.self).contains("47.25 8.5"))
  }

  @Test func malformedAnglesAreReported() throws {
    for (row, message) in [
      ("47°15'N,none", "line 2, field 3 (lon): \"none\" is not a number"),
      ("47°75'N,8°30'E", "line 2, field 2 (lat): \"47°75'N\" is not a number"),
      ("47°15'N,", "line 2, field 3 (lon): the field is missing"),
      ("91,8", "latitude 91.0 is beyond 90 degrees"),
    ] {
      let text = "name,lat,lon\nA,\(row)\n"
      let error = #expect(throws: FormatError.self) { try read(TableReader(), text) }
      #expect(error?.description.contains(message) == true, "\(row): \(String(describing: error))")
    }
  }
}

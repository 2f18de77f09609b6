import CairnGeodesy
import Testing

@testable import CairnFormats

/// Content that a feature cannot represent is counted, and nothing else is lost.
@Suite struct LeftOutTests {
  private func read(_ reader: some FeatureReader, _ text: String) -> (
    features: [GeoFeature], errors: [FormatError], leftOut: LeftOut
  ) {
    var source = FeatureSource(reader, badRows: .skip)
    source.append(Array(text.utf8))
    source.finish()
    var features: [GeoFeature] = []
    var errors: [FormatError] = []
    while true {
      do throws(FormatError) {
        guard let feature = try source.next() else { break }
        features.append(feature)
      } catch {
        errors.append(error)
      }
    }
    return (features, source.badRows + errors, source.leftOut)
  }

  @Test func writersCountTheEmptyPointsOfACollection() throws {
    let nowhere = GeoFeature.Position(Coordinate(latitude: .nan, longitude: .nan))
    let place = GeoFeature.Position(Coordinate(latitude: 2, longitude: 1))
    let feature = GeoFeature(
      geometry: .collection([.point(nowhere), .collection([.point(place), .point(nowhere)])]))
    var gpx = GPXWriter()
    try gpx.write(feature)
    try gpx.end()
    #expect(gpx.leftOut[.emptyPoint] == 2)
    #expect(String(decoding: gpx.drain(), as: UTF8.self).contains("<wpt lat=\"2\" lon=\"1\""))
    var kml = KMLWriter()
    try kml.write(feature)
    try kml.end()
    #expect(kml.leftOut[.emptyPoint] == 2)
    #expect(String(decoding: kml.drain(), as: UTF8.self).contains("<coordinates>1,2<"))
  }

  @Test func aPlacemarkWithAnEmptyPointKeepsItsProperties() {
    let text = """
      <kml><Document><Placemark><name>A</name><Point/></Placemark>
      <Placemark><name>B</name><Point><coordinates> </coordinates></Point></Placemark>
      <Placemark><name>C</name><MultiGeometry><Point/><Point><coordinates>1,2</coordinates></Point>
      </MultiGeometry></Placemark></Document></kml>
      """
    let found = read(KMLReader(), text)
    #expect(found.errors.isEmpty)
    #expect(found.features.map { $0.properties["name"]?.text } == ["A", "B", "C"])
    #expect(found.features.map { $0.geometry?.wkt } == [nil, nil, "MULTIPOINT ((1 2))"])
    #expect(found.leftOut[.emptyPoint] == 3)
    #expect(found.leftOut.description == "3 points without coordinates")
  }

  @Test func propertiesNamedLikeTheLocationAreRenamed() throws {
    var writer = JSONObjectsWriter()
    for properties: Properties in [
      // Properties equal to the location are omitted.
      ["latitude": 1.5, "longitude": "2", "elevation": 7],
      ["Latitude": 1.25, "longitude": nil], ["elevation": "high", "longitude": "east"],
    ] {
      try writer.write(
        GeoFeature(
          geometry: .point(
            .init(
              Coordinate(latitude: 1.5, longitude: 2),
              elevation: properties["elevation"] == 7 ? 7 : nil)), properties: properties))
    }
    try writer.write(
      GeoFeature(
        geometry: nil, properties: ["latitude": 3, "latitude_property": 4, "id": 5], identifier: 6))
    try writer.end()
    #expect(
      String(decoding: writer.drain(), as: UTF8.self) == """
        [
        {"latitude":1.5,"longitude":2,"elevation":7},
        {"latitude":1.5,"longitude":2,"Latitude_property":1.25},
        {"latitude":1.5,"longitude":2,"elevation":"high","longitude_property":"east"},
        {"latitude":null,"longitude":null,"id":6,"latitude_property_2":3,"latitude_property":4,\
        "id_property":5}
        ]

        """)
    #expect(writer.leftOut.isEmpty)
    #expect(
      writer.renamedProperties.map(\.title) == [
        "Latitude_property", "longitude_property", "latitude_property_2", "id_property",
      ])
  }

  @Test func overlaysAndLinksOfKMLAreCounted() {
    let text = """
      <kml xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><NetworkLink><name>n</name>
      </NetworkLink><Folder><GroundOverlay><name>g</name></GroundOverlay><PhotoOverlay/></Folder>
      <ScreenOverlay/><gx:Tour/><Placemark><Model/></Placemark><Placemark>
      <Point><coordinates>1,2</coordinates></Point><Point><coordinates>3,4</coordinates></Point>
      </Placemark></Document></kml>
      """
    let found = read(KMLReader(), text)
    #expect(found.features.count == 2)
    #expect(
      found.leftOut.description == "3 overlays, 1 network link, 1 model, 1 tour, 1 second geometry")
  }

  @Test func onlySinglePointSegmentsAreOmitted() throws {
    let points = (0..<309).map {
      "<trkpt lat='\(Double($0) / 10)' lon='2'><time>2026-11-22T09:00:00Z</time></trkpt>"
    }
    let text =
      "<gpx><trk><name>t</name><trkseg>\(points[0])</trkseg><trkseg>\(points.joined())</trkseg></trk></gpx>"
    let track = try #require(read(GPXReader(), text).features.first)
    for format in [FileFormat.geoJSON, .geoJSONSequence, .kml, .wkt, .csv] {
      var writer = format.writer()
      try writer.write(track)
      try writer.end()
      #expect(writer.leftOut[.shortLine] == 1, "\(format)")
      var reader = format.reader()
      reader.append(writer.drain())
      reader.finish()
      let copy = try #require(try reader.next())
      guard case .multiLineString(let lines)? = copy.geometry else {
        Issue.record("\(format): \(copy.geometry?.name ?? "nothing")")
        continue
      }
      #expect(lines.map(\.count) == [309])
      if case .array(let times)? = copy.properties["coordTimes"] { #expect(times.count == 1) }
    }
    var gpx = GPXWriter()
    try gpx.write(track)
    #expect(gpx.leftOut.isEmpty)
    // By itself it is not a line, which is an error of the feature.
    let alone = read(GPXReader(), "<gpx><trk><trkseg>\(points[0])</trkseg></trk></gpx>").features[0]
    #expect(throws: FormatError.self) {
      var writer = GeoJSONWriter()
      try writer.write(alone)
    }
  }

  @Test func foreignMembersAreKeptOrCounted() throws {
    let text = """
      {"type":"FeatureCollection","name":"x","bbox":[1,2,3,4],"features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3,4,5],"color":"red"},
      "properties":{},"title":"t","bbox":[1,2,1,2]},
      {"type":"Feature","geometry":null,"properties":null}],"made":{"by":[1]}}
      """
    let found = read(GeoJSONReader(), text)
    #expect(found.features.count == 2 && found.errors.isEmpty)
    #expect(found.leftOut.description == "1 measure, 1 foreign member")
    #expect(found.features[0].foreignMembers.names == ["title", "bbox"])
    for size in [1, 7] {
      var reader = GeoJSONReader()
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        reader.append(Array(rest.prefix(size)))
        rest = rest.dropFirst(size)
        while try reader.next() != nil {}
      }
      reader.finish()
      while try reader.next() != nil {}
      #expect(reader.leftOut == found.leftOut)
      #expect(
        reader.foreignMembers
          == [
            "name": "x", "bbox": .array([1, 2, 3, 4]), "made": .object(["by": .array([1])]),
          ])
      // All of it is written by the GeoJSON writer, and only by that one.
      var writer = GeoJSONWriter()
      for feature in found.features { try writer.write(feature) }
      writer.take(foreignMembers: reader.foreignMembers)
      writer.end()
      #expect(
        String(decoding: writer.bytes, as: UTF8.self) == """
          {"type":"FeatureCollection","features":[
          {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2,3,4]},"properties":{},\
          "title":"t","bbox":[1,2,1,2]},
          {"type":"Feature","geometry":null,"properties":{}}
          ],"name":"x","bbox":[1,2,3,4],"made":{"by":[1]}}

          """)
      for format in [FileFormat.csv, .gpx, .kml, .wkt, .polyline5, .jsonObjects] {
        var writer = format.writer()
        try writer.write(found.features[0])
        #expect(writer.leftOut[.foreignMember] == 1, "\(format)")
        #expect(writer.leftOut[.measure] == (format == .wkt ? 0 : 1), "\(format)")
      }
    }
    // Formats of places alone have no room for the rest.
    let place = GeoFeature.Position(Coordinate(latitude: 1, longitude: 2), elevation: 3)
    let rich = GeoFeature(
      geometry: .point(place),
      properties: ["name": "A", "no_1": 5, "open": false, "tags": .array([1]), "none": .null],
      identifier: "n1")
    for (format, properties, heights) in [
      (FileFormat.wkt, 4, 0), (.polyline6, 4, 1), (.geoURI, 3, 0), (.geoJSON, 0, 0),
    ] {
      var writer = format.writer()
      try writer.write(rich)
      #expect(writer.leftOut[.property] == properties, "\(format)")
      #expect(writer.leftOut[.height] == heights, "\(format)")
      #expect(writer.leftOut[.identifier] == (properties > 0 ? 1 : 0), "\(format)")
    }
    let lines =
      text.replacing("\n", with: "") + "\n{\"type\":\"Point\",\"coordinates\":[1,2],\"z\":1}\n"
    #expect(read(GeoJSONSequenceReader(), lines).leftOut[.foreignMember] == 4)
  }

  @Test(arguments: [
    "\"urn:ogc:def:crs:OGC:1.3:CRS84\"", "\"urn:ogc:def:crs:OGC::CRS84\"", "\"OGC:CRS84\"",
    "\"EPSG:4326\"", "\"urn:ogc:def:crs:EPSG::4326\"", "\"epsg:4326\"",
    "\"http://www.opengis.net/def/crs/OGC/1.3/CRS84\"",
    "\"http://www.opengis.net/def/crs/EPSG/0/4326\"", "4326", "\"WGS84\"",
  ])
  func referenceSystemsOfWGS84AreAccepted(_ name: String) {
    let point =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{}}"
    let crs = "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\(name)}}"
    for text in [
      "{\"type\":\"FeatureCollection\",\(crs),\"features\":[\(point)]}",
      "{\(crs),\"features\":[\(point)],\"type\":\"FeatureCollection\"}",
      "{\"type\":\"Feature\",\(crs),\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}}",
    ] {
      let found = read(GeoJSONReader(), text)
      #expect(found.features.count == 1 && found.errors.isEmpty, "\(found.errors)")
      #expect(found.leftOut.isEmpty)
    }
  }

  @Test func otherReferenceSystemsAreRejected() {
    let point =
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]},\"properties\":{}}"
    func text(_ name: String) -> String {
      "{\"type\":\"FeatureCollection\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"\(name)\"}},\"features\":[\(point)]}"
    }
    for name in ["EPSG:3857", "urn:ogc:def:crs:EPSG::31287", "EPSG:27700", "my:4326"] {
      let found = read(GeoJSONReader(), text(name))
      #expect(found.features.isEmpty)
      #expect(
        found.errors.map(\.description) == [
          """
          line 1, byte 70: expected longitude and latitude of WGS 84, CRS84 or EPSG:4326 \
          (convert with ogr2ogr -t_srs EPSG:4326 OUT.geojson IN.geojson), found "\(name)"
          """
        ])
      #expect(throws: FormatError.self) { try PlaceTable(geoJSON: Array(text(name).utf8)) }
    }
    let near = read(GeoJSONReader(), text("urn:ogc:def:crs:EPSG::4269"))
    #expect(near.features.count == 1 && near.leftOut[.nearSystem] == 1)
    let within =
      "{\"type\":\"Point\",\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}},\"coordinates\":[1,2]}"
    #expect(read(GeoJSONReader(), within).errors.count == 1)
  }

  @Test func measuresAndControlCharactersAreCounted() throws {
    let measured = read(WKTReader(), "POINT M (1 2 3)\nLINESTRING ZM (1 2 3 4, 5 6 7 8)\n")
    #expect(measured.leftOut.isEmpty)
    var json = GeoJSONWriter()
    for feature in measured.features { try json.write(feature) }
    // A measure can only be written after an elevation.
    #expect(json.leftOut.description == "1 measure")
    #expect(String(decoding: json.bytes, as: UTF8.self).contains("[[1,2,3,4],[5,6,7,8]]"))
    let feature = GeoFeature(
      geometry: .point(.init(Coordinate(latitude: 1, longitude: 2))),
      properties: ["name": "a\u{1}b\u{FFFE}", "list": .array(["\u{0}"])])
    for format in [FileFormat.gpx, .kml] {
      var writer = format.writer()
      try writer.write(feature)
      #expect(writer.leftOut[.character] == 3)
    }
  }

  @Test func wellKnownTextMaySpanLines() {
    let text = """
      POLYGON ((0 0,
        9 0,

        9 9, 0 0))
      POINT (1 2)
      POINT
        (3 4)
      SRID=4326;
      POINT (5 6)
      LINESTRING (1 2,
      POINT (7 8)
      nonsense
      GEOMETRYCOLLECTION (
        POINT (1 2),
        LINESTRING EMPTY
      )
      POINT EMPTY
      """
    for size in [Int.max, 1, 5, 17] {
      let read = Reading(WKTReader(), text, pieces: size)
      #expect(
        read.features.map { $0.geometry?.wkt } == [
          "POLYGON ((0 0, 9 0, 9 9, 0 0))", "POINT (1 2)", "POINT (3 4)", "POINT (5 6)",
          "POINT (7 8)", "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING EMPTY)", "POINT EMPTY",
        ])
      #expect(read.errors.map(\.line) == [10, 12])
      #expect(read.errors.last?.byte == 114, "\(read.errors)")
    }
    #expect(
      (try? FileFormat.detect(Array("POLYGON\n((0 0, 1 0, 1 1, 0 0))\n".utf8)))?.format == .wkt)
  }

  @Test func rawCharactersThatXMLForbidsAreRejected() {
    for (character, code) in [
      ("\u{1}", "0001"), ("\u{0}", "0000"), ("\u{1F}", "001F"), ("\u{FFFE}", "FFFE"),
      ("\u{FFFF}", "FFFF"),
    ] {
      let gpx =
        "<gpx>\n<wpt lat='1' lon='2'><name>a\(character)</name></wpt><wpt lat='1' lon='2'/></gpx>"
      let read = Reading(GPXReader(), gpx)
      #expect(read.features.count == 1)
      #expect(
        read.errors.map(\.description) == [
          "line 2, byte 34: expected a character of XML, found U+\(code)"
        ])
      let kml =
        "<kml><Placemark id='\(character)'/><Placemark><description><![CDATA[\(character)]]></description></Placemark></kml>"
      #expect(Reading(KMLReader(), kml).errors.count == 2)
    }
    // U+FFFD is a valid character, and so are its neighbors.
    let fine = "<gpx><wpt lat='1' lon='2'><name>\u{FFFD}\u{FFEE}\t\u{E000}</name></wpt></gpx>"
    #expect(
      Reading(GPXReader(), fine).features.first?.properties["name"] == "\u{FFFD}\u{FFEE}\t\u{E000}")
    // An unpaired surrogate in UTF-16.
    var wide: [UInt8] = [0xFE, 0xFF]
    for unit in "<gpx><wpt lat='1' lon='2'><name>a".utf16 {
      wide += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    wide += [0xD8, 0x3D]
    for unit in "</name></wpt></gpx>".utf16 { wide += [0, UInt8(unit)] }
    let half = Reading(GPXReader(), wide)
    #expect(half.features.isEmpty && half.errors.first?.reason == .brokenText)
  }
}

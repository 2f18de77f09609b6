import CairnGeodesy
import Testing

@testable import CairnFormats

/// Output is read back as the same features.
@Suite struct RoundTripTests {
  private static let texts = [
    "plain", "", " ", "  both ends ", "a\tb", "a\nb", "a\r\nb", "\r", "\"", "say \"hi\"",
    "\"whole\"",
    "5\" pipe", "back\\slash", "\\N", "\\n", "\\t", "007", "42", "-1.5", "1e5",
    "0.30000000000000004",
    "9223372036854775807", "123456789012345678901234567890", "+3", "1,5", "a,b", "a;b|c", "null",
    "true", "NaN", "<b>&amp;</b>", "]]>", "é 東京 🗼", "'", "=1+1", "#", "{\"a\":1}", "\u{FEFF}x",
  ]

  private static func features(_ text: String) -> [GeoFeature] {
    let place = GeoFeature.Geometry.point(.init(Coordinate(latitude: 48.2, longitude: 16.4)))
    return [
      GeoFeature(geometry: place, properties: ["name": .string(text), "other": "x", "last": 1]),
      GeoFeature(geometry: place, properties: ["name": "y", "other": .string(text), "last": 2]),
    ]
  }

  static func copied(
    _ features: [GeoFeature], _ format: FileFormat, _ options: FileFormat.WriterOptions = .init()
  ) throws -> (features: [GeoFeature], bytes: [UInt8], leftOut: LeftOut) {
    var writer = format.writer(options)
    for feature in features { try writer.write(feature) }
    try writer.end()
    let bytes = writer.drain()
    var reader = format.reader()
    reader.append(bytes)
    reader.finish()
    var found: [GeoFeature] = []
    while let feature = try reader.next() { found.append(feature) }
    return (found, bytes, writer.leftOut)
  }

  @Test(arguments: [FileFormat.csv, .tsv, .geoJSON, .geoJSONSequence, .gpx, .kml])
  func hostileTextsSurvive(_ format: FileFormat) throws {
    for text in Self.texts {
      for options in [FileFormat.WriterOptions(), .init(fractionDigits: 5)] {
        let features = Self.features(text)
        let found = try Self.copied(features, format, options).features
        #expect(found.count == features.count, "\(text.debugDescription)")
        for (a, b) in zip(found, features) {
          if format == .tsv {
            // Tab-separated tables have no quotes to distinguish these.
            for name in b.properties.names {
              let isPlain = b.properties[name]?.text.map { $0.isEmpty || PlainNumber.isOne($0) }
              if isPlain == true { continue }
              #expect(a.properties[name] == b.properties[name], "\(text.debugDescription)")
            }
          } else {
            #expect(a.properties == b.properties, "\(text.debugDescription)")
          }
        }
      }
    }
  }

  @Test func tabSeparatedTablesAreUnquotedByDefault() throws {
    let feature = GeoFeature(
      geometry: .point(.init(Coordinate(latitude: 1, longitude: 2))),
      properties: ["a": "say \"hi\"", "b": nil, "c": "", "d": "8001", "e": "x, y", "f": "C:\\temp"])
    let plain = try Self.copied([feature], .tsv).bytes
    #expect(
      String(decoding: plain, as: UTF8.self)
        == "latitude\tlongitude\ta\tb\tc\td\te\tf\n1\t2\tsay \"hi\"\t\t\t8001\tx, y\tC:\\temp\n")
    var options = FileFormat.WriterOptions()
    options.nullText = "\\N"
    options.quoting = .exact
    let asked = try Self.copied([feature], .tsv, options)
    #expect(asked.features.first?.properties == feature.properties)
    #expect(String(decoding: asked.bytes, as: UTF8.self).contains("\\N\t\"\"\t\"8001\""))
  }

  @Test func numbersAndNullsSurviveTables() throws {
    let values: [PropertyValue] = [
      nil, "", 0, -7, .integer(.max), .integer(.min), 1.5, .number(0.1 + 0.2), 1e21,
      .number(.leastNonzeroMagnitude),
      .number(.greatestFiniteMagnitude), -1e-7, 123456789.123456789,
    ]
    for format in [FileFormat.csv, .tsv, .geoJSON] {
      for value in values where format != .tsv || value != "" {
        let feature = GeoFeature(
          geometry: .point(.init(Coordinate(latitude: 1, longitude: 2))), properties: ["v": value])
        #expect(try Self.copied([feature], format).features == [feature], "\(value)")
      }
    }
  }

  @Test func geometriesSurviveWellKnownText() throws {
    func at(_ x: Double, _ y: Double) -> GeoFeature.Position {
      .init(Coordinate(latitude: y, longitude: x))
    }
    let empty = try Self.copied([GeoFeature(geometry: .emptyPoint)], .wkt)
    #expect(String(decoding: empty.bytes, as: UTF8.self) == "POINT EMPTY\n")
    #expect(empty.features.first?.geometry?.isEmptyPoint == true)
    #expect(empty.features == [GeoFeature(geometry: .emptyPoint)])
    #expect(Set(empty.features + [GeoFeature(geometry: .emptyPoint)]).count == 1)
    let open = GeoFeature(geometry: .polygon([[at(0, 0), at(9, 0), at(9, 9)]]))
    let closed = GeoFeature.Geometry.polygon([[at(0, 0), at(9, 0), at(9, 9), at(0, 0)]])
    for format in [FileFormat.wkt, .kml, .geoJSON] {
      #expect(try Self.copied([open], format).features.map(\.geometry) == [closed], "\(format)")
    }
    for format in [FileFormat.geoJSON, .kml] {
      let copied = try Self.copied(
        [GeoFeature(geometry: .emptyPoint, properties: ["a": 1])], format)
      #expect(copied.features.first?.properties["a"] == 1, "\(format)")
    }
  }

  @Test func digitsApplyToTables() throws {
    let place = GeoFeature(
      geometry: .point(
        .init(Coordinate(latitude: 48.123456789, longitude: 16.987654321), elevation: 1.23456)))
    for (format, mark) in [(FileFormat.csv, ","), (.tsv, "\t")] {
      var options = FileFormat.WriterOptions(fractionDigits: 3)
      let text = String(decoding: try Self.copied([place], format, options).bytes, as: UTF8.self)
      #expect(text.contains("48.123\(mark)16.988\(mark)1.235\n"))
      options.tableLocation = .wkt
      let wkt = String(decoding: try Self.copied([place], format, options).bytes, as: UTF8.self)
      #expect(wkt == "wkt\nPOINT Z (16.988 48.123 1.235)\n")
    }
  }

  @Test func invalidTimesBecomeOtherElements() throws {
    let times = [
      ("2026-11-22T09:30:00Z", true), ("2026-11-22T09:30:00.25+01:00", true),
      ("2026-11-22T24:00:00", true), ("2026-11-22", false), ("2026-02-30T00:00:00Z", false),
      ("yesterday", false), ("2026-11-22 09:30:00Zulu", false), ("2026-11-22T09", false),
      ("", false),
      ("2026-11-22T09:60:00Z", false), ("2026-11-22T09:30:00+15:00", false),
    ]
    for (time, isOne) in times {
      #expect(XMLTime.isDateTime(time) == isOne, "\(time)")
      func at(_ x: Double) -> GeoFeature.Position { .init(Coordinate(latitude: 1, longitude: x)) }
      let features = [
        GeoFeature(geometry: .point(at(2)), properties: ["time": .string(time)]),
        GeoFeature(
          geometry: .lineString([at(1), at(2)]),
          properties: ["coordTimes": .array([.string(time), "2026-11-22T10:00:00Z"])]),
      ]
      let copied = try Self.copied(features, .gpx)
      let text = String(decoding: copied.bytes, as: UTF8.self)
      #expect(text.contains("<time>\(time)</time>") == isOne, "\(time)")
      if !time.isEmpty { #expect(copied.features == features, "\(time)") }
      #expect(try Self.copied([features[0]], .kml).features == [features[0]], "\(time)")
    }
  }

  @Test func propertiesBecomeGPXElementsOfTheirNames() throws {
    let feature = GeoFeature(
      geometry: .point(.init(Coordinate(latitude: 1, longitude: 2))),
      properties: [
        "height": 5, "note": " x ", "two words": 1.5, "property": "p", "a:b": "c", "type of": nil,
        "tags": .array(["x", 2]), "done": true,
      ])
    let copied = try Self.copied([feature], .gpx)
    let text = String(decoding: copied.bytes, as: UTF8.self)
    #expect(text.contains("<c:height type=\"integer\">5</c:height><c:note> x </c:note>"))
    #expect(copied.features == [feature])
  }

  @Test func namesKeepTheirSpaces() throws {
    let text = "<gpx><wpt lat='1' lon='2'><name> two  spaces </name><desc>\n a\n</desc></wpt></gpx>"
    let read = Reading(GPXReader(), text)
    #expect(read.features.first?.properties["name"] == " two  spaces ")
    #expect(read.features.first?.properties["desc"] == "\n a\n")
  }

  @Test func manyColumnsAreWritten() throws {
    // Each feature has its own property, followed by a common one.
    let names = (0..<200).map { "p\($0)" }
    let features = names.enumerated().map { number, name in
      GeoFeature(geometry: nil, properties: [name: .integer(number), "all": true])
    }
    var writer = TableWriter(names: names + ["all"], location: .wkt)
    for feature in features { try writer.write(feature) }
    let rows = String(decoding: writer.drain(), as: UTF8.self).split(separator: "\n")
    for (number, row) in rows.dropFirst().enumerated() {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells.count == 202)
      #expect(cells[number] == "\(number)" && cells[200] == "true")
      #expect(cells.filter { !$0.isEmpty }.count == 2)
    }
    // In any order of members, with some missing.
    var mixed = TableWriter(names: ["a", "b", "c"])
    try mixed.write(GeoFeature(geometry: nil, properties: ["c": 3, "x": 9, "a": 1]))
    #expect(
      String(decoding: mixed.drain(), as: UTF8.self) == "latitude,longitude,a,b,c\n,,1,,3\n")
    #expect(mixed.omittedNames == ["x"])
  }
}

import CairnFormats
import CairnGeodesy
import Testing

private func at(_ longitude: Double, _ latitude: Double, _ elevation: Double? = nil)
  -> GeoFeature.Position
{
  .init(Coordinate(latitude: latitude, longitude: longitude), elevation: elevation)
}

private func written(
  _ features: [GeoFeature], _ options: GeoJSONOptions = GeoJSONOptions()
) throws(FormatError) -> String {
  var writer = GeoJSONWriter(options)
  for feature in features { try writer.write(feature) }
  writer.end()
  return String(decoding: writer.bytes, as: UTF8.self)
}

private let variety: [GeoFeature] = [
  GeoFeature(
    geometry: .point(at(8.5, 47.25, 408)),
    properties: [
      "name": "Zürich \"ZH\"\n\u{1}", "n": 1, "x": 1.0, "tiny": .number(.leastNonzeroMagnitude),
      "big": .integer(.max),
      "minus": .number(-0.0), "t": true, "z": nil, "a": .array([1, .array([]), "x"]),
      "o": .object(["b": .object([:])]), "": "empty name",
    ], identifier: "a"),
  GeoFeature(geometry: .multiPoint([at(1, 2), at(-180, 90)]), identifier: 17),
  GeoFeature(geometry: .lineString([at(0.1, 0.2), at(0.30000000000000004, 1e-7)])),
  GeoFeature(geometry: .multiLineString([[at(0, 0), at(1, 1)], [at(2, 2), at(3, 3, 4)]])),
  GeoFeature(
    geometry: .polygon([
      [at(0, 0), at(10, 0), at(10, 10), at(0, 0)], [at(5, 1), at(6, 2), at(6, 1), at(5, 1)],
    ])),
  GeoFeature(
    geometry: .multiPolygon([
      [[at(0, 0), at(1, 0), at(1, 1), at(0, 0)]], [[at(5, 5), at(6, 5), at(6, 6), at(5, 5)]],
    ])),
  GeoFeature(
    geometry: .collection([.point(at(1, 1)), .collection([.lineString([at(1, 2), at(3, 4)])])])),
  GeoFeature(geometry: nil, properties: ["left": "alone"], identifier: 1.5),
]

@Suite struct GeoJSONFeatureWriterTests {
  @Test func outputIsReadBack() throws {
    var reader = GeoJSONReader(Array(try written(variety).utf8))
    for feature in variety { #expect(try reader.next() == feature) }
    #expect(try reader.next() == nil)
    for separators in [true, false] {
      var writer = GeoJSONSequenceWriter(separators: separators)
      var bytes: [UInt8] = []
      for feature in variety {
        try writer.write(feature)
        bytes += writer.drain()
      }
      writer.end()
      #expect(writer.bytes.isEmpty)
      #expect((bytes.first == 0x1E) == separators)
      #expect(bytes.filter { $0 == 0x0A }.count == variety.count)
      var reader = GeoJSONSequenceReader(bytes)
      for feature in variety { #expect(try reader.next() == feature) }
      #expect(try reader.next() == nil)
    }
  }

  @Test func writesOneFeaturePerLine() throws {
    let text = try written([
      GeoFeature(
        geometry: .lineString([at(170, 0), at(-170, 10)]), properties: ["x": 1.5], identifier: 3)
    ])
    #expect(
      text == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","id":3,"geometry":{"type":"MultiLineString","coordinates":\
        [[[170,0],[180,5]],[[-180,5],[-170,10]]]},"properties":{"x":1.5}}
        ]}

        """)
  }

  @Test func boundingBoxesAreOptional() throws {
    var options = GeoJSONOptions()
    options.writesBoundingBoxes = true
    let text = try written(
      [
        GeoFeature(geometry: .lineString([at(170, -5), at(-170, 10)])),
        GeoFeature(geometry: nil), GeoFeature(geometry: .point(at(150, 0))),
      ], options)
    #expect(text.contains(#""bbox":[170,-5,-170,10],"geometry":{"type":"MultiLineString""#))
    #expect(text.contains(#""bbox":[150,0,150,0],"geometry":{"type":"Point""#))
    #expect(text.hasSuffix("],\"bbox\":[150,-5,-170,10]}\n"))
    var reader = GeoJSONReader(Array(text.utf8))
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 3)
  }

  @Test func digitsCanBeLimited() throws {
    var options = GeoJSONOptions()
    options.fractionDigits = 3
    let text = try written(
      [GeoFeature(geometry: .point(at(-0.00001, 47.123456, 1.23456)), properties: ["x": 0.12345])],
      options)
    #expect(text.contains("[0,47.123,1.23456]") && text.contains("0.12345"))
  }

  @Test func unrepresentableFeaturesAreRejectedWithoutOutput() throws {
    let bad: [GeoFeature.Geometry] = [
      .point(at(.nan, 0)), .point(at(0, 90.5)), .point(at(.infinity, 0)), .point(at(0, 0, .nan)),
      .lineString([at(0, 0)]), .polygon([[at(0, 0), at(1, 1), at(0, 0)]]),
      .polygon([[at(0, 0), at(1, 1)]]), .collection([.multiLineString([[at(0, 0)]])]),
    ]
    for geometry in bad {
      var writer = GeoJSONWriter()
      let before = writer.bytes
      #expect(throws: FormatError.self) { try writer.write(GeoFeature(geometry: geometry)) }
      #expect(writer.bytes == before)
      var lines = GeoJSONSequenceWriter()
      #expect(throws: FormatError.self) { try lines.write(GeoFeature(geometry: geometry)) }
      #expect(lines.bytes.isEmpty)
    }
  }

  @Test func stylesAreProperties() throws {
    let style = SimpleStyle(
      title: "A", markerSize: .small, markerSymbol: "airport", markerColor: "#c0392b",
      stroke: "#000", strokeOpacity: 0.5, strokeWidth: 2, fill: "#fff", fillOpacity: .nan)
    #expect(
      style.properties == [
        "title": "A", "marker-size": "small", "marker-symbol": "airport",
        "marker-color": "#c0392b", "stroke": "#000", "stroke-opacity": 0.5, "stroke-width": 2,
        "fill": "#fff",
      ])
    var feature = GeoFeature(geometry: nil, properties: ["name": "x", "fill": "#123"])
    feature.style(style)
    #expect(feature.properties["name"] == "x" && feature.properties["fill"] == "#fff")
    var read = SimpleStyle(feature.properties)
    #expect(read.strokeWidth == 2 && read.fillOpacity == nil)
    read.fillOpacity = .nan
    #expect(SimpleStyle(["marker-size": "huge", "stroke": 5]) == SimpleStyle())
  }
}

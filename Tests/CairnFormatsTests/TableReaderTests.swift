import CairnFormats
import CairnGeodesy
import Testing

@Suite struct TableReaderTests {
  /// Reads all features of an input in pieces, with the errors.
  private func features(
    _ bytes: [UInt8], _ reader: any FeatureReader, pieces: Int = .max
  ) -> (features: [GeoFeature], errors: [FormatError]) {
    var reader = reader
    var result: (features: [GeoFeature], errors: [FormatError]) = ([], [])
    func drain() {
      for _ in 0...bytes.count {
        do throws(FormatError) {
          guard let feature = try reader.next() else { return }
          result.features.append(feature)
        } catch { result.errors.append(error) }
      }
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      reader.append(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
      drain()
    }
    reader.finish()
    drain()
    return result
  }

  private func point(_ latitude: Double, _ longitude: Double, _ elevation: Double? = nil)
    -> GeoFeature.Geometry
  {
    .point(.init(Coordinate(latitude: latitude, longitude: longitude), elevation: elevation))
  }

  @Test(arguments: [1, 2, 7, Int.max])
  func columnsBecomeProperties(pieces: Int) {
    let text =
      "\u{FEFF}id;name;lat;lon;ele;note;note;\r\n"
      + "007;\"A \"\"B\"\"\";48,5;16,5;171;x;y;1\r\n\r\n"
      + "12;5;1;2;;;\"\"\r\n"
      + "-3.25;1e5;bad;2;\r\n"
      + "+1;0.1;-1;-2;x;-0;12345678901234567890;00;more"
    let found = features(Array(text.utf8), TableReader(), pieces: pieces)
    let first: Properties = [
      "id": "007", "name": "A \"B\"", "note": "x", "note 2": "y", "column 8": 1,
    ]
    let second: Properties = ["id": 12, "name": 5, "note": nil, "note 2": ""]
    let third: Properties = [
      "id": "+1", "name": 0.1, "ele": "x", "note": "-0", "note 2": "12345678901234567890",
      "column 8": "00", "column 9": "more",
    ]
    #expect(
      found.features == [
        GeoFeature(geometry: point(48.5, 16.5, 171), properties: first),
        GeoFeature(geometry: point(1, 2), properties: second),
        GeoFeature(geometry: point(-1, -2), properties: third),
      ])
    #expect(found.errors == [FormatError(.notANumber("bad"), line: 5, field: 3, column: "lat")])
  }

  @Test func wellKnownTextMayBeAnyGeometry() {
    let text = "geom|n\nLINESTRING (1 2, 3 4)|a\nPOINT (1 2|b\nPOLYGON EMPTY|c\n"
    let found = features(Array(text.utf8), TableReader())
    let places = [(2.0, 1.0), (4.0, 3.0)].map {
      GeoFeature.Position(Coordinate(latitude: $0, longitude: $1))
    }
    #expect(found.features.map(\.geometry) == [.lineString(places), .polygon([])])
    #expect(found.errors.map(\.line) == [3])
    #expect(found.errors.map(\.endsInput) == [false])
  }

  @Test func aQuotedLineBreakInTheHeaderKeepsTheDelimiter() {
    let text = Array("a\tb,lat,\"lon\",\"c\nd\"\n1,2,3,4\n".utf8)
    let whole = features(text, TableReader())
    #expect(whole.features.map(\.properties.names) == [["a\tb", "c\nd"]])
    #expect(features(text, TableReader(), pieces: 1) == whole)
  }

  @Test func errorsThatEndTheInputAreThrownOnce() {
    for (text, reason) in [
      ("", FormatError.Reason.empty), ("\n\n", .empty), ("\"a,b\n1,2\n", .unclosedQuote),
      ("lat,\"lon\"x\n1,2\n", .textAfterQuote),
      ("a,b\n1,2\n", .missingColumn(.latitude, found: ["a", "b"])),
    ] {
      for pieces in [1, Int.max] {
        let found = features(Array(text.utf8), TableReader(), pieces: pieces)
        #expect(found.features.isEmpty)
        #expect(found.errors.map(\.reason) == [reason])
        #expect(found.errors.map(\.endsInput) == [true])
      }
    }
  }

  static let plainTables = [
    "name,lat,lon,zip,price\nA,48.2000,16.50,00501,12.50\nB,-0.5,+7,1e5,1.0\n",
    "a;lat;lon\n\"x;y\";48,2;16,30\n;1;2\n",
    "a\tlat\tlon\n\\N\t1\t2\nx\t3.0\t4\n",
    "latlon|n\n48.20, 16.3|a\n", "the_geom|n\nPOINT(1 2)|a\nLINESTRING(1 2,3 4)|b\n",
    "n,n,,lat,lon\n1,2,3,4,5\n",
  ]

  @Test(arguments: plainTables)
  func aTableReadVerbatimIsWrittenWithTheSameBytes(text: String) throws {
    let bytes = Array(text.utf8)
    var reader = TableReader(verbatim: true)
    reader.append(bytes)
    reader.finish()
    let first = try reader.next()
    let columns = try #require(reader.columns)
    let delimiter = try #require(
      ",;\t|".utf8.first { byte in bytes.first { ",;\t|".utf8.contains($0) } == byte })
    var writer = TableWriter(columns: columns, delimiter: delimiter)
    var feature = first
    while let next = feature {
      try writer.write(next)
      feature = try reader.next()
    }
    try writer.end()
    #expect(String(decoding: writer.drain(), as: UTF8.self) == text)
    #expect(writer.omittedNames.isEmpty)
  }

  @Test func locationsAreWrittenInTheGivenColumns() throws {
    let features = features(
      Array("n,lat,ele,lon\na,1.50,3,2\nb,4,,5.0\n".utf8), TableReader()
    ).features
    func written(_ names: [String]) throws -> String {
      var writer = TableWriter(columns: PlaceColumns(names: names))
      for feature in features { try writer.write(feature) }
      return String(decoding: writer.drain(), as: UTF8.self)
    }
    #expect(try written(["n", "lat", "ele", "lon"]) == "n,lat,ele,lon\na,1.5,3,2\nb,4,,5\n")
    #expect(try written(["lnglat", "n"]) == "lnglat,n\n\"2,1.5\",a\n\"5,4\",b\n")
    #expect(try written(["n", "wkt"]) == "n,wkt\na,POINT Z (2 1.5 3)\nb,POINT (5 4)\n")
  }
}

@Suite struct TableWriterTests {
  private let place = GeoFeature.Position(Coordinate(latitude: 1.5, longitude: -2))

  private func written(_ writer: TableWriter, _ features: [GeoFeature]) throws -> String {
    var writer = writer
    for feature in features { try writer.write(feature) }
    try writer.end()
    return String(decoding: writer.drain(), as: UTF8.self)
  }

  @Test func theFirstFeatureDeterminesTheHeader() throws {
    var writer = TableWriter()
    try writer.write(
      GeoFeature(
        geometry: .point(place), properties: ["name": "a,b", "big": true, "none": nil],
        identifier: 7))
    try writer.write(
      GeoFeature(geometry: nil, properties: ["none": .array([1, "x"]), "further": 1, "name": 2.5]))
    #expect(
      String(decoding: writer.drain(), as: UTF8.self)
        == "id,latitude,longitude,name,big,none\n7,1.5,-2,\"a,b\",true,\n,,,2.5,,\"[1,\"\"x\"\"]\"\n"
    )
    #expect(writer.omittedNames == ["further"])
  }

  @Test func linesNeedAColumnOfWellKnownText() throws {
    let line = GeoFeature(geometry: .lineString([place, place]), properties: ["n": 1])
    let point = GeoFeature(geometry: .point(place), properties: ["n": 2])
    #expect(
      try written(TableWriter(), [line, point])
        == "n,wkt\n1,\"LINESTRING (-2 1.5, -2 1.5)\"\n2,POINT (-2 1.5)\n")
    #expect(
      try written(TableWriter(location: .degreesAndWKT), [point, line])
        == "latitude,longitude,n,wkt\n1.5,-2,2,\n,,1,\"LINESTRING (-2 1.5, -2 1.5)\"\n"
    )
    var writer = TableWriter()
    try writer.write(point)
    _ = writer.drain()
    #expect(throws: FormatError.self) { try writer.write(line) }
    #expect(writer.drain().isEmpty)
  }

  @Test func writesNamesNullsAndSingleColumns() throws {
    let feature = GeoFeature(geometry: nil, properties: ["b": nil, "a": ""])
    let tab = UInt8(ascii: "\t")
    #expect(
      try written(
        TableWriter(delimiter: tab, names: ["a", "b"], nullText: "\\N", quoting: .least), [feature])
        == "latitude\tlongitude\ta\tb\n\\N\t\\N\t\t\\N\n")
    #expect(try written(TableWriter(names: ["x"]), []) == "latitude,longitude,x\n")
    #expect(try written(TableWriter(), []) == "")
    #expect(try written(TableWriter(location: .wkt), [GeoFeature(geometry: nil)]) == "wkt\n\"\"\n")
  }
}

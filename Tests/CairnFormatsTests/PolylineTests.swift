import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

@Suite struct PolylineTests {
  private static func places(_ pairs: [(Double, Double)]) -> [Coordinate] {
    pairs.map { Coordinate(latitude: $0.0, longitude: $0.1) }
  }

  /// Lines as written by an independent encoder.
  private static let vectors: [(EncodedPolyline.Precision, String, [(Double, Double)])] = [
    (
      .five, #"_p~iF~ps|U_ulLnnqC_mqNvxq`@"#, [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]
    ),
    (.five, #"??"#, [(0.0, 0.0)]),
    (.five, #"_cidP_gsia@~fsia@~ngtcA"#, [(90.0, 180.0), (-90.0, -180.0)]),
    (.five, #"@AEF"#, [(-1e-05, 1e-05), (2e-05, -3e-05)]),
    (.five, #"~}xiB}fsia@?zngtcA"#, [(-17.5, 179.99999), (-17.5, -179.99999)]),
    (
      .five, #"mw_fCwsgrOich|Dkc|wLz}v{@z`fk@"#,
      [(22.12231, 87.04332), (53.13484, 159.2821), (43.18174, 152.037)]
    ),
    (
      .five, #"blmdO~cpjAmdpk^w|zqKfrsm@hffxc@jqlyMmj`dHi{`qAyainU"#,
      [
        (-84.77906, -12.37584), (79.80421, 53.63084), (72.16209, -139.24585), (-5.56757, -91.23378),
        (7.87696, 26.61883),
      ]
    ),
    (
      .six, #"_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"#,
      [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)]
    ),
    (.six, #"??"#, [(0.0, 0.0)]),
    (.six, #"_gdtjD_oiivI~niivI~~ssmT"#, [(90.0, 180.0), (-90.0, -180.0)]),
    (.six, #"RS{@nA"#, [(-1e-05, 1e-05), (2e-05, -3e-05)]),
    (.six, #"~tbk`@kniivI?v}ssmT"#, [(-17.5, 179.99999), (-17.5, -179.99999)]),
    (
      .six, #"asfei@gnu_eDqjzcz@ckbxhCtsn~Q|qeyL"#,
      [(22.122305, 87.043316), (53.134842, 159.282102), (43.181743, 152.036999)]
    ),
    (
      .six, #"dbou`DfqjrVguj|xHuhv{|Bn_mqMfhg{nJvvfgsCqqlqzA{yqsX_{cx_F"#,
      [
        (-84.779059, -12.375844), (79.804209, 53.630839), (72.162089, -139.245853),
        (-5.567571, -91.23378), (7.876955, 26.618828),
      ]
    ),
  ]

  @Test func linesAreEncodedAndDecodedExactly() throws {
    for (precision, text, pairs) in Self.vectors {
      let line = Self.places(pairs)
      #expect(try EncodedPolyline.decode(text, precision: precision) == line)
      #expect(EncodedPolyline.encode(line, precision: precision) == text)
    }
    #expect(try EncodedPolyline.decode("").isEmpty)
    #expect(EncodedPolyline.encode([]).isEmpty)
  }

  @Test func halvesAreRoundedAwayFromZero() {
    let line = Self.places([(0.000015, -0.000015), (0.000014, -0.000014)])
    #expect(
      EncodedPolyline.encode(line)
        == EncodedPolyline.encode(
          Self.places([(0.00002, -0.00002), (0.00001, -0.00001)])))
  }

  @Test func everyUnitSurvives() throws {
    var generator = SeededGenerator(seed: 1)
    for precision in EncodedPolyline.Precision.allCases {
      let scale = precision == .five ? 1e5 : 1e6
      let line = (0..<5_000).map { _ in
        Coordinate(
          latitude: Double(
            Int.random(in: -90_000_000...90_000_000, using: &generator)
              / (precision == .five ? 10 : 1)) / scale,
          longitude: Double(
            Int.random(in: -360_000_000...360_000_000, using: &generator)
              / (precision == .five ? 10 : 1)) / scale)
      }
      let text = EncodedPolyline.encode(line, precision: precision)
      #expect(try EncodedPolyline.decode(text, precision: precision) == line)
    }
  }

  @Test func invalidCoordinatesAreOmitted() throws {
    let line = Self.places([(1, 2), (.nan, 3), (91, 0), (3, .infinity), (3, 361), (4, 5)])
    #expect(
      try EncodedPolyline.decode(EncodedPolyline.encode(line)) == Self.places([(1, 2), (4, 5)]))
  }

  @Test(arguments: [
    ("_p~iF", 5, "the input ends within a coordinate: the longitude is missing"),
    ("_p~iF~ps|", 9, "the input ends within a number of a polyline"),
    ("_p~iF~ps|U _ulL", 10, "expected a character from ? to ~, found \" \""),
    ("??\u{7F}", 2, "expected a character from ? to ~, found \"\u{7F}\""),
    ("??~~~~~~~~?", 2, "expected a number of at most 7 characters, found a longer one"),
    ("_mljPA", 0, "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"),
  ])
  func errorsReportTheByte(text: String, byte: Int, message: String) {
    let error = #expect(throws: FormatError.self) { try EncodedPolyline.decode(text) }
    #expect(error?.byte == byte)
    #expect(error?.reason.description == message)
  }

  @Test func eachLineOfTextIsALine() throws {
    let text = "_p~iF~ps|U_ulLnnqC\r\n\n??\n_p~\n??A@"
    for size in [1, 3, 100] {
      let read = Reading(PolylineReader(), text, pieces: size)
      #expect(read.features.count == 3)
      #expect(read.errors.map(\.line) == [4])
      #expect(read.errors.map(\.byte) == [27])
      var writer = PolylineWriter()
      for feature in read.features { try writer.write(feature) }
      #expect(String(decoding: writer.drain(), as: UTF8.self) == "_p~iF~ps|U_ulLnnqC\n??\n??A@\n")
    }
  }

  @Test func areasAreRejected() throws {
    var writer = PolylineWriter()
    for text in ["POLYGON ((0 0, 1 0, 1 1, 0 0))", "GEOMETRYCOLLECTION EMPTY", "MULTIPOINT (1 2)"] {
      let feature = GeoFeature(geometry: try .init(wkt: text))
      #expect(throws: FormatError.self) { try writer.write(feature) }
    }
    #expect(throws: FormatError.self) { try writer.write(GeoFeature(geometry: nil)) }
    #expect(writer.drain().isEmpty)
    try writer.write(GeoFeature(geometry: .init(wkt: "MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))")))
    try writer.write(GeoFeature(geometry: .init(wkt: "POINT (0 0)")))
    #expect(String(decoding: writer.drain(), as: UTF8.self) == "??_ibE_ibE\n_seK_seK_ibE_ibE\n??\n")
  }

  @Test func brokenInputEndsInErrors() {
    Damage.check("_p~iF~ps|U_ulLnnqC_mqNvxq`@\r\n\n_ibE_ibE_ibE\n") { PolylineReader() }
  }
}

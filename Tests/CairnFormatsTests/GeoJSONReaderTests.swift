import CairnFormats
import CairnGeodesy
import TestSupport
import Testing

/// A result of a reader: a feature or an error.
private enum Outcome: Equatable {
  case feature(GeoFeature)
  case error(FormatError)
}

/// Reads a whole input in pieces of one size.
private func outcomes(
  _ reader: some FeatureReader, _ bytes: [UInt8], pieces: Int = .max
) -> [Outcome] {
  var reader = reader
  var found: [Outcome] = []
  func take() {
    while true {
      do {
        guard let feature = try reader.next() else { return }
        found.append(.feature(feature))
      } catch {
        found.append(.error(error))
        if found.count > 10_000 { return }
      }
    }
  }
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + min(pieces, bytes.count))
    reader.append(Array(bytes[start..<end]))
    start = end
    take()
  }
  reader.finish()
  take()
  return found
}

private func outcomes(_ text: String, pieces: Int = .max) -> [Outcome] {
  outcomes(GeoJSONReader(), Array(text.utf8), pieces: pieces)
}

private func features(_ text: String) -> [GeoFeature] {
  outcomes(text).compactMap { if case .feature(let feature) = $0 { feature } else { nil } }
}

private func errors(_ text: String) -> [FormatError] {
  outcomes(text).compactMap { if case .error(let error) = $0 { error } else { nil } }
}

private func at(
  _ longitude: Double, _ latitude: Double, _ elevation: Double? = nil, measure: Double? = nil
) -> GeoFeature.Position {
  .init(
    Coordinate(latitude: latitude, longitude: longitude), elevation: elevation, measure: measure)
}

/// A collection with all cases: member orders, nulls, elevations, foreign members, escapes,
/// numbers.
private let everything = """
  {"name":"all","bbox":[-180,-90,180,90],"crs":{"a":[1,{"b":null}]},"features":[
   {"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":[102.0,0.5]},
    "properties":{"prop0":"value0","n":1,"x":1.5,"t":true,"f":false,"z":null,"s":"\\u00e9\\n"}},
   {"properties":{"a":[1,[2]],"o":{"p":"q"}},"geometry":{"coordinates":[[102,0],[103,1.25,7]],
    "type":"LineString"},"type":"Feature","id":17},
   {"type":"Feature","geometry":null,"properties":null,"extra":{"x":[]}},
   {"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[
    [[100,0],[101,0],[101,1],[100,1],[100,0]],[[100.2,0.2],[100.8,0.2],[100.8,0.8],[100.2,0.2]]]}},
   {"type":"Feature","properties":{},"geometry":{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}},
   {"type":"Feature","properties":{},"geometry":
    {"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[]]}},
   {"type":"Feature","properties":{},"geometry":
    {"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[0,1],[0,0]]]]}},
   {"type":"Feature","properties":{},"geometry":{"geometries":[
    {"type":"Point","coordinates":[9,8,7,6]},{"type":"GeometryCollection","geometries":[]}],
    "type":"GeometryCollection"}},
   {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[]}}
  ], "type":"FeatureCollection"}

  """

@Suite struct GeoJSONReaderTests {
  @Test func readsAllGeometriesInAnyOrder() throws {
    let found = features(everything)
    #expect(errors(everything).isEmpty)
    let expected: [GeoFeature.Geometry?] = [
      .point(at(102, 0.5)), .lineString([at(102, 0), at(103, 1.25, 7)]), nil,
      .polygon([
        [at(100, 0), at(101, 0), at(101, 1), at(100, 1), at(100, 0)],
        [at(100.2, 0.2), at(100.8, 0.2), at(100.8, 0.8), at(100.2, 0.2)],
      ]), .multiPoint([at(1, 2), at(3, 4)]), .multiLineString([[at(1, 2), at(3, 4)], []]),
      .multiPolygon([[[at(0, 0), at(1, 0), at(0, 1), at(0, 0)]]]),
      .collection([.point(at(9, 8, 7, measure: 6)), .collection([])]), nil,
    ]
    #expect(found.map(\.geometry) == expected)
    #expect(found.map(\.identifier) == ["a", 17] + [nil, nil, nil, nil, nil, nil, nil])
    #expect(
      found[0].properties == [
        "prop0": "value0", "n": 1, "x": 1.5, "t": true, "f": false, "z": nil, "s": "é\n",
      ])
    #expect(
      found[1].properties == ["a": .array([1, .array([2])]), "o": .object(["p": "q"])])
  }

  @Test func piecesOfAnySizeGiveTheSame() {
    let text = everything.replacing("[102.0,0.5]", with: "[102.0,\"no\"]")
    let whole = outcomes(text)
    #expect(whole.count == 9)
    for size in [1, 2, 3, 5, 7, 64, 100, 1_000] {
      #expect(outcomes(text, pieces: size) == whole, "pieces of \(size)")
      #expect(outcomes(text.replacing("\n", with: "\r\n"), pieces: size).count == 9)
    }
  }

  @Test func anErrorDoesNotDependOnPieces() {
    // Text after a faulty value is not part of its quotation.
    for text in [
      #"{"features":[-170,1é"type":"x"}]}"#, #"{"features":[1"a":2]}"#, #"{"features":"ab"}"#,
      #"{"features":1234}"#, #"{"type":1234}"#, #"{"type":{"a":1}}"#,
      "\n\n\n\u{FEFF}{}", #"{"features":9-175]}"#,
    ] {
      for size in 1...9 { #expect(outcomes(text, pieces: size) == outcomes(text)) }
    }
  }

  @Test func aFeatureIsReturnedWhenItIsComplete() throws {
    var reader = GeoJSONReader()
    reader.append(Array(#"{"type":"FeatureCollection","features":[{"type":"Feature","#.utf8))
    #expect(try reader.next() == nil)
    reader.append(Array(#""geometry":null}"#.utf8))
    #expect(try reader.next() == GeoFeature(geometry: nil))
    #expect(try reader.next() == nil)
    reader.append(Array("]}".utf8))
    reader.finish()
    #expect(try reader.next() == nil)
  }

  @Test func aSingleFeatureOrGeometryIsRead() {
    let point = GeoFeature(geometry: .point(at(1, 2)))
    #expect(features(#"{"type":"Point","coordinates":[1,2]}"#) == [point])
    #expect(features(#"  {"coordinates":[1,2],"x":{"type":4},"type":"Point"}  "#) == [point])
    #expect(
      features(#"{"geometry":{"type":"Point","coordinates":[1,2]},"type":"Feature"}"#) == [point])
    #expect(features("\u{FEFF}" + #"{"type":"Point","coordinates":[1,2]}"#) == [point])
    #expect(
      features(
        #"{"geometries":[{"type":"Point","coordinates":[1,2]}],"type":"GeometryCollection"}"#)
        == [GeoFeature(geometry: .collection([.point(at(1, 2))]))])
    #expect(features(#"{"type":"FeatureCollection","features":[]}"#) == [])
    #expect(errors(#"{"type":"FeatureCollection","features":[]}"#) == [])
    // A feature may have a foreign member named `features`.
    #expect(features(#"{"type":"Feature","features":[1],"geometry":null}"#).count == 1)
    #expect(features("{\"t\\u0079pe\":\"Poin\\u0074\",\"coordinates\":[1,2]}") == [point])
  }

  @Test func badFeaturesAreReportedAndSkipped() {
    let bad: [(String, String)] = [
      ("7", "expected a feature, found 7"),
      ("null", "expected a feature, found null"),
      ("[]", "expected a feature, found an array"),
      (#"{"geometry":null}"#, "expected a feature, found an object"),
      (#"{"type":"Point","coordinates":[1,2]}"#, "expected a feature, found \"Point\""),
      (#"{"type":4}"#, "expected a feature, found 4"),
      (#"{"type":"Feature","geometry":[1,2]}"#, "expected a geometry, found an array"),
      (
        #"{"type":"Feature","geometry":{"type":"Pt","coordinates":[1,2]}}"#,
        "expected the type of a geometry, found \"Pt\""
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Feature","coordinates":[1,2]}}"#,
        "expected the type of a geometry, found \"Feature\""
      ),
      (#"{"type":"Feature","geometry":{"type":"Point"}}"#, "expected coordinates, found an object"),
      (
        #"{"type":"Feature","geometry":{"type":"GeometryCollection"}}"#,
        "expected geometries, found an object"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":null}}"#,
        "expected a position of two or three numbers, found null"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1]}}"#,
        "expected a position of two or three numbers, found an array"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,"2"]}}"#,
        "expected a number, found \"2\""
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[[1,2]]}}"#,
        "expected a number, found an array"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[1,2]}}"#,
        "expected a position of two or three numbers, found 1"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2]]}}"#,
        "expected a line of two or more positions, found an array"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[2,3],[1,2]]]}}"#,
        "expected a ring of four or more positions, found an array"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,91]}}"#,
        "latitude 91.0 is beyond 90 degrees; latitude and longitude may be swapped"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[0,191]}}"#,
        "191.0 degrees is out of range"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[541,0]}}"#,
        "541.0 degrees is out of range"
      ),
      (
        #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1e400,0]}}"#,
        "1e400 is beyond the range of a double"
      ),
      (#"{"type":"Feature","properties":[]}"#, "expected an object of properties, found an array"),
      (#"{"type":"Feature","properties":{"a":1e999}}"#, "1e999 is beyond the range of a double"),
      ("{\"type\":\"Feature\",\"properties\":{\"a\":\"\\ud800\"}}", "the text is not valid UTF-8"),
      (
        #"{"type":"Feature","properties":{"a":\#(String(repeating: "[", count: 200))"#
          + String(repeating: "]", count: 200) + "}}", "values are nested deeper than 128"
      ),
    ]
    let good = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
    let feature = Outcome.feature(GeoFeature(geometry: .point(at(1, 2))))
    for (object, reason) in bad {
      let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(good),\n\(object),\n\(good)]}"
      for size in [Int.max, 1] {
        let found = outcomes(text, pieces: size)
        #expect(found.count == 3 && found.first == feature && found.last == feature, "\(object)")
        guard found.count == 3, case .error(let error) = found[1] else {
          Issue.record("\(found)")
          continue
        }
        #expect(error.reason.description == reason)
        #expect(error.line == 3 && !error.endsInput)
        let start = text.utf8.count - object.utf8.count - good.utf8.count - 4
        #expect((error.byte ?? 0) >= start)
      }
      // The same in a sequence, one record each.
      let records = "\(good)\n\(object)\n\(good)\n"
      if object.hasPrefix("{\"type\":\"Point") { continue }
      let found = outcomes(GeoJSONSequenceReader(), Array(records.utf8), pieces: 3)
      #expect(found.count == 3 && found.first == feature && found.last == feature, "\(object)")
    }
  }

  @Test func brokenSyntaxEndsTheInput() {
    let good = #"{"type":"Feature","geometry":null}"#
    for broken in [
      "{\"type\":\"Feature\",}", "{\"type\":\"Feature\" \"a\":1}", "x", "{]", "{\"a\":tru}", "01",
      "{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,02]}}",
      // Invalid as a feature, but the invalid JSON takes precedence.
      "{\"type\":\"Feature\",\"geometry\":7,\"a\":'x'}", "[1,]",
    ] {
      let text = "{\"type\":\"FeatureCollection\",\"features\":[\(good),\n\(broken),\(good)]}"
      for size in [Int.max, 1, 9] {
        let found = outcomes(text, pieces: size)
        #expect(found.count == 2, "\(broken): \(found)")
        guard case .error(let error)? = found.last else {
          Issue.record("no error")
          continue
        }
        #expect(error.endsInput && error.line == 2)
      }
    }
  }

  @Test func theOuterStructureIsChecked() {
    let cases: [(String, String)] = [
      ("", "the input ends within a GeoJSON object"),
      ("[]", "expected a GeoJSON object with a type, found \"[\""),
      ("{}", "expected a GeoJSON object with a type, found an object"),
      (
        #"{"type":"Topology"}"#,
        "expected a GeoJSON object with a type (convert TopoJSON with ogr2ogr OUT.geojson "
          + "IN.topojson), found \"Topology\""
      ),
      (#"{"type":7}"#, "expected a GeoJSON object with a type, found 7"),
      (#"{"type":"FeatureCollection"}"#, "expected an array of features, found \"}\""),
      (
        #"{"type":"FeatureCollection","features":{}}"#,
        "expected an array of features, found an object"
      ),
      (#"{"features":[]}"#, "expected the type FeatureCollection, found \"}\""),
      (
        #"{"features":[],"type":"Feature"}"#,
        "expected the type FeatureCollection, found \"Feature\""
      ),
      (
        #"{"type":"FeatureCollection","features":[]"#,
        "the input ends within a collection of features"
      ),
      (#"{"type":"FeatureCollection","features":[],}"#, "expected a name in quotes, found \"}\""),
      (
        #"{"type":"FeatureCollection","features":[]} x"#,
        "expected the end of the input, found \"x\""
      ),
      (#"{"type":"Point","coordinates":[1,2]}{"#, "the input ends within a GeoJSON object"),
    ]
    for (text, reason) in cases {
      for size in [Int.max, 1] {
        let found = outcomes(text, pieces: size)
        guard case .error(let error)? = found.last else {
          Issue.record("\(text): \(found)")
          continue
        }
        #expect(error.reason.description == reason)
        #expect(error.endsInput)
      }
    }
  }

  @Test func latitudesJustBeyondAPoleAreClamped() {
    let found = features(
      #"{"type":"MultiPoint","coordinates":[[0,90.00000000000001],[0,-90.0000000001]]}"#)
    #expect(found == [GeoFeature(geometry: .multiPoint([at(0, 90), at(0, -90)]))])
  }

  @Test func everyTruncationIsAnError() {
    let bytes = Array(everything.utf8)
    let whole = outcomes(everything)
    for end in 0..<(bytes.count - 2) {
      let found = outcomes(GeoJSONReader(), Array(bytes[..<end]))
      guard case .error(let error)? = found.last else {
        Issue.record("no error at \(end)")
        continue
      }
      #expect(error.endsInput)
      #expect(found.dropLast().elementsEqual(whole.prefix(found.count - 1)))
    }
  }

  @Test func changedBytesDoNotTrap() {
    let bytes = Array(everything.utf8)
    var random = SeededGenerator(seed: 7)
    for place in bytes.indices {
      var changed = bytes
      changed[place] = UInt8.random(in: 0...255, using: &random)
      let whole = outcomes(GeoJSONReader(), changed)
      #expect(whole.count <= 11)
      if place % 16 == 0 {
        #expect(outcomes(GeoJSONReader(), changed, pieces: 11) == whole)
        _ = outcomes(GeoJSONSequenceReader(), changed, pieces: 11)
      }
    }
  }

  @Test func deepAndLongInputIsReadInLinearTime() {
    let count = rounds(200_000, inDebug: 30_000)
    let deep = String(repeating: "[", count: count)
    let start = #"{"type":"FeatureCollection","features":["#
    #expect(outcomes(start + deep, pieces: 100).count == 1)
    #expect(
      outcomes(start + deep + String(repeating: "]", count: count) + "]}", pieces: 100).count == 1)
    #expect(outcomes(String(repeating: #"{"a":"#, count: count), pieces: 100).count == 1)
    #expect(outcomes(String(repeating: " ", count: count) + "{}", pieces: 1).count == 1)
    let name = String(repeating: "n", count: count)
    #expect(outcomes("{\"\(name)\"" + String(repeating: " ", count: count), pieces: 3).count == 1)
    let nested = String(repeating: #"{"geometries":["#, count: 300)
    #expect(outcomes(nested).count == 1)
  }

  @Test func aFeatureBeyondTheLimitEndsTheInput() {
    var reader = GeoJSONReader()
    reader.featureLimit = 1_000
    let text =
      #"{"type":"FeatureCollection","features":[{"a":""# + String(repeating: "x", count: 5_000)
    let found = outcomes(reader, Array(text.utf8), pieces: 100)
    #expect(found == [.error(FormatError(.recordTooLong(limit: 1_000), line: 1, byte: 40))])
  }
}

@Suite struct GeoJSONSequenceReaderTests {
  private let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
  private let feature = Outcome.feature(GeoFeature(geometry: .point(at(1, 2))))

  private func read(_ text: String, pieces: Int = .max) -> [Outcome] {
    outcomes(GeoJSONSequenceReader(), Array(text.utf8), pieces: pieces)
  }

  @Test func recordsAreLinesOrFollowSeparators() {
    let pretty = point.replacing(",", with: ",\n  ")
    for text in [
      "\(point)\n\(point)", "\(point)\r\n\n  \(point)\r\n", "\u{1E}\(point)\n\u{1E}\(point)\n",
      "\u{1E}\(pretty)\n\u{1E}\(pretty)", "\u{1E}\(point)\u{1E}\u{1E}\n\(point)",
      "\u{FEFF}\(point)\n\u{1E}\(point)\n",
    ] {
      for size in [Int.max, 1, 4] {
        #expect(read(text, pieces: size) == [feature, feature], "\(text)")
      }
    }
    #expect(read("") == [] && read("\n\u{1E}\n") == [])
    #expect(read(#"{"type":"Point","coordinates":[1,2]}"#) == [feature])
  }

  @Test func aRecordMayBeACollection() {
    let collection = "{\"features\":[\(point),{\"a\":1},\(point)],\"type\":\"FeatureCollection\"}"
    for size in [Int.max, 1] {
      let found = read("\(point)\n\(collection)\n\(point)\n", pieces: size)
      #expect(found.count == 5)
      #expect(found.filter { $0 == feature }.count == 4)
      guard case .error(let error) = found[2] else {
        Issue.record("no error")
        return
      }
      #expect(error.line == 2 && error.byte == 147 && !error.endsInput)
    }
  }

  @Test func brokenRecordsAreSkipped() {
    for broken in [
      "{", "x", "{\"type\":\"Feature\"", "\(point) x", "[1,", "\"", "{\"a\":1}", "\\",
    ] {
      for size in [Int.max, 1, 5] {
        let lines = read("\(point)\n\(broken)\n\(point)\n", pieces: size)
        #expect(lines.count == 3 && lines[0] == feature && lines[2] == feature, "\(broken)")
        guard lines.count == 3, case .error(let error) = lines[1] else {
          Issue.record("no error")
          continue
        }
        #expect(error.line == 2 && !error.endsInput)
        let marked = read("\u{1E}\(point)\n\u{1E}\(broken)\n\u{1E}\(point)\n", pieces: size)
        #expect(marked.count == 3 && marked[0] == feature && marked[2] == feature, "\(broken)")
      }
    }
  }

  @Test func aRecordBeyondTheLimitIsSkipped() {
    var reader = GeoJSONSequenceReader()
    reader.recordLimit = 100
    let text = "\(point)\n" + String(repeating: "x", count: 5_000) + "\n\(point)\n"
    let found = outcomes(reader, Array(text.utf8), pieces: 50)
    #expect(found.count == 3 && found[0] == feature && found[2] == feature)
    #expect(
      found[1]
        == .error(
          {
            var error = FormatError(.recordTooLong(limit: 100), line: 2, byte: 67)
            error.endsInput = false
            return error
          }()))
  }
}

import CairnFormats
import CairnGeodesy
import Foundation
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test func commasSeparateElements() {
    let written = text {
      $0.beginObject()
      $0.key("a")
      $0.beginArray()
      $0.value(1)
      $0.value(2)
      $0.beginArray()
      $0.endArray()
      $0.endArray()
      $0.member("b", true)
      $0.key("c")
      $0.null()
      $0.member("d", nil)
      $0.endObject()
    }
    #expect(written == #"{"a":[1,2,[]],"b":true,"c":null,"d":null}"#)
  }

  @Test func eachElementHasItsLine() {
    let written = text {
      $0.beginArray(onLines: true)
      $0.value("x")
      $0.value("y")
      $0.endArray()
    }
    #expect(written == "[\n\"x\",\n\"y\"\n]")
    #expect(
      text {
        $0.beginArray(onLines: true)
        $0.endArray()
      } == "[]")
  }

  @Test func everyStringSurvivesAnotherParser() throws {
    var awkward = (0..<0x180).compactMap(Unicode.Scalar.init).map { String(Character($0)) }
    awkward += ["", "\"quoted\"", "back\\slash", "\r\n", "Zürich 東京 🏔️", "\u{2028}\u{FEFF}"]
    let written = text {
      $0.beginArray()
      for string in awkward { $0.value(string) }
      $0.endArray()
    }
    let read = try #require(
      JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String])
    #expect(read.map { Array($0.unicodeScalars) } == awkward.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (12.0, "12"), (-33.8688, "-33.8688"), (0.1, "0.1"),
    (1e-7, "1e-07"), (1e300, "1e+300"), (9_007_199_254_740_992, "9007199254740992.0"),
    (Double.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
  ])
  func numbersAreShortest(number: Double, expected: String) {
    let written = text { $0.value(number) }
    #expect(written == expected)
    if number.isFinite { #expect(Double(written) == number) }
  }

  @Test func numbersAreAsShortAsTheLibraryWritesThem() {
    var random = SeededGenerator(seed: 9)
    for number in 0..<20_000 {
      let range = [1e-5, 1e-3, 1, 180, 1e7, 1e9][number % 6]
      var value = Double.random(in: -range...range, using: &random)
      let scale = [1e7, 1e6, 1e3, 1e8, 1][number % 5]
      if number % 2 == 0 { value = (value * scale).rounded() / scale }
      if number % 16 == 2 { value = value.nextUp }
      let written = text { $0.value(value) }
      #expect(Double(written) == value)
      if value != value.rounded() { #expect(written == value.description) }
    }
  }

  @Test(arguments: [
    (1234.56, 1, "1234.6"), (0.04, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"),
    (2.5, 0, "3"), (0.05, 3, "0.050"), (7, 2, "7.00"), (1e20, 1, "1e+20"), (359.96, 1, "360.0"),
    (.nan, 1, "null"),
  ])
  func fixedDigitsRoundToNearest(number: Double, digits: Int, expected: String) {
    #expect(text { $0.value(number, fractionDigits: digits) } == expected)
  }

  @Test func extremeIntegersAreWritten() {
    #expect(text { $0.value(Int.min) } == "-9223372036854775808")
    #expect(text { $0.value(Int.max) } == "9223372036854775807")
    #expect(text { $0.value(0) } == "0")
    #expect(text { $0.value(100) } == "100")
  }

  @Test func drainedPiecesConcatenate() {
    var json = JSONWriter()
    var pieces: [UInt8] = []
    json.beginArray()
    for number in 0..<100 {
      json.value(number)
      pieces += json.drain()
    }
    json.endArray()
    pieces += json.drain()
    #expect(json.bytes.isEmpty)
    let whole = "[" + (0..<100).map(String.init).joined(separator: ",") + "]"
    #expect(String(decoding: pieces, as: UTF8.self) == whole)
  }
}

@Suite struct GeoJSONWriterTests {
  @Test func pointsAreFeaturesWithLongitudeFirst() throws {
    var collection = GeoJSONWriter()
    collection.point(Coordinate(latitude: -33.8688, longitude: 151.2093)) {
      $0.member("name", "Sydney")
    }
    collection.point(Coordinate(latitude: 10, longitude: 190)) { _ in }
    collection.point(Coordinate(latitude: .nan, longitude: 0)) { _ in }
    collection.end()
    let expected = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[151.2093,-33.8688]},\
      "properties":{"name":"Sydney"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[-170,10]},"properties":{}},
      {"type":"Feature","geometry":null,"properties":{}}
      ]}

      """
    #expect(String(decoding: collection.bytes, as: UTF8.self) == expected)
    let parsed = try JSONSerialization.jsonObject(with: Data(collection.bytes))
    let object = try #require(parsed as? [String: Any])
    #expect((object["features"] as? [Any])?.count == 3)
  }

  @Test func anEmptyCollectionIsValid() throws {
    var collection = GeoJSONWriter()
    collection.end()
    let text = String(decoding: collection.bytes, as: UTF8.self)
    #expect(text == #"{"type":"FeatureCollection","features":[]}"# + "\n")
  }
}

@Suite struct CSVWriterTests {
  @Test func fieldsAreQuotedOnlyIfNecessary() {
    var csv = CSVWriter()
    for field in ["plain", "a,b", "say \"hi\"", "two\nlines", " edge", "edge ", "", "in side"] {
      csv.field(field)
    }
    csv.field(nil as String?)
    csv.field(1.5)
    csv.field(.nan)
    csv.field(7)
    csv.field(2.345, fractionDigits: 1)
    csv.endRow()
    csv.field("next")
    csv.endRow()
    let expected =
      "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\" edge\",\"edge \",,in side,,1.5,,7,2.3\nnext\n"
    #expect(String(decoding: csv.bytes, as: UTF8.self) == expected)
  }

  @Test func tabsCanBeTheDelimiter() {
    var csv = CSVWriter(delimiter: UInt8(ascii: "\t"))
    csv.field("a,b")
    csv.field("c\td")
    csv.endRow()
    #expect(String(decoding: csv.drain(), as: UTF8.self) == "a,b\t\"c\td\"\n")
    #expect(csv.bytes.isEmpty)
  }
}

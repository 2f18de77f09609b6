import CairnFormats
import CairnGeodesy
import Testing

/// JSON objects that contain several places, or more than a place.
@Suite struct ObjectPlacesTests {
  /// The result of the reader: each feature's position, identifier and properties as JSON.
  private func read(_ text: String) -> [String] {
    Reading(JSONObjectsReader(), text).features.map { feature in
      let id = feature.identifier.map { "\($0) " } ?? ""
      return "\(feature.geometry?.wkt ?? "-") \(id)\(PropertyValue.object(feature.properties))"
    }
  }

  private static let nothingIsLostCases: [(String, [String])] = [
    (
      #"{"A":{"lat":1,"lng":2,"pop":5},"B":{"lat":3,"lng":4,"name":"Bern"}}"#,
      [#"POINT (2 1) {"name":"A","pop":5}"#, #"POINT (4 3) B {"name":"Bern"}"#]
    ),
    (#"{"Paris":{"lat":1,"lng":2}}"#, [#"POINT (2 1) {"name":"Paris"}"#]),
    (#"{"id":5,"Paris":{"lat":1,"lng":2}}"#, [#"POINT (2 1) {"name":"Paris","id":5}"#]),
    (#"{"pos":{"lat":1,"lng":2}}"#, [#"POINT (2 1) {}"#]),
    (
      #"{"name":"x","location":{"lat":1,"lng":2,"accuracy":5}}"#,
      [#"POINT (2 1) {"name":"x","location":{"accuracy":5}}"#]
    ),
    (
      #"{"pos":{"lat":1,"lng":2,"hdop":3},"other":{"a":1}}"#,
      [#"POINT (2 1) {"pos":{"hdop":3},"other":{"a":1}}"#]
    ),
    (
      #"{"order":7,"from":{"lat":1,"lng":2},"to":{"lat":3,"lng":4,"order":2}}"#,
      [
        #"POINT (2 1) {"name":"from","order":7}"#,
        #"POINT (4 3) {"name":"to","order":2,"order 2":7}"#,
      ]
    ),
    (#"{"lat":1,"lng":2,"dest":{"lat":3,"lng":4}}"#, [#"POINT (2 1) {"dest":{"lat":3,"lng":4}}"#]),
    (
      #"{"geometry":{"location":{"lat":1,"lng":2},"viewport":{"ne":{"lat":5,"lng":6}}}}"#,
      [#"POINT (2 1) {"geometry":{"viewport":{"ne":{"lat":5,"lng":6}}}}"#]
    ),
    (
      #"{"n":1,"loc":{"type":"Point","coordinates":[2,1,9],"source":"gps"}}"#,
      [#"POINT Z (2 1 9) {"n":1,"loc":{"source":"gps"}}"#]
    ),
    (
      #"{"data":{"A":{"lat":1,"lng":2},"B":{"lat":3,"lng":4}}}"#,
      [#"POINT (2 1) {"name":"A"}"#, #"POINT (4 3) {"name":"B"}"#]
    ),
    (#"{"location":"[2,1,9]"}"#, [#"POINT Z (2 1 9) {}"#]),
    (#"{"location":[2,1]}"#, [#"POINT (2 1) {}"#]), (#"{"location":"1, 2"}"#, [#"POINT (2 1) {}"#]),
    (#"{"lonlat":"[2,1]"}"#, [#"POINT (2 1) {}"#]),
    (
      #"{"a":{"lat":1,"lng":2,"alt":9},"b":{"lat":3,"lng":4,"alt":8}}"#,
      [#"POINT Z (2 1 9) {"name":"a"}"#, #"POINT Z (4 3 8) {"name":"b"}"#]
    ),
    (
      #"{"lat":33.9,"lat_dir":"S","lon":18.4,"lon_dir":"E","n":1}"#,
      [#"POINT (18.4 -33.9) {"n":1}"#]
    ),
  ]

  @Test(arguments: nothingIsLostCases)
  func nothingIsLost(text: String, expected: [String]) throws {
    #expect(read("[\(text)]") == expected)
    #expect(read(text + "\n" + text + "\n") == expected + expected)
    // The object may span any number of lines.
    let lines = text.replacing(",\"", with: ",\n \"").replacing("{", with: "{\n")
    #expect(read(lines) == expected)
    for pieces in [1, 7] {
      #expect(Reading(JSONObjectsReader(), lines, pieces: pieces).features.count == expected.count)
    }
    #expect(try FileFormat.detect(Array(lines.utf8)).format == .jsonObjects)
  }

  @Test func errorsOfAnObjectOnSeveralLinesAreReported() {
    for text in [
      "{\n\"a\":1}\n{\n\"lat\":1,\n\"lon\":2}", "{\n\"lat\":1,\"lon\":91}\n{\"lat\":95,\"lon\":2}",
    ] {
      let read = Reading(JSONObjectsReader(), text)
      #expect(read.features.count == 1 && read.errors.count == 1)
    }
    let cut = Reading(JSONObjectsReader(), "{\n\"lat\":1,")
    #expect(cut.features.isEmpty && cut.errors.map(\.endsInput) == [true])
    Damage.check("{\n \"A\":{\"lat\":1,\"lng\":2}\n}\n{\"lat\":1,\"lng\":2}") {
      JSONObjectsReader()
    }
  }
}

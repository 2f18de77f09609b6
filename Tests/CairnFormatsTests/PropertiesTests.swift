import CairnFormats
import TestSupport
import Testing

/// Compares properties with a plain list of members.
@Suite struct PropertiesTests {
  @Test(arguments: [12, 40, 400])
  func behaveLikeAPlainList(nameCount: Int) {
    var generator = SeededGenerator(seed: UInt64(nameCount))
    for _ in 0..<20 {
      var properties = Properties()
      var plain: [(name: String, value: PropertyValue)] = []
      var copy = (properties, plain)
      for step in 0..<3 * nameCount {
        let name = "n\(Int.random(in: 0..<nameCount, using: &generator))"
        let index = plain.firstIndex { $0.name == name }
        #expect(properties[name] == index.map { plain[$0].value })
        if Int.random(in: 0..<6, using: &generator) == 0 {
          properties[name] = nil
          if let index { plain.remove(at: index) }
        } else {
          properties[name] = .integer(step)
          if let index {
            plain[index].value = .integer(step)
          } else {
            plain.append((name, .integer(step)))
          }
        }
        if step == nameCount { copy = (properties, plain) }
      }
      for (properties, plain) in [(properties, plain), copy] {
        #expect(properties.names == plain.map(\.name))
        #expect(properties.members.map(\.value) == plain.map(\.value))
        // Properties created in another way are equal.
        var again = Properties()
        for (name, value) in plain { again[name] = value }
        #expect(again == properties && again.hashValue == properties.hashValue)
      }
    }
  }

  @Test func repeatedNamesCountOnceInEveryReader() throws {
    let members = (0..<300).map { "\"m\($0 % 200)\":\($0)" }.joined(separator: ",")
    let text = "{\"type\":\"Feature\",\(members),\"geometry\":null,\"properties\":{\(members)}}"
    var expected = Properties()
    for number in 0..<300 { expected["m\(number % 200)"] = .integer(number) }
    let feature = try #require(Reading(GeoJSONReader(), text, pieces: 100).features.first)
    #expect(feature.foreignMembers == expected)
    #expect(feature.properties == expected)
    let line = try #require(Reading(GeoJSONSequenceReader(), text + "\n").features.first)
    #expect(line == feature)
    let point = text.replacing(
      "\"geometry\":null", with: "\"geometry\":{\"type\":\"Point\",\"coordinates\":[1,2]}")
    let table = try PlaceTable(geoJSON: Array(point.utf8))
    #expect(table.properties.map(\.name) == expected.names)
    #expect(table.properties.map { $0[0] } == expected.members.map { $0.value })
  }
}

import CairnGeodesy
import CairnIndex
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredGeohashTests {
  /// Expects a value to be read from the text that version 1.0 wrote, and to be written as it.
  private func stays<Value: Codable & Equatable>(
    _ value: Value, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    // Wrapped in an array, because not every decoder reads a top-level number or string.
    let read = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
    #expect(read == [value], sourceLocation: location)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let written = String(decoding: try encoder.encode([value]), as: UTF8.self)
    #expect(written == "[\(text)]", sourceLocation: location)
  }

  @Test func geohashesOfVersionOne() throws {
    let vienna = Coordinate(latitude: 48.25, longitude: 16.5)
    try stays(try #require(Geohash("u2edr")), #""u2edr""#)
    try stays(try #require(Geohash64(rawValue: 0xD09A_CBD4_0000_0001)), "15031550817695956993")
    try stays(try #require(Geohash60(vienna)), "939471929221103097")
    try stays(try #require(Geohash52(vienna)), "3669812223519933")
    try stays(try #require(RedisGeohash(rawValue: 3_479_099_956_230_698)), "3479099956230698")
  }

  @Test func resultsHaveUniqueIDs() throws {
    let places = (0..<40).map { Coordinate(latitude: Double($0 % 7), longitude: Double($0 % 5)) }
    let index = try PlaceIndex(places, coordinate: { $0 })
    let center = Coordinate(latitude: 3, longitude: 2)
    let near = index.nearest(to: center, count: 40)
    #expect(near.count == 40 && Set(near.map(\.id)) == Set(0..<40))
    #expect(near.allSatisfy { $0.id == $0.offset })
    let hit = PlaceHit(key: 7, distance: 1)
    #expect(hit.id == 7 && hit.id == PlaceHit(key: 7, distance: 2).id)
    let pair = PlacePair(key: 1, otherKey: "a", distance: 3)
    #expect(pair.id == PlacePair(key: 1, otherKey: "a", distance: 4).id)
    #expect(pair.id != PlacePair(key: 2, otherKey: "a", distance: 3).id)
    #expect(pair.id != PlacePair(key: 1, otherKey: "b", distance: 3).id)
  }
}

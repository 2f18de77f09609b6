import CairnFeatures
import CairnGeodesy
import CairnIndex
import Foundation
import TestSupport
import Testing

@testable import CairnFeatures
@testable import CairnFormats

@Suite struct PackedFeaturesTests {
  private static let everything = GeoFeature(
    geometry: .point(.init(Coordinate(latitude: -0.0, longitude: 179.25), elevation: -3.5)),
    properties: [
      "name": "São Tomé", "": "no name", "null": nil, "yes": true, "no": false, "zero": 0,
      "big": .integer(.max), "small": .integer(.min), "third": .number(1.0 / 3),
      "infinite": .number(-.infinity), "empty": "", "list": .array([1, "x", .array([]), nil]),
      "object": .object(["a": .object(["b": 1.5]), "c": .array([true])]),
      "long": .string(String(repeating: "ü", count: 500)),
    ], identifier: "id-7")

  private func features(_ count: Int) -> [GeoFeature] {
    var generator = SeededGenerator(seed: 77)
    return (0..<count).map { number in
      var feature = GeoFeature(
        geometry: .point(
          .init(
            Coordinate(
              latitude: Double.random(in: -90...90, using: &generator),
              longitude: Double.random(in: -180...180, using: &generator)))),
        properties: ["number": .integer(number)])
      if number % 3 == 0 { feature.properties["kind"] = .string("k\(number % 5)") }
      if number % 7 == 0 { feature.geometry = nil }
      if number % 11 == 0 { feature.identifier = .integer(number) }
      return feature
    }
  }

  @Test func featuresArePreserved() {
    let all = [Self.everything, GeoFeature(geometry: nil)] + features(200)
    var packed = PackedFeatures()
    for feature in all { packed.append(feature) }
    #expect(Array(packed) == all)
    #expect(packed.propertyNames == Self.everything.properties.names + ["number", "kind"])
    #expect(packed.coordinate(at: 0).longitude == 179.25)
    #expect(!packed.coordinate(at: 1).isValid)
    #expect(packed.value(ofProperty: 0, at: 0) == "São Tomé")
    #expect(packed.value(ofProperty: 2, at: 0) == .null)
    #expect(packed.value(ofProperty: 0, at: 5) == nil)
    #expect(packed.value(ofProperty: 999, at: 0) == nil)
  }

  @Test func otherGeometriesKeepTheirProperties() {
    var packed = PackedFeatures()
    packed.append(
      GeoFeature(
        geometry: .lineString([.init(Coordinate(latitude: 1, longitude: 2))]),
        properties: ["name": "a line"]))
    #expect(packed[0] == GeoFeature(geometry: nil, properties: ["name": "a line"]))
  }

  @Test func anIndexFileContainsTheFeatures() throws {
    let all = [Self.everything] + features(500)
    var packed = PackedFeatures()
    for feature in all { packed.append(feature) }
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("features-\(UUID().uuidString).cairn").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try packed.write(to: path, threads: 2)
    let file = try MappedPlaceIndex(opening: path)
    try file.checkEverything()
    let records = try #require(try FeatureRecords(file))
    #expect(records.count == all.count && records.propertyNames == packed.propertyNames)
    #expect(records.extent == packed.extent && !records.extent.isEmpty)
    for offset in all.indices {
      let record = try file.element(at: offset)
      #expect(records.feature(record) == all[offset])
      #expect(records.value(ofProperty: 0, record) == all[offset].properties["name"])
      let coordinate = packed.coordinate(at: offset)
      #expect(
        records.coordinate(record) == coordinate || !coordinate.isValid)
    }
    let center = Coordinate(latitude: 10, longitude: 20)
    let index = try packed.index()
    #expect(
      try file.nearest(to: center, count: 50).map(\.offset)
        == index.nearest(to: center, count: 50).map(\.element))
    #expect(index.count == all.count { $0.geometry != nil } && file.count == index.count)
  }

  @Test func otherIndexFilesHaveNoFeatures() throws {
    let places = [Coordinate(latitude: 1, longitude: 2), Coordinate(latitude: 91, longitude: 2)]
    let index = try PlaceIndex(skippingInvalid: places, coordinate: \.self)
    for bytes in [try index.encoded(), try index.encoded { _ in "name".utf8 }] {
      let file = try MappedPlaceIndex<RecordBytes>(bytes: bytes) { $0 }
      #expect(try FeatureRecords(file) == nil)
    }
  }

  @Test func damagedRecordsAreRejected() {
    var packed = PackedRecords()
    packed.append(Self.everything)
    let good = Array(packed[0])
    let names = packed.names
    var generator = SeededGenerator(seed: 78)
    for count in good.indices {
      // No shorter record decodes to the same feature.
      #expect(names.feature(good, in: 0..<count) != Self.everything)
    }
    for round in 0..<6_000 {
      var bytes = good
      bytes[round % good.count] = UInt8.random(in: 0...255, using: &generator)
      let count = round % 2 == 0 ? good.count : Int.random(in: 0...good.count, using: &generator)
      _ = names.feature(bytes, in: 0..<count)
      _ = RecordNames.value(ofMember: round % 20, bytes, in: 0..<count)
    }
    var deep: [UInt8] = [0, 6]
    for _ in 0..<1_000_000 { deep += [1, 6] }
    #expect(names.feature(deep, in: deep.indices) == nil)
  }

  @Test func damagedNameRecordsAreRejected() throws {
    var packed = PackedRecords()
    for feature in features(20) { packed.append(feature) }
    let good = packed.names.legend(.world)
    #expect(RecordNames.read(legend: good)?.names.names == packed.names.names)
    for count in good.indices { #expect(RecordNames.read(legend: Array(good[..<count])) == nil) }
    var generator = SeededGenerator(seed: 79)
    for round in 0..<4_000 {
      var bytes = good
      bytes[round % good.count] = UInt8.random(in: 0...255, using: &generator)
      _ = RecordNames.read(legend: bytes)
    }
    // A repeated name would give its members the wrong numbers.
    let twice = RecordNames(["a", "bb"]).legend(.world).dropLast(4) + [1, 0x61, 1, 0x61]
    #expect(RecordNames.read(legend: Array(twice)) == nil)
  }
}

import CairnGeodesy
import Foundation
import Testing

/// Data as written by version 1.0: if one of these tests fails, stored data can no longer be read.
@Suite struct StoredShapeTests {
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

  private let vienna = Coordinate(latitude: 48.25, longitude: 16.5)
  private let east = Coordinate(latitude: 48.25, longitude: 17)
  private let north = Coordinate(latitude: 48.75, longitude: 17)

  @Test func placesOfVersionOne() throws {
    try stays(vienna, #"{"latitude":48.25,"longitude":16.5}"#)
    try stays(
      GeodeticPosition(vienna, height: 171), #"{"height":171,"latitude":48.25,"longitude":16.5}"#)
    try stays(Place.Kind.airport, #""airport""#)
    try stays(
      Place(name: "Wien", coordinate: vienna), #"{"latitude":48.25,"longitude":16.5,"name":"Wien"}"#
    )
    try stays(
      Place(
        name: "Wien", coordinate: vienna, kind: .airport, countryCode: "AT", region: "Wien",
        locality: "Schwechat", code: "VIE", population: 7, timeZone: "Europe/Vienna",
        isServed: true, isMilitary: false),
      #"{"code":"VIE","countryCode":"AT","isMilitary":false,"isServed":true,"kind":"airport","#
        + #""latitude":48.25,"locality":"Schwechat","longitude":16.5,"name":"Wien","#
        + #""population":7,"region":"Wien","timeZone":"Europe/Vienna"}"#)
  }

  @Test func shapesOfVersionOne() throws {
    try stays(BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17), "[9.5,46.5,17,49]")
    try stays(
      Cap(center: vienna, radius: 1500),
      #"{"center":{"latitude":48.25,"longitude":16.5},"radius":1500}"#)
    try stays(
      GeoPath([vienna, east]), #"{"coordinates":[[16.5,48.25],[17,48.25]],"type":"LineString"}"#)
    let ring = "[[16.5,48.25],[17,48.25],[17,48.75],[16.5,48.25]]"
    let triangle = GeoPolygon([vienna, east, north])
    try stays(triangle, #"{"coordinates":["# + ring + #"],"type":"Polygon"}"#)
    try stays(
      GeoMultiPolygon([triangle]), #"{"coordinates":[["# + ring + #"]],"type":"MultiPolygon"}"#)
    try stays(
      GeoPolygon([vienna, east, north], interior: .leftOfRing),
      #"{"coordinates":["# + ring + #"],"interiors":["leftOfRing"],"type":"Polygon"}"#)
    try stays(
      [GeoPolygon.Interior.smallerSide, .leftOfRing], #"["smallerSide","leftOfRing"]"#)
  }

  @Test func unitsOfVersionOne() throws {
    try stays(LengthUnit.allCases, #"["m","km","mi","NM","ft","yd"]"#)
    try stays(
      CompassPoint.allCases,
      #"["N","NNE","NE","ENE","E","ESE","SE","SSE","S","SSW","SW","WSW","W","WNW","NW","NNW"]"#)
    try stays(DistanceFormat.metric, #"{"system":"metric"}"#)
    try stays(
      DistanceFormat.imperial.fractionDigits(1), #"{"fractionDigits":1,"system":"imperial"}"#)
    try stays(DistanceFormat.british, #"{"system":"british"}"#)
    try stays(DistanceFormat.nautical, #"{"system":"nautical"}"#)
    try stays(
      DistanceFormat.fixed(.miles, fractionDigits: 2), #"{"fractionDigits":2,"unit":"mi"}"#)
  }

  @Test func placesOfOneNameHaveDifferentStableIDs() throws {
    var places = [
      Place(name: "Springfield", coordinate: vienna, kind: .city),
      Place(name: "Springfield", coordinate: east, kind: .city),
      Place(name: "Springfield", coordinate: vienna, kind: .airport),
      Place(name: "Wien", coordinate: vienna, kind: .city),
      Place(name: "Springfield", coordinate: vienna),
    ]
    #expect(Set(places.map(\.id)).count == places.count)
    let again = try JSONDecoder().decode([Place].self, from: JSONEncoder().encode(places))
    #expect(again.map(\.id) == places.map(\.id))
    places[0].population = 7
    places[0].region = "Illinois"
    #expect(places[0].id == again[0].id)
    #expect(places[0].id == Place.ID(name: "Springfield", kind: .city, coordinate: vienna))
    places[0].name = "Shelbyville"
    #expect(places[0].id != again[0].id)
  }
}

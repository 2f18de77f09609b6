import CairnFormats
import CairnGeodesy
import CairnGrids
import CairnHours
import CairnIndex
import CairnRoutes
import CairnShapes
import Foundation
import Testing

/// Values that apps store can be compared, hashed, sent, encoded, decoded and described.
@Suite struct StoredValuesTests {
  private typealias Stored = Codable & CustomStringConvertible & Hashable & Sendable

  private static let here = Coordinate(latitude: 48.25, longitude: 16.5)
  private static let east = Coordinate(latitude: 48.25, longitude: 17)
  private static let north = Coordinate(latitude: 48.75, longitude: 17)
  private static let path = GeoPath([here, east, north])
  private static let triangle = GeoPolygon([here, east, north])
  private static let hours = TimeWindow(ClockTime(9, 0), ClockTime(18, 0))

  /// Values with their descriptions.
  private static func values() throws -> [(any Stored, String)] {
    let route = try RoutePlanner().plan([here, north, east], trip: .open)
    let stop = VisitStop("Prater", at: here, duration: .minutes(90))
    let day = TripDay(.sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: here, end: here)
    let dated = TripDay(
      date: try #require(CivilDate(2026, 3, 29)), from: ClockTime(9, 0), to: ClockTime(19, 0),
      startPlace: .row(2))
    let itinerary = try SchedulePlanner().plan(
      [stop], days: [day], travel: .speed(metersPerSecond: 2))
    let visit = try #require(itinerary.days.first?.visits.first)
    return [
      (here, "48.25, 16.5"),
      (LengthUnit.nauticalMiles, "nautical miles"),
      (BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17), "46.5, 9.5 to 49.0, 17.0"),
      (BoundingBox.empty, "empty box"),
      (Cap(center: here, radius: 1_500), "1.5 km around 48.25, 16.5"),
      (Cap(center: here, radius: 0), "0 m around 48.25, 16.5"),
      (path, "path of 3 places, 92.6 km"),
      (GeoPath([here]), "path of 1 place, 0 m"),
      (GeoPath([]), "path of 0 places, 0 m"),
      (triangle, "polygon of 3 corners, 1029 km²"),
      (
        GeoPolygon([here, east, north], holes: [[here, east, north]]),
        "polygon of 3 corners and 1 hole, 0 m²"
      ),
      (GeoMultiPolygon([triangle, triangle]), "2 polygons, 2058 km²"),
      (try #require(Geohash64(here)), "u2edrrwutggt+a"),
      (try #require(Geohash60(here)), "u2edrrwutggt"),
      (try #require(Geohash52(here)), "u2edrrwutg+1"),
      (try #require(Geohash(here, precision: 5)), "u2edr"),
      (try #require(RedisGeohash(rawValue: 3_479_099_956_230_698)), "3479099956230698"),
      (GeodeticPosition(here, height: 171), "48.25, 16.5, 171.0 m"),
      (CompassPoint.northNortheast, "NNE"),
      (Place(name: "Wien", coordinate: here), "Wien"),
      (
        GeoFeature(geometry: .point(.init(here)), properties: ["name": "Prater"]),
        "Prater: Point 48.25, 16.5"
      ),
      (GeoFeature(geometry: nil, identifier: 7), "7: no place"),
      (GeoFeature(geometry: .lineString([.init(here), .init(east)])), "LineString of 2 positions"),
      (PropertyValue.object(["height": 162]), #"{"height":162}"#),
      (Trip.roundTrip, "round trip"),
      (Trip.roundTrip(from: 1), "round trip from 1"),
      (Trip.open(from: 0, to: 5), "open trip from 0 to 5"),
      (route, "open trip of 3 stops, 92.6 km, the shortest"),
      (route.legs[0], "0 to 2, 37.0 km"),
      (VisitPlace.row(3), "row 3"),
      (stop, "Prater at 48.25, 16.5 for 01:30"),
      (day, "sunday 09:00-19:00"),
      (dated, "2026-03-29 09:00-19:00"),
      (
        TripBreak("Lunch", between: ClockTime(12, 0), and: ClockTime(14, 0), for: .minutes(45)),
        "Lunch between 12:00 and 14:00 for 00:45"
      ),
      (itinerary, "1 visit in 1 day"),
      (itinerary.days[0], "day 0: Prater \(visit.start)-\(visit.departure)"),
      (visit, "Prater \(visit.start)-\(visit.departure)"),
      (OpeningHours.daily(hours), "09:00-18:00"),
      (hours, "09:00-18:00"),
      (ClockTime(9, 30), "09:30"),
      (Weekday.monday, "monday"),
      (try #require(CivilDate(2026, 3, 29)), "2026-03-29"),
    ] + shapes + (try tilesAndGrids())
  }

  /// A shape of each kind.
  private static let shapes: [(any Stored, String)] = [
    (GeoShape(here), "48.25, 16.5"),
    (
      GeoShape(BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17)),
      "46.5, 9.5 to 49.0, 17.0"
    ),
    (GeoShape(Cap(center: here, radius: 1_500)), "1.5 km around 48.25, 16.5"),
    (GeoShape(path), "path of 3 places, 92.6 km"),
    (GeoShape(triangle), "polygon of 3 corners, 1029 km²"),
    (GeoShape(GeoMultiPolygon([triangle, triangle])), "2 polygons, 2058 km²"),
    (DistanceFormat.metric, "metric"),
    (DistanceFormat.imperial.fractionDigits(1), "imperial, 1 digit"),
    (DistanceFormat.british, "british"),
    (DistanceFormat.nautical, "nautical"),
    (DistanceFormat.fixed(.nauticalMiles, fractionDigits: 2), "nautical miles, 2 digits"),
  ]

  private static func tilesAndGrids() throws -> [(any Stored, String)] {
    let utm = try UTMCoordinate(here)
    let equator = try UTMCoordinate(Coordinate(latitude: 1e-11, longitude: 16.5))
    let ups = try UPSCoordinate(Coordinate(latitude: -89, longitude: 16.5))
    let square = try MGRSSquare(here)
    let code = try PlusCode(here)
    return [
      (try #require(MapTile(containing: here, zoom: 16)), "16/35771/22713"),
      (Hemisphere.south, "south"),
      (utm, utm.formatted(digits: 3)),
      (equator, equator.formatted(digits: 3)),
      (ups, ups.formatted(digits: 3)),
      (square, square.description),
      (try MGRSSquare(here, precision: 11), try MGRSSquare(here, precision: 11).description),
      (code, code.description),
      (GridReference.utm(utm), utm.description),
      (GridReference.ups(ups), ups.description),
      (GridReference.mgrs(square), square.description),
      (GridReference.plusCode(code), code.description),
    ]
  }

  /// Values are encoded in formats that other software reads: grid references as text, GeoJSON
  /// geometries.
  @Test func shapesAndGridsUseCommonFormats() throws {
    func written(_ value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode([value]).dropFirst().dropLast(), as: UTF8.self)
    }
    #expect(try written(MGRSSquare(Self.here)) == "\"\(MGRSSquare(Self.here))\"")
    #expect(try written(MapTile(zoom: 3, x: 4, y: 2)) == "\"3/4/2\"")
    #expect(
      try written(GeoShape(Self.here)) == #"{"coordinates":[16.5,48.25],"type":"Point"}"#)
    #expect(try written(GeoShape(Self.path)) == written(Self.path))
    let box = BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17)
    #expect(try written(GeoShape(box)) == #"{"bbox":[9.5,46.5,17,49]}"#)
    #expect(
      try written(DistanceFormat.fixed(.miles)) == #"{"fractionDigits":1,"unit":"mi"}"#)
    let tiny = try UTMCoordinate(zone: 33, hemisphere: .north, easting: 1.5e-5, northing: 1e-300)
    #expect(try written(tiny) == "\"33north 0.000015 0\"")
  }

  @Test func invalidValuesThrowAReason() {
    func refusal<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
      do {
        let found = try JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8))
        return "read as \(found)"
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch { return "\(error)" }
    }
    #expect(
      refusal(UTMCoordinate.self, #""61north 500000 0""#)
        == "61north at character 1: expected a zone of 1...60")
    #expect(refusal(UPSCoordinate.self, #""north 1""#).contains("expected north or south"))
    #expect(refusal(MGRSSquare.self, #""33UXP050044499""#).contains("equally many digits"))
    #expect(refusal(PlusCode.self, #""5992+8F""#).contains("expected"))
    #expect(refusal(GridReference.self, #""Vienna""#).contains("a reference of MGRS, UTM or UPS"))
    #expect(
      refusal(MapTile.self, #""3/8/0""#)
        == "a tile is zoom/x/y with x and y below 2^zoom, not 3/8/0")
    #expect(
      refusal(GeoShape.self, #"{"type":"Circle"}"#)
        == "expected Point, LineString, Polygon or MultiPolygon, found Circle")
    #expect(refusal(GeoShape.self, "{}") == "a shape has a type, a bbox, or a center and a radius")
    #expect(
      refusal(GeoShape.self, #"{"type":"Point","coordinates":[16,91]}"#).contains("latitude 91.0"))
    #expect(refusal(GeoShape.self, #"{"type":"Point","coordinates":[16]}"#).contains("a position"))
    #expect(
      refusal(DistanceFormat.self, #"{"system":"royal"}"#)
        == "expected metric, imperial, british or nautical, found royal")
  }

  @Test func everyValueHasAShortDescription() throws {
    for (value, text) in try Self.values() {
      #expect(value.description == text)
      #expect("\(value)" == value.description)
    }
  }

  @Test func everyValueRoundTripsThroughJSON() throws {
    func check<Value: Stored>(_ value: Value) throws {
      // Wrapped in an array, because not every decoder reads a top-level number or string.
      let written = try JSONEncoder().encode([value])
      let read = try JSONDecoder().decode([Value].self, from: written)
      #expect(read == [value] && Set(read + [value]).count == 1, "\(value)")
    }
    for (value, _) in try Self.values() { try check(value) }
  }

  @Test func identifiableValuesHaveIDs() throws {
    func identity<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
    let stops = [
      VisitStop("Prater", at: Self.here, duration: .minutes(1)),
      VisitStop("far away", at: Coordinate(latitude: -48, longitude: -160), duration: .minutes(1)),
    ]
    let day = TripDay(
      .sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: Self.here, end: Self.here)
    let itinerary = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metersPerSecond: 2))
    #expect(itinerary.days.map(identity) == [0])
    #expect(itinerary.days[0].visits.map(identity) == [0])
    #expect(itinerary.leftOut.map(identity) == [1])
    #expect(itinerary.description == "1 visit in 1 day, 1 left out")
    #expect(itinerary.leftOut[0].description.hasPrefix("far away: "))
    let tile = try #require(MapTile(zoom: 3, x: 4, y: 2))
    #expect(identity(tile) == tile)
  }

  @Test func emptyShapesHaveDescriptions() {
    #expect(GeoShape.cap(Cap(center: Self.here, radius: -1)).description == "empty cap")
    #expect(GeoShape.multiPolygon(GeoMultiPolygon([])).description == "0 polygons, 0 m²")
    let empty = GeoFeature.Geometry.collection([.emptyPoint])
    #expect(empty.description == "GeometryCollection of 1 geometry")
    #expect(GeoFeature.Geometry.emptyPoint.description == "empty Point")
    #expect(Properties().description == "{}")
  }
}

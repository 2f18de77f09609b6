import CairnFormats
import CairnGeodesy
import CairnHours
import CairnIndex
import CairnRoutes
import CairnShapes
import Foundation
import Testing

/// What every value does that an app stores: it is compared, hashed, sent, read and written.
@Suite struct StoredValuesTests {
  private typealias Stored = Codable & CustomStringConvertible & Hashable & Sendable

  private static let here = Coordinate(latitude: 48.25, longitude: 16.5)
  private static let east = Coordinate(latitude: 48.25, longitude: 17)
  private static let north = Coordinate(latitude: 48.75, longitude: 17)
  private static let path = GeoPath([here, east, north])
  private static let triangle = GeoPolygon([here, east, north])
  private static let hours = TimeWindow(ClockTime(9, 0), ClockTime(18, 0))

  /// Each value beside what it is called.
  private static func values() throws -> [(any Stored, String)] {
    let route = try RoutePlanner().plan([here, north, east], trip: .open)
    let stop = VisitStop("Prater", at: here, visit: 5_400)
    let day = TripDay(.sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: here, end: here)
    let dated = TripDay(
      date: try #require(CivilDate(2026, 3, 29)), from: ClockTime(9, 0), to: ClockTime(19, 0),
      startPlace: .row(2))
    let itinerary = try SchedulePlanner().plan(
      [stop], days: [day], travel: .speed(metresPerSecond: 2))
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
      (itinerary, "1 visit in 1 day"),
      (itinerary.days[0], "day 0: Prater \(visit.start)-\(visit.departure)"),
      (visit, "Prater \(visit.start)-\(visit.departure)"),
      (OpeningHours.daily(hours), "09:00-18:00"),
      (hours, "09:00-18:00"),
      (ClockTime(9, 30), "09:30"),
      (Weekday.monday, "monday"),
      (try #require(CivilDate(2026, 3, 29)), "2026-03-29"),
    ]
  }

  @Test func everyValueIsCalledSomethingShort() throws {
    for (value, text) in try Self.values() {
      #expect(value.description == text)
      #expect("\(value)" == value.description)
    }
  }

  @Test func everyValueComesBackFromJSON() throws {
    func check<Value: Stored>(_ value: Value) throws {
      // A number or a text by itself is not read by every decoder.
      let written = try JSONEncoder().encode([value])
      let read = try JSONDecoder().decode([Value].self, from: written)
      #expect(read == [value] && Set(read + [value]).count == 1, "\(value)")
    }
    for (value, _) in try Self.values() { try check(value) }
  }

  @Test func whatHasAnIdentityTellsIt() throws {
    func identity<Value: Identifiable>(_ value: Value) -> Value.ID { value.id }
    let stops = [
      VisitStop("Prater", at: Self.here, visit: 60),
      VisitStop("far away", at: Coordinate(latitude: -48, longitude: -160), visit: 60),
    ]
    let day = TripDay(
      .sunday, from: ClockTime(9, 0), to: ClockTime(19, 0), start: Self.here, end: Self.here)
    let itinerary = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metresPerSecond: 2))
    #expect(itinerary.days.map(identity) == [0])
    #expect(itinerary.days[0].visits.map(identity) == [0])
    #expect(itinerary.leftOut.map(identity) == [1])
    #expect(itinerary.description == "1 visit in 1 day, 1 left out")
    #expect(itinerary.leftOut[0].description.hasPrefix("far away: "))
    let tile = try #require(MapTile(zoom: 3, x: 4, y: 2))
    #expect(identity(tile) == tile)
  }

  @Test func shapesOfAnyKindAreCalledWhatTheyAre() {
    let box = BoundingBox(south: 46.5, west: 9.5, north: 49, east: 17)
    let shapes: [(GeoShape, String)] = [
      (.point(Self.here), "48.25, 16.5"), (.box(box), "46.5, 9.5 to 49.0, 17.0"),
      (.cap(Cap(center: Self.here, radius: -1)), "empty cap"),
      (.path(Self.path), "path of 3 places, 92.6 km"),
      (.polygon(Self.triangle), "polygon of 3 corners, 1029 km²"),
      (.multiPolygon(GeoMultiPolygon([])), "0 polygons, 0 m²"),
    ]
    for (shape, text) in shapes { #expect(shape.description == text) }
    let empty = GeoFeature.Geometry.collection([.emptyPoint])
    #expect(empty.description == "GeometryCollection of 1 geometry")
    #expect(GeoFeature.Geometry.emptyPoint.description == "empty Point")
    #expect(Properties().description == "{}")
  }
}

import CairnCountryFacts
import CairnFormats
import CairnGeodesy
import CairnGrids
import CairnHours
import CairnIndex
import CairnRoads
import CairnShapes
import Testing

extension CodableExample {
  /// An example of every type; a test compares the names with the list of the public API.
  static func all() throws -> [CodableExample] {
    try geodesy() + hours() + shapes() + grids() + facts() + schedules() + roads()
  }

  private static let vienna = Coordinate(latitude: 48.2082, longitude: 16.3738)
  private static let suva = Coordinate(latitude: -18.1416, longitude: 178.4419)
  private static let apia = Coordinate(latitude: -13.8333, longitude: -171.7667)

  private static func geodesy() -> [CodableExample] {
    let ring = [vienna, suva, apia]
    return [
      CodableExample("Coordinate", vienna, Coordinate(latitude: -90, longitude: 180)),
      CodableExample(
        "BoundingBox", BoundingBox(south: -25, west: 170, north: 0, east: -170), .empty, .world),
      CodableExample("Cap", Cap(center: suva, radius: 1234.5)),
      CodableExample(
        "GeodeticPosition", GeodeticPosition(vienna), GeodeticPosition(suva, height: -2.5)),
      CodableExample("GeoPath", GeoPath([]), GeoPath(ring)),
      CodableExample("GeoPolygon", GeoPolygon(ring)),
      CodableExample("GeoPolygon.Interior", GeoPolygon.Interior.smallerSide, .leftOfRing),
      CodableExample("GeoMultiPolygon", GeoMultiPolygon([GeoPolygon(ring)])),
      CodableExample(
        "LengthUnit", LengthUnit.meters, .kilometers, .feet, .yards, .miles, .nauticalMiles),
      CodableExample(
        "DistanceFormat", DistanceFormat.metric, .imperial, .british, .nautical,
        .fixed(.kilometers, fractionDigits: 3)),
      CodableExample("CompassPoint", CompassPoint.north, .southwest),
      CodableExample(
        "Place", Place(name: "Vienna", coordinate: vienna),
        Place(
          name: "Wien-Schwechat", coordinate: vienna, kind: .airport, countryCode: "AT",
          region: "Lower Austria", locality: "Schwechat", code: "VIE", population: 1,
          timeZone: "Europe/Vienna", isServed: true, isMilitary: false)),
      CodableExample("Place.Kind", Place.Kind.city, Place.Kind(rawValue: "café")),
    ]
  }

  private static func hours() throws -> [CodableExample] {
    let date = try #require(CivilDate(2026, 11, 27))
    let time = CivilTime(date, ClockTime(seconds: 45_296))
    return [
      CodableExample("CivilDate", date, .first, .last),
      CodableExample("CivilTime", time),
      CodableExample("ClockTime", ClockTime(0, 0), ClockTime(26, 30), ClockTime(seconds: 1.5)),
      CodableExample("TimeWindow", TimeWindow(ClockTime(9, 0), ClockTime(26, 0))),
      CodableExample("Weekday", Weekday.monday, .sunday),
      CodableExample(
        "OpeningHours", try OpeningHours("Mo-Fr 09:00-18:00; PH off"), .always, .never, .unknown),
      CodableExample("OpeningHours.State", OpeningHours.State.open, .closed, .unknown),
      CodableExample(
        "HoursInterval", HoursInterval(from: time, to: time, state: .open),
        HoursInterval(
          from: time, to: time, state: .unknown, comment: "by appointment",
          areHolidaysKnown: false)),
    ]
  }

  private static func shapes() throws -> [CodableExample] {
    let polygon = GeoPolygon([vienna, suva, apia])
    let point = GeoFeature.Geometry.point(GeoFeature.Position(vienna, elevation: 171))
    return [
      CodableExample(
        "GeoShape", GeoShape.point(vienna), .box(.world), .cap(Cap(center: suva, radius: 5)),
        .path(GeoPath([vienna, suva])), .polygon(polygon),
        .multiPolygon(GeoMultiPolygon([polygon]))),
      CodableExample("MapTile", try #require(MapTile(zoom: 12, x: 2234, y: 1420))),
      CodableExample(
        "GeoFeature",
        // Coders sort the properties by name.
        GeoFeature(
          geometry: point, properties: ["height": 136.4, "name": "Stephansdom", "tags": nil],
          identifier: 7),
        GeoFeature(geometry: nil)),
      CodableExample(
        "PropertyValue", PropertyValue.null, .bool(true), .integer(-3), .number(2.5),
        .string("ä"), .array([1, "b"]), .object(["key": .array([.null])])),
    ]
  }

  private static func grids() throws -> [CodableExample] {
    let utm = try UTMCoordinate(vienna)
    let ups = try UPSCoordinate(hemisphere: .north, easting: 2_100_000, northing: 1_900_000)
    let mgrs = try MGRSSquare(vienna)
    let code = try PlusCode(vienna)
    return [
      CodableExample("Hemisphere", Hemisphere.north, .south),
      CodableExample(
        "UTMCoordinate",
        try UTMCoordinate(zone: 33, hemisphere: .north, easting: 602_000.5, northing: 5_340_000)),
      CodableExample("UPSCoordinate", ups),
      CodableExample("MGRSSquare", mgrs),
      CodableExample("PlusCode", code),
      CodableExample(
        "GridReference", GridReference.utm(utm), .ups(ups), .mgrs(mgrs), .plusCode(code)),
      CodableExample("Geohash", try #require(Geohash(vienna, precision: 7))),
      CodableExample("Geohash52", try #require(Geohash52(vienna))),
      CodableExample("Geohash60", try #require(Geohash60(vienna))),
      CodableExample("Geohash64", try #require(Geohash64(vienna))),
      CodableExample("RedisGeohash", try #require(RedisGeohash(vienna))),
    ]
  }

  private static func facts() -> [CodableExample] {
    [
      CodableExample("Country", Country.austria, .fiji),
      CodableExample(
        "Country.UnitedNationsStatus", Country.UnitedNationsStatus.member, .observer),
      CodableExample("Continent", Continent.europe, .oceania),
    ]
  }

  private static func roads() -> [CodableExample] {
    // Every property is set, so the example does not depend on the defaults of a version.
    var profile = RoadProfile.foot
    profile.name = "stroller"
    profile.mode = .foot
    profile.accessKeys = ["foot", "access"]
    profile.allowedValues = ["yes"]
    profile.blockingBarriers = ["stile"]
    profile.dimensions = ["width": 0.7]
    profile.ferrySpeed = 12
    profile.forbiddenValues = ["no"]
    profile.onewayKeys = ["oneway:foot"]
    profile.permittedSpeed = 4
    profile.privateValues = ["private"]
    profile.restrictionModes = ["foot"]
    profile.speeds = ["path": 3.5]
    profile.turnsRoundAnywhere = true
    profile.usesMaxspeed = false
    return [
      CodableExample("RoadProfile", profile),
      CodableExample("TravelMode", TravelMode.foot, .bicycle, .car),
      CodableExample(
        "RoadStep.Kind", RoadStep.Kind.depart, .straight, .slightLeft, .left, .sharpLeft,
        .slightRight, .right, .sharpRight, .uTurn, .roundabout, .ferry, .shuttleTrain, .arrive),
      CodableExample(
        "RoadStep.Surface", RoadStep.Surface.road, .path, .stairs, .ferry, .shuttleTrain),
      CodableExample("RoadWords.Language", RoadWords.Language.english, .german, .french, .spanish),
      CodableExample(
        "RoadMatch.Piece.Beginning", RoadMatch.Piece.Beginning.start, .gap, .noRoad, .noPath),
    ]
  }
}

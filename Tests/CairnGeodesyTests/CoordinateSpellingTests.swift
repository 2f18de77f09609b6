import CairnGeodesy
import TestSupport
import Testing

/// Texts that people paste: spellings of one place, and texts that may mean two.
@Suite struct CoordinateSpellingTests {
  /// 48.8584, 2.2945 to all digits.
  fileprivate static let tower = Coordinate(latitude: 48.8584, longitude: 2.2945)

  private static let spellings: [String] = [
    // Brackets and quotes.
    "(48.8584, 2.2945)", "[2.2945, 48.8584]", "[2.2945,48.8584]", "{48.8584; 2.2945}",
    // Square brackets contain a GeoJSON position, unless letters or names say which number is
    // which.
    "[2.2945,48.8584,35]", " [2.2945 48.8584] ", "[48.8584N, 2.2945E]", "[2.2945E, 48.8584N]",
    "[lat: 48.8584, lon: 2.2945]",
    "( 48.8584 2.2945 )", "<+48.8584,+2.2945>", "\"48.8584, 2.2945\"", "'48.8584, 2.2945'",
    "“48.8584, 2.2945”", "((48.8584, 2.2945))", "LatLng(48.8584, 2.2945)",
    "(48°51'30.24\"N 2°17'40.2\"E)", "lat/lng: (48.8584,2.2945)",
    // Decimal commas.
    "48.8584，2.2945", "48.8584、2.2945", "48,8584；2,2945", "48.8584، 2.2945",
    "48°51′30.24″N，2°17′40.2″E",
    "48,8584; 2,2945", "48,8584 2,2945", "48,8584, 2,2945", "48,8584 / 2,2945",
    "48,8584,2,2945", "48,8584° N, 2,2945° E", "48,8584N 2,2945E", "N48,8584 E2,2945",
    "N48 51,504 E2 17,67", "48° 51,504' N, 2° 17,67' E", "48°51'30,24\"N 2°17'40,2\"E",
    "48,8584|2,2945", "(48,8584; 2,2945)", "48 51 30,24; 2 17 40,2", "lat: 48,8584 lon: 2,2945",
    // Colons, hyphens and letters between the parts.
    "48:51:30.24N 2:17:40.2E", "48:51:30.24 2:17:40.2", "48:51:30.24, 2:17:40.2",
    "N48:51:30.24 E2:17:40.2", "48:51.504N, 2:17.67E", "48d51m30.24s 2d17m40.2s",
    "48d51m30.24sN 2d17m40.2sE", "48d 51m 30.24s N, 2d 17m 40.2s E", "48d51.504m N 2d17.67m E",
    "48D51M30.24S N 2D17M40.2S E", "48deg 51min 30.24sec N 2deg 17min 40.2sec E",
    "48 degrees 51 minutes 30.24 seconds North, 2 degrees 17 minutes 40.2 seconds East",
    "48-51-30.24N 002-17-40.2E", "N48-51-30.24 E002-17-40.2", "48°51'30.24\"N - 2°17'40.2\"E",
    "48°51'30.24\"N – 2°17'40.2\"E", "48.8584 N – 2.2945 E", "48.8584N-2.2945E",
    // Words for directions.
    "48.8584 North, 2.2945 East", "North 48.8584 East 2.2945", "48.8584 north 2.2945 east",
    "48.8584° Nord, 2.2945° Ost", "48,8584° Nord; 2,2945° Ost", "Nord 48.8584 Ost 2.2945",
    "48.8584 Norden 2.2945 Osten", "48.8584° Nord, 2.2945° Est", "48.8584 norte, 2.2945 este",
    "48.8584° noord 2.2945° oost", "48° 51,504' nördliche Breite, 2° 17,67' östliche Länge",
    "48.8584 nördl. Breite 2.2945 östl. Länge", "48.8584 N. 2.2945 E.",
    "48,8584° nördlich, 2,2945° O", "Breite 48,8584 Länge 2,2945",
    // Names of the numbers.
    "lat: 48.8584 lng: 2.2945", "lat: 48.8584, lng: 2.2945", "lat=48.8584&lon=2.2945",
    "latitude=48.8584&longitude=2.2945", "latitude: 48.8584, longitude: 2.2945",
    "Latitude 48.8584 Longitude 2.2945", "lon: 2.2945, lat: 48.8584",
    "longitude=2.2945;latitude=48.8584", "Lat 48.8584 N, Long 2.2945 E",
    "Lat/Long: 48.8584, 2.2945",
    "lat,lon: 48.8584, 2.2945", "lon,lat: 2.2945, 48.8584", "lat lon 48.8584 2.2945",
    "{\"lat\": 48.8584, \"lng\": 2.2945}", "{\"latitude\":48.8584,\"longitude\":2.2945}",
    "{\"lat\":\"48.8584\",\"lon\":\"2.2945\"}", "{lat: 48.8584, lng: 2.2945}",
    "48.8584 lat, 2.2945 lon", "GPS: 48.8584, 2.2945", "Coordinates: 48.8584, 2.2945",
    "Koordinaten: 48,8584; 2,2945", "WGS84 48.8584, 2.2945", "WGS 84: 48.8584N 2.2945E",
    "Lat.: 48.8584 Lon.: 2.2945", "Latitud: 48,8584 Longitud: 2,2945",
    "N: 48.8584 E: 2.2945", "Breitengrad: 48,8584, Längengrad: 2,2945",
    // Run together.
    "485130.24N 0021740.2E", "485130.24N0021740.2E", "N485130.24 E0021740.2",
    "4851.504N 00217.67E", "N4851.504E00217.67", "4851.504,N,00217.67,E",
    "485130,24N 0021740,2E", "485130.24n 0021740.2e", "48.8584,N,2.2945,E",
    // Blanks, marks and signs of all kinds.
    "48.8584\u{A0}2.2945", "48.8584\t2.2945", "48.8584\n2.2945", "48.8584\u{2009}N 2.2945\u{202F}E",
    "\u{200E}48.8584, 2.2945\u{200F}", "48.8584 | 2.2945", "48.8584/2.2945",
    "48.8584\u{3000}2.2945",
    "48°51′30.24″ N, 2°17′40.2″ E", "48º 51’ 30.24” N 2º 17’ 40.2” E",
    "48˚51`30.24``N 2˚17`40.2``E",
    "48°51´30.24´´N 2°17´40.2´´E", "48°51′30.24′′N 2°17′40.2′′E", "48_51_30.24_N_2_17_40.2_E",
    "+48.8584 +2.2945", "+48.8584N, +2.2945E", "48.8584°N 2.2945°E", "48.8584 N2.2945 E",
  ]

  @Test(arguments: spellings)
  func spellingsOfOnePlace(text: String) throws {
    #expect(try Coordinate(parsing: text) == Self.tower, "\(text)")
  }

  private static let directions: [(String, Double, Double)] = [
    ("\u{2212}33.5, \u{2013}70.25", -33.5, -70.25), ("–33.5 –70.25", -33.5, -70.25),
    ("—33.5, —70.25", -33.5, -70.25), ("-33,5; -70,25", -33.5, -70.25),
    ("33.5 South, 70.25 West", -33.5, -70.25), ("33,5° Süd, 70,25° West", -33.5, -70.25),
    ("33.5° S, 70.25° W", -33.5, -70.25), ("33d30mS 70d15mW", -33.5, -70.25),
    ("33d30m0sS 70d15m0sW", -33.5, -70.25), ("33:30S 70:15W", -33.5, -70.25),
    ("333000S 0701500W", -33.5, -70.25), ("3330S 07015W", -33.5, -70.25),
    ("33.5 sur, 70.25 oeste", -33.5, -70.25), ("33,5° sud, 70,25° ouest", -33.5, -70.25),
    ("33,5° sud, 70,25° O", -33.5, -70.25), ("33.5 sur 70.25 o", -33.5, -70.25),
    ("33,5° Süd, 70,25° O", -33.5, 70.25), ("Sud 33,5 O 70,25", -33.5, -70.25),
    ("lat: -33.5 lng: -70.25", -33.5, -70.25), ("lat=-33.5&lng=-70.25", -33.5, -70.25),
    ("33d30m0s 70d15m0s", 33.5, 70.25),
    ("N51 58,123 E7 35,456", 51.96871666666667, 7.590933333333333),
    ("0N 0E", 0, 0), ("00N 000E", 0, 0), ("0000N 00000E", 0, 0), ("900000N 1800000E", 90, 180),
    ("N0 W0", 0, 0), ("-0.5 -0.25", -0.5, -0.25), ("48, 2", 48, 2), ("48,2", 48, 2),
    ("48 51,2 17", 48.85, 2.283333333333333), ("48,85,2,95", 48.85, 2.95),
    ("-33 30 -70 15", -33.5, -70.25), ("S33 30 W70 15", -33.5, -70.25), ("48N, 2", 48, 2),
    ("48, E2", 48, 2), ("48N 2", 48, 2), ("[139.5E, 35N]", 35, 139.5),
  ]

  @Test(arguments: directions)
  func signsAndDirections(text: String, latitude: Double, longitude: Double) throws {
    let place = try Coordinate(parsing: text)
    #expect(abs(place.latitude - latitude) < 1e-13, "\(text) \(place)")
    #expect(abs(place.longitude - longitude) < 1e-13, "\(text) \(place)")
  }

  private static let heights: [(String, Double)] = [
    ("48.8584, 2.2945, 35 m", 35), ("48.8584, 2.2945, 35m", 35), ("48.8584 2.2945 35 m", 35),
    ("48.8584, 2.2945, 35", 35), ("48.8584,2.2945,35", 35), ("48.8584 2.2945 35", 35),
    ("48.8584N 2.2945E 35m", 35), ("48.8584N, 2.2945E, -3.5 metres", -3.5),
    ("48°51'30.24\"N 2°17'40.2\"E 100 ft", 30.48), ("48.8584, 2.2945, 100ft", 30.48),
    ("48.8584, 2.2945, alt 35", 35), ("lat: 48.8584, lng: 2.2945, altitude: 35", 35),
    ("lat=48.8584&lon=2.2945&alt=35", 35), ("48,8584; 2,2945; 35,5 m", 35.5),
    ("+48.8584+002.2945+35CRSWGS_84/", 35), ("+485130.24+0021740.2-12.5/", -12.5),
    ("geo:48.8584,2.2945,35", 35), ("geo:48.8584,2.2945,35;crs=wgs84;u=10", 35),
    ("48.8584, 2.2945, 35 m asl", 35), ("48,8584 N 2,2945 E Höhe 35", 35),
    ("(48.8584, 2.2945, 35)", 35), ("48 51 30.24 2 17 40.2 35m", 35),
    ("48d51m30.24s 2d17m40.2s 35m", 35),
  ]

  @Test(arguments: heights)
  func heightsAreKept(text: String, height: Double) throws {
    let position = try GeodeticPosition(parsing: text)
    #expect(position.coordinate == Self.tower, "\(text)")
    #expect(position.height == height, "\(text) \(String(describing: position.height))")
    #expect(try Coordinate(parsing: text) == Self.tower)
  }

  private static let links: [String] = [
    "geo:48.8584,2.2945", "GEO:48.8584,2.2945;u=35", "geo:0,0?q=48.8584,2.2945(Eiffel)",
    "geo:48.8584,2.2945?z=17", "geo:48.8584,2.2945?q=Eiffel+Tower",
    "https://www.google.com/maps/@48.8584,2.2945,17z",
    "https://www.google.com/maps/place/Eiffel/@48.8,2.2,17z/data=!3m1!1s0x47!8m2!3d48.8584!4d2.2945!16z",
    "https://www.google.com/maps/place/48.8584,2.2945/@48.1,2.1,15z",
    "https://www.google.com/maps/place/48%C2%B051'30.24%22N+2%C2%B017'40.2%22E/@48.1,2.1,17z",
    "https://www.google.com/maps/search/48.8584,+2.2945?entry=tts",
    "https://www.google.com/maps/search/?api=1&query=48.8584%2C2.2945",
    "https://maps.google.com/?q=48.8584,2.2945", "http://maps.google.de/maps?q=loc:48.8584,2.2945",
    "https://maps.google.com/maps?ll=48.8584,2.2945&z=16", "maps.google.com/?q=48.8584,2.2945",
    "https://maps.google.com/?q=48.8584,2.2945(Eiffel+Tower)&ll=48,2",
    "https://www.google.com/maps/dir/?api=1&destination=48.8584,2.2945",
    "comgooglemaps://?q=48.8584,2.2945", "https://google.com/maps?q=48.8584N+2.2945E",
    "https://maps.apple.com/?ll=48.8584,2.2945&q=Eiffel%20Tower",
    "https://maps.apple.com/?q=48.8584,2.2945", "http://maps.apple.com/?daddr=48.8584,2.2945",
    "https://maps.apple.com/place?coordinate=48.8584,2.2945&name=X&center=1,2",
    "maps://?ll=48.8584,2.2945",
    "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=12/48.1/2.1",
    "https://www.openstreetmap.org/#map=17/48.8584/2.2945",
    "https://www.openstreetmap.org/#map=17/48.8584/2.2945&layers=N",
    "https://www.openstreetmap.org/node/5013364#map=17/48.8584/2.2945",
    "osm.org/#map=9/48.8584/2.2945",
    "https://www.bing.com/maps?cp=48.8584~2.2945&lvl=16",
    "https://bing.com/maps/default.aspx?sp=point.48.8584_2.2945_Eiffel&cp=1~2",
    "https://yandex.ru/maps/?ll=2.2945%2C48.8584&z=16",
    "https://yandex.com/maps/?ll=2.2945,48.8584",
    "https://yandex.com/maps/?ll=1,2&pt=2.2945,48.8584",
    "https://yandex.com/maps/?text=48.8584,2.2945",
    "https://yandex.ru/maps/213/moscow/?whatshere%5Bpoint%5D=2.2945%2C48.8584&ll=1%2C2",
    "https://waze.com/ul?ll=48.8584%2C2.2945&navigate=yes", "waze://?ll=48.8584,2.2945",
    "https://www.waze.com/live-map/directions?to=ll.48.8584%2C2.2945",
    "https://wego.here.com/?map=48.8584,2.2945,15,normal",
    "https://share.here.com/l/48.8584,2.2945,Eiffel",
    "https://mapy.cz/zakladni?x=2.2945&y=48.8584&z=17",
    "https://example.org/map?lat=48.8584&lon=2.2945",
    "https://example.org/#map=12/48.8584/2.2945", "  https://maps.google.com/?q=48.8584,2.2945\n",
    "<https://maps.google.com/?q=48.8584,2.2945>",
  ]

  @Test(arguments: links)
  func linksOfMaps(link: String) throws {
    #expect(try Coordinate(parsing: link) == Self.tower, "\(link)")
  }

  /// Texts that may mean two places, or that are uncertain, with a part of their error.
  private static let ambiguous: [(String, String)] = [
    ("48.8584 N 2.2945 O", "E or W"), ("48,8584° N, 2,2945° O", "E or W"),
    ("O 2.2945 N 48.8584", "E or W"), ("48° Nord, 2° O", "E or W"),
    ("48° Süd, 2° O, ouest", "E or W"),
    ("48,5 2", "(48.5, 2.0)"), ("48 30,2", "(48.5, 2.0)"),
    ("48,51,2,17", "48°51'"), ("48.85 - 2.29", "a minus"), ("48.85-2.29", "a minus"),
    ("48.85 – 2.29", "a minus"), ("48.85–2.29", "a minus"), ("48°51' - 2°17'", "a minus"),
    ("48.85 N 2.29", "before it"), ("48.85N2.29", "before it"), ("48.85 E 2.29", "before it"),
    ("48, 2, 3", "height"), ("48,51,30", "height"), ("48 51 30", "height"),
    ("48 2.5 100", "height"), ("33d51m30s 151d12m40sE", "or south"),
    ("33D51M30S 151D12M40SE", "or south"),
    ("geo:48.85,2.29?q=1.5,2.5", "one place"),
    ("https://www.google.com/maps/dir/48.85,2.29/48.86,2.35/", "one place"),
    ("https://www.google.com/maps/x/data=!3d48.85!4d2.29!3d1.5!4d2.5", "one place"),
    ("https://www.openstreetmap.org/directions?route=48.85%2C2.29%3B48.86%2C2.35", "one place"),
    ("https://yandex.ru/maps/?rtext=48.85%2C2.29~48.86%2C2.35", "one place"),
    ("https://maps.apple.com/?saddr=48.85,2.29&daddr=48.86,2.35", "one place"),
  ]

  @Test(arguments: ambiguous)
  func ambiguousTextsAreRejected(text: String, named: String) {
    #expect {
      try Coordinate(parsing: text)
    } throws: { error in
      let error = error as? CoordinateParsingError
      return error?.kind == .ambiguous && error?.expected.contains(named) == true
    }
  }

  private static let mistakes: [(String, CoordinateParsingError.Kind, Int)] = [
    ("POINT(2.2945 48.8584)", .unexpectedCharacter, 0),
    ("48.8584, 2.2945)", .unexpectedCharacter, 15), ("(48.8584, 2.2945", .incomplete, 16),
    ("(48.8584, 2.2945]", .unexpectedCharacter, 16), ("48.8584 (2.2945)", .unexpectedCharacter, 8),
    ("(48.8584), 2.2945", .unexpectedNumber, 11),
    ("lat: 48.8584", .incomplete, 12), ("lat: 48.8584, lat: 2.2945", .contradictoryHemisphere, 14),
    ("lat: 48.8584E, lon: 2.2945N", .contradictoryHemisphere, 12),
    ("Meet me at 48.8584, 2.2945", .unexpectedCharacter, 0),
    ("48.8584, 2.2945 please", .unexpectedCharacter, 16),
    ("NAD27 48.8584, 2.2945", .unexpectedCharacter, 0),
    ("WGS72 48.8584, 2.2945", .unsupportedReferenceSystem, 3),
    ("geo:48.8584", .incomplete, 4), ("geo:91,2", .outOfRange, 4), ("geo:,2", .incomplete, 4),
    ("geo:48.8584,2.2945;crs=nad27", .unsupportedReferenceSystem, 19),
    ("geo:48.8584,2.2945,3,4", .unexpectedNumber, 20), ("geo:48,x", .unexpectedNumber, 7),
    ("https://goo.gl/maps/abcDEF", .linkWithoutCoordinate, 0),
    ("https://maps.app.goo.gl/abcDEF123", .linkWithoutCoordinate, 0),
    ("https://www.google.com/maps/place/Eiffel+Tower", .linkWithoutCoordinate, 0),
    ("https://example.org/?ll=48.8584,2.2945", .linkWithoutCoordinate, 0),
    ("https://maps.google.com/?q=91.5,2.2945", .linkWithoutCoordinate, 0),
    ("https://", .linkWithoutCoordinate, 0), ("33U 500000 4444996", .unexpectedCharacter, 2),
    ("33N 500000 4649776", .malformedAngle, 11),
    ("48.8584, 2.2945, 35 m, 36 m", .unexpectedNumber, 23),
    ("48,8584,2", .outOfRange, 3), ("4860N 00217E", .malformedAngle, 0),
    ("9100N 00217E", .outOfRange, 0),
    ("48, 2, 1e8 m", .outOfRange, 7), ("33N 10207E 5340391", .unexpectedNumber, 11),
    ("+48+002+1e9/", .unexpectedCharacter, 9),
    ("d 48.8584 2.2945", .unexpectedCharacter, 0),
    ("m", .unexpectedCharacter, 0), ("35 m", .incomplete, 4), ("\"", .unexpectedCharacter, 0),
    ("--", .unexpectedCharacter, 1), ("-", .incomplete, 1), ("48.8584, -", .incomplete, 10),
    ("ÄÖ", .unexpectedCharacter, 0), ("\u{1F600}", .unexpectedCharacter, 0),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamed(text: String, kind: CoordinateParsingError.Kind, position: Int) {
    do {
      let place = try Coordinate(parsing: text)
      Issue.record("\(text) was read as \(place)")
    } catch {
      #expect(
        error.kind == kind && error.position == position,
        "\(text): \(error.kind) \(error.position) \(error)")
    }
  }

  @Test func callerMayGiveTheMeaningOfO() throws {
    let text = "48,8584° N, 2,2945° O"
    #expect(try Coordinate(parsing: text, letterO: .east) == Self.tower)
    #expect(
      try Coordinate(parsing: text, letterO: .west)
        == Coordinate(latitude: 48.8584, longitude: -2.2945))
    // The text's own words take precedence.
    #expect(
      try Coordinate(parsing: "48° Süd, 2° O", letterO: .west)
        == Coordinate(latitude: -48, longitude: 2))
    #expect(try Coordinate(parsing: Substring("x48.8584, 2.2945").dropFirst()) == Self.tower)
  }

  @Test func iso6709FollowsTheStandard() throws {
    func text(_ latitude: Double, _ longitude: Double, _ digits: Int = 2) -> String {
      Coordinate(latitude: latitude, longitude: longitude).formatted(.iso6709(digits: digits))
    }
    #expect(text(0, 180) == "+00.00-180.00/" && text(-0.0, -180) == "+00.00-180.00/")
    #expect(text(-0.001, -0.001) == "+00.00+000.00/" && text(-0.006, -0.006) == "-00.01-000.01/")
    #expect(text(1, 179.999) == "+01.00-180.00/" && text(1, 540, 0) == "+01-180/")
    #expect(text(90, -179.99) == "+90.00-179.99/" && text(-90, 0) == "-90.00+000.00/")
    let summit = GeodeticPosition(Coordinate(latitude: 27.5916, longitude: 86.564), height: 8850)
    #expect(summit.formatted(digits: 4) == "+27.5916+086.5640+8850CRSWGS_84/")
    #expect(try GeodeticPosition(parsing: summit.formatted(digits: 4)) == summit)
    var shore = GeodeticPosition(Coordinate(latitude: 31.5, longitude: 35.5), height: -430.5)
    #expect(shore.formatted(digits: 1) == "+31.5+035.5-430.5CRSWGS_84/")
    #expect(try GeodeticPosition(parsing: shore.formatted()) == shore)
    shore.height = nil
    #expect(shore.formatted(digits: 1) == "+31.5+035.5/")
    shore.height = .nan
    #expect(shore.formatted(digits: 1) == "+31.5+035.5/")
    #expect(
      GeodeticPosition(Coordinate(latitude: .nan, longitude: 1), height: 5).formatted()
        == "nan, 1.0")
  }

  /// Parts of spellings in any order give a valid place or an error with a position within the
  /// text.
  @Test func anyPartsAreParsedOrRejected() {
    var random = SeededGenerator(seed: 160)
    let pieces: [String] = [
      "48", "2", ".5", ",", ", ", " ", "-", "–", "N", "S", "E", "W", "O", "°", "'", "\"", "d", "m",
      "s", ":", "lat", "lon", "lat: ", "lng=", "alt ", "(", ")", "[", "]", "+", "/", ";", "&",
      "geo:",
      "https://maps.google.com/", "?q=", "@", "!3d", "!4d", "#map=", "ll=", "%2C", "%", "Nord",
      "Ost",
      "ouest", "35 m", "ft", "CRSWGS_84", "\u{2032}", "\u{A0}", "e5", "123456", "0021740", "é",
      "WGS84",
      "99999999999999999999", "\u{1F600}", "~", "_",
    ]
    var good = 0
    for _ in 0..<rounds(60_000, inDebug: 45_000) {
      let text = (0..<random.integer(in: 1...9)).map { _ in
        pieces[random.integer(in: 0...(pieces.count - 1))]
      }.joined()
      do {
        let position = try GeodeticPosition(parsing: text)
        good += 1
        #expect(position.coordinate.isValid && abs(position.coordinate.longitude) <= 360, "\(text)")
        #expect(position.height?.isNaN != true, "\(text)")
      } catch {
        #expect(0...text.unicodeScalars.count ~= error.position, "\(text) \(error)")
        #expect(!error.expected.isEmpty)
      }
    }
    #expect(good > 10)
    let long = String(repeating: "48 ", count: 5_000)
    #expect(throws: CoordinateParsingError.self) { try Coordinate(parsing: long) }
    let link = "https://maps.google.com/?q=" + String(repeating: "!3d", count: 50_000)
    #expect(throws: CoordinateParsingError.self) { try Coordinate(parsing: link) }
  }

  /// Fullwidth digits, letters, points and signs count as those of ASCII.
  @Test func fullWidthIsRead() throws {
    for (text, plain) in [
      ("３５．６８，１３９．６９", "35.68, 139.69"), ("３５．６８、１３９．６９", "35.68, 139.69"),
      ("－３３．８６　１５１．２", "-33.86 151.2"), ("３５°４１′Ｎ １３９°４１′Ｅ", "35°41′N 139°41′E"),
      ("Ｎ３５　Ｅ１３９", "N35 E139"), ("＋４８．５，＋２．２９", "48.5, 2.29"),
    ] {
      #expect(try Coordinate(parsing: text) == Coordinate(parsing: plain), "\(text)")
    }
    // The error describes the original text.
    let error = #expect(throws: CoordinateParsingError.self) {
      try Coordinate(parsing: "９５．０，１３９．６９")
    }
    #expect(error != nil)
  }

  /// A fraction directly after a mark is a part of the number before it.
  @Test(arguments: [
    "48°51'.504 N 2°17'.67 E", "48°51′.504N, 2°17′.67E", "N48°51'.504 E2°17'.67",
    "48°.8584 N 2°.2945 E", "48°.8584, 2°.2945", "48º.8584 2º.2945", "48˚51´.504 N 2˚17´.67 E",
    "48°51'30\".24N 2°17'40\".2E", "48°51'30''.24 N 2°17'40''.2 E", "48°51′30″.24N 2°17′40″.2E",
    "48d.8584 2d.2945", "48d51m.504 2d17m.67", "48d51m30s.24N 2d17m40s.2E", "48 °.8584 2 °.2945",
    "48° 51'.504 N 2° 17'.67 E", "N 48°51’.504 E 2°17’.67", "2°17'.67 E 48°51'.504 N",
    "+48°.8584 +2°.2945", "(48°.8584; 2°.2945)", "lat 48°51'.504 lon 2°17'.67",
    "48°51'.504 2°17'.67", "48°51'.504,2°17'.67", "48°51'.504/2°17'.67", "48°51'.50400N 2°17'.670E",
    // Decimal commas.
    "48°51',504 N 2°17',67 E", "48°51',504 N, 2°17',67 E", "48°51',504; 2°17',67",
    "48°,8584 N 2°,2945 E", "48°51'30\",24N 2°17'40\",2E", "48°51',504,2°17',67",
    "48d51m,504 2d17m,67",
  ])
  func fractionsAfterTheirMarks(text: String) throws {
    #expect(try Coordinate(parsing: text) == Self.tower, "\(text)")
  }

  @Test func fractionsAfterMarksHaveTheirSign() throws {
    for (text, latitude, longitude) in [
      ("33°.5 S 70°.25 W", -33.5, -70.25), ("-33°.5, -70°.25", -33.5, -70.25),
      ("33°30'.0S 70°15'.0W", -33.5, -70.25), ("0°.5S 0°0'.6W", -0.5, -0.01),
      ("50°12'.3N 0°0'.0E", 50.205, 0), ("50°12'.3N, 7°", 50.205, 7),
      ("48°51',5 2°", 48.0 + 51.5 / 60, 2), ("48°51',2 17°", 48.0 + 51.2 / 60, 17),
    ] {
      #expect(
        try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude),
        "\(text)")
    }
  }

  /// Commas after marks that separate two angles, not a number and its fraction.
  @Test(arguments: [
    "48°51'30.24\",2°17'40.2\"", "48°51'30.24\"N,2°17'40.2\"E", "48.8584°,2.2945°",
    "48°51.504',2°17.67'", "48d51m30.24s,2d17m40.2s", "48°51.504',2.2945",
  ])
  func commasAfterMarksSeparateAngles(text: String) throws {
    #expect(try Coordinate(parsing: text) == Self.tower, "\(text)")
  }

  @Test(arguments: [
    ("48°51' .504 N 2°17'.67 E", CoordinateParsingError.Kind.ambiguous),
    ("48° .5, 2", .ambiguous), ("48°.5' N 2° E", .ambiguous), ("48°51'.5\" N 2° E", .ambiguous),
    ("48°.5°", .ambiguous), ("48.5°.5 N 2 E", .ambiguous), ("48deg.51 N 2deg.17 E", .ambiguous),
    ("48deg.51min N 2deg.17min E", .ambiguous), ("48°51'.5e1 N 2 E", .ambiguous),
    ("48°.5 30' N 2 E", .malformedAngle), ("48°51'.504.2 N 2 E", .unexpectedCharacter),
    ("48°51',5,2", .ambiguous), ("48°51'30\",2°17'40\",35", .ambiguous),
  ])
  func ambiguousFractionsAreRejected(
    text: String, kind: CoordinateParsingError.Kind
  ) {
    let error = #expect(throws: CoordinateParsingError.self, "\(text)") {
      try Coordinate(parsing: text)
    }
    #expect(error?.kind == kind, "\(text): \(String(describing: error))")
  }

  /// Degrees and minutes run together next to a number that is not, or without all their zeros.
  @Test(arguments: [
    "5130N 0130W", "0012N 0012W", "000011W 000000N", "5130N 130W", "5130N 1W", "5130N 1.5W",
    "5130N 001W", "51N 00130W", "51.5N 00130W", "5130.5N 130.2W", "5130.5N 0130.2W", "N5130 W0130",
    "W0130 N5130", "513030N 013030W", "513030N 0130W", "05130N 00130W", "00012N 00012W",
    "0005130N 00130W", "5130N, 130", "5130N, -0.5", "0012 0012", "0012, 0012", "-0012, -0012",
    "+0012, +0012", "0012.5, 0012.5", "000012, 000012", "0012N, 0012", "012N 0012W", "12N 0012W",
    "lat 0012 lon 0012", "0012 30 N 0012 30 W", "0012:30N 0012:30W", "5130N0130W", "5130n 0130w",
    "+5130-130/", "+51-00130/", "+5130-0130/", "+0012+0012/", "0000N 000E", "1.5W 5130N",
    "5130,5N 0130,2W", "5130.5N,0130.2W",
  ])
  func packedAnglesRequireAllDigits(text: String) {
    let error = #expect(throws: CoordinateParsingError.self, "\(text)") {
      try Coordinate(parsing: text)
    }
    #expect(error?.kind == .ambiguous || error?.kind == .malformedAngle, "\(text): \(error as Any)")
  }

  @Test func packedAnglesMayBePairedWithMarkedOnes() throws {
    for (text, latitude, longitude) in [
      ("5130N 00130W", 51.5, -1.5), ("513000N 00130W", 51.5, -1.5), ("5130N 0013000W", 51.5, -1.5),
      ("5130N 1°30'W", 51.5, -1.5), ("5130N 1 30 W", 51.5, -1.5), ("51°30'N 00130W", 51.5, -1.5),
      ("5130.0N, 00130.00W", 51.5, -1.5), ("00130W 5130N", 51.5, -1.5),
      ("0012N 00012W", 0.2, -0.2), ("000012N 0000012W", 12 / 3600.0, -12 / 3600.0),
      ("051.5N 001.5W", 51.5, -1.5), ("051.5, 001.5", 51.5, 1.5), ("00N 000E", 0, 0),
      ("5130N 1.5°W", 51.5, -1.5), ("+5130-00130/", 51.5, -1.5),
    ] {
      #expect(
        try Coordinate(parsing: text) == Coordinate(latitude: latitude, longitude: longitude),
        "\(text)")
    }
  }

  /// Whatever the separator, packed angles are read with all their digits or rejected, in agreement
  /// with an independent parser.
  @Test func packedAnglesOfAnyDigits() {
    var random = SeededGenerator(seed: 1632)
    for _ in 0..<4_000 {
      func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(random.integer(in: 0...5)) }.joined()
      }
      let (north, east) = (digits(random.integer(in: 1...8)), digits(random.integer(in: 1...8)))
      let text = "\(north)N\([" ", ", ", ""][random.integer(in: 0...2)])\(east)W"
      func packed(_ text: String, _ degreeDigits: Int) -> Double? {
        let rest = text.count - degreeDigits
        guard rest == 2 || rest == 4 else { return nil }
        let parts = [degreeDigits, degreeDigits + 2, text.count]
        let numbers = text.map { Double(String($0)) ?? 0 }
        func number(_ range: Range<Int>) -> Double { numbers[range].reduce(0) { $0 * 10 + $1 } }
        return number(0..<parts[0]) + number(parts[0]..<parts[1]) / 60
          + number(min(parts[1], text.count)..<text.count) / 3600
      }
      let found = try? Coordinate(parsing: text)
      if let latitude = packed(north, 2), let longitude = packed(east, 3), longitude <= 360 {
        #expect(abs((found?.latitude ?? .nan) - latitude) < 1e-9, "\(text)")
        #expect(abs((found?.longitude ?? .nan) + longitude) < 1e-9, "\(text)")
      } else if north.count < 3, east.count < 4, let a = Double(north), let b = Double(east),
        b <= 360
      {
        #expect(found == Coordinate(latitude: a, longitude: -b), "\(text)")
      } else if north.count > 3 || east.count > 3 {
        #expect(found == nil, "\(text) \(found as Any)")
      }
    }
  }
}

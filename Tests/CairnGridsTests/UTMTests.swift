import CairnGeodesy
import CairnGrids
import TestSupport
import Testing

@Suite struct UTMTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func exceptionsOfZones() {
    let cases: [(Double, Double, Int?)] = [
      (0, -180, 1), (0, 180, 1), (0, 540, 1), (0, 179.999, 60), (0, 0, 31), (0, -1e-20, 30),
      (0, 6.0.nextDown, 31), (0, 6, 32), (60, 3, 32), (60, 3.0.nextDown, 31), (60, 11.9, 32),
      (60, 12.0.nextDown, 32), (60, 12, 33), (75, 9.0.nextDown, 31), (75, 21.0.nextDown, 33),
      (75, 33.0.nextDown, 35), (75, 42.0.nextDown, 37),
      (56, 3, 32), (56.0.nextDown, 3, 31), (64, 3, 31), (64.0.nextDown, 3, 32), (72, 0, 31),
      (72.0.nextDown, 7, 32), (75, 8.9, 31), (75, 9, 33), (75, 20.9, 33), (75, 21, 35),
      (75, 32.9, 35), (75, 33, 37), (75, 41.9, 37), (75, 42, 38), (75, -0.1, 30), (84, 10, nil),
      (84.0.nextDown, 10, 33), (-80, 10, 32), ((-80.0).nextDown, 10, nil), (.nan, 0, nil),
    ]
    for (latitude, longitude, zone) in cases {
      #expect(
        UTMCoordinate.standardZone(of: at(latitude, longitude)) == zone, "\(latitude) \(longitude)")
    }
  }

  @Test func placesSurviveARoundTrip() throws {
    var random = SeededGenerator(seed: 161)
    var worst = 0.0
    for _ in 0..<20_000 {
      let place = random.coordinate()
      let reference: GridReference =
        UTMCoordinate.standardZone(of: place) == nil
        ? .ups(try UPSCoordinate(place)) : .utm(try UTMCoordinate(place))
      worst = max(worst, place.distance(to: reference.coordinate, on: .wgs84))
    }
    print("UTM and UPS there and back: worst", worst)
    #expect(worst < 1e-8, "\(worst)")
    for latitude in [-90.0, -85, 84, 90, 89.9999999999] {
      for longitude in [-180.0, -90, 0, 90, 179.9999] {
        let place = at(latitude, longitude)
        #expect(place.distance(to: try UPSCoordinate(place).coordinate) < 1e-8)
      }
    }
    #expect(try UTMCoordinate(at(90, 0), zone: 31).coordinate.latitude > 89.9999999999)
    #expect(try UTMCoordinate(at(-90, 0), zone: 31).northing > 2_000)
  }

  /// A zone next to 180 degrees extends across it like any other zone across its border.
  @Test func zonesExtendAcrossTheAntimeridian() throws {
    var random = SeededGenerator(seed: 169)
    for round in 0..<200 {
      let (zone, other) = round % 2 == 0 ? (1, 31) : (60, 30)
      let offset = random.double(in: round % 2 == 0 ? -1.4...0 : 0...1.4)
      let latitude = random.double(in: -89...89)
      let border = at(latitude, 180 + offset)
      let place = try UTMCoordinate(border.normalized, zone: zone)
      let inland = try UTMCoordinate(at(latitude, offset), zone: other)
      #expect(abs(place.easting - inland.easting) < 1e-6)
      #expect(abs(place.northing - inland.northing) < 1e-6)
      #expect(place.coordinate.distance(to: border, on: .wgs84) < 1e-7)
      #expect(abs(place.convergence - inland.convergence) < 1e-9)
      #expect(abs(place.scale - inland.scale) < 1e-12)
    }
  }

  @Test func theEquatorAndTheCentralMeridianAreExact() throws {
    let place = try UTMCoordinate(at(0, 3))
    #expect(place.easting == 500_000 && place.northing == 0 && place.hemisphere == .north)
    #expect(abs(place.scale - 0.9996) < 1e-15 && place.convergence == 0)
    #expect(place.description == "31north 500000.000 0.000")
    let south = try UTMCoordinate(at(-1e-300, 3))
    #expect(south.hemisphere == .south && south.northing < 10_000_000)
    #expect(try UTMCoordinate(at(-0.0, 3)).hemisphere == .north)
    #expect(try MGRSSquare(at(-1e-300, 3)).description == "31MEV0000099999")
    #expect(try MGRSSquare(at(0, 3)).description == "31NEA0000000000")
  }

  @Test func convergenceAndScaleAgreeWithGeoConvert() throws {
    // GeoConvert -c -p 9 of GeographicLib 2.1.2.
    let place = try UTMCoordinate(at(48.2082, 16.3738))
    #expect(abs(place.convergence - 1.024353931) < 1e-9, "\(place.convergence)")
    #expect(abs(place.scale - 0.99972799674) < 1e-11, "\(place.scale)")
  }

  @Test func placesOutsideTheGridAreRejected() {
    #expect(throws: GridError.outsideOfGrid(latitude: 84)) { try UTMCoordinate(at(84, 0)) }
    #expect(throws: GridError.outsideOfGrid(latitude: 0)) { try UPSCoordinate(at(0, 0)) }
    #expect(throws: GridError.farFromZone(33)) { try UTMCoordinate(at(0, 0), zone: 33) }
    #expect(throws: GridError.farFromZone(1)) { try UTMCoordinate(at(0, 0), zone: 1) }
    #expect(throws: GridError.noSuchZone(61)) { try UTMCoordinate(at(0, 0), zone: 61) }
    #expect(throws: GridError.self) { try UTMCoordinate(at(.nan, 0)) }
    #expect(throws: GridError.self) { try UTMCoordinate(at(91, 0)) }
    #expect(throws: GridError.self) { try UPSCoordinate(at(90, .infinity)) }
    for (easting, northing) in [(-1.0, 0.0), (1e6 + 1, 0), (5e5, -1), (5e5, 9_997_966)] {
      #expect(throws: GridError.outOfRange(easting: easting, northing: northing)) {
        try UTMCoordinate(zone: 1, hemisphere: .north, easting: easting, northing: northing)
      }
    }
    #expect(throws: GridError.self) {
      try UTMCoordinate(zone: 1, hemisphere: .south, easting: .nan, northing: 5e6)
    }
    #expect(throws: GridError.self) {
      try UPSCoordinate(hemisphere: .south, easting: 5e6, northing: 0)
    }
    #expect(throws: GridError.outOfRange(easting: 0, northing: 5e6)) {
      try UPSCoordinate(hemisphere: .south, easting: 0, northing: 5e6)
    }
    // Each is a place, and none traps.
    for easting in [0.0, 1e6] {
      for northing in [0.0, 5e6, 9_997_964] {
        let place = try? UTMCoordinate(
          zone: 60, hemisphere: .north, easting: easting, northing: northing)
        #expect(place?.coordinate.isValid == true)
      }
    }
  }

  private static let texts: [(String, String)] = [
    ("33north 602074 5340391", "33north 602074.000 5340391.000"),
    ("33N 602074 5340391", "33north 602074.000 5340391.000"),
    ("33U 602074 5340391", "33north 602074.000 5340391.000"),
    (" 33 u 602074.25, 5340391.5 ", "33north 602074.250 5340391.500"),
    ("33U 602074mE 5340391mN", "33north 602074.000 5340391.000"),
    ("33U 602074 m E, 5340391 m N", "33north 602074.000 5340391.000"),
    ("33U 602074E 5340391N", "33north 602074.000 5340391.000"),
    ("33U 602074 m 5340391 m", "33north 602074.000 5340391.000"),
    ("33U 602074,5 5340391,5", "33north 602074.500 5340391.500"),
    ("56south 334873 6252266", "56south 334873.000 6252266.000"),
    ("56H 334873 6252266", "56south 334873.000 6252266.000"),
    ("56S 334873 6252266", "56south 334873.000 6252266.000"),
    ("1N 500000 0", "1north 500000.000 0.000"),
  ]

  @Test(arguments: texts)
  func textsAreParsed(text: String, description: String) throws {
    #expect(try UTMCoordinate(parsing: text).description == description)
    #expect(try GridReference(parsing: text) == .utm(UTMCoordinate(parsing: text)))
    #expect(throws: CoordinateParsingError.self) { try Coordinate(parsing: text) }
  }

  private static let mistakes: [(String, GridParsingError.Kind, Int)] = [
    ("18S 585628 4011322", .ambiguous, 2), ("61N 500000 0", .outOfRange, 0),
    ("33U 602074 1000", .outOfRange, 11), ("33U 602074 7000000", .outOfRange, 11),
    ("33U 1602074 5340391", .outOfRange, 4),
    ("33I 602074 5340391", .malformed, 2), ("33north 602074", .malformed, 14),
    ("33north 602074 5340391 7", .malformed, 23), ("north", .otherForm, 0), ("", .otherForm, 0),
    ("333 1 2", .otherForm, 0), ("33N", .otherForm, 3),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamed(text: String, kind: GridParsingError.Kind, position: Int) {
    do {
      let place = try UTMCoordinate(parsing: text)
      Issue.record("\(text) was read as \(place)")
    } catch {
      #expect(error.kind == kind && error.position == position, "\(text): \(error.kind) \(error)")
    }
  }

  /// UPS extends half a degree into UTM.
  @Test func polarGridsOverlapUTMByHalfADegree() throws {
    for latitude in [83.5, 83.75, -79.5, -79.75] {
      let place = at(latitude, 30)
      #expect(try place.distance(to: UPSCoordinate(place).coordinate, on: .wgs84) < 1e-8)
    }
    for latitude in [(83.5).nextDown, (-79.5).nextUp] {
      #expect(throws: GridError.outsideOfGrid(latitude: latitude)) {
        try UPSCoordinate(at(latitude, 30))
      }
    }
  }

  @Test func polarTextsAreParsed() throws {
    let camp = try UPSCoordinate(at(85, 30))
    #expect(
      try UPSCoordinate(parsing: camp.formatted(digits: 9)).coordinate.distance(to: camp.coordinate)
        < 1e-8)
    for text in ["north 2277698 1519014", "N 2277698 1519014", "z 2277698, 1519014"] {
      #expect(try UPSCoordinate(parsing: text).description == "north 2277698.000 1519014.000")
      #expect(try GridReference(parsing: text) == .ups(UPSCoordinate(parsing: text)))
    }
    // The meridians of 0 and 180 degrees are in the eastern half.
    #expect(try UPSCoordinate(parsing: "Z 2000000 2000000").coordinate.latitude == 90)
    #expect(try UPSCoordinate(parsing: "B 2000000 2100000").hemisphere == .south)
    for text in ["Y 2000000 2000000", "A 2000000 2100000"] {
      #expect(throws: GridParsingError.self) { try UPSCoordinate(parsing: text) }
    }
    #expect(try UPSCoordinate(parsing: "A 1277698 1519014").hemisphere == .south)
    for text in ["Y 2277698 1519014", "B 1 1", "north 5000000 1", "west 1 1", "north 1", ""] {
      #expect(throws: GridParsingError.self) { try UPSCoordinate(parsing: text) }
    }
  }
}

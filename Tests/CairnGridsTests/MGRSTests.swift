import CairnGeodesy
import CairnGrids
import TestSupport
import Testing

@Suite struct MGRSTests {
  private static let texts: [(String, String)] = [
    ("33UXP0500444996", "33UXP0500444996"), ("33uxp0500444996", "33UXP0500444996"),
    ("33U XP 05004 44996", "33UXP0500444996"), (" 33 U XP 05004 44996 ", "33UXP0500444996"),
    ("33U XP 0500444996", "33UXP0500444996"), ("33UXP0500444996 ", "33UXP0500444996"),
    ("4QFJ12345678", "04QFJ12345678"),
    ("04Q FJ", "04QFJ"), ("ZAH7769819013", "ZAH7769819013"), ("Z AH 77698 19013", "ZAH7769819013"),
    ("32VMM1", ""), ("31NEA0000000000", "31NEA0000000000"),
    ("33UXP050041234567", "33UXP050041234567"),
  ]

  @Test(arguments: texts)
  func textsAreParsed(text: String, description: String) throws {
    guard !description.isEmpty else {
      #expect(throws: GridParsingError.self) { try MGRSSquare(parsing: text) }
      return
    }
    #expect(try MGRSSquare(parsing: text).description == description)
    #expect(try GridReference(parsing: text) == .mgrs(MGRSSquare(parsing: text)))
    #expect(throws: CoordinateParsingError.self) { try Coordinate(parsing: text) }
  }

  private static let mistakes: [(String, GridParsingError.Kind, Int)] = [
    ("33UXP050044499", .malformed, 5), ("33UXP 0500 44996", .malformed, 6),
    ("33UXP000000000000000000000000", .malformed, 5), ("61UXP0500444996", .outOfRange, 0),
    ("0UXP0500444996", .outOfRange, 0), ("33IXP0500444996", .outOfRange, 2),
    ("33UAP0500444996", .outOfRange, 3), ("33UXI0500444996", .outOfRange, 4),
    ("33UXW0500444996", .outOfRange, 4), ("33UXL0500444996", .outOfRange, 4),
    ("33UX", .otherForm, 0), ("UXP0500444996", .otherForm, 0), ("ZIH1212", .outOfRange, 1),
    ("ZAQ1212", .outOfRange, 2), ("YAA1212", .outOfRange, 1), ("333UXP12", .otherForm, 0),
    ("33UXP12x", .otherForm, 0), ("Paris", .otherForm, 0), ("", .otherForm, 0),
  ]

  @Test(arguments: mistakes)
  func mistakesAreNamed(text: String, kind: GridParsingError.Kind, position: Int) {
    do {
      let square = try MGRSSquare(parsing: text)
      Issue.record("\(text) was read as \(square)")
    } catch {
      #expect(error.kind == kind && error.position == position, "\(text): \(error.kind) \(error)")
    }
  }

  /// For any place at any precision, its square is parsed again, and contains the place and its own
  /// center.
  @Test func squaresContainTheirPlaces() throws {
    var random = SeededGenerator(seed: 162)
    for round in 0..<8_000 {
      var place = random.coordinate()
      if round % 4 == 0 { place.latitude = random.double(in: 80...90) * (round % 8 == 0 ? 1 : -1) }
      if round % 7 == 0 { place.latitude = (place.latitude / 8).rounded() * 8 }
      if round % 11 == 0 { place.longitude = (place.longitude / 6).rounded() * 6 }
      let precision = random.integer(in: 0...11)
      let square = try MGRSSquare(place, precision: precision)
      let text = square.description
      #expect(try MGRSSquare(parsing: text) == square, "\(place) \(text)")
      #expect(try MGRSSquare(parsing: text.lowercased()) == square)
      let box = square.boundingBox
      // Micrometers may be off by a rounding error.
      let slack = precision > 8 ? 1e-11 : 0
      let larger = BoundingBox(
        south: max(-90, box.south - slack), west: box.west - slack,
        north: min(90, box.north + slack), east: box.east + slack)
      #expect(larger.contains(place) && larger.contains(square.center), "\(place) \(text) \(box)")
      #expect(
        square.center.distance(to: place, on: .wgs84) <= square.size * 0.75 + 1e-6,
        "\(place) \(text)")
    }
  }

  /// Eleven digits are the truncated micrometers of the grid coordinate, not the nearest ones.
  @Test func micrometersAreTruncated() throws {
    var random = SeededGenerator(seed: 166)
    func digits(_ meters: Double) -> Substring {
      let text = String(Int64((meters * 1e6).rounded(.down)) % 100_000_000_000)
      return (String(repeating: "0", count: 11) + text).suffix(11)
    }
    for _ in 0..<200 {
      let place = random.coordinate()
      let text = try MGRSSquare(place, precision: 11).description.suffix(22)
      let (east, north) =
        UTMCoordinate.standardZone(of: place) == nil
        ? try { ($0.easting, $0.northing) }(UPSCoordinate(place))
        : try { ($0.easting, $0.northing) }(UTMCoordinate(place))
      #expect(text == digits(east) + digits(north), "\(place)")
    }
  }

  /// A square with a corner at a pole spans the quarter of the meridians that it has there.
  @Test(arguments: [
    ("ZAH", 90.0), ("ZAG", 0), ("YZH", -180), ("YZG", -90), ("BAN", 0), ("BAM", 90), ("AZN", -90),
    ("AZM", -180),
  ])
  func squaresAtThePolesAreAQuarterWide(text: String, west: Double) throws {
    let box = try MGRSSquare(parsing: text).boundingBox
    let quarter = BoundingBox(south: -90, west: west - 1e-9, north: 90, east: west + 90 + 1e-9)
    #expect(quarter.contains(Coordinate(latitude: 0, longitude: box.west)), "\(box)")
    #expect(quarter.contains(Coordinate(latitude: 0, longitude: box.east)), "\(box)")
    #expect(box.contains(Coordinate(latitude: box.north - 1e-3, longitude: west + 1)))
    #expect(box.contains(Coordinate(latitude: box.south + 1e-3, longitude: west + 89)))
  }

  /// Digits are truncated: a longer reference begins like the shorter one.
  @Test func digitsAreTruncated() throws {
    var random = SeededGenerator(seed: 163)
    for _ in 0..<500 {
      let place = random.coordinate()
      let long = try MGRSSquare(place, precision: 11).description
      let head = long.prefix(long.count - 22)
      let digits = long.suffix(22)
      for precision in 0...11 {
        #expect(
          try MGRSSquare(place, precision: precision).description
            == head + digits.prefix(precision) + digits.dropFirst(11).prefix(precision))
      }
    }
    #expect(throws: GridError.self) {
      try MGRSSquare(Coordinate(latitude: 0, longitude: 0), precision: 12)
    }
    #expect(throws: GridError.self) {
      try MGRSSquare(Coordinate(latitude: 0, longitude: 0), precision: -1)
    }
    #expect(throws: GridError.self) { try MGRSSquare(Coordinate(latitude: 91, longitude: 0)) }
  }

  @Test func polesAndTheirHalves() throws {
    func text(_ latitude: Double, _ longitude: Double) throws -> String {
      try MGRSSquare(Coordinate(latitude: latitude, longitude: longitude)).description
    }
    #expect(try text(90, 0) == "ZAH0000000000" && text(90, 77) == "ZAH0000000000")
    #expect(try text(-90, 0) == "BAN0000000000")
    #expect(try text(85, -90).hasPrefix("YSH") && text(85, 90).hasPrefix("ZHH"))
    #expect(try text(-85, -90).hasPrefix("ASN") && text(-85, 90).hasPrefix("BHN"))
    let pole = try MGRSSquare(parsing: "ZAH").boundingBox
    #expect(pole.north == 90 && pole.south > 88)
  }

  /// Every square of the lettering is parsed or rejected, and a parsed square is in its band.
  @Test func everySquareIsParsedOrRejected() throws {
    var (good, bad) = (0, 0)
    let zones = [32, 1, 60, 2, 3, 31].prefix(rounds(6, inDebug: 2))
    for zone in zones {
      for band in "CDEFGHJKLMNPQRSTUVWX" {
        for column in "ABCDEFGHJKLMNPQRSTUVWXYZ" {
          for row in "ABCDEFGHJKLMNPQRSTUV" {
            guard let square = try? MGRSSquare(parsing: "\(zone)\(band)\(column)\(row)") else {
              bad += 1
              continue
            }
            good += 1
            let box = square.boundingBox
            let south =
              Double(
                "CDEFGHJKLMNPQRSTUVWX".distance(
                  from: "CDEFGHJKLMNPQRSTUVWX".startIndex,
                  to: "CDEFGHJKLMNPQRSTUVWX".firstIndex(of: band) ?? "".startIndex)) * 8 - 80
            #expect(box.north > south && box.south < south + (band == "X" ? 12 : 8), "\(square)")
          }
        }
      }
    }
    #expect(good > zones.count * 8 * 170 && bad > good, "\(good) \(bad)")
  }

  @Test func theSouthWestCornerHasTheDigitsOfTheSquare() throws {
    for (text, easting, northing) in [
      ("33UXP0500444996", 5_004.0, 44_996.0), ("04QFJ12345678", 12_340, 56_780), ("31NEA", 0, 0),
    ] {
      let corner = try UTMCoordinate(MGRSSquare(parsing: text).southWest)
      for (found, expected) in [(corner.easting, easting), (corner.northing, northing)] {
        let rest = (found - expected).remainder(dividingBy: 100_000)
        #expect(rest.magnitude < 1e-6, "\(text): \(found)")
      }
    }
  }

  @Test func descriptionsOfReferencesAreParsedAgain() throws {
    for text in [
      "33north 602074 5340391", "north 2277698 1519014", "33UXP0500444996", "8FWR695F+7G",
    ] {
      let reference = try GridReference(parsing: text)
      #expect(try GridReference(parsing: reference.description) == reference)
    }
    #expect(Hemisphere.north.description == "north" && Hemisphere.south.description == "south")
  }
}

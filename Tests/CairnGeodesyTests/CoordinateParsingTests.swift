import CairnMemory
import Foundation
import TestSupport
import Testing

@testable import CairnGeodesy

@Suite struct CoordinateParsingTests {
  private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test(arguments: [
    "48.8584, 2.2945", "48.8584 2.2945", "  48.8584,2.2945\n", "48.8584;2.2945",
    "+48.8584, +2.2945", "48.8584N 2.2945E", "48.8584 N, 2.2945 E", "N48.8584 E2.2945",
    "N 48.8584, E 2.2945", "2.2945E, 48.8584N", "E2.2945 N48.8584", "48.8584n 2.2945e",
    "48.8584N2.2945E", "48.8584°, 2.2945°", "48.8584° N 2.2945° E", "48.8584°N, 2.2945°E",
    "48°51'30.24\"N 2°17'40.2\"E", "48°51′30.24″N 2°17′40.2″E", "48°51’30.24”N, 2°17’40.2”E",
    "48° 51' 30.24\" N, 2° 17' 40.2\" E", "48 51 30.24 N, 2 17 40.2 E",
    "48 51 30.24, 2 17 40.2", "48 51 30.24 2 17 40.2", "N 48 51 30.24 E 2 17 40.2",
    "N 48° 51.504' E 2° 17.67'", "48 51.504 2 17.67", "48°51'30.24''N 2°17'40.2''E",
    "48º51.504'N 2º17.67'E", "2°17'40.2\"E 48°51'30.24\"N", "48°51'30.24\" 2°17'40.2\"",
    "+48.8584+002.2945/", "+48.8584+002.2945", "+4851.504+00217.67/", "+485130.24+0021740.2/",
    "+48.8584+002.2945+35.2CRSWGS_84/", "+48.8584+002.2945-12/", "+48.8584+002.2945CRSWGS_84/",
    "0.488584e2 22945e-4", "\u{FEFF}48.8584, 2.2945", "48.8584E0, 2.2945".replacing("E0", with: ""),
  ])
  func spellingsOfOnePlace(text: String) throws {
    #expect(try Coordinate(parsing: text) == at(48.8584, 2.2945), "\(text)")
  }

  @Test func signsAndHemispheres() throws {
    let cases: [(String, Coordinate)] = [
      ("-33.8688, 151.2093", at(-33.8688, 151.2093)), ("33.8688S 70.5W", at(-33.8688, -70.5)),
      ("-33.5 -70.25", at(-33.5, -70.25)), ("\u{2212}33.5, \u{2212}70.25", at(-33.5, -70.25)),
      ("-33 30 -70 15", at(-33.5, -70.25)), ("-0°30', -0°15'", at(-0.5, -0.25)),
      ("S 33° 30' W 70° 15'", at(-33.5, -70.25)), ("33°30'S, 70°15'W", at(-33.5, -70.25)),
      ("48.8584N, 2.2945", at(48.8584, 2.2945)), ("2.2945E, 48.8584", at(48.8584, 2.2945)),
      ("-33.5-070.25/", at(-33.5, -70.25)), ("90, 180", at(90, 180)), ("0 0", at(0, 0)),
      ("-90, 359.5", at(-90, 359.5)), ("-0, -0.0", at(0, 0)), (".5, 5.", at(0.5, 5)),
      ("48°0'30\"N 2°30\"E", at(48 + 30.0 / 3600, 2 + 30.0 / 3600)),
    ]
    for (text, expected) in cases {
      let got = try Coordinate(parsing: text)
      #expect(got == expected && got.latitude.sign == expected.latitude.sign, "\(text) \(got)")
    }
  }

  private static let mistakesAreNamedCases: [(String, Int, CoordinateParsingError.Kind)] = [
    ("", 0, CoordinateParsingError.Kind.incomplete), ("   ", 3, .incomplete),
    ("48.8584", 7, .incomplete), ("48.8584,", 8, .incomplete),
    ("48.8584, 2.2945,", 16, .incomplete), ("N", 1, .incomplete), ("48.85 N", 7, .incomplete),
    ("abc", 0, .unexpectedCharacter), ("Nancy", 0, .unexpectedCharacter),
    ("nan, 2", 0, .unexpectedCharacter), ("inf, 2", 0, .unexpectedCharacter),
    ("0x10, 2", 1, .unexpectedCharacter), ("48.85 % 2", 6, .unexpectedCharacter),
    (",48, 2", 0, .unexpectedCharacter), ("48,, 2", 3, .unexpectedCharacter),
    ("48.8.5, 2", 4, .unexpectedCharacter), ("--48, 2", 1, .unexpectedCharacter),
    ("48, 2, 3", 7, .ambiguous), ("1 2 3 4 5 6 7", 12, .unexpectedNumber),
    ("1 2 3 4, 5", 6, .unexpectedNumber),
    ("48°61'N 2°17'E", 3, .malformedAngle), ("48°30'60\"N 2°17'E", 6, .malformedAngle),
    ("48.5 30 N, 2 E", 0, .malformedAngle), ("30'48°N 2E", 0, .malformedAngle),
    ("139.69, 35.69", 0, .outOfRange), ("91N 0E", 0, .outOfRange), ("1e400, 2", 0, .outOfRange),
    ("10, 361", 4, .outOfRange), ("90°0'1\"N 0°E", 0, .outOfRange),
    ("48N 51N", 6, .contradictoryHemisphere), ("-48N, 2E", 3, .contradictoryHemisphere),
    ("+48.8+2.2/", 6, .malformedAngle), ("+4861+00217/", 1, .malformedAngle),
    ("+485060+0021700/", 1, .malformedAngle), ("+95.5+002.2/", 1, .outOfRange),
    ("+48.8+002.2CRSNAD27/", 11, .unsupportedReferenceSystem),
    ("+48.8+002.2/x", 12, .unexpectedCharacter), ("+48.8+002.2+/", 11, .unexpectedCharacter),
  ]

  @Test(arguments: mistakesAreNamedCases)
  func mistakesAreNamed(text: String, position: Int, kind: CoordinateParsingError.Kind) {
    do {
      let got = try Coordinate(parsing: text)
      Issue.record("\(text) was read as \(got)")
    } catch {
      #expect(error.kind == kind && error.position == position, "\(text): \(error)")
      #expect(!error.expected.isEmpty && error.description.contains("expected"))
    }
  }

  @Test func swappedNumbersAreSuspected() {
    #expect {
      try Coordinate(parsing: "139.69, 35.69")
    } throws: { error in
      "\(error)" == "latitude 139.69 at character 1: expected a latitude in -90...90; "
        + "longitude and latitude swapped?"
    }
    #expect {
      try Coordinate(validLatitude: 139.69, longitude: 35.69)
    } throws: { error in
      "\(error)" == "latitude 139.69 is outside -90...90: latitude and longitude swapped?"
    }
    #expect(throws: CoordinateValidationError.notFinite(.longitude, value: .infinity)) {
      try Coordinate(validLatitude: 1, longitude: .infinity)
    }
    #expect(throws: CoordinateValidationError.latitudeOutOfRange(-91, seemsSwapped: false)) {
      try Coordinate(validLatitude: -91, longitude: 100)
    }
    #expect((try? Coordinate(validLatitude: 90, longitude: 540)) == at(90, 540))
  }

  @Test func everyFormatIsReadBack() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<3000 {
      let place = random.coordinate()
      #expect(try Coordinate(parsing: place.description) == place)
      let formats: [(CoordinateFormat, Double)] = [
        (.decimal(digits: 7), 0.51e-7), (.decimalWithHemispheres(digits: 5), 0.51e-5),
        (.degreesMinutes(digits: 4), 0.51e-4 / 60), (.iso6709(digits: 6), 0.51e-6),
        (.degreesMinutesSeconds(digits: 3), 0.51e-3 / 3600),
        (.degreesMinutesSeconds(digits: 0), 0.51 / 3600),
      ]
      for (format, tolerance) in formats {
        let text = place.formatted(format)
        let got = try Coordinate(parsing: text)
        let east = (got.longitude - place.longitude).remainder(dividingBy: 360)
        #expect(abs(got.latitude - place.latitude) <= tolerance, "\(text)")
        #expect(abs(east) <= tolerance, "\(text)")
      }
    }
  }

  @Test func formatsAreCorrectlyRounded() {
    let tower = at(48.8584, 2.2945)
    #expect(tower.formatted() == "48.85840, 2.29450")
    #expect(tower.formatted(.decimalWithHemispheres(digits: 4)) == "48.8584° N, 2.2945° E")
    #expect(tower.formatted(.degreesMinutesSeconds(digits: 1)) == "48°51′30.2″N 2°17′40.2″E")
    #expect(tower.formatted(.degreesMinutes(digits: 3)) == "48°51.504′N 2°17.670′E")
    #expect(tower.formatted(.iso6709(digits: 4)) == "+48.8584+002.2945/")
    #expect(at(-33.5, -70.25).formatted(.iso6709(digits: 2)) == "-33.50-070.25/")
    #expect(at(-0.00001, -0.0).formatted(.decimal(digits: 2)) == "0.00, 0.00")
    #expect(
      at(59.99999999, 9.9999999).formatted(.degreesMinutesSeconds(digits: 0))
        == "60°00′00″N 10°00′00″E")
    #expect(at(1, 190).formatted(.decimal(digits: 1)) == "1.0, -170.0")
    #expect(at(.nan, 1).formatted() == "nan, 1.0" && "\(tower)" == "48.8584, 2.2945")
    #expect(at(0.125, 0.375).formatted(.decimal(digits: 2)) == "0.13, 0.38")
    #expect(at(1.005, 2.675).formatted(.decimal(digits: 2)) == "1.01, 2.68")
  }

  @Test func normalizationGoesOverThePoles() {
    #expect(at(91, 10).normalized == at(89, -170) && at(-91, -10).normalized == at(-89, 170))
    #expect(at(10, 540).normalized == at(10, -180) && at(-0.0, -0.0).normalized == at(0, 0))
    #expect(at(450, 0).normalized == at(90, 0) && at(180, 20).normalized == at(0, -160))
    #expect(at(90, 190).normalized == at(90, -170) && at(10, 180).normalized.longitude == -180)
    #expect(at(.nan, 0).normalized.longitude.isNaN && at(0, .infinity).normalized.latitude.isNaN)
    #expect(at(90, 0).isValid && at(-90, 1e6).isValid && !at(90.0.nextUp, 0).isValid)
    #expect(!at(.nan, 0).isValid && !at(0, -.infinity).isValid)
  }

  /// Random bytes, and random edits of valid texts, give a coordinate or an error, and never trap.
  @Test func anyTextIsParsedOrRejected() {
    var random = SeededGenerator(seed: 22)
    let alphabet = Array("0123456789.,;+-−NSEWnsew°'\"′″ \t/eECRS_x\u{301}😀".unicodeScalars)
    let seeds = [
      "48°51'30.24\"N 2°17'40.2\"E", "+485130.24+0021740.2+35CRSWGS_84/", "48.8584, 2.2945",
    ]
    var good = 0
    for round in 0..<rounds(30_000, inDebug: 9_000) {
      var scalars: [Unicode.Scalar]
      switch round % 3 {
      case 0:
        scalars = Array(seeds[round / 3 % 3].unicodeScalars)
        for _ in 0..<random.integer(in: 1...4) {
          let index = random.integer(in: 0...(scalars.count - 1))
          if random.next() % 2 == 0 {
            scalars[index] = alphabet[random.integer(in: 0...(alphabet.count - 1))]
          } else {
            scalars.remove(at: index)
          }
        }
      case 1:
        scalars = (0..<random.integer(in: 0...16)).map { _ in
          alphabet[random.integer(in: 0...(alphabet.count - 1))]
        }
      default:
        let bytes = (0..<random.integer(in: 0...20)).map { _ in UInt8(random.next() & 0xff) }
        scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      do {
        let place = try Coordinate(parsing: String(text))
        good += 1
        #expect(place.isValid && abs(place.longitude) <= 360, "\(String(text)) \(place)")
      } catch {
        #expect(error.position >= 0 && error.position <= scalars.count, "\(String(text))")
      }
    }
    #expect(good > 500)
    let long = String(repeating: "9", count: 10_000)
    #expect(throws: CoordinateParsingError.self) { try Coordinate(parsing: "\(long), 0") }
    #expect((try? Coordinate(parsing: "0.\(long), 0")) == at(1, 0))
  }

  private func plainly(_ text: String) -> Coordinate? {
    Array(text.utf8).withUnsafeSpan { PlainCoordinateReader.read($0) }
  }

  @Test func plainReaderAgreesWithTheGeneralReader() throws {
    var random = SeededGenerator(seed: 64)
    let alphabet = Array("0123456789012345.. -,,+eN;")
    var plainCount = 0
    for round in 0..<40_000 {
      var text: String
      if round % 2 == 0 {
        let place = random.coordinate()
        let digits = random.integer(in: 0...17)
        text =
          String(format: "%.\(digits)f", place.latitude) + [",", ", ", " ", "  ", ";"][round % 5]
          + String(format: "%.\(random.integer(in: 0...17))f", place.longitude * 2)
        if round % 3 == 0 {
          let at = text.index(
            text.startIndex, offsetBy: random.integer(in: 0...(text.count - 1)))
          text.replaceSubrange(at...at, with: String(alphabet.randomElement(using: &random)!))
        }
      } else {
        text = String(
          (0..<random.integer(in: 1...12)).map { _ in alphabet.randomElement(using: &random)! })
      }
      guard let plain = plainly(text) else { continue }
      plainCount += 1
      let all = Array(text.utf8).withUnsafeSpan {
        try? GeodeticPosition(readingAnyForm: $0).coordinate
      }
      #expect(plain.latitude.bitPattern == all?.latitude.bitPattern, "\(text)")
      #expect(plain.longitude.bitPattern == all?.longitude.bitPattern, "\(text)")
    }
    #expect(plainCount > 8_000)
    #expect(plainly("-0, -0.0")?.latitude.sign == .plus)
    for text in ["", "1", "1,", ",1", "1,2,3", "1 2 3", "91,0", "0,361", "1.,2", ".5,1", "1e1,2"] {
      #expect(plainly(text) == nil, "\(text)")
    }
  }

  @Test func aCoordinateIsTwoNumbersWide() {
    #expect(MemoryLayout<Coordinate>.size == 16 && MemoryLayout<Coordinate>.stride == 16)
  }

  @Test func codingUsesTheTwoKeys() throws {
    let data = try JSONEncoder().encode(at(48.8584, -2.5))
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Double]
    #expect(object == ["latitude": 48.8584, "longitude": -2.5])
    #expect(try JSONDecoder().decode(Coordinate.self, from: data) == at(48.8584, -2.5))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Coordinate.self, from: Data("{\"latitude\":1}".utf8))
    }
    func decoded(_ latitude: String, _ longitude: String) throws -> Coordinate {
      let text = "{\"latitude\":\(latitude),\"longitude\":\(longitude)}"
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try decoder.decode(Coordinate.self, from: Data(text.utf8))
    }
    #expect(try decoded("-90", "540") == at(-90, 540))
    for (latitude, longitude, key) in [
      ("200", "10", "latitude"), ("-90.00001", "0", "latitude"), ("\"nan\"", "0", "latitude"),
      ("0", "\"inf\"", "longitude"), ("0", "\"nan\"", "longitude"),
    ] {
      do {
        let place = try decoded(latitude, longitude)
        Issue.record("\(place) was decoded")
      } catch DecodingError.dataCorrupted(let context) {
        #expect(context.codingPath.map(\.stringValue) == [key])
        #expect(context.debugDescription.hasPrefix(key), "\(context.debugDescription)")
      }
    }
  }
}

import CairnGeodesy
import Foundation
import TestSupport
import Testing

@testable import CairnHours

@Suite struct HoursDescriptionTests {
  private static let descriptionsAreCanonicalCases: [(String, String)] = [
    ("Mo-Fr 9-17", "Mo-Fr 09:00-17:00"),
    ("24/7", "24/7"),
    ("25-24,25+", "25:00-33:00 unknown, 25:00-48:00"),
    ("closed", "off"),
    ("Aug Mo[1] 10:00-12:00", "Aug Mo[1] 10:00-12:00"),
    ("Aug: Mo[1] 10:00-12:00", "Aug: Mo[1] 10:00-12:00"),
    ("Aug Mo[1,3] 10:00-12:00", "Aug: Mo[1,3] 10:00-12:00"),
    ("Apr-Oct sunrise-(sunset-01:00)", "Apr-Oct sunrise-(sunset-01:00)"),
    ("Feb, Apr 1-30, 2026 Jun-2027 Feb off", "Feb,Apr 1-Apr 30,2026 Jun-2027 Feb off"),
    ("PH Mo-Fr 10:00-11:00; Su,PH off \"feast\"", "PH Mo-Fr 10:00-11:00; Su,PH off \"feast\""),
    (
      "2026+ week 1-53/2 Mo[-1] +2 days 22:00-02:00", "2026+ week 1-53/2 Mo[-1] +2 days 22:00-26:00"
    ),
    ("easter -2 days-easter +1 day 9:00+", "easter -2 days-easter +1 day 09:00-24:00 unknown"),
    (
      "Dec 25 -Su off; Mar Su[-1]-Oct Su[-1] 8-9, Mo 20-21",
      "Dec 25 -Su off; Mar Su[-1]-Oct Su[-1] 08:00-09:00, Mo 20:00-21:00"
    ),
    ("2026-2026/2 week 2-2/35 off", "2026 week 2 off"),
    ("Mo-Fr 9-12 open, 14-18", "Mo-Fr 09:00-12:00 open, 14:00-18:00"),
    ("9-12 open, 24/7 off", "09:00-12:00 open, 00:00-24:00 off"),
    ("2027-2028,2030 Aug 1-Aug 4,6 off", "2027-2028,2030 Aug 1-Aug 4,Aug 6 off"),
    ("2026 Aug 1-Aug 4,6, Sep off", "2026 Aug 1-Aug 4,2026 Aug 6,2026 Sep off"),
    ("Mo-Fr 8-16 || \"by appointment\"", "Mo-Fr 08:00-16:00 || unknown \"by appointment\""),
    (
      "Mo open \"ring\"; 10:00:30-11:00 \"come in\"", "Mo open \"ring\"; 10:00:30-11:00 \"come in\""
    ),
  ]

  @Test(arguments: descriptionsAreCanonicalCases)
  func descriptionsAreCanonical(_ text: String, _ written: String) throws {
    let hours = try OpeningHours(text)
    #expect(hours.description == written)
    #expect(try OpeningHours(written) == hours)
  }

  @Test func descriptionsRoundTrip() throws {
    var count = 0
    for row in try VectorFile("hours.csv").rows {
      guard let text = row.last.map({ String($0) }), let hours = try? OpeningHours(text) else {
        continue
      }
      count += 1
      #expect(try OpeningHours(hours.description) == hours, "\(text): \(hours)")
    }
    #expect(count > 380)
    for hours in [
      OpeningHours.always, .never, .unknown, .daily(TimeWindow(ClockTime(9, 0), ClockTime(26, 0))),
      .always.closed(on: .monday, .sunday),
    ] { #expect(try OpeningHours(hours.description) == hours) }
  }

  @Test func codingRoundTrips() throws {
    struct Shop: Codable, Equatable {
      var hours: OpeningHours
      var day: Weekday
      var next: CivilTime?
      var window: TimeWindow
      var time: ClockTime
    }
    let shop = Shop(
      hours: try OpeningHours("Mo-Fr 08:00-12:00; PH off"), day: .friday,
      next: CivilTime("2026-03-29T09:00"), window: TimeWindow(ClockTime(22, 0), ClockTime(26, 0)),
      time: ClockTime(seconds: 33_300.25))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(shop)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"day":5,"hours":"Mo-Fr 08:00-12:00; PH off","next":{"date":"2026-03-29","time":"09:00"},"time":33300.25,"window":{"closes":"26:00","opens":"22:00"}}"#
    )
    #expect(try JSONDecoder().decode(Shop.self, from: json) == shop)

    for wrong in [#"["Mo-Xy 8-9"]"#, #"["Mo 9am-5"]"#, "[5]"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode([OpeningHours].self, from: Data(wrong.utf8))
      }
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([ClockTime].self, from: Data(#"["9 o'clock"]"#.utf8))
    }
    let window = TimeWindow(ClockTime(20, 0), ClockTime(26, 0))
    let windowText = try JSONEncoder().encode([window])
    #expect(try JSONDecoder().decode([TimeWindow].self, from: windowText) == [window])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        TimeWindow.self, from: Data(#"{"opens": "20:00", "closes": "02:00"}"#.utf8))
    }
    let time = CivilTime("2026-03-29T23:59:59")!
    #expect(try JSONDecoder().decode(CivilTime.self, from: JSONEncoder().encode(time)) == time)
    for wrong in ["\"24:00\"", "-1", "86400", "1e300"] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(
          CivilTime.self, from: Data(#"{"date": "2026-03-29", "time": \#(wrong)}"#.utf8))
      }
    }
    let fractions = OpeningHours.daily(TimeWindow(ClockTime(seconds: 0.5), ClockTime(9, 0)))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([fractions]) }
  }
}

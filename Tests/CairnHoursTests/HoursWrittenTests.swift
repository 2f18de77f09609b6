import TestSupport
import Testing

@testable import CairnHours

/// Hours as websites, map services, signs and badly tagged places write them.
@Suite struct HoursWrittenTests {
  private static let holidays = HolidayCalendar(
    public: [CivilDate(2026, 1, 1), CivilDate(2026, 5, 14), CivilDate(2026, 12, 25)].compactMap(
      \.self),
    school: (0..<40).compactMap { CivilDate(2026, 7, 1)?.adding(days: $0) })

  /// The periods of a year in which a place is not closed, with adjacent ones joined.
  private func periods(_ hours: OpeningHours) throws -> [String] {
    let first = try #require(CivilDate(2026, 1, 1))
    let found = hours.intervals(
      from: CivilTime(first, ClockTime(0, 0)),
      to: CivilTime(first.adding(days: 365), ClockTime(0, 0)),
      in: HoursContext(holidays: Self.holidays))
    var periods: [(from: CivilTime, to: CivilTime, state: OpeningHours.State)] = []
    for period in found where period.state != .closed {
      if let last = periods.last, last.to == period.from, last.state == period.state {
        periods[periods.count - 1].to = period.to
      } else {
        periods.append((period.from, period.to, period.state))
      }
    }
    return periods.map { "\($0.from) \($0.to) \($0.state)" }
  }

  /// 152 values of which one half was held back when the parser was changed for the other.
  @Test func mostHoursOfWebsitesAreReadAndNoneIsMisread() throws {
    var read = [0, 0]
    for fields in try VectorFile("written_hours.tsv").rows {
      let row = fields.joined(separator: ",").split(separator: "\t").map(String.init)
      let half = try #require(Int(row[0]))
      guard let hours = try? OpeningHours(row[2]) else {
        if row[3] == "!" { read[half] += 1 }
        continue
      }
      // Without an exact meaning the hours must not be open at any time.
      if row[3] == "!" { continue }
      #expect(try periods(hours) == periods(OpeningHours(row[3])), "\(row[2])")
      #expect(try OpeningHours(hours.description).description == hours.description, "\(row[2])")
      read[half] += 1
    }
    #expect(read == [74, 68])
  }

  /// 255 values of signs in 24 languages: holidays, breaks, meals, exceptions, Asian scripts.
  ///
  /// The second part was written before any of it was read.
  @Test func signsAreReadAsMeant() throws {
    for fields in try VectorFile("sign_hours.tsv").rows {
      let row = fields.joined(separator: ",").split(separator: "\t").map(String.init)
      guard row[2] != "!" else {
        #expect(throws: OpeningHoursError.self, "\(row[1])") { try OpeningHours(row[1]) }
        continue
      }
      let hours = try OpeningHours(row[1])
      #expect(try periods(hours) == periods(OpeningHours(row[2])), "\(row[1])")
      #expect(try OpeningHours(hours.description) == hours, "\(row[1])")
    }
  }

  /// A text in OpenStreetMap's syntax keeps the meaning of the specification.
  @Test func rulesThatHaveNoEffectAreListed() throws {
    let cases: [(String, [String])] = [
      ("Mo-Sa 08:00-13:00; 15:00-19:00", ["Mo-Sa 08:00-13:00"]),
      ("Tu 09:00-12:00; Tu 14:00-18:00; PH off", ["Tu 09:00-12:00"]),
      (
        "Apr-Oct 10:00-12:00; Mo 09:00-10:00; 11:00-12:00; Dec 25 off",
        ["Apr-Oct 10:00-12:00", "Mo 09:00-10:00"]
      ),
      ("Mo-Sa 08:00-13:00,15:00-19:00", []), ("Mo-Sa 08:00-13:00, Sa 15:00-19:00", []),
      ("10:00-18:00; Mo off", []), ("Mo 10:00-18:00; off", []), ("PH off; 10:00-18:00", []),
      ("Mo 10:00-18:00 || 12:00-13:00", []), ("Mo-Sa 8-13 Uhr; 15-19 Uhr", []),
    ]
    for (text, rules) in cases {
      #expect(try OpeningHours(text).replacedRules == rules, "\(text)")
    }
    let specified = "Mo-Sa 10:00-20:00, Su,PH 12:00-17:00"
    #expect(try OpeningHours(specified).description == specified)
  }

  private static let siblingCases: [(String, String)] = [
    // Text in parentheses.
    ("Mo-Fr 9-17 (Fr bis 12 Uhr)", "Mo-Th 09:00-17:00; Fr 09:00-12:00"),
    ("Mo-Fr 9-17 (im Sommer bis 19 Uhr)", "Mo-Fr 09:00-17:00, Mo-Fr 17:00-19:00 unknown"),
    ("Mo-Fr 9-17 (12:00-13:00 closed)", "Mo-Fr 09:00-12:00,13:00-17:00"),
    ("Mo-Fr 9-17 (Apr-Oct)", "Apr-Oct Mo-Fr 09:00-17:00"),
    ("Mo-Fr 9-17 (außer feiertags)", "Mo-Fr 09:00-17:00; PH off"),
    ("Mo-Fr 09:00-17:00 (mercredi fermé)", "Mo,Tu,Th,Fr 09:00-17:00"),
    ("Mo-Fr 10-18 (Eingang im Hof)", "Mo-Fr 10:00-18:00 \"Eingang im Hof\""),
    ("Mo-Fr 8-12 (nicht in den Ferien)", "!"), ("Mo-Fr 8-12 (nicht an Feiertagen)", "!"),
    ("Mo-Fr 9-17 (closed)", "!"), ("Mo-Fr 9-17 (9-12)", "!"), ("Mo-Fr 9-17 (open", "!"),
    ("Mo-Fr 9-17 ()", "!"), ("(Mo-Fr) 9-17", "!"), ("Mo-Fr 9-17 (a (b) c)", "!"),
    // Seasons.
    ("Sommer 9-18; Winter 10-16; PH off", "09:00-18:00 unknown, 10:00-16:00; PH off"),
    (
      "Sommer: Mo-Fr 9-18, Sa 9-14; Winter: Mo-Fr 10-16",
      "Mo-Fr 09:00-18:00 unknown, Mo-Fr 10:00-16:00, Sa 09:00-14:00 unknown"
    ),
    (
      "spring 9-17, summer 9-19, autumn 9-17, winter 9-15",
      "15:00-19:00 unknown, 09:00-15:00"
    ),
    ("summer closed", "unknown"), ("Apr-Oct 9-18; im Winter geschlossen", "!"),
    // Parts of a day.
    (
      "Mo-Fr 8-12, 14-18; Mi und Fr nachmittags geschlossen",
      "Mo,Tu,Th 08:00-12:00,14:00-18:00; We,Fr 08:00-12:00"
    ),
    (
      "Mo-Sa 8-12, 14-18; Samstagnachmittag und Sonntag geschlossen",
      "Mo-Fr 08:00-12:00,14:00-18:00; Sa 08:00-12:00"
    ),
    (
      "Mo-Fr 8-12, 13-17; closed Wednesday afternoons",
      "Mo,Tu,Th,Fr 08:00-12:00,13:00-17:00; We 08:00-12:00"
    ),
    ("Mo afternoons closed; Mo-Fr 9-17", "!"), ("mornings", "00:00-12:00 unknown"),
    ("evenings 6-10", "18:00-22:00"), ("afternoon 12-5", "12:00-17:00"),
    ("Samstagabend 18-23 Uhr", "Sa 18:00-23:00"),
    ("Mo-Fr 10-12 vormittags, 2-6 nachmittags", "Mo-Fr 10:00-12:00,14:00-18:00"),
    // A closing time without an opening time.
    ("Di-Sa 18-23 Uhr, Fr und Sa bis 2 Uhr", "Tu-Th 18:00-23:00; Fr,Sa 18:00-26:00"),
    ("Mo-Fr bis 8:00", "Mo-Fr 00:00-08:00 unknown"), ("Mo-Fr 18-23, Sa bis 2 Uhr", "!"),
    ("until 9", "!"), ("bis 2 Uhr", "!"), ("до 19", "00:00-19:00 unknown"),
    // Dates.
    ("1, 6 and 8 December closed", "unknown; Dec 1,Dec 6,Dec 8 off"),
    ("1. bis 15. August geschlossen; Mo-Fr 9-17", "Mo-Fr 09:00-17:00; Aug 1-15 off"),
    ("27-30 December 10-12", "Dec 27-30 10:00-12:00"), ("10-17 Apr-Oct", "Apr-Oct 10:00-17:00"),
    ("geschlossen Heiligabend und Silvester; täglich 10-18", "10:00-18:00; Dec 24,Dec 31 off"),
    ("9-12 and 14-17 April", "!"), ("10-17 April", "!"),
    // Words for meals, breaks and the rest of the days.
    ("Mo-Fr 9-17, closed for lunch 12-13", "Mo-Fr 09:00-12:00,13:00-17:00"),
    ("closed for lunch 12-13; Mo-Fr 9-17", "!"), ("Lunch", "!"), ("otherwise closed", "!"),
    ("Mo/Mi/Fr 9-12", "Mo,We,Fr 09:00-12:00"), ("Mo/Fr 9-12", "!"),
  ]

  @Test func siblingsMeanTheSame() throws {
    for (text, plain) in Self.siblingCases {
      guard plain != "!" else {
        #expect(throws: OpeningHoursError.self, "\(text)") { try OpeningHours(text) }
        continue
      }
      #expect(try periods(OpeningHours(text)) == periods(OpeningHours(plain)), "\(text)")
    }
  }
}

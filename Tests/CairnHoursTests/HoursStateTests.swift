import CairnGeodesy
import CairnHours
import TestSupport
import Testing

@Suite struct HoursStateTests {
  private static let holidays = HolidayCalendar(
    public: ["2026-01-01", "2026-04-06", "2026-12-25"].compactMap { CivilDate($0) },
    school: (0..<14).compactMap { CivilDate("2026-08-03")?.adding(days: $0) })

  private func time(_ text: String) throws -> CivilTime { try #require(CivilTime(text)) }

  /// Texts, and times at which each is open (`+`), closed (`-`) or unknown (`?`).
  private static let states: [(text: String, states: String)] = [
    // Days of the week. 2026-11-23 is a Monday.
    (
      "Mo-Fr 08:00-18:00", "+2026-11-23T08:00 -2026-11-23T18:00 +2026-11-27T17:59 -2026-11-28T12:00"
    ),
    (
      "Fr-Mo 08:00-18:00", "+2026-11-23T12:00 -2026-11-24T12:00 +2026-11-27T12:00 +2026-11-29T12:00"
    ),
    ("Mo,We,Su 08:00-18:00", "+2026-11-23T12:00 -2026-11-24T12:00 +2026-11-25T12:00"),
    (
      "Mo[1] 10:00-12:00", "+2026-11-02T10:00 -2026-11-09T10:00 -2026-11-30T10:00 +2026-12-07T11:00"
    ),
    ("Mo[-1] 10:00-12:00", "+2026-11-30T10:00 -2026-11-23T10:00 +2026-10-26T10:00"),
    (
      "Mo[2-3,5] 10:00-12:00",
      "+2026-11-09T10:00 +2026-11-16T10:00 -2026-11-23T10:00 +2026-11-30T10:00"
    ),
    ("Sa[1] +1 day 10:00-12:00", "+2026-11-08T10:00 -2026-11-07T10:00 -2026-11-01T10:00"),
    ("Su[1] -1 day 10:00-12:00", "+2026-10-31T10:00 -2026-11-01T10:00 -2026-11-07T10:00"),
    // Months and dates.
    (
      "Apr-Oct 10:00-12:00",
      "-2026-03-31T10:00 +2026-04-01T10:00 +2026-10-31T10:00 -2026-11-01T10:00"
    ),
    (
      "Nov-Feb 10:00-12:00",
      "+2026-02-28T10:00 -2026-03-01T10:00 +2028-02-29T10:00 +2026-11-01T10:00"
    ),
    ("Jan,Mar-Apr 10:00-12:00", "+2026-01-31T10:00 -2026-02-01T10:00 +2026-04-30T10:00"),
    ("Dec 24-Jan 6 off; 10:00-12:00", "+2026-12-24T10:00"),
    (
      "10:00-12:00; Dec 24-Jan 6 off",
      "+2026-12-23T10:00 -2026-12-24T10:00 -2027-01-06T10:00 +2027-01-07T10:00"
    ),
    (
      "Dec 24-26 10:00-12:00",
      "-2026-12-23T10:00 +2026-12-24T10:00 +2026-12-26T10:00 -2026-12-27T10:00"
    ),
    (
      "Dec 24,26,30-31 10:00-12:00",
      "+2026-12-24T10:00 -2026-12-25T10:00 +2026-12-26T10:00 +2026-12-31T10:00"
    ),
    ("Dec 30-2 10:00-12:00", "+2026-12-31T10:00 +2027-01-02T10:00 -2027-01-03T10:00"),
    ("Feb 29 10:00-12:00", "+2028-02-29T10:00 -2026-02-28T10:00 -2026-03-01T10:00"),
    ("Feb 20-29 10:00-12:00", "+2026-02-28T10:00 -2026-03-01T10:00 +2028-02-29T10:00"),
    ("2026 10:00-12:00", "+2026-06-01T10:00 -2027-06-01T10:00"),
    ("2026-2030/2 10:00-12:00", "+2028-06-01T10:00 -2027-06-01T10:00 -2032-06-01T10:00"),
    (
      "2027-2028 Aug 1-14,Sep 3 10:00-12:00",
      "-2026-08-01T10:00 +2027-08-01T10:00 +2028-09-03T10:00 -2028-08-15T10:00 -2029-09-03T10:00"
    ),
    (
      "2026,2028 Aug 1 10:00-12:00",
      "+2026-08-01T10:00 -2027-08-01T10:00 +2028-08-01T10:00 -2028-08-02T10:00"
    ),
    (
      "2026 Aug 1-Aug 4,16 10:00-12:00",
      "+2026-08-01T10:00 +2026-08-16T10:00 -2027-08-16T10:00 -2026-08-15T10:00"
    ),
    (
      "2026 Dec 20-Jan 5,7 10:00-12:00",
      "+2026-12-20T10:00 +2027-01-05T10:00 +2027-01-07T10:00 -2026-01-07T10:00 -2027-01-06T10:00"
    ),
    ("2026+ 10:00-12:00", "-2025-12-31T10:00 +2099-06-01T10:00"),
    (
      "2026 Jul 1 - 2027 Feb 1 10:00-12:00", "-2026-06-30T10:00 +2027-02-01T10:00 -2027-07-02T10:00"
    ),
    ("2026 Dec 20-Jan 5 10:00-12:00", "+2027-01-05T10:00 -2026-01-03T10:00 -2027-12-24T10:00"),
    ("2026 Nov 23+ 10:00-12:00", "-2026-11-22T10:00 +2026-11-23T10:00 +2031-01-01T10:00"),
    ("2026 Aug 3,5 10:00-12:00", "+2026-08-05T10:00 -2026-08-04T10:00 -2027-08-05T10:00"),
    ("easter 10:00-12:00", "+2026-04-05T10:00 -2026-04-06T10:00 +2027-03-28T10:00"),
    ("easter -2 days-easter +1 day off; 09:00-10:00", "+2026-04-03T09:00"),
    (
      "09:00-10:00; easter -2 days-easter +1 day off",
      "-2026-04-03T09:00 -2026-04-06T09:00 +2026-04-07T09:00"
    ),
    (
      "Mar Su[-1]-Oct Su[-1] 10:00-12:00",
      "-2026-03-28T10:00 +2026-03-29T10:00 +2026-10-25T10:00 -2026-10-26T10:00"
    ),
    ("Nov 1 +Su 10:00-12:00", "+2026-11-01T10:00 -2026-11-08T10:00 +2027-11-07T10:00"),
    ("Dec 25 -Su 10:00-12:00", "+2026-12-20T10:00 -2026-12-27T10:00"),
    // 2022-12-25 was a Sunday, 2024-12-25 a Wednesday, 2027-12-25 is a Saturday.
    ("Dec 25 -Su 10:00-12:00", "+2022-12-25T10:00 -2022-12-18T10:00 +2024-12-22T10:00"),
    ("Dec 25 +Su 10:00-12:00", "+2022-12-25T10:00 +2024-12-29T10:00 +2027-12-26T10:00"),
    ("Dec 25 -Mo 10:00-12:00", "+2027-12-20T10:00 +2024-12-23T10:00 -2024-12-30T10:00"),
    ("Dec 25 +Mo 10:00-12:00", "+2027-12-27T10:00 +2024-12-30T10:00 -2024-12-23T10:00"),
    ("May 01-Oct 31: Su 10:00-12:00", "+2026-05-03T10:00 -2026-05-04T10:00 -2026-11-01T10:00"),
    ("Dec 24: 10:00-12:00; Dec 25 : off", "+2026-12-24T10:00 -2026-12-25T10:00"),
    ("Apr-Oct Su[2] 10:00-12:00", "+2026-04-12T10:00 +2026-09-13T10:00 -2026-11-08T10:00"),
    ("Oct Su[2],Mo[3] 10:00-12:00", "+2026-10-11T10:00 +2026-10-19T10:00 -2026-11-08T10:00"),
    ("Aug Mo[-1] +1 day 10:00-12:00", "+2026-09-01T10:00 -2026-08-31T10:00"),
    ("Jun-Aug Mo-Fr 10:00-12:00", "+2026-06-01T10:00 -2026-06-06T10:00 -2026-09-01T10:00"),
    ("Mo-Fr Jun-Aug 10:00-12:00", "+2026-06-01T10:00 -2026-06-06T10:00 -2026-09-01T10:00"),
    ("2028 Aug 5-2027 Jan 3 10:00-12:00", "-2028-08-05T10:00 -2029-01-02T10:00"),
    ("Dec 20 +400 days 10:00-12:00", "+2026-01-24T10:00 -2026-01-25T10:00 -2026-12-20T10:00"),
    ("Jan 10 -400 days 10:00-12:00", "+2025-12-06T10:00 -2025-12-07T10:00 -2026-01-10T10:00"),
    // Weeks.
    ("week 48 10:00-12:00", "+2026-11-23T10:00 +2026-11-29T10:00 -2026-11-30T10:00"),
    ("week 1-53/2 Mo 10:00-12:00", "-2026-11-23T10:00 +2026-11-30T10:00"),
    ("week 50-2 10:00-12:00", "+2026-12-07T10:00 +2027-01-17T10:00 -2027-01-18T10:00"),
    // Every second week from week 52: 2025 and 2027 have 52 weeks, 2026 has 53.
    (
      "week 52-4/2 Mo 10:00-12:00",
      "+2025-12-22T10:00 -2025-12-29T10:00 +2026-01-05T10:00 -2026-01-12T10:00 +2026-01-19T10:00 "
        + "+2026-12-21T10:00 -2026-12-28T10:00 +2027-01-04T10:00 -2027-01-11T10:00"
    ),
    ("week 10,48 Mo 10:00-12:00", "+2026-11-23T10:00 +2026-03-02T10:00 -2026-03-09T10:00"),
    // Holidays.
    ("Mo-Fr 10:00-12:00; PH off", "-2026-12-25T10:00 +2026-12-24T10:00"),
    ("Mo-Fr,PH 10:00-12:00", "+2026-12-25T10:00"),
    ("PH 10:00-12:00", "+2026-04-06T10:00 -2026-04-07T10:00"),
    ("PH -1 day 10:00-12:00", "+2026-12-24T10:00 -2026-12-25T10:00"),
    ("PH Mo 10:00-12:00", "+2026-04-06T10:00 -2026-12-25T10:00 -2026-04-13T10:00"),
    ("SH Mo-Fr 10:00-12:00", "+2026-08-03T10:00 -2026-08-08T10:00 -2026-08-24T10:00"),
    ("Mo-Fr 10:00-12:00; SH,PH off", "-2026-08-04T10:00 -2026-01-01T10:00 +2026-08-18T10:00"),
    // Past midnight: a time span belongs to the day on which it begins.
    ("Fr 20:00-02:00", "+2026-11-28T01:59 -2026-11-28T02:00 -2026-11-27T01:00"),
    ("Fr 20:00-26:00", "+2026-11-28T01:59 -2026-11-28T02:00 -2026-11-27T01:00"),
    ("Fr-Sa 20:00-02:00; Su 10:00-18:00", "+2026-11-29T01:00 -2026-11-29T02:00 +2026-11-29T10:00"),
    ("22:00-02:00; Th 12:00-14:00", "+2026-11-26T01:00 -2026-11-27T01:00 +2026-11-26T13:00"),
    ("Th 22:00-03:00; Fr 00:00-01:00 off", "-2026-11-27T00:30 +2026-11-27T01:00"),
    ("Th 22:00-03:00; Fr off", "+2026-11-27T02:00 -2026-11-27T22:00"),
    ("Sa 22:00-22:00", "+2026-11-29T21:00 -2026-11-29T22:00"), ("00:00-00:00", "+2026-11-23T00:00"),
    ("17:00+", "?2026-11-23T23:59 -2026-11-24T03:00"), ("09:00-17:00+", "?2026-11-23T17:00"),
    // Rules and their separators.
    ("Mo-Fr 10:00-18:00; We 14:00-16:00", "-2026-11-25T12:00 +2026-11-25T14:00"),
    ("Mo-Fr 10:00-12:00, We 14:00-16:00", "+2026-11-25T10:00 +2026-11-25T14:00 -2026-11-24T14:00"),
    ("Mo-Fr 10:00-18:00; 12:00-13:00 off", "-2026-11-23T12:30 +2026-11-23T13:00"),
    ("Mo-Fr 10:00-18:00, We off", "-2026-11-25T12:00"),
    (
      "Mo-Fr 10:00-12:00 || \"by appointment\"",
      "+2026-11-23T10:00 ?2026-11-23T12:00 ?2026-11-29T12:00"
    ),
    ("Fr 20:00-02:00 || unknown", "+2026-11-28T01:00 ?2026-11-28T02:00"),
    ("Mo off || 10:00-12:00", "+2026-11-23T11:00 +2026-11-24T11:00 -2026-11-24T13:00"),
    ("Mo 10:00-12:00 open \"ring\"", "+2026-11-23T11:00"),
    ("Mo \"ring\"", "?2026-11-23T11:00 -2026-11-24T11:00"),
    ("\"by appointment\"", "?2026-11-23T11:00"), ("unknown", "?2026-11-23T11:00"),
    ("Mo unknown; Tu 10:00-12:00 unknown", "?2026-11-23T23:00 ?2026-11-24T11:00 -2026-11-24T12:00"),
    ("open; Mo 15:00-16:00 off", "+2026-11-23T14:00 -2026-11-23T15:00 +2026-11-23T16:00"),
    ("24/7", "+2026-11-23T00:00"), ("24/7 off", "-2026-11-23T00:00"), ("off", "-2026-11-23T00:00"),
    ("\"summer\": Jun-Aug 10:00-12:00", "+2026-06-01T10:00 -2026-09-01T10:00"),
  ]

  @Test(arguments: states)
  func statesFollowTheText(text: String, states: String) throws {
    let hours = try OpeningHours(text)
    let context = HoursContext(holidays: Self.holidays)
    for expected in states.split(separator: " ") {
      let state: OpeningHours.State =
        switch expected.first {
        case "+": .open
        case "-": .closed
        default: .unknown
        }
      #expect(
        try hours.state(at: time(String(expected.dropFirst())), in: context) == state, "\(expected)"
      )
    }
  }

  /// Random rules, compared with an unrelated program that follows the specification literally.
  ///
  /// That program takes an open end as midnight, so with one only the times at which the place is
  /// certainly open are compared.
  @Test func randomRulesMatchAnotherParser() throws {
    let context = HoursContext(nights: .endAtMidnight)
    var rows = 0
    for row in try VectorFile("hours.csv").rows {
      let text = row[2...].joined(separator: ",")
      let date = try #require(CivilDate(row[0]))
      let hours = try OpeningHours(text)
      let states = (0..<96).map { half in
        let time = CivilTime(date, ClockTime(seconds: Double(half) * 1800))
        return String(hours.state(at: time, in: context).rawValue.prefix(1))
      }
      if text.contains(/[0-9)]\+/) {
        #expect(zip(states, row[1]).allSatisfy { $0 != "o" || $1 == "o" }, "\(text) \(date)")
      } else {
        #expect(states.joined() == row[1], "\(text) \(date)")
      }
      rows += 1
    }
    #expect(rows == 400)
  }

  @Test func changesAndIntervalsAgreeWithStates() throws {
    var random = SeededGenerator(seed: 3)
    let start = try time("2026-03-27T09:15")
    for row in try VectorFile("hours.csv").rows.prefix(120) {
      let line = row[2...].joined(separator: ",")
      let hours = try OpeningHours(line)
      for nights in [HoursContext.Nights.belongToTheirDay, .endAtMidnight] {
        let context = HoursContext(nights: nights)
        let from = start.adding(seconds: Double(Int.random(in: 0..<200, using: &random)) * 43_200)
        let intervals = hours.intervals(
          from: from, to: from.adding(seconds: 20 * 86_400), in: context)
        for interval in intervals {
          let state = hours.state(at: interval.from, in: context)
          #expect(state == interval.state, "\(line)")
          if interval.to == intervals.last?.to { break }
          #expect(hours.nextChange(after: interval.from, in: context) == interval.to, "\(line)")
        }
      }
    }
  }

  @Test func changesAreFinite() throws {
    let now = try time("2026-11-23T12:00")
    for text in ["24/7", "off", "unknown", "2020 off; 24/7", "Mo-Su 00:00-24:00; 2001 Jan 1 off"] {
      #expect(try OpeningHours(text).nextChange(after: now) == nil, "\(text)")
    }
    #expect(try OpeningHours("2020 Jan 1 10:00-12:00").nextChange(after: now) == nil)
    #expect(
      try OpeningHours("Feb 29 10:00-12:00").nextChange(after: now)?.description
        == "2028-02-29T10:00")
    #expect(
      try OpeningHours("2050 Jan 1 10:00-12:00").nextChange(after: now)?.description
        == "2050-01-01T10:00")
    #expect(OpeningHours.always.nextChange(after: CivilTime(.last, ClockTime(23, 0))) == nil)
    let last = try OpeningHours("10:00-12:00").intervals(
      from: CivilTime(.last, ClockTime(0, 0)), to: CivilTime(.last, ClockTime(13, 0)))
    #expect(last.map(\.state) == [.closed, .open, .closed])
  }

  @Test func overlappingTimesAreMerged() throws {
    let now = try time("2026-11-26T09:30")
    #expect(
      try OpeningHours("09:00-12:00,10:00-11:00").nextChange(after: now) == time("2026-11-26T12:00")
    )
    #expect(
      try OpeningHours("09:00-12:00,12:00-13:00").nextChange(after: now) == time("2026-11-26T13:00")
    )
    // The rules of the next day cut the night short.
    let night = try OpeningHours("Th 22:00-03:00; Fr 00:00-01:00 off")
    #expect(try night.nextChange(after: time("2026-11-26T23:00")) == time("2026-11-27T00:00"))
    let never = try OpeningHours("Th 25:00-26:00; Fr 00:00-02:00 off")
    #expect(never.nextChange(after: now) == nil)
  }

  /// Spans of the night before replace a closed day, including one closed by `off` times that cover
  /// all its other times.
  @Test func nightsFollowTheSpecification() throws {
    let letter = HoursContext(nights: .endAtMidnight)
    for (text, isOpen) in [
      ("Th 10:00-12:00; We 22:00-26:00", false), ("We 22:00-26:00", true),
      ("Th 10:00-12:00; Th 09:00-13:00 off; We 22:00-26:00", true),
      ("Th 10:00-12:00; Th 11:00-13:00 off; We 22:00-26:00", false),
      ("Th off; We 22:00-26:00", true), ("Th off \"x\"; We 22:00-26:00", false),
    ] {
      let hours = try OpeningHours(text)
      #expect(hours.isOpen(at: try time("2026-11-26T01:00"), in: letter) == isOpen, "\(text)")
    }
    let closed = try OpeningHours("Mo off \"works\"; Sa 10:00-12:00")
    #expect(closed.comment(at: try time("2026-11-23T12:00"), in: letter) == "works")
    #expect(closed.comment(at: try time("2026-11-24T12:00"), in: letter) == nil)
  }

  @Test func commentsAreReturned() throws {
    let hours = try OpeningHours("Mo 10:00-12:00 \"ring\"; Tu off \"works\"; We \"call\"")
    #expect(try hours.comment(at: time("2026-11-23T11:00")) == "ring")
    #expect(try hours.comment(at: time("2026-11-23T12:00")) == nil)
    #expect(try hours.comment(at: time("2026-11-24T12:00")) == "works")
    let days = try hours.intervals(from: time("2026-11-23T00:00"), to: time("2026-11-26T00:00"))
    #expect(days.map(\.comment) == [nil, "ring", nil, "works", "call"])
    #expect(days.map(\.state) == [.closed, .open, .closed, .closed, .unknown])
  }

  @Test func sunriseAndSunsetBoundHours() throws {
    let vienna = HoursContext(
      place: Coordinate(latitude: 48.2082, longitude: 16.3738), utcOffset: { _ in 3600 })
    let hours = try OpeningHours("(sunrise+01:00)-(sunset-00:30)")
    let date = try #require(CivilDate("2026-11-23"))
    let day = try #require(hours.windows(on: date, in: vienna).first)
    #expect(abs(day.opens - ClockTime(8, 12)) < 120 && abs(day.closes - ClockTime(15, 37)) < 120)
    // Without a location the state is unknown at times that may be open or closed.
    let noon = try time("2026-11-23T12:00")
    #expect(hours.state(at: noon) == .unknown)
    #expect(try OpeningHours("10:00-sunset").state(at: time("2026-11-23T09:00")) == .closed)
    #expect(try OpeningHours("10:00-sunset").state(at: noon) == .unknown)
    let night = try OpeningHours("sunset-sunrise")
    #expect(
      try night.isOpen(at: time("2026-11-23T02:00"), in: vienna)
        && !night.isOpen(at: noon, in: vienna))
    // A morning that ends before sunrise is empty.
    #expect(try OpeningHours("sunrise-07:00").windows(on: noon.date, in: vienna).isEmpty)
    let tromso = HoursContext(
      place: Coordinate(latitude: 69.65, longitude: 18.96), utcOffset: { _ in 3600 })
    let (summer, winter) = try (time("2026-06-21T00:30"), time("2026-12-21T12:00"))
    let light = try OpeningHours("sunrise-sunset")
    #expect(light.isOpen(at: summer, in: tromso) && !light.isOpen(at: winter, in: tromso))
    #expect(!night.isOpen(at: summer, in: tromso) && night.isOpen(at: winter, in: tromso))
  }

  /// A span with an event of the sun ends on the next day only if it would otherwise end before it
  /// begins.
  @Test(arguments: [
    // The sun is up from 04:53 to 20:58 in June, from 07:42 to 16:02 in December.
    ("19:00-sunset", "2026-06-21", "19:00-20:58"), ("19:00-sunset", "2026-12-21", "19:00-40:03"),
    ("sunrise-06:00", "2026-06-21", "04:53-06:00"), ("sunrise-06:00", "2026-12-21", "07:42-30:00"),
    ("21:00-dusk", "2026-06-21", "21:00-21:40"), ("dawn-05:00", "2026-06-21", "04:12-05:00"),
    ("(sunset+02:00)-19:30", "2026-12-21", "18:02-19:30"),
    ("(sunset+02:00)-19:30", "2026-06-21", "22:58-43:30"),
    ("20:00-(sunset-01:00)", "2026-06-21", "20:00-43:58"),
    // In the yearly mean the end follows the start, so the span never reaches the next day.
    ("16:30-sunset", "2026-12-21", ""), ("16:30-sunset", "2026-06-21", "16:30-20:58"),
    ("05:00-sunrise", "2026-06-21", ""), ("05:00-sunrise", "2026-12-21", "05:00-07:42"),
    ("dusk-21:00", "2026-06-21", ""), ("sunset-26:00", "2026-06-21", "20:58-26:00"),
    ("sunset-sunrise", "2026-06-21", "20:58-28:54"),
    ("sunrise-sunset", "2026-06-21", "04:53-20:58"),
    ("20:00-sunrise", "2026-06-21", "20:00-28:54"), ("sunset-02:00", "2026-06-21", "20:58-26:00"),
  ])
  func sunSpansEndOnTheRightDay(text: String, date: String, window: String) throws {
    let vienna = HoursContext(
      place: Coordinate(latitude: 48.2082, longitude: 16.3738),
      utcOffset: { $0.month == 6 ? 7200 : 3600 })
    let windows = try OpeningHours(text).windows(on: #require(CivilDate(date)), in: vienna)
    let expected = window.isEmpty ? [] : [window]
    #expect(windows.map { "\($0.opens.minute)-\($0.closes.minute)" } == expected)
  }

  @Test func knownStatesTakePrecedence() throws {
    let hours = try OpeningHours("10:00-12:00,sunrise-sunset")
    #expect(try hours.state(at: time("2026-06-21T11:00")) == .open)
    #expect(try hours.state(at: time("2026-06-21T13:00")) == .unknown)
    let late = try OpeningHours("19:00-sunset")
    #expect(try late.state(at: time("2026-06-21T18:00")) == .unknown)
    #expect(try late.nextChange(after: time("2026-06-21T12:00")) == nil)
    let offset = try OpeningHours("10:00-(sunset+08:00)")
    #expect(try offset.state(at: time("2026-06-21T01:00")) == .unknown)
  }

  @Test func unknownHolidaysAreReported() throws {
    let hours = try OpeningHours("Mo-Fr 09:00-17:00; PH off; SH Mo off")
    let dates = [try #require(CivilDate("2026-12-25"))]
    #expect(hours.unknownHolidays() == [.public, .school])
    #expect(hours.unknownHolidays(in: HolidayCalendar(public: dates)) == [.school])
    #expect(hours.unknownHolidays(in: HolidayCalendar(school: dates)) == [.public])
    #expect(hours.unknownHolidays(in: HolidayCalendar(public: dates, school: [])).isEmpty)
    #expect(hours.unknownHolidays(in: HolidayCalendar { _ in false }) == [.school])
    #expect(hours.unknownHolidays(in: .none).isEmpty)
    #expect(try OpeningHours("Mo-Fr 09:00-17:00").unknownHolidays().isEmpty)
    #expect(try OpeningHours("10-12 || PH -1 day 14-16").unknownHolidays() == [.public])
    let (from, to) = try (time("2026-12-25T08:00"), time("2026-12-26T00:00"))
    #expect(hours.intervals(from: from, to: to).allSatisfy { !$0.areHolidaysKnown })
    #expect(
      hours.intervals(from: from, to: to).first?.description
        == "2026-12-25T08:00 to 2026-12-25T09:00, closed, holidays not known")
    let context = HoursContext(holidays: HolidayCalendar(public: dates, school: dates))
    #expect(hours.intervals(from: from, to: to, in: context).allSatisfy { $0.areHolidaysKnown })
    #expect(!hours.isOpen(at: try time("2026-12-25T10:00"), in: context))
    #expect(hours.isOpen(at: try time("2026-12-25T10:00")))
    // Without a holiday calendar a single week decides.
    #expect(try OpeningHours("24/7; PH off").nextChange(after: from) == nil)
  }

  /// Texts of 5 to 7 kB that once took seconds.
  @Test func longTextsAreFast() throws {
    func spans(_ count: Int, _ text: (String) -> String, _ separator: String) -> String {
      (0..<count).map { number in
        let from = ClockTime(seconds: Double(number * 180))
        return text("\(from)-\(from + 60)")
      }.joined(separator: separator)
    }
    let now = try time("2026-11-23T12:00:30")
    let fallbacks = try OpeningHours(
      spans(400, { $0 }, ",") + String(repeating: "||0-24 off", count: 247))
    #expect(fallbacks.isOpen(at: now))
    #expect(try fallbacks.nextChange(after: now) == time("2026-11-23T12:01"))
    let closings = try OpeningHours(
      "Jan-Dec 12:00-13:00 open, 12:00-12:01 off, " + spans(290, { "\($0) off" }, ", "))
    #expect(!closings.isOpen(at: now))
    #expect(try closings.nextChange(after: now) == time("2026-11-23T12:01"))
    let easters = try OpeningHours(String(repeating: "easter off; ", count: 100) + "2050 off")
    #expect(easters.nextChange(after: now) == nil)
  }

  @Test func windowsAreSetByWeekday() throws {
    var hours = try OpeningHours("Mo-Fr 10:00-18:00; Aug off")
    hours[.monday] = [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))]
    hours[.monday].append(TimeWindow(ClockTime(8, 0), ClockTime(9, 0)))
    #expect(hours[.monday].map(\.description) == ["08:00-09:00", "20:00-26:00"])
    #expect(hours[.tuesday].map(\.description) == ["10:00-18:00"])
    #expect(hours.needsDates && !hours.areDaily)
    #expect(OpeningHours.unknown.state(at: try time("2026-11-23T11:00")) == .unknown)
    #expect(OpeningHours.unknown[.monday].isEmpty)
  }
}

extension ClockTime {
  /// The time rounded down to the minute, as text.
  fileprivate var minute: String {
    ClockTime(seconds: (seconds / 60).rounded(.down) * 60).description
  }
}

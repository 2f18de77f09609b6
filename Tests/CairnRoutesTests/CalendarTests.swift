import CairnGeodesy
import CairnHours
import CairnRoutes
import Testing

@Suite struct CalendarTests {
  private let place = Coordinate(latitude: 38.7139, longitude: -9.1334)

  private func calendar(
    _ names: [String], date: String? = "2026-03-29", visit: Double = 3600,
    utcOffset: ((CivilTime) -> Double)? = nil
  ) throws -> String {
    let stops = names.map { VisitStop($0, at: place, duration: .seconds(visit)) }
    var day = TripDay(
      from: ClockTime(9, 30), to: ClockTime(30, 0), start: place, end: place)
    day.date = date.flatMap { CivilDate($0) }
    let plan = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metersPerSecond: 1.3))
    let stamp = try #require(CivilTime("2026-03-01T12:00:05"))
    return try plan.iCalendar(stops: stops, days: [day], stamp: stamp, utcOffset: utcOffset)
  }

  /// The lines, with folded ones joined again.
  private func unfolded(_ text: String) -> [String] {
    var lines: [String] = []
    #expect(text.hasSuffix("\r\n"))
    for line in text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast() {
      #expect(line.utf8.count <= 75)
      #expect(!line.contains("\n") && !line.contains("\r"))
      if line.hasPrefix(" ") {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }

  @Test func visitsBecomeEvents() throws {
    let lines = unfolded(try calendar(["Museum"]))
    let uid = try #require(lines.first { $0.hasPrefix("UID:") })
    #expect(uid.hasSuffix("@cairn.invalid"))
    #expect(
      lines == [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Cairn//Itinerary//EN", "CALSCALE:GREGORIAN",
        "BEGIN:VEVENT", uid, "DTSTAMP:20260301T120005Z", "DTSTART:20260329T093000",
        "DTEND:20260329T103000", "SUMMARY:Museum", "GEO:38.7139;-9.1334",
        "DESCRIPTION:0 min on the way\\, arrival at 09:30", "END:VEVENT", "END:VCALENDAR",
      ])
    // The event keeps its identifier, whatever else changes.
    #expect(unfolded(try calendar(["Museum"], visit: 60)).contains(uid))
    #expect(!unfolded(try calendar(["Market"])).contains(uid))
  }

  @Test(arguments: [
    (1e-5, -2e-6, "0.00001;-0.000002"), (-1e-9, 180, "0;180"), (-89.9999999, 0.1 + 0.2, "-90;0.3"),
  ])
  func degreesAreDecimal(latitude: Double, longitude: Double, text: String) throws {
    let place = Coordinate(latitude: latitude, longitude: longitude)
    let stop = VisitStop("A", at: place, duration: .minutes(1))
    let day = TripDay(
      date: try #require(CivilDate(2026, 3, 29)), from: ClockTime(9, 0), to: ClockTime(19, 0),
      start: place, end: place)
    let plan = try SchedulePlanner().plan(
      [stop], days: [day], travel: .speed(metersPerSecond: 1.3))
    let stamp = try #require(CivilTime("2026-03-01T12:00:05"))
    let lines = unfolded(try plan.iCalendar(stops: [stop], days: [day], stamp: stamp))
    #expect(lines.contains("GEO:" + text))
  }

  @Test func textIsEscapedAndFolded() throws {
    let names = [
      "a;b,c\\d\ne", "tab\there\u{0}\u{7F}", "line\r\nnext",
      String(repeating: "Łódź 🏰 ", count: 40),
      String(repeating: "é", count: 31) + "x", String(repeating: "🏰", count: 200), "",
    ]
    for name in names {
      let lines = unfolded(try calendar([name]))
      let summary = try #require(lines.first { $0.hasPrefix("SUMMARY:") }).dropFirst(8)
      var plain = ""
      var isEscaped = false
      for character in summary.unicodeScalars {
        if isEscaped {
          plain.unicodeScalars.append(character == "n" ? "\n" : character)
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else {
          plain.unicodeScalars.append(character)
        }
      }
      let expected = name.unicodeScalars.filter { !["\u{0}", "\u{7F}", "\r"].contains($0) }
      #expect(plain.unicodeScalars.elementsEqual(expected), "\(name)")
    }
  }

  @Test func timesPastMidnightAndInUTC() throws {
    // Eight visits of two hours from 09:30 extend into the next day.
    let names = (0..<8).map { "\($0)" }
    let local = unfolded(try calendar(names, visit: 7200))
    #expect(local.contains("DTSTART:20260329T233000") && local.contains("DTEND:20260330T013000"))
    // The clocks went forward that night: from one o'clock on they are an hour ahead.
    let change = try #require(CivilTime("2026-03-29T10:00"))
    let utc = unfolded(
      try calendar(names, visit: 7200) { $0 < change ? 0 : 3600 })
    #expect(utc.contains("DTSTART:20260329T093000Z") && utc.contains("DTEND:20260329T113000Z"))
    #expect(utc.contains("DTSTART:20260329T223000Z") && utc.contains("DTEND:20260330T003000Z"))
    let brief = unfolded(try calendar(["A"], visit: 0))
    #expect(brief.contains("DTSTART:20260329T093000") && !brief.contains { $0.hasPrefix("DTEND") })
  }

  @Test func daysNeedDates() throws {
    #expect(throws: CalendarError.dateNeeded(day: 0)) { try calendar(["A"], date: nil) }
    #expect(unfolded(try calendar([], date: nil)).count == 5)
    let plan = try SchedulePlanner().plan([], days: [], travel: .speed(metersPerSecond: 1))
    let stamp = try #require(CivilTime("2026-03-01T12:00"))
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(10, 0))
    #expect(throws: CalendarError.otherRequest) {
      try plan.iCalendar(stops: [], days: [day], stamp: stamp)
    }
  }

  /// An itinerary that the caller created may hold any numbers; no text or calendar of it traps.
  @Test func numbersOfOtherItinerariesAreClamped() throws {
    let stamp = try #require(CivilTime("2026-03-01T12:00"))
    let stops = [
      VisitStop("A", at: place, duration: .minutes(1)),
      VisitStop("B", at: place, duration: .minutes(1)),
    ]
    var day = TripDay(from: ClockTime(9, 0), to: ClockTime(10, 0), start: place, end: place)
    day.date = CivilDate("2026-03-29")
    for (number, minutes) in [
      (Double.nan, 0), (-.infinity, 0), (-1e300, 0), (-1, 0), (1e300, 16_666_667),
      (.infinity, 16_666_667), (90, 2),
    ] {
      let time = ClockTime(seconds: number)
      let visit = Visit(
        stop: 0, name: "A", travel: number, arrival: time, start: time, departure: time,
        lateness: number, pause: number, utcOffset: number, clockChange: number,
        timeBefore: number, timeAfter: number)
      let pause = ScheduledBreak(
        number: -1, name: "", start: time, end: time, visitsBefore: -1, moment: .onTheWay,
        utcOffset: number)
      func schedule(_ number: Int) -> DaySchedule {
        DaySchedule(
          day: number, departure: time, latestDeparture: time, visits: [visit],
          travelToEnd: time.seconds, arrival: time, breaks: [pause], utcOffset: time.seconds,
          clockChange: time.seconds)
      }
      let plan = Itinerary(days: [schedule(0)], score: number)
      #expect(!"\(plan) \(plan.days) \(visit) \(pause)".isEmpty)
      let text = try plan.iCalendar(stops: stops, days: [day], stamp: stamp)
      #expect(unfolded(text).contains { $0.hasPrefix("DESCRIPTION:\(minutes) min on the way") })
      let short = LeftOutReason.windowsTooShort(longest: number, visit: number)
      #expect("\(short)".contains("\(minutes) min") || number == 90)
      for days in [[schedule(3)], [schedule(-1)], [schedule(0), schedule(0)]] {
        let trip = [TripDay](repeating: day, count: days.count)
        #expect(throws: CalendarError.otherRequest) {
          try Itinerary(days: days).iCalendar(stops: stops, days: trip, stamp: stamp)
        }
        #expect(Itinerary(days: days).nights(of: stops, days: trip).count == days.count - 1)
        // Any plan may be replanned, whatever its times are.
        for skipped in [[], [0]] as [Set<Int>] {
          _ = try? SchedulePlanner(limit: .work(100)).replan(
            Itinerary(days: days), stops, days: trip, travel: .speed(metersPerSecond: 1), day: 0,
            at: ClockTime(9, 30), skipped: skipped)
        }
      }
    }
  }
}

import CairnGeodesy
import CairnHours
import CairnRoutes
import TestSupport
import Testing

/// Plans through the nights in which the clock changes for daylight saving time.
@Suite struct DaylightSavingTests {
  /// A time zone with one change, by the rules of 2026.
  struct Zone: Sendable, CustomTestStringConvertible {
    var name: String
    var date: CivilDate
    /// The UTC offset before the change, in seconds.
    var before: Double
    /// The number of seconds by which the clock is set forward.
    var change: Double
    /// The moment of the change, in UTC.
    var moment: CivilTime
    var testDescription: String { "\(name) \(date)" }

    init(_ name: String, _ date: String, _ before: Double, _ change: Double, at moment: String) {
      self.name = name
      self.date = CivilDate(date) ?? CivilDate(dayNumber: 0)
      self.before = before * 3600
      self.change = change * 3600
      self.moment = CivilTime(moment) ?? CivilTime(self.date, ClockTime(0, 0))
    }

    func utcOffset(_ utc: CivilTime) -> Double { utc < moment ? before : before + change }
  }

  static let zones = [
    Zone("Berlin", "2026-03-29", 1, 1, at: "2026-03-29T01:00"),
    Zone("Berlin", "2026-10-25", 2, -1, at: "2026-10-25T01:00"),
    Zone("Lisbon", "2026-03-29", 0, 1, at: "2026-03-29T01:00"),
    Zone("Lisbon", "2026-10-25", 1, -1, at: "2026-10-25T01:00"),
    Zone("New York", "2026-03-08", -5, 1, at: "2026-03-08T07:00"),
    Zone("New York", "2026-11-01", -4, -1, at: "2026-11-01T06:00"),
    Zone("Lord Howe", "2026-10-04", 10.5, 0.5, at: "2026-10-03T15:30"),
    Zone("Lord Howe", "2026-04-05", 11, -0.5, at: "2026-04-04T15:00"),
    // The evening before, so that the day is another one in UTC.
    Zone("Nuuk", "2026-03-28", -2, 1, at: "2026-03-29T01:00"),
    Zone("Nuuk", "2026-10-24", -1, -1, at: "2026-10-25T01:00"),
  ]

  private static let here = Coordinate(latitude: 50, longitude: 10)

  /// The day around the change: it begins three hours before and ends eight hours after it.
  private func day(_ zone: Zone) -> (day: TripDay, change: ClockTime) {
    let local = zone.moment.adding(seconds: zone.before)
    let change = local.time + Double(zone.date.days(to: local.date)) * 86_400
    var day = TripDay(
      from: change - 3 * 3600, to: change + (8 * 3600 + zone.change), start: Self.here,
      end: Self.here)
    day.setClock(on: zone.date, utcOffset: zone.utcOffset)
    return (day, change)
  }

  /// The starts, ends and durations of the events in a calendar in UTC.
  private func events(_ text: String) throws -> [(start: CivilTime, seconds: Double)] {
    func times(_ name: String) throws -> [CivilTime] {
      try text.split(separator: "\r\n").filter { $0.hasPrefix(name + ":") }.map { line in
        let digits = Array(line.dropFirst(name.count + 1))
        #expect(digits.last == "Z")
        let date = "\(String(digits[0..<4]))-\(String(digits[4..<6]))-\(String(digits[6..<8]))"
        let time = "\(String(digits[9..<11])):\(String(digits[11..<13])):\(String(digits[13..<15]))"
        return try #require(CivilTime(date + "T" + time))
      }
    }
    return try zip(times("DTSTART"), times("DTEND")).map { start, end in
      (
        start,
        Double(start.date.days(to: end.date)) * 86_400 + end.time.seconds - start.time.seconds
      )
    }
  }

  @Test(arguments: zones)
  func setClockFindsTheChange(zone: Zone) {
    let (day, change) = day(zone)
    #expect(day.utcOffset == zone.before)
    #expect(day.clockChange == ClockChange(at: change, by: zone.change))
    #expect(day.date == zone.date)
    // Days that end before the change or begin after it have none.
    var early = TripDay(from: change - 7200, to: change - 60)
    early.setClock(on: zone.date, utcOffset: zone.utcOffset)
    #expect(early.clockChange == nil && early.utcOffset == zone.before)
    var late = TripDay(from: change + 7200, to: change + 10_800)
    late.setClock(on: zone.date, utcOffset: zone.utcOffset)
    #expect(late.clockChange == nil && late.utcOffset == zone.before + zone.change)
  }

  @Test(arguments: zones)
  func visitsTakeAsLongAsTheyDoInUTC(zone: Zone) throws {
    let (day, change) = day(zone)
    let stops = (0..<4).map { VisitStop("Stop \($0)", at: Self.here, duration: .hours(2)) }
    let plan = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metersPerSecond: 1))
    let visits = plan.days[0].visits
    #expect(visits.count == 4)
    // Back to back from three hours before the change on; the second visit runs across it.
    let first = change - 3 * 3600
    for (number, visit) in visits.enumerated() {
      let start = first + Double(number) * 7200
      let isBehind = start >= change
      #expect(visit.start == (isBehind ? start + zone.change : start))
      #expect(visit.utcOffset == (isBehind ? zone.before + zone.change : zone.before))
      #expect(visit.seconds == 7200)
      #expect(visit.clockChange == (number == 1 ? zone.change : 0))
    }
    #expect(plan.days[0].arrival == first + (4 * 7200 + zone.change))
    let text = try plan.iCalendar(stops: stops, days: [day], stamp: zone.moment)
    let events = try events(text)
    #expect(events.map(\.seconds) == [7200, 7200, 7200, 7200])
    for (number, event) in events.enumerated() {
      let seconds = Double(number * 7200 - 3 * 3600)
      #expect(event.start == zone.moment.adding(seconds: seconds))
    }
  }

  @Test(arguments: zones)
  func visitsInUTCKeepTheirDurationWithoutAZone(zone: Zone) throws {
    // The planner does not know the zone, only the calendar does.
    var day = day(zone).day
    (day.utcOffset, day.clockChange) = (nil, nil)
    let stops = (0..<3).map { VisitStop("Stop \($0)", at: Self.here, duration: .hours(2)) }
    let plan = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metersPerSecond: 1))
    let text = try plan.iCalendar(stops: stops, days: [day], stamp: zone.moment) { local in
      let utc = local.adding(seconds: -zone.before)
      return zone.utcOffset(utc)
    }
    #expect(try events(text).map(\.seconds) == [7200, 7200, 7200])
  }

  /// Compares windows across the change with a plain simulation, minute by minute of UTC.
  @Test(arguments: zones)
  func windowsFollowTheLocalClock(zone: Zone) throws {
    let (day, change) = day(zone)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<60 {
      let opens = change + Double(Int.random(in: -10...24, using: &random)) * 900
      let closes = opens + Double(Int.random(in: 0...20, using: &random)) * 900
      let visit = Double(Int.random(in: 0...8, using: &random)) * 900
      let stop = VisitStop(
        "Shop", at: Self.here, duration: .seconds(visit), hours: .daily(TimeWindow(opens, closes)))
      let plan = try SchedulePlanner().plan(
        [stop], days: [day], travel: .speed(metersPerSecond: 1))
      // By the clock before the change, with the first occurrence of an ambiguous time.
      func elapsed(_ local: ClockTime) -> Double {
        var time = -24 * 3600.0
        while time < 48 * 3600 {
          let moment = change + time
          let shown = time < 0 ? moment : moment + zone.change
          if shown >= local { return time }
          time += 900
        }
        return time
      }
      let start = max(elapsed(opens), -3 * 3600)
      // A window that is a whole day later does not matter: the day takes eleven hours.
      let isPossible =
        start + visit <= elapsed(closes) && start + visit <= 8 * 3600 && opens <= closes
      let found = plan.days[0].visits.first
      let shown = change + (start < 0 ? start : start + zone.change)
      #expect(
        found?.start == (isPossible ? shown : nil), "\(opens) \(closes) \(visit) \(change)")
      if found == nil, elapsed(closes) >= -3 * 3600, elapsed(opens) < 8 * 3600, visit > 0 {
        #expect(plan.leftOut.first?.reason != .closed)
      }
    }
  }

  @Test(arguments: zones)
  func fixedTimesAndBreaksFollowTheLocalClock(zone: Zone) throws {
    var (day, change) = day(zone)
    let time = change + (3 * 3600 + zone.change)
    day.breaks = [
      TripBreak("Breakfast", between: time + 3600, and: time + 7200, for: .minutes(30))
    ]
    let stop = VisitStop("Ferry", at: Self.here, duration: .minutes(30), startsAt: time)
    let plan = try SchedulePlanner().plan(
      [stop, VisitStop("Walk", at: Self.here, duration: .hours(2))], days: [day],
      travel: .speed(metersPerSecond: 1))
    let ferry = try #require(plan.days[0].visits.first { $0.stop == 0 })
    #expect(ferry.start == time && ferry.utcOffset == zone.before + zone.change)
    // The break may be due only after the day has ended.
    for pause in plan.days[0].breaks {
      #expect(pause.start >= time + 3600 && pause.start <= time + 7200)
      #expect(pause.utcOffset == zone.before + zone.change)
    }
    let text = try plan.iCalendar(stops: [stop, stop], days: [day], stamp: zone.moment)
    #expect(try events(text).contains { $0.start == zone.moment.adding(seconds: 3 * 3600) })
  }

  @Test(arguments: zones)
  func replanContinuesAcrossTheChange(zone: Zone) throws {
    let (day, change) = day(zone)
    let stops = (0..<4).map { VisitStop("Stop \($0)", at: Self.here, duration: .hours(2)) }
    let planner = SchedulePlanner()
    let travel = TravelTimes.speed(metersPerSecond: 1)
    let plan = try planner.plan(stops, days: [day], travel: travel)
    // Two hours after the change, by the clock in Greenwich and by the local one.
    let rest = [
      try planner.replan(
        plan, stops, days: [day], travel: travel, day: 0,
        at: change + (7200 - zone.before), utcOffset: 0),
      try planner.replan(
        plan, stops, days: [day], travel: travel, day: 0, at: change + (7200 + zone.change)),
    ]
    for replanned in rest {
      #expect(replanned.days[0].visits.map(\.start) == plan.days[0].visits.map(\.start))
      #expect(replanned.days[0].visits.map(\.utcOffset) == plan.days[0].visits.map(\.utcOffset))
      #expect(replanned.days[0].arrival == plan.days[0].arrival)
    }
  }

  @Test func invalidChangesAreErrors() throws {
    let (valid, change) = day(Self.zones[0])
    let travel = TravelTimes.speed(metersPerSecond: 1)
    func error(_ clock: ClockChange, offset: Double? = 3600) -> ScheduleError? {
      var day = valid
      (day.clockChange, day.utcOffset) = (clock, offset)
      do throws(ScheduleError) {
        _ = try SchedulePlanner().plan([], days: [day], travel: travel)
        return nil
      } catch { return error }
    }
    #expect(error(ClockChange(at: change, by: 3600)) == nil)
    for wrong in [
      ClockChange(at: valid.from, by: 3600), ClockChange(at: change, by: 90_000),
      ClockChange(at: ClockTime(seconds: .infinity), by: 3600),
    ] {
      #expect(error(wrong) == .invalidClockChange(wrong, day: 0))
    }
    let clock = ClockChange(at: change, by: 3600)
    #expect(error(clock, offset: nil) == .invalidClockChange(clock, day: 0))
  }

  @Test func zeroWidthWindowsAreTooShortAndNotClosed() throws {
    let noon = TimeWindow(ClockTime(12, 0), ClockTime(12, 0))
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0), start: Self.here, end: nil)
    func reason(_ hours: OpeningHours, visit: Double, ends: Bool = true) throws -> LeftOutReason? {
      let stop = VisitStop(
        "Clock", at: Self.here, duration: .seconds(visit), hours: hours, endsByClosing: ends)
      return try SchedulePlanner().plan([stop], days: [day], travel: .speed(metersPerSecond: 1))
        .leftOut.first?.reason
    }
    #expect(
      try reason(.daily(noon), visit: 600) == .windowsTooShort(longest: 0, visit: 600))
    #expect(try reason(.daily(noon), visit: 0) == nil)
    #expect(try reason(.daily(noon), visit: 600, ends: false) == nil)
    #expect(try reason(.daily([]), visit: 600) == .closed)
    let evening = TimeWindow(ClockTime(20, 0), ClockTime(20, 0))
    #expect(try reason(.daily(evening), visit: 600) == .closed)
    let brief = TimeWindow(ClockTime(12, 0), ClockTime(12, 5))
    #expect(
      try reason(.daily([noon, brief]), visit: 600) == .windowsTooShort(longest: 300, visit: 600))
  }
}

import CairnGeodesy
import CairnHours
import CairnRoutes
import TestSupport
import Testing

@Suite struct ScheduleDatesTests {
  private let home = Coordinate(latitude: 38.7223, longitude: -9.1393)

  private func stop(_ name: String, _ hours: OpeningHours) -> VisitStop {
    VisitStop(
      name, at: Coordinate(latitude: 38.7139, longitude: -9.1334), duration: .hours(1), hours: hours
    )
  }

  private func plan(
    _ hours: OpeningHours, _ day: TripDay, context: HoursContext = HoursContext()
  ) throws(ScheduleError) -> Itinerary {
    var planner = SchedulePlanner()
    planner.hoursContext = context
    return try planner.plan([stop("A", hours)], days: [day], travel: .speed(metersPerSecond: 1.3))
  }

  private func day(_ text: String) throws -> TripDay {
    TripDay(
      date: try #require(CivilDate(text)), from: ClockTime(9, 0), to: ClockTime(18, 0), start: home,
      end: home)
  }

  @Test func datesDetermineSeasonsAndHolidays() throws {
    let hours = try OpeningHours("Apr-Oct 10:00-17:00; PH off")
    #expect(try plan(hours, day("2026-04-01")).days[0].visits.first?.start == ClockTime(10, 0))
    #expect(try plan(hours, day("2026-03-31")).leftOut.first?.reason == .closed)
    let holidays = HolidayCalendar(public: [try #require(CivilDate("2026-04-01"))])
    let closed = try plan(hours, day("2026-04-01"), context: HoursContext(holidays: holidays))
    #expect(closed.leftOut.first?.reason == .closed)
    #expect(try day("2026-03-29").weekday == .sunday)
    let weekday = TripDay(
      .monday, from: ClockTime(9, 0), to: ClockTime(18, 0), start: home, end: home)
    #expect(throws: ScheduleError.dateNeeded(stop: 0, day: 0)) { try plan(hours, weekday) }
    // Holidays alone need no date; without one no day is a holiday.
    #expect(try plan(OpeningHours("Mo 10:00-17:00; PH off"), weekday).visitCount == 1)
  }

  @Test func unknownHoursAreVisitedAndReported() throws {
    let plan = try plan(.unknown, day("2026-04-01"))
    #expect(plan.days[0].visits.map(\.areHoursKnown) == [false])
    for (text, isKnown) in [
      ("09:00-18:00", true), ("09:00-12:00 || \"call\"", true),
      ("Mo 09:00-12:00 || \"call\"", false),
      ("10:00-12:00 unknown", false), ("10:00-sunset", false),
    ] {
      let visits = try self.plan(OpeningHours(text), day("2026-04-01")).days[0].visits
      #expect(visits.map(\.areHoursKnown) == [isKnown], "\(text)")
    }
    let sun = HoursContext(utcOffset: { _ in 3600 })
    let lit = try self.plan(OpeningHours("10:00-sunset"), day("2026-04-01"), context: sun)
    #expect(lit.days[0].visits.map(\.areHoursKnown) == [true])
  }

  /// The times of the sun are between the ticks in which visits are planned.
  @Test func visitsThatWaitForTheSunHaveKnownHours() throws {
    let sun = HoursContext(utcOffset: { _ in 3600 })
    for text in ["sunrise-sunset", "dawn-dusk", "(sunrise+01:30)-20:00"] {
      for number in stride(from: 0, to: 360, by: rounds(15, inDebug: 60)) {
        var day = try day("2026-01-01")
        day.date = day.date?.adding(days: number)
        day.from = ClockTime(3, 0)
        day.to = ClockTime(22, 0)
        let visit = try #require(
          try plan(OpeningHours(text), day, context: sun).days[0].visits.first)
        #expect(visit.start > visit.arrival && visit.areHoursKnown, "\(text), day \(number)")
      }
    }
  }

  @Test func nightsExtendIntoNextDate() throws {
    let hours = try OpeningHours("2026 Mar 28 22:00-12:00")
    #expect(try plan(hours, day("2026-03-29")).days[0].visits.first?.start.seconds ?? 0 < 12 * 3600)
    #expect(try plan(hours, day("2026-03-30")).leftOut.first?.reason == .closed)
  }
}

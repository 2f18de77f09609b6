import CairnHours
import CairnRoutes
import Foundation
import Testing

/// Breaks, with times computed by hand.
@Suite struct BreakTests {
  private static let lunch = TripBreak(
    "Lunch", between: ClockTime(11, 30), and: ClockTime(14, 0), for: .hours(1))

  private func day(
    _ from: ClockTime = ClockTime(9, 0), to: ClockTime = ClockTime(18, 0),
    breaks: [TripBreak] = [lunch]
  ) -> TripDay {
    var day = TripDay(from: from, to: to, startPlace: .row(0), endPlace: .row(0))
    day.breaks = breaks
    return day
  }

  /// Row 0 is the hotel; every other pair of places is ten minutes apart.
  private func plan(_ stops: [VisitStop], _ day: TripDay) throws(ScheduleError) -> Itinerary {
    try SchedulePlanner().plan(
      stops, days: [day], travel: .table(count: stops.count + 1) { _, _ in 600 })
  }

  private func stop(
    _ row: Int, minutes: Double, _ hours: OpeningHours = .always, startsAt: ClockTime? = nil
  ) -> VisitStop {
    VisitStop(
      "stop \(row)", place: .row(row), duration: .seconds(minutes * 60), hours: hours,
      startsAt: startsAt)
  }

  @Test func lunchWhileMuseumIsClosed() throws {
    let museum = stop(1, minutes: 60, .daily(TimeWindow(ClockTime(13, 0), ClockTime(17, 0))))
    let found = try plan([museum, stop(2, minutes: 120)], day()).days[0]
    // 9:10 to 11:10, ten minutes of travel, lunch from 11:30 to 12:30 at the entrance.
    #expect(found.description == "day 0: stop 2 09:10-11:10, Lunch 11:30-12:30, stop 1 13:00-14:00")
    #expect(found.breaks[0].moment == .onArrival && found.breaks[0].visitsBefore == 1)
    #expect(found.visits[1].arrival == ClockTime(11, 20) && found.visits[1].pause == 3600)
    #expect(found.visits[1].waiting == 2400 && found.arrival == ClockTime(14, 10))
    // The museum opens at 13:00; after a departure 30 min later, lunch ends as it opens.
    #expect(found.latestDeparture == ClockTime(9, 40))
    #expect(found.breaks(before: 1) == found.breaks && found.breaks(before: 2).isEmpty)
  }

  @Test func lunchFollowsAVisitAtOnce() throws {
    let found = try plan([stop(1, minutes: 180), stop(2, minutes: 180)], day()).days[0]
    #expect(
      found.description.hasSuffix("09:10-12:10, Lunch 12:10-13:10, stop 2 13:20-16:20")
        || found.description.hasSuffix("09:10-12:10, Lunch 12:10-13:10, stop 1 13:20-16:20"))
    #expect(found.breaks[0].moment == .beforeLeaving && found.visits[1].pause == 0)
    #expect(found.waiting == 0 && found.arrival == ClockTime(16, 30))
  }

  @Test func visitTooLongForBreakIsLeftOut() throws {
    let tour = stop(1, minutes: 240, startsAt: ClockTime(11, 0))
    let found = try plan([tour], day())
    #expect(found.leftOut.map(\.reason) == [.noTimeForBreak])
    #expect(found.days[0].visits.isEmpty && found.isOptimal)
    // The day is over by 14:00.
    #expect(found.days[0].leftOutBreaks.map(\.reason) == [.dayEndsBefore])
    #expect(try plan([tour], day(breaks: [])).leftOut.isEmpty)
  }

  @Test func breakIsRequiredIfDayLastsPastItsWindow() throws {
    // A return at 14:00 leaves time for lunch afterward; for a later return, lunch comes before the
    // return, if possible.
    #expect(try plan([stop(1, minutes: 280)], day()).days[0].breaks.isEmpty)
    let longer = try plan([stop(1, minutes: 281)], day()).days[0]
    #expect(longer.description == "day 0: stop 1 09:10-13:51, Lunch 13:51-14:51")
    #expect(longer.arrival == ClockTime(15, 1) && longer.breaks[0].moment == .beforeLeaving)
    let after = try plan([stop(1, minutes: 291)], day()).days[0]
    #expect(after.description == "day 0: Lunch 11:30-12:30, stop 1 12:30-17:21")
    let earlier = try plan([stop(1, minutes: 281)], day(ClockTime(8, 0))).days[0]
    #expect(earlier.breaks.isEmpty && earlier.arrival == ClockTime(13, 1))
    let later = try plan([stop(1, minutes: 281)], day(ClockTime(11, 30))).days[0]
    #expect(later.description == "day 0: Lunch 11:40-12:40, stop 1 12:40-17:21")
    // The day begins after the break's window, or the break has to begin at once.
    let none = try plan([stop(1, minutes: 60)], day(ClockTime(14, 1))).days[0]
    #expect(none.leftOutBreaks.map(\.reason) == [.dayBeginsAfter])
    let atOnce = try plan([stop(1, minutes: 60)], day(ClockTime(14, 0))).days[0]
    #expect(atOnce.description == "day 0: Lunch 14:00-15:00, stop 1 15:10-16:10")
    #expect(atOnce.breaks[0].moment == .beforeLeaving)
  }

  @Test func conflictingBreaksAreReported() throws {
    let noon = TripBreak("Noon", between: ClockTime(12, 0), and: ClockTime(12, 0), for: .hours(1))
    let call = TripBreak(
      "Call", between: ClockTime(12, 30), and: ClockTime(12, 30), for: .minutes(10))
    let touch = TripBreak(
      "Touch", between: ClockTime(13, 0), and: ClockTime(13, 0), for: .minutes(10))
    let found = try plan([stop(1, minutes: 240)], day(breaks: [noon, call, touch])).days[0]
    #expect(found.breaks.map(\.description) == ["Noon 12:00-13:00", "Touch 13:00-13:10"])
    #expect(found.leftOutBreaks.map(\.number) == [1])
    #expect(found.leftOutBreaks.map(\.reason) == [.noRoom])
    #expect(found.visits.count == 1)
    // A day spent driving has no time for lunch.
    let drive = try SchedulePlanner().plan(
      [],
      days: [
        {
          var day = TripDay(
            from: ClockTime(9, 0), to: ClockTime(17, 0), startPlace: .row(0), endPlace: .row(1))
          day.breaks = [Self.lunch]
          return day
        }()
      ], travel: .table([[0, 7.5 * 3600], [7.5 * 3600, 0]]))
    #expect(drive.days[0].leftOutBreaks.map(\.reason) == [.noRoom])
  }

  @Test func longLegIsInterrupted() throws {
    var day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(18, 0), startPlace: .row(0), endPlace: .row(1))
    day.breaks = [Self.lunch]
    let found = try SchedulePlanner().plan(
      [], days: [day], travel: .table([[0, 7 * 3600], [7 * 3600, 0]])
    ).days[0]
    #expect(found.breaks.map(\.description) == ["Lunch 11:30-12:30"])
    #expect(found.breaks[0].moment == .onTheWay && found.arrival == ClockTime(17, 0))
    #expect(found.latestDeparture == found.departure)
  }

  @Test func invalidBreaksThrow() {
    for (from, to, length) in [
      (ClockTime(14, 0), ClockTime(12, 0), 60.0), (ClockTime(12, 0), ClockTime(14, 0), -1),
      (ClockTime(12, 0), ClockTime(14, 0), .nan), (ClockTime(12, 0), ClockTime(14, 0), 1e8),
      (ClockTime(seconds: .nan), ClockTime(14, 0), 1), (ClockTime(0, 0), ClockTime(900, 0), 1),
    ] {
      var wrong = TripBreak(between: from, and: to, for: .zero)
      wrong.seconds = length
      #expect {
        try plan([], day(breaks: [wrong]))
      } throws: {
        "\($0)".contains("a break of day 0 may start between")
      }
    }
    #expect(throws: ScheduleError.tooManyBreaks(5, day: 0, limit: 4)) {
      try plan([], day(breaks: [TripBreak](repeating: Self.lunch, count: 5)))
    }
    #expect(throws: Never.self) {
      try plan([], day(breaks: [TripBreak](repeating: Self.lunch, count: 4)))
    }
  }

  @Test func startedBreakIsNotRepeated() throws {
    let stops = [stop(1, minutes: 180), stop(2, minutes: 60), stop(3, minutes: 60)]
    let tea = TripBreak("Tea", between: ClockTime(14, 30), and: ClockTime(15, 0), for: .minutes(15))
    let day = day(breaks: [Self.lunch, tea])
    let travel = TravelTimes.table(count: 4) { _, _ in 600 }
    let first = try SchedulePlanner().plan(stops, days: [day], travel: travel)
    let lunch = try #require(first.days[0].breaks.first)
    #expect(lunch.name == "Lunch" && first.days[0].breaks.count == 2)
    let rest = try SchedulePlanner().replan(
      first, stops, days: [day], travel: travel, day: 0, at: lunch.start + 60)
    #expect(rest.days[0].breaks.first == lunch)
    #expect(rest.days[0].breaks.map(\.number) == [0, 1])
    #expect(rest.visitCount == 3)
    #expect(rest.days[0].visits.allSatisfy { $0.start < lunch.start || $0.start >= lunch.end })
    // A break that has not begun is planned again.
    let before = try SchedulePlanner().replan(
      first, stops, days: [day], travel: travel, day: 0, at: lunch.start + -60)
    #expect(before.days[0].breaks.map(\.name) == ["Lunch", "Tea"])
  }

  @Test func plansStoredWithoutBreaksDecode() throws {
    let found = try plan([stop(1, minutes: 180), stop(2, minutes: 180)], day())
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(found)
    #expect(try JSONDecoder().decode(Itinerary.self, from: data) == found)
    let old = try plan([stop(1, minutes: 180)], day(breaks: []))
    var text = String(decoding: try encoder.encode(old), as: UTF8.self)
    for key in [#""breaks":[],"#, #""leftOutBreaks":[],"#, #""pause":0,"#] {
      #expect(text.contains(key))
      text = text.replacingOccurrences(of: key, with: "")
    }
    #expect(try JSONDecoder().decode(Itinerary.self, from: Data(text.utf8)) == old)
    let stored = #"{"from":{"seconds":1},"to":{"seconds":2}}"#
    let clock = String(decoding: try encoder.encode([ClockTime(9, 0)]), as: UTF8.self).dropFirst()
      .dropLast()
    let day = try JSONDecoder().decode(
      TripDay.self,
      from: Data(
        stored.replacingOccurrences(of: #"{"seconds":1}"#, with: clock)
          .replacingOccurrences(of: #"{"seconds":2}"#, with: clock).utf8))
    #expect(day == TripDay(from: ClockTime(9, 0), to: ClockTime(9, 0)))
  }

  @Test func calendarContainsBreaks() throws {
    var day = day()
    day.date = CivilDate(2026, 5, 9)
    let stops = [stop(1, minutes: 180), stop(2, minutes: 180)]
    let stamp = try #require(CivilTime("2026-05-01T12:00"))
    let text = try plan(stops, day).iCalendar(stops: stops, days: [day], stamp: stamp)
    let events = text.components(separatedBy: "BEGIN:VEVENT\r\n").dropFirst()
    #expect(events.count == 3)
    let lunch = try #require(events.dropFirst().first)
    #expect(lunch.hasPrefix("UID:break-0-0-"))
    for line in [
      "DTSTART:20260509T121000", "DTEND:20260509T131000", "SUMMARY:Lunch",
      "DESCRIPTION:before leaving",
    ] { #expect(lunch.contains(line + "\r\n")) }
    #expect(!lunch.contains("GEO"))
  }
}

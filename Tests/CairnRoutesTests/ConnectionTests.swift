import CairnGeodesy
import CairnHours
import CairnRoutes
import Testing

/// Flights, ferries and hikes, with times computed by hand.
@Suite struct ConnectionTests {
  private let hour = 3600.0
  // The rows: home, museum and airport in Frankfurt; airport, hotel and museum in New York.
  private let table: [[Double]] = {
    let far = Double.infinity
    return [
      [0, 1200, 1800, far, far, far],
      [1200, 0, 2400, far, far, far],
      [1800, 2400, 0, far, far, far],
      [far, far, far, 0, 3600, 4200],
      [far, far, far, 3600, 0, 900],
      [far, far, far, 4200, 900, 0],
    ]
  }()

  private var flight: VisitStop {
    VisitStop(
      "LH 400",
      from: ConnectionEnd(.row(2), at: ClockTime(13, 30), utcOffset: 2 * hour),
      to: ConnectionEnd(.row(3), at: ClockTime(16, 0), utcOffset: -4 * hour),
      timeBefore: .seconds(2 * hour), timeAfter: .seconds(hour))
  }

  private var day: TripDay {
    var day = TripDay(
      date: CivilDate(dayNumber: 20_577), from: ClockTime(7, 0), to: ClockTime(22, 0),
      startPlace: .row(0), endPlace: .row(4))
    day.utcOffset = 2 * hour
    day.endUTCOffset = -4 * hour
    return day
  }

  private func stop(_ name: String, _ row: Int, _ offset: Double, _ hours: TimeWindow) -> VisitStop
  {
    var stop = VisitStop(name, place: .row(row), duration: .seconds(hour), hours: .daily(hours))
    stop.utcOffset = offset * hour
    return stop
  }

  private var stops: [VisitStop] {
    [
      stop("Städel", 1, 2, TimeWindow(ClockTime(9, 0), ClockTime(18, 0))),
      flight,
      stop("MoMA", 5, -4, TimeWindow(ClockTime(10, 30), ClockTime(20, 0))),
    ]
  }

  @Test func aFlightIsALeg() throws {
    let plan = try SchedulePlanner().plan(stops, days: [day], travel: .table(table))
    let schedule = plan.days[0]
    #expect(schedule.visits.map(\.name) == ["Städel", "LH 400", "MoMA"])
    #expect(plan.isOptimal && plan.isComplete)
    let (museum, flight, other) = (schedule.visits[0], schedule.visits[1], schedule.visits[2])
    #expect(museum.start == ClockTime(9, 0) && museum.departure == ClockTime(10, 0))
    // 40 minutes to the airport, then 50 minutes of waiting for the check-in to open.
    #expect(flight.arrival == ClockTime(10, 40) && flight.start == ClockTime(11, 30))
    #expect(flight.waiting == 50 * 60)
    #expect(flight.begins == ClockTime(13, 30) && flight.ends == ClockTime(16, 0))
    #expect(flight.departure == ClockTime(17, 0))
    // Two hours before, eight and a half in the air, one after.
    #expect(flight.seconds == 11.5 * hour && flight.clockChange == -6 * hour)
    #expect(other.arrival == ClockTime(18, 10) && other.departure == ClockTime(19, 10))
    #expect(other.utcOffset == -4 * hour && other.waiting == 0)
    #expect(schedule.arrival == ClockTime(19, 25) && schedule.departure == ClockTime(7, 0))
    #expect(schedule.utcOffset == 2 * hour && schedule.clockChange == -6 * hour)
    #expect(schedule.visiting == 13.5 * hour)
    #expect(schedule.travel == 1200 + 2400 + 4200 + 900)
    // A later departure is possible, because the museum opens at 10:30.
    #expect(schedule.latestDeparture == ClockTime(9, 30))
  }

  @Test func missedFlightIsReported() throws {
    var late = day
    late.from = ClockTime(11, 10)
    #expect(
      throws: ScheduleError.missed(
        stop: 1, day: 0,
        .closesTooEarly(arrival: ClockTime(11, 40), latestStart: ClockTime(11, 30), day: 0))
    ) {
      try SchedulePlanner().plan(stops, days: [late], travel: .table(table))
    }
    // Without a hotel across the sea the day is possible, and the flight is listed as left out.
    late.end = nil
    let plan = try SchedulePlanner().plan(stops, days: [late], travel: .table(table))
    #expect(plan.leftOut.map(\.name) == ["LH 400", "MoMA"])
    #expect(plan.leftOut[1].reason == .onlyBesideOthers)
    // It outweighs every must-see stop.
    var tight = stops
    tight[0].visit = 2.5 * hour
    tight[0].hours = .daily(TimeWindow(ClockTime(10, 0), ClockTime(18, 0)))
    let chosen = try SchedulePlanner().plan(tight, days: [day], travel: .table(table))
    #expect(chosen.days[0].visits.map(\.name).contains("LH 400"))
    #expect(chosen.leftOut.map(\.name) == ["Städel"])
  }

  @Test func stopsConflictingWithFlightAreReported() throws {
    // If the UTC offset of a museum across the sea is missing, its hours are read in the wrong
    // local time.
    var forgotten = stops
    forgotten[2].utcOffset = nil
    let plan = try SchedulePlanner().plan(forgotten, days: [day], travel: .table(table))
    #expect(
      plan.leftOut.map(\.reason) == [
        .noTimeBesideBooked(
          arrival: ClockTime(24, 10), latestStart: ClockTime(19, 0), day: 0)
      ])
    // A second flight that departs while passengers of the first one wait for their luggage.
    let onward = VisitStop(
      "UA 1", from: ConnectionEnd(.row(3), at: ClockTime(17, 30), utcOffset: -4 * hour),
      to: ConnectionEnd(.row(4), at: ClockTime(18, 0), utcOffset: -4 * hour),
      timeBefore: .seconds(hour))
    let missed = try SchedulePlanner().plan([onward, flight], days: [day], travel: .table(table))
    #expect(
      missed.leftOut.map(\.reason) == [
        .noTimeBesideBooked(
          arrival: ClockTime(17, 0), latestStart: ClockTime(16, 30), day: 0)
      ])
    // A flight whose check-in is before the day begins.
    var early = day
    early.from = ClockTime(11, 45)
    #expect(throws: ScheduleError.missed(stop: 1, day: 0, .outsideDays(start: ClockTime(11, 30)))) {
      try SchedulePlanner().plan(stops, days: [early], travel: .table(table))
    }
  }

  @Test func arrivalBeforeDepartureAcrossDateLine() throws {
    // Auckland 20:00 (UTC+13) to Los Angeles 12:15 (UTC-8) on the same date: 13 h 15 min.
    let flight = VisitStop(
      "NZ 6", from: ConnectionEnd(.row(0), at: ClockTime(20, 0), utcOffset: 13 * hour),
      to: ConnectionEnd(.row(1), at: ClockTime(12, 15), utcOffset: -8 * hour))
    #expect(flight.visit == 13.25 * hour)
    var dinner = VisitStop(
      "Dinner", place: .row(2), duration: .seconds(hour), startsAt: ClockTime(19, 0))
    dinner.utcOffset = -8 * hour
    var day = TripDay(
      from: ClockTime(18, 0), to: ClockTime(21, 0), startPlace: .row(0), endPlace: .row(2))
    day.utcOffset = 13 * hour
    day.endUTCOffset = -8 * hour
    let ways = [[0, .infinity, .infinity], [.infinity, 0, 1800], [.infinity, 1800, 0]]
    let plan = try SchedulePlanner().plan([dinner, flight], days: [day], travel: .table(ways))
    let visits = plan.days[0].visits
    #expect(visits.map(\.name) == ["NZ 6", "Dinner"])
    #expect(visits[0].start == ClockTime(20, 0) && visits[0].departure == ClockTime(12, 15))
    #expect(visits[1].arrival == ClockTime(12, 45) && visits[1].start == ClockTime(19, 0))
    #expect(visits[1].waiting == 6.25 * hour)
    #expect(plan.days[0].arrival == ClockTime(20, 0))
    // And back across two midnights: 22:30 to 08:30 two days later, 13 hours.
    let back = VisitStop(
      "NZ 5", from: ConnectionEnd(.row(1), at: ClockTime(22, 30), utcOffset: -8 * hour),
      to: ConnectionEnd(.row(0), at: ClockTime(56, 30), utcOffset: 13 * hour))
    #expect(back.visit == 13 * hour)
    var night = TripDay(
      from: ClockTime(18, 0), to: ClockTime(60, 0), startPlace: .row(2), endPlace: .row(0))
    night.utcOffset = -8 * hour
    night.endUTCOffset = 13 * hour
    let way = try SchedulePlanner().plan([back], days: [night], travel: .table(ways))
    #expect(way.days[0].arrival == ClockTime(56, 30))
  }

  @Test func endsFromTicketDates() throws {
    let date = try #require(CivilDate("2026-12-30"))
    let departs = try #require(CivilTime("2026-12-30T22:30"))
    let arrives = try #require(CivilTime("2027-01-01T08:30"))
    let flight = VisitStop(
      "NZ 5", from: ConnectionEnd(.row(1), at: departs, on: date, utcOffset: -8 * hour),
      to: ConnectionEnd(.row(0), at: arrives, on: date, utcOffset: 13 * hour))
    #expect(flight.startsAt == ClockTime(22, 30) && flight.visit == 13 * hour)
    #expect(flight.exit == .row(0) && flight.priority == .booked)
  }

  @Test func nextDayStartsWherePreviousEnds() throws {
    var second = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0), startPlace: .row(4))
    second.weekday = Weekday.tuesday
    second.utcOffset = -4 * hour
    var stops = stops
    stops[1].day = 0
    // Closed on the evening of the flight.
    stops[2].hours = .daily(TimeWindow(ClockTime(10, 30), ClockTime(17, 30)))
    let plan = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
      stops, days: [day, second], travel: .table(table), objective: .balancedDays)
    #expect(plan.days.map { $0.visits.map(\.name) } == [["Städel", "LH 400"], ["MoMA"]])
    #expect(plan.days[0].arrival == ClockTime(18, 0))
    #expect(plan.days[1].visits[0].start == ClockTime(10, 30))
    #expect(plan.days[1].arrival == ClockTime(11, 30))
  }

  @Test func replanUsesLocalClock() throws {
    let planner = SchedulePlanner()
    let plan = try planner.plan(stops, days: [day], travel: .table(table))
    // During the flight it is 12:00 in New York and 18:00 at home.
    for (time, offset) in [(ClockTime(12, 0), -4 * hour), (ClockTime(18, 0), nil)] {
      let rest = try planner.replan(
        plan, stops, days: [day], travel: .table(table), day: 0, at: time, utcOffset: offset)
      #expect(rest.days[0].visits == plan.days[0].visits)
      #expect(rest.days[0].arrival == plan.days[0].arrival)
    }
    // Passport control took an hour longer, and the museum would close during the visit.
    let late = try planner.replan(
      plan, stops, days: [day], travel: .table(table), day: 0, at: ClockTime(18, 5),
      utcOffset: -4 * hour, from: .row(3))
    #expect(late.days[0].visits.map(\.name) == ["Städel", "LH 400"])
    #expect(late.leftOut.map(\.name) == ["MoMA"])
    #expect(late.days[0].arrival == ClockTime(19, 5))
  }

  /// A stop booked for either day gives way to one booked for the first day.
  @Test func bookedStopsGetSeparateDays() throws {
    func booked(_ name: String, _ row: Int, _ time: ClockTime, day: Int? = nil) -> VisitStop {
      VisitStop(
        name, place: .row(row), duration: .seconds(2 * hour), startsAt: time, priority: .booked,
        day: day)
    }
    let days = (0..<2).map { _ in
      TripDay(from: ClockTime(8, 0), to: ClockTime(20, 0), startPlace: .row(0), endPlace: .row(0))
    }
    // With few stops and with many.
    for count in [0, 14] {
      let others = (0..<count).map {
        VisitStop("other \($0)", place: .row(3), duration: .minutes(10))
      }
      let stops =
        [booked("Tour", 1, ClockTime(10, 0)), booked("Wedding", 2, ClockTime(11, 0), day: 0)]
        + others
      let plan = try SchedulePlanner(limit: .effort(.quick)).plan(
        stops, days: days, travel: .table(count: 4) { abs(Double($0 - $1)) * 600 })
      #expect(plan.isComplete)
      #expect(plan.days[0].visits.contains { $0.name == "Wedding" })
      #expect(plan.days[1].visits.contains { $0.name == "Tour" })
    }
  }

  /// A daily ferry is taken on each day that needs it, and on no other.
  @Test func dailyFerryIsTakenWhereNeeded() throws {
    let ferries = (0..<2).map { number in
      VisitStop(
        "Ferry \(number)", from: ConnectionEnd(.row(1), at: ClockTime(12, 0)),
        to: ConnectionEnd(.row(2), at: ClockTime(13, 0)), day: number == 0 ? nil : 1)
    }
    let far = Double.infinity
    let ways: [[Double]] = [
      [0, 600, far, far], [600, 0, far, far], [far, far, 0, 600], [far, far, 600, 0],
    ]
    let days = [(0, 3), (0, 3)].map {
      TripDay(
        from: ClockTime(8, 0), to: ClockTime(20, 0), startPlace: .row($0.0),
        endPlace: .row($0.1))
    }
    let plan = try SchedulePlanner().plan(ferries, days: days, travel: .table(ways))
    #expect(plan.days.map { $0.visits.map(\.name) } == [["Ferry 0"], ["Ferry 1"]])
    #expect(throws: ScheduleError.self) {
      try SchedulePlanner().plan([ferries[0]], days: days, travel: .table(ways))
    }
  }

  @Test func breaksAreTakenBeforeOrAfter() throws {
    var day = day
    day.breaks = [
      // By the clock of the morning; 12:00 to 14:00 is during the flight or its check-in.
      TripBreak("Lunch", between: ClockTime(12, 0), and: ClockTime(14, 0), for: .seconds(hour)),
      TripBreak("Coffee", between: ClockTime(10, 0), and: ClockTime(11, 0), for: .minutes(15)),
      TripBreak("Supper", between: ClockTime(23, 30), and: ClockTime(24, 30), for: .minutes(30)),
    ]
    let plan = try SchedulePlanner().plan(stops, days: [day], travel: .table(table))
    #expect(plan.days[0].visits.map(\.name) == ["Städel", "LH 400", "MoMA"])
    let schedule = plan.days[0]
    #expect(schedule.leftOutBreaks.map(\.name) == ["Lunch"])
    #expect(schedule.leftOutBreaks.map(\.reason) == [.noRoom])
    #expect(schedule.breaks.map(\.name) == ["Coffee", "Supper"])
    // 23:30 at home is 17:30 in New York, where supper takes place.
    let supper = try #require(schedule.breaks.last)
    #expect(supper.start >= ClockTime(17, 30) && supper.start <= ClockTime(18, 30))
    #expect(supper.utcOffset == -4 * hour)
    #expect(schedule.breaks[0].utcOffset == 2 * hour)
  }

  @Test func hikeEndsInOtherValley() throws {
    // The pass is open from 8:00 to 12:00; the hike ends in the other valley.
    var hike = VisitStop(
      "Pass", place: .row(1), duration: .seconds(4 * hour),
      hours: .daily(TimeWindow(ClockTime(8, 0), ClockTime(12, 0))), priority: .booked)
    hike.endsByClosing = false
    hike.exit = .row(2)
    let ways: [[Double]] = [
      [0, 600, 20_000, 20_000], [600, 0, 20_000, 20_000], [20_000, 20_000, 0, 900],
      [20_000, 20_000, 900, 0],
    ]
    let day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(14, 0), startPlace: .row(0), endPlace: .row(3))
    let plan = try SchedulePlanner().plan([hike], days: [day], travel: .table(ways))
    #expect(plan.days[0].visits[0].start == ClockTime(9, 10))
    #expect(plan.days[0].arrival == ClockTime(13, 25))
  }

  @Test func legsBySpeedStartAtExit() throws {
    func at(_ longitude: Double) -> Coordinate { Coordinate(latitude: 0, longitude: longitude) }
    let ferry = VisitStop(
      "Ferry", from: ConnectionEnd(at(0), at: ClockTime(9, 0)),
      to: ConnectionEnd(at(5), at: ClockTime(15, 0)))
    let stops = [VisitStop("behind", at: at(5.1)), VisitStop("before", at: at(0.1)), ferry]
    let day = TripDay(from: ClockTime(6, 0), to: ClockTime(22, 0))
    let plan = try SchedulePlanner().plan(
      stops, days: [day], travel: .speed(metersPerSecond: 1.4))
    #expect(plan.days[0].visits.map(\.name) == ["before", "Ferry", "behind"])
    let way = at(5).distance(to: at(5.1)) / 1.4
    #expect(abs(plan.days[0].visits[2].travel - way) < 1e-3)
  }

  @Test func invalidInputThrowsSpecificErrors() throws {
    func error(_ change: (inout [VisitStop], inout TripDay) -> Void) -> ScheduleError? {
      var (stops, day) = (stops, day)
      change(&stops, &day)
      do throws(ScheduleError) {
        _ = try SchedulePlanner().plan(stops, days: [day], travel: .table(table))
        return nil
      } catch {
        #expect(!error.description.isEmpty)
        return error
      }
    }
    #expect(
      error {
        $0[1].visit = -60; $1.to = $1.to
      } == .arrivesEarly(stop: 1))
    #expect(error { stops, _ in stops[1].visit = -60 } == .arrivesEarly(stop: 1))
    #expect(error { _, day in day.utcOffset = nil } == .offsetNeeded(stop: 1, day: 0))
    #expect(error { _, day in day.utcOffset = 1e6 } == .invalidDayOffset(1e6, day: 0))
    #expect(
      error { stops, _ in stops[2].utcOffset = -.infinity } == .invalidOffset(-.infinity, stop: 2))
    #expect(error { stops, _ in stops[1].exit = .row(9) } == .invalidPlace(.row(9), stop: 1))
    #expect(
      error { stops, _ in stops[1].timeBefore = -1 } == .invalidQuantity(.timeBefore, -1, stop: 1))
    #expect(
      error { _, day in day.to = ClockTime(0, 30) }
        == .invalidDay(day: 0, from: ClockTime(7, 0), to: ClockTime(0, 30)))
  }

  @Test func calendarUsesBothClocks() throws {
    let plan = try SchedulePlanner().plan(stops, days: [day], travel: .table(table))
    let stamp = CivilTime(CivilDate(dayNumber: 20_000), ClockTime(0, 0))
    let text = try plan.iCalendar(stops: stops, days: [day], stamp: stamp)
    // 13:30 at UTC+2, and 16:00 at UTC-4.
    #expect(text.contains("DTSTART:20260504T113000Z\r\nDTEND:20260504T200000Z\r\nSUMMARY:LH 400"))
    #expect(text.contains("DTSTART:20260504T221000Z\r\nDTEND:20260504T231000Z\r\nSUMMARY:MoMA"))
    #expect(text.contains("Be there at 11:30."))
    // The closure is called only where neither stop nor day has a UTC offset.
    let asked = try plan.iCalendar(stops: stops, days: [day], stamp: stamp) { _ in 0 }
    #expect(asked == text)
  }
}

import CairnHours
import CairnRoutes
import Testing

/// Plans made anew at moments that are easily forgotten, with times reckoned by hand.
@Suite struct ReplanTests {
  private let hour = 3600.0
  // A hotel and three places, half an hour from one another.
  private let table = TravelTimes.table((0..<4).map { a in (0..<4).map { a == $0 ? 0 : 1800 } })
  private let planner = SchedulePlanner()

  private var stops: [VisitStop] {
    ["A", "B", "C"].enumerated().map {
      VisitStop($1, place: .row($0 + 1), visit: 3600, startsAt: ClockTime(10 + 2 * ($0 % 2), 0))
    }
  }

  /// A and B on the first day, C on the second one.
  private var days: [TripDay] {
    [0, 1].map {
      TripDay(
        date: CivilDate(2026, 5, 8 + $0)!, from: ClockTime(9, 0), to: ClockTime(16, 0),
        startPlace: .row(0), endPlace: .row(0))
    }
  }

  private func plan(_ stops: [VisitStop]) throws -> Itinerary {
    var locked = stops
    for (number, day) in [0, 0, 1].enumerated() { locked[number].day = day }
    return try planner.plan(locked, days: days, travel: table)
  }

  @Test func aDayThatIsOverStaysAsItIs() throws {
    let plan = try plan(stops)
    #expect(plan.days.map { $0.visits.map(\.name) } == [["A", "B"], ["C"]])
    #expect(plan.days[0].arrival == ClockTime(13, 30))
    let late = [
      VisitStop("New", place: .row(3), visit: 1800), VisitStop("Past", place: .row(3), day: 0),
    ]
    for time in [ClockTime(16, 1), ClockTime(23, 0), ClockTime(30, 0)] {
      let rest = try planner.replan(
        plan, stops + late, days: days, travel: table, day: 0, at: time)
      #expect(rest.days[0] == plan.days[0])
      #expect(rest.days[1].visits.map(\.name).sorted() == ["C", "New"])
      #expect(rest.leftOut.map(\.reason) == [.isOver])
      // And so does the last one.
      let end = try planner.replan(rest, stops + late, days: days, travel: table, day: 1, at: time)
      #expect(end.days == rest.days)
      #expect(end.leftOut.map(\.name) == ["Past"] && end.isOptimal)
      let never = try planner.replan(
        plan, stops + late, days: days, travel: table, day: 1, at: time)
      #expect(never.leftOut.map(\.reason) == [.isOver, .isOver])
    }
    // Who is elsewhere is late; with a longer day that is a plan.
    #expect(throws: ScheduleError.noWayThroughDay(0)) {
      try planner.replan(
        plan, stops, days: days, travel: table, day: 0, at: ClockTime(16, 1), from: .row(2))
    }
    var longer = days
    longer[0].to = ClockTime(17, 0)
    let rest = try planner.replan(
      plan, stops, days: longer, travel: table, day: 0, at: ClockTime(16, 1), from: .row(2))
    #expect(rest.days[0].arrival == ClockTime(16, 31) && rest.days[0].visits == plan.days[0].visits)
  }

  @Test func whoseDayIsDoneIsAtItsEnd() throws {
    let plan = try plan(stops)
    let more = stops + [VisitStop("New", place: .row(3), visit: 1800)]
    // From the hotel there and back it takes an hour and a half.
    let inTime = try planner.replan(
      plan, more, days: [days[0], TripDay(from: ClockTime(9, 0), to: ClockTime(9, 0))],
      travel: table, day: 0, at: ClockTime(14, 30))
    #expect(inTime.days[0].visits.map(\.name) == ["A", "B", "New"])
    #expect(inTime.days[0].visits[2].start == ClockTime(15, 0))
    #expect(inTime.days[0].arrival == ClockTime(16, 0))
  }

  @Test func whatWasSkippedIsPlannedAnew() throws {
    var day = days
    day[0].breaks = [
      TripBreak("Lunch", between: ClockTime(11, 0), and: ClockTime(11, 15), for: 900)
    ]
    var stops = stops
    for number in stops.indices { stops[number].day = [0, 0, 1][number] }
    let plan = try planner.plan(stops, days: day, travel: table)
    #expect(plan.days[0].breaks.map(\.visitsBefore) == [1])
    // A was shut, and its tour is at half past two too.
    stops[0].startsAt = ClockTime(14, 0)
    let rest = try planner.replan(
      plan, stops, days: day, travel: table, day: 0, at: ClockTime(12, 10), skipped: [0])
    #expect(rest.days[0].visits.map(\.name) == ["B", "A"])
    #expect(rest.days[0].breaks.map(\.visitsBefore) == [0] && rest.isComplete)
    // What was skipped on a day that is over may be on another.
    stops[0].day = nil
    stops[0].startsAt = ClockTime(14, 0)
    let next = try planner.replan(
      plan, stops, days: day, travel: table, day: 1, at: ClockTime(8, 0), skipped: [0])
    #expect(next.days.map { $0.visits.map(\.name) } == [["B"], ["C", "A"]])
    #expect(Set(next.days.flatMap { $0.visits.map(\.stop) }) == [0, 1, 2])
  }

  @Test func noTimeIsRefused() throws {
    let plan = try plan(stops)
    for seconds in [Double.nan, .infinity, -.infinity, 1e9] {
      #expect(throws: ScheduleError.self) {
        try planner.replan(
          plan, stops, days: days, travel: table, day: 0, at: ClockTime(seconds: seconds))
      }
    }
  }
}

import CairnHours
import CairnRoutes
import TestSupport
import Testing

/// Replanning at unusual moments, with times computed by hand.
@Suite struct ReplanTests {
  private let hour = 3600.0
  // A hotel and three places, each half an hour apart.
  private let table = TravelTimes.table((0..<4).map { a in (0..<4).map { a == $0 ? 0 : 1800 } })
  private let planner = SchedulePlanner(limit: .forFewStops(.normal))

  private var stops: [VisitStop] {
    ["A", "B", "C"].enumerated().map {
      VisitStop(
        $1, place: .row($0 + 1), duration: .hours(1), startsAt: ClockTime(10 + 2 * ($0 % 2), 0))
    }
  }

  /// A and B are on the first day, C is on the second.
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

  @Test func completedDayIsKept() throws {
    let plan = try plan(stops)
    #expect(plan.days.map { $0.visits.map(\.name) } == [["A", "B"], ["C"]])
    #expect(plan.days[0].arrival == ClockTime(13, 30))
    let late = [
      VisitStop("New", place: .row(3), duration: .minutes(30)),
      VisitStop("Past", place: .row(3), day: 0),
    ]
    for time in [ClockTime(16, 1), ClockTime(23, 0), ClockTime(30, 0)] {
      let rest = try planner.replan(
        plan, stops + late, days: days, travel: table, day: 0, at: time)
      #expect(rest.days[0] == plan.days[0])
      #expect(rest.days[1].visits.map(\.name).sorted() == ["C", "New"])
      #expect(rest.leftOut.map(\.reason) == [.isOver])
      // The last day is kept as well.
      let end = try planner.replan(rest, stops + late, days: days, travel: table, day: 1, at: time)
      #expect(end.days == rest.days)
      #expect(end.leftOut.map(\.name) == ["Past"] && end.isOptimal)
      let never = try planner.replan(
        plan, stops + late, days: days, travel: table, day: 1, at: time)
      #expect(never.leftOut.map(\.reason) == [.isOver, .isOver])
    }
    // A traveler elsewhere is late; a longer day makes a plan possible.
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

  @Test func completedDayEndsAtItsEnd() throws {
    let plan = try plan(stops)
    let more = stops + [VisitStop("New", place: .row(3), duration: .minutes(30))]
    // The round trip from the hotel takes an hour and a half.
    let inTime = try planner.replan(
      plan, more, days: [days[0], TripDay(from: ClockTime(9, 0), to: ClockTime(9, 0))],
      travel: table, day: 0, at: ClockTime(14, 30))
    #expect(inTime.days[0].visits.map(\.name) == ["A", "B", "New"])
    #expect(inTime.days[0].visits[2].start == ClockTime(15, 0))
    #expect(inTime.days[0].arrival == ClockTime(16, 0))
  }

  @Test func skippedStopsAreReplanned() throws {
    var day = days
    day[0].breaks = [
      TripBreak("Lunch", between: ClockTime(11, 0), and: ClockTime(11, 15), for: .minutes(15))
    ]
    var stops = stops
    for number in stops.indices { stops[number].day = [0, 0, 1][number] }
    let plan = try planner.plan(stops, days: day, travel: table)
    #expect(plan.days[0].breaks.map(\.visitsBefore) == [1])
    // A was closed, and has another tour at 14:00.
    stops[0].startsAt = ClockTime(14, 0)
    let rest = try planner.replan(
      plan, stops, days: day, travel: table, day: 0, at: ClockTime(12, 10), skipped: [0])
    #expect(rest.days[0].visits.map(\.name) == ["B", "A"])
    #expect(rest.days[0].breaks.map(\.visitsBefore) == [0] && rest.isComplete)
    // A stop skipped on a past day may be visited on another.
    stops[0].day = nil
    stops[0].startsAt = ClockTime(14, 0)
    let next = try planner.replan(
      plan, stops, days: day, travel: table, day: 1, at: ClockTime(8, 0), skipped: [0])
    #expect(next.days.map { $0.visits.map(\.name) } == [["B"], ["C", "A"]])
    #expect(Set(next.days.flatMap { $0.visits.map(\.stop) }) == [0, 1, 2])
  }

  @Test func invalidTimesThrow() throws {
    let plan = try plan(stops)
    for seconds in [Double.nan, .infinity, -.infinity, 1e9] {
      #expect(throws: ScheduleError.self) {
        try planner.replan(
          plan, stops, days: days, travel: table, day: 0, at: ClockTime(seconds: seconds))
      }
    }
  }

  // MARK: En route

  /// A place an hour away that closes just after the plan arrives, and one near the start.
  private var tight: (stops: [VisitStop], day: TripDay, travel: TravelTimes) {
    let stops = [
      VisitStop(
        "Near", place: .row(1), duration: .minutes(30),
        hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(10, 0)))),
      VisitStop(
        "Far", place: .row(2), duration: .minutes(30),
        hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(11, 20)))),
      VisitStop("Maybe", place: .row(1), duration: .minutes(15), priority: .optional(score: 1)),
    ]
    let day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(13, 0), startPlace: .row(0), endPlace: .row(0))
    return (stops, day, .table([[0, 600, 4200], [600, 0, 3600], [4200, 3600, 0]]))
  }

  @Test func aLegInProgressIsKept() throws {
    let (stops, day, travel) = tight
    let plan = try planner.plan(stops, days: [day], travel: travel)
    #expect(plan.days[0].visits.map(\.name) == ["Near", "Far", "Maybe"])
    #expect(
      plan.days[0].visits.map(\.arrival) == [
        ClockTime(9, 10), ClockTime(10, 40), ClockTime(12, 10),
      ])
    // At every minute of the day, repeatedly.
    for step in [1, 7, 60] {
      var again = plan
      for minute in stride(from: 530, through: 790, by: step) {
        again = try planner.replan(
          again, stops, days: [day], travel: travel, day: 0, at: ClockTime(0, minute))
        #expect(again.days == plan.days, "\(minute)")
      }
    }
    // A given place overrides the plan's position.
    let lost = try planner.replan(
      plan, stops, days: [day], travel: travel, day: 0, at: ClockTime(10, 0), from: .row(1))
    #expect(lost.days[0].visits.map(\.name) == ["Near", "Maybe"])
    let first = try planner.replan(
      plan, stops, days: [day], travel: travel, day: 0, at: ClockTime(9, 5), from: .row(0))
    #expect(first.days[0].visits[0].arrival == ClockTime(9, 15))
  }

  @Test func newStopFollowsLegInProgress() throws {
    let (stops, day, travel) = tight
    let plan = try planner.plan(stops, days: [day], travel: travel)
    // It would be possible directly from the last stop, which is half an hour back by now.
    let more =
      stops + [
        VisitStop(
          "Beside", place: .row(1), duration: .minutes(1),
          hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(10, 50))))
      ]
    let again = try planner.replan(
      plan, more, days: [day], travel: travel, day: 0, at: ClockTime(10, 10))
    #expect(again.days[0].visits.map(\.name) == ["Near", "Far", "Maybe"])
    #expect(again.leftOut.map(\.name) == ["Beside"])
    // If the next stop is closed for good, the route continues from it.
    var shut = stops
    shut[1].hours = .never
    let past = try planner.replan(
      plan, shut, days: [day], travel: travel, day: 0, at: ClockTime(10, 10))
    #expect(past.days[0].visits.map(\.name) == ["Near", "Maybe"])
    #expect(past.days[0].visits[1].travel == 7200)
    #expect(past.days[0].visits[1].arrival == ClockTime(11, 40))
    #expect(past.days[0].arrival == ClockTime(12, 5))
  }

  @Test func breaksOnTheWayAreNotTravel() throws {
    var (stops, day, travel) = tight
    (day.to, stops[1].hours) = (
      ClockTime(16, 0), .daily(TimeWindow(ClockTime(9, 0), ClockTime(11, 50)))
    )
    day.breaks = [
      TripBreak("Rest", between: ClockTime(10, 0), and: ClockTime(10, 5), for: .minutes(30))
    ]
    let plan = try planner.plan(stops, days: [day], travel: travel)
    #expect(plan.days[0].breaks.map(\.moment) == [.onTheWay])
    #expect(plan.days[0].visits[1].arrival == ClockTime(11, 10))
    for minute in stride(from: 530, through: 900, by: 5) {
      let again = try planner.replan(
        plan, stops, days: [day], travel: travel, day: 0, at: ClockTime(0, minute))
      #expect(again.days[0].visits == plan.days[0].visits, "\(minute)")
      #expect(again.days[0].breaks.map(\.start) == plan.days[0].breaks.map(\.start), "\(minute)")
    }
  }

  @Test func flightInProgressAndLegToItAreKept() throws {
    let flight = VisitStop(
      "Flight", from: ConnectionEnd(.row(1), at: ClockTime(12, 0), utcOffset: 0),
      to: ConnectionEnd(.row(2), at: ClockTime(16, 0), utcOffset: 7200), timeBefore: .hours(1),
      timeAfter: .minutes(10), day: 0)
    var hotel = VisitStop("Dinner", place: .row(3), duration: .minutes(10))
    hotel.utcOffset = 7200
    var day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(22, 0), startPlace: .row(0), endPlace: .row(3))
    (day.utcOffset, day.endUTCOffset) = (0, 7200)
    let far = Double.infinity
    let travel = TravelTimes.table([
      [0, 7000, far, far], [7000, 0, far, far], [far, far, 0, 1800], [far, far, 1800, 0],
    ])
    let stops = [flight, hotel]
    let plan = try planner.plan(stops, days: [day], travel: travel)
    #expect(plan.days[0].visits.map(\.name) == ["Flight", "Dinner"])
    for minute in stride(from: 530, through: 1200, by: 10) {
      let again = try planner.replan(
        plan, stops, days: [day], travel: travel, day: 0, at: ClockTime(0, minute))
      #expect(again.days[0].visits == plan.days[0].visits, "\(minute)")
      #expect(again.days[0].arrival == plan.days[0].arrival, "\(minute)")
    }
    // After a missed flight the traveler is at its departure.
    let late = ClockTime(13, 0)
    var next = flight
    next.startsAt = ClockTime(17, 0)
    let missed = try planner.replan(
      plan, [next, hotel], days: [day], travel: travel, day: 0, at: late, skipped: [0])
    #expect(missed.days[0].visits.map(\.name) == ["Flight", "Dinner"])
    #expect(missed.days[0].visits[0].travel == 0)
  }

  @Test func skippedStopIsCurrentPlace() throws {
    let plan = try plan(stops)
    // A is planned from 10:00 to 11:00; at 10:20 its door is closed.
    let more =
      stops + [
        VisitStop(
          "Door", place: .row(1), duration: .minutes(10),
          hours: .daily(TimeWindow(ClockTime(9, 0), ClockTime(10, 35))), day: 0)
      ]
    let again = try planner.replan(
      plan, more, days: days, travel: table, day: 0, at: ClockTime(10, 20), skipped: [0])
    #expect(again.days[0].visits.first?.name == "Door")
    #expect(again.days[0].visits.first?.arrival == ClockTime(10, 20))
  }

  @Test func positionsAfterCompletedVisitsAreValid() throws {
    // Two of three stops are done, and the last one is locked to a position on a later day.
    var three = ["A", "B", "C"].enumerated().map {
      VisitStop($1, place: .row($0 + 1), duration: .minutes(10), day: 0)
    }
    (three[2].day, three[2].position) = (1, .index(1))
    let plan = try planner.plan(three, days: days, travel: table)
    #expect(plan.leftOut.map(\.reason) == [.positionNotReached(visits: 0)])
    let again = try planner.replan(
      plan, three, days: days, travel: table, day: 0, at: ClockTime(15, 0))
    #expect(again.leftOut.map(\.reason) == [.positionNotReached(visits: 0)])
  }

  /// A long plan that a search without time would not find again.
  @Test func replanIsNoWorse() throws {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<rounds(20, inDebug: 4) {
      let example = ScheduleCase(
        stops: 14, days: 2, features: [.optional, .booked, .severalWindows],
        objective: .leastTravel,
        using: &random)
      let oracle = example.oracle
      let plan = try example.plan(SchedulePlanner(limit: .effort(.quick)))
      let now = ClockTime(0, Int.random(in: 470...800, using: &random))
      for limit in [RouteLimit.work(0), .time(.zero), .work(500)] {
        let again = try SchedulePlanner(limit: limit).replan(
          plan, oracle.stops, days: oracle.days, travel: .table(oracle.table), day: 0, at: now)
        let (old, new) = (oracle.value(of: plan), again.days.map { $0.visits.map(\.stop) })
        let values = try (#require(old), #require(oracle.value(new)))
        #expect(
          (values.0.booked, values.0.mustSee, values.0.score)
            <= (values.1.booked, values.1.mustSee, values.1.score))
      }
    }
  }
}

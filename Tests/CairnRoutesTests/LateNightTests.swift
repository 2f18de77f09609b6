import CairnHours
import CairnRoutes
import Testing

/// Lateness with hours past midnight: a visit after the last window of the day is late, a visit
/// before the evening is not.
@Suite struct LateNightTests {
  private static let hour = 3600.0
  private let bar = TimeWindow(ClockTime(20, 0), ClockTime(26, 0))

  /// The start of a quarter-hour visit that is reached at a given time; nil if it is left out.
  private func start(
    _ windows: [TimeWindow], from: Double, to: Double, arriving: Double, limit: Double = .infinity,
    hours: OpeningHours? = nil, day weekday: Weekday? = nil,
    objective: ScheduleObjective = .leastTravel
  ) throws -> Double? {
    let stop = VisitStop(
      "Bar", place: .row(1), duration: .minutes(15), hours: hours ?? .daily(windows),
      endsByClosing: false,
      lateness: .allowed(penalty: 0.5, limit: limit), priority: .optional(score: 1))
    let day = TripDay(
      weekday, from: ClockTime(seconds: from * Self.hour), to: ClockTime(seconds: to * Self.hour),
      startPlace: .row(0))
    let way = (arriving - from) * Self.hour
    let plan = try SchedulePlanner().plan(
      [stop], days: [day], travel: .table([[0, way], [way, 0]]), objective: objective)
    guard let visit = plan.days[0].visits.first else { return nil }
    #expect(visit.lateness >= 0)
    return visit.start.seconds / Self.hour
  }

  @Test(arguments: ScheduleObjective.allCases)
  func barIsNotVisitedInTheMorning(objective: ScheduleObjective) throws {
    for from in [0.0, 1.5, 9] {
      for to in [10.0, 18, 20, 23, 30] where from <= to {
        for arriving in [from, from + 0.25, 15] where arriving >= from && arriving < to {
          let start = try start(
            [bar], from: from, to: to, arriving: arriving, objective: objective)
          // The bar is open until 02:00, and again from 20:00.
          let expected: Double? =
            arriving <= 2 ? arriving : 20.25 <= to ? 20 : nil
          #expect(start == expected, "\(from) \(to) \(arriving)")
        }
      }
    }
  }

  @Test func lateAtNightIsAllowed() throws {
    // On the day on which the bar opens, including after midnight.
    for arriving in [26.0, 26.25, 27.5] {
      #expect(try start([bar], from: 18, to: 28, arriving: arriving) == arriving)
      #expect(
        try start([bar], from: 18, to: 28, arriving: arriving, limit: 900)
          == (arriving > 26.25 ? nil : arriving))
    }
    // On a day that begins after midnight, by its own date.
    #expect(try start([bar], from: 0, to: 6, arriving: 2.25) == nil)
    #expect(try start([bar], from: 0, to: 6, arriving: 1.75) == 1.75)
    // The same night, by the clock of the previous day.
    #expect(try start([bar], from: 23, to: 30, arriving: 26.25) == 26.25)
    #expect(try start([bar], from: 24, to: 30, arriving: 26.25) == nil)
  }

  @Test func betweenTwoWindowsIsNotLate() throws {
    let lunch = TimeWindow(ClockTime(11, 30), ClockTime(14, 0))
    let dinner = TimeWindow(ClockTime(18, 0), ClockTime(22, 0))
    // Dinner is served on that day, whether or not the day lasts until then.
    for to in [16.0, 17.75, 18, 20] {
      #expect(
        try start([lunch, dinner], from: 9, to: to, arriving: 15) == (to >= 18.25 ? 18 : nil))
    }
    #expect(try start([lunch, dinner], from: 9, to: 24, arriving: 23) == 23)
    #expect(try start([lunch], from: 9, to: 17, arriving: 15) == 15)
    // Late for lunch, which ended before the day began but on the same date.
    #expect(try start([lunch], from: 15, to: 17, arriving: 16) == 16)
    #expect(try start([lunch, dinner], from: 15, to: 17, arriving: 16) == nil)
    #expect(try start([bar, lunch], from: 9, to: 17, arriving: 15) == nil)
    #expect(try start([bar, lunch], from: 0, to: 17, arriving: 1) == 1)
  }

  @Test func dayOffHasNoLateHours() throws {
    // Open only on Saturday evenings.
    let hours = OpeningHours.never.changed {
      $0[.saturday] = [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))]
    }
    #expect(try start([], from: 0, to: 18, arriving: 9, hours: hours, day: .sunday) == nil)
    #expect(try start([], from: 0, to: 18, arriving: 1, hours: hours, day: .sunday) == 1)
    #expect(try start([], from: 9, to: 18, arriving: 9, hours: hours, day: .sunday) == nil)
    #expect(try start([], from: 9, to: 18, arriving: 9, hours: hours, day: .saturday) == nil)
    #expect(try start([], from: 9, to: 22, arriving: 9, hours: hours, day: .saturday) == 20)
  }

  @Test func windowTouchingOneOfTheDayBelongsToIt() throws {
    let all = OpeningHours.daily(TimeWindow(ClockTime(0, 0), ClockTime(24, 0)))
    #expect(try start([], from: 9, to: 18, arriving: 15, hours: all) == 15)
    let night = TimeWindow(ClockTime(22, 0), ClockTime(30, 0))
    let morning = TimeWindow(ClockTime(6, 0), ClockTime(10, 0))
    // Together they are open from 22:00 to 10:00, and the morning window opens on this day; at
    // night it opens again.
    #expect(try start([night, morning], from: 5, to: 18, arriving: 9.5) == 9.5)
    #expect(try start([night, morning], from: 5, to: 18, arriving: 12) == nil)
  }

  @Test func latenessUsesClockOfStop() throws {
    // The clock of the day is eight hours behind: 16:00 there is midnight at the stop.
    for (arriving, expected) in [(10.0, 12.0), (11.5, 12), (17.5, 17.5), (18.25, 18.25)] {
      let stop = VisitStop(
        "Bar", place: .row(1), duration: .minutes(15), hours: .daily(bar), endsByClosing: false,
        lateness: .allowed(penalty: 0.5), priority: .optional(score: 1))
      var there = stop
      there.utcOffset = 8 * Self.hour
      var day = TripDay(from: ClockTime(9, 0), to: ClockTime(19, 0), startPlace: .row(0))
      day.utcOffset = 0
      let way = (arriving - 9) * Self.hour
      let plan = try SchedulePlanner().plan(
        [there], days: [day], travel: .table([[0, way], [way, 0]]))
      let start = plan.days[0].visits.first.map { $0.start.seconds / Self.hour - 8 }
      #expect(start == expected)
    }
  }

  /// A plan replanned after midnight keeps the date on which its day began.
  @Test func replanAfterMidnightKeepsDate() throws {
    let stops = [
      VisitStop("Show", place: .row(0), duration: .seconds(7 * Self.hour)),
      VisitStop(
        "Bar", place: .row(1), duration: .minutes(15), hours: .daily(bar), endsByClosing: false,
        lateness: .allowed(penalty: 0.5)),
    ]
    let day = TripDay(from: ClockTime(18, 0), to: ClockTime(28, 0), startPlace: .row(0))
    let travel = TravelTimes.table([[0, 4500], [4500, 0]])
    let planner = SchedulePlanner()
    var plan = try planner.plan(
      [stops[0], stops[1]].map { stop in
        var stop = stop
        stop.position = stop.name == "Show" ? .first : .last
        return stop
      }, days: [day], travel: travel)
    #expect(plan.days[0].visits.map(\.start) == [ClockTime(18, 0), ClockTime(26, 15)])
    for time in [ClockTime(24, 30), ClockTime(25, 20), ClockTime(26, 10)] {
      plan = try planner.replan(plan, stops, days: [day], travel: travel, day: 0, at: time)
      #expect(plan.days[0].visits.map(\.start) == [ClockTime(18, 0), ClockTime(26, 15)])
    }
  }
}

extension OpeningHours {
  fileprivate func changed(_ change: (inout OpeningHours) -> Void) -> OpeningHours {
    var hours = self
    change(&hours)
    return hours
  }
}

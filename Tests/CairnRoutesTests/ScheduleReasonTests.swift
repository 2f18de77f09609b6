import CairnGeodesy
import CairnHours
import CairnRoutes
import Testing

/// Why stops are left out, and the results for few stops.
@Suite struct ScheduleReasonTests {
  /// A day from 09:00 to 17:00 that starts and ends at row 0, an hour from everything else.
  private func plan(_ stops: [VisitStop], days: [TripDay]? = nil) throws -> Itinerary {
    let day = TripDay(
      .tuesday, from: ClockTime(9, 0), to: ClockTime(17, 0), startPlace: .row(0), endPlace: .row(0))
    let travel = TravelTimes.table(count: 4) { from, to in
      from == 3 || to == 3 ? .infinity : 3600
    }
    return try SchedulePlanner().plan(stops, days: days ?? [day], travel: travel)
  }

  private func reason(_ change: (inout VisitStop) -> Void) throws -> LeftOutReason? {
    var stop = VisitStop("museum", place: .row(1), duration: .hours(1))
    change(&stop)
    let plan = try plan([stop])
    #expect(plan.isOptimal)
    #expect(plan.leftOut.first?.reason.description != "")
    return plan.leftOut.first?.reason
  }

  @Test func reasonsAreTrue() throws {
    #expect(try reason { _ in } == nil)
    #expect(try reason { $0.hours = .never } == .closed)
    #expect(try reason { $0.hours = .always.closed(on: .tuesday) } == .closed)
    #expect(try reason { $0.hours = .always.closed(on: .monday, .wednesday) } == nil)
    let day = TimeWindow(ClockTime(10, 0), ClockTime(12, 0))
    #expect(try reason { $0.hours = .daily(day).closed(on: .tuesday) } == .closed)
    #expect(
      try reason { $0.hours = .daily(TimeWindow(ClockTime(18, 0), ClockTime(22, 0))) } == .closed)
    #expect(
      try reason {
        $0.hours = .daily(day)
        $0.visit = 3 * 3600
      } == .windowsTooShort(longest: 7200, visit: 10_800))
    #expect(try reason { $0.place = .row(3) } == .noWay)
    #expect(
      try reason { $0.hours = .daily(TimeWindow(ClockTime(8, 0), ClockTime(10, 30))) }
        == .closesTooEarly(arrival: ClockTime(10, 0), latestStart: ClockTime(9, 30), day: 0))
    #expect(
      try reason {
        $0.hours = .daily(TimeWindow(ClockTime(15, 30), ClockTime(20, 0)))
      } == .dayTooShort(arrival: ClockTime(17, 30), latest: ClockTime(17, 0), day: 0))
    #expect(try reason { $0.visit = 6 * 3600 } == nil)
    #expect(
      try reason { $0.visit = 6 * 3600 + 1 }
        == .dayTooShort(
          arrival: ClockTime(seconds: 17 * 3600 + 1), latest: ClockTime(17, 0), day: 0))
  }

  @Test func squeezedOutStopsWouldFitAlone() throws {
    let long = VisitStop("a", place: .row(1), duration: .hours(5))
    let other = VisitStop("b", place: .row(2), duration: .hours(2), priority: .optional(score: 9))
    let plan = try plan([other, long])
    #expect(plan.days[0].visits.map(\.stop) == [1])
    #expect(plan.leftOut.map(\.name) == ["b"] && plan.leftOut[0].stop == 0)
    #expect(plan.leftOut[0].reason == .squeezedOut)
    #expect(plan.score == 0)
    #expect(try self.plan([other]).score == 9)

    var second = VisitStop("c", place: .row(2))
    second.position = .index(1)
    var closed = long
    closed.hours = .never
    #expect(
      try self.plan([closed, second]).leftOut.map(\.reason) == [
        .closed, .positionNotReached(visits: 0),
      ])
  }

  @Test func zeroOneAndTwoStops() throws {
    let none = try plan([])
    #expect(none.days.map(\.visits) == [[]] && none.isComplete && none.isOptimal)
    #expect(none.days[0].departure == none.days[0].arrival)
    #expect(try plan([], days: []).days.isEmpty)

    let one = try plan([VisitStop("a", place: .row(1), duration: .minutes(10))])
    #expect(one.days[0].visits.map(\.arrival) == [ClockTime(10, 0)])
    #expect(one.days[0].arrival == ClockTime(11, 10))
    #expect(one.days[0].travel == 7200 && one.waiting == 0)

    // Two stops at one place.
    let two = try plan([VisitStop("a", place: .row(1)), VisitStop("b", place: .row(1))])
    #expect(two.travel == 7200 && two.visitCount == 2)
  }

  @Test func latestDepartureDoesNotDelayTheEnd() throws {
    let noon = OpeningHours.daily(TimeWindow(ClockTime(12, 0), ClockTime(13, 0)))
    let plan = try plan([VisitStop("a", place: .row(1), duration: .minutes(30), hours: noon)])
    let day = plan.days[0]
    #expect(day.departure == ClockTime(9, 0) && day.latestDeparture == ClockTime(11, 0))
    #expect(day.visits[0].waiting == 2 * 3600 && day.arrival == ClockTime(13, 30))
  }

  /// A loop costs the same in both directions; the short visits come first, whatever the search
  /// tried.
  @Test(arguments: [1, 2], 0..<UInt64(4))
  func loopDirectionHasEarlierStarts(days: Int, seed: UInt64) throws {
    let day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(17, 0), startPlace: .row(0), endPlace: .row(0))
    let travel = TravelTimes.table(count: 5) { [1, 4].contains(abs($0 - $1)) ? 600 : 900 }
    let visits = [7200.0, 5400, 3600, 1800]
    func first(_ visits: [Double]) throws -> [Int?] {
      let stops = visits.enumerated().map {
        VisitStop("", place: .row($0 + 1), duration: .seconds($1))
      }
      let given = [TripDay](repeating: day, count: days)
      let plan = try SchedulePlanner(limit: .effort(.quick), seed: seed).plan(
        stops, days: given, travel: travel, objective: .leastTravel)
      #expect(plan.isComplete)
      return plan.days.filter { $0.visits.count > 1 }.map { $0.visits.first?.stop }
    }
    #expect(try first(visits) == [3] && first(visits.reversed()) == [0])
    #expect(try first([1800, 1800, 1800, 1800]) == [0])
  }

  @Test func aBarIsOpenAfterMidnight() throws {
    // 00:30 on Sunday belongs to the hours of Saturday.
    let bar = VisitStop(
      "bar", at: Coordinate(latitude: 48.2, longitude: 16.37), duration: .hours(1),
      hours: {
        var hours = OpeningHours.never
        hours[.saturday] = [TimeWindow(ClockTime(20, 0), ClockTime(26, 0))]
        return hours
      }())
    func start(_ weekday: Weekday, _ hour: Int) throws -> ClockTime? {
      let day = TripDay(weekday, from: ClockTime(hour, 30), to: ClockTime(hour + 6, 0))
      return try SchedulePlanner().plan([bar], days: [day], travel: .speed(metersPerSecond: 1))
        .days[0].visits.first?.start
    }
    #expect(try start(.sunday, 0) == ClockTime(0, 30))
    #expect(try start(.sunday, 1) == nil)
    #expect(try start(.saturday, 24) == ClockTime(24, 30))
    #expect(try start(.saturday, 18) == ClockTime(20, 0))
    #expect(try start(.saturday, 0) == nil)
  }

  @Test func latenessIsLimited() throws {
    var shop = VisitStop("shop", place: .row(1), duration: .minutes(10))
    shop.hours = .daily(TimeWindow(ClockTime(8, 0), ClockTime(9, 40)))
    shop.lateness = .allowed(penalty: 2, limit: 1800)
    let plan = try plan([shop])
    #expect(plan.days[0].lateness == 1800)
    #expect(plan.days[0].visits[0].start == ClockTime(10, 0))
    shop.lateness = .allowed(penalty: 2, limit: 1799)
    #expect(
      try self.plan([shop]).leftOut[0].reason
        == .closesTooEarly(
          arrival: ClockTime(10, 0), latestStart: ClockTime(seconds: 9.5 * 3600 + 1799), day: 0))
  }

  @Test func searchesCanBeCancelledAndLimited() throws {
    let stops = (0..<12).map { VisitStop("\($0)", place: .row($0 % 3), duration: .minutes(1)) }
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(17, 0))
    let travel = TravelTimes.table(count: 3) { _, _ in 60 }
    let cancelled = try SchedulePlanner(isCancelled: { true }).plan(
      stops, days: [day], travel: travel)
    #expect(cancelled.end == .cancelled && !cancelled.isOptimal)
    let late = try SchedulePlanner(limit: .time(.zero)).plan(stops, days: [day], travel: travel)
    #expect(late.end == .deadline)
    let done = try SchedulePlanner(limit: .effort(.quick)).plan(
      stops, days: [day, day], travel: travel)
    #expect(done.end == .work && done.isComplete)
  }
}

import CairnGeodesy
import CairnHours
import CairnRoutes
import TestSupport
import Testing

/// The objective of trips over several days, and that it never costs a stop.
@Suite struct BalancedDaysTests {
  /// Stops that can all be visited on some days, with windows around a hidden plan.
  private func request(_ random: inout SeededGenerator, count: Int, days: Int, width: Double)
    -> (stops: [VisitStop], days: [TripDay], table: [[Double]])
  {
    let places = (0...count).map { _ in (random.double(in: 0...60), random.double(in: 0...60)) }
    let table = places.map { a in
      places.map { b in
        ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1)).squareRoot()
      }
    }
    var windows = [(Double, Double)](repeating: (0, 0), count: count + 1)
    var end = 0.0
    var left = Array(1...count)
    for day in 0..<days {
      var (time, at) = (0.0, 0)
      let share = day + 1 == days ? left.count : left.count / (days - day)
      for _ in 0..<share {
        left.sort { (table[at][$0], $0) < (table[at][$1], $1) }
        let next = left.remove(at: min(1, left.count - 1))
        time += table[at][next]
        at = next
        windows[next] = (
          max(0, time - random.double(in: 0...width)), time + random.double(in: 0...width)
        )
      }
      end = max(end, time + table[at][0])
    }
    let day = TripDay(
      from: ClockTime(seconds: 0), to: ClockTime(seconds: end + 1), startPlace: .row(0),
      endPlace: .row(0))
    let stops = (1...count).map {
      VisitStop(
        "\($0)", place: .row($0),
        hours: .daily(
          TimeWindow(ClockTime(seconds: windows[$0].0), ClockTime(seconds: windows[$0].1))),
        endsByClosing: false)
    }
    return (stops, (0..<days).map { _ in day }, table)
  }

  @Test func severalDaysAreBalancedByDefault() throws {
    let home = Coordinate(latitude: 48.2, longitude: 16.37)
    let stops = (0..<8).map {
      VisitStop(
        "\($0)", at: Coordinate(latitude: 48.2 + Double($0) / 1000, longitude: 16.37),
        duration: .hours(1))
    }
    let day = TripDay(from: ClockTime(8, 0), to: ClockTime(20, 0), start: home, end: home)
    let travel = TravelTimes.speed(metersPerSecond: 1.3)
    let planner = SchedulePlanner(limit: .effort(.quick))
    let plan = try planner.plan(stops, days: [day, day], travel: travel)
    #expect(plan.days.map(\.visits.count) == [4, 4])
    let balanced = try planner.plan(
      stops, days: [day, day], travel: travel, objective: .balancedDays)
    #expect(plan == balanced)
    let alone = try planner.plan(Array(stops[..<4]), days: [day], travel: travel)
    #expect(
      try alone
        == planner.plan(
          Array(stops[..<4]), days: [day], travel: travel, objective: .leastTravel))
    #expect(ScheduleObjective.standard(dayCount: 0) == .leastTravel)
  }

  @Test(arguments: ScheduleObjective.allCases)
  func noObjectiveLeavesOutAStopThatLeastTravelPlaces(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 71)
    for round in 0..<rounds(6, inDebug: 1) {
      let (stops, days, table) = request(
        &random, count: 16 + 10 * round, days: 2 + round % 2, width: round % 2 == 0 ? 6 : 20)
      let travel = TravelTimes.table(table)
      let planner = SchedulePlanner(limit: .work(30_000), seed: UInt64(round + 1))
      let least = try planner.plan(
        stops, days: days, travel: travel, objective: .leastTravel)
      let plan = try planner.plan(stops, days: days, travel: travel, objective: objective)
      #expect(plan.leftOut.count <= least.leftOut.count)
      let visits = plan.days.flatMap(\.visits)
      #expect(Set(visits.map(\.stop)).count == visits.count)
      #expect(visits.count + plan.leftOut.count == stops.count)
      // Each visit begins within its window, after the travel from the previous one.
      for day in plan.days {
        var (time, at) = (0.0, 0)
        for visit in day.visits {
          time += table[at][visit.stop + 1]
          let window = try #require(stops[visit.stop].hours.allWindows.first)
          #expect(visit.start.seconds >= time - 1e-3)
          #expect(visit.start.seconds >= window.opens.seconds - 1e-3)
          #expect(visit.start.seconds <= window.closes.seconds + 1e-3)
          (time, at) = (visit.start.seconds, visit.stop + 1)
        }
      }
    }
  }

  @Test func timeLimitsAndCancellationStillReturnPlans() throws {
    var random = SeededGenerator(seed: 5)
    let (stops, days, table) = request(&random, count: 60, days: 3, width: 5)
    let travel = TravelTimes.table(table)
    let plan = try SchedulePlanner(limit: .time(.milliseconds(30))).plan(
      stops, days: days, travel: travel)
    #expect(plan.days.flatMap(\.visits).count + plan.leftOut.count == stops.count)
    let cancelled = try SchedulePlanner(isCancelled: { true }).plan(
      stops, days: days, travel: travel)
    #expect(cancelled.end == .cancelled)
  }
}

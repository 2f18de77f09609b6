import CairnGeodesy
import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Trips from place to place, whose days start where the day before ended.
@Suite struct PlanTripTests {
  private let planner = SchedulePlanner(limit: .effort(.quick))
  private let day = TripDay(from: ClockTime(8, 0), to: ClockTime(20, 0))

  /// Stops on a line, an hour of travel per unit; the table may be slower in one direction.
  private func line(
    _ positions: [Double], backward: Double = 1
  ) -> (stops: [VisitStop], travel: TravelTimes) {
    let stops = positions.indices.map {
      VisitStop("\($0)", place: .row($0), duration: .minutes(30))
    }
    let travel = TravelTimes.table(count: positions.count) { from, to in
      let way = positions[to] - positions[from]
      return (way < 0 ? -way * backward : way) * 3_600
    }
    return (stops, travel)
  }

  private func rows(_ itinerary: Itinerary) -> [[Int]] {
    itinerary.days.map { $0.visits.map(\.stop) }
  }

  @Test func daysStartWhereTheDayBeforeEnded() throws {
    var random = SeededGenerator(seed: 41)
    for round in 0..<rounds(60, inDebug: 10) {
      let count = 2 + round % 7
      let (stops, travel) = line((0..<count).map { _ in random.double(in: 0...12) })
      let asked = (0..<(2 + round % 3)).map { _ in day }
      let (plan, days) = try planner.planTrip(
        stops, days: asked, travel: travel)
      #expect(plan.isComplete)
      #expect(zip(days, days.dropFirst()).allSatisfy { $0.end != nil && $0.end == $1.start })
      // In one direction along the line, day by day.
      #expect(days[0].start != days[days.count - 1].end)
      let nights = plan.nights(of: stops, days: days)
      #expect(nights.count == days.count - 1 && nights.allSatisfy { $0 != nil })
      for (number, night) in nights.enumerated() {
        #expect(night.map { stops[$0].place } == days[number].end)
      }
    }
  }

  /// A stop without any connection is left out, wherever it is in the list; the others form one
  /// trip.
  @Test(arguments: [0, 2, 4, 1, 3].prefix(rounds(5, inDebug: 3)))
  func aStopWithoutAWayIsLeftOut(_ lonely: Int) throws {
    let stops = (0..<5).map { VisitStop("\($0)", place: .row($0), duration: .minutes(30)) }
    let travel = TravelTimes.table(count: 5) { from, to in
      from == to ? 0 : from == lonely || to == lonely ? .infinity : 3_600
    }
    let (plan, days) = try planner.planTrip(stops, days: [day, day, day], travel: travel)
    #expect(plan.leftOut.map(\.stop) == [lonely])
    #expect(zip(days, days.dropFirst()).allSatisfy { $0.end != nil && $0.end == $1.start })
    // A stop that is connected in one direction only is visited if the days can be planned for it.
    let oneWay = TravelTimes.table(count: 5) { from, to in
      from == to ? 0 : from == lonely ? .infinity : 3_600
    }
    let other = try planner.planTrip(stops, days: [day, day, day], travel: oneWay)
    #expect(other.itinerary.isComplete)
  }

  @Test func directionsAndMissingWaysCount() throws {
    // Against the line every hour takes three, so the route goes along it.
    let (stops, travel) = line([6, 0, 9, 3], backward: 3)
    let (plan, days) = try planner.planTrip(stops, days: [day, day], travel: travel)
    #expect(rows(plan) == [[1, 3], [0, 2]] || rows(plan) == [[1, 3, 0], [2]])
    #expect(days[0].start == .row(1) && days[1].end == .row(2))
    // The same along the line in the order of the list, if both directions are as long.
    let both = line([9, 6, 3, 0])
    let there = try planner.planTrip(both.stops, days: [day, day], travel: both.travel)
    #expect(there.days[0].start == .row(0) && there.days[1].end == .row(3))
    // Two islands: no leg leads from one to the other, so the days are separate.
    let islands = TravelTimes.table(count: 4) { from, to in
      from / 2 == to / 2 ? 3_600 : .infinity
    }
    let apart = try planner.planTrip(stops, days: [day, day], travel: islands)
    #expect(apart.days == [day, day] && apart.itinerary.isComplete)
    #expect(apart.itinerary.nights(of: stops, days: apart.days) == [nil])
    // A leg that takes longer than a day is not planned either.
    let far = line([0, 1, 40, 41])
    let flight = try planner.planTrip(far.stops, days: [day, day], travel: far.travel)
    #expect(flight.days == [day, day] && flight.itinerary.isComplete)
  }

  @Test func ownEndsAndSingleDaysStay() throws {
    let (stops, travel) = line([0, 3, 6])
    var home = day
    home.start = .row(0)
    for asked in [[day], [home, day], [day, home]] {
      let trip = try planner.planTrip(stops, days: asked, travel: travel)
      let plan = try planner.plan(stops, days: asked, travel: travel)
      #expect(trip.days == asked && trip.itinerary == plan)
    }
    let one = try planner.planTrip([stops[1]], days: [day, day], travel: travel)
    #expect(one.days == [day, day] && one.itinerary.isComplete)
    let none = try planner.planTrip([], days: [day, day], travel: travel)
    #expect(none.days == [day, day] && none.itinerary.visitCount == 0)
    #expect(throws: ScheduleError.noDays) {
      try planner.planTrip(stops, days: [], travel: travel)
    }
    #expect(throws: ScheduleError.self) {
      try planner.planTrip(stops, days: [day, day], travel: .speed(metersPerSecond: 0))
    }
  }

  /// Without time, and if the search is cancelled at once, all stops are still planned or named.
  @Test func tripsEndWithTheirLimit() throws {
    let (stops, travel) = line([0, 3, 6, 9])
    for limit in [RouteLimit.time(.zero), .time(.milliseconds(5)), .work(0)] {
      let (plan, days) = try SchedulePlanner(limit: limit).planTrip(
        stops, days: [day, day], travel: travel)
      #expect(plan.visitCount + plan.leftOut.count == stops.count, "\(limit)")
      #expect(days.count == 2 && days[0].end == days[1].start)
    }
    let cancelled = SchedulePlanner(isCancelled: { true })
    let (plan, _) = try cancelled.planTrip(stops, days: [day, day], travel: travel)
    #expect(plan.visitCount + plan.leftOut.count == stops.count)
  }

  /// A ferry ends elsewhere than it starts: the night is spent where it arrives.
  @Test func connectionsEndTheirDay() throws {
    let travel = line([0, 2, 30, 32]).travel
    let stops = [
      VisitStop("West", place: .row(0), duration: .minutes(30)),
      VisitStop("Ferry", place: .row(1), exit: .row(2), duration: .hours(6)),
      VisitStop("East", place: .row(3), duration: .minutes(30)),
    ]
    let (plan, days) = try planner.planTrip(stops, days: [day, day], travel: travel)
    #expect(plan.isComplete && rows(plan).flatMap { $0 } == [0, 1, 2], "\(rows(plan))")
    #expect(days[0].end == days[1].start && days[0].end == .row(2))
    #expect(plan.nights(of: stops, days: days) == [1])
    #expect(plan.waysToNights(of: stops, days: days) == [nil, nil])
  }

  /// A day that continues after its last visit has the night in the calendar.
  @Test func nightsAreInTheCalendar() throws {
    let stops = [0.0, 1, 2, 3, 4].map {
      VisitStop("\($0)", at: Coordinate(latitude: $0, longitude: 16), duration: .minutes(30))
    }
    let first = TripDay(
      date: try #require(CivilDate(2026, 5, 1)), from: ClockTime(8, 0), to: ClockTime(20, 0),
      start: nil, end: nil)
    var second = first
    second.date = first.date?.adding(days: 1)
    let (plan, days) = try planner.planTrip(
      stops, days: [first, second], travel: .speed(metersPerSecond: 22))
    let text = try plan.iCalendar(
      stops: stops, days: days, stamp: try #require(CivilTime("2026-03-01T12:00:00")))
    let way = plan.waysToNights(of: stops, days: days)[0]
    let hasEvent = text.contains("(for the night)")
    #expect(hasEvent == (way != nil))
    // The same trip whose first day ends at the first visit of the second.
    var moved = days
    let next = try #require(plan.days[1].visits.first { stops[$0.stop].place != days[0].end })
    moved[0].end = stops[next.stop].place
    moved[1].start = stops[next.stop].place
    let other = try planner.plan(
      stops.enumerated().map { number, stop in
        var stop = stop
        stop.day = plan.days[0].visits.contains { $0.stop == number } ? 0 : 1
        return stop
      }, days: moved, travel: .speed(metersPerSecond: 22))
    let events = try other.iCalendar(
      stops: stops, days: moved, stamp: try #require(CivilTime("2026-03-01T12:00:00")))
    #expect(events.contains("SUMMARY:\(stops[next.stop].name) (for the night)\r\n"), "\(events)")
    #expect(other.waysToNights(of: stops, days: moved) == [next.stop, nil])
    #expect(other.nights(of: stops, days: [first]).isEmpty)
  }

  /// The longest part is as short as brute force finds it.
  @Test func routesAreCutIntoSimilarParts() {
    var random = SeededGenerator(seed: 37)
    for _ in 0..<300 {
      let count = Int.random(in: 1...9, using: &random)
      let parts = Int.random(in: 1...count, using: &random)
      let lengths = (0..<count).map { _ in Double(Int.random(in: 1...20, using: &random)) }
      func longest(_ lasts: [Int]) -> Double {
        var start = 0
        return lasts.map { last in
          defer { start = last + 1 }
          return lengths[start...last].reduce(0, +)
        }.max() ?? 0
      }
      func all(_ from: Int, _ parts: Int) -> [[Int]] {
        if parts == 1 { return [[count - 1]] }
        return (from..<(count - parts + 1)).flatMap { last in
          all(last + 1, parts - 1).map { [last] + $0 }
        }
      }
      let found = SchedulePlanner.cut(lengths, parts)
      #expect(found.count == parts && found.last == count - 1 && found == found.sorted())
      #expect(Set(found).count == parts)
      #expect(longest(found) == all(0, parts).map(longest).min(), "\(lengths) \(parts)")
    }
  }
}

import CairnGeodesy
import CairnHours
import CairnRoutes
import TestSupport
import Testing

/// Fixed times, balanced days, a hotel per day, and replanning, compared with all choices in all
/// orders.
@Suite struct ScheduleFixedTests {
  @Test(arguments: ScheduleObjective.allCases)
  func fixedTimesAreKept(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 31)
    var fixed = 0
    for (count, days) in [(6, 1), (5, 2), (6, 1), (5, 2)].suffix(rounds(4, inDebug: 1)) {
      let example = ScheduleCase(
        stops: count, days: days, features: [.optional, .severalWindows], objective: objective,
        using: &random)
      var (stops, same) = (example.oracle.stops, example.oracle.stops)
      for number in stops.indices where Bool.random(using: &random) {
        let time = ClockTime(0, Int.random(in: 400...900, using: &random))
        // The opening hours are ignored.
        stops[number].startsAt = time
        stops[number].hours = Bool.random(using: &random) ? .never : stops[number].hours
        same[number].hours = .daily(TimeWindow(time, time))
        same[number].endsByClosing = false
      }
      let oracle = ScheduleOracle(
        stops: same, days: example.oracle.days, table: example.oracle.table, objective: objective)
      let plan = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
        stops, days: oracle.days, travel: .table(oracle.table), objective: objective)
      #expect(oracle.value(of: plan) == oracle.best())
      for visit in plan.days.flatMap(\.visits) {
        guard let time = stops[visit.stop].startsAt else { continue }
        #expect(visit.start == time && visit.areHoursKnown)
        fixed += 1
      }
    }
    #expect(fixed > 0)
  }

  @Test func impossibleFixedTimesAreReported() throws {
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0), startPlace: .row(0))
    func plan(_ time: ClockTime) throws(ScheduleError) -> Itinerary {
      let stop = VisitStop("Opera", place: .row(1), duration: .hours(2), startsAt: time)
      return try SchedulePlanner(limit: .forFewStops(.normal)).plan(
        [stop], days: [day], travel: .table([[0, 3600], [3600, 0]]))
    }
    #expect(try plan(ClockTime(10, 0)).days[0].visits.first?.start == ClockTime(10, 0))
    #expect(
      try plan(ClockTime(9, 30)).leftOut.first?.reason
        == .closesTooEarly(
          arrival: ClockTime(10, 0), latestStart: ClockTime(9, 30), day: 0))
    for time in [ClockTime(8, 0), ClockTime(19, 0)] {
      #expect(try plan(time).leftOut.first?.reason == .outsideDays(start: time))
    }
    for time in [Double.nan, .infinity] {
      #expect(throws: ScheduleError.self) { try plan(ClockTime(seconds: time)) }
    }
  }

  /// On days without windows, which are searched by travel time alone.
  @Test func stopsStayOnTheirDays() throws {
    var random = SeededGenerator(seed: 88)
    for _ in 0..<rounds(20, inDebug: 4) {
      let stops = (0..<14).map { number in
        VisitStop(
          "stop \(number)",
          at: Coordinate(
            latitude: Double.random(in: 0...0.1, using: &random),
            longitude: Double.random(in: 0...0.1, using: &random)),
          day: Int.random(in: 0...1, using: &random))
      }
      let days = (0..<2).map { _ in TripDay(from: ClockTime(6, 0), to: ClockTime(22, 0)) }
      let plan = try SchedulePlanner(limit: .forFewStops()).plan(
        stops, days: days, travel: .speed(metersPerSecond: 1.4))
      let wrong = plan.days.flatMap { day in day.visits.filter { stops[$0.stop].day != day.day } }
      #expect(wrong.isEmpty)
    }
  }

  /// Four places around a hotel are split two and two, not one and three.
  @Test func daysAreBalanced() throws {
    let table = (0..<5).map { a in (0..<5).map { a == $0 ? 0 : a == 0 || $0 == 0 ? 900.0 : 800 } }
    let stops = (1..<5).map { VisitStop("\($0)", place: .row($0), duration: .hours(1)) }
    let day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(18, 0), startPlace: .row(0), endPlace: .row(0))
    let plan = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
      stops, days: [day, day], travel: .table(table), objective: .balancedDays)
    #expect(plan.days.map(\.visits.count) == [2, 2])
    // Likewise without durations and without a hotel: the three places near one another do not form
    // a day, with only the fourth on the other.
    let bare = [(48.20, 16.36), (48.21, 16.37), (48.205, 16.38), (48.185, 16.335)].map {
      VisitStop("\($0)", at: Coordinate(latitude: $0.0, longitude: $0.1))
    }
    let open = TripDay(from: ClockTime(9, 0), to: ClockTime(18, 0))
    let byDefault = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
      bare, days: [open, open], travel: .speed(metersPerSecond: 1.4), objective: .balancedDays)
    #expect(byDefault.days.map(\.visits.count) == [2, 2])
    // More visits take precedence over balance.
    let short = TripDay(
      from: ClockTime(9, 0), to: ClockTime(10, 40), startPlace: .row(0), endPlace: .row(0))
    let uneven = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
      stops, days: [day, short], travel: .table(table), objective: .balancedDays)
    #expect(uneven.isComplete && uneven.days.map(\.visits.count) == [3, 1])
  }

  @Test func daysMayHaveDifferentHotels() throws {
    var random = SeededGenerator(seed: 77)
    for _ in 0..<3 {
      let example = ScheduleCase(
        stops: 4, days: 3, features: [.optional], objective: .balancedDays, using: &random)
      var days = example.oracle.days
      // From the first hotel to the second, a round trip from the second, and back to the first.
      days[0].startPlace(.row(4), end: .row(5))
      days[1].startPlace(.row(5), end: .row(5))
      days[2].startPlace(.row(5), end: .row(4))
      let oracle = ScheduleOracle(
        stops: example.oracle.stops, days: days, table: example.oracle.table,
        objective: .balancedDays)
      let plan = try SchedulePlanner(limit: .forFewStops(.normal)).plan(
        oracle.stops, days: days, travel: .table(oracle.table), objective: .balancedDays)
      #expect(oracle.value(of: plan) == oracle.best())
    }
  }

  // MARK: Replanning

  @Test func replanIsOptimalForTheRest() throws {
    var random = SeededGenerator(seed: 12)
    var (done, changed, onTheWay) = (0, 0, 0)
    for _ in 0..<rounds(24, inDebug: 8) {
      let example = ScheduleCase(
        stops: 5, days: 2, features: [.optional, .dayLocks], objective: .leastTravel,
        using: &random)
      let oracle = example.oracle
      guard let plan = try? example.plan(SchedulePlanner(limit: .forFewStops(.normal))) else {
        continue
      }
      let today = Int.random(in: 0...1, using: &random)
      let now = ClockTime(0, Int.random(in: 500...800, using: &random))
      let begun = plan.days[today].visits.filter { $0.start <= now }
      guard
        let again = try? SchedulePlanner(limit: .forFewStops(.normal)).replan(
          plan, oracle.stops, days: oracle.days, travel: .table(oracle.table), day: today, at: now,
          objective: .leastTravel)
      else { continue }
      // Completed visits are kept.
      #expect(Array(again.days[today].visits.prefix(begun.count)) == begun)
      for day in 0..<today { #expect(again.days[day] == plan.days[day]) }
      let visited = again.days.flatMap { $0.visits.map(\.stop) }
      #expect(Set(visited).count == visited.count)
      #expect(Set(visited).union(again.leftOut.map(\.stop)) == Set(oracle.stops.indices))
      if now > oracle.days[today].to {
        #expect(again.days[today] == plan.days[today])
        continue
      }
      // The rest is the best of all choices.
      let past = Set(plan.days[..<today].flatMap { $0.visits.map(\.stop) } + begun.map(\.stop))
      var offsets: [Int] = []
      var rest: [VisitStop] = []
      for (offset, stop) in oracle.stops.enumerated() where !past.contains(offset) {
        if let day = stop.day, day < today { continue }
        offsets.append(offset)
        rest.append(stop)
        rest[rest.count - 1].day = stop.day.map { $0 - today }
      }
      var days = Array(oracle.days[today...])
      days[0].from = max(days[0].from, now, begun.last?.departure ?? now)
      var table = oracle.table
      let planned = plan.days[today]
      let next = planned.visits.dropFirst(begun.count).first
      let leaves = begun.last?.departure ?? planned.departure
      let (target, arrival) = (
        next.map { oracle.stops[$0.stop].place } ?? days[0].end, next?.arrival ?? planned.arrival
      )
      if let last = begun.last {
        days[0].startPlace(oracle.stops[last.stop].place, end: days[0].end)
      }
      if case .row(let row)? = target, now > leaves {
        // En route, represented by an additional place, or already there.
        let left = max(0, arrival - now)
        onTheWay += left > 0 ? 1 : 0
        let here = table.count
        table.append(table[row].map { $0 + left } + [0])
        table[here][row] = left
        for other in 0..<here { table[other].append(.infinity) }
        days[0].startPlace(.row(here), end: days[0].end)
      }
      let small = ScheduleOracle(
        stops: rest, days: days, table: table, objective: .leastTravel)
      let orders = again.days[today...].enumerated().map { index, day in
        day.visits.dropFirst(index == 0 ? begun.count : 0).compactMap {
          offsets.firstIndex(of: $0.stop)
        }
      }
      #expect(small.value(orders) == small.best())
      done += begun.count
      changed += again == plan ? 0 : 1
    }
    #expect(done > 0 && changed > 0 && onTheWay > 0)
  }

  @Test func impossibleReplansThrow() throws {
    let day = TripDay(
      from: ClockTime(9, 0), to: ClockTime(12, 0), startPlace: .row(0), endPlace: .row(0))
    let stops = [VisitStop("A", place: .row(1), duration: .minutes(30))]
    let travel = TravelTimes.table([[0, 1800], [1800, 0]])
    let planner = SchedulePlanner(limit: .forFewStops(.normal))
    let plan = try planner.plan(stops, days: [day], travel: travel)
    for other in [-1, 1] {
      #expect(throws: ScheduleError.otherTrip(day: other, days: 1, planned: 1)) {
        try planner.replan(
          plan, stops, days: [day], travel: travel, day: other, at: ClockTime(9, 0))
      }
    }
    // Too late for the return, and after the end of the day.
    for time in [ClockTime(11, 40), ClockTime(13, 0)] {
      #expect(throws: ScheduleError.noWayThroughDay(0)) {
        try planner.replan(
          plan, stops, days: [day], travel: travel, day: 0, at: time, from: .row(1))
      }
    }
    #expect(throws: ScheduleError.invalidPlace(.row(9), stop: 1)) {
      try planner.replan(
        plan, stops + [VisitStop("B", place: .row(9))], days: [day], travel: travel, day: 0,
        at: ClockTime(9, 45))
    }
  }
}

extension TripDay {
  fileprivate mutating func startPlace(_ start: VisitPlace?, end: VisitPlace?) {
    self.start = start
    self.end = end
  }
}

import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Stops that can be visited only together with others, because of one-way connections.
@Suite struct DependentStopTests {
  /// Minutes from stop to stop, then the start and the end of each day; other legs take `other`
  /// hours.
  private func table(
    _ count: Int, other: Double, _ legs: [(Int, Int, Double)]
  ) -> [[Double]] {
    var table = (0..<count + 2).map { from in
      (0..<count + 2).map { $0 == from ? 0 : other * 3600 }
    }
    for (from, to, minutes) in legs { table[from][to] = minutes * 60 }
    return table
  }

  private func days(_ count: Int, stops: Int, hours: Int = 12) -> [TripDay] {
    let day = TripDay(
      .monday, from: ClockTime(8, 0), to: ClockTime(8 + hours, 0), startPlace: .row(stops),
      endPlace: .row(stops + 1))
    return Array(repeating: day, count: count)
  }

  /// A line of ferries from the start over 2 to 6 stops to the end, whatever the other options are.
  @Test func chainsOfOneWayLegsAreVisited() throws {
    for length in 2...6 {
      var legs = [(length, 0, 5.0), (length - 1, length + 1, 5), (length, length + 1, 5)]
      legs += (1..<length).map { ($0 - 1, $0, 5) }
      for (hours, priority) in [
        (Double.infinity, VisitStop.Priority.mustSee), (20, .booked), (13, .optional(score: 2)),
      ] {
        let table = table(length, other: hours, legs)
        let stops = (0..<length).map {
          VisitStop("\($0)", place: .row($0), duration: .minutes(10), priority: priority)
        }
        for objective in ScheduleObjective.allCases {
          let plan = try SchedulePlanner(limit: .forFewStops()).plan(
            stops, days: days(2, stops: length), travel: .table(table), objective: objective)
          let visits = plan.days.map { $0.visits.map(\.stop) }.filter { !$0.isEmpty }
          #expect(visits == [Array(0..<length)], "\(length) \(hours) \(objective)")
        }
      }
    }
  }

  /// A pair that is possible only together, on one day with more stops than the exact method takes.
  ///
  /// With little time, must-see pairs replace optional stops.
  @Test(arguments: [12, 17], [true, false])
  func pairsAmongManyStops(others: Int, areOptional: Bool) throws {
    let count = others + 2
    var table = (0..<count + 2).map { from in (0..<count + 2).map { $0 == from ? 0 : 90.0 } }
    for place in 0..<count + 2 where place > 1 {
      (table[0][place], table[place][1]) = (.infinity, .infinity)
    }
    table[1][0] = .infinity
    let stops = (0..<count).map {
      VisitStop(
        "\($0)", place: .row($0), duration: .minutes(15),
        priority: $0 > 1 && areOptional ? .optional(score: 1) : .mustSee)
    }
    for (hours, visits) in [(12, count), (2, 7)] {
      let plan = try SchedulePlanner(limit: .forManyStops).plan(
        stops, days: days(1, stops: count, hours: hours), travel: .table(table))
      let left = plan.leftOut.map { "\($0)" }
      #expect(plan.visitCount == visits, "\(left)")
      if areOptional { #expect(!plan.leftOut.contains { $0.stop < 2 }, "\(left)") }
    }
  }

  /// Random one-way legs and windows on two days, against all plans.
  @Test(arguments: ScheduleObjective.allCases) func plansAreOptimal(
    objective: ScheduleObjective
  ) throws {
    var random = SeededGenerator(seed: 91)
    var dependent = 0
    for round in 0..<rounds(60, inDebug: 12) {
      var example = ScheduleCase(
        stops: round % 2 == 0 ? 4 : 5, days: 2,
        features: [[.severalWindows], [.optional, .booked], [.dayLocks, .optional]][round % 3],
        objective: objective, using: &random)
      let count = example.oracle.stops.count
      example.oracle = example.oracle.with { days in
        for day in days.indices {
          (days[day].start, days[day].end) = (.row(count), .row(count + 1))
        }
      }
      // Half of the legs are missing; the day itself is possible.
      for from in 0..<count + 2 {
        for to in 0..<count + 2 where from != to && (from < count || to < count) {
          if Bool.random(using: &random) { example.oracle.table[from][to] = .infinity }
        }
      }
      guard let plan = try? example.plan(SchedulePlanner(limit: .forFewStops())) else { continue }
      #expect(example.oracle.fault(in: plan) == nil)
      #expect(example.oracle.value(of: plan) == example.oracle.best(), "\(objective) \(round)")
      dependent += try dependentCount(example.oracle)
    }
    #expect(dependent > 5)
  }

  private func model(_ oracle: ScheduleOracle) throws -> ScheduleModel {
    try ScheduleModel(
      stops: oracle.stops, days: oracle.days, travel: .table(oracle.table),
      objective: oracle.objective)
  }

  private func dependentCount(_ oracle: ScheduleOracle) throws -> Int {
    let model = try model(oracle)
    var watch = SearchWatch.unlimited
    let reach = try #require(DayLowerBounds.all(model, until: &watch))
    var search = ItinerarySearch(model: model, stops: Array(oracle.stops.indices), seed: 1)
    var stop = ScheduleMeter(SearchBudget())
    search.findDependent(reach, until: &stop)
    return search.dependent.count
  }

  /// Ordinary requests have no such stop, so their search does no further work.
  @Test func distancesMakeNoStopDependent() throws {
    var random = SeededGenerator(seed: 17)
    for features in [ScheduleCase.Features.all.subtracting(.oneWay), [.severalWindows], [.nights]] {
      for days in 1...3 {
        let example = ScheduleCase(
          stops: 12, days: days, features: features, objective: .leastTravel, using: &random)
        #expect(try dependentCount(example.oracle) == 0)
      }
    }
  }
}

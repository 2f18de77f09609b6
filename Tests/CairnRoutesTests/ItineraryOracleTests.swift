import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Several days, and the searches for many stops, on requests small enough to try every order.
@Suite struct ItineraryOracleTests {
  @Test(arguments: ScheduleObjective.allCases, ScheduleOracleTests.someFeatures)
  func twoDaysAreSolvedOptimally(
    objective: ScheduleObjective, features: ScheduleCase.Features
  ) throws {
    var random = SeededGenerator(seed: UInt64(features.rawValue) + 77)
    for count in 2...rounds(4, inDebug: 3) {
      let example = ScheduleCase(
        stops: count, days: 2, features: features.union(.dayLocks), objective: objective,
        using: &random)
      guard let plan = try? example.plan(SchedulePlanner(limit: .forFewStops())) else {
        let empty = [0, 1].map { example.oracle.cost([], day: $0) == nil }
        #expect(empty.contains(true))
        continue
      }
      #expect(example.oracle.fault(in: plan) == nil)
      #expect(example.oracle.value(of: plan) == example.oracle.best())
    }
  }

  @Test(arguments: ScheduleObjective.allCases, ScheduleOracleTests.someFeatures)
  func searchMatchesExactMethod(
    objective: ScheduleObjective, features: ScheduleCase.Features
  ) throws {
    var random = SeededGenerator(seed: UInt64(features.rawValue) + 11)
    for _ in 0..<rounds(2, inDebug: 1) {
      let oracle = ScheduleCase(
        stops: 6, days: 1, features: features.subtracting([.oneWay, .booked]), objective: objective,
        using: &random
      ).oracle
      let model = try ScheduleModel(
        stops: oracle.stops, days: oracle.days, travel: .table(oracle.table), objective: objective)
      var exact = ExactOrder(model: model, day: 0, stops: Array(0..<6))
      guard let order = exact.solve() else { continue }
      var search = ItinerarySearch(model: model, stops: Array(0..<6), seed: 3)
      var stop = ScheduleMeter(SearchBudget(work: rounds(25_000, inDebug: 5_000)))
      search.run(until: &stop)
      #expect(
        oracle.value([search.orders[0]]) == oracle.value([order]))
    }
  }

  @Test func ordersOfWholeDaysAreOptimal() throws {
    var random = SeededGenerator(seed: 5)
    var complete = 0
    for _ in 0..<12 {
      let oracle = ScheduleCase(
        stops: 7, days: 1, features: [.severalWindows, .oneWay], objective: .leastTravel,
        using: &random
      ).oracle
      let model = try ScheduleModel(
        stops: oracle.stops, days: oracle.days, travel: .table(oracle.table),
        objective: .leastTravel)
      var exact = ExactOrder(model: model, day: 0, stops: Array(0..<7))
      guard let order = exact.solve(), order.count == 7 else { continue }
      complete += 1
      var search = OrderSearch(model: model, day: 0, stops: Array(0..<7), seed: 3)
      var stop = ScheduleMeter(SearchBudget(work: 50_000))
      let isFeasible = search.findFeasible(until: &stop)
      #expect(isFeasible)
      search.improve(until: &stop)
      let found = Array(search.order[1...7])
      #expect(oracle.cost(found, day: 0)?.primary == oracle.cost(order, day: 0)?.primary)
    }
    #expect(complete > 0)
  }

  @Test(arguments: [ScheduleCase.Features.all, [.optional, .severalWindows], []])
  func manyStopsKeepEveryRule(features: ScheduleCase.Features) throws {
    var random = SeededGenerator(seed: 9)
    for (count, days) in [(13, 1), (15, 3)] {
      let example = ScheduleCase(
        stops: count, days: days, features: features, objective: .leastTravel, using: &random)
      let planner = SchedulePlanner(limit: .forManyStops)
      let plan = try example.plan(planner)
      #expect(example.oracle.fault(in: plan) == nil)
      #expect(example.oracle.value(of: plan) != nil)
      #expect(plan.visitCount > 0)
      // The result is reproducible.
      #expect(try example.plan(planner) == plan)
      // No stop that was left out fits in anywhere.
      let orders = plan.days.map { $0.visits.map(\.stop) }
      for stop in plan.leftOut where stop.reason == .squeezedOut {
        for day in orders.indices {
          for position in 0...orders[day].count {
            var order = orders[day]
            order.insert(stop.stop, at: position)
            #expect(example.oracle.cost(order, day: day) == nil)
          }
        }
      }
    }
  }

  @Test func highestScoresAreChosenIfTimeIsShort() throws {
    // Thirty stops at one place, an hour each, and five hours a day: the ten highest scores.
    let stops = (0..<30).map {
      VisitStop(
        "\($0)", place: .row(0), duration: .hours(1), priority: .optional(score: Double($0 % 10)))
    }
    let day = TripDay(from: ClockTime(9, 0), to: ClockTime(14, 0))
    let plan = try SchedulePlanner(limit: .effort(.quick)).plan(
      stops, days: [day, day], travel: .table([[0]]))
    #expect(plan.visitCount == 10)
    #expect(plan.score == 78)
    #expect(plan.leftOut.allSatisfy { $0.reason == .squeezedOut })
  }
}

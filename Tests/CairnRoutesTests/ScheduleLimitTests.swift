import TestSupport
import Testing

@testable import CairnRoutes

/// Plans under limits of work or time, and under cancellation.
@Suite struct ScheduleLimitTests {
  private func examples(
    _ count: Int, _ objective: ScheduleObjective, days: Int = 1,
    seed: UInt64
  ) -> [ScheduleCase] {
    var random = SeededGenerator(seed: seed)
    return [[], [.severalWindows, .soft, .optional], .all].map {
      ScheduleCase(stops: count, days: days, features: $0, objective: objective, using: &random)
    }
  }

  private func model(_ example: ScheduleCase) throws -> ScheduleModel {
    let oracle = example.oracle
    return try ScheduleModel(
      stops: oracle.stops, days: oracle.days, travel: .table(oracle.table),
      objective: oracle.objective)
  }

  /// The plan of the first greedy insertion.
  private func greedy(_ model: ScheduleModel, _ stops: [Int]) -> ItinerarySearch {
    var search = ItinerarySearch(model: model, stops: stops, seed: 1)
    var stop = ScheduleMeter(SearchBudget())
    search.construct(until: &stop)
    return search
  }

  @Test(arguments: ScheduleObjective.allCases)
  func knownPlanDoesNotChangeSolution(objective: ScheduleObjective) throws {
    for example in examples(9, objective, seed: 21) {
      let model = try model(example)
      let stops = Array(0..<9)
      let known = greedy(model, stops)
      guard known.chains.isFeasible(0) else { continue }
      var free = ExactOrder(model: model, day: 0, stops: stops)
      var bounded = ExactOrder(
        model: model, day: 0, stops: stops, known: (known.worth, known.cost))
      let (a, b) = (free.solve() ?? [], bounded.solve() ?? [])
      let (first, second) = (example.oracle.value([a]), example.oracle.value([b]))
      #expect(free.isComplete && bounded.isComplete)
      #expect(first == second && first != nil)
    }
  }

  @Test(arguments: ScheduleObjective.allCases)
  func abandonedExactSearchIsNoWorseThanGreedy(objective: ScheduleObjective) throws {
    for example in examples(11, objective, seed: 5) {
      let model = try model(example)
      let stops = Array(0..<11)
      var exact = ExactOrder(model: model, day: 0, stops: stops)
      var none = ScheduleMeter(SearchBudget())
      let order = exact.solve(until: &none, greatestWork: 20)
      #expect(order == nil && !exact.isComplete)

      func solve() -> (orders: [[Int]], isOptimal: Bool) {
        var solver = ScheduleSolver(
          model: model, budget: SearchBudget(work: rounds(30_000, inDebug: 8_000)))
        solver.greatestExactWork = 20
        let orders = solver.solve()
        return (orders, solver.isOptimal)
      }
      let (given, again) = (solve(), solve())
      #expect(!given.isOptimal && given.orders == again.orders)
      var watch = SearchWatch()
      let reach = try #require(DayLowerBounds.all(model, until: &watch)?.first)
      let fitting = stops.filter { reach.obstacle($0, model) == nil }
      let first = greedy(model, fitting).orders
      guard let value = example.oracle.value(given.orders), let bound = example.oracle.value(first)
      else {
        Issue.record("a plan breaks a rule")
        continue
      }
      #expect(value >= bound)
    }
  }

  @Test(arguments: ScheduleObjective.allCases)
  func aCancelledPlanKeepsEveryRule(objective: ScheduleObjective) throws {
    for (count, days) in [(12, 1), (rounds(30, inDebug: 18), 2), (rounds(90, inDebug: 30), 1)] {
      for example in examples(count, objective, days: days, seed: 8) {
        for planner in [
          SchedulePlanner(isCancelled: { true }), SchedulePlanner(limit: .time(.zero)),
          SchedulePlanner(limit: .work(0)), SchedulePlanner(limit: .work(-1)),
        ] {
          guard let plan = try? example.plan(planner) else {
            let isDone = (0..<days).allSatisfy { example.oracle.cost([], day: $0) != nil }
            #expect(!isDone)
            continue
          }
          #expect(example.oracle.fault(in: plan) == nil)
          #expect(example.oracle.value(of: plan) != nil)
        }
      }
    }
  }

  @Test func theFirstInsertionCanBeCancelled() throws {
    let example = examples(400, .leastTravel, seed: 3)[1]
    let model = try model(example)
    var search = ItinerarySearch(model: model, stops: Array(0..<400), seed: 1)
    var stop = ScheduleMeter(SearchBudget(isCancelled: { true }))
    search.run(until: &stop)
    #expect(stop.end == .cancelled)
    // The search ends one check after the first, plus the work for one stop.
    #expect(search.work < 40_000)
    #expect(search.chains.days[0].count > 0)
    #expect(example.oracle.cost(search.orders[0], day: 0) != nil)

    let plan = try example.plan(SchedulePlanner(isCancelled: { true }))
    #expect(plan.end == .cancelled && !plan.isOptimal && plan.visitCount > 0)
    #expect(example.oracle.fault(in: plan) == nil)
  }

  @Test func oneLimitServesBothPlanners() {
    let limit = RouteLimit.effort(.quick)
    #expect(RoutePlanner(limit: limit).limit == SchedulePlanner(limit: limit).limit)
    #expect(RoutePlanner.Effort.allCases == SchedulePlanner.Effort.allCases)
  }
}

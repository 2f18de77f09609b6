import CairnHours
import TestSupport
import Testing

@testable import CairnRoutes

/// Breaks, compared with all orders and, for each order, all times of every break.
@Suite struct BreakOracleTests {
  @Test(arguments: ScheduleObjective.allCases, [false, true])
  func fewStopsAreSolvedExactly(objective: ScheduleObjective, soft: Bool) throws {
    var random = SeededGenerator(seed: soft ? 3 : 4)
    var (taken, left) = (0, 0)
    for round in 0..<rounds(48, inDebug: 8) {
      let oracle = BreakOracle.random(
        stops: round % rounds(6, inDebug: 4), days: 1, breaks: 1 + round % 3 % 2, soft: soft,
        locks: round % 4 == 3,
        objective: objective, using: &random)
      guard let plan = try? oracle.plan() else {
        var without = oracle
        without.days[0].breaks = []
        #expect(without.cost([], day: 0) == nil)
        continue
      }
      #expect(plan.isOptimal)
      #expect(oracle.fault(in: plan) == nil)
      #expect(oracle.value(of: plan) == oracle.best(), "round \(round)")
      taken += plan.days[0].breaks.count
      left += plan.days[0].leftOutBreaks.count
    }
    #expect(taken > 0 && left > 0)
  }

  @Test func sixStopsAndThreeBreaks() throws {
    var random = SeededGenerator(seed: 8)
    for (round, objective) in ScheduleObjective.allCases.enumerated() {
      let oracle = BreakOracle.random(
        stops: rounds(6, inDebug: 3), days: 1, breaks: 2 + round % 2, objective: objective,
        using: &random)
      let plan = try oracle.plan()
      #expect(oracle.fault(in: plan) == nil)
      #expect(oracle.value(of: plan) == oracle.best(), "round \(round)")
    }
  }

  @Test(arguments: ScheduleObjective.allCases, [false, true])
  func twoDaysAreSolvedOptimally(objective: ScheduleObjective, soft: Bool) throws {
    var random = SeededGenerator(seed: soft ? 31 : 32)
    // The quick effort misses the best of a few in a thousand such requests.
    for round in 0..<rounds(48, inDebug: 2) {
      let oracle = BreakOracle.random(
        stops: 2 + round % 3, days: 2, breaks: 1 + round % 2, soft: soft, locks: round % 4 == 3,
        objective: objective, using: &random)
      let planner = SchedulePlanner(limit: .forFewStops(.normal))
      guard let plan = try? oracle.plan(planner) else { continue }
      #expect(oracle.fault(in: plan) == nil)
      #expect(oracle.value(of: plan) == oracle.best(), "round \(round)")
    }
  }

  /// The price of an insertion equals the difference of the costs of the whole day.
  @Test(arguments: [false, true])
  func pricesEqualCostOfWholeDay(soft: Bool) throws {
    var random = SeededGenerator(seed: 77)
    var (fitting, missing) = (0, 0)
    for round in 0..<rounds(200, inDebug: 20) {
      let oracle = BreakOracle.random(
        stops: 6, days: 1, breaks: 1 + round % 3, soft: soft, locks: soft, objective: .leastTravel,
        using: &random)
      guard
        let model = try? ScheduleModel(
          stops: oracle.stops, days: oracle.days, travel: .table(oracle.table),
          objective: .leastTravel)
      else { continue }
      var chains = DayChains(model, stops: Array(0..<6))
      guard chains.isFeasible(0) else { continue }
      for stop in (0..<6).shuffled(using: &random) {
        var behind: [Int] = []
        var node = model.start(of: 0)
        while chains.next(node) >= 0 {
          var order = [model.start(of: 0)] + chains.visits(on: 0) + [model.end(of: 0)]
          order.insert(stop, at: (order.firstIndex(of: node) ?? 0) + 1)
          let cost = model.cost(of: order, day: 0)
          let price = chains.price(of: stop, behind: node, byTime: false)
          if (price == nil) != (cost == nil)
            || chains.price(of: stop, behind: node, byTime: true)
              .map({ _ in cost == nil }) ?? (cost != nil)
          {
            Issue.record("round \(round): \(stop) behind \(node) in \(order)")
          }
          if let price, let cost, !soft, price != cost.primary - chains.days[0].cost.primary {
            Issue.record("round \(round): \(stop) behind \(node) costs \(price)")
          }
          fitting += price == nil ? 0 : 1
          missing += price == nil ? 1 : 0
          if price != nil { behind.append(node) }
          node = chains.next(node)
        }
        guard let place = behind.randomElement(using: &random) else { continue }
        let before = chains.days[0].cost
        chains.insert(stop, behind: place)
        chains.rollBack()
        #expect(chains.days[0].cost == before)
        chains.insert(stop, behind: place)
        chains.commit()
        #expect(chains.isFeasible(0))
      }
    }
    #expect(fitting > 0 && missing > 0)
  }

  @Test(arguments: ScheduleObjective.allCases)
  func manyStopsKeepTheirBreaks(objective: ScheduleObjective) throws {
    var random = SeededGenerator(seed: 99)
    let planner = SchedulePlanner(limit: .work(20_000))
    for (count, days) in [(13, 1), (20, 3)].prefix(rounds(2, inDebug: 1)) {
      let oracle = BreakOracle.random(
        stops: count, days: days, breaks: 2, soft: true, objective: objective, using: &random)
      let plan = try oracle.plan(planner)
      #expect(oracle.fault(in: plan) == nil)
      #expect(plan.visitCount > 0)
      #expect(try oracle.plan(planner) == plan)
      // Breaks are kept even without any time to search.
      let hasty = try oracle.plan(SchedulePlanner(limit: .time(.zero)))
      #expect(oracle.fault(in: hasty) == nil)
    }
  }
}

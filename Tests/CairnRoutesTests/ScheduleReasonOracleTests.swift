import CairnRoutes
import TestSupport
import Testing

/// The reasons for leaving stops out, compared with every choice in every order.
@Suite struct ScheduleReasonOracleTests {
  /// Whether some day is possible with visits that include this stop.
  private func isPossible(_ stop: Int, _ oracle: ScheduleOracle) -> Bool {
    func search(_ order: [Int], _ day: Int) -> Bool {
      if order.contains(stop), oracle.cost(order, day: day) != nil { return true }
      return oracle.stops.indices.contains { other in
        !order.contains(other) && search(order + [other], day)
      }
    }
    return oracle.days.indices.contains { search([], $0) }
  }

  private func isPossibleAlone(_ stop: Int, _ oracle: ScheduleOracle) -> Bool {
    oracle.days.indices.contains { oracle.cost([stop], day: $0) != nil }
  }

  @Test(arguments: [true, false]) func reasonsAreTrue(isMetric: Bool) throws {
    var random = SeededGenerator(seed: 11)
    var counts: [String: Int] = [:]
    for _ in 0..<rounds(250, inDebug: 60) {
      var sample = ScheduleCase(
        stops: Int.random(in: 2...5, using: &random), days: Int.random(in: 1...2, using: &random),
        features: .all.subtracting(.booked), objective: .leastTravel, using: &random)
      if !isMetric {
        for from in sample.oracle.table.indices {
          for to in sample.oracle.table.indices where from != to {
            sample.oracle.table[from][to] = [60, 1200, 14_400].randomElement(using: &random) ?? 60
          }
        }
      }
      let oracle = sample.oracle
      guard let plan = try? sample.plan(SchedulePlanner(limit: .forFewStops())) else { continue }
      for stop in plan.leftOut {
        let isAlone = isPossibleAlone(stop.stop, oracle)
        switch stop.reason {
        case .squeezedOut: #expect(isAlone, "\(oracle)")
        case .notTried: Issue.record("there was time")
        case .noTimeForBreak: Issue.record("there are no breaks")
        case .noTimeBesideBooked: Issue.record("nothing is booked")
        case .outsideDays, .isOver: Issue.record("no time is fixed, and no day over")
        case .onlyBesideOthers: #expect(!isAlone, "\(oracle)")
        case .positionNotReached(let visits):
          guard case .index(let index)? = oracle.stops[stop.stop].position else {
            Issue.record("stop \(stop.stop) has no position")
            continue
          }
          #expect(index > visits)
        case .closed, .windowsTooShort, .noWay, .closesTooEarly, .dayTooShort:
          #expect(!isPossible(stop.stop, oracle), "\(stop.reason) \(oracle)")
        }
        counts[String("\(stop.reason)".prefix(12)), default: 0] += 1
      }
    }
    #expect(counts.values.reduce(0, +) > rounds(100, inDebug: 24), "\(counts)")
  }
}

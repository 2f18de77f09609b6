import CairnRoutes
import TestSupport
import Testing

/// One day, compared with all orders of all choices.
@Suite struct ScheduleOracleTests {
  static let features: [ScheduleCase.Features] = [
    [], [.optional], [.severalWindows], [.weekdays, .severalWindows], [.soft],
    [.soft, .severalWindows, .optional], [.positions], [.positions, .optional, .severalWindows],
    [.oneWay], [.booked], [.booked, .severalWindows, .optional], [.soft, .nights],
    [.soft, .nights, .booked, .optional], .all,
  ]
  /// For the slow tests, a debug build uses every second one.
  static let someFeatures = features.indices.filter { $0 % 2 != rounds(2, inDebug: 0) }
    .map { features[$0] }

  @Test(arguments: ScheduleObjective.allCases, features)
  func fewStopsAreSolvedExactly(
    objective: ScheduleObjective, features: ScheduleCase.Features
  ) throws {
    var random = SeededGenerator(seed: UInt64(features.rawValue) + 1)
    for count in 0...5 {
      for _ in 0..<(count < 5 ? rounds(5, inDebug: 3) : 1) {
        let example = ScheduleCase(
          stops: count, days: 1, features: features, objective: objective, using: &random)
        guard let plan = try? example.plan() else {
          #expect(example.oracle.cost([], day: 0) == nil)
          continue
        }
        #expect(plan.isOptimal)
        #expect(example.oracle.fault(in: plan) == nil)
        #expect(example.oracle.value(of: plan) == example.oracle.best())
      }
    }
  }
}

import TestSupport
import Testing

@testable import CairnRoutes

/// The prices of insertions, against the cost of the whole day.
@Suite struct PriceOracleTests {
  /// On balanced days only the load of a day counts, so the price is computed without the visits
  /// after the position.
  @Test(arguments: ChainsCase.Kind.allCases) func pricesAreThoseOfTheWholeDay(
    kind: ChainsCase.Kind
  ) throws {
    var random = SeededGenerator(seed: 31)
    var (fitting, missing) = (0, 0)
    for round in 0..<rounds(150, inDebug: 15) {
      var sample = try ChainsCase(
        kind, stops: 4 + round % 6, days: 1 + round % 3, objective: .balancedDays, using: &random)
      #expect(sample.chains.countsLoadAlone)
      sample.fill(1 + round % 7, using: &random)
      let model = sample.model
      for stop in sample.chains.absent.map({ Int($0) }) {
        for (day, order) in sample.orders.enumerated() {
          let nodes = [model.start(of: day)] + order
          for (position, node) in nodes.enumerated() {
            var longer = nodes + [model.end(of: day)]
            longer.insert(stop, at: position + 1)
            let cost = model.cost(of: longer, day: day)
            let growth = cost.map { $0.primary - sample.chains.days[day].cost.primary }
            let place = "round \(round): \(stop) behind \(node) on day \(day)"
            #expect(
              sample.chains.price(of: stop, behind: node, byTime: false) == growth, "\(place)")
            #expect(
              sample.chains.price(of: stop, behind: node, byTime: true)
                == growth.map { $0 + model.visit[stop] }, "\(place)")
            fitting += cost == nil ? 0 : 1
            missing += cost == nil ? 1 : 0
          }
        }
      }
    }
    #expect(fitting > 0)
    // At one place nearly everything fits.
    #expect(missing > 0 || kind == .onePlace || kind == .equalDays)
  }

  /// The square of a load is rounded as by the standard library.
  @Test func squaresAreRounded() {
    var random = SeededGenerator(seed: 8)
    for round in 0..<20_000 {
      let time =
        round < 400
        ? Ticks(round * 1_000)
        : Ticks.random(in: 0...(1 << Ticks.random(in: 10...62, using: &random)), using: &random)
      let exact = min(Double(time) * Double(time) / 3.6e10, 1e15).rounded()
      #expect(ScheduleModel.squared(time) == Ticks(exact))
      #expect(ScheduleModel.squared(-time) == Ticks(exact))
    }
  }
}

import CairnGeodesy
import TestSupport
import Testing

@testable import CairnRoutes

/// Exchanges along an order of places, without neighbor lists.
@Suite struct WindowedExchangeTests {
  private func length(_ order: [Int], _ costs: SphereCosts) -> Double {
    zip(order, order.dropFirst()).reduce(0) { $0 + costs.cost(Int32($1.0), Int32($1.1)) }
  }

  @Test func ordersAreCompleteAndNeverLonger() {
    for (name, places) in TourCases.adversarial + [("anywhere", TourCases.anywhere(90, seed: 2))] {
      let costs = SphereCosts(places)
      var random = SeededGenerator(seed: 3)
      for order in [Array(places.indices), places.indices.shuffled(using: &random)] {
        var watch = SearchWatch()
        let found = WindowedExchange(costs, order: order).settled(until: &watch)
        #expect(found.sorted() == Array(places.indices), "\(name)")
        #expect(found.first == order.first && found.last == order.last)
        #expect(length(found, costs) <= length(order, costs) * (1 + 1e-12), "\(name)")
      }
    }
  }

  /// After the passes, no reversal and no move of up to three places gains, by plain comparison of
  /// whole orders.
  @Test func noExchangeIsLeft() {
    for seed in 0..<UInt64(rounds(30, inDebug: 4)) {
      let costs = SphereCosts(TourCases.anywhere(12, seed: seed))
      var watch = SearchWatch()
      let found = WindowedExchange(costs, order: Array(0..<12)).settled(until: &watch)
      let least = length(found, costs)
      for low in 1..<11 {
        for high in low..<11 {
          var other = found
          other[low...high].reverse()
          #expect(length(other, costs) >= least * (1 - 1e-11))
          guard high - low < 3 else { continue }
          var rest = found
          rest.removeSubrange(low...high)
          let piece = Array(found[low...high])
          for position in 1..<rest.count {
            for piece in [piece, piece.reversed()] {
              let moved = Array(rest[..<position]) + piece + rest[position...]
              #expect(length(moved, costs) >= least * (1 - 1e-11))
            }
          }
        }
      }
    }
  }

  @Test func shortLimitsImproveTheCurve() throws {
    let places = TourCases.anywhere(2_000, seed: 6)
    let costs = SphereCosts(places)
    let curve = RoutePlanner().alongCurve(costs, .open)
    var watch = SearchWatch()
    let found = WindowedExchange(costs, order: curve).settled(until: &watch)
    #expect(length(found, costs) < 0.9 * length(curve, costs))
    var ended = SearchWatch(isCancelled: { true })
    _ = ended.hasTime()
    #expect(WindowedExchange(costs, order: curve).settled(until: &ended) == curve)
  }
}

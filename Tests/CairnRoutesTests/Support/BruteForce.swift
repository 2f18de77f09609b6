import TestSupport

@testable import CairnRoutes

/// The shortest route by trying every order: an oracle independent of the planner.
enum BruteForce {
  /// The length of the shortest allowed order that matches the trip's ends.
  static func shortest(
    count: Int, trip: Trip, where isAllowed: ([Int]) -> Bool = { _ in true },
    cost: (Int, Int) -> Double
  ) -> Double {
    var best = Double.infinity
    var order = Array(0..<count)
    func visit(_ depth: Int) {
      if depth == count {
        if let start = trip.start, !trip.isRound, order[0] != start { return }
        if let end = trip.end, order[count - 1] != end { return }
        if !isAllowed(order) { return }
        best = min(best, length(order, isRound: trip.isRound, cost: cost))
        return
      }
      for other in depth..<count {
        order.swapAt(depth, other)
        visit(depth + 1)
        order.swapAt(depth, other)
      }
    }
    visit(0)
    return best
  }

  /// The length of an order.
  static func length(
    _ order: [Int], isRound: Bool, cost: (Int, Int) -> Double
  ) -> Double {
    var sum = 0.0
    for (from, to) in zip(order, order.dropFirst()) { sum += cost(from, to) }
    if isRound, order.count > 1 { sum += cost(order[order.count - 1], order[0]) }
    return sum
  }

  /// All trips, with ends at the given stops.
  static func trips(_ start: Int, _ end: Int) -> [Trip] {
    [
      .roundTrip, .roundTrip(from: start), .open, .open(from: start), .open(to: end),
      .open(from: start, to: end),
    ]
  }
}

/// Sample costs for tests.
enum SampleCosts {
  /// Random costs of all sizes; some are zero and some are equal.
  static func matrix(count: Int, isSymmetric: Bool, seed: UInt64) throws -> CostMatrix {
    var generator = SeededGenerator(seed: seed)
    return try CostMatrix(count: count, isSymmetric: isSymmetric) { _, _ in
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: 0
      case 1...3: Double(Int.random(in: 1...9, using: &generator))
      default: Double.random(in: 0...100, using: &generator)
      }
    }
  }
}

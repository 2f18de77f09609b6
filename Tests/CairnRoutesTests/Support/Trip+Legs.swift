@testable import CairnRoutes

extension Trip {
  /// How many legs a route of so many stops has.
  func legCount(stops count: Int) -> Int {
    count < 2 ? 0 : isRound ? count : count - 1
  }
}

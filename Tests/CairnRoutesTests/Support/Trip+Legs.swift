@testable import CairnRoutes

extension Trip {
  /// The number of legs of a route with a number of stops.
  func legCount(stops count: Int) -> Int {
    count < 2 ? 0 : isRound ? count : count - 1
  }
}

/// How a first tour is made.
enum TourConstruction: Sendable, CaseIterable {
  /// Always go to the nearest city that was not visited yet.
  case nearestNeighbor
  /// Take the shortest edge that still fits, again and again.
  case greedyEdge
  /// Visit the cities in the order of a space-filling curve.
  case spaceFillingCurve
}

extension TourConstruction {
  /// A tour over all cities.
  ///
  /// - Parameters:
  ///   - costs: the costs.
  ///   - candidates: likely neighbours, which save looking at all pairs.
  ///   - start: where nearest neighbour begins.
  func tour(
    _ costs: some TourCosts, candidates: NeighborLists, start: Int32 = 0
  ) -> [Int32] {
    switch self {
    case .greedyEdge: return greedyTour(costs, candidates)
    case .nearestNeighbor, .spaceFillingCurve: break
    }
    var left = Set(0..<Int32(costs.count))
    guard !left.isEmpty else { return [] }
    var order = [start]
    left.remove(start)
    while let next = left.min(by: {
      (costs.cost(order[order.count - 1], $0), $0) < (costs.cost(order[order.count - 1], $1), $1)
    }) {
      order.append(next)
      left.remove(next)
    }
    return order
  }
}

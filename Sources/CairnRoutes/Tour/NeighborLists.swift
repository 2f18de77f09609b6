internal import CairnGeodesy

/// For each city some others that are likely to be its neighbours in a good tour.
struct NeighborLists: Sendable {
  /// The number of cities.
  let count: Int
  /// How many neighbours each city has.
  let width: Int
  /// The neighbours of city 0, the nearest first, then those of city 1 and so on.
  let ids: [Int32]

  init(count: Int, width: Int, ids: [Int32]) {
    precondition(ids.count == count * width)
    self.count = count
    self.width = width
    self.ids = ids
  }

  /// The cheapest neighbours by any costs.
  ///
  /// - Complexity: O(*n*²).
  init(nearestBy costs: some TourCosts, width: Int) {
    let count = costs.count
    let width = max(0, min(width, count - 1))
    var ids: [Int32] = []
    ids.reserveCapacity(count * width)
    for a in 0..<Int32(count) {
      let others = (0..<Int32(count)).filter { $0 != a }.map { (costs.cost(a, $0), $0) }
      ids += others.sorted(by: <).prefix(width).map { $0.1 }
    }
    self.init(count: count, width: width, ids: ids)
  }

  /// Neighbours of points on the sphere, from all four quadrants around each.
  init(onSphere vectors: [UnitVector], width: Int = 10) {
    self.init(nearestBy: SphereCosts(vectors), width: width)
  }

  /// The same lists with one more city, numbered `count`, that is a neighbour of every other and
  /// stands first: for a city that costs nothing to go to.
  func addingHub() -> NeighborLists {
    var wider: [Int32] = []
    wider.reserveCapacity((count + 1) * (width + 1))
    for city in 0..<count {
      wider.append(Int32(count))
      wider += ids[city * width..<(city + 1) * width]
    }
    wider += (0..<Int32(min(count, width + 1)))
    while wider.count < (count + 1) * (width + 1) { wider.append(0) }
    return NeighborLists(count: count + 1, width: width + 1, ids: wider)
  }
}

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
    self.init(count: costs.count, width: width) { costs.cost($0, $1) }
  }

  /// The cheapest neighbours by a function, which compares all pairs.
  init(count: Int, width: Int, _ cost: (Int32, Int32) -> Double) {
    let width = max(0, min(width, count - 1))
    var ids = [Int32](repeating: 0, count: count * width)
    var best = [(cost: Double, city: Int32)](repeating: (0, 0), count: width)
    for a in 0..<(width > 0 ? count : 0) {
      var kept = 0
      for b in 0..<count where b != a {
        let value = cost(Int32(a), Int32(b))
        if kept == width, value >= best[kept - 1].cost { continue }
        var into = kept == width ? kept - 1 : kept
        while into > 0, best[into - 1].cost > value {
          best[into] = best[into - 1]
          into -= 1
        }
        best[into] = (value, Int32(b))
        kept = min(kept + 1, width)
      }
      for rank in 0..<width { ids[a * width + rank] = best[rank].city }
    }
    self.init(count: count, width: width, ids: ids)
  }

  /// The first neighbours of each city only.
  func narrowed(to width: Int) -> NeighborLists {
    guard width < self.width else { return self }
    var narrow: [Int32] = []
    narrow.reserveCapacity(count * width)
    for city in 0..<count { narrow += ids[city * self.width..<city * self.width + width] }
    return NeighborLists(count: count, width: width, ids: narrow)
  }

  /// Neighbours of points on the sphere, from all four quadrants around each.
  ///
  /// - Complexity: O(*n* log *n*) for *n* points.
  init(onSphere vectors: [UnitVector], width: Int = 10, quadrant: Int = 2) {
    let tree = PointTree(vectors.map { SIMD4($0.x, $0.y, $0.z, 0) })
    self.init(tree, width: width, quadrant: quadrant) { from, to in
      // East and north of the first, each up to a positive factor.
      let a = vectors[Int(from)]
      let b = vectors[Int(to)]
      let toAxis = a.x * a.x + a.y * a.y
      if toAxis == 0 { return (b.x, b.y) }
      return (a.x * b.y - a.y * b.x, toAxis * b.z - a.z * (a.x * b.x + a.y * b.y))
    }
  }

  /// Neighbours of points in the plane, from all four quadrants around each.
  ///
  /// - Complexity: O(*n* log *n*) for *n* points.
  init(inPlane points: [SIMD2<Double>], width: Int = 10, quadrant: Int = 2) {
    let tree = PointTree(points.map { SIMD4($0.x, $0.y, 0, 0) })
    self.init(tree, width: width, quadrant: quadrant) { from, to in
      let delta = points[Int(to)] - points[Int(from)]
      return (delta.x, delta.y)
    }
  }

  /// The nearest of all and the nearest of each quadrant.
  private init(
    _ tree: borrowing PointTree, width: Int, quadrant: Int,
    direction: (_ from: Int32, _ to: Int32) -> (east: Double, north: Double)
  ) {
    let count = tree.count
    let width = max(0, min(width, count - 1))
    let few = min(width + 4, count - 1)
    let many = min(max(48, few), count - 1)
    let share = min(quadrant, width / 4)
    let found = WorkArray(repeating: PointTree.Near(square: 0, index: 0), count: max(many, 1))
    var ids = [Int32](repeating: 0, count: count * width)
    var chosen: [Int] = []
    for index in 0..<(width > 0 ? count : 0) {
      let own = tree.number(index)
      var looked = few
      while true {
        tree.nearest(to: index, wanted: looked, into: found)
        var quota = SIMD4<Int>(repeating: share)
        chosen.removeAll(keepingCapacity: true)
        for slot in 0..<looked {
          let (east, north) = direction(own, tree.number(Int(found[slot].index)))
          let quadrant = (east > 0 ? 0 : 1) + (north > 0 ? 0 : 2)
          if quota[quadrant] > 0 {
            quota[quadrant] -= 1
            chosen.append(slot)
          }
        }
        if looked == many || quota == .zero { break }
        looked = many
      }
      // The nearest that no quadrant has claimed fill the list.
      var slot = 0
      var claimed = 0
      let quadrants = chosen.count
      while chosen.count < width {
        if claimed < quadrants, chosen[claimed] == slot {
          claimed += 1
        } else {
          chosen.append(slot)
        }
        slot += 1
      }
      chosen.sort()
      for (rank, slot) in chosen.enumerated() {
        ids[Int(own) * width + rank] = tree.number(Int(found[slot].index))
      }
    }
    self.init(count: count, width: width, ids: ids)
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

internal import CairnGeodesy
internal import CairnMemory

/// For each city, a few others that are likely to be its neighbors in a good tour: the candidate
/// sets of the literature.
///
/// | here     | the literature                                                               |
/// |----------|------------------------------------------------------------------------------|
/// | `width`  | k, the size of a candidate set (10; 5 for greedy edges, 6 for edge assembly) |
/// | quadrant | quadrant neighbors: the nearest of each of the four quadrants around a city  |
/// | `share`  | how many of the k are quadrant neighbors of each quadrant (2)                |
/// | apart    | for tables: near cities that no nearer one hides (2 of the k)                |
///
/// Quadrant neighbors are those of D. S. Johnson and L. A. McGeoch, "The traveling salesman
/// problem: a case study in local optimization" (1997).
struct TourNeighbors: Sendable {
  /// The number of cities.
  let count: Int
  /// The number of neighbors of each city.
  let width: Int
  /// The neighbors of city 0, nearest first, then those of city 1 and so on.
  let ids: [Int32]

  init(count: Int, width: Int, ids: [Int32]) {
    precondition(ids.count == count * width)
    self.count = count
    self.width = width
    self.ids = ids
  }

  /// The cheapest neighbors by a function, with ties broken by the smaller number; nil if the time
  /// runs out.
  ///
  /// - Complexity: O(*n*²), with a call for each pair in both directions.
  init?(
    count: Int, width: Int, until watch: inout SearchWatch, _ cost: (Int32, Int32) -> Double
  ) {
    let width = max(0, min(width, count - 1))
    var ids = [Int32](repeating: 0, count: count * width)
    var best = [(cost: Double, city: Int32)](repeating: (0, 0), count: width)
    for a in 0..<(width > 0 ? count : 0) {
      guard watch.hasTime(after: count) else { return nil }
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

  /// The lists shortened to the first neighbors of each city.
  func narrowed(to width: Int) -> TourNeighbors {
    guard width < self.width else { return self }
    var narrow: [Int32] = []
    narrow.reserveCapacity(count * width)
    for city in 0..<count { narrow += ids[city * self.width..<city * self.width + width] }
    return TourNeighbors(count: count, width: width, ids: narrow)
  }

  /// The neighbors of points on the sphere: the nearest overall and the nearest in each quadrant;
  /// nil if the time runs out.
  ///
  /// The quadrants matter if places form clusters: a good tour leaves a cluster somewhere, and the
  /// places next to the gap have all their nearest neighbors on one side.
  ///
  /// - Complexity: O(*n* log *n*) for *n* evenly distributed points.
  init?(
    onSphere vectors: [UnitVector], width: Int = 10, quadrant: Int = 2,
    until watch: inout SearchWatch
  ) {
    let tree = PointTree(vectors.map { SIMD4($0.x, $0.y, $0.z, 0) }, until: &watch)
    let count = tree.count
    let width = max(0, min(width, count - 1))
    let looked = min(width + 4, count - 1)
    let share = min(quadrant, width / 4)
    let near = FixedArray(repeating: PointTree.Near(square: 0, index: 0), count: max(looked, 1))
    let inQuadrant = FixedArray(
      repeating: PointTree.Near(square: 0, index: 0), count: max(share, 1))
    var ids = [Int32](repeating: 0, count: count * width)
    var chosen: [PointTree.Near] = []
    for index in 0..<(width > 0 ? count : 0) {
      guard watch.hasTime(after: 200) else { return nil }
      let own = tree.number(index)
      tree.nearest(to: index, wanted: looked, into: near)
      chosen.removeAll(keepingCapacity: true)
      if share > 0 {
        let axes = Self.axes(at: vectors[Int(own)])
        Self.choose(share, in: tree, around: index, axes, near, count: looked, inQuadrant, &chosen)
      }
      // Fill the list with the nearest points that are not in it yet.
      var slot = 0
      while chosen.count < width {
        Self.add(near[slot], &chosen)
        slot += 1
      }
      for rank in 0..<width {
        // Sort by distance.
        var least = rank
        for other in rank + 1..<max(width, rank + 1)
        where chosen[other].square < chosen[least].square {
          least = other
        }
        chosen.swapAt(rank, least)
        ids[Int(own) * width + rank] = tree.number(Int(chosen[rank].index))
      }
    }
    self.init(count: count, width: width, ids: ids)
  }

  /// Chooses the nearest points in each quadrant around a point.
  ///
  /// - Parameters:
  ///   - share: the number of points in each quadrant.
  ///   - tree: all points.
  ///   - index: the index of the point in the tree.
  ///   - axes: the directions east and north.
  ///   - near: the nearest points overall, which are used first.
  ///   - looked: the number of these.
  ///   - inQuadrant: space for `share` points.
  ///   - chosen: the points of all quadrants.
  private static func choose(
    _ share: Int, in tree: borrowing PointTree, around index: Int,
    _ axes: (east: SIMD4<Float>, north: SIMD4<Float>),
    _ near: borrowing FixedArray<PointTree.Near>, count looked: Int,
    _ inQuadrant: borrowing FixedArray<PointTree.Near>, _ chosen: inout [PointTree.Near]
  ) {
    let (east, north) = axes
    var quota = SIMD4<Int>(repeating: share)
    let point = tree.points[index]
    for slot in 0..<looked {
      let delta = tree.points[Int(near[slot].index)] - point
      let toEast = delta * east
      let toNorth = delta * north
      let number =
        (toEast.x + toEast.y + toEast.z >= 0 ? 0 : 1)
        + (toNorth.x + toNorth.y + toNorth.z >= 0 ? 0 : 2)
      if quota[number] > 0 {
        quota[number] -= 1
        chosen.append(near[slot])
      }
    }
    for number in 0..<4 where quota[number] > 0 {
      // The nearest in the quadrant are farther away than all found so far.
      let found = tree.nearest(
        to: index, wanted: share,
        onSides: (number & 1 == 0 ? east : -east, number & 2 == 0 ? north : -north),
        into: inQuadrant)
      for slot in max(0, share - quota[number])..<max(found, share - quota[number]) {
        add(inQuadrant[slot], &chosen)
      }
    }
  }

  /// Adds a point unless it is already among the chosen ones.
  private static func add(_ candidate: PointTree.Near, _ chosen: inout [PointTree.Near]) {
    if !chosen.contains(where: { $0.index == candidate.index }) { chosen.append(candidate) }
  }

  /// The directions east and north at a point, up to positive factors; at a pole any two orthogonal
  /// ones.
  private static func axes(at vector: UnitVector) -> (east: SIMD4<Float>, north: SIMD4<Float>) {
    let (x, y, z) = (Float(vector.x), Float(vector.y), Float(vector.z))
    if x == 0, y == 0 { return (SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0)) }
    return (SIMD4(-y, x, 0, 0), SIMD4(-z * x, -z * y, x * x + y * y, 0))
  }

  /// The lists after renumbering: city `i` is the former `cities[i]`.
  func renumbered(_ cities: [Int32]) -> TourNeighbors {
    var numbers = [Int32](repeating: 0, count: count)
    for (number, city) in cities.enumerated() { numbers[Int(city)] = Int32(number) }
    var moved: [Int32] = []
    moved.reserveCapacity(ids.count)
    for city in cities {
      for slot in Int(city) * width..<(Int(city) + 1) * width {
        moved.append(numbers[Int(ids[slot])])
      }
    }
    return TourNeighbors(count: count, width: width, ids: moved)
  }

  /// The cities farthest from their second neighbor, as many as the hub has neighbors, in
  /// descending order of that distance; ties are broken by the smaller number.
  ///
  /// - Complexity: O(*n*).
  func remotest(_ costs: some TourCosts) -> [Int32] {
    guard width > 0 else { return Array(0..<Int32(count)) }
    var best: [(far: Double, city: Int32)] = []
    for city in 0..<count {
      let far = costs.cost(Int32(city), ids[city * width + min(1, width - 1)])
      if best.count > width {
        guard far > best[width].far else { continue }
        best.removeLast()
      }
      var into = best.count
      while into > 0, best[into - 1].far < far { into -= 1 }
      best.insert((far, Int32(city)), at: into)
    }
    return best.map { $0.city }
  }

  /// The lists with another city, numbered `count`, as the first neighbor of every other: for a
  /// city whose edges all cost the same.
  ///
  /// - Parameter cities: the cities whose prefix becomes the neighbors of the new one; nil for
  ///   those with the smallest numbers.
  /// - Returns: lists with one more city and one more neighbor per city.
  func addingHub(beside cities: [Int32]? = nil) -> TourNeighbors {
    var wider: [Int32] = []
    wider.reserveCapacity((count + 1) * (width + 1))
    for city in 0..<count {
      wider.append(Int32(count))
      wider += ids[city * width..<(city + 1) * width]
    }
    wider += (cities ?? Array(0..<Int32(count))).prefix(width + 1)
    while wider.count < (count + 1) * (width + 1) { wider.append(0) }
    return TourNeighbors(count: count + 1, width: width + 1, ids: wider)
  }
}

internal import CairnMemory

extension TourNeighbors {
  /// The neighbors by a table of symmetric costs: the cheapest overall and the cheapest that are
  /// apart from these; nil if the time runs out.
  ///
  /// A city is apart if it is no nearer to any of the five cheapest than to the city of the list.
  /// These cities take the place of the quadrants of `init(onSphere:)`, for which a table has no
  /// directions: if a city at the edge of a cluster has all its cheapest neighbors on one side, the
  /// cities apart are beyond the gap. As with the relative neighborhood graph of G. T. Toussaint
  /// (1980, doi:10.1016/0031-3203(80)90066-7), no such city is hidden by another.
  ///
  /// - Parameters:
  ///   - rows: the table, row by row.
  ///   - count: the number of cities.
  ///   - width: the number of neighbors of each city.
  ///   - apart: the maximum number of cities apart among these; at most a quarter of `width`.
  ///   - watch: the deadline and cancellation check.
  /// - Complexity: O(*n*²).
  init?(
    table rows: [Double], count: Int, width: Int, apart: Int = 2, until watch: inout SearchWatch
  ) {
    precondition(rows.count == count * count)
    let width = max(0, min(width, count - 1))
    let share = min(apart, width / 4)
    var nearest = CheapestCities(limit: width)
    var beyond = CheapestCities(limit: share)
    var ids: [Int32] = []
    ids.reserveCapacity(count * width)
    for city in 0..<(width > 0 ? count : 0) {
      guard watch.hasTime(after: 2 * count) else { return nil }
      rows.withUnsafeSpan { rows in
        nearest.collect(from: rows, count: count, around: city, apartFrom: [])
        if share > 0 {
          beyond.collect(
            from: rows, count: count, around: city,
            apartFrom: nearest.ids.prefix(5).map { Int($0) &* count })
        }
      }
      let start = ids.count
      let sure = nearest.ids.prefix(width - share)
      ids += sure
      for other in beyond.ids where !sure.contains(other) { ids.append(other) }
      for other in nearest.ids.dropFirst(width - share)
      where ids.count < start + width && !ids[start...].contains(other) {
        ids.append(other)
      }
    }
    self.init(count: count, width: width, ids: ids)
  }
}

/// The cheapest cities of a row of costs, in ascending order of cost.
private struct CheapestCities {
  private let limit: Int
  private(set) var ids: [Int32] = []
  private var costs: [Double] = []
  /// The cost from which a city is too expensive.
  private var bound = Double.infinity

  init(limit: Int) {
    self.limit = limit
  }

  /// Replaces the cities by the cheapest of a row; ties are broken by the smaller number.
  ///
  /// - Parameters:
  ///   - rows: the table.
  ///   - count: the number of cities.
  ///   - city: the city of the row, which is not collected.
  ///   - others: the offsets of the rows of other cities; only the cities that are no cheaper from
  ///     any of these are collected.
  @inline(__always)
  mutating func collect(
    from rows: UnsafeSpan<Double>, count: Int, around city: Int, apartFrom others: [Int]
  ) {
    ids.removeAll(keepingCapacity: true)
    costs.removeAll(keepingCapacity: true)
    bound = .infinity
    let row = city &* count
    var first = 0
    while first &+ 8 <= count {
      let lanes: SIMD8<Double> = rows.lanes(at: row &+ first)
      var isWanted = lanes .< bound
      for other in others {
        if !any(isWanted) { break }
        isWanted = isWanted .& (rows.lanes(at: other &+ first) .>= lanes)
      }
      if any(isWanted) {
        for lane in 0..<8 where isWanted[lane] && first &+ lane != city {
          add(first &+ lane, lanes[lane])
        }
      }
      first &+= 8
    }
    for other in first..<count where other != city {
      let cost = rows[row &+ other]
      if others.allSatisfy({ rows[$0 &+ other] >= cost }) { add(other, cost) }
    }
  }

  /// Adds a city if it is cheaper than the last one, or if there are fewer than the limit.
  private mutating func add(_ city: Int, _ cost: Double) {
    guard cost < bound else { return }
    if ids.count == limit {
      ids.removeLast()
      costs.removeLast()
    }
    var into = ids.count
    while into > 0, costs[into - 1] > cost { into -= 1 }
    ids.insert(Int32(truncatingIfNeeded: city), at: into)
    costs.insert(cost, at: into)
    if ids.count == limit { bound = costs[limit - 1] }
  }
}

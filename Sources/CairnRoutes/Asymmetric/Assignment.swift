internal import CairnGeodesy

// Notation.
//
// | here              | Jonker and Volgenant                                           |
// |-------------------|----------------------------------------------------------------|
// | leaving a city    | a row i, with its dual variable u(i) in `leaving`              |
// | reaching a city   | a column j, with its dual variable v(j) in `reaching`          |
// | `successors`      | x(i), the column assigned to row i                             |
// | `predecessors`    | y(j), the row assigned to column j                             |
// | `ways`, `origins` | d(j), the length of the shortest augmenting path to j; pred(j) |
// | `isDone`          | the columns that are scanned                                   |

/// The cheapest choice of one successor for each city, not necessarily a single tour: the linear
/// assignment problem.
///
/// Its cost is a lower bound of every tour. For each edge, the dual variables bound from below how
/// much more the cheapest assignment with that edge costs. Solved by shortest augmenting paths
/// after column and row reduction: Jonker and Volgenant, "A shortest augmenting path algorithm for
/// dense and sparse linear assignment problems" (1987, doi:10.1007/BF02278710).
///
/// The bound is weak for nearly symmetric costs, because two cities that are each other's
/// successors form a cheap cycle; for symmetric costs use ``SpanningTreeBound``.
internal struct Assignment {
  /// The dual variable of leaving each city.
  internal private(set) var leaving: [Double]
  /// The dual variable of reaching each city.
  internal private(set) var reaching: [Double]
  /// The successor of each city; -1 if the time ran out before it was found.
  internal private(set) var successors: [Int]
  /// A lower bound of the cost of every tour, with the rounding error subtracted.
  internal let lowerBound: Double

  /// Solves the problem in O(n³) at worst.
  ///
  /// - Parameters:
  ///   - costs: the cost matrix, row by row; the diagonal is ignored.
  ///   - count: the number of cities, at least 2.
  ///   - watch: once it has ended, the remaining cities get no successor.
  ///   - last: if this watch has ended as well, the dual variables are not verified and the bound
  ///     is 0.
  internal init(
    _ costs: [Double], count: Int, until watch: inout SearchWatch,
    checkedUntil last: SearchWatch? = nil
  ) {
    var leaving = [Double](repeating: .infinity, count: count)
    var reaching = [Double](repeating: .infinity, count: count)
    for from in 0..<count where watch.hasTime(after: 2 * count) {
      for to in 0..<count where to != from {
        reaching[to] = min(reaching[to], costs[from * count + to])
      }
    }
    var successors = [Int](repeating: -1, count: count)
    var predecessors = successors
    for from in 0..<count where watch.hasTime(after: 2 * count) {
      var best = -1
      for to in 0..<count where to != from {
        let rest = costs[from * count + to] - reaching[to]
        if rest < leaving[from] || (rest == leaving[from] && predecessors[best] >= 0) {
          leaving[from] = rest
          best = to
        }
      }
      if best >= 0, predecessors[best] < 0 {
        predecessors[best] = from
        successors[from] = best
      }
    }
    for from in 0..<count where successors[from] < 0 {
      guard watch.hasTime(after: count) else { break }
      Self.augment(
        from, costs, count, &leaving, &reaching, &successors, &predecessors, until: &watch)
    }
    // Dual variables that were not computed in time become 0, which is always feasible.
    for city in 0..<count {
      if leaving[city] == .infinity { leaving[city] = 0 }
      if reaching[city] == .infinity { reaching[city] = 0 }
    }
    // The dual variables are feasible if u(i) + v(j) is at most the cost of each edge; any excess
    // from rounding is subtracted.
    var check = last ?? watch
    var excess = 0.0
    var greatest = 0.0
    var sum = CompensatedSum()
    for from in 0..<count {
      sum.add(leaving[from])
      sum.add(reaching[from])
      greatest = max(greatest, leaving[from].magnitude, reaching[from].magnitude)
      guard check.hasTime(after: count) else { continue }
      for to in 0..<count where to != from {
        excess = max(excess, leaving[from] + reaching[to] - costs[from * count + to])
      }
    }
    // Unverified dual variables prove nothing.
    if check.end != nil { excess = .infinity }
    self.leaving = leaving
    self.reaching = reaching
    self.successors = successors
    lowerBound = max(0, sum.value - Double(count) * (excess + 0x1p-50 * greatest))
  }

  /// Gives one more city a successor along the shortest augmenting path and updates the dual
  /// variables.
  private static func augment(
    _ start: Int, _ costs: [Double], _ count: Int, _ leaving: inout [Double],
    _ reaching: inout [Double], _ successors: inout [Int], _ predecessors: inout [Int],
    until watch: inout SearchWatch
  ) {
    var ways = [Double](repeating: .infinity, count: count)
    var origins = [Int](repeating: -1, count: count)
    var isDone = [Bool](repeating: false, count: count)
    var from = start
    var length = 0.0
    var last = -1
    while last < 0 {
      guard watch.hasTime(after: 4 * count) else { return }
      var next = -1
      var least = Double.infinity
      for to in 0..<count where !isDone[to] {
        if to != from {
          let way = length + (costs[from * count + to] - leaving[from] - reaching[to])
          if way < ways[to] {
            ways[to] = way
            origins[to] = from
          }
        }
        if ways[to] < least || (ways[to] == least && next >= 0 && predecessors[to] < 0) {
          least = ways[to]
          next = to
        }
      }
      guard next >= 0 else { return }
      length = least
      isDone[next] = true
      if predecessors[next] < 0 { last = next } else { from = predecessors[next] }
    }
    leaving[start] += length
    for to in 0..<count where isDone[to] && to != last {
      reaching[to] += ways[to] - length
      leaving[predecessors[to]] += length - ways[to]
    }
    var to = last
    while true {
      let origin = origins[to]
      predecessors[to] = origin
      let previous = successors[origin]
      successors[origin] = to
      if origin == start { return }
      to = previous
    }
  }
}

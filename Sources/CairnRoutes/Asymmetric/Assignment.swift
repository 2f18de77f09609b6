/// The cheapest way to give each city one successor, which need not be one tour.
///
/// No tour costs less. The prices that come with it say of each edge how much dearer than the
/// cheapest way it makes things at least. Shortest augmenting paths after reductions of columns
/// and rows: Jonker and Volgenant, "A shortest augmenting path algorithm for dense and sparse
/// linear assignment problems" (1987, doi:10.1007/BF02278710).
internal struct Assignment {
  /// What leaving each city costs at least.
  internal private(set) var leaving: [Double]
  /// What reaching each city costs at least, on top.
  internal private(set) var reaching: [Double]
  /// The successor of each city; -1 where the time did not suffice.
  internal private(set) var successors: [Int]
  /// What no tour costs less than, rounding taken off.
  internal let lowerBound: Double

  /// Solves the problem; O(n³) at worst.
  ///
  /// - Parameters:
  ///   - costs: row after row; the diagonal is not used.
  ///   - count: how many cities there are, at least 2.
  ///   - watch: when it is over, the rest is left away.
  ///   - last: when this is over as well, what was found is not looked at again, and there is no
  ///     bound.
  internal init(
    _ costs: [Double], count: Int, until watch: inout SearchWatch,
    checkedUntil last: SearchWatch? = nil
  ) {
    var leaving = [Double](repeating: .infinity, count: count)
    var reaching = [Double](repeating: .infinity, count: count)
    for from in 0..<count where watch.goesOn(2 * count) {
      for to in 0..<count where to != from {
        reaching[to] = min(reaching[to], costs[from * count + to])
      }
    }
    var successors = [Int](repeating: -1, count: count)
    var predecessors = successors
    for from in 0..<count where watch.goesOn(2 * count) {
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
      guard watch.goesOn(count) else { break }
      Self.augment(
        from, costs, count, &leaving, &reaching, &successors, &predecessors, until: &watch)
    }
    // A price that is not known yet asks for nothing.
    for city in 0..<count {
      if leaving[city] == .infinity { leaving[city] = 0 }
      if reaching[city] == .infinity { reaching[city] = 0 }
    }
    // The prices must not be above a cost anywhere; what rounding put above is taken off again.
    var check = last ?? watch
    var excess = 0.0
    var greatest = 0.0
    var sum = CompensatedSum()
    for from in 0..<count {
      sum.add(leaving[from])
      sum.add(reaching[from])
      greatest = max(greatest, leaving[from].magnitude, reaching[from].magnitude)
      guard check.goesOn(count) else { continue }
      for to in 0..<count where to != from {
        excess = max(excess, leaving[from] + reaching[to] - costs[from * count + to])
      }
    }
    // Prices that could not be looked at prove nothing.
    if check.end != nil { excess = .infinity }
    self.leaving = leaving
    self.reaching = reaching
    self.successors = successors
    lowerBound = max(0, sum.value - Double(count) * (excess + 0x1p-50 * greatest))
  }

  /// Finds the cheapest way to give one more city a successor, and changes what must change.
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
      guard watch.goesOn(4 * count) else { return }
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

extension Assignment {
  /// Whether each city has a successor.
  internal var isComplete: Bool { successors.allSatisfy { $0 >= 0 } }

  /// Joins the cycles of a complete assignment into one tour.
  ///
  /// Repeatedly joins the smallest cycle to the cycle for which that costs least: two cities
  /// exchange their successors. Source: R. M. Karp, "A patching algorithm for the nonsymmetric
  /// traveling-salesman problem" (1979, doi:10.1137/0208045), which joins the largest cycles first.
  ///
  /// - Parameters:
  ///   - costs: the cost matrix, row by row; the diagonal is ignored.
  ///   - watch: the deadline and cancellation check.
  /// - Returns: a tour that visits each city once, or nil if the time runs out.
  /// - Complexity: O(n² log n), since a city is in the smallest cycle at most log n times.
  internal func patchedTour(_ costs: [Double], until watch: inout SearchWatch) -> [Int32]? {
    let count = successors.count
    guard isComplete, count > 0 else { return nil }
    var next = successors
    var cycles: [[Int]] = []
    var cycle = [Int](repeating: -1, count: count)
    for first in 0..<count where cycle[first] < 0 {
      var members: [Int] = []
      var city = first
      while cycle[city] < 0 {
        cycle[city] = cycles.count
        members.append(city)
        city = next[city]
      }
      cycles.append(members)
    }
    // Sorted by size, the smallest last; a merged cycle is moved to its new rank.
    var order = Array(cycles.indices).sorted { cycles[$0].count > cycles[$1].count }
    while order.count > 1, let smallest = order.popLast() {
      var best = (cost: Double.infinity, from: -1, other: -1)
      for from in cycles[smallest] {
        guard watch.hasTime(after: 2 * count) else { return nil }
        let row = from * count
        let nextRow = next[from]
        let removed = costs[row + nextRow]
        for other in 0..<count where cycle[other] != smallest {
          let change =
            costs[row + next[other]] + costs[other * count + nextRow] - removed
            - costs[other * count + next[other]]
          if change < best.cost { best = (change, from, other) }
        }
      }
      guard best.from >= 0 else { return nil }
      next.swapAt(best.from, best.other)
      let into = cycle[best.other]
      for city in cycles[smallest] { cycle[city] = into }
      cycles[into] += cycles[smallest]
      cycles[smallest] = []
      guard var index = order.firstIndex(of: into) else { return nil }
      while index > 0, cycles[order[index - 1]].count < cycles[into].count {
        order.swapAt(index, index - 1)
        index -= 1
      }
    }
    var tour: [Int32] = []
    tour.reserveCapacity(count)
    var city = 0
    for _ in 0..<count {
      tour.append(Int32(city))
      city = next[city]
    }
    return tour
  }
}

/// The search for a short closed tour by costs that differ from the way back.
///
/// Reversing a part of a tour would change the cost of all its edges, so parts change places
/// instead (3-opt "or3opt" moves), up to three such moves in a row in the manner of Lin and
/// Kernighan, as Kanellakis and Papadimitriou do ("Local search for the asymmetric traveling
/// salesman problem", 1980, doi:10.1287/opre.28.5.1086). When none helps, a double bridge of
/// short parts is tried, and kept if what it leads to is no worse (Johnson 1990,
/// doi:10.1007/BFb0032050).
internal struct AsymmetricSearch {
  private let count: Int
  private let costs: [Double]
  /// For each city the likeliest successors, the likeliest first.
  private let neighbors: [Int32]
  private let width: Int
  internal private(set) var tour: AsymmetricTour
  private var generator: SplitMix
  private var queue: [Int32] = []
  private var isQueued: [Bool]
  /// A gain below this part of the sums that it is the difference of is rounding.
  private static let rounding = 0x1p-46

  /// Prepares a search.
  ///
  /// - Parameters:
  ///   - costs: row after row, at least 4 cities.
  ///   - assignment: its prices say which edges are likely.
  ///   - start: the tour to begin with; nil for one made here.
  /// - Returns: nil when the time does not suffice.
  internal init?(
    _ costs: [Double], count: Int, assignment: Assignment, start: [Int32]?, seed: UInt64,
    until watch: inout SearchWatch
  ) {
    self.costs = costs
    self.count = count
    width = min(12, count - 1)
    let lists = NeighborLists(count: count, width: width, until: &watch) {
      costs[Int($0) &* count &+ Int($1)] - assignment.reaching[Int($1)]
    }
    guard let lists else { return nil }
    neighbors = lists.ids
    guard
      let tour = start
        ?? Self.greedy(costs, count: count, neighbors: neighbors, width: width, until: &watch)
    else { return nil }
    self.tour = AsymmetricTour(tour)
    generator = SplitMix(seed: seed)
    isQueued = [Bool](repeating: false, count: count)
  }

  @inline(__always)
  private func cost(_ from: Int32, _ to: Int32) -> Double {
    costs[Int(from) &* count &+ Int(to)]
  }

  /// The cost of the whole tour.
  internal var length: Double {
    var sum = CompensatedSum()
    for city in tour.cities { sum.add(cost(city, tour.next(city))) }
    return sum.value
  }

  /// Goes to the likeliest city that is left, from city 0 on.
  private static func greedy(
    _ costs: [Double], count: Int, neighbors: [Int32], width: Int, until watch: inout SearchWatch
  ) -> [Int32]? {
    var isLeft = [Bool](repeating: true, count: count)
    var tour: [Int32] = [0]
    isLeft[0] = false
    while tour.count < count {
      let last = Int(tour[tour.count - 1])
      var next = neighbors[last * width..<(last + 1) * width].first { isLeft[Int($0)] }
      if next == nil {
        guard watch.goesOn(count) else { return nil }
        var least = Double.infinity
        for other in 0..<count where isLeft[other] && costs[last * count + other] < least {
          least = costs[last * count + other]
          next = Int32(other)
        }
      }
      guard let next else { break }
      isLeft[Int(next)] = false
      tour.append(next)
    }
    return tour
  }

  /// Improves the tour until nothing is left to try.
  ///
  /// - Parameters:
  ///   - kicks: how many double bridges are tried at most.
  ///   - bound: no tour is shorter; one that is as short ends the search.
  internal mutating func run(
    kicks: Int, bound: Double, budget: SearchBudget
  ) -> SearchEnd {
    var watch = SearchWatch(budget)
    for city in tour.cities { enqueue(city) }
    descend(until: &watch)
    var current = length
    var best = tour
    var bestLength = current
    guard count >= 5 else { return .exhausted }
    var kick = 0
    var lastRise = 0
    var valleyLength = current
    let patience = max(500, 20 * count)
    while kick < kicks {
      if bestLength - bound <= 1e-12 * bestLength {
        tour = best
        return .exhausted
      }
      // A kick keeps a copy of the tour.
      guard watch.goesOn(500 + count / 2) else { break }
      if kick & 4095 == 0 {
        budget.progress?(SearchProgress(length: bestLength, kicks: kick))
      }
      kick += 1
      if kick - lastRise > patience {
        // This valley seems to be searched through: go to another, and come back if it is higher.
        for _ in 0..<max(4, count / 10) { current += self.kick() }
        current += descend(until: &watch)
        lastRise = kick
        valleyLength = current
      }
      let before = tour
      let change = self.kick() + descend(until: &watch)
      let noise = Self.rounding * current
      guard change <= noise else {
        tour = before
        continue
      }
      current += change
      if current < valleyLength - noise {
        valleyLength = current
        lastRise = kick
      }
      if current < bestLength - noise {
        // Many small changes have been added up, each with its rounding.
        current = length
        guard current < bestLength else { continue }
        best = tour
        bestLength = current
      }
    }
    tour = best
    return watch.end ?? .work
  }

  private mutating func enqueue(_ city: Int32) {
    if !isQueued[Int(city)] {
      isQueued[Int(city)] = true
      queue.append(city)
    }
  }

  /// A double bridge of three short parts next to each other; what it adds to the length.
  private mutating func kick() -> Double {
    let longest = max(1, min(50, (count - 1) / 3))
    let first = 1 + Int(generator.next(below: UInt64(longest)))
    let second = 1 + Int(generator.next(below: UInt64(longest)))
    let third = 1 + Int(generator.next(below: UInt64(longest)))
    let total = first + second + third
    let start = Int(generator.next(below: UInt64(max(1, count - total + 1))))
    guard start + total <= count, total < count else { return 0 }
    let ends = [start, start + first, start + first + second, start + total]
    let cities = tour.cities
    let before = cities[start == 0 ? count - 1 : start - 1]
    let after = cities[start + total == count ? 0 : start + total]
    let (b, bEnd) = (cities[ends[0]], cities[ends[1] - 1])
    let (c, cEnd) = (cities[ends[1]], cities[ends[2] - 1])
    let (d, dEnd) = (cities[ends[2]], cities[ends[3] - 1])
    let removed = cost(before, b) + cost(bEnd, c) + cost(cEnd, d) + cost(dEnd, after)
    let added = cost(before, d) + cost(dEnd, c) + cost(cEnd, b) + cost(bEnd, after)
    tour.bridge(first: ends[0], second: ends[1], third: ends[2], end: ends[3])
    for city in [before, b, bEnd, c, cEnd, d, dEnd, after] { enqueue(city) }
    return added - removed
  }

  /// Makes moves that shorten the tour as long as there are some near the queued cities; what
  /// they add to the length, which is never above 0.
  @discardableResult
  private mutating func descend(until watch: inout SearchWatch) -> Double {
    var change = 0.0
    while watch.goesOn(300), let city = queue.popLast() {
      isQueued[Int(city)] = false
      while true {
        let gain = improve(city)
        if gain <= 0 { break }
        change -= gain
        // A move rewrites a part of the tour.
        guard watch.goesOn(count / 2) else { break }
      }
    }
    return change
  }

  /// Looks for a gain by replacing the edge out of a city; makes it, and says how much it is.
  private mutating func improve(_ start: Int32) -> Double {
    var moves: [(Int32, Int32, Int32)] = []
    var a = start
    var open = cost(a, tour.next(a))
    // The greatest sum on the way to a gain, by which its rounding is measured.
    var greatest = open
    for _ in 0..<3 {
      let aNext = tour.next(a)
      var closed: (gain: Double, b: Int32, c: Int32) = (0, -1, -1)
      var opened: (gain: Double, b: Int32, c: Int32) = (0, -1, -1)
      var openedGreatest = greatest
      for slot in Int(a) * width..<(Int(a) + 1) * width {
        let bNext = neighbors[slot]
        let first = open - cost(a, bNext)
        if first <= 0 || bNext == aNext || bNext == a { continue }
        let b = tour.previous(bNext)
        let second = first + cost(b, bNext)
        for slot in Int(b) * width..<(Int(b) + 1) * width {
          let cNext = neighbors[slot]
          let third = second - cost(b, cNext)
          if third <= 0 || cNext == bNext { continue }
          let c = tour.previous(cNext)
          if c == a || !tour.isOrdered(bNext, c, a) { continue }
          let gain = third + cost(c, cNext)
          let total = gain - cost(c, aNext)
          if total > closed.gain,
            total > Self.rounding * max(greatest, max(second, gain))
          {
            closed = (total, b, c)
          }
          if gain > opened.gain {
            opened = (gain, b, c)
            openedGreatest = max(greatest, max(second, gain))
          }
        }
      }
      let move = closed.b >= 0 ? closed : opened
      if move.b < 0 { break }
      tour.exchange(a, move.b, move.c)
      moves.append((a, move.b, move.c))
      if closed.b >= 0 {
        for (a, b, c) in moves {
          for city in [a, b, c] {
            enqueue(city)
            enqueue(tour.next(city))
          }
        }
        return closed.gain
      }
      a = move.c
      open = opened.gain
      greatest = openedGreatest
    }
    for (a, b, c) in moves.reversed() { tour.exchange(a, c, b) }
    return 0
  }
}

/// A sequence of random numbers (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195).
internal struct SplitMix {
  private var state: UInt64

  internal init(seed: UInt64) {
    state = seed
  }

  internal mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number below a bound above 0.
  internal mutating func next(below bound: UInt64) -> UInt64 {
    next().multipliedFullWidth(by: bound).high
  }
}

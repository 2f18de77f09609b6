// Notation. A tour a→aNext … b→bNext … c→cNext …; an or3opt move exchanges the parts behind a and
// behind b, and so replaces the edges (a, aNext), (b, bNext), (c, cNext) by (a, bNext), (c, aNext),
// (b, cNext) without reversing any.
//
// | here           | Kanellakis and Papadimitriou; Johnson                                        |
// |----------------|------------------------------------------------------------------------------|
// | `closed`       | the best move after which the tour is closed                                 |
// | `opened`       | the best move whose closing edge is replaced by the next move in the chain   |
// | `kick`         | a double bridge of short segments (iterated 3-opt)                           |
// | `patience`     | kicks without a gain after which the search restarts from a larger change    |
// | `valleyLength` | the best length since that restart                                           |
// | `rounding`     | a gain below 2⁻⁴⁶ of the greatest partial sum is the rounding of a dozen     |
// |                | sums of 2⁻⁵³ each; moves that gain by rounding alone could alternate forever |

/// The search for a short closed tour by costs that differ from the way back.
///
/// Reversing a part of a tour would change the cost of all its edges, so parts change places
/// instead (3-opt "or3opt" moves), up to three such moves in a row in the manner of Lin and
/// Kernighan, as Kanellakis and Papadimitriou do ("Local search for the asymmetric traveling
/// salesman problem", 1980, doi:10.1287/opre.28.5.1086). When none helps, a double bridge of
/// short parts is tried, and kept if what it leads to is no worse (Johnson 1990,
/// doi:10.1007/BFb0032050).
///
/// A move rewrites up to the whole tour, O(n), which pays up to the 10,000 cities of a table. Where
/// costs are the same both ways ``TourSearch`` is far better, since it may reverse parts.
internal struct AsymmetricSearch {
  private let count: Int
  private let costs: [Double]
  /// For each city the likeliest successors, the likeliest first.
  private let neighbors: [Int32]
  private let width: Int
  internal private(set) var tour: AsymmetricTour
  private var random: SplitMix64
  private var queue: [Int32] = []
  private var isQueued: [Bool]
  /// A gain below this part of the greatest partial sum is rounding; see the notation.
  private static let rounding = 0x1p-46

  /// Prepares a search; nil when the time does not suffice.
  ///
  /// - Parameters:
  ///   - costs: row after row.
  ///   - count: how many cities there are, at least 4.
  ///   - assignment: its duals say which edges are likely.
  ///   - start: the tour to begin with; nil for a greedy one.
  ///   - seed: of the kicks.
  ///   - watch: ends the preparation.
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
    random = SplitMix64(seed: seed)
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

  /// Improves the tour until the budget or the kicks are used up.
  ///
  /// - Parameters:
  ///   - kicks: how many double bridges are tried at most.
  ///   - bound: no tour is shorter; one that is as short ends the search.
  ///   - budget: its time; the work is that of the kicks.
  /// - Returns: what ended it.
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
        // No gain for long: restart from a larger change. The best tour is kept beside.
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
        // The accumulator holds the rounding of many small changes: measure the tour anew.
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
    let first = 1 + random.below(longest)
    let second = 1 + random.below(longest)
    let third = 1 + random.below(longest)
    let total = first + second + third
    let start = random.below(max(1, count - total + 1))
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

  /// Makes moves that shorten the tour until no queued city has one; gives what they add to the
  /// length, at most 0.
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

  /// Looks for a gain by replacing the edge out of a city; makes the moves, gives the gain or 0.
  private mutating func improve(_ start: Int32) -> Double {
    var moves: [(Int32, Int32, Int32)] = []
    var a = start
    var open = cost(a, tour.next(a))
    // The greatest partial sum, by which the rounding of the gain is measured.
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

/// A closed tour in an array, and the moves that reverse no part of it.
internal struct AsymmetricTour {
  /// The cities in order.
  internal private(set) var cities: [Int32]
  /// The position of each city.
  internal private(set) var positions: [Int32]

  internal init(_ cities: [Int32]) {
    self.cities = cities
    positions = [Int32](repeating: 0, count: cities.count)
    for (position, city) in cities.enumerated() { positions[Int(city)] = Int32(position) }
  }

  internal var count: Int { cities.count }

  @inline(__always)
  internal func next(_ city: Int32) -> Int32 {
    let position = Int(positions[Int(city)]) + 1
    return cities[position == cities.count ? 0 : position]
  }

  @inline(__always)
  internal func previous(_ city: Int32) -> Int32 {
    let position = Int(positions[Int(city)])
    return cities[(position == 0 ? cities.count : position) - 1]
  }

  /// Whether `b` comes no later than `c` on the tour from `a` on.
  @inline(__always)
  internal func isOrdered(_ a: Int32, _ b: Int32, _ c: Int32) -> Bool {
    let (a, b, c) = (positions[Int(a)], positions[Int(b)], positions[Int(c)])
    return a <= b ? (b <= c || c < a) : (b <= c && c < a)
  }

  /// Exchanges the parts from behind `a` to `b` and from behind `b` to `c`.
  ///
  /// The edges out of `a`, `b` and `c` are replaced; `exchange(a, c, b)` brings them back.
  internal mutating func exchange(_ a: Int32, _ b: Int32, _ c: Int32) {
    let (a, b, c) = (Int(positions[Int(a)]), Int(positions[Int(b)]), Int(positions[Int(c)]))
    // One of the three parts may run across the end of the array; the other two are exchanged,
    // which is the same on a circle.
    if a < b, b < c {
      exchange(first: a + 1, middle: b + 1, end: c + 1)
    } else if b < c {
      exchange(first: b + 1, middle: c + 1, end: a + 1)
    } else {
      exchange(first: c + 1, middle: a + 1, end: b + 1)
    }
  }

  /// Exchanges two parts that stand one behind the other in the array.
  private mutating func exchange(first: Int, middle: Int, end: Int) {
    let moved = Array(cities[first..<middle])
    var position = first
    for index in middle..<end {
      let city = cities[index]
      cities[position] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: position)
      position += 1
    }
    for city in moved {
      cities[position] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: position)
      position += 1
    }
  }

  /// Puts three parts that stand one behind the other into the opposite order, each as it was:
  /// A B C D becomes A D C B, which no exchange of two parts undoes.
  internal mutating func bridge(first: Int, second: Int, third: Int, end: Int) {
    var moved = Array(cities[third..<end])
    moved += cities[second..<third]
    moved += cities[first..<second]
    for (index, city) in moved.enumerated() {
      cities[first + index] = city
      positions[Int(city)] = Int32(truncatingIfNeeded: first + index)
    }
  }
}

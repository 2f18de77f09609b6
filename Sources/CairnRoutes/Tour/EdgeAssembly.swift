internal import CairnMemory

// Notation.
//
// | here                 | Nagata and Kobayashi 2013                                            |
// |----------------------|----------------------------------------------------------------------|
// | first tour, `order`  | parent A (p_A), the one that a child resembles                       |
// | second tour, `links` | parent B (p_B)                                                       |
// | `own`, `other`       | the edges E_A \ E_B and E_B \ E_A that are in no cycle yet           |
// | cycle                | AB-cycle; one is an E-set (strategy *single*)                        |
// | `child` with tours   | intermediate solution: sub-tours that are merged next                |
// | `Segment`            | a run of A between two removed edges                                 |
// | `Bridge`             | the 2-opt-like merge of two sub-tours                                |
// | variety (population) | the entropy of the edges of the population, H = −Σ F(e)/N·log F(e)/N |
// | `merit`              | the entropy-preserving evaluation: gain / −ΔH                        |

/// Creates new tours from the edges of two others: edge assembly crossover.
///
/// The edges in which two tours differ form cycles that alternate between edges of the one and the
/// other. A child is the first tour with the edges of one such cycle exchanged: one or more
/// sub-tours, which are merged by the cheapest exchanges of two edges.
///
/// A comparison takes O(n), and a child O(k log k) for a cycle of k edges, plus a scan of the
/// smallest sub-tour for each merge. Equal tours have no cycle. Tours of fewer than five cities
/// must not be compared, because both neighbors of a city may be the same city.
///
/// Source: Y. Nagata and S. Kobayashi, "A powerful genetic algorithm using edge assembly crossover
/// for the traveling salesman problem", INFORMS Journal on Computing 25 (2013),
/// doi:10.1287/ijoc.1120.0506.
struct EdgeAssembly<Costs: TourCosts>: ~Copyable {
  let costs: Costs
  let count: Int
  /// The candidate neighbors for merging sub-tours.
  let near: TourNeighbors

  // The first tour.
  let order: FixedArray<Int32>
  let place: FixedArray<Int32>

  // The edges of each city that are only in the first tour, or only in the second, and not yet in a
  // cycle; -1 for none.
  private let own: FixedArray<SIMD2<Int32>>
  private let other: FixedArray<SIMD2<Int32>>
  /// The neighbors of each city in the second tour.
  private let links: FixedArray<SIMD2<Int32>>
  /// The positions on the path at which each city is left by an edge of the first and the second
  /// tour.
  private let leftByOwn: FixedArray<Int32>
  private let leftByOther: FixedArray<Int32>
  private var path: [Int32] = []
  /// The cities that a child has at other positions.
  var moved: [Int32] = []

  /// The cities of all cycles, concatenated; each cycle begins with an edge of the first tour.
  private(set) var cities: [Int32] = []
  /// The end of each cycle in `cities`.
  private(set) var cycleEnds: [Int] = []

  /// The last child that was created.
  var child = Child()

  init(_ costs: Costs, near: TourNeighbors) {
    self.costs = costs
    count = costs.count
    self.near = near
    order = FixedArray(repeating: 0, count: count)
    place = FixedArray(repeating: 0, count: count)
    own = FixedArray(repeating: SIMD2(-1, -1), count: count)
    other = FixedArray(repeating: SIMD2(-1, -1), count: count)
    links = FixedArray(repeating: SIMD2(-1, -1), count: count)
    leftByOwn = FixedArray(repeating: -1, count: count)
    leftByOther = FixedArray(repeating: -1, count: count)
  }

  /// Finds the cycles in which two tours differ; every edge that is only in one of them is in
  /// exactly one cycle.
  ///
  /// - Parameters:
  ///   - first: a tour of at least 5 cities.
  ///   - second: a tour of the same cities.
  ///   - random: selects among the possible cycles.
  mutating func compare(_ first: [Int32], _ second: [Int32], _ random: inout SplitMix64) {
    for index in 0..<count {
      order[index] = first[index]
      place[first[index]] = Int32(truncatingIfNeeded: index)
    }
    for index in 0..<count {
      links[Int(second[index])] = SIMD2(
        second[index == 0 ? count &- 1 : index &- 1],
        second[index &+ 1 == count ? 0 : index &+ 1])
    }
    cities.removeAll(keepingCapacity: true)
    cycleEnds.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let city = order[index]
      let a = SIMD2(
        order[index == 0 ? count &- 1 : index &- 1], order[index &+ 1 == count ? 0 : index &+ 1])
      let b = links[Int(city)]
      own[Int(city)] = Self.missing(a, in: b)
      other[Int(city)] = Self.missing(b, in: a)
    }
    for index in 0..<count {
      while own[Int(order[index])].x >= 0 { walk(from: order[index], &random) }
    }
  }

  /// The cities of a pair that are not in another pair, padded with -1.
  @inline(__always)
  private static func missing(_ pair: SIMD2<Int32>, in others: SIMD2<Int32>) -> SIMD2<Int32> {
    let isFirstIn = pair.x == others.x || pair.x == others.y
    let isSecondIn = pair.y == others.x || pair.y == others.y
    if isFirstIn { return isSecondIn ? SIMD2(-1, -1) : SIMD2(pair.y, -1) }
    return isSecondIn ? SIMD2(pair.x, -1) : pair
  }

  /// Follows alternating edges of both tours at random until the path returns to its start; every
  /// cycle on the way is cut off.
  private mutating func walk(from start: Int32, _ random: inout SplitMix64) {
    path.removeAll(keepingCapacity: true)
    path.append(start)
    leftByOwn[start] = 0
    while let here = path.last {
      let index = path.count
      let isOwn = index & 1 == 1
      let choice = isOwn ? own[Int(here)] : other[Int(here)]
      let next = choice.y >= 0 && random.next() & 1 == 0 ? choice.y : choice.x
      if isOwn {
        Self.remove(here, next, from: own)
      } else {
        Self.remove(here, next, from: other)
      }
      path.append(next)
      let seen = Int(isOwn ? leftByOther[next] : leftByOwn[next])
      if seen < 0 {
        if isOwn {
          leftByOther[next] = Int32(truncatingIfNeeded: index)
        } else {
          leftByOwn[next] = Int32(truncatingIfNeeded: index)
        }
        continue
      }
      // The path has returned to `next`; the part since then is a cycle.
      cities += isOwn ? path[(seen + 1)...] : path[seen..<index]
      cycleEnds.append(cities.count)
      path.removeLast()
      while path.count > seen + 1 {
        let city = path.removeLast()
        if path.count & 1 == 0 { leftByOwn[city] = -1 } else { leftByOther[city] = -1 }
      }
      if seen == 0 { break }
    }
    leftByOwn[start] = -1
  }

  private static func remove(
    _ a: Int32, _ b: Int32, from edges: borrowing FixedArray<SIMD2<Int32>>
  ) {
    for (city, end) in [(a, b), (b, a)] {
      let here = edges[Int(city)]
      edges[Int(city)] = SIMD2(here.x == end ? here.y : here.x, -1)
    }
  }
}

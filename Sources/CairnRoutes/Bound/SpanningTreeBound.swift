internal import CairnGeodesy

// Notation.
//
// | here                | Held and Karp; Held, Wolfe and Crowder                               |
// |---------------------|----------------------------------------------------------------------|
// | `weights`           | π, the node weights (Lagrangean multipliers)                         |
// | tree with `special` | a 1-tree: a spanning tree of all nodes but one, plus two edges there |
// | `degrees`           | d, the degrees of the nodes in the minimum 1-tree                    |
// | `slopes`            | v = d − 2, a subgradient of the bound at π                           |
// | `level`             | w(π), the bound under the current weights                            |
// | `value`             | max w(π) so far: approaches the Held–Karp bound from below           |
// | `direction`         | 0.2·v + 0.8·(the previous direction), a deflected subgradient        |
// | `step`              | t = λ·(U − w(π)) / ‖v‖², with `stride` for λ, `length` for U         |
// | `patience`          | the iterations without a rise after which λ is halved                |

/// A lower bound of the length of every route, from minimum spanning trees under node weights.
///
/// A route is a spanning tree with two edges at each stop, or one at an end. Node weights change
/// the lengths of all routes by the same amount, but those of trees with other degrees by different
/// amounts, so the shortest tree under any weights bounds all routes; the weights are chosen to
/// make the tree as similar to a route as possible. Held and Karp, "The traveling-salesman problem
/// and minimum spanning trees" (1970, doi:10.1287/opre.18.6.1138; 1971, doi:10.1007/BF01584070),
/// with the steps of Held, Wolfe and Crowder (1974, doi:10.1007/BF01580223).
///
/// For open trips the tree spans all stops: a fixed end should have one edge, and the free ends are
/// the stops whose weights make them the cheapest ends.
///
/// The bound is rigorous: the maximum total rounding error is subtracted.
///
/// A step takes O(n²), and the cost table 8·n² bytes. For few stops ``HeldKarp`` is exact instead;
/// asymmetric costs need ``Assignment``.
internal struct SpanningTreeBound<Trees: SpanningTrees> {
  private let tree: Trees
  private let trip: Trip
  /// The stop of a round trip that the 1-tree excludes and joins by two additional edges.
  private let special: Int?
  private var weights: [Double]
  /// The edges of the last tree.
  private var edges: [SIMD2<Int32>] = []
  /// The degree of each stop in the last 1-tree, minus 2.
  private var slopes: [Double]
  /// The groups of stops whose weights change together.
  private var clusters: NestedClusters?
  /// The best bound so far; minus infinity before the first tree.
  internal private(set) var value = -Double.infinity

  /// The number of stops.
  internal var count: Int { tree.count }

  /// Starts with weights of 0.
  ///
  /// - Precondition: the costs are symmetric, and there are at least 3 stops.
  internal init(_ tree: Trees, trip: Trip) {
    self.tree = tree
    self.trip = trip
    special = trip.isRound ? tree.remotest() : nil
    weights = [Double](repeating: 0, count: tree.count)
    slopes = weights
  }

  /// Raises the bound by subgradient steps.
  ///
  /// With candidate edges, only some trees and the last one are built from all edges: only these
  /// count for the bound, and the others take a fraction of their time. Their edges become
  /// candidates, so that the two kinds of trees soon agree.
  ///
  /// - Parameters:
  ///   - length: the length of the best known route.
  ///   - iterations: the maximum number of trees to build.
  ///   - candidates: the graph of candidate edges, for many stops.
  ///   - watch: the deadline and cancellation check.
  internal mutating func raise(
    towards length: Double, iterations: Int, among candidates: CandidateTree? = nil,
    until watch: inout SearchWatch
  ) {
    let count = tree.count
    let steps = count * count / 3
    var candidates = candidates
    var direction = [Double](repeating: 0, count: count)
    // λ = 3 and a deflection of 0.8 raise the bound twice as fast as 2 and 0.
    var stride = 3.0
    var sinceRise = 0
    var lastLevel = -Double.infinity
    var best = weights
    let patience = max(8, min(15, iterations / 12))
    for iteration in 0..<iterations {
      let isComplete = candidates == nil || iteration % 10 == 0
      guard watch.hasTime(after: isComplete ? steps : 100 * count) else { return }
      guard let level = evaluate(isComplete: isComplete, &candidates, until: &watch) else { break }
      if isComplete {
        value = max(value, level)
        candidates?.add(edges, tree.cost)
      }
      let steepness = slopes.reduce(0) { $0 + $1 * $1 }
      if steepness == 0 || length - value <= 1e-12 * length.magnitude { break }
      if level > lastLevel {
        lastLevel = level
        if candidates != nil { best = weights }
        sinceRise = 0
      } else {
        sinceRise += 1
        if sinceRise >= patience {
          stride /= 2
          sinceRise = 0
          if stride < 1e-4 { break }
        }
      }
      let step = stride * max(length - level, 1e-9 * length.magnitude) / steepness
      for stop in 0..<count {
        direction[stop] = 0.2 * slopes[stop] + 0.8 * direction[stop]
        weights[stop] += step * direction[stop]
      }
    }
    guard candidates != nil, watch.hasTime(after: steps) else { return }
    weights = best
    verify(until: &watch)
  }

  /// Raises the bound by a preset number of steps, or as many as there is time for, along the
  /// slopes of the stops and of clusters of them.
  ///
  /// The length of the steps falls with the square of the remaining time from twice the mean leg to
  /// 0. It does not depend on the bound, as in C. L. Valenzuela and A. J. Jones, "Estimating the
  /// Held–Karp lower bound for the geometric TSP" (1997, doi:10.1016/S0377-2217(96)00214-7). Where
  /// legs are shorter, so are the steps.
  ///
  /// - Precondition: the stops are numbered in the order of a good route.
  /// - Parameters:
  ///   - candidates: the graph of candidate edges; nil to build each tree from all edges.
  ///   - steps: the maximum number of trees, besides the last one.
  ///   - limit: the remaining time, or nil. Some of it is kept for the last tree, which is built
  ///     from all edges.
  ///   - watch: the deadline and cancellation check.
  internal mutating func ascend(
    among candidates: CandidateTree?, steps: Int, limit: Duration?, until watch: inout SearchWatch
  ) {
    let count = tree.count
    var candidates = candidates
    var schedule = AscentSchedule(count: count, steps: steps, limit: limit)
    var direction = [Double](repeating: 0, count: count)
    var (best, bestLevel) = (weights, -Double.infinity)
    while watch.hasTime(after: 100 * count), let turn = schedule.next() {
      let began = limit == nil ? nil : Moment.now
      let isComplete = turn.isComplete || candidates == nil
      guard let level = evaluate(isComplete: isComplete, &candidates, until: &watch) else { return }
      if isComplete {
        if let began { schedule.took(.now - began) }
        value = max(value, level)
        // Earlier levels are too high if edges were missing.
        candidates?.add(edges, tree.cost)
        if candidates != nil { bestLevel = -.infinity }
      }
      if clusters == nil { clusters = NestedClusters(count: count, edges: edges, tree.cost) }
      if level > bestLevel { (best, bestLevel) = (weights, level) }
      guard slopes.contains(where: { $0 != 0 }) else { break }
      guard let slope = clusters?.direction(slopes) else { break }
      for stop in 0..<count {
        direction[stop] = 0.2 * slope[stop] + 0.8 * direction[stop]
        weights[stop] += turn.stride * direction[stop]
      }
    }
    weights = best
    if candidates != nil { verify(until: &watch) }
  }

  /// Builds the tree of all edges under the current weights.
  private mutating func verify(until watch: inout SearchWatch) {
    var none: CandidateTree?
    if let level = evaluate(isComplete: true, &none, until: &watch) { value = max(value, level) }
  }

  /// The bound under the current weights, with the rounding error subtracted.
  ///
  /// Sets ``slopes`` and ``edges``.
  ///
  /// - Parameters:
  ///   - isComplete: whether to use all edges, and not only the candidates.
  ///   - candidates: the graph of candidate edges.
  ///   - watch: if it ends, the result may be nil.
  /// - Returns: the bound; with candidate edges only an estimate of it. Nil if the time ran out.
  private mutating func evaluate(
    isComplete: Bool, _ candidates: inout CandidateTree?, until watch: inout SearchWatch
  ) -> Double? {
    let tree = tree
    let result =
      (isComplete ? nil : candidates?.shortest(weights: weights, excluded: special))
      ?? tree.shortest(weights: weights, excluded: special, until: &watch)
    guard let found = result else { return nil }
    edges = found.edges
    var sum = CompensatedSum()
    sum.add(found.length)
    var greatest = found.greatest
    for (stop, degree) in found.degrees.enumerated() {
      slopes[stop] = Double(degree - 2)
      sum.add(-2 * weights[stop])
    }
    func end(at stop: Int) {
      sum.add(weights[stop])
      slopes[stop] += 1
    }
    if let special {
      let (first, second) = twoLeast(except: special) { tree.cost(special, $0) + weights[$0] }
      for stop in [first, second] {
        let length = tree.cost(special, stop) + weights[stop]
        sum.add(length)
        sum.add(weights[special])
        greatest = max(greatest, length.magnitude)
        slopes[stop] += 1
      }
      slopes[special] = 0
    } else {
      // The free end must differ from the fixed one.
      switch (trip.start, trip.end) {
      case (let start?, let other?):
        end(at: start)
        end(at: other)
      case (let fixed?, nil), (nil, let fixed?):
        end(at: fixed)
        end(at: twoLeast(except: fixed) { weights[$0] }.0)
      case (nil, nil):
        let (first, second) = twoLeast(except: -1) { weights[$0] }
        end(at: first)
        end(at: second)
      }
    }
    let heaviest = weights.reduce(0) { max($0, $1.magnitude) }
    return sum.value - Double(tree.count) * 0x1p-47 * (greatest + 4 * heaviest)
  }

  /// The two stops with the least values, not counting `except`.
  private func twoLeast(except: Int, _ value: (Int) -> Double) -> (Int, Int) {
    var first = (value: Double.infinity, stop: except == 0 ? 1 : 0)
    var second = first
    for stop in 0..<tree.count where stop != except {
      let here = value(stop)
      if here < first.value {
        second = first
        first = (here, stop)
      } else if here < second.value {
        second = (here, stop)
      }
    }
    return (first.stop, second.stop)
  }
}

/// Costs between all pairs of stops, in rows of SIMD vectors, for minimum spanning trees under node
/// weights.
///
/// Uses Prim's method (1957, doi:10.1002/j.1538-7305.1957.tb01515.x), which takes O(n²) steps on a
/// dense table, here eight at a time.
internal struct SpanningTree: SpanningTrees {
  /// A tree, with the figures that bound its rounding error.
  internal struct Result {
    /// The sum of costs and weights over its edges.
    internal var length = 0.0
    /// The degree of each stop.
    internal var degrees: [Int]
    /// The edges, each as a pair of stops.
    internal var edges: [SIMD2<Int32>] = []
    /// The greatest magnitude of any term of the sum.
    internal var greatest = 0.0
  }

  internal let count: Int
  /// The number of vectors per stop.
  private let width: Int
  /// The costs, row by row; infinite on the diagonal and past the last stop.
  private let rows: [SIMD8<Double>]

  /// Reads the cost of each ordered pair from a function; returns nil if the time runs out.
  internal init?(
    count: Int, until watch: inout SearchWatch, _ cost: (_ from: Int, _ to: Int) -> Double
  ) {
    let width = (count + 7) / 8
    var rows = [SIMD8<Double>](
      repeating: SIMD8(repeating: .infinity), count: count * width)
    for from in 0..<count {
      guard watch.hasTime(after: 3 * count) else { return nil }
      for to in 0..<count where to != from {
        rows[from * width + to >> 3][to & 7] = cost(from, to)
      }
    }
    self.count = count
    self.width = width
    self.rows = rows
  }

  /// The cost between two stops; infinite from a stop to itself.
  internal func cost(_ from: Int, _ to: Int) -> Double {
    rows[from * width + to >> 3][to & 7]
  }

  /// The stop whose second cheapest edge is the most expensive.
  internal func remotest() -> Int {
    var remotest = 0
    var most = -1.0
    for stop in 0..<count {
      var first = Double.infinity
      var second = Double.infinity
      for other in 0..<count {
        let cost = cost(stop, other)
        if cost < first {
          second = first
          first = cost
        } else if cost < second {
          second = cost
        }
      }
      if second > most {
        most = second
        remotest = stop
      }
    }
    return remotest
  }

  internal func shortest(
    weights: [Double], excluded: Int?, until watch: inout SearchWatch
  ) -> Result? {
    var result = Result(degrees: [Int](repeating: 0, count: count))
    // The weight of each stop outside the tree; infinite for stops in it.
    var open = [SIMD8<Double>](repeating: SIMD8(repeating: .infinity), count: width)
    for stop in 0..<count where stop != excluded { open[stop >> 3][stop & 7] = weights[stop] }
    var ways = [SIMD8<Double>](repeating: SIMD8(repeating: .infinity), count: width)
    var parents = [SIMD8<Int64>](repeating: SIMD8(repeating: 0), count: width)
    var sum = CompensatedSum()
    var stop = excluded == 0 ? 1 : 0
    for _ in 1..<max(1, excluded == nil ? count : count - 1) {
      open[stop >> 3][stop & 7] = .infinity
      let weight = SIMD8<Double>(repeating: weights[stop])
      let parent = SIMD8<Int64>(repeating: Int64(stop))
      var least = SIMD8<Double>(repeating: .infinity)
      var leastBlock = SIMD8<Int64>(repeating: 0)
      let row = stop * width
      for block in 0..<width {
        let way = rows[row + block] + weight
        let isShorter = way .< ways[block]
        let best = ways[block].replacing(with: way, where: isShorter)
        ways[block] = best
        parents[block].replace(with: parent, where: isShorter)
        let length = best + open[block]
        let isLess = length .< least
        least.replace(with: length, where: isLess)
        leastBlock.replace(with: SIMD8(repeating: Int64(block)), where: isLess)
      }
      var lane = 0
      for other in 1..<8 where least[other] < least[lane] { lane = other }
      let block = Int(leastBlock[lane])
      stop = block << 3 | lane
      sum.add(least[lane])
      result.greatest = max(result.greatest, least[lane].magnitude)
      result.degrees[stop] += 1
      result.degrees[Int(parents[block][lane])] += 1
      result.edges.append(
        SIMD2(
          Int32(truncatingIfNeeded: stop), Int32(truncatingIfNeeded: parents[block][lane])))
    }
    result.length = sum.value
    return result
  }
}

/// Costs between all pairs of stops, laid out for minimum spanning trees under node weights.
///
/// Prim's method (1957, doi:10.1002/j.1538-7305.1957.tb01515.x), which for a dense table needs
/// O(n²) steps, here eight at a time.
internal struct SpanningTree {
  /// A tree, and how sure its length is.
  internal struct Result {
    /// The sum of costs and weights over its edges.
    internal var length = 0.0
    /// How many of its edges each stop has.
    internal var degrees: [Int]
    /// The greatest size of a summand.
    internal var greatest = 0.0
  }

  internal let count: Int
  /// How many vectors hold the costs of one stop.
  private let width: Int
  /// Row after row; infinite on the diagonal and beyond the last stop.
  private let rows: [SIMD8<Double>]

  /// Lays out a symmetric table.
  internal init(_ costs: CostMatrix) {
    var watch = SearchWatch()
    self =
      Self(count: costs.count, until: &watch) { costs.costs[$0 * costs.count + $1] }
      ?? Self(count: 0, rows: [])
  }

  private init(count: Int, rows: [SIMD8<Double>]) {
    self.count = count
    width = (count + 7) / 8
    self.rows = rows
  }

  /// Lays out what a function gives for each pair, both ways; nil when the time does not suffice.
  internal init?(
    count: Int, until watch: inout SearchWatch, _ cost: (_ from: Int, _ to: Int) -> Double
  ) {
    let width = (count + 7) / 8
    var rows = [SIMD8<Double>](
      repeating: SIMD8(repeating: .infinity), count: count * width)
    for from in 0..<count {
      guard watch.goesOn(3 * count) else { return nil }
      for to in 0..<count where to != from {
        rows[from * width + to >> 3][to & 7] = cost(from, to)
      }
    }
    self.init(count: count, rows: rows)
  }

  /// The cost between two stops; infinite from a stop to itself.
  internal func cost(_ from: Int, _ to: Int) -> Double {
    rows[from * width + to >> 3][to & 7]
  }

  /// The shortest tree over all stops but one, where an edge costs the weights of its two ends
  /// on top.
  ///
  /// - Parameters:
  ///   - weights: a finite number for each stop.
  ///   - excluded: the stop that is left out, or nil.
  internal func shortest(weights: [Double], excluded: Int?) -> Result {
    var result = Result(degrees: [Int](repeating: 0, count: count))
    // What a stop that is not in the tree yet adds to a way; infinite for one that is.
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
    }
    result.length = sum.value
    return result
  }
}

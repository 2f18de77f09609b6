internal import CairnGeodesy
internal import CairnMemory

// Notation.
//
// | here             | Jonker and Volgenant 1983                                                 |
// |------------------|---------------------------------------------------------------------------|
// | city `2·i`       | the node at which stop i is entered                                       |
// | city `2·i + 1`   | its copy, from which stop i is left                                       |
// | fixed edge       | the edge between the two, of cost −M: every good tour has all of them     |
// | `barred`         | the edge between two entries or two exits: a cost no sensible tour pays   |
// | reduced cost     | c(i, j) − u(i) − v(j), by the dual variables of the assignment problem    |

/// Asymmetric costs, expressed as symmetric costs of twice the number of cities.
///
/// Each stop becomes two cities, an entry and an exit, joined by a fixed edge. A tour that has all
/// fixed edges alternates between entries and exits, so it is a directed tour of the stops, and any
/// search for symmetric tours can find it. Its 3-edge exchanges are those that reverse nothing
/// (or-3opt), and edge assembly crossover works too. Source: R. Jonker and T. Volgenant,
/// "Transforming asymmetric into symmetric traveling salesman problems" (1983,
/// doi:10.1016/0167-6377(83)90048-2).
///
/// The costs are the reduced costs of the assignment problem. They are at least 0, and every tour's
/// length differs from the true one by the same amount, ``offset``. Potentials added to the costs,
/// such as those of altitude, therefore do not affect the search.
internal struct DirectedCosts: TourCosts {
  /// The number of cities, two for each stop.
  internal let count: Int
  private let stopCount: Int
  /// The reduced cost from each stop to each other; the diagonal holds the cost of a fixed edge.
  private let rows: SharedValues<Double>
  /// The greatest reduced cost.
  internal let greatest: Double
  /// The maximum rounding error of a reduced cost.
  internal let error: Double
  /// The cost of an edge that no tour uses.
  private let barred: Double
  /// Added to edge lengths in the greedy construction, so that random perturbation also separates
  /// edges of cost 0.
  private let greedyBase: Double
  /// The difference between a tour's true cost and its cost by these costs.
  internal let offset: Double

  /// Converts the costs of a closed tour; returns nil if the time runs out.
  ///
  /// - Parameters:
  ///   - costs: the cost matrix, row by row; the diagonal is ignored.
  ///   - assignment: if it is complete, its dual variables are subtracted.
  ///   - watch: the deadline and cancellation check.
  /// - Complexity: O(n²).
  internal init?(_ costs: [Double], assignment: Assignment, until watch: inout SearchWatch) {
    let stops = assignment.successors.count
    stopCount = stops
    count = 2 * stops
    let isReduced = assignment.isComplete
    var reduced = costs
    var greatest = 0.0
    var (negative, magnitude) = (0.0, 0.0)
    var sum = CompensatedSum()
    var least = 0.0
    for from in 0..<stops {
      guard watch.hasTime(after: stops) else { return nil }
      let leaving = isReduced ? assignment.leaving[from] : 0
      sum.add(leaving)
      sum.add(isReduced ? assignment.reaching[from] : 0)
      var nearest = Double.infinity
      for to in 0..<stops where to != from {
        var cost = costs[from * stops + to]
        if isReduced {
          let reaching = assignment.reaching[to]
          magnitude = max(magnitude, cost + leaving.magnitude + reaching.magnitude)
          cost = cost - leaving - reaching
          negative = min(negative, cost)
          cost = max(0, cost)
        }
        reduced[from * stops + to] = cost
        greatest = max(greatest, cost)
        if to != assignment.successors[from] { nearest = min(nearest, cost) }
      }
      least += nearest
    }
    self.greatest = greatest
    // A negative reduced cost is a rounding error of the dual variables.
    error = 0x1p-51 * magnitude - negative
    // More than the edges of one exchange can gain in total.
    barred = 64 * max(greatest, .leastNormalMagnitude)
    for stop in 0..<stops { reduced[stop * stops + stop] = -barred }
    greedyBase = least > 0 ? least / Double(stops) : greatest
    offset = sum.value
    let shared = SharedValues(reduced, inPortionsOf: SearchWatch.interval) {
      watch.hasTime(after: $0)
    }
    guard let shared, watch.end == nil else { return nil }
    rows = shared
  }

  @inline(__always)
  internal func cost(_ a: Int32, _ b: Int32) -> Double {
    if (a ^ b) & 1 == 0 { return barred }
    let isLeaving = a & 1 == 1
    let from = Int(isLeaving ? a : b) >> 1
    let to = Int(isLeaving ? b : a) >> 1
    return rows[from &* stopCount &+ to]
  }

  @inline(__always)
  internal func isFixed(_ a: Int32, _ b: Int32) -> Bool { (a ^ b) == 1 }

  internal func greedyLength(_ a: Int32, _ b: Int32) -> Double {
    let cost = cost(a, b)
    return cost < 0 ? cost : cost + greedyBase
  }

  /// The candidate neighbors of each city: its copy, then the cities with the least reduced costs.
  ///
  /// Equal costs are common here. They are ordered differently for each city, so that not all
  /// cities get the same neighbors. The successors in the cheapest assignment are always included.
  internal func candidates(
    _ assignment: Assignment, width: Int, until watch: inout SearchWatch
  ) -> TourNeighbors? {
    let width = min(width, stopCount - 1)
    var ids: [Int32] = []
    ids.reserveCapacity(count * (width + 1))
    var predecessors = [Int](repeating: -1, count: stopCount)
    for (from, to) in assignment.successors.enumerated() where to >= 0 { predecessors[to] = from }
    var best = [(cost: Double, stop: Int32)](repeating: (0, 0), count: width)
    for city in 0..<count {
      guard watch.hasTime(after: 2 * stopCount) else { return nil }
      let stop = city / 2
      let isLeaving = city & 1 == 1
      let partner = isLeaving ? assignment.successors[stop] : predecessors[stop]
      var kept = 0
      // Scans all other stops once, starting after the city's own stop.
      var other = stop
      for _ in 1..<stopCount {
        other = other + 1 == stopCount ? 0 : other + 1
        let value =
          other == partner
          ? -1 : rows[isLeaving ? stop * stopCount + other : other * stopCount + stop]
        if kept == width, value >= best[kept - 1].cost { continue }
        var into = kept == width ? kept - 1 : kept
        while into > 0, best[into - 1].cost > value {
          best[into] = best[into - 1]
          into -= 1
        }
        best[into] = (value, Int32(other))
        kept = min(kept + 1, width)
      }
      ids.append(Int32(city ^ 1))
      for rank in 0..<width { ids.append(2 * best[rank].stop + (isLeaving ? 0 : 1)) }
    }
    return TourNeighbors(count: count, width: width + 1, ids: ids)
  }

  /// The tour of cities that corresponds to a tour of stops.
  internal func tour(of stops: [Int32]) -> [Int32] {
    stops.flatMap { [2 * $0, 2 * $0 + 1] }
  }

  /// The stops in the order in which a tour of cities visits them; nil if the tour lacks a fixed
  /// edge.
  internal func stops(of tour: [Int32]) -> [Int32]? {
    guard tour.count == count, let first = tour.first, let last = tour.last else { return nil }
    // The tour may run backward and may begin inside a fixed edge.
    var cities = isFixed(first, last) ? [last] + tour.dropLast() : tour
    if cities[0] & 1 == 1 { cities.reverse() }
    for index in stride(from: 0, to: count, by: 2)
    where cities[index] & 1 == 1 || cities[index + 1] != cities[index] + 1 {
      return nil
    }
    return stride(from: 0, to: count, by: 2).map { cities[$0] / 2 }
  }
}

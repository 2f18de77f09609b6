internal import CairnMemory

// Notation.
//
// | here             | Jonker and Volgenant 1983                                                 |
// |------------------|---------------------------------------------------------------------------|
// | city `2·i`       | the node at which stop i is entered                                       |
// | city `2·i + 1`   | its copy, from which stop i is left                                       |
// | fixed edge       | the edge between the two, of cost −M: every good tour has all of them     |
// | `barred`         | the edge between two entries or two exits: a cost that no tour pays       |
// | reduced cost     | c(i, j) − u(i) − v(j), by the dual variables of the assignment problem    |

/// Costs that differ from the way back, as the symmetric costs of twice as many cities.
///
/// Each stop becomes two cities, one to enter it at and one to leave it from, with a fixed edge
/// between them. A tour that has all fixed edges enters and leaves in turn, so it is a tour of the
/// stops in one direction, and every search for symmetric tours finds it. Its exchanges of three
/// edges are those that reverse nothing ("or3opt"), and edge assembly works as well. Source:
/// R. Jonker and T. Volgenant, "Transforming asymmetric into symmetric traveling salesman
/// problems" (1983, doi:10.1016/0167-6377(83)90048-2).
///
/// The costs are the reduced costs of the assignment problem. They are at least 0, and lengths
/// differ from the true ones by ``offset``, the same for all tours. So costs with added potentials,
/// such as those of hills, are searched as if the potentials were not there.
internal struct DirectedCosts: TourCosts {
  /// How many cities there are, two for each stop.
  internal let count: Int
  private let stopCount: Int
  /// The reduced costs from each stop to each other, and on the diagonal that of a fixed edge.
  private let rows: SharedValues<Double>
  /// The cost of an edge that no tour has.
  private let barred: Double
  /// What is added to edges for greedy tours, so that random parts of costs of 0 differ as well.
  private let greedyBase: Double
  /// By how much a tour is shorter by these costs than by the true ones.
  internal let offset: Double

  /// Takes the costs of a closed tour; nil when the time does not suffice.
  ///
  /// - Parameters:
  ///   - costs: row after row; the diagonal is not used.
  ///   - assignment: its dual variables are subtracted, if it is complete.
  ///   - watch: ends the preparation.
  /// - Complexity: O(n²).
  internal init?(_ costs: [Double], assignment: Assignment, until watch: inout SearchWatch) {
    let stops = assignment.successors.count
    stopCount = stops
    count = 2 * stops
    let isReduced = assignment.isComplete
    var reduced = costs
    var greatest = 0.0
    var sum = CompensatedSum()
    var least = 0.0
    for from in 0..<stops {
      guard watch.goesOn(stops) else { return nil }
      let leaving = isReduced ? assignment.leaving[from] : 0
      sum.add(leaving)
      sum.add(isReduced ? assignment.reaching[from] : 0)
      var nearest = Double.infinity
      for to in 0..<stops where to != from {
        var cost = costs[from * stops + to]
        if isReduced { cost = max(0, cost - leaving - assignment.reaching[to]) }
        reduced[from * stops + to] = cost
        greatest = max(greatest, cost)
        if to != assignment.successors[from] { nearest = min(nearest, cost) }
      }
      least += nearest
    }
    // More than the edges of one exchange can gain together.
    barred = 64 * max(greatest, .leastNormalMagnitude)
    for stop in 0..<stops { reduced[stop * stops + stop] = -barred }
    greedyBase = least > 0 ? least / Double(stops) : greatest
    offset = sum.value
    let shared = SharedValues(reduced, inPortionsOf: SearchWatch.interval) { watch.goesOn($0) }
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

  /// For each city its copy, and then those with the least reduced costs.
  ///
  /// Equal costs are common here. Their order differs from city to city, so that not all cities
  /// have the same neighbours. The successors of the cheapest assignment are always among them.
  internal func candidates(
    _ assignment: Assignment, width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    let width = min(width, stopCount - 1)
    var ids: [Int32] = []
    ids.reserveCapacity(count * (width + 1))
    var predecessors = [Int](repeating: -1, count: stopCount)
    for (from, to) in assignment.successors.enumerated() where to >= 0 { predecessors[to] = from }
    var best = [(cost: Double, stop: Int32)](repeating: (0, 0), count: width)
    for city in 0..<count {
      guard watch.goesOn(2 * stopCount) else { return nil }
      let stop = city / 2
      let isLeaving = city & 1 == 1
      let partner = isLeaving ? assignment.successors[stop] : predecessors[stop]
      var kept = 0
      // A step that visits all stops once, in an order that differs from city to city.
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
    return NeighborLists(count: count, width: width + 1, ids: ids)
  }

  /// The tour of cities for a tour of stops.
  internal func tour(of stops: [Int32]) -> [Int32] {
    stops.flatMap { [2 * $0, 2 * $0 + 1] }
  }

  /// The stops in the order in which a tour of cities visits them; nil if it lacks a fixed edge.
  internal func stops(of tour: [Int32]) -> [Int32]? {
    guard tour.count == count, let first = tour.first, let last = tour.last else { return nil }
    // The tour may run backward, and may begin within a fixed edge.
    var cities = isFixed(first, last) ? [last] + tour.dropLast() : tour
    if cities[0] & 1 == 1 { cities.reverse() }
    for index in stride(from: 0, to: count, by: 2)
    where cities[index] & 1 == 1 || cities[index + 1] != cities[index] + 1 {
      return nil
    }
    return stride(from: 0, to: count, by: 2).map { cities[$0] / 2 }
  }
}

// Searches handle closed tours only. An open trip becomes one by adding a city, or by changing the
// costs of reaching its start and leaving its end: `DummyCityCosts` for symmetric costs,
// `ClosedTourCosts` for asymmetric ones.

/// The costs of a trip as those of a closed tour; an open trip has an additional city, the hub (the
/// dummy city of the textbooks), between its two ends.
///
/// The edge to the hub costs the same from every stop that is not a fixed end, so removing the hub
/// from the shortest tour leaves the shortest path. The edge from the hub to a fixed end has a
/// large negative cost, so every tour without it is longer than every tour with it.
///
/// Round trips, which need no hub, use this type as well: each cost type adds a specialized copy of
/// the search to the binary, and two comparisons that always fail take no measurable time.
internal struct DummyCityCosts<Base: TourCosts>: TourCosts {
  internal private(set) var base: Base
  internal let count: Int
  /// The last city, or -1 without a hub (no city is -1).
  private let hub: Int32
  private var start: Int32
  private var end: Int32
  private let prize: Double
  private let free: Double

  /// Wraps the costs of a round trip unchanged.
  internal init(round base: Base) {
    self.base = base
    count = base.count
    (hub, start, end) = (-1, -1, -1)
    (prize, free) = (0, 0)
  }

  /// Adds a hub.
  ///
  /// - Parameters:
  ///   - base: the costs between the stops.
  ///   - trip: an open trip.
  ///   - greatest: an upper bound of the costs of `base`.
  ///   - free: the cost of the edge to an end that is not fixed.
  internal init(_ base: Base, trip: Trip, greatest: Double, free: Double) {
    self.base = base
    count = base.count + 1
    hub = Int32(base.count)
    start = trip.start.map { Int32($0) } ?? -1
    end = trip.end.map { Int32($0) } ?? -1
    self.free = free
    // 64 edges: more than any single move of a search removes and adds in total.
    prize = -64 * max(greatest, .leastNormalMagnitude)
  }

  @inline(__always)
  internal func cost(_ a: Int32, _ b: Int32) -> Double {
    if a == hub { return toHub(b) }
    if b == hub { return toHub(a) }
    return base.cost(a, b)
  }

  /// The greedy construction takes the edge to a fixed end first and the edge to a free end never,
  /// whatever the costs are.
  internal func greedyLength(_ a: Int32, _ b: Int32) -> Double {
    guard a == hub || b == hub else { return base.greedyLength(a, b) }
    let other = a == hub ? b : a
    return other == start || other == end ? -.infinity : .infinity
  }

  /// The hub, as the last city, is a neighbor of every city.
  internal func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> TourNeighbors? {
    if cities.last != hub { return base.neighbors(among: cities, width: width, until: &watch) }
    return base.neighbors(among: cities.dropLast(), width: max(0, width - 1), until: &watch)?
      .addingHub()
  }

  /// Keeps the hub as the last city.
  internal func localOrder(until watch: inout SearchWatch) -> [Int32]? {
    base.localOrder(until: &watch).map { hub < 0 ? $0 : $0 + [hub] }
  }

  internal func renumbered(_ cities: [Int32]) -> DummyCityCosts? {
    guard hub < 0 || cities.last == hub,
      let local = base.renumbered(hub < 0 ? cities : Array(cities.dropLast()))
    else { return nil }
    var costs = self
    costs.base = local
    costs.start = cities.firstIndex(of: start).map { Int32($0) } ?? -1
    costs.end = cities.firstIndex(of: end).map { Int32($0) } ?? -1
    return costs
  }

  /// The length of a tour through the hub minus the length of its path without the hub.
  internal var offset: Double {
    hub < 0 ? 0 : (start < 0 ? free : prize) + (end < 0 ? free : prize)
  }

  @inline(__always)
  private func toHub(_ city: Int32) -> Double {
    city == start || city == end ? prize : free
  }

  /// The path of a tour without the hub, beginning at the start; without a hub the tour itself.
  internal func path(of tour: [Int32]) -> [Int] {
    guard let split = tour.firstIndex(of: hub) else { return tour.map { Int($0) } }
    var path = tour.rotated(toStartAt: split).dropFirst().map { Int($0) }
    if (start >= 0 && path.first != Int(start)) || (end >= 0 && path.last != Int(end)) {
      path.reverse()
    }
    return path
  }

  /// The tour of a path, with the hub appended if there is one.
  internal func tour(of path: [Int]) -> [Int32] {
    path.map { Int32($0) } + (hub < 0 ? [] : [hub])
  }
}

/// A trip with asymmetric costs as one closed tour.
///
/// A fixed start is reached at no cost, and a fixed end is left at no cost. Two fixed ends become
/// one city that is reached as the end and left as the start. Two free ends are joined by an
/// additional city, with a cost of 0 in both directions. The closed tour therefore costs the same
/// as the trip.
internal struct ClosedTourCosts {
  /// The number of cities in the closed tour.
  internal let count: Int
  /// The cost from each city to each other, row by row; the diagonal is ignored.
  internal let rows: [Double]
  /// The stop of each city; the additional city between two free ends has none.
  private let stops: [Int]
  private let trip: Trip

  /// Computes the costs of the closed tour; if the watch ends, they are incomplete and must not be
  /// used.
  internal init(_ costs: CostMatrix, trip: Trip, until watch: inout SearchWatch) {
    self.trip = trip
    let stops =
      trip.start == nil ? Array(0..<costs.count) : (0..<costs.count).filter { $0 != trip.end }
    self.stops = stops
    let isFree = !trip.isRound && trip.start == nil && trip.end == nil
    count = stops.count + (isFree ? 1 : 0)
    if trip.isRound {
      rows = costs.costs
      return
    }
    var rows = [Double](repeating: 0, count: count * count)
    for (from, stop) in stops.enumerated()
    where (trip.start != nil || stop != trip.end) && watch.hasTime(after: 2 * count) {
      for (to, other) in stops.enumerated() where to != from {
        if other != trip.start {
          rows[from * count + to] = costs[stop, other]
        } else if let end = trip.end {
          rows[from * count + to] = costs[stop, end]
        }
      }
    }
    self.rows = rows
  }

  /// Whether an edge leads from a free end of the trip back to its start, at no cost.
  internal func isFree(_ from: Int, _ to: Int) -> Bool {
    if trip.isRound || (trip.start != nil && trip.end != nil) { return false }
    if let start = trip.start { return stops[to] == start }
    if let end = trip.end { return stops[from] == end }
    return from == stops.count || to == stops.count
  }

  /// The nearest-neighbor tour from city 0; nil if the time runs out.
  internal func nearestTour(until watch: inout SearchWatch) -> [Int32]? {
    var left = Array(0..<count)
    var tour: [Int32] = []
    var next = 0
    while !left.isEmpty {
      guard watch.hasTime(after: left.count) else { return nil }
      let city = left.remove(at: next)
      tour.append(Int32(city))
      next = left.indices.min { rows[city * count + left[$0]] < rows[city * count + left[$1]] } ?? 0
    }
    return tour
  }

  /// The order of the stops in a closed tour, beginning at the start of the trip.
  internal func order(of tour: [Int32]) -> [Int] {
    var cities = tour.map { Int($0) }
    let first: Int?
    if let start = trip.isRound ? trip.start ?? 0 : trip.start {
      first = cities.firstIndex { $0 < stops.count && stops[$0] == start }
    } else if let end = trip.end {
      first = cities.firstIndex { $0 < stops.count && stops[$0] == end }.map { $0 + 1 }
    } else {
      first = cities.firstIndex(of: stops.count).map { $0 + 1 }
    }
    if let first { cities = cities.rotated(toStartAt: first) }
    var order = cities.filter { $0 < stops.count }.map { stops[$0] }
    if trip.start != nil, let end = trip.end { order.append(end) }
    return order
  }

  /// The closed tour for an order of the stops.
  internal func tour(of order: [Int]) -> [Int32] {
    var city = [Int: Int32](minimumCapacity: stops.count)
    for (number, stop) in stops.enumerated() { city[stop] = Int32(number) }
    var tour = order.compactMap { city[$0] }
    if count > stops.count { tour.append(Int32(stops.count)) }
    return tour
  }
}

// Searches know closed tours only. An open trip becomes one by a further city, or by what it costs
// to reach its start and to leave its end: `HubCosts` for costs that are the same both ways,
// `ClosedCosts` for those that differ.

/// The costs of a trip as those of a closed tour: an open one has one more city, the hub (the dummy
/// city of the textbooks), between its two ends.
///
/// To go to the hub costs the same from every stop that is not a fixed end, so that the shortest
/// tour through it leaves the shortest path without it. The edge from the hub to a fixed end has a
/// large negative cost, so that every tour without it is longer than all with it.
///
/// Round trips, which need no hub, are searched by this type as well: each type of costs is one
/// more copy of the search in the program, and two comparisons that always fail take no time.
internal struct HubCosts<Base: TourCosts>: TourCosts {
  internal private(set) var base: Base
  internal let count: Int
  /// The last city, or -1 where there is no hub, as no city is.
  private let hub: Int32
  private var start: Int32
  private var end: Int32
  private let prize: Double
  private let free: Double

  /// The costs of a round trip: those between the stops.
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
  ///   - greatest: no cost of `base` is above it.
  ///   - free: the cost of the edge to an end that is not fixed.
  internal init(_ base: Base, trip: Trip, greatest: Double, free: Double) {
    self.base = base
    count = base.count + 1
    hub = Int32(base.count)
    start = trip.start.map { Int32($0) } ?? -1
    end = trip.end.map { Int32($0) } ?? -1
    self.free = free
    // 64 edges: more than any one move of a search takes out and puts in together.
    prize = -64 * max(greatest, .leastNormalMagnitude)
  }

  @inline(__always)
  internal func cost(_ a: Int32, _ b: Int32) -> Double {
    if a == hub { return toHub(b) }
    if b == hub { return toHub(a) }
    return base.cost(a, b)
  }

  /// The edge to a fixed end is the first to be taken, that to a free end is never taken, however
  /// small or large the costs are.
  internal func greedyLength(_ a: Int32, _ b: Int32) -> Double {
    guard a == hub || b == hub else { return base.greedyLength(a, b) }
    let other = a == hub ? b : a
    return other == start || other == end ? -.infinity : .infinity
  }

  /// The hub, as the last city, is a neighbour of all.
  internal func neighbors(
    among cities: [Int32], width: Int, until watch: inout SearchWatch
  ) -> NeighborLists? {
    if cities.last != hub { return base.neighbors(among: cities, width: width, until: &watch) }
    return base.neighbors(among: cities.dropLast(), width: max(0, width - 1), until: &watch)?
      .addingHub()
  }

  /// The hub stays the last city.
  internal func localOrder(until watch: inout SearchWatch) -> [Int32]? {
    base.localOrder(until: &watch).map { hub < 0 ? $0 : $0 + [hub] }
  }

  internal func renumbered(_ cities: [Int32]) -> HubCosts? {
    guard hub < 0 || cities.last == hub,
      let local = base.renumbered(hub < 0 ? cities : Array(cities.dropLast()))
    else { return nil }
    var costs = self
    costs.base = local
    costs.start = cities.firstIndex(of: start).map { Int32($0) } ?? -1
    costs.end = cities.firstIndex(of: end).map { Int32($0) } ?? -1
    return costs
  }

  /// By how much a tour through the hub is longer than its path without the hub.
  internal var offset: Double {
    hub < 0 ? 0 : (start < 0 ? free : prize) + (end < 0 ? free : prize)
  }

  @inline(__always)
  private func toHub(_ city: Int32) -> Double {
    city == start || city == end ? prize : free
  }

  /// The path of a tour without the hub, from the start on; without a hub the tour.
  internal func path(of tour: [Int32]) -> [Int] {
    guard let split = tour.firstIndex(of: hub) else { return tour.map { Int($0) } }
    var path = tour.rotated(toStartAt: split).dropFirst().map { Int($0) }
    if (start >= 0 && path.first != Int(start)) || (end >= 0 && path.last != Int(end)) {
      path.reverse()
    }
    return path
  }

  /// The tour of a path: with the hub behind it, where there is one.
  internal func tour(of path: [Int]) -> [Int32] {
    path.map { Int32($0) } + (hub < 0 ? [] : [hub])
  }
}

/// A trip by asymmetric costs as one closed tour.
///
/// A fixed start is reached at no cost, a fixed end is left at none; two fixed ends are one city
/// that is reached as the end and left as the start; between two free ends stands a further city
/// that costs nothing either way. So a closed tour costs what the trip does.
internal struct ClosedCosts {
  /// How many cities the closed tour has.
  internal let count: Int
  /// The cost from each city to each other, row after row; the diagonal is not used.
  internal let rows: [Double]
  /// The stops of the first cities; a further city is between two free ends.
  private let stops: [Int]
  private let trip: Trip

  /// Makes the costs of the closed tour; when the watch is over, they are of no use.
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
    where (trip.start != nil || stop != trip.end) && watch.goesOn(2 * count) {
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

  /// Whether an edge leads from a free end of the trip back to its beginning, at no cost.
  internal func isFree(_ from: Int, _ to: Int) -> Bool {
    if trip.isRound || (trip.start != nil && trip.end != nil) { return false }
    if let start = trip.start { return stops[to] == start }
    if let end = trip.end { return stops[from] == end }
    return from == stops.count || to == stops.count
  }

  /// Goes on to the nearest city that is left, from city 0 on; nil when the time does not suffice.
  internal func nearestTour(until watch: inout SearchWatch) -> [Int32]? {
    var left = Array(0..<count)
    var tour: [Int32] = []
    var next = 0
    while !left.isEmpty {
      guard watch.goesOn(left.count) else { return nil }
      let city = left.remove(at: next)
      tour.append(Int32(city))
      next = left.indices.min { rows[city * count + left[$0]] < rows[city * count + left[$1]] } ?? 0
    }
    return tour
  }

  /// The order of the stops in a closed tour, from the start of the trip on.
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

  /// The closed tour of an order of the stops.
  internal func tour(of order: [Int]) -> [Int32] {
    var city = [Int: Int32](minimumCapacity: stops.count)
    for (number, stop) in stops.enumerated() { city[stop] = Int32(number) }
    var tour = order.compactMap { city[$0] }
    if count > stops.count { tour.append(Int32(stops.count)) }
    return tour
  }
}

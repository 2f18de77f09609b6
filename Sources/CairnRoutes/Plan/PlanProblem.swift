internal import CairnGeodesy

/// The input of a planner: stops, the costs between them, and a trip.
internal struct PlanProblem {
  /// The source of the costs.
  internal enum Source {
    case places([Coordinate], Surface)
    case costs(CostMatrix)
  }

  internal let source: Source
  /// The start and end of the route, as valid offsets of stops.
  internal let trip: Trip

  internal init(_ places: [Coordinate], on surface: Surface, trip: Trip) throws(RouteError) {
    for (offset, place) in places.enumerated() where !place.isValid {
      throw .invalidCoordinate(place, offset: offset)
    }
    guard surface.isValid else { throw .invalidSurface(surface) }
    try trip.check(count: places.count)
    source = .places(places, surface)
    self.trip = trip
  }

  /// Creates a problem from costs or places that are already validated.
  internal init(source: Source, trip: Trip) {
    self.source = source
    self.trip = trip
  }

  internal init(_ costs: CostMatrix, trip: Trip) throws(RouteError) {
    try trip.check(count: costs.count)
    source = .costs(costs)
    self.trip = trip
  }

  /// Whether the stops are places, and few enough for a bound without a table of costs.
  internal var isSparselyBounded: Bool {
    if case .costs = source { return false }
    return count <= RoutePlanner.sparselyBoundedCount
  }

  /// The number of stops.
  internal var count: Int {
    switch source {
    case .places(let places, _): places.count
    case .costs(let costs): costs.count
    }
  }

  /// Whether each cost equals the cost of the opposite direction.
  internal var isSymmetric: Bool {
    switch source {
    case .places: true
    case .costs(let costs): costs.isSymmetric
    }
  }

  /// The costs of all pairs, lowered for a search.
  internal func matrix() -> CostMatrix {
    var watch = SearchWatch()
    return matrix(until: &watch) ?? CostMatrix(checked: [], count: 0)
  }

  /// As `matrix()`, but returns nil if the time runs out.
  internal func matrix(until watch: inout SearchWatch) -> CostMatrix? {
    switch source {
    case .costs(let costs): return costs.forSearch
    case .places(let places, let surface):
      let count = places.count
      var costs: [Double] = []
      costs.reserveCapacity(count * count)
      for from in 0..<count {
        guard watch.hasTime(after: 100 * (from + 1)) else { return nil }
        costs.append(contentsOf: repeatElement(0, count: count))
        for to in 0..<from {
          let distance = places[from].distance(to: places[to], on: surface)
          costs[from * count + to] = distance
          costs[to * count + from] = distance
        }
      }
      return CostMatrix(checked: costs, count: count, isSymmetric: true)
    }
  }

  /// The levels of costs that are far above the others.
  internal var levels: CostLevels {
    if case .costs(let costs) = source { costs.levels } else { CostLevels() }
  }

  /// The time to measure all legs of a route, extrapolated from 64 of them; zero for a plan without
  /// a time limit.
  internal func timeToWrite(of clock: PlanClock) -> Duration {
    let sample = 64
    guard clock.duration != nil, count > 4 * sample else { return .zero }
    let began = Moment.now
    var sum = 0.0
    for offset in 0..<sample {
      sum += leg(from: offset, to: (offset + 1) * (count / sample) - 1).distance
    }
    // Using the sum, which is never NaN, keeps the optimizer from removing the measurements.
    return (Moment.now - began) * (sum.isNaN ? 0 : count / sample) * 1.25
  }

  /// The leg from one stop to another, measured exactly.
  internal func leg(from: Int, to: Int) -> Route.Leg {
    switch source {
    case .costs(let costs):
      return Route.Leg(from: from, to: to, distance: costs[from, to], initialBearing: nil)
    case .places(let places, let surface):
      let way = places[from].inverse(to: places[to], on: surface)
      return Route.Leg(
        from: from, to: to, distance: way.distance, initialBearing: way.initialBearing)
    }
  }

  /// Creates the route for an order that contains each stop once and begins and ends where the trip
  /// does.
  ///
  /// Equivalent rotations and directions of a tour always give the same route.
  ///
  /// - Parameters:
  ///   - order: the offsets of the stops.
  ///   - bound: a lower bound of all routes, in the lowered costs of a search.
  ///   - ending: why the search ended.
  /// - Returns: the route, with its legs measured exactly.
  internal func route(_ order: [Int], bound: Double = 0, ending: Route.Ending) -> Route {
    let order = normalized(order)
    var legs: [Route.Leg] = []
    legs.reserveCapacity(order.count)
    for (from, to) in zip(order, order.dropFirst()) { legs.append(leg(from: from, to: to)) }
    if trip.isRound, order.count > 1 {
      legs.append(leg(from: order[order.count - 1], to: order[0]))
    }
    let route = Route(
      order: order, trip: trip, legs: legs, lowerBound: 0, isTight: false, ending: ending)
    return self.route(route, bound: bound)
  }

  /// The same route with another bound.
  internal func route(_ route: Route, bound: Double) -> Route {
    Route(
      order: route.order, trip: trip, legs: route.legs, lowerBound: levels.raised(bound),
      isTight: isTight(searchedLength(route), bound), ending: route.ending)
  }

  private func isTight(_ length: Double, _ bound: Double) -> Bool {
    length - bound <= 1e-11 * length
  }

  /// The length of a route in the lowered costs of a search.
  internal func searchedLength(_ route: Route) -> Double {
    levels.isEmpty
      ? route.length
      : route.legs.reduce(into: CompensatedSum()) { $0.add(levels.lowered($1.distance)) }.value
  }

  private func normalized(_ order: [Int]) -> [Int] {
    var order = order
    if trip.isRound, let first = order.firstIndex(of: trip.start ?? 0), first > 0 {
      order = order.rotated(toStartAt: first)
    }
    guard isSymmetric, let last = order.last, order.count > 1 else { return order }
    if trip.isRound {
      if order[1] > last { order[1...].reverse() }
    } else if trip.start == nil, trip.end == nil, order[0] > last {
      order.reverse()
    }
    return order
  }
}

extension Trip {
  /// The same trip with other numbers of the stops.
  internal func renumbered(_ number: (Int) -> Int) -> Trip {
    switch (start.map(number), end.map(number)) {
    case (let start, _) where isRound: start.map { .roundTrip(from: $0) } ?? .roundTrip
    case (let start?, let end?): .open(from: start, to: end)
    case (let start?, nil): .open(from: start)
    case (nil, let end?): .open(to: end)
    case (nil, nil): .open
    }
  }
}

/// A problem in which all stops at the same place are merged into one.
///
/// No route gets shorter by returning to a place, and many stops at one place would fill each
/// other's neighbor lists, so that a search could not leave the place.
internal struct DistinctPlaces {
  /// The problem with each place once.
  internal let problem: PlanProblem
  private let trip: Trip
  /// The stops at each place.
  private let stops: [[Int]]
  /// The place of each stop.
  private let places: [Int32]

  /// Returns nil if no two stops share a place, and for cost matrices, which have no places.
  ///
  /// - Complexity: O(n) expected.
  internal init?(_ problem: PlanProblem) {
    guard case .places(let coordinates, let surface) = problem.source else { return nil }
    var places = [Int32](repeating: -1, count: coordinates.count)
    var firsts: [Int] = []
    let vectors = coordinates.map { $0.unitVector }
    // An open-addressing hash table of places, keyed by the bits of their vectors; adding 0 turns
    // -0 into 0.
    let size = 2 << (Int.bitWidth - max(1, vectors.count).leadingZeroBitCount)
    var table = [Int32](repeating: -1, count: size)
    for (stop, vector) in vectors.enumerated() {
      var hash = (vector.x + 0).bitPattern &* 0x9E37_79B9_7F4A_7C15
      hash = (hash ^ (hash &>> 29) ^ (vector.y + 0).bitPattern) &* 0xBF58_476D_1CE4_E5B9
      hash = (hash ^ (hash &>> 32) ^ (vector.z + 0).bitPattern) &* 0x94D0_49BB_1331_11EB
      var slot = Int(truncatingIfNeeded: hash &>> 20) & (size - 1)
      while table[slot] >= 0, vectors[firsts[Int(table[slot])]] != vector {
        slot = (slot + 1) & (size - 1)
      }
      if table[slot] < 0 {
        table[slot] = Int32(firsts.count)
        firsts.append(stop)
      }
      places[stop] = table[slot]
    }
    guard firsts.count < coordinates.count else { return nil }
    var stops = [[Int]](repeating: [], count: firsts.count)
    for (stop, place) in places.enumerated() { stops[Int(place)].append(stop) }
    self.stops = stops
    self.places = places
    trip = problem.trip
    self.problem = PlanProblem(
      source: .places(firsts.map { coordinates[$0] }, surface),
      trip: trip.renumbered { Int(places[$0]) })
  }

  /// The order in which an order of the stops first reaches the places, with the end moved last.
  internal func order(ofStops order: [Int]) -> [Int] {
    let end = problem.trip.end
    var isSeen = [Bool](repeating: false, count: stops.count)
    if let end { isSeen[end] = true }
    var reduced: [Int] = []
    for stop in order where !isSeen[Int(places[stop])] {
      isSeen[Int(places[stop])] = true
      reduced.append(Int(places[stop]))
    }
    return reduced + (end.map { [$0] } ?? [])
  }

  /// The order of the stops for an order of the places.
  internal func order(ofPlaces order: [Int]) -> [Int] {
    trip.arranged(order.flatMap { stops[$0] })
  }
}

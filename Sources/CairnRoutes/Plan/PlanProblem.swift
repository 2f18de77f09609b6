internal import CairnGeodesy

/// Stops, what it costs to go from one to another, and a trip: what a planner is asked.
internal struct PlanProblem {
  /// Where the costs come from.
  internal enum Source {
    case places([Coordinate], Surface)
    case costs(CostMatrix)
  }

  internal let source: Source
  /// Where the route begins and ends; an offset of it is one of the stops.
  internal let trip: Trip

  internal init(_ places: [Coordinate], on surface: Surface, trip: Trip) throws(RouteError) {
    for (offset, place) in places.enumerated() where !place.isValid {
      throw .invalidCoordinate(place, offset: offset)
    }
    for radius in [surface.radii.equatorial, surface.radii.polar]
    where !(radius > 0 && radius < .infinity) {
      throw .invalidSurface(surface)
    }
    try trip.check(count: places.count)
    source = .places(places, surface)
    self.trip = trip
  }

  /// Makes a problem of what has been looked at.
  internal init(source: Source, trip: Trip) {
    self.source = source
    self.trip = trip
  }

  internal init(_ costs: CostMatrix, trip: Trip) throws(RouteError) {
    try trip.check(count: costs.count)
    source = .costs(costs)
    self.trip = trip
  }

  /// How many stops there are.
  internal var count: Int {
    switch source {
    case .places(let places, _): places.count
    case .costs(let costs): costs.count
    }
  }

  /// Whether each way costs as much as the way back.
  internal var isSymmetric: Bool {
    switch source {
    case .places: true
    case .costs(let costs): costs.isSymmetric
    }
  }

  /// The costs of all pairs, as a search sees them.
  internal func matrix() -> CostMatrix {
    var watch = SearchWatch()
    return matrix(until: &watch) ?? CostMatrix(checked: [], count: 0)
  }

  /// The same, or nil when the time does not suffice.
  internal func matrix(until watch: inout SearchWatch) -> CostMatrix? {
    switch source {
    case .costs(let costs): return costs.forSearch
    case .places(let places, let surface):
      let count = places.count
      var costs: [Double] = []
      costs.reserveCapacity(count * count)
      for from in 0..<count {
        guard watch.goesOn(100 * (from + 1)) else { return nil }
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

  /// The costs that stand far above the others.
  internal var levels: CostLevels {
    if case .costs(let costs) = source { costs.levels } else { CostLevels() }
  }

  /// How long it takes to write a route of a plan with a limit down, leg by leg, by some of them;
  /// nothing without a limit.
  internal func timeToWrite(of clock: PlanClock) -> Duration {
    let sample = 64
    guard clock.duration != nil, count > 4 * sample else { return .zero }
    let began = ContinuousClock.now
    var sum = 0.0
    for offset in 0..<sample {
      sum += leg(from: offset, to: (offset + 1) * (count / sample) - 1).distance
    }
    // The sum, which is never NaN, is there so that the legs are.
    return (ContinuousClock.now - began) * (sum.isNaN ? 0 : count / sample) * 1.25
  }

  /// The way from a stop to another, measured exactly.
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

  /// The route of an order that holds each stop once and begins and ends where the trip does.
  ///
  /// A tour that can be written down in several ways is always written down in the same.
  ///
  /// - Parameter bound: what no route is shorter than, by the costs that a search sees.
  internal func route(_ order: [Int], bound: Double = 0, ending: Route.Ending) -> Route {
    let order = normalized(order)
    var legs: [Route.Leg] = []
    legs.reserveCapacity(order.count)
    for (from, to) in zip(order, order.dropFirst()) { legs.append(leg(from: from, to: to)) }
    if trip.isRound, order.count > 1 {
      legs.append(leg(from: order[order.count - 1], to: order[0]))
    }
    let route = Route(order: order, trip: trip, legs: legs, lowerBound: 0, ending: ending)
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

  /// How long a route is by the costs that a search sees.
  internal func searchedLength(_ route: Route) -> Double {
    levels.isEmpty
      ? route.length
      : route.legs.reduce(into: CompensatedSum()) { $0.add(levels.lowered($1.distance)) }.value
  }

  private func normalized(_ order: [Int]) -> [Int] {
    var order = order
    if trip.isRound, let first = order.firstIndex(of: trip.start ?? 0), first > 0 {
      order = Array(order[first...] + order[..<first])
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

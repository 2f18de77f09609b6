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

  /// The costs of all pairs.
  internal func matrix() -> CostMatrix {
    switch source {
    case .costs(let costs): return costs
    case .places(let places, let surface):
      let count = places.count
      var costs = [Double](repeating: 0, count: count * count)
      for from in 0..<count {
        for to in 0..<from {
          let distance = places[from].distance(to: places[to], on: surface)
          costs[from * count + to] = distance
          costs[to * count + from] = distance
        }
      }
      return CostMatrix(checked: costs, count: count, isSymmetric: true)
    }
  }

  /// How far it is from a stop to another, measured exactly.
  internal func distance(from: Int, to: Int) -> Double {
    switch source {
    case .costs(let costs): costs[from, to]
    case .places(let places, let surface): places[from].distance(to: places[to], on: surface)
    }
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
  internal func route(
    _ order: [Int], lowerBound: Double = 0, ending: Route.Ending
  ) -> Route {
    let order = normalized(order)
    var legs: [Route.Leg] = []
    legs.reserveCapacity(order.count)
    for (from, to) in zip(order, order.dropFirst()) { legs.append(leg(from: from, to: to)) }
    if trip.isRound, order.count > 1 {
      legs.append(leg(from: order[order.count - 1], to: order[0]))
    }
    return Route(order: order, trip: trip, legs: legs, lowerBound: lowerBound, ending: ending)
  }

  private func normalized(_ order: [Int]) -> [Int] {
    var order = order
    if trip.isRound, let first = order.firstIndex(of: trip.start ?? 0), first > 0 {
      order = Array(order[first...] + order[..<first])
    }
    guard isSymmetric, let last = order.last, order.count > 2 else { return order }
    if trip.isRound {
      if order[1] > last { order[1...].reverse() }
    } else if trip.start == nil, trip.end == nil, order[0] > last {
      order.reverse()
    }
    return order
  }
}

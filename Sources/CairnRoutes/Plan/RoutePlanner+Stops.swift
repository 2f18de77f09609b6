public import CairnGeodesy

extension RoutePlanner {
  /// Plans a route through coordinates.
  ///
  /// - Parameters:
  ///   - stops: where the stops lie; longitudes may be beyond ±180 degrees.
  ///   - trip: where the route begins and ends.
  /// - Returns: the route, its legs in metres on ``surface``.
  /// - Throws: ``RouteError/invalidCoordinate(_:offset:)``, ``RouteError/invalidSurface(_:)``,
  ///   ``RouteError/noSuchStop(_:offset:count:)``, and for the method ``Method/exact``
  ///   ``RouteError/tooManyStops(count:limit:)``.
  public func plan(
    _ stops: [Coordinate], trip: Trip = .roundTrip
  ) throws(RouteError) -> Route {
    try plan(stops, trip: trip, began: .now)
  }

  /// The same for what was begun before, to read the stops.
  @usableFromInline
  internal func plan(
    _ stops: [Coordinate], trip: Trip, began: ContinuousClock.Instant
  ) throws(RouteError) -> Route {
    try plan(PlanProblem(stops, on: surface, trip: trip), began: began)
  }

  /// Plans a route through elements of any type that lie somewhere.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(cafés, coordinate: \.location)
  /// for café in route.ordered(cafés) { print(café.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - stops: the elements.
  ///   - coordinate: says where an element lies.
  ///   - trip: where the route begins and ends, by offsets of `stops`.
  /// - Throws: as ``plan(_:trip:)``.
  @inlinable
  public func plan<Stops: Collection>(
    _ stops: Stops, coordinate: (Stops.Element) -> Coordinate, trip: Trip = .roundTrip
  ) throws(RouteError) -> Route {
    let began = ContinuousClock.now
    return try plan(stops.map(coordinate), trip: trip, began: began)
  }

  /// Plans a route by a table of costs.
  ///
  /// - Parameters:
  ///   - costs: the cost from each stop to each other, the same way back or not.
  ///   - trip: where the route begins and ends.
  /// - Returns: the route, its legs in the unit of the costs and without bearings.
  /// - Throws: ``RouteError/noSuchStop(_:offset:count:)``, and for the method ``Method/exact``
  ///   ``RouteError/tooManyStops(count:limit:)``.
  public func plan(_ costs: CostMatrix, trip: Trip = .roundTrip) throws(RouteError) -> Route {
    try plan(PlanProblem(costs, trip: trip))
  }

  /// Plans a route by the cost that a closure gives for two elements.
  ///
  /// - Parameters:
  ///   - stops: the elements.
  ///   - trip: where the route begins and ends, by offsets of `stops`.
  ///   - isSymmetric: true when a way costs as much as the way back; then only one is asked for.
  ///   - cost: the cost from an element to another: finite, 0 or more. It is asked for all pairs.
  /// - Returns: the route. Where a limit of time is over, or the plan cancelled, before all pairs
  ///   have been asked for, it goes through the stops in the order in which they were given.
  /// - Throws: as ``plan(_:trip:)``, and ``RouteError/invalidCost(_:from:to:)``.
  @inlinable
  public func plan<Stops: RandomAccessCollection>(
    _ stops: Stops, trip: Trip = .roundTrip, isSymmetric: Bool = false,
    cost: (_ from: Stops.Element, _ to: Stops.Element) -> Double
  ) throws(RouteError) -> Route {
    let began = ContinuousClock.now
    let elements = Array(stops)
    var watch = watch(since: began)
    let costs = try CostMatrix(
      count: elements.count, isSymmetric: isSymmetric, until: &watch
    ) {
      cost(elements[$0], elements[$1])
    }
    if let costs { return try plan(costs, trip: trip, began: began) }
    let order = try Self.given(elements.count, trip)
    var distances: [Double] = []
    for (from, to) in zip(order, order.dropFirst() + (trip.isRound ? order.prefix(1) : [])) {
      let distance = cost(elements[from], elements[to])
      guard distance >= 0, distance <= CostMatrix.greatestCost else {
        throw .invalidCost(distance, from: from, to: to)
      }
      distances.append(distance)
    }
    return Self.unsearched(order, distances, trip, watch)
  }

  @usableFromInline
  internal func plan(
    _ costs: CostMatrix, trip: Trip, began: ContinuousClock.Instant
  ) throws(RouteError) -> Route {
    try plan(PlanProblem(costs, trip: trip), began: began)
  }

  /// A watch over the whole time of a plan.
  @usableFromInline
  internal func watch(since began: ContinuousClock.Instant) -> SearchWatch {
    PlanClock(self, start: began).watch()
  }

  /// The stops in the order in which they were given, but for fixed ends.
  @usableFromInline
  internal static func given(_ count: Int, _ trip: Trip) throws(RouteError) -> [Int] {
    try trip.check(count: count)
    var order = Array(0..<count)
    if let start = trip.start {
      order.remove(at: start)
      order.insert(start, at: 0)
    }
    if let end = trip.end, let index = order.firstIndex(of: end) {
      order.remove(at: index)
      order.append(end)
    }
    return order
  }

  /// A route that there was no time to search.
  @usableFromInline
  internal static func unsearched(
    _ order: [Int], _ distances: [Double], _ trip: Trip, _ watch: SearchWatch
  ) -> Route {
    let legs = distances.enumerated().map { position, distance in
      Route.Leg(
        from: order[position], to: order[position + 1 == order.count ? 0 : position + 1],
        distance: distance, initialBearing: nil)
    }
    return Route(
      order: order, trip: trip, legs: legs, lowerBound: 0,
      ending: (watch.end ?? .deadline).ending)
  }
}

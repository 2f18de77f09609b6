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
    try plan(PlanProblem(stops, on: surface, trip: trip))
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
    try plan(stops.map(coordinate), trip: trip)
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
  /// - Throws: as ``plan(_:trip:)``, and ``RouteError/invalidCost(_:from:to:)``.
  @inlinable
  public func plan<Stops: RandomAccessCollection>(
    _ stops: Stops, trip: Trip = .roundTrip, isSymmetric: Bool = false,
    cost: (_ from: Stops.Element, _ to: Stops.Element) -> Double
  ) throws(RouteError) -> Route {
    let elements = Array(stops)
    let costs = try CostMatrix(count: elements.count, isSymmetric: isSymmetric) {
      cost(elements[$0], elements[$1])
    }
    return try plan(costs, trip: trip)
  }
}

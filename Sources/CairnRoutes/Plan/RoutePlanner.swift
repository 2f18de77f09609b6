public import CairnGeodesy

/// Finds the best order of many stops: the traveling salesman problem, closed or open.
///
/// ```swift
/// let cafés = [
///   Coordinate(latitude: 48.2120, longitude: 16.3612),
///   Coordinate(latitude: 48.1995, longitude: 16.3590),
///   Coordinate(latitude: 48.2104, longitude: 16.3654),
/// ]
/// let route = try RoutePlanner().plan(cafés, trip: .open(from: 0))
/// route.order       // [0, 2, 1]
/// route.length      // meters
/// route.isOptimal   // true: proven
/// ```
///
/// ## Algorithm
/// Up to 15 stops are solved exactly by dynamic programming, in two milliseconds or less. For more
/// stops the planner searches: it starts from a greedy tour, exchanges up to five edges at a time
/// (Lin–Kernighan; up to twelve with the quick effort), and then combines several such tours by
/// edge assembly crossover and many local perturbations (chained Lin–Kernighan). A lower bound by
/// 1-trees limits how far the result can be from the best possible route: for up to 100,000 places,
/// 1,500 stops of a cost matrix, or 750 stops with asymmetric costs.
/// Asymmetric costs are searched in the same way, with each stop split into two cities, one to
/// enter and one to leave; the search starts from the cheapest assignment of successors, whose
/// cycles are joined into a tour. If all costs of a matrix are whole numbers, so is the bound.
///
/// The same stops, trip, effort and seed give the same route on every machine; a time limit does
/// not guarantee that.
///
/// ## Cost
/// Coordinates take O(n) memory, about a kilobyte per stop; custom costs take a table of 8·n²
/// bytes, for at most 10,000 stops (``CostMatrix/maximumCount``). The time is set by ``limit``:
/// the table of ``RouteEffort`` shows what each effort takes. The bound takes O(n log n) per step
/// for more than 200 places, otherwise O(n²). For asymmetric costs the bound and the start of the
/// search take O(n³) at worst. The minimum, whatever the limit, is about a microsecond per stop. If
/// thousands of stops are within some meters of each other, ``Method/nearestNeighbor`` takes O(n²)
/// for these.
///
/// ## When to use something else
/// - Visits have opening hours, durations, days or scores: ``SchedulePlanner``.
/// - A stop is added to or removed from an existing route: ``EditableRoute``, which keeps the rest.
/// - You need only the nearest places, in no order: the nearest query of an index.
/// - Several vehicles, capacities, pick-ups before deliveries: not supported.
///
/// ## Degenerate input
/// No stops or one stop give a route without legs; two stops give the leg between them. Stops at
/// the same place are merged for the search. Collinear stops, poles and antipodes need no special
/// care. Costs may violate the triangle inequality, but the search finds good routes only if it
/// holds approximately. If all costs are equal, every route is optimal. An invalid coordinate
/// throws an error that names it.
public struct RoutePlanner: Sendable {
  /// The algorithm that finds a route.
  public enum Method: Hashable, Sendable, CaseIterable {
    /// Exact for up to 15 stops besides the fixed ends, a search for more.
    case best
    /// Dynamic programming, for up to 16 stops besides the fixed ones: 17 in a round trip, 18
    /// between two fixed ends.
    ///
    /// Held and Karp 1962, doi:10.1137/0110015.
    case exact
    /// Repeatedly visits the nearest unvisited stop, without a search; about 25 % longer than the
    /// best route.
    case nearestNeighbor
    /// Repeatedly adds the shortest leg that fits, without a search; about 15 % longer than the
    /// best route.
    case greedyEdge
    /// Follows a space-filling curve over the sphere, without a search; about 50 % longer than the
    /// best route, and the fastest method.
    ///
    /// Custom costs have no geometry and use ``nearestNeighbor`` instead.
    case spaceFillingCurve
  }

  /// The amount of work of a search.
  public typealias Effort = RouteEffort
  /// The condition that ends a search.
  public typealias Limit = RouteLimit

  /// The progress of a search.
  public struct Progress: Hashable, Sendable {
    /// The length of the best route so far, in meters or the unit of the costs.
    public var length: Double
    /// The number of perturbations tried.
    public var kicks: Int

    /// Creates a progress report.
    ///
    /// - Parameters:
    ///   - length: the length of the best route so far, in meters or the unit of the costs.
    ///   - kicks: the number of perturbations tried.
    public init(length: Double, kicks: Int) {
      self.length = length
      self.kicks = kicks
    }
  }

  /// The figure of the Earth on which distances are measured; used only for coordinates.
  public var surface: Surface
  /// The algorithm that finds the route.
  public var method: Method
  /// The condition that ends the search.
  public var limit: Limit
  /// Seeds the random numbers of the search.
  public var seed: UInt64
  /// Called every fraction of a millisecond; returning true ends the search with the best route so
  /// far.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Called with the progress of the search, at most ten times a second.
  public var progress: (@Sendable (Progress) -> Void)?

  /// Creates a planner.
  public init(
    surface: Surface = .sphere, method: Method = .best, limit: Limit = .effort(.normal),
    seed: UInt64 = 1, isCancelled: (@Sendable () -> Bool)? = nil,
    progress: (@Sendable (Progress) -> Void)? = nil
  ) {
    self.surface = surface
    self.method = method
    self.limit = limit
    self.seed = seed
    self.isCancelled = isCancelled
    self.progress = progress
  }
}

extension RoutePlanner {
  /// Plans a route through coordinates.
  ///
  /// - Parameters:
  ///   - stops: the locations of the stops; longitudes may exceed ±180 degrees.
  ///   - trip: the start and end of the route.
  /// - Returns: the route, with its legs in meters on ``surface``.
  /// - Throws: ``RouteError/invalidCoordinate(_:offset:)``, ``RouteError/invalidSurface(_:)``,
  ///   ``RouteError/noSuchStop(_:offset:count:)``, and for the method ``Method/exact``
  ///   ``RouteError/tooManyStops(count:limit:)``.
  public func plan(
    _ stops: [Coordinate], trip: Trip = .roundTrip
  ) throws(RouteError) -> Route {
    try plan(stops, trip: trip, began: .now)
  }

  /// As `plan(_:trip:)`, for a plan whose time started earlier, when the stops were read.
  @usableFromInline
  internal func plan(
    _ stops: [Coordinate], trip: Trip, began: Moment
  ) throws(RouteError) -> Route {
    try plan(PlanProblem(stops, on: surface, trip: trip), began: began)
  }

  /// Plans a route through elements of any type that have a location.
  ///
  /// ```swift
  /// let route = try RoutePlanner().plan(cafés, coordinate: \.location)
  /// for café in route.ordered(cafés) { print(café.name) }
  /// ```
  ///
  /// - Parameters:
  ///   - stops: the elements.
  ///   - coordinate: returns the location of an element.
  ///   - trip: the start and end of the route, as offsets of `stops`.
  /// - Returns: the route, with its legs in meters on ``surface``.
  /// - Throws: the errors of `plan(_:trip:)`.
  @inlinable
  public func plan<Stops: Collection>(
    _ stops: Stops, coordinate: (Stops.Element) -> Coordinate, trip: Trip = .roundTrip
  ) throws(RouteError) -> Route {
    let began = Moment.now
    return try plan(stops.map(coordinate), trip: trip, began: began)
  }

  /// Plans a route with a cost matrix.
  ///
  /// - Parameters:
  ///   - costs: the cost from each stop to each other, symmetric or not.
  ///   - trip: the start and end of the route.
  /// - Returns: the route, with its legs in the unit of the costs and without bearings.
  /// - Throws: ``RouteError/noSuchStop(_:offset:count:)``, and for the method ``Method/exact``
  ///   ``RouteError/tooManyStops(count:limit:)``.
  public func plan(_ costs: CostMatrix, trip: Trip = .roundTrip) throws(RouteError) -> Route {
    try plan(PlanProblem(costs, trip: trip))
  }

  /// Plans a route with costs computed by a closure.
  ///
  /// - Parameters:
  ///   - stops: the elements.
  ///   - trip: the start and end of the route, as offsets of `stops`.
  ///   - isSymmetric: true if each cost equals the cost of the opposite direction; the closure is
  ///     then called once per pair.
  ///   - cost: the cost from one element to another: finite, 0 or more. It is called for all pairs.
  /// - Returns: the route. If the time limit is reached or the plan is cancelled before the costs
  ///   of all pairs are known, the route visits the stops in the given order.
  /// - Throws: the errors of `plan(_:trip:)`, and ``RouteError/invalidCost(_:from:to:)``.
  @inlinable
  public func plan<Stops: RandomAccessCollection>(
    _ stops: Stops, trip: Trip = .roundTrip, isSymmetric: Bool = false,
    cost: (_ from: Stops.Element, _ to: Stops.Element) -> Double
  ) throws(RouteError) -> Route {
    let began = Moment.now
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
      distances.append(try CostMatrix.checked(distance, from: from, to: to))
    }
    return Self.unsearched(order, distances, trip, watch)
  }

  @usableFromInline
  internal func plan(
    _ costs: CostMatrix, trip: Trip, began: Moment
  ) throws(RouteError) -> Route {
    try plan(PlanProblem(costs, trip: trip), began: began)
  }

  /// A watch over the whole plan.
  @usableFromInline
  internal func watch(since began: Moment) -> SearchWatch {
    clock(since: began).watch()
  }

  /// The stops in the given order, with fixed ends moved to their places.
  @usableFromInline
  internal static func given(_ count: Int, _ trip: Trip) throws(RouteError) -> [Int] {
    try trip.check(count: count)
    return trip.arranged(Array(0..<count))
  }

  /// The route for an order that there was no time to improve.
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
      order: order, trip: trip, legs: legs, lowerBound: 0, isTight: false,
      ending: (watch.end ?? .deadline).ending)
  }
}

public import CairnGeodesy

/// Finds the best order for many destinations: the travelling salesman problem, closed or open.
///
/// ```swift
/// let cafés = [
///   Coordinate(latitude: 48.2120, longitude: 16.3612),
///   Coordinate(latitude: 48.1995, longitude: 16.3590),
///   Coordinate(latitude: 48.2104, longitude: 16.3654),
/// ]
/// let route = try RoutePlanner().plan(cafés, trip: .open(from: 0))
/// route.order       // [0, 2, 1]
/// route.length      // metres
/// route.isOptimal   // true: proven
/// ```
///
/// ## How it searches
/// Up to 15 stops are solved exactly by dynamic programming, in two milliseconds or less. More are
/// searched: a greedy tour, then exchanges of up to five edges in the manner of Lin and Kernighan,
/// then edge assembly of several such tours and many local perturbations (chained Lin–Kernighan).
/// For up to 1,500 stops a lower bound says how far from the best possible the result can be at
/// most. Costs that differ from the way back are searched in the same way, with each stop as two
/// cities, one to enter it at and one to leave it from; they begin with the cheapest assignment of
/// successors, whose cycles are joined to a tour.
///
/// The same stops, trip, effort and seed give the same route on every machine; a limit of time
/// does not promise that.
///
/// ## What it costs
/// Coordinates take memory O(n), about a kilobyte a stop; costs of one's own a table of 8·n²
/// bytes, at most 10,000 stops (``CostMatrix/greatestCount``). The time is that of ``limit``: with
/// the normal effort a millisecond a stop up to 1,000 stops, and less for each beyond. The bound
/// takes O(n²) a step, and for costs that differ from the way back O(n³) at worst, as does the start
/// of their search. The floor, whatever the limit, is about a microsecond a stop. Where thousands of
/// stops are within a meter of each other and not equal, the nearest of them cannot be distinguished,
/// and the start of a search takes O(n²) for these; nearest neighbors do for equal ones, too.
///
/// ## When to take something else
/// - Visits have opening hours, durations, days or scores: ``SchedulePlanner``.
/// - A route exists and one stop is added or removed: ``EditableRoute``, which keeps the rest.
/// - Only the nearest places are wanted, in no order: the nearest query of an index.
/// - Several vehicles, capacities, pick-ups before deliveries: not solved here.
///
/// ## Degenerate input
/// No stop and one stop give a route without legs, two the way between them. Stops at one place are
/// searched as one, collinear stops, poles and antipodes need no care. Costs that obey no triangle
/// inequality are fine, but a search finds good routes where it holds about. Costs all of which are
/// equal make every route optimal. An invalid coordinate is an error that names it.
public struct RoutePlanner: Sendable {
  /// How a route is found.
  public enum Method: Hashable, Sendable, CaseIterable {
    /// Exactly for up to 15 stops beside the fixed ends, by the search for more.
    case best
    /// By dynamic programming, which takes up to 16 stops beside those that are fixed: 17 of a
    /// round trip, 18 between two fixed ends.
    ///
    /// Held and Karp 1962, doi:10.1137/0110015.
    case exact
    /// Always on to the nearest stop that was not visited yet, without a search: some 25 % longer
    /// than the best.
    case nearestNeighbor
    /// The shortest leg that still fits, again and again, without a search: some 15 % longer than
    /// the best.
    case greedyEdge
    /// In the order of a space-filling curve over the sphere, without a search: some 50 % longer
    /// than the best, and the quickest.
    ///
    /// Costs of one's own have no space to fill: for them it is ``nearestNeighbor``.
    case spaceFillingCurve
  }

  /// How much work a search may do.
  public typealias Effort = RouteEffort
  /// What ends a search.
  public typealias Limit = RouteLimit

  /// How far a search has come.
  public struct Progress: Hashable, Sendable {
    /// The length of the best route so far, in metres or the unit of the costs.
    public var length: Double
    /// How many perturbations of it were tried.
    public var kicks: Int
  }

  /// The figure of the Earth on which distances are measured; for coordinates only.
  public var surface: Surface
  /// How the route is found.
  public var method: Method
  /// What ends the search.
  public var limit: Limit
  /// Chooses among the random sequences of the search.
  public var seed: UInt64
  /// Asked every fraction of a millisecond; true ends the search with the best route so far.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Told how far the search has come, at most ten times a second.
  public var progress: (@Sendable (Progress) -> Void)?

  /// Makes a planner.
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

  /// The same for a plan that began earlier, to read the stops.
  @usableFromInline
  internal func plan(
    _ stops: [Coordinate], trip: Trip, began: Moment
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
  /// - Returns: the route, its legs in metres on ``surface``.
  /// - Throws: as `plan(_:trip:)`.
  @inlinable
  public func plan<Stops: Collection>(
    _ stops: Stops, coordinate: (Stops.Element) -> Coordinate, trip: Trip = .roundTrip
  ) throws(RouteError) -> Route {
    let began = Moment.now
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
  /// - Throws: as `plan(_:trip:)`, and ``RouteError/invalidCost(_:from:to:)``.
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

  /// A watch over the whole time of a plan.
  @usableFromInline
  internal func watch(since began: Moment) -> SearchWatch {
    clock(since: began).watch()
  }

  /// The stops in the order in which they were given, but for fixed ends.
  @usableFromInline
  internal static func given(_ count: Int, _ trip: Trip) throws(RouteError) -> [Int] {
    try trip.check(count: count)
    return trip.arranged(Array(0..<count))
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

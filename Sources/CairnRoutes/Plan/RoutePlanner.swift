public import CairnGeodesy

/// Finds the best order for many destinations.
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
/// Up to 15 stops are solved exactly by dynamic programming, in two milliseconds or less. More are searched: a greedy tour,
/// then steps in the manner of Lin and Kernighan, then many local perturbations of it; a lower
/// bound says how far from the best possible the result can be at most. Costs that differ from
/// the way back are searched by moves that reverse nothing.
///
/// The same stops, trip, effort and seed give the same route on every machine; a limit of time
/// does not promise that. Stops at one place, collinear stops and none at all are fine: no stop
/// and one stop give a route without legs, two the way between them.
public struct RoutePlanner: Sendable {
  /// How a route is found.
  public enum Method: Hashable, Sendable, CaseIterable {
    /// Exactly for up to 15 stops that are no fixed ends, by the search for more.
    case best
    /// By dynamic programming, which takes up to 16 stops beside those that are fixed: 17 of a
    /// round trip, 18 between two fixed ends.
    ///
    /// Held and Karp 1962, doi:10.1137/0110015.
    case exact
    /// Always on to the nearest stop that was not visited yet; nothing is improved.
    case nearestNeighbor
    /// Takes the shortest leg that still fits, again and again; nothing is improved.
    case greedyEdge
    /// In the order of a space-filling curve over the sphere; nothing is improved.
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
  /// Asked now and then; true ends the search with the best route so far.
  public var isCancelled: (@Sendable () -> Bool)?
  /// Told now and then how far the search has come.
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

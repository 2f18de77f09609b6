internal import CairnGeodesy

/// An order of stops, its legs, and a bound on its quality.
///
/// ```swift
/// let route = try RoutePlanner().plan(stops)
/// route.order            // offsets of the input, in the order of the visits
/// route.length           // meters
/// route.gap              // 0.012: at most 1.2 % longer than the best possible
/// route.legs[0].initialBearing
/// ```
public struct Route: Hashable, Sendable {
  /// The leg from one stop to the next.
  public struct Leg: Hashable, Sendable {
    /// The offset of the stop where the leg begins.
    public let from: Int
    /// The offset of the stop where the leg ends.
    public let to: Int
    /// The length in meters, or in the unit of the costs that the route was planned with.
    public let distance: Double
    /// The initial direction in degrees clockwise from north, in [0, 360); 0 if both stops are at
    /// the same place, nil for a route planned with custom costs.
    public let initialBearing: Double?

    /// Creates a leg.
    public init(from: Int, to: Int, distance: Double, initialBearing: Double?) {
      self.from = from
      self.to = to
      self.distance = distance
      self.initialBearing = initialBearing
    }
  }

  /// Why the search ended.
  public enum Ending: String, Hashable, Sendable {
    /// The route is proven to be optimal.
    case optimal
    /// The amount of work was used up.
    case effortSpent
    /// The time limit was reached.
    case timeLimit
    /// The caller cancelled the search.
    case cancelled
    /// The method is a construction heuristic without a search, or the route was edited by hand.
    case constructed
  }

  /// The offsets of the stops in the input, in the order of the visits.
  ///
  /// A round trip begins at its start and does not repeat it at the end.
  public let order: [Int]
  /// The start and end of the route.
  public let trip: Trip
  /// The legs between the stops, in order; a round trip has one that leads back.
  public let legs: [Leg]
  /// The sum of the legs, in meters or in the unit of the costs that the route was planned with.
  public let length: Double
  /// A lower bound of the length of all routes through these stops, in the unit of ``length``.
  ///
  /// It is proven, with rounding errors up to one part in 10¹¹: by dynamic programming for few
  /// stops, by a minimum spanning tree with node weights for many, by an assignment for asymmetric
  /// costs.
  public let lowerBound: Double
  /// Why the search went no further.
  public let ending: Ending

  /// Creates a route that was not planned here, such as one for a preview or a test.
  ///
  /// The length is the sum of the legs. Whether the legs fit the order is not checked.
  ///
  /// - Parameters:
  ///   - order: the offsets of the stops, each once, in the order of the visits.
  ///   - trip: the start and end of the route.
  ///   - legs: the legs between the stops, in order; a round trip has one that leads back.
  ///   - lowerBound: a lower bound of the length of all routes through the stops; if it is not less
  ///     than the length, the route counts as optimal.
  ///   - ending: why the search went no further.
  public init(
    order: [Int], trip: Trip, legs: [Leg], lowerBound: Double = 0, ending: Ending = .constructed
  ) {
    let length = legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
    self.init(
      order: order, trip: trip, legs: legs, lowerBound: lowerBound, isTight: lowerBound >= length,
      ending: ending)
  }

  internal init(
    order: [Int], trip: Trip, legs: [Leg], lowerBound: Double, isTight: Bool, ending: Ending
  ) {
    self.order = order
    self.trip = trip
    self.legs = legs
    length = legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
    let isTight = isTight || ending == .optimal
    self.lowerBound = isTight ? length : max(0, min(lowerBound, length.nextDown))
    self.ending = isTight && (ending == .effortSpent || ending == .timeLimit) ? .optimal : ending
  }

  /// Whether the route is proven to be optimal, up to the rounding of its length.
  public var isOptimal: Bool { lowerBound == length }

  /// The maximum relative difference between this route and the best possible one.
  ///
  /// 0.01 is 1 %. The gap is 0 if ``isOptimal``, and infinite if ``lowerBound`` is 0.
  public var gap: Double {
    isOptimal ? 0 : lowerBound > 0 ? (length - lowerBound) / lowerBound : .infinity
  }

  /// The stops in the order of the visits.
  ///
  /// - Parameter stops: the stops that the route was planned for, in their original order.
  /// - Returns: the stops, each once.
  /// - Precondition: the number of stops is that of the route.
  @inlinable
  public func ordered<Stops: RandomAccessCollection>(_ stops: Stops) -> [Stops.Element] {
    precondition(stops.count == order.count, "The route was planned for other stops.")
    return order.map { stops[stops.index(stops.startIndex, offsetBy: $0)] }
  }
}

extension Route.Leg: Identifiable {
  /// The offset of the stop where the leg begins; a route leaves each stop at most once.
  public var id: Int { from }
}

#if !hasFeature(Embedded)
  extension Route.Leg: Codable {}
  extension Route.Ending: Codable {}
#endif

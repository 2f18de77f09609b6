/// An order of stops, its legs, and how good it is known to be.
///
/// ```swift
/// let route = try RoutePlanner().plan(stops)
/// route.order            // offsets of the input, in the order of the visits
/// route.length           // metres
/// route.gap              // 0.012: at most 1.2 % longer than the best possible
/// route.legs[0].initialBearing
/// ```
public struct Route: Hashable, Sendable {
  /// A way from one stop to the next.
  public struct Leg: Hashable, Sendable {
    /// The offset of the stop that it leaves.
    public let from: Int
    /// The offset of the stop that it reaches.
    public let to: Int
    /// How long it is: metres, or the unit of the costs that the route was planned with.
    public let distance: Double
    /// The direction in which to leave, in degrees clockwise from north in [0, 360); 0 where both
    /// stops lie at one place, nil for a route that was planned with costs of one's own.
    public let initialBearing: Double?

    /// Makes a leg.
    public init(from: Int, to: Int, distance: Double, initialBearing: Double?) {
      self.from = from
      self.to = to
      self.distance = distance
      self.initialBearing = initialBearing
    }
  }

  /// Why the search went no further.
  public enum Ending: String, Hashable, Sendable {
    /// The route is proven to be the best.
    case optimal
    /// The work of the effort was done.
    case effortSpent
    /// The time was up.
    case timeLimit
    /// The caller asked to stop.
    case cancelled
    /// The method is a construction without a search, or the route was edited by hand.
    case constructed
  }

  /// The offsets of the stops in the input, in the order of the visits.
  ///
  /// A round trip begins at its start and does not repeat it at the end.
  public let order: [Int]
  /// Where the route begins and ends.
  public let trip: Trip
  /// The ways between the stops, in order; a round trip has one that leads back.
  public let legs: [Leg]
  /// The sum of the legs: metres, or the unit of the costs that the route was planned with.
  public let length: Double
  /// A lower bound of the length of all routes through these stops, in the unit of ``length``.
  ///
  /// It is proven, rounding included to a part in 10¹¹: by dynamic programming for few stops, by
  /// a minimum spanning tree with node weights for many, by an assignment for asymmetric costs.
  public let lowerBound: Double
  /// Why the search went no further.
  public let ending: Ending

  internal init(
    order: [Int], trip: Trip, legs: [Leg], lowerBound: Double, isTight: Bool = false,
    ending: Ending
  ) {
    self.order = order
    self.trip = trip
    self.legs = legs
    length = legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
    let isTight = isTight || ending == .optimal
    self.lowerBound = isTight ? length : max(0, min(lowerBound, length.nextDown))
    self.ending = isTight && (ending == .effortSpent || ending == .timeLimit) ? .optimal : ending
  }

  /// Whether the route is proven to be the best, up to the rounding of its length.
  public var isOptimal: Bool { lowerBound == length }

  /// How much longer than the best possible the route is at most, as a fraction.
  ///
  /// 0.01 is 1 %. It is 0 for a route that ``isOptimal``, and infinite where all that is proven is
  /// that no route is shorter than 0.
  public var gap: Double {
    isOptimal ? 0 : lowerBound > 0 ? (length - lowerBound) / lowerBound : .infinity
  }

  /// The stops in the order of the visits.
  ///
  /// - Parameter stops: what the route was planned for, in the same order as then.
  /// - Returns: the stops, each once.
  /// - Precondition: there are as many as the route has.
  @inlinable
  public func ordered<Stops: RandomAccessCollection>(_ stops: Stops) -> [Stops.Element] {
    precondition(stops.count == order.count, "The route was planned for other stops.")
    return order.map { stops[stops.index(stops.startIndex, offsetBy: $0)] }
  }
}

/// An accumulator whose rounding error does not grow with the count of its terms (Neumaier 1974,
/// doi:10.1002/zamm.19740540106).
internal struct CompensatedSum {
  private var sum = 0.0
  private var rest = 0.0

  internal mutating func add(_ term: Double) {
    let next = sum + term
    rest += sum.magnitude >= term.magnitude ? (sum - next) + term : (term - next) + sum
    sum = next
  }

  internal var value: Double { sum + rest }
}

#if !hasFeature(Embedded)
  extension Route.Leg: Codable {}
  extension Route.Ending: Codable {}
#endif

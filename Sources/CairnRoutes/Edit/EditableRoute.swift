public import CairnGeodesy

/// A route that can be changed stop by stop without starting over.
///
/// ```swift
/// let route = try RoutePlanner().plan(cafés, coordinate: \.location, trip: .open(from: 0))
/// var tour = EditableRoute(cafés, route: route) { $0.location }
/// try tour.insert(another)              // where it lengthens the route least
/// tour.remove(at: 2)
/// tour.lock(0..<3)                      // what has been visited already stays
/// try tour.optimise(by: RoutePlanner())
/// ```
///
/// The stops are kept in the order of the visits; a position is an offset of ``stops``.
public struct EditableRoute<Stop> {
  /// Says what a way costs.
  @usableFromInline
  internal enum Measure {
    case surface(Surface, @Sendable (Stop) -> Coordinate)
    case cost(isSymmetric: Bool, @Sendable (Stop, Stop) -> Double)
  }

  /// The stops in the order of the visits.
  public internal(set) var stops: [Stop]
  /// Whether the last leg leads back to the first stop.
  public let isRound: Bool
  /// Whether the first stop stays the first; always so in a round trip.
  public internal(set) var isStartFixed: Bool
  /// Whether the last stop of an open trip stays the last.
  public internal(set) var isEndFixed: Bool
  /// Whether the leg from each stop to the next is locked; one for each stop, the last unused.
  internal var locks: [Bool]
  internal let measure: Measure

  internal init(_ stops: [Stop], trip: Trip, measure: Measure) {
    self.stops = stops
    isRound = trip.isRound
    isStartFixed = trip.isRound || trip.start != nil
    isEndFixed = trip.end != nil
    locks = [Bool](repeating: false, count: stops.count)
    self.measure = measure
  }

  /// Makes an editable route over the surface of the Earth.
  ///
  /// - Parameters:
  ///   - stops: what the route was planned for, in the same order as then.
  ///   - route: the route.
  ///   - surface: where distances are measured, in metres.
  ///   - coordinate: says where a stop lies.
  /// - Precondition: the route has as many stops.
  public init(
    _ stops: [Stop], route: Route, surface: Surface = .sphere,
    coordinate: @escaping @Sendable (Stop) -> Coordinate
  ) {
    self.init(route.ordered(stops), trip: route.trip, measure: .surface(surface, coordinate))
  }

  /// Makes an editable route over costs of one's own.
  ///
  /// - Parameters:
  ///   - stops: what the route was planned for, in the same order as then.
  ///   - route: the route.
  ///   - isSymmetric: true when a way costs as much as the way back.
  ///   - cost: the cost from a stop to another: finite, 0 or more.
  /// - Precondition: the route has as many stops.
  public init(
    _ stops: [Stop], route: Route, isSymmetric: Bool = false,
    cost: @escaping @Sendable (_ from: Stop, _ to: Stop) -> Double
  ) {
    self.init(
      route.ordered(stops), trip: route.trip, measure: .cost(isSymmetric: isSymmetric, cost))
  }

  /// How long the route is, in metres or the unit of the costs.
  ///
  /// - Complexity: O(n).
  public var length: Double {
    legs.reduce(into: CompensatedSum()) { $0.add($1.distance) }.value
  }

  /// The ways between the stops, by their positions; a round trip has one that leads back.
  ///
  /// - Complexity: O(n).
  public var legs: [Route.Leg] {
    guard stops.count > 1 else { return [] }
    return (0..<(isRound ? stops.count : stops.count - 1)).map { position in
      let next = position + 1 == stops.count ? 0 : position + 1
      switch measure {
      case .surface(let surface, let coordinate):
        let way = coordinate(stops[position]).inverse(to: coordinate(stops[next]), on: surface)
        return Route.Leg(
          from: position, to: next, distance: way.distance, initialBearing: way.initialBearing)
      case .cost(_, let cost):
        return Route.Leg(
          from: position, to: next, distance: cost(stops[position], stops[next]),
          initialBearing: nil)
      }
    }
  }

  /// What the way between two stops costs.
  internal func cost(_ from: Stop, _ to: Stop) -> Double {
    switch measure {
    case .surface(let surface, let coordinate):
      coordinate(from).distance(to: coordinate(to), on: surface)
    case .cost(_, let cost): cost(from, to)
    }
  }
}

extension EditableRoute: Sendable where Stop: Sendable {}
extension EditableRoute.Measure: Sendable {}
